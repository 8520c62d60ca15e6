//! Parses an accepted call, before the database is asked about it.

use crate::shop::stores::Provider;
use crate::shop::stores::providers::{Body, Event, Item, Malformed, Sent, store};

/// What a call says was bought.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    /// `None` for tests, which are no purchase.
    pub(super) purchase: Option<String>,
    pub(super) item: Item,
    pub(super) email: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) enum Reading {
    Purchase {
        purchase: String,
        claim: Claim,
    },
    /// The store's own test, which may not name an item.
    Simulated(Option<Claim>),
    Ignored {
        event: String,
    },
}

/// Errors: when the call is not what the store sends.
pub(super) fn read(provider: Provider, sent: &Sent) -> Result<Reading, Malformed> {
    let store = store(provider);
    let body = Body::parse(&sent.body)?;
    match store.event(sent, &body)? {
        Event::Other(event) => Ok(Reading::Ignored { event }),
        Event::Simulated => Ok(Reading::Simulated(item_of(provider, sent, &body))),
        Event::Purchase => {
            let parts: Vec<String> = store.identity(sent, &body)?.into_iter().flatten().collect();
            let purchase = parts.join("/");
            let item = store.item(sent, &body)?;
            let claim = Claim { purchase: Some(purchase.clone()), item, email: store.email(&body) };
            Ok(Reading::Purchase { purchase, claim })
        }
    }
}

/// The item of an unsigned test call, if it can be read.
pub(super) fn read_test(provider: Provider, sent: &Sent) -> Option<Claim> {
    item_of(provider, sent, &Body::parse(&sent.body).ok()?)
}

fn item_of(provider: Provider, sent: &Sent, body: &Body) -> Option<Claim> {
    let store = store(provider);
    let item = store.item(sent, body).ok()?;
    Some(Claim { purchase: None, item, email: store.email(body) })
}
