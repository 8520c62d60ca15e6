//! One function for each kind of value: what it may be, and the words for when it is not.
//!
//! The name of the key and of its source are put in front by `layers`.

use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use ipnet::IpNet;
use secrecy::SecretString;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use url::Url;

use super::{Provider, Tls};
use crate::db::Dialect;
use crate::foundation::addresses::network;
use crate::foundation::email::is_email;
use crate::foundation::hostname::Hostname;

const ADDRESS: &str = "an address such as 127.0.0.1:8080";
const WEB_URL: &str = "a URL such as https://shop.example.com/path";
const NETWORK: &str = "a list of networks such as 10.0.0.0/8";
const ORIGIN: &str = "a URL without a path, such as https://shop.example.com";

pub(super) fn filled<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    parsed(from, "a text that is not empty", |text| (!text.trim().is_empty()).then(|| text.to_owned()))
}

pub(super) fn address<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    parsed(from, ADDRESS, |text| text.parse().ok())
}

pub(super) fn optional_address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    optional(from, "an address such as 1.1.1.1:53", |text| text.parse().ok())
}

pub(super) fn loopback_address<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    parsed(from, "a loopback address such as 127.0.0.1:8081", |text| {
        text.parse().ok().filter(|address: &SocketAddr| address.ip().is_loopback())
    })
}

pub(super) fn web_url<'de, D: Deserializer<'de>>(from: D) -> Result<Url, D::Error> {
    parsed(from, WEB_URL, parse_web_url)
}

pub(super) fn optional_web_url<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Url>, D::Error> {
    optional(from, WEB_URL, parse_web_url)
}

/// The error does not repeat the value, which may hold a user name and a password: such values are refused.
pub(super) fn optional_collector<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Url>, D::Error> {
    let text = String::deserialize(from)?;
    if text.is_empty() {
        return Ok(None);
    }
    parse_web_url(&text).filter(is_anonymous).map(Some).ok_or_else(|| {
        D::Error::custom(
            "must be empty or a URL such as http://127.0.0.1:4318, without a name and a password",
        )
    })
}

pub(super) fn origin<'de, D: Deserializer<'de>>(from: D) -> Result<Url, D::Error> {
    parsed(from, ORIGIN, parse_origin)
}

pub(super) fn optional_origin<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Url>, D::Error> {
    optional(from, ORIGIN, parse_origin)
}

pub(super) fn networks<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<IpNet>, D::Error> {
    let values = Vec::<toml::Value>::deserialize(from)?;
    let texts = values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    texts.map(|text| network(&text).ok_or_else(|| bad(NETWORK, text))).collect()
}

pub(super) fn database_url<'de, D: Deserializer<'de>>(from: D) -> Result<SecretString, D::Error> {
    let text = String::deserialize(from)?;
    if Dialect::of(&text).is_none() {
        return Err(D::Error::custom(
            "must be `sqlite://` and the path of a file, or a `postgres://` address, with a port and options that can be read",
        ));
    }
    Ok(text.into())
}

pub(super) fn path<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    parsed(from, "a path", |text| (!text.is_empty()).then(|| PathBuf::from(text)))
}

pub(super) fn optional_secret<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SecretString>, D::Error> {
    let text = String::deserialize(from)?;
    Ok((!text.is_empty()).then(|| text.into()))
}

/// The token goes into a header, where a line break from a file would make every call fail before it is sent.
pub(super) fn optional_token<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SecretString>, D::Error> {
    let text = String::deserialize(from)?;
    let token = text.trim();
    if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(D::Error::custom("must be empty or a bot token: one word, as the platform shows it"));
    }
    Ok((!token.is_empty()).then(|| token.into()))
}

pub(super) fn optional_id<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Option<T>, D::Error> {
    optional(from, "an id of 17 to 20 digits, in quotes", |text| text.parse().ok())
}

pub(super) fn hostname<'de, D: Deserializer<'de>>(from: D) -> Result<Hostname, D::Error> {
    parsed(from, "a host name such as stores.example.com", Hostname::parse)
}

pub(super) fn tls<'de, D: Deserializer<'de>>(from: D) -> Result<Tls, D::Error> {
    parsed(from, "`off` or `acme`", |text| match text {
        "off" => Some(Tls::Off),
        "acme" => Some(Tls::Acme),
        _ => None,
    })
}

pub(super) fn optional_email<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    optional(from, "an email address", |text| {
        let (_, host) = text.split_once('@')?;
        (is_email(text) && Hostname::parse(host).is_some()).then(|| text.to_owned())
    })
}

pub(super) fn optional_path<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    optional(from, "a path", |text| Some(PathBuf::from(text)))
}

pub(super) fn provider<'de, D: Deserializer<'de>>(from: D) -> Result<Provider, D::Error> {
    parsed(from, "`manual`, `webhook` or `simulated`", |text| match text {
        "manual" => Some(Provider::Manual),
        "webhook" => Some(Provider::Webhook),
        "simulated" => Some(Provider::Simulated),
        _ => None,
    })
}

pub(super) fn path_or_url<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    parsed(from, "a path such as /vendor or a URL", |text| {
        let is_path = text.starts_with('/') && !text.starts_with("//");
        (is_path || parse_web_url(text).is_some()).then(|| text.trim_end_matches('/').to_owned())
    })
}

pub(super) fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let share = f64::deserialize(from)?;
    if !(0.0..=1.0).contains(&share) {
        return Err(bad("a number from 0 to 1", share));
    }
    Ok(share)
}

pub(super) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    number_from(0, from)
}

pub(super) fn at_least_one<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    number_from(1, from)
}

/// Where a browser on this machine reaches a listener.
pub(super) fn url_of(bound: SocketAddr) -> Url {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let address = SocketAddr::new(ip, bound.port());
    Url::parse(&format!("http://{address}")).expect("an address is the authority of a URL")
}

fn parse_web_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

fn parse_origin(text: &str) -> Option<Url> {
    let url = parse_web_url(text)?;
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    (bare && is_anonymous(&url)).then_some(url)
}

fn is_anonymous(url: &Url) -> bool {
    url.username().is_empty() && url.password().is_none()
}

fn number_from<'de, D: Deserializer<'de>>(least: u32, from: D) -> Result<u32, D::Error> {
    let number = i64::deserialize(from)?;
    let most = u32::MAX;
    let fits = u32::try_from(number).ok().filter(|number| *number >= least);
    fits.ok_or_else(|| bad(&format!("a whole number from {least} to {most}"), number))
}

fn optional<'de, D, T>(
    from: D,
    what: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
{
    parsed(from, &format!("empty or {what}"), |text| {
        if text.is_empty() { Some(None) } else { parse(text).map(Some) }
    })
}

fn parsed<'de, D, T>(from: D, what: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
{
    let text = String::deserialize(from)?;
    parse(&text).ok_or_else(|| bad(what, text))
}

fn bad<E: Error>(what: &str, given: impl Display) -> E {
    E::custom(format!("must be {what}, not `{given}`"))
}
