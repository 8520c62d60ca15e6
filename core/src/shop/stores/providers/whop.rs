//! Whop: Standard Webhooks, but the key is the secret's raw bytes. It has no place for a delivery text.

use serde_json::json;

use super::signature::Signature;
use super::{AnswerKind, Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store, standard_webhooks};

const PURCHASE: &str = "membership.activated";

pub(super) struct Whop;

impl Store for Whop {
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        standard_webhooks::signature(sent)
    }

    fn event(&self, _: &Sent, body: &Body) -> Result<Event, Malformed> {
        match body.event("/type")?.ok_or(Malformed::NoEvent)? {
            PURCHASE => Ok(Event::Purchase),
            other => Ok(Event::Other(other.to_owned())),
        }
    }

    /// A membership is activated anew with each period that is paid for.
    fn identity(&self, _: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed> {
        let membership = body.id(&["/data/id"])?.ok_or(Malformed::NoPurchase)?;
        Ok(vec![Some(membership), body.id(&["/data/renewal_period_start"])?])
    }

    fn item(&self, _: &Sent, body: &Body) -> Result<Item, Malformed> {
        body.item(&["/data/product/id"], &[], &[])
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/data/user/email"])
    }

    fn answer(&self) -> AnswerKind {
        AnswerKind::Acknowledgement
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "type": PURCHASE, "timestamp": sample.now.rfc3339(),
            "data": {
                "id": sample.id, "product": {"id": sample.product}, "user": {"email": SAMPLE_EMAIL},
            },
        });
        standard_webhooks::sample(&body, sample, key)
    }
}
