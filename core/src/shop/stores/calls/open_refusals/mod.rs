//! Refused calls of the last day that no later success has resolved: what their seller has to look at.

mod queries;

use std::time::Duration;

use super::{CallError, Verdict};
use crate::App;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, UserId};
use crate::shop::storefronts::{self, Right};
use crate::shop::stores::Provider;

/// How far back is looked.
const SPAN: Duration = Duration::from_hours(24);

/// Calls of one store that were refused for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenRefusals {
    pub guild_id: GuildId,
    pub provider: Provider,
    pub verdict: Verdict,
    pub count: i64,
    /// When the last of them came.
    pub at: Timestamp,
}

/// As [`OpenRefusals`], with the seller's name.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SellersRefusals {
    pub seller: String,
    #[sqlx(flatten)]
    pub refused: OpenRefusals,
}

/// Returns the calls refused within the last 24 hours in the storefronts that the user reaches that no success has resolved, the
/// newest first. Keys resolve a purchase; a call that names none is resolved by any later success of its store, except a replay.
///
/// Errors: `Storefront`.
pub async fn open_refusals(app: &App, user_id: &UserId) -> std::result::Result<Vec<OpenRefusals>, CallError> {
    let scope = storefronts::shop_of(app, user_id, Right::Read).await?.scope();
    let since = app.clock.now().minus(SPAN);
    Ok(queries::open_refusals(&mut app.db.read().await?, &scope, since).await?)
}

/// Returns at most `most` open refusals of all sellers. For the owner.
pub(crate) async fn of_all_sellers(app: &App, conn: &mut Conn, most: i64) -> Result<Vec<SellersRefusals>> {
    queries::of_all_sellers(conn, app.clock.now().minus(SPAN), most).await
}
