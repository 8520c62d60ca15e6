//! Orders, as their sellers see them.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::ids::{GuildId, OrderId};
use boostdesk_core::people::auth;
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::{self, BadPage, OrderAction, OrderError, OrderState, Page};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::callers::api_key::ViaKey;
use crate::callers::session::{Leafing, Paging};
use crate::http::error::{ApiError, Result};
use crate::http::extract::{Json, Path, Query};
use crate::state::WebState;

/// Order ids, the newest first, and when each order was created.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderFolders {
    #[schema(value_type = Vec<String>)]
    folders: Vec<OrderId>,
    /// When each order was created, by order id. RFC 3339, UTC.
    #[schema(value_type = BTreeMap<String, String>)]
    folder_dates: BTreeMap<OrderId, String>,
    /// The number of orders on all pages.
    total: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The page number, from 1. Without `page` and `size`, all ids are returned.
    page: Option<i64>,
    /// Orders on a page: 1 to 100; 20 when absent.
    size: Option<i64>,
}

/// An order as its seller sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Order {
    #[schema(value_type = String)]
    order_id: OrderId,
    /// The id of the customer's guild if the invite could be resolved, else of the storefront's guild.
    #[schema(value_type = String)]
    guild_id: GuildId,
    invite: String,
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    /// How many boosts were ordered.
    amount: i64,
    /// The id of the storefront's guild.
    #[serde(rename = "BBGuildID")]
    #[schema(value_type = String)]
    bb_guild_id: GuildId,
    #[schema(required)]
    store_link: Option<String>,
    #[schema(required)]
    discord_link: Option<String>,
    #[serde(rename = "tokens-used")]
    tokens_used: TokensUsed,
    state: OrderState,
    /// What can be done with the order now, besides marking tokens as delivered or failed: `retry` or `replace`.
    actions: Vec<OrderAction>,
    /// Tokens that the seller has yet to mark as delivered or failed. Empty for viewers, and for API keys without the
    /// scope `orders`, as they may not mark them.
    pending: Vec<String>,
    /// Why tokens failed, for those of which whoever delivered them gave a reason.
    reasons: Vec<FailureReason>,
    /// Replacements of failed tokens, in the order in which they were made.
    replacements: Vec<Replacement>,
    customer: Customer,
    /// The customer's email; the same as in `customer`.
    email: String,
    /// The store's id of the purchase that the key was made for.
    #[schema(required)]
    purchase: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
    /// What happened to the order, the oldest step first.
    history: Vec<Step>,
    /// Notes about the order, the oldest first.
    notes: Vec<Note>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderStep)]
pub(crate) struct Step {
    /// RFC 3339, UTC.
    at: String,
    /// Who did it: the name of a user or an API key, or `customer`, `store`, `service` or `system`.
    by: String,
    what: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderNote)]
