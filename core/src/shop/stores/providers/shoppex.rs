//! Shoppex: every signed call is a purchase. It signs its delivery's id and the time along with the body.

use serde_json::json;

use super::body::part;
use super::signature::{Algorithm, Signature, hex_code};
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store};
use data_encoding::HEXLOWER_PERMISSIVE;

/// `v1,t=<unix seconds>,h=<hexadecimal digits>`.
const SIGNATURE: &str = "x-shoppex-signature-v2";
const DELIVERY: &str = "x-shoppex-delivery-id";
/// Repeats the signed time, when it is there.
const TIMESTAMP: &str = "x-shoppex-timestamp";
const ALGORITHM: Algorithm = Algorithm::HmacSha256;

pub(super) struct Shoppex;

impl Store for Shoppex {
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        let mut parts = sent.header(SIGNATURE)?.split(',').map(str::trim);
        let (version, time, digits) = (parts.next()?, parts.next()?, parts.next()?);
        let (time, digits) = (time.strip_prefix("t=")?, digits.strip_prefix("h=")?);
        if version != "v1"
            || parts.next().is_some()
            || sent.header(TIMESTAMP).is_some_and(|told| told != time)
        {
            return None;
        }
        let delivery = sent.header(DELIVERY).filter(|id| !id.is_empty())?;
        Some(Signature {
            algorithm: ALGORITHM,
            message: vec![delivery.as_bytes(), b".", time.as_bytes(), b".", &sent.body],
            codes: vec![HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).ok()?],
            time: Some(time.parse().ok()?),
        })
    }

    fn event(&self, _: &Sent, _: &Body) -> Result<Event, Malformed> {
        Ok(Event::Purchase)
    }

    fn identity(&self, sent: &Sent, _: &Body) -> Result<Vec<Option<String>>, Malformed> {
        let delivery = sent.header(DELIVERY).ok_or(Malformed::NoPurchase)?;
        Ok(vec![Some(part(delivery.to_owned())?)])
    }

    fn item(&self, _: &Sent, body: &Body) -> Result<Item, Malformed> {
        body.item(&["/product/uniqid", "/productId", "/product_id"], &[], &["/quantity"])
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/customerEmail", "/customer_email", "/email"])
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "product": {"uniqid": sample.product}, "quantity": sample.quantity, "customerEmail": SAMPLE_EMAIL,
        });
        let time = sample.now.unix_seconds().to_string();
        let mut sent = Sent::signed(&body, SIGNATURE, |bytes| {
            let message = [sample.id.as_bytes(), b".", time.as_bytes(), b".", bytes];
            format!("v1,t={time},h={}", hex_code(ALGORITHM, &message, key))
        });
        sent.headers.insert(DELIVERY.to_owned(), sample.id.to_owned());
        sent
    }
}
