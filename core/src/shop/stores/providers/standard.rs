//! Anything that signs after Standard Webhooks: a shop of the seller's own, or an automation service.

use data_encoding::BASE64;
use serde_json::json;

use super::signature::Signature;
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store, standard_webhooks};

const PURCHASE: &str = "purchase.created";
/// How the format writes a secret.
pub(in crate::shop::stores) const SECRET_PREFIX: &str = "whsec_";

pub(super) struct Standard;

impl Store for Standard {
    fn key(&self, secret: &str) -> Option<Vec<u8>> {
        let digits = secret.strip_prefix(SECRET_PREFIX).unwrap_or(secret);
        BASE64.decode(digits.as_bytes()).ok().filter(|key| !key.is_empty())
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
