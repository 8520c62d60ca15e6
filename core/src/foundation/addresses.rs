//! Which addresses anybody on the internet could reach, and networks as they are written.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

/// Parses `10.0.0.0/8`. An address alone is a network of one. An IPv4-mapped IPv6 network becomes the IPv4 one.
pub fn network(text: &str) -> Option<IpNet> {
    let whole: IpNet =
        if text.contains('/') { text.parse().ok()? } else { IpNet::from(text.parse::<IpAddr>().ok()?) };
    let (address, length) = (whole.addr(), whole.prefix_len());
    let (address, length) = match (address, address.to_canonical()) {
        (IpAddr::V6(_), IpAddr::V4(mapped)) if length >= 96 => (IpAddr::V4(mapped), length - 96),
        _ => (address, length),
    };
    Some(IpNet::new(address, length).ok()?.trunc())
}

/// Parses a URL's host that is an address: `127.0.0.1`, or `[::1]`.
pub fn of_host(host: &str) -> Option<IpAddr> {
    let bracketed = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let address: IpAddr = bracketed.unwrap_or(host).parse().ok()?;
    (address.is_ipv6() == bracketed.is_some()).then(|| address.to_canonical())
}

/// Returns whether a URL's host is this machine itself.
pub fn is_loopback_host(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || of_host(host).is_some_and(|address| address.is_loopback())
}

/// Returns whether an address is one that anybody on the internet could reach.
/// <https://www.iana.org/assignments/iana-ipv4-special-registry>, <https://www.iana.org/assignments/iana-ipv6-special-registry>
pub fn is_public(address: IpAddr) -> bool {
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
            // Azure's internal services, at an address that looks public.
            | (168, 63, 129, 16)
    );
    !special
}

/// Only global unicast, without tunnels, which lead to arbitrary IPv4 addresses, and without documentation ranges.
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
    fn only_globally_routable_ip_addresses_are_public() {
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

    #[test]
    fn localhost_and_all_loopback_addresses_are_recognised_as_loopback() {
        for own in ["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]", "[::ffff:127.0.0.1]"] {
            assert!(is_loopback_host(own), "{own}");
        }
        for other in ["localhost.example.com", "::1", "[127.0.0.1]", "10.0.0.1", "[::]", "example.com"] {
            assert!(!is_loopback_host(other), "{other}");
        }
    }
}
