//! Which side of the product a request is for. The host it names decides, and nothing else does.
//!
//! The product's own hosts have everything. A seller's active domain has that seller's public side. Any other host gets 421, so
//! that no page of ours answers under a name that is not registered here.
//!
//! `X-Forwarded-Host` is never believed: unlike the client's address, which each proxy adds itself, many proxies pass on what the
//! client wrote there. A proxy in front keeps `Host`, as docs/operating.md says.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::{StatusCode, Version};
use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::events::{Events, Topic};
use boostdesk_core::foundation::addresses;
use boostdesk_core::foundation::hostname::Hostname;
use boostdesk_core::shop::custom_domain::{self, ActiveDomain};

use crate::edge::client_address::Endpoints;
use crate::http::error::{ApiError, Result};
use crate::http::short_cache::ShortCache;

/// Whose host a request names, before the database is asked.
#[derive(Debug)]
pub(crate) enum Claim {
    /// The dashboard, its API, and everybody's storefronts.
    Product,
    Named(Hostname),
}

#[derive(Debug)]
pub(crate) struct Hosts {
    /// The product's own hosts.
    products: Vec<String>,
    /// Whether every loopback name is the product's, as on a developer's machine.
    loopback_is_product: bool,
    own_domains: Arc<ShortCache<ActiveDomain>>,
    app: App,
}

impl Hosts {
    pub(crate) fn new(app: App, config: &Config) -> Self {
        let public = config.web.public_url.host_str().unwrap_or_default();
        let chat = config.chat.public_url.as_ref().and_then(|url| url.host_str());
        Self {
            products: [Some(public), chat].into_iter().flatten().map(bare).collect(),
            loopback_is_product: addresses::is_loopback_host(&bare(public)),
            own_domains: own_domains(&app.events),
            app,
        }
    }

    /// Returns the product's own hosts that are names rather than addresses: they need certificates.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.products.iter().filter_map(|host| Hostname::parse(host));
        names.map(|name| name.as_str().to_owned()).collect()
    }

    /// Errors: 421 when the request names no host, two of them, or an invalid one.
    pub(crate) fn claim_of(&self, request: &Request) -> Result<Claim> {
        let host = named_host(request).ok_or_else(misdirected)?;
        let arrived_at = || request.extensions().get::<Endpoints>()?.local;
        if self.is_products(host, arrived_at) {
            return Ok(Claim::Product);
        }
        Hostname::parse(host).map(Claim::Named).ok_or_else(misdirected)
    }

    /// Errors: 421 when no seller has this name.
    pub(crate) async fn own_domain(&self, name: &Hostname) -> Result<Arc<ActiveDomain>> {
        let found =
            self.own_domains.get(name.as_str(), async || custom_domain::active(&self.app, name).await);
        found.await?.ok_or_else(misdirected)
    }

    fn is_products(&self, host: &str, arrived_at: impl FnOnce() -> Option<IpAddr>) -> bool {
        self.products.iter().any(|own| own.eq_ignore_ascii_case(host))
            || (self.loopback_is_product && addresses::is_loopback_host(host))
            || arrived_at().is_some_and(|local| addresses::of_host(host) == Some(local))
    }
}

/// The host of the request's target: `Shop.example.com.:443` gives `Shop.example.com`. `None` where it has none, or two.
///
/// A target in absolute form (RFC 9112, 3.2.2) names it a second time, as may a header in HTTP/2 (RFC 9113, 8.3.1). Where the
/// two differ, a proxy in front of us may have judged by the other one.
fn named_host(request: &Request) -> Option<&str> {
    let mut headers = request.headers().get_all(HOST).iter();
    let target = request.uri();
    let (host, again) = match (headers.next(), target.authority()) {
        (Some(value), authority) => (value.to_str().ok()?, authority),
        (None, Some(authority)) if request.version() == Version::HTTP_2 => (authority.as_str(), None),
        (None, _) => return None,
    };
    let same = again.is_none_or(|again| {
        matches!(target.scheme_str(), Some("http" | "https")) && again.as_str().eq_ignore_ascii_case(host)
    });
    if headers.next().is_some() || !same { None } else { without_port(host) }
}

pub(crate) fn without_port(text: &str) -> Option<&str> {
    let (host, port) = match text.rsplit_once(':') {
        // The last colon inside `[::1]` begins no port.
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (text, ""),
    };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    (!host.is_empty()).then_some(host)
}

/// Returns a host without its trailing dot, for comparison.
fn bare(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_owned()
}

fn misdirected() -> ApiError {
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, "There is nothing under this host.")
}

/// Caches domains by name until something changes them. Unknown names are cached too, so that asking for one again and again
/// costs nothing.
fn own_domains(events: &Events) -> Arc<ShortCache<ActiveDomain>> {
    let cache = Arc::new(ShortCache::new(events.clone()));
    let kept = cache.clone();
    events.on_change(&[Topic::CustomDomains, Topic::Storefronts], move |_| kept.forget(None));
    cache
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_and_the_trailing_dot_are_stripped_from_a_host_header() {
        #[rustfmt::skip]
        let table = [
            ("shop.example.com",        Some("shop.example.com")),
            ("Shop.Example.com.",       Some("Shop.Example.com")),
            ("shop.example.com:8443",   Some("shop.example.com")),
            ("shop.example.com.:443",   Some("shop.example.com")),
            ("shop.example.com:",       Some("shop.example.com")),
            ("127.0.0.1:80",            Some("127.0.0.1")),
            ("[::1]",                   Some("[::1]")),
            ("[::1]:8080",              Some("[::1]")),
            ("",                        None),
            (":80",                     None),
            (".",                       None),
            ("shop.example.com:80a",    None),
            ("shop.example.com:http",   None),
        ];
        for (text, host) in table {
            assert_eq!(without_port(text), host, "{text}");
        }
    }
}
