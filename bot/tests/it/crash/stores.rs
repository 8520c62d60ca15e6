//! The calls of each store for a purchase of product 42, signed now as that store signs.

use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::{BASE64, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};

/// Purchases go to them in turn, in this order.
pub(super) const STORES: [Store; 7] = [
    Store { name: "sellauth", secret: SECRET, call: sellauth },
    Store { name: "sellapp", secret: SECRET, call: sellapp },
    Store { name: "sellix", secret: SECRET, call: sellix },
    Store { name: "shoppex", secret: SECRET, call: shoppex },
    Store { name: "shoppy", secret: SECRET, call: shoppy },
    Store { name: "whop", secret: SECRET, call: whop },
    Store { name: "standard", secret: STANDARD_SECRET, call: standard },
];

const SECRET: &str = "sk_live_0123456789";
const STANDARD_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

pub(super) struct Store {
    pub(super) name: &'static str,
    pub(super) secret: &'static str,
    /// Makes the call for the purchase with this number.
    call: fn(usize) -> Call,
}

pub(super) struct Call {
    /// Headers with their line ends.
    pub(super) headers: String,
    pub(super) body: String,
    /// The identity of what was bought.
    pub(super) purchase: String,
}

/// Returns a purchase's store, and its call.
pub(super) fn call(purchase: usize) -> (&'static Store, Call) {
    let store = &STORES[purchase % STORES.len()];
    (store, (store.call)(purchase))
}

fn sellauth(id: usize) -> Call {
    let body = format!(
        r#"{{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":{id},"shop_id":5,"item":{{"id":9,"product_id":42}}}}"#
    );
    let headers = format!("x-signature: {}\r\n", HEXLOWER.encode(&sha256(SECRET.as_bytes(), &body)));
    Call { headers, body, purchase: format!("5/{id}/9") }
}

fn sellapp(id: usize) -> Call {
    let body =
        format!(r#"{{"id":"{id}","listing":{{"id":42}},"product_variants":[{{"id":7,"quantity":1}}]}}"#);
    let headers = format!("signature: {}\r\n", HEXLOWER.encode(&sha256(SECRET.as_bytes(), &body)));
    Call { headers, body, purchase: format!("{id}/7") }
}

fn sellix(id: usize) -> Call {
    let body = format!(
        r#"{{"event":"product:dynamic","data":{{"uniqid":"u{id}","type":"PRODUCT","product_id":"42"}}}}"#
    );
    let headers = format!("x-sellix-signature: {}\r\n", HEXLOWER.encode(&sha512(&body)));
    Call { headers, body, purchase: format!("u{id}/42") }
}

fn shoppex(id: usize) -> Call {
    let body = r#"{"product":{"uniqid":"42"}}"#.to_owned();
    let (delivery, now) = (format!("dlv_{id:04}"), now());
    let code = HEXLOWER.encode(&sha256(SECRET.as_bytes(), &format!("{delivery}.{now}.{body}")));
    let headers =
        format!("x-shoppex-signature-v2: v1,t={now},h={code}\r\nx-shoppex-delivery-id: {delivery}\r\n");
    Call { headers, body, purchase: delivery }
}

fn shoppy(id: usize) -> Call {
    let purchase = format!("ord-{id:04}");
    let body = format!(
        r#"{{"event":"order:paid","data":{{"product":{{"id":"42"}},"order":{{"id":"{purchase}"}}}}}}"#
    );
    let headers = format!("x-shoppy-signature: {}\r\n", HEXLOWER.encode(&sha512(&body)));
    Call { headers, body, purchase }
}

fn whop(id: usize) -> Call {
    let purchase = format!("mem_{id:04}");
    let body =
        format!(r#"{{"type":"membership.activated","data":{{"id":"{purchase}","product":{{"id":"42"}}}}}}"#);
    Call { headers: standard_headers(SECRET.as_bytes(), id, &body), body, purchase }
}

fn standard(id: usize) -> Call {
    let purchase = format!("p-{id:04}");
    let body = format!(r#"{{"type":"purchase.created","data":{{"id":"{purchase}","product":"42"}}}}"#);
    let key = STANDARD_SECRET.trim_start_matches("whsec_");
    let key = BASE64.decode(key.as_bytes()).expect("base64");
    Call { headers: standard_headers(&key, id, &body), body, purchase }
}

/// A new message id each time, like stores that send again.
fn standard_headers(key: &[u8], id: usize, body: &str) -> String {
    let now = now();
    let message = format!("msg_{id}_{now}");
    let code = BASE64.encode(&sha256(key, &format!("{message}.{now}.{body}")));
    format!("webhook-id: {message}\r\nwebhook-timestamp: {now}\r\nwebhook-signature: v1,{code}\r\n")
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970").as_secs()
}

fn sha256(key: &[u8], message: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn sha512(message: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha512>::new_from_slice(SECRET.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().to_vec()
}
