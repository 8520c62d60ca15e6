//! How an order is doing, as customers' pages ask every few seconds.
//!
//! Answers are cached in memory until something of their seller's changes: code that changes what an answer shows publishes an
//! event. [`short_cache`](crate::http::short_cache) says how long one lives at most.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use boostdesk_core::App;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::color::Color;
use boostdesk_core::ids::{GuildId, OrderId, UserId};
use boostdesk_core::shop::orders::{self, OrderError, OrderState};
use serde::Serialize;
use utoipa::ToSchema;

use crate::callers::public_call::{self, PublicCall};
use crate::http::changes::{Before, Changes};
use crate::http::conditional::{Known, Ready};
use crate::http::error::{ApiError, Result, json};
use crate::http::short_cache::ShortCache;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderStatus {
    /// Hexadecimal, with or without `#`.
    #[schema(value_type = String)]
    embed_color: Color,
    #[schema(value_type = String)]
    order_id: OrderId,
    #[schema(value_type = String)]
    guild_id: GuildId,
    /// How many boosts were ordered.
    amount: i64,
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    successful_tokens: i64,
    failed_tokens: i64,
    #[schema(required)]
    invite: Option<String>,
    #[schema(required)]
    store_link: Option<String>,
    #[schema(required)]
    discord_link: Option<String>,
    #[schema(required)]
    embed_footer: Option<String>,
    state: OrderState,
}

/// The public status of an order
///
/// The answer carries an `ETag`; a request with a matching `If-None-Match` is answered with 304.
/// `/api/{guildId}/order/{orderId}/status` gives the same answer to requests that prefer JSON.
#[utoipa::path(
    get,
    path = "/api/fetch/{guildId}/order/{orderId}/status",
    tag = "public",
    params(
        ("guildId" = String, Path, description = "The id of the storefront's guild, or of the customer's guild"),
        ("orderId" = String, Path),
    ),
    responses(
        (status = 200, body = OrderStatus),
        (status = 304, description = "Unchanged since the answer with this `ETag`"),
    )
)]
pub(crate) async fn fetch(
    State(answers): State<OrderAnswers>,
    PublicCall(order): PublicCall<public_call::Order>,
    known: Known,
) -> Result<Response> {
    Ok(answers.of(&order).await?.ready.answer(&known))
}

/// The answer for one order, as data for its page and as JSON to send.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) body: OrderStatus,
    ready: Ready,
    seller: UserId,
    before: Before,
}

/// The cached answers.
#[derive(Debug, Clone)]
pub(crate) struct OrderAnswers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    app: App,
    /// Keyed by the guild in the URL and the order.
    kept: ShortCache<Answer>,
    changes: Arc<Changes>,
}

impl OrderAnswers {
    pub(crate) fn new(app: App) -> Self {
        let changes = Arc::new(Changes::new());
        let noted = changes.clone();
        app.events.on_change(&[Topic::Orders, Topic::Storefronts], move |event| {
            noted.note(event.user_id.as_ref().map(UserId::as_str));
        });
        let kept = ShortCache::new(app.events.clone());
        Self(Arc::new(Inner { app, kept, changes }))
    }

    pub(crate) async fn of(&self, order: &public_call::Order) -> Result<Arc<Answer>> {
        let (guild, order) = order.guild().zip(order.id()).ok_or_else(unknown)?;
        let Inner { app, kept, changes } = &*self.0;
        let key = format!("{guild}/{order}");
        let answer = kept.get(&key, async || read(app, changes, &guild, &order).await).await?;
        if let Some(answer) =
            answer.filter(|answer| changes.none_since(answer.before, answer.seller.as_str()))
        {
            return Ok(answer);
        }
        kept.forget(Some(&key));
        let answer = kept.get(&key, async || read(app, changes, &guild, &order).await).await?;
        answer.ok_or_else(unknown)
    }
}

/// An unknown order is an error, which is not cached: without knowing its seller, no event would tell when it appears.
async fn read(app: &App, changes: &Changes, guild: &GuildId, order: &OrderId) -> Result<Option<Answer>> {
    let before = changes.before();
    let (status, seller) = match orders::public_status_and_seller(app, guild, order).await {
        Err(OrderError::NotFound) => return Err(unknown()),
        found => found?,
    };
    let body = OrderStatus {
        embed_color: status.embed_color,
        order_id: status.order_id,
        guild_id: status.guild_id,
        amount: status.amount,
        stock: status.stock.as_str(),
        successful_tokens: status.succeeded,
        failed_tokens: status.failed,
        invite: Some(status.invite),
        store_link: status.store_link,
        discord_link: status.discord_link,
        embed_footer: status.embed_footer,
        state: status.state,
    };
    let ready = Ready::new(json(&body));
    Ok(Some(Answer { body, ready, seller, before }))
}

fn unknown() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "Order Status not found for this Guild ID.")
}
