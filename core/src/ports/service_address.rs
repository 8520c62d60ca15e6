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
    Ok(url.into())
}

/// The host of an address, which others may see: the rest may be a secret.
pub(crate) fn host_of(address: &str) -> String {
    Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}
