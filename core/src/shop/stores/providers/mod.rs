//! How each store signs its calls and what they say: one small file a store, all behind [`Store`].
//!
//! Everything here is a function of bytes: no database, no clock, no mapping. A new store is a file, a word in
//! [`Provider`](super::Provider) with its migration, and a line in [`store`].

mod body;
mod sellapp;
mod sellauth;
mod sellix;
mod shoppex;
mod shoppy;
mod signature;
mod standard;
mod standard_webhooks;
mod whop;

use std::collections::BTreeMap;

use serde_json::Value;

use super::Provider;
use crate::foundation::clock::Timestamp;

pub(super) use body::{Body, Malformed};
use signature::Signature;

/// The header names are in lower case.
pub type Headers = BTreeMap<String, String>;

/// A call as it came.
#[derive(Debug, Clone)]
pub struct Sent {
    pub headers: Headers,
    pub body: Vec<u8>,
}

impl Sent {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.trim())
    }

    /// A call with this body, and with `header` as `sign` makes it from the body's bytes.
    fn signed(body: &Value, header: &str, sign: impl FnOnce(&[u8]) -> String) -> Self {
        let body = body.to_string().into_bytes();
        let mut headers = Headers::from([("content-type".to_owned(), "application/json".to_owned())]);
        headers.insert(header.to_owned(), sign(&body));
        Self { headers, body }
    }
}

/// What a signed call is about.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Purchase,
    /// The store's own test button.
    Simulated,
    /// It delivers nothing.
    Other(String),
}

/// What was bought. A text that is `None` was not told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) product: String,
    pub(super) variant: Option<String>,
    pub(super) quantity: i64,
}

/// What the store does with the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerKind {
    /// The delivery text goes to the customer as it is.
    Text,
    /// The store passes no text on: the answer only acknowledges the call.
    Acknowledgement,
}

/// The values that a sample call is made of.
#[derive(Debug)]
pub(super) struct Sample<'a> {
    /// Unique to this sample.
    pub(super) id: &'a str,
    pub(super) product: &'a str,
    pub(super) variant: Option<&'a str>,
    pub(super) quantity: i64,
    pub(super) now: Timestamp,
}

/// The customer's email in samples.
const SAMPLE_EMAIL: &str = "customer@example.com";

/// One store.
pub(super) trait Store: Sync {
    /// The key behind a secret. `None` when the text cannot be one.
    fn key(&self, secret: &str) -> Option<Vec<u8>> {
        Some(secret.as_bytes().to_vec())
    }

    /// The signature that the call carries. `None`: none, or none that can be read.
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>>;

    /// Whether the address with `?test=1` takes unsigned calls, which deliver nothing.
    fn has_test_address(&self) -> bool {
        false
    }

    fn event(&self, sent: &Sent, body: &Body) -> Result<Event, Malformed>;

    /// The parts, out of signed bytes, that together identify one purchase. Parts that are `None` are left out.
    fn identity(&self, sent: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed>;

    fn item(&self, sent: &Sent, body: &Body) -> Result<Item, Malformed>;

    fn email(&self, body: &Body) -> Option<String>;

    fn answer(&self) -> AnswerKind {
        AnswerKind::Text
    }

    /// A call such as the store makes, signed with `key`.
    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent;
}

pub(super) fn store(provider: Provider) -> &'static dyn Store {
    match provider {
        Provider::SellAuth => &sellauth::SellAuth,
        Provider::SellApp => &sellapp::SellApp,
        Provider::Sellix => &sellix::Sellix,
        Provider::Shoppex => &shoppex::Shoppex,
        Provider::Shoppy => &shoppy::Shoppy,
        Provider::Whop => &whop::Whop,
        Provider::Standard => &standard::Standard,
    }
}
