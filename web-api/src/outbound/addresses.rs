//! Which addresses foreign names and links may lead to: those that anybody on the internet could reach, and those that the
//! operator allows. The addresses that are checked are the very ones that are then connected to.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use boostdesk_core::foundation::addresses::is_public;
use futures::FutureExt;
use futures::future::BoxFuture;
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use rustix::io::Errno;
use url::{Host, Url};

/// Finds the addresses of names.
pub trait Names: fmt::Debug + Send + Sync {
    /// Port 0 stands for the one that the URL names.
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>>;
}

/// The system's resolver.
#[derive(Debug)]
pub(crate) struct SystemNames;

impl Names for SystemNames {
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) }.boxed()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no address that may be called")]
pub(crate) struct Forbidden(String);

impl Forbidden {
    pub(crate) fn of(url: &Url) -> Self {
        Self(url.origin().ascii_serialization())
    }
}

/// The addresses that may be connected to.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    /// Whether public addresses are allowed, except this machine's own.
    pub(crate) internet: bool,
    pub(crate) networks: Vec<IpNet>,
    /// A test's own servers.
    pub(crate) exempt: Vec<SocketAddr>,
}

impl Reach {
    /// Checks a URL whose host is an IP address or `localhost`. Other names are checked when they are looked up.
    pub(crate) fn check(&self, url: &Url) -> Result<(), Forbidden> {
        let forbidden = || Forbidden::of(url);
        let port = url.port_or_known_default().ok_or_else(forbidden)?;
        let address: IpAddr = match url.host().ok_or_else(forbidden)? {
            Host::Domain(name) if is_localhost(name) => Ipv4Addr::LOCALHOST.into(),
            Host::Domain(name) if name.parse::<IpAddr>().is_err() => return Ok(()),
            Host::Domain(_) => return Err(forbidden()),
            Host::Ipv4(address) => address.into(),
            Host::Ipv6(address) => address.into(),
        };
        if self.allows(SocketAddr::new(address, port)) { Ok(()) } else { Err(forbidden()) }
    }

    fn allows(&self, address: SocketAddr) -> bool {
        self.allows_unless(is_own, address)
    }

    /// `is_own` says which addresses are this machine's.
    fn allows_unless(&self, is_own: impl FnOnce(IpAddr) -> bool, address: SocketAddr) -> bool {
        let ip = address.ip().to_canonical();
        self.exempt.contains(&address)
            || self.networks.iter().any(|network| network.contains(&ip))
            || self.internet && is_public(ip) && !is_own(ip)
    }
}

/// reqwest's resolver, which refuses names with forbidden addresses.
#[derive(Debug, Clone)]
pub(crate) struct GuardedNames {
    pub(crate) names: Arc<dyn Names>,
    pub(crate) reach: Reach,
}

impl Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let Self { names, reach } = self.clone();
        Box::pin(async move {
            let mut addresses = names.look_up(name.as_str()).await?;
            if is_localhost(name.as_str()) {
                // `localhost` has an address of each family, and maybe only one of them is allowed.
                addresses.retain(|address| reach.allows(*address));
            }
            // One forbidden address is enough to refuse: a name that mixes both kinds is suspicious.
            if addresses.is_empty() || !addresses.iter().all(|address| reach.allows(*address)) {
                return Err(Forbidden(name.as_str().to_owned()).into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// RFC 6761 reserves these names for the machine itself.
fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

/// Returns whether an address is this machine's own: even a public one may lead to what can only be reached from inside.
fn is_own(address: IpAddr) -> bool {
    match if_addrs::get_if_addrs() {
        Ok(interfaces) => interfaces.iter().any(|interface| interface.ip().to_canonical() == address),
        // Listing takes a netlink socket, which a sandbox may forbid.
        Err(_) => can_be_bound(address),
    }
}

/// Returns whether a socket can have this address, as it can have this machine's own only. `true` if that cannot be found out.
fn can_be_bound(address: IpAddr) -> bool {
    UdpSocket::bind((address, 0)).map_or_else(
        |error| {
            // Where there is no IPv6, no IPv6 address can be connected to either.
            let no_family = error.raw_os_error() == Some(Errno::AFNOSUPPORT.raw_os_error());
            error.kind() != ErrorKind::AddrNotAvailable && !no_family
        },
        |_| true,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_addresses_are_recognized_with_and_without_a_list_of_the_interfaces() {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        for own in ["127.0.0.1", "127.9.8.7"].map(address) {
            assert!(can_be_bound(own), "{own}");
        }
        for foreign in ["203.0.113.7", "2001:db8::7"].map(address) {
            assert!(!can_be_bound(foreign) && !is_own(foreign), "{foreign}");
        }
        assert!(is_own(address("127.0.0.1")));
    }

    #[test]
    fn a_public_address_of_this_machine_is_allowed_only_in_a_network_that_the_operator_allows() {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let own = address("93.184.216.34");
        let allows = |networks: &[IpNet], ip: IpAddr| {
            let reach = Reach { internet: true, networks: networks.to_vec(), exempt: Vec::new() };
            reach.allows_unless(|ip| ip == own, SocketAddr::new(ip, 443))
        };
        assert!(allows(&[], address("93.184.216.35")));
        for own in [own, address("::ffff:93.184.216.34")] {
            assert!(!allows(&[], own), "{own}");
            assert!(allows(&["93.184.216.0/24".parse().expect("a network")], own), "{own}");
        }
    }
}
