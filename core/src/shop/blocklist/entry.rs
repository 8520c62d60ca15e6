//! Normalizes blocklist entries: equal normalized texts mean the same email, guild or network.

use std::net::IpAddr;

use ipnet::IpNet;

use super::{BlockKind, BlocklistError};
use crate::foundation::addresses::network;
use crate::foundation::email::is_email;
use crate::ids::GuildId;

/// Returns the normalized form of `value`, which must be trimmed.
///
/// Errors: `BadEmail`, `BadGuild`, `BadAddress`.
pub(super) fn fold(kind: BlockKind, value: &str) -> Result<String, BlocklistError> {
    match kind {
        BlockKind::Email if is_email(value) => Ok(fold_email(value)),
        BlockKind::Email => Err(BlocklistError::BadEmail),
        BlockKind::Guild => GuildId::parse(value).map(String::from).ok_or(BlocklistError::BadGuild),
        BlockKind::Address => {
            network(value).map(|network| network.to_string()).ok_or(BlocklistError::BadAddress)
        }
    }
}

pub(super) fn fold_email(email: &str) -> String {
    email.to_lowercase()
}

/// Every network that an address is in, the address itself first.
pub(super) fn networks_around(address: IpAddr) -> Vec<String> {
    let address = address.to_canonical();
    let longest = if address.is_ipv4() { 32 } else { 128 };
    let around = (0..=longest).rev().filter_map(|length| IpNet::new(address, length).ok());
    around.map(|network| network.trunc().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocklist_entries_are_normalised_and_invalid_ones_rejected() {
        use BlockKind::{Address, Email, Guild};
        for (kind, value, folded) in [
            (Email, "Mika@Example.COM", "mika@example.com"),
            (Guild, "112233445566778899", "112233445566778899"),
            (Address, "203.0.113.9", "203.0.113.9/32"),
            (Address, "203.0.113.9/24", "203.0.113.0/24"),
            (Address, "::ffff:203.0.113.9", "203.0.113.9/32"),
            (Address, "::ffff:203.0.113.0/120", "203.0.113.0/24"),
            (Address, "2001:DB8::1", "2001:db8::1/128"),
            (Address, "2001:db8::1/32", "2001:db8::/32"),
        ] {
            assert_eq!(fold(kind, value).unwrap(), folded, "{value}");
        }
        for (kind, value) in
            [(Email, "mika"), (Guild, "1"), (Address, "203.0.113"), (Address, "203.0.113.0/33")]
        {
            assert!(fold(kind, value).is_err(), "{value}");
        }
    }

    #[test]
    fn networks_around_lists_every_network_that_contains_an_ipv4_address() {
        let around = networks_around("::ffff:203.0.113.9".parse().unwrap());
        assert_eq!(around.len(), 33);
        assert!(
            ["203.0.113.9/32", "203.0.113.0/24", "0.0.0.0/0"]
                .iter()
                .all(|one| around.contains(&(*one).to_owned()))
        );
    }
}
