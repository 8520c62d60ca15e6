//! Calls as the stores sign them, signed by other programs.
//!
//! Hexadecimal codes: `printf %s "$body" | openssl dgst -sha256 -hmac sk_live_0123456789` (`-sha512` for Sellix and Shoppy);
//! for Shoppex of `dlv_1.<time>.$body`. Base64 codes, in Node:
//! `createHmac('sha256', key).update('msg_1.<time>.' + body).digest('base64')`, where `key` is the secret for Whop and
//! `Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')` for the others.

use boostdesk_core::shop::stores::Provider;

/// A purchase of product 42.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vector {
    pub(super) provider: Provider,
    pub(super) headers: &'static [(&'static str, &'static str)],
    pub(super) body: &'static str,
    pub(super) purchase: &'static str,
    pub(super) variant: Option<&'static str>,
    pub(super) quantity: i64,
}

pub(super) const ALL: [Vector; 8] = [
    Vector {
        provider: Provider::SellAuth,
        headers: &[("x-signature", "1334d52970b757a4ed9e7c799e2fd7fa40a2eb711a70cf90d8a1e82e9c74e390")],
        body: r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":71,"shop_id":5,"email":"mika@example.com","item":{"id":9,"product_id":42,"variant_id":7,"quantity":1}}"#,
        purchase: "5/71/9",
        variant: Some("7"),
        quantity: 1,
    },
    Vector {
        provider: Provider::SellApp,
        headers: &[("signature", "0564d964fe9de6d6a38605d0ce547877b9ed41b6cb9b825cff348fd32e8a0023")],
        body: r#"{"id":"880","listing":{"id":42},"product_variants":[{"id":7,"quantity":2}],"customer_information":{"email":"mika@example.com"}}"#,
        purchase: "880/7",
        variant: Some("7"),
        quantity: 2,
    },
    Vector {
        provider: Provider::Sellix,
        headers: &[(
            "x-sellix-signature",
            "fc8bb11657268cc798974d6116c6c6ed4371990b52b15d68b3097e4044102ef2b5f70af03ac552256eb69c81a06840ba8047c82f1d293e5a6ad1b0422568c478",
        )],
        body: r#"{"event":"product:dynamic","data":{"uniqid":"5f0a","type":"PRODUCT","product_id":"42","quantity":1,"customer_email":"mika@example.com"}}"#,
        purchase: "5f0a/42",
        variant: None,
        quantity: 1,
    },
    Vector {
        provider: Provider::Sellix,
        headers: &[
            (
                "x-sellix-signature",
                "fa2f42deac355a863621bbea84be318c8c3351611ede92471926a10cdb814c66e2523e7ad1ed7a95022d24d47ce052aba51bf8608fdb2b4d7b97274710e19872",
            ),
            ("x-sellix-product-id", "42"),
        ],
        body: r#"{"event":"product:dynamic","data":{"uniqid":"5f0b","type":"SHOPPING_CART","customer_email":"mika@example.com","cart":[{"uniqid":"41","unit_quantity":1},{"uniqid":"42","unit_quantity":3}]}}"#,
        purchase: "5f0b/42",
        variant: None,
        quantity: 3,
    },
    Vector {
        provider: Provider::Shoppex,
        headers: &[
            (
                "x-shoppex-signature-v2",
                "v1,t=1795166040,h=ab47fb24ba3bcc1b600f9231505bbe5e2089ea1c89862e15f0dd34ec1a1b8dcd",
            ),
            ("x-shoppex-timestamp", "1795166040"),
            ("x-shoppex-delivery-id", "dlv_1"),
        ],
        body: SHOPPEX_BODY,
        purchase: "dlv_1",
        variant: None,
        quantity: 1,
    },
    Vector {
        provider: Provider::Shoppy,
        headers: &[(
            "x-shoppy-signature",
            "e8f898310fefdf9bcc9630d62a7c8adf2d3a1a7de9cd8696ff4af24b5c9cd2f2862a35c1ae271c2a3c13cef5061d79ad28b649a35efa92d6850c86b4bb8de070",
        )],
        body: r#"{"event":"order:paid","data":{"product":{"id":"42"},"order":{"id":"ord-1","quantity":"1","email":"mika@example.com"}}}"#,
        purchase: "ord-1",
        variant: None,
        quantity: 1,
    },
    Vector {
        provider: Provider::Whop,
        headers: &[
            ("webhook-id", "msg_1"),
            ("webhook-timestamp", "1795166040"),
            ("webhook-signature", "v1,L518KGhMNvMOQbQ48qVpwTCpqsRTHAa1NZ1yDBtkjzs="),
        ],
        body: WHOP_BODY,
        purchase: "mem_1/1795160000",
        variant: None,
        quantity: 1,
    },
    Vector {
        provider: Provider::Standard,
        headers: &[
            ("webhook-id", "msg_1"),
            ("webhook-timestamp", "1795166040"),
            ("webhook-signature", "v1,bm90IHRoaXMgb25l v1,EYAStByVJ+gTm5Pn/IWSUUvvozERwtoT8TRsX4+U0fg="),
        ],
        body: STANDARD_BODY,
        purchase: "p-1",
        variant: Some("7"),
        quantity: 1,
    },
];

