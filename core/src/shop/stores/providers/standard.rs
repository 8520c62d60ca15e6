//! Anything that signs after Standard Webhooks: a shop of the seller's own, or an automation service.

use serde_json::json;

use super::signature::Signature;
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store, standard_webhooks};
use crate::foundation::standard_webhooks::key_of;

const PURCHASE: &str = "purchase.created";

pub(super) struct Standard;

impl Store for Standard {
    fn key(&self, secret: &str) -> Option<Vec<u8>> {
        key_of(&secret.into()).filter(|key| !key.is_empty())
    }

    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        standard_webhooks::signature(sent)
    }

    fn event(&self, _: &Sent, body: &Body) -> Result<Event, Malformed> {
        match body.event("/type")? {
            None | Some(PURCHASE) => Ok(Event::Purchase),
            Some(other) => Ok(Event::Other(other.to_owned())),
        }
    }

    fn identity(&self, _: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed> {
        Ok(vec![Some(body.id(&["/data/id", "/id"])?.ok_or(Malformed::NoPurchase)?)])
    }

    fn item(&self, _: &Sent, body: &Body) -> Result<Item, Malformed> {
        body.item(
            &["/data/product", "/product"],
            &["/data/variant", "/variant"],
            &["/data/quantity", "/quantity"],
        )
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/data/email", "/email"])
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "type": PURCHASE, "timestamp": sample.now.rfc3339(),
            "data": {
                "id": sample.id, "product": sample.product, "variant": sample.variant,
                "quantity": sample.quantity, "email": SAMPLE_EMAIL,
            },
        });
        standard_webhooks::sample(&body, sample, key)
    }
}
