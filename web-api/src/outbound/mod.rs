//! What this process asks of others: DNS, the bot check, sellers' own services, links and pictures of other sites, and a
//! server on this machine, whether it is ready. The adapters of core's ports that speak to the internet, and which addresses
//! they may speak to.

pub(crate) mod addresses;
pub(crate) mod captcha;
pub(crate) mod dns;
pub(crate) mod fetch;
pub(crate) mod gate;
pub(crate) mod network;
pub(crate) mod readiness;

use std::error::Error;

use reqwest::{Client, ClientBuilder, redirect};

/// What all HTTP clients have in common: the provider of TLS's cryptography, and that none follows a redirect by itself.
fn client_builder() -> ClientBuilder {
    // Another part of the process may have installed it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().redirect(redirect::Policy::none())
}

/// The root cause, which shows no URL: a URL may contain a password.
fn root_of(error: &reqwest::Error) -> String {
    let mut root: Option<&dyn Error> = error.source();
    while let Some(deeper) = root.and_then(Error::source) {
        root = Some(deeper);
    }
    root.map_or_else(|| "it does not answer".to_owned(), ToString::to_string)
}