pub(crate) struct Note {
    /// RFC 3339, UTC.
    at: String,
    by: String,
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokensUsed {
    success: Vec<String>,
    failed: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FailureReason {
    token: String,
    reason: String,
}

/// A fresh token (`token`) that replaces a failed one (`replaces`).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenReplacement)]
pub(crate) struct Replacement {
    token: String,
    replaces: String,
}

/// What the customer entered when redeeming the key.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Customer {
    email: String,
    #[schema(required)]
    displayname: Option<String>,
    #[schema(required)]
    bio: Option<String>,
    #[schema(required)]
    avatar: Option<String>,
    #[schema(required)]
    banner: Option<String>,
}

impl From<orders::Order> for Order {
    fn from(order: orders::Order) -> Self {
        Self {
            order_id: order.id,
            guild_id: order.guild_id,
            invite: order.invite,
            stock: order.stock.as_str(),
            amount: order.amount,
            bb_guild_id: order.storefront_guild_id,
            store_link: order.store_link,
            discord_link: order.discord_link,
            tokens_used: TokensUsed { success: texts(&order.succeeded), failed: texts(&order.failed) },
            state: order.state,
            actions: order.actions,
            pending: texts(&order.pending),
            reasons: order.reasons.into_iter().map(FailureReason::from).collect(),
            replacements: order.replacements.iter().map(Replacement::from).collect(),
            email: order.email.clone(),
            purchase: order.purchase,
            customer: Customer {
                email: order.email,
                displayname: order.displayname,
                bio: order.bio,
                avatar: order.avatar,
                banner: order.banner,
            },
            created_at: order.created_at.rfc3339(),
            history: order
                .history
                .into_iter()
                .map(|step| Step { at: step.at.rfc3339(), by: step.by, what: step.what })
                .collect(),
            notes: order
                .notes
                .into_iter()
                .map(|note| Note { at: note.at.rfc3339(), by: note.by, text: note.text })
                .collect(),
        }
    }
}

impl From<orders::FailureReason> for FailureReason {
    fn from(orders::FailureReason { token, reason }: orders::FailureReason) -> Self {
        Self { token: token.expose_secret().to_owned(), reason }
    }
}

impl From<&orders::Replacement> for Replacement {
    fn from(orders::Replacement { token, replaces }: &orders::Replacement) -> Self {
        Self { token: token.expose_secret().to_owned(), replaces: replaces.expose_secret().to_owned() }
    }
}

fn texts(tokens: &[SecretString]) -> Vec<String> {
    tokens.iter().map(|token| token.expose_secret().to_owned()).collect()
}

impl From<BadPage> for ApiError {
    fn from(error: BadPage) -> Self {
        Self::refused(error.to_string())
    }
}

impl From<OrderError> for ApiError {
    fn from(error: OrderError) -> Self {
        let message = error.to_string();
        match error {
            OrderError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            OrderError::Forbidden => Self::new(StatusCode::FORBIDDEN, message),
            OrderError::Failure(failure) => failure.into(),
        }
    }
}

/// Returns whom an order's history and notes name as their author.
pub(crate) fn by(session: &auth::Session, via: &ViaKey) -> By {
    via.name().map_or_else(|| By::User(session.user_id.clone()), |name| By::Named(name.to_owned()))
}

/// Parses the order's id in a URL. Errors: an invalid id is answered like an unknown one.
pub(crate) fn order(text: &str) -> Result<OrderId> {
    OrderId::parse(text).ok_or_else(|| OrderError::NotFound.into())
}

/// The ids of the seller's orders, all of them or a page
#[utoipa::path(
    get,
    path = "/api/dashboard/fetch-dashboard-orders",
    tag = "orders",
    params(PageQuery),
    responses((status = 200, body = OrderFolders)),
    security(("session" = []))
)]
pub(crate) async fn fetch_list(
    State(web): State<WebState>,
    Paging(session): Paging,
    Query(query): Query<PageQuery>,
) -> Result<Json<OrderFolders>> {
    let page = match query {
        PageQuery { page: None, size: None } => orders::ids(&web.app, &session.user_id).await?,
        PageQuery { page, size } => {
            orders::page(&web.app, &session.user_id, Page::parse(page, size)?).await?
        }
    };
    let dates = page.orders.iter().map(|(id, created_at)| (id.clone(), created_at.rfc3339()));
    Ok(Json(OrderFolders {
        folder_dates: dates.collect(),
        folders: page.orders.into_iter().map(|(id, _)| id).collect(),
        total: page.total,
    }))
}

/// One of the seller's orders, with its tokens, history and notes
#[utoipa::path(
    get,
    path = "/api/dashboard/orders/{orderId}/order.json",
    tag = "orders",
    params(("orderId" = String, Path)),
    responses((status = 200, body = Order)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Leafing(session): Leafing,
    via: ViaKey,
    Path(order_id): Path<String>,
) -> Result<Json<Order>> {
    let mut order = orders::get(&web.app, &session.user_id, &order(&order_id)?).await?;
    if !via.sees_undelivered_tokens() {
        order.hide_undelivered_tokens();
    }
    Ok(Json(order.into()))
}
