//! Which addresses foreign names and links may lead to: those that anybody on the internet could reach, and those that the
//! operator allows. The addresses that are checked are the very ones that are then connected to.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use boostdesk_core::foundation::addresses::is_public;
use futures::FutureExt;
use futures::future::BoxFuture;
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
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
        if self.allows(SocketAddr::new(address, port), &own_addresses()) { Ok(()) } else { Err(forbidden()) }
    }

    fn allows(&self, address: SocketAddr, own: &[IpAddr]) -> bool {
        let ip = address.ip().to_canonical();
        self.exempt.contains(&address)
            || self.networks.iter().any(|network| network.contains(&ip))
            || self.internet && is_public(ip) && !own.contains(&ip)
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
            let own = own_addresses();
            if is_localhost(name.as_str()) {
                // `localhost` has an address of each family, and maybe only one of them is allowed.
                addresses.retain(|address| reach.allows(*address, &own));
            }
            // One forbidden address is enough to refuse: a name that mixes both kinds is suspicious.
            if addresses.is_empty() || !addresses.iter().all(|address| reach.allows(*address, &own)) {
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

/// Returns this machine's own addresses: even a public one may lead to what can only be reached from inside.
fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.into_iter().map(|interface| interface.ip().to_canonical()).collect()
}
