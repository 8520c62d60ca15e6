//! Who is asking: the address that limits and logs go by.
//!
//! Forwarded headers are believed only when a trusted proxy sent them, so a client cannot choose its own address.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address of whoever sent the request. IPv4-mapped IPv6 addresses are converted to IPv4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

impl ClientAddress {
    pub(crate) fn of(parts: &Parts) -> Self {
        let Endpoints { client, .. } =
            parts.extensions.get().expect("the server gives every request its endpoints");
        *client
    }
}

/// The client's address and the local one. A single extension of every request, as each costs two allocations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Endpoints {
    pub(crate) client: ClientAddress,
    /// The local address that accepted the connection.
    pub(crate) local: Option<IpAddr>,
}

/// Networks whose forwarded headers are believed.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self(networks)
    }

    pub(crate) fn include(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Returns the rightmost forwarded address that is not a trusted proxy's. Anyone may have written what stands left of it.
    pub(crate) fn client_behind(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut nearest = peer.to_canonical();
        if !self.include(nearest) {
            return ClientAddress(nearest);
        }
        for value in headers.get_all(FORWARDED_FOR).iter().rev() {
            for entry in value.as_bytes().rsplit(|byte| *byte == b',') {
                let Some(address) = parse(entry) else {
                    return ClientAddress(nearest);
                };
                nearest = address;
                if !self.include(address) {
                    return ClientAddress(nearest);
                }
            }
        }
        ClientAddress(nearest)
    }
}

/// `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1` or `[2001:db8::1]:443`.
fn parse(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let address =
        text.parse::<IpAddr>().or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip())).ok()?;
    Some(address.to_canonical())
}

/// Returns what limits count as one client: an IPv4 address, or the /64 that one IPv6 customer gets.
pub(crate) fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let trusted =
            TrustedProxies::new(trusted.iter().map(|net| net.parse().expect("a network")).collect());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().expect("a header value"));
        }
        trusted.client_behind(peer.parse().expect("an address"), &headers).0.to_string()
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        let proxies = ["10.0.0.0/8", "fd00::/8"];
        #[rustfmt::skip]
        let table: &[(&str, &[&str], &str, &str)] = &[
            // peer          forwarded                              client           why
            ("198.51.100.7", &[],                                   "198.51.100.7",  "nothing forwarded"),
            ("198.51.100.7", &["203.0.113.9"],                      "198.51.100.7",  "a stranger's header is forged"),
            ("10.0.0.1",     &["203.0.113.9"],                      "203.0.113.9",   "one proxy"),
            ("10.0.0.1",     &["1.1.1.1, 203.0.113.9"],             "203.0.113.9",   "the client wrote the left part"),
            ("10.0.0.1",     &["203.0.113.9, 10.0.0.2"],            "203.0.113.9",   "two proxies"),
            ("10.0.0.1",     &["1.1.1.1, 203.0.113.9", "10.0.0.2"], "203.0.113.9",   "one header a proxy"),
            ("10.0.0.1",     &["1.1.1.1", "203.0.113.9"],           "203.0.113.9",   "the client wrote the first header"),
            ("10.0.0.1",     &["10.0.0.3, 10.0.0.2"],               "10.0.0.3",      "proxies all the way"),
            ("10.0.0.1",     &[],                                   "10.0.0.1",      "a proxy that forwards nothing"),
            ("10.0.0.1",     &["203.0.113.9, unknown"],             "10.0.0.1",      "a malformed entry ends the walk"),
            ("10.0.0.1",     &["203.0.113.9, junk, 10.0.0.2"],      "10.0.0.2",      "what came before it counts"),
            ("10.0.0.1",     &["203.0.113.9,"],                     "10.0.0.1",      "an empty entry is malformed"),
            ("10.0.0.1",     &["203.0.113.9:51000"],                "203.0.113.9",   "with a port"),
            ("10.0.0.1",     &["[2001:db8::5]:443"],                "2001:db8::5",   "IPv6 with a port"),
            ("10.0.0.1",     &["::ffff:203.0.113.9"],               "203.0.113.9",   "IPv4 in IPv6 dress"),
            ("::ffff:10.0.0.1", &["203.0.113.9"],                   "203.0.113.9",   "a proxy in IPv6 dress"),
            ("fd00::1",      &["2001:db8::5"],                      "2001:db8::5",   "an IPv6 proxy"),
        ];
        for (peer, forwarded, expected, why) in table {
            assert_eq!(client(&proxies, peer, forwarded), *expected, "{why}");
        }
        assert_eq!(client(&[], "10.0.0.1", &["203.0.113.9"]), "10.0.0.1", "no proxy is trusted by default");
    }

    #[test]
    fn ipv6_addresses_of_one_64_bit_prefix_count_as_one_client() {
        let of = |text: &str| neighbourhood(text.parse().expect("an address")).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("192.0.2.1"), "192.0.2.1");
        assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
    }
}
