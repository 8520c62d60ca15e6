//! Which addresses others' names and links may lead to: those that anybody on the internet could reach, and those that the
//! operator allows. Judged by the very addresses that are then connected to.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

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

/// The system's way.
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

/// What may be connected to.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    /// The internet at large, but for this machine's own addresses.
    pub(crate) internet: bool,
    pub(crate) networks: Vec<IpNet>,
    /// A test's own servers.
    pub(crate) exempt: Vec<SocketAddr>,
}

impl Reach {
    /// Judges a URL that names an address itself; `localhost` is one. Other names are judged when they are looked up.
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

/// What reqwest asks for the addresses of a name.
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
                // It has an address of each family, of which one may be allowed.
                addresses.retain(|address| reach.allows(*address, &own));
            }
            // One that is not allowed is enough: a name with two faces is up to something.
            if addresses.is_empty() || !addresses.iter().all(|address| reach.allows(*address, &own)) {
                return Err(Forbidden(name.as_str().to_owned()).into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// RFC 6761 keeps these names for the machine itself.
fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

/// Returns this machine's own addresses: even a public one may lead to what can only be reached from inside.
fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.into_iter().map(|interface| interface.ip().to_canonical()).collect()
}

/// Returns whether an address is one that anybody on the internet could reach.
/// <https://www.iana.org/assignments/iana-ipv4-special-registry>, <https://www.iana.org/assignments/iana-ipv6-special-registry>
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, d] = address.octets();
    let special = matches!(
        (a, b, c, d),
        (0 | 10 | 127 | 224..=255, ..)
            | (100, 64..=127, ..)
            | (169, 254, ..)
            | (172, 16..=31, ..)
            | (192, 0, 0 | 2, _)
            | (192, 31, 196, _)
            | (192, 52, 193, _)
            | (192, 88, 99, _)
            | (192, 168, ..)
            | (192, 175, 48, _)
            | (198, 18 | 19, ..)
            | (198, 51, 100, _)
            | (203, 0, 113, _)
            // A cloud's own services, on what looks like anybody's.
            | (168, 63, 129, 16)
    );
    !special
}

/// Only global unicast, and of that no tunnels, which carry an IPv4 address to who knows where, and no examples.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let global = a & 0xe000 == 0x2000;
    let special = match a {
        // IETF assignments (Teredo among them) and documentation.
        0x2001 => b < 0x0200 || b == 0x0db8,
        // 6to4, and the retired test network.
        0x2002 | 0x3ffe => true,
        0x2620 => b == 0x004f,
        0x3fff => b < 0x1000,
        _ => false,
    };
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        let public =
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"];
        for address in public {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
        let others = [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "127.255.255.254",
            "100.64.0.1",
            "100.100.100.200",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::7f00:1",
            "100::1",
            "2001::1",
            "2001:0:7f00:1::",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "3fff::1",
            "5f00::1",
        ];
        for address in others {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
    }
}
