//! Stores: each purchase there makes keys here, exactly once.

mod connections;
mod inbox;
mod open_refusals;
mod providers;
mod sales;
mod vectors;

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::shop::keys::{self, KeyFilter, KeyPage};
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, Answer, CallFilter, Headers, Sent, StoreCall};
use boostdesk_core::shop::stores::connections::{self as store_connections, NewSecret, Product};
use boostdesk_core::testing::Shop;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The secret of the vectors; for Standard Webhooks, [`STANDARD_SECRET`].
const SECRET: &str = "sk_live_0123456789";
const STANDARD_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

fn row(product: &str, variant: Option<&str>, amount: i64) -> Product {
    let (product, variant) = (product.to_owned(), variant.map(str::to_owned));
    Product { product, variant, stock: StockName::OneMonth, amount }
}

fn sent(headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Sent {
    let headers: Headers =
        headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Sent { headers, body: body.as_ref().to_vec() }
}

/// Signs a body as SellAuth does.
fn signed(body: impl AsRef<[u8]>) -> Sent {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(body.as_ref());
    sent(&[("x-signature", &HEXLOWER.encode(&mac.finalize().into_bytes()))], body)
}

/// A call of SellAuth's about an invoice, for so many of product 42.
fn invoice(id: u32, quantity: i64) -> Sent {
    signed(format!(
        r#"{{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":{id},"shop_id":5,"email":"Mika@Example.com",
           "item":{{"id":9,"product_id":42,"quantity":{quantity}}}}}"#
    ))
}

/// Helpers of a shop with stores.
trait Stores {
    async fn add_secret(&self, provider: Provider, secret: &str) -> NewSecret;
    async fn map(&self, provider: Provider, rows: Vec<Product>);
    /// Connects a store: the vectors' secret, product 42 at 14 boosts of one month, enabled.
    async fn connect(&self, provider: Provider);
    async fn calls(&self) -> Vec<StoreCall>;
    async fn all_keys(&self, search: &str) -> KeyPage;
}

impl Stores for Shop {
    async fn add_secret(&self, provider: Provider, secret: &str) -> NewSecret {
        let added =
            store_connections::add_secret(&self.app, &self.user_id, &self.guild, provider, Some(secret));
        added.await.expect("there is room for a secret")
    }

    async fn map(&self, provider: Provider, rows: Vec<Product>) {
        store_connections::save_products(&self.app, &self.user_id, &self.guild, provider, rows)
            .await
            .expect("the rows are good");
    }

    async fn connect(&self, provider: Provider) {
        let secret = if provider == Provider::Standard { STANDARD_SECRET } else { SECRET };
        self.add_secret(provider, secret).await;
        self.map(provider, vec![row("42", None, 14)]).await;
        store_connections::set_enabled(&self.app, &self.user_id, &self.guild, provider, true)
            .await
            .expect("there is a secret");
    }

    async fn calls(&self) -> Vec<StoreCall> {
        let page = calls::list(&self.app, &self.user_id, &self.guild, CallFilter::default());
        page.await.expect("the storefront exists").calls
    }

    async fn all_keys(&self, search: &str) -> KeyPage {
        let filter = KeyFilter { search, ..KeyFilter::default() };
        let page = keys::list(&self.app, &self.user_id, &self.guild, filter, None, Some(100)).await;
        page.expect("the storefront exists")
    }
}

/// Returns this process's answer to a call.
async fn call(app: &App, shop: &Shop, provider: Provider, sent: Sent) -> Answer {
    call_at(app, shop, provider, sent, false).await
}

async fn call_at(app: &App, shop: &Shop, provider: Provider, sent: Sent, at_test_address: bool) -> Answer {
    let judged = calls::judge(app, provider, &shop.guild, sent, at_test_address).await;
    calls::settle(app, judged.expect("the storefront exists")).await.expect("the database answers")
}

/// A connected store sells twice, and sends two events that we ignore, each at a time of its own.
pub(crate) async fn sell_two(app: &App, shop: &Shop) {
    let provider = Provider::SellAuth;
    shop.map(provider, vec![row("42", None, 14)]).await;
    let enabled = store_connections::set_enabled(app, &shop.user_id, &shop.guild, provider, true);
    enabled.await.expect("there is a secret");
    let other = || signed(r#"{"event":"INVOICE.PAID","id":1,"shop_id":5}"#);
    for sent in [invoice(1, 1), invoice(2, 1), other(), other()] {
        app.clock.advance(Duration::from_millis(1));
        call(app, shop, provider, sent).await;
    }
}
