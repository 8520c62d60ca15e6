//! What a storefront has in stock right now, as customers' pages ask every ten seconds.
//!
//! Answers are cached in memory. A change drops them before the call that made it is answered: code that changes what an answer
//! shows publishes an event. Other processes' changes are seen within a second or so, and changes without an event within a
//! second on PostgreSQL and half a minute on SQLite, where answers live on while no change can have been missed (decision 0017).

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use boostdesk_core::App;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::color::Color;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::live_stock;
use boostdesk_core::shop::storefronts::{self, ShopSign};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::storefronts::closed_shop;
use crate::callers::public_call::{Guild, PublicCall};
use crate::http::conditional::{Known, Ready};
use crate::http::error::{ApiError, ErrorBody, Result, json};
use crate::http::short_cache::ShortCache;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LiveStock {
    /// Hexadecimal, with or without `#`.
    #[schema(value_type = String)]
    embed_color: Color,
    one_month_nitro_tokens: i64,
    one_month_server_boosts: i64,
    three_month_nitro_tokens: i64,
    three_month_server_boosts: i64,
    #[schema(required)]
    store_link: Option<String>,
    #[schema(required)]
    discord_link: Option<String>,
    #[schema(required)]
    embed_footer: Option<String>,
}

/// The live stock of a storefront: its available tokens and boosts
///
/// The answer carries an `ETag`; a request with a matching `If-None-Match` is answered with 304.
/// `/api/{guildId}/live-stock` gives the same answer to requests that prefer JSON.
#[utoipa::path(
    get,
    path = "/api/fetch/{guildId}/live-stock",
    tag = "public",
    params(("guildId" = String, Path, description = "The id of the storefront's guild")),
    responses(
        (status = 200, body = LiveStock),
        (status = 304, description = "Unchanged since the answer with this `ETag`"),
        (status = 410, description = "The shop is closed", body = ErrorBody),
    )
)]
pub(crate) async fn fetch(
    State(answers): State<LiveStockAnswers>,
    PublicCall(guild): PublicCall<Guild>,
    known: Known,
) -> Result<Response> {
    Ok(answers.of(&guild).await?.ready.answer(&known))
}

/// The answer for one storefront, as data for its page and as JSON to send.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) body: LiveStock,
    pub(crate) ready: Ready,
    pub(crate) sign: ShopSign,
}

/// What a guild has: a storefront, or a closed shop.
#[derive(Debug)]
enum Found {
    Open(Arc<Answer>),
    Closed,
}

/// The cached answers.
#[derive(Debug, Clone)]
pub(crate) struct LiveStockAnswers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    app: App,
    kept: Arc<ShortCache<Found>>,
}

impl LiveStockAnswers {
    pub(crate) fn new(app: App) -> Self {
        let kept = Arc::new(ShortCache::new(app.events.clone()));
        let changed = kept.clone();
        app.events.on_change(&[Topic::Stock, Topic::Storefronts], move |event| {
            changed.forget(event.guild_id.as_ref().map(GuildId::as_str));
        });
        Self(Arc::new(Inner { app, kept }))
    }

    pub(crate) async fn of(&self, guild: &Guild) -> Result<Arc<Answer>> {
        let unknown = || ApiError::new(StatusCode::NOT_FOUND, "Live stock data not found for this Guild ID.");
        let guild = guild.id().ok_or_else(unknown)?;
        let found = self.0.kept.get(guild.as_str(), async || load(&self.0.app, &guild).await).await?;
        match found.as_deref() {
            Some(Found::Open(answer)) => Ok(answer.clone()),
            Some(Found::Closed) => Err(closed_shop()),
            None => Err(unknown()),
        }
    }
}

async fn load(app: &App, guild: &GuildId) -> Result<Option<Found>> {
    let Some(found) = live_stock::read(app, guild).await? else {
        return Ok(storefronts::is_closed(app, guild).await?.then_some(Found::Closed));
    };
    let sign = ShopSign::from(&found.storefront);
    let body = LiveStock {
        one_month_nitro_tokens: found.one_month_tokens,
        one_month_server_boosts: found.one_month_boosts(),
        three_month_nitro_tokens: found.three_month_tokens,
        three_month_server_boosts: found.three_month_boosts(),
        embed_color: found.storefront.embed_color,
        store_link: found.storefront.store_link,
        discord_link: found.storefront.discord_link,
        embed_footer: found.storefront.embed_footer,
    };
    let ready = Ready::new(json(&body));
    Ok(Some(Found::Open(Arc::new(Answer { body, ready, sign }))))
}
