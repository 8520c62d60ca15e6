//! Shoppy: the product stands in one of several places, and `simulator` is the store's own test.

use serde_json::json;

use super::signature::{Algorithm, Signature, hex_code};
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store};

const SIGNATURE: &str = "x-shoppy-signature";
const ALGORITHM: Algorithm = Algorithm::HmacSha512;
const PURCHASE: &str = "order:paid";
const SIMULATED: &str = "simulator";

pub(super) struct Shoppy;

impl Store for Shoppy {
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        Signature::of_body(ALGORITHM, &sent.body, sent.header(SIGNATURE)?)
    }

    fn event(&self, _: &Sent, body: &Body) -> Result<Event, Malformed> {
        match body.event("/event")?.ok_or(Malformed::NoEvent)? {
            PURCHASE => Ok(Event::Purchase),
            SIMULATED => Ok(Event::Simulated),
            other => Ok(Event::Other(other.to_owned())),
        }
    }

    fn identity(&self, _: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed> {
        let order = body.id(&["/data/order/id", "/data/id"])?.ok_or(Malformed::NoPurchase)?;
        Ok(vec![Some(order)])
    }

    fn item(&self, _: &Sent, body: &Body) -> Result<Item, Malformed> {
        let product = ["/data/product/id", "/data/order/product/id", "/data/order/product_id"];
        body.item(&product, &[], &["/data/order/quantity"])
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/data/order/email"])
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "event": PURCHASE,
            "data": {
                "product": {"id": sample.product},
                "order": {"id": sample.id, "quantity": sample.quantity, "email": SAMPLE_EMAIL},
            },
        });
        Sent::signed(&body, SIGNATURE, |bytes| hex_code(ALGORITHM, &[bytes], key))
    }
}