const SHOPPEX_BODY: &str = r#"{"product":{"uniqid":"42"},"quantity":1,"customerEmail":"mika@example.com"}"#;
const WHOP_BODY: &str = r#"{"type":"membership.activated","data":{"id":"mem_1","renewal_period_start":1795160000,"product":{"id":"42"},"user":{"email":"mika@example.com"}}}"#;
const STANDARD_BODY: &str = r#"{"type":"purchase.created","data":{"id":"p-1","product":"42","variant":"7","quantity":1,"email":"mika@example.com"}}"#;

/// A store, its headers and its body.
type Signed = (Provider, &'static [(&'static str, &'static str)], &'static str);

/// Signed 301 seconds before the tests' clock.
pub(super) const STALE: [Signed; 3] = [
    (
        Provider::Shoppex,
        &[
            (
                "x-shoppex-signature-v2",
                "v1,t=1795165739,h=7c8a13125c7a3aff143ef9c62c32b08c60f11d689afb73456ce5164091bce35d",
            ),
            ("x-shoppex-delivery-id", "dlv_1"),
        ],
        SHOPPEX_BODY,
    ),
    (
        Provider::Whop,
        &[
            ("webhook-id", "msg_1"),
            ("webhook-timestamp", "1795165739"),
            ("webhook-signature", "v1,9zfRXAA0cffUz2aRWnD+SxTCLa2G3ogeXO8ap2l4rxY="),
        ],
        WHOP_BODY,
    ),
    (
        Provider::Standard,
        &[
            ("webhook-id", "msg_1"),
            ("webhook-timestamp", "1795165739"),
            ("webhook-signature", "v1,+0hjcfXb4AbwO9AHixS+QCefVrdh36SyWsrpogDiVMA="),
        ],
        STANDARD_BODY,
    ),
];

/// Signed exactly 300 seconds before.
pub(super) const JUST_IN_TIME: (&[(&str, &str)], &str) = (
    &[
        (
            "x-shoppex-signature-v2",
            "v1,t=1795165740,h=fd59cfcfafcc83179d3242ffd2e9cd80d8dc88b4c0795e42877336c4a73e0b45",
        ),
        ("x-shoppex-delivery-id", "dlv_1"),
    ],
    SHOPPEX_BODY,
);

/// Shoppy's own test button.
pub(super) const SIMULATED: (&[(&str, &str)], &str) = (
    &[(
        "x-shoppy-signature",
        "3afa5c909235949cba4b0b86aab1a3d4f8245f34d3bed6fb749bac163ddfe8005e68e0bea558334834c009fb60e7b8d86b85e959508fbdc69843631bd5524650",
    )],
    r#"{"event":"simulator","data":{"order":{"id":"ord-1","product_id":"42"}}}"#,
);
