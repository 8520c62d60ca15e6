//! SellAuth: a call for each item of an invoice. Its `X-Timestamp` and `Idempotency-Key` are not signed, and not read.

use serde_json::json;

use super::signature::{Algorithm, Signature, hex_code};
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store};

const SIGNATURE: &str = "x-signature";
const ALGORITHM: Algorithm = Algorithm::HmacSha256;
const PURCHASE: &str = "INVOICE.ITEM.DELIVER-DYNAMIC";

pub(super) struct SellAuth;

impl Store for SellAuth {
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        Signature::of_body(ALGORITHM, &sent.body, sent.header(SIGNATURE)?)
    }

    fn event(&self, _: &Sent, body: &Body) -> Result<Event, Malformed> {
        match body.event("/event")?.ok_or(Malformed::NoEvent)? {
            PURCHASE => Ok(Event::Purchase),
            other => Ok(Event::Other(other.to_owned())),
        }
    }

    /// `unique_id` identifies an invoice, which may have several items.
    fn identity(&self, _: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed> {
        let (invoice, item) = (body.id(&["/id"])?, body.id(&["/item/id"])?);
        if invoice.is_none() && item.is_none() {
            return Err(Malformed::NoPurchase);
        }
        Ok(vec![body.id(&["/shop_id"])?, invoice, item])
    }

    fn item(&self, _: &Sent, body: &Body) -> Result<Item, Malformed> {
        body.item(&["/item/product_id"], &["/item/variant_id"], &["/item/quantity"])
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/email", "/customer/email"])
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "event": PURCHASE, "id": sample.id, "shop_id": 1, "email": SAMPLE_EMAIL,
            "item": {
                "id": sample.id, "product_id": sample.product, "variant_id": sample.variant,
                "quantity": sample.quantity,
            },
        });
        Sent::signed(&body, SIGNATURE, |bytes| hex_code(ALGORITHM, &[bytes], key))
    }
}
