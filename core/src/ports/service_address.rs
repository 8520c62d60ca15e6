//! Where a seller's own service is.

use url::Url;

use super::{ForbiddenUrl, Webhooks};
use crate::foundation::words::grouped;

/// In bytes.
const LONGEST: usize = 2000;

#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    #[error(
        "The address must be a URL of at most {} characters, such as https://shop.example.com/in.",
        grouped(LONGEST)
    )]
    Malformed,
    #[error(transparent)]
    Forbidden(#[from] ForbiddenUrl),
}

/// Checks a typed address. Returns it as it is stored.
pub(crate) fn check(typed: &str, webhooks: &dyn Webhooks) -> Result<String, AddressError> {
    let typed = typed.trim();
    let url = Url::parse(typed).ok().filter(|url| url.has_host() && typed.len() <= LONGEST);
    let mut url = url.ok_or(AddressError::Malformed)?;
    webhooks.judge(&url)?;
    url.set_fragment(None);
    let address = String::from(url);
    // The parser gives an address without a path one.
    let is_bare = address.strip_suffix('/') == Some(typed);
    Ok(if is_bare { typed.to_owned() } else { address })
}

/// Whether two stored addresses lead to the same place.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    Url::parse(one) == Url::parse(other)
}

/// The host of an address, which others may see: the rest may be a secret.
pub(crate) fn host_of(address: &str) -> String {
    Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_path_is_the_same_as_with_an_empty_one() {
        assert!(is_same("https://shop.example.com", "https://shop.example.com/"));
        assert!(!is_same("https://shop.example.com/in", "https://shop.example.com/"));
    }
}
