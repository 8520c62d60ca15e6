//! A seller with a storefront, and what else most tests begin with.

use futures::TryStreamExt;
use secrecy::{ExposeSecret, SecretString};

use crate::App;
use crate::ids::{GuildId, UserId};
use crate::outbox::seller_events::KeySource;
use crate::people::auth;
use crate::shop::keys::{self, CreateKeys, RedeemKey};
use crate::shop::orders::{self, Order};
use crate::shop::redeem::{self, Details};
use crate::shop::stock::{self, StockLevel, StockName, Wanted};
use crate::shop::storefronts::{self, StorefrontInput};

/// A valid guild id that ends in `number`.
pub fn guild(number: u32) -> GuildId {
    GuildId::parse(&format!("80411726395{number:08}")).expect("19 digits")
}

/// `count` tokens, a line each, unlike those with another `label`.
pub fn tokens(label: &str, count: usize) -> String {
    let lines: Vec<String> = (0..count).map(|number| format!("token.{label}.{number}\n")).collect();
    lines.concat()
}

/// What a customer enters.
pub fn details(name: &str) -> Details {
    Details { invite: "lofi-lounge".to_owned(), email: format!("{name}@example.com"), ..Details::default() }
}

/// A seller with one storefront.
#[derive(Debug, Clone)]
pub struct Shop {
    pub app: App,
    pub user_id: UserId,
    pub code: auth::AccessCode,
    pub guild: GuildId,
}

impl Shop {
    /// `number` makes the seller and the guild differ from other shops'.
    pub async fn open(app: &App, number: u32) -> Self {
        let (seller, code) =
            auth::add_seller(app, &format!("seller{number}"), None, false).await.expect("a new name is free");
        let guild = guild(number);
        let input = StorefrontInput { name: Some(format!("Shop {number}")), ..StorefrontInput::default() };
        storefronts::add_proven(app, &seller.id, &guild, input).await.expect("a new guild is free");
        Self { app: app.clone(), user_id: seller.id, code, guild }
    }

    pub async fn restock(&self, text: &str) -> stock::Imported {
        stock::import(&self.app, &self.user_id, &self.guild, StockName::OneMonth, text.to_owned())
            .await
            .expect("tokens are imported")
    }

    /// Keys for `amount` boosts of one month each.
    pub async fn keys(&self, amount: i64, count: i64) -> Vec<RedeemKey> {
        let wanted = CreateKeys { stock: StockName::OneMonth, amount, count, note: None };
        keys::create(&self.app, &self.user_id, &self.guild, wanted, KeySource::Seller)
            .await
            .expect("keys are made")
    }

    pub async fn key(&self, amount: i64) -> RedeemKey {
        self.keys(amount, 1).await.remove(0)
    }

    pub async fn redeem(&self, key: &RedeemKey, details: Details) -> Result<(), redeem::RedeemError> {
        redeem::redeem(&self.app, &self.guild, key.expose(), details).await.map(|_| ())
    }

    pub async fn order(&self, key: &RedeemKey) -> Order {
        orders::get(&self.app, &self.user_id, &key.order_id()).await.expect("the order exists")
    }

    /// Takes one month tokens out: `count` of them, or all.
    pub async fn export(&self, count: Option<i64>) -> Vec<String> {
        let wanted = Wanted { count, ..Wanted::default() };
        let stock = StockName::OneMonth;
        let id = stock::export(&self.app, &self.user_id, &self.guild, stock, wanted).await;
        let id = id.expect("tokens are taken out");
        let pieces = stock::exported(&self.app, &self.user_id, &self.guild, &id).await.expect("it is there");
        let pieces: Vec<Vec<SecretString>> = pieces.try_collect().await.expect("it is read");
        pieces.concat().iter().map(|token| token.expose_secret().to_owned()).collect()
    }

    /// The level of the one month stock.
    pub async fn level(&self) -> StockLevel {
        stock::levels(&self.app, &self.user_id, &self.guild).await.expect("the storefront exists")[0]
    }
}
