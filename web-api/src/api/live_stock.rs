//! What a storefront has in stock right now, as customers' pages ask every ten seconds.
//!
//! Answers lie ready in memory. A change takes them away before the call that made it is answered; none lives longer than
//! a second, so a change that nobody announced is seen in time too.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use boostdesk_core::events::{Events, Topic};
use boostdesk_core::shop::live_stock;
use boostdesk_core::shop::storefronts::GuildId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::conditional::{IfNoneMatch, Ready};
use crate::http::error::{ApiError, ErrorBody, Result, json};
use crate::http::extract::Path;
use crate::http::session::PublicCall;
use crate::http::short_cache::ShortCache;
use crate::state::WebState;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LiveStock {
    /// Hexadecimal, with or without `#`.
    embed_color: String,
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

/// What a storefront has in stock
///
/// Carries an `ETag`; a matching `If-None-Match` is answered with 304.
#[utoipa::path(
    get,
    path = "/api/fetch/{guildId}/live-stock",
    tag = "public",
    params(("guildId" = String, Path, description = "The guild of the storefront")),
    responses(
        (status = 200, body = LiveStock),
        (status = 304, description = "As it was"),
        (status = 404, body = ErrorBody),
    )
)]
pub(crate) async fn fetch(
    State(web): State<WebState>,
    _: PublicCall,
    Path(guild): Path<String>,
    known: IfNoneMatch,
) -> Result<Response> {
    Ok(of(&web, &guild).await?.ready.answer(&known))
}

/// The answer for one storefront, in both the forms it is needed in.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) body: LiveStock,
    pub(crate) ready: Ready,
}

/// Kept answers, taken away by whatever changes them.
pub(crate) fn cache(events: &Events) -> Arc<ShortCache<Answer>> {
    let cache = Arc::new(ShortCache::new());
    let kept = cache.clone();
    events.on_change(move |event| match event.topic {
        Topic::Stock | Topic::Storefronts | Topic::Everything => kept.forget(event.guild_id.as_deref()),
        Topic::Orders
        | Topic::Keys
        | Topic::Activity
        | Topic::Sessions
        | Topic::Delivery
        | Topic::Suggestions
        | Topic::Bugs
        | Topic::Domains
        | Topic::Settings
        | Topic::CustomCode
        | Topic::Announcements
        | Topic::Chat
        | Topic::ChatMutes
        | Topic::ChatPresence => {}
    });
    cache
}

pub(crate) async fn of(web: &WebState, guild: &str) -> Result<Arc<Answer>> {
    let unknown = || ApiError::new(StatusCode::NOT_FOUND, "Live stock data not found for this Guild ID.");
    let guild = GuildId::parse(guild).ok_or_else(unknown)?;
    let answer = web.live_stock.get(guild.as_str(), async || load(web, &guild).await).await?;
    answer.ok_or_else(unknown)
}

async fn load(web: &WebState, guild: &GuildId) -> Result<Option<Answer>> {
    let Some(found) = live_stock::read(&web.app, guild).await? else { return Ok(None) };
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
    Ok(Some(Answer { body, ready }))
}
