//! SellApp: every signed call is a purchase. What its test button sends is made up and unsigned: that goes to the address
//! with `?test=1`, which never makes a key.

use serde_json::json;

use super::signature::{Algorithm, Signature, hex_code};
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store};

const SIGNATURE: &str = "signature";
const ALGORITHM: Algorithm = Algorithm::HmacSha256;
const VARIANT: [&str; 2] = ["/product_variants/0/id", "/variant/id"];

pub(super) struct SellApp;

impl Store for SellApp {
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        Signature::of_body(ALGORITHM, &sent.body, sent.header(SIGNATURE)?)
    }

    fn has_test_address(&self) -> bool {
        true
    }

    fn event(&self, _: &Sent, _: &Body) -> Result<Event, Malformed> {
        Ok(Event::Purchase)
    }

    fn identity(&self, _: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed> {
        let order = body.id(&["/id"])?.ok_or(Malformed::NoPurchase)?;
        Ok(vec![Some(order), body.id(&VARIANT)?])
    }

    fn item(&self, _: &Sent, body: &Body) -> Result<Item, Malformed> {
        body.item(&["/listing/id", "/product_id"], &VARIANT, &["/product_variants/0/quantity", "/quantity"])
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/customer_information/email", "/email"])
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "id": sample.id, "listing": {"id": sample.product},
            "product_variants": [{"id": sample.variant, "quantity": sample.quantity}],
            "customer_information": {"email": SAMPLE_EMAIL},
        });
        Sent::signed(&body, SIGNATURE, |bytes| hex_code(ALGORITHM, &[bytes], key))
    }
}
