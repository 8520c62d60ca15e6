//! What the public page shows of a storefront's stock.

use crate::App;
use crate::db::Result;
use crate::ids::GuildId;
use crate::shop::stock::{self, BOOSTS_PER_TOKEN, StockName};
use crate::shop::storefronts::{self, Storefront};

#[derive(Debug)]
pub struct LiveStock {
    pub storefront: Storefront,
    pub one_month_tokens: i64,
    pub three_month_tokens: i64,
}

impl LiveStock {
    pub fn one_month_boosts(&self) -> i64 {
        self.one_month_tokens * BOOSTS_PER_TOKEN
    }

    pub fn three_month_boosts(&self) -> i64 {
        self.three_month_tokens * BOOSTS_PER_TOKEN
    }
}

/// Returns the live stock of the storefront in this guild. `None` when there is none.
pub async fn read(app: &App, guild: &GuildId) -> Result<Option<LiveStock>> {
    let mut conn = app.db.read().await?;
    let Some(storefront) = storefronts::open_in(&mut conn, guild).await? else {
        return Ok(None);
    };
    let levels = stock::levels_of(&mut conn, &storefront.id).await?;
    let available =
        |name: StockName| levels.iter().find(|level| level.stock == name).map_or(0, |level| level.available);
    Ok(Some(LiveStock {
        one_month_tokens: available(StockName::OneMonth),
        three_month_tokens: available(StockName::ThreeMonth),
        storefront,
    }))
}
