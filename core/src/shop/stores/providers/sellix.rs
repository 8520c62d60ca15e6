//! Sellix: one call a product, of which a cart may have several. Which of them a call is about stands in a header, which is
//! not signed: it picks a row of the signed cart, and the pick is part of the purchase's identity.

use serde_json::{Value, json};

use super::body::{name_in, quantity_of};
use super::signature::{Algorithm, Signature, hex_code};
use super::{Body, Event, Item, Malformed, SAMPLE_EMAIL, Sample, Sent, Store};

const SIGNATURE: &str = "x-sellix-signature";
const ALGORITHM: Algorithm = Algorithm::HmacSha512;
const EVENT: &str = "x-sellix-event";
const PICK: &str = "x-sellix-product-id";
const PURCHASE: &str = "product:dynamic";
const CART: &str = "SHOPPING_CART";

pub(super) struct Sellix;

impl Store for Sellix {
    fn signature<'a>(&self, sent: &'a Sent) -> Option<Signature<'a>> {
        Signature::of_body(ALGORITHM, &sent.body, sent.header(SIGNATURE)?)
    }

    fn event(&self, sent: &Sent, body: &Body) -> Result<Event, Malformed> {
        match body.event("/event")?.or_else(|| sent.header(EVENT)).ok_or(Malformed::NoEvent)? {
            PURCHASE => Ok(Event::Purchase),
            other => Ok(Event::Other(other.to_owned())),
        }
    }

    fn identity(&self, sent: &Sent, body: &Body) -> Result<Vec<Option<String>>, Malformed> {
        let order = body.id(&["/data/uniqid"])?.ok_or(Malformed::NoPurchase)?;
        Ok(vec![Some(order), Some(self.item(sent, body)?.product)])
    }

    fn item(&self, sent: &Sent, body: &Body) -> Result<Item, Malformed> {
        if body.first(&["/data/type"]).is_some_and(|kind| kind == CART) {
            return cart_item(sent, body);
        }
        body.item(&["/data/product/uniqid", "/data/product_id"], &[], &["/data/quantity"])
    }

    fn email(&self, body: &Body) -> Option<String> {
        body.email(&["/data/customer_email"])
    }

    fn sample(&self, sample: &Sample<'_>, key: &[u8]) -> Sent {
        let body = json!({
            "event": PURCHASE,
            "data": {
                "uniqid": sample.id, "type": "PRODUCT", "product_id": sample.product,
                "quantity": sample.quantity, "customer_email": SAMPLE_EMAIL,
            },
        });
        Sent::signed(&body, SIGNATURE, |bytes| hex_code(ALGORITHM, &[bytes], key))
    }
}

fn cart_item(sent: &Sent, body: &Body) -> Result<Item, Malformed> {
    let rows = body.first(&["/data/cart"]).and_then(Value::as_array).ok_or(Malformed::NoCartRow)?;
    let row = match (sent.header(PICK), &rows[..]) {
        (None, [only]) => only,
        (None, _) => return Err(Malformed::NoCartRow),
        (Some(pick), rows) => {
            let picked = rows.iter().find(|row| matches!(product_of(row), Ok(Some(id)) if id == pick));
            picked.ok_or(Malformed::NoCartRow)?
        }
    };
    Ok(Item {
        product: product_of(row)?.ok_or(Malformed::NoProduct)?,
        variant: None,
        quantity: quantity_of(row.get("unit_quantity"))?,
    })
}

fn product_of(row: &Value) -> Result<Option<String>, Malformed> {
    name_in(row.get("uniqid").into_iter())
}
