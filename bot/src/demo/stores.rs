//! Two connected stores and their calls: sales, a repeated one, a product that is not mapped, a forgery and a test.

use boostdesk_core::App;
use boostdesk_core::ids::{GuildId, UserId};
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::delivery_text;
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, Headers, Sent, Wanted};
use boostdesk_core::shop::stores::connections::{self, Product};
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;

use crate::process::failed::Failed;

const SECRET: &str = "the secret of the demo";
const TEXT: &str = "Thank you! Your key for {amount} boosts:\n{key}\n\nRedeem it at {redeem_url}\nand watch it at {status_url}";
/// The demo's purchases: id, product, quantity, and whether the signature is right.
const PURCHASES: [(u32, &str, u32, bool); 6] = [
    (4101, "1042", 1, true),
    (4102, "1043", 2, true),
    (4102, "1043", 2, true),
    (4103, "1099", 1, true),
    (4104, "1042", 1, false),
    (4105, "1042", 1, true),
];

pub(super) async fn connect(app: &App, user_id: &UserId, guild: &GuildId) -> Result<(), Failed> {
    delivery_text::save(app, user_id, TEXT, &Client::default()).await.map_err(Failed::trouble)?;
    let row = |product: &str, variant: Option<&str>, stock, amount| Product {
        product: product.to_owned(),
        variant: variant.map(str::to_owned),
        stock,
        amount,
    };
    let sellauth = vec![
        row("1042", None, StockName::OneMonth, 14),
        row("1043", Some("1"), StockName::OneMonth, 8),
        row("1043", None, StockName::ThreeMonth, 8),
    ];
    let standard = vec![row("boosts", None, StockName::ThreeMonth, 14)];
    for (provider, secret, rows) in
        [(Provider::SellAuth, Some(SECRET), sellauth), (Provider::Standard, None, standard)]
    {
        connections::add_secret(app, user_id, guild, provider, secret).await.map_err(Failed::trouble)?;
        connections::save_products(app, user_id, guild, provider, rows).await.map_err(Failed::trouble)?;
    }
    connections::set_enabled(app, user_id, guild, Provider::SellAuth, true).await.map_err(Failed::trouble)?;
    for (id, product, quantity, signed) in PURCHASES {
        let body = json!({
            "event": "INVOICE.ITEM.DELIVER-DYNAMIC", "id": id, "shop_id": 7, "email": "noor@example.com",
            "item": {"id": id * 2, "product_id": product, "quantity": quantity},
        });
        call(app, guild, body.to_string(), signed).await?;
    }
    calls::test(app, user_id, guild, Provider::Standard, Wanted::default()).await.map_err(Failed::trouble)?;
    Ok(())
}

async fn call(app: &App, guild: &GuildId, body: String, signed: bool) -> Result<(), Failed> {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(body.as_bytes());
    let signature = if signed { HEXLOWER.encode(&mac.finalize().into_bytes()) } else { "00".repeat(32) };
    let headers = Headers::from([
        ("content-type".to_owned(), "application/json".to_owned()),
        ("x-signature".to_owned(), signature),
    ]);
    let sent = Sent { headers, body: body.into_bytes() };
    let judged = calls::judge(app, Provider::SellAuth, guild, sent, false).await.map_err(Failed::trouble)?;
    calls::settle(app, judged).await.map_err(Failed::trouble)?;
    Ok(())
}
