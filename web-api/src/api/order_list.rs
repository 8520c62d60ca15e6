//! Orders at a glance: by where they stand and what they are found by, as a page or as a file.

use axum::extract::State;
use axum::response::Response;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{GuildId, OrderId};
use boostdesk_core::shop::order_list::{self, Filter, OrderStatus, Walk};
use boostdesk_core::shop::orders::{OrderState, Page};
use futures::{Stream, TryStreamExt, stream};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::storefronts::guild;
use crate::callers::session::{Paging, Session};
use crate::http::csv;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedOrder {
    #[schema(value_type = String)]
    order_id: OrderId,
    /// The id of the customer's guild if the invite could be resolved, else of the storefront's guild.
    #[schema(value_type = String)]
    guild_id: GuildId,
    /// The id of the storefront's guild.
    #[serde(rename = "BBGuildID")]
    #[schema(value_type = String)]
    bb_guild_id: GuildId,
    invite: String,
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    /// How many boosts were ordered.
    amount: i64,
    state: OrderState,
    /// How many tokens were delivered.
    successful: i64,
    /// How many tokens failed.
    failed: i64,
    email: String,
    /// The store's id of the purchase that the key was made for.
    #[schema(required)]
    purchase: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
    #[schema(required)]
    done_at: Option<String>,
}

/// A page of orders, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderList {
    orders: Vec<ListedOrder>,
    /// The number of matching orders on all pages. With `q` they are counted up to 10,000; the pages go on beyond that, until one is
    /// empty.
    pub(crate) total: i64,
    /// Whether more than `total` orders match `q`.
    total_is_capped: bool,
    /// How many orders wait for the seller, whatever the filter.
    waiting: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct OrderFilter {
    #[param(inline)]
    status: Option<OrderStatus>,
    /// Finds orders whose id, email, invite code, guild id or purchase id begins with this text, in any letter case.
    /// In double quotes, the whole value must match.
    q: Option<String>,
    /// Only orders of the storefront in the guild with this id.
    guild_id: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct OrderQuery {
    #[param(inline)]
    status: Option<OrderStatus>,
    /// Finds orders whose id, email, invite code, guild id or purchase id begins with this text, in any letter case.
    /// In double quotes, the whole value must match.
    q: Option<String>,
    /// Only orders of the storefront in the guild with this id.
    guild_id: Option<String>,
    /// The page number, from 1.
    page: Option<i64>,
    /// Orders on a page: 1 to 100; 20 when absent.
    size: Option<i64>,
}

impl OrderQuery {
    /// The first page of all orders.
    pub(crate) fn of_size(size: i64) -> Self {
        Self { status: None, q: None, guild_id: None, page: None, size: Some(size) }
    }
}

impl OrderFilter {
    fn into_core(self) -> Result<Filter> {
        Ok(Filter {
            status: self.status,
            search: self.q.unwrap_or_default(),
            guild: self.guild_id.as_deref().map(guild).transpose()?,
        })
    }
}

impl From<order_list::ListedOrder> for ListedOrder {
    fn from(order: order_list::ListedOrder) -> Self {
        Self {
            order_id: order.id,
            guild_id: order.guild_id,
            bb_guild_id: order.storefront_guild_id,
            invite: order.invite,
            stock: order.stock.as_str(),
            amount: order.amount,
            state: order.state,
            successful: order.succeeded,
            failed: order.failed,
            email: order.email,
            purchase: order.purchase,
            created_at: order.created_at.rfc3339(),
            done_at: order.done_at.map(Timestamp::rfc3339),
        }
    }
}

/// A page of the seller's orders, filtered by status, text and storefront, the newest first
#[utoipa::path(
    get,
    path = "/api/dashboard/orders",
    tag = "orders",
    params(OrderQuery),
    responses(
        (status = 200, body = OrderList),
        (status = 404, description = "No such storefront", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    Paging(session): Paging,
    Query(OrderQuery { status, q, guild_id, page, size }): Query<OrderQuery>,
) -> Result<Json<OrderList>> {
    let filter = OrderFilter { status, q, guild_id }.into_core()?;
    let page = Page::parse(page, size)?;
    let list = order_list::page(&web.app, &session.user_id, &filter, page).await?;
    Ok(Json(OrderList {
        orders: list.orders.into_iter().map(ListedOrder::from).collect(),
        total: list.total,
        total_is_capped: list.total_is_capped,
        waiting: list.waiting,
    }))
}

const COLUMNS: &[&str] = &[
    "order_id",
    "created_at",
    "done_at",
    "state",
    "stock",
    "amount",
    "successful",
    "failed",
    "guild_id",
    "invite",
    "email",
    "purchase",
];

/// The seller's orders as a CSV file, with the same filters as the list
#[utoipa::path(
    get,
    path = "/api/dashboard/orders.csv",
    tag = "orders",
    params(OrderFilter),
    responses(
        (status = 200, content_type = "text/csv", body = String),
        (status = 404, description = "No such storefront", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn csv(
    State(web): State<WebState>,
    Session(session): Session,
    Query(filter): Query<OrderFilter>,
) -> Result<Response> {
    let walk = order_list::walk(&web.app, &session.user_id, filter.into_core()?).await?;
    Ok(csv::file("orders.csv", COLUMNS, lines(walk)))
}

fn lines(walk: Walk) -> impl Stream<Item = Result<String, boostdesk_core::db::Failure>> {
    stream::try_unfold(walk, async |mut walk| {
        let orders = walk.next().await?;
        Ok((!orders.is_empty()).then_some((orders, walk)))
    })
    .map_ok(|orders| orders.iter().map(line).collect())
}

fn line(order: &order_list::ListedOrder) -> String {
    csv::row([
        order.id.as_str(),
        &order.created_at.rfc3339(),
        &order.done_at.map(Timestamp::rfc3339).unwrap_or_default(),
        order.state.as_str(),
        order.stock.as_str(),
        &order.amount.to_string(),
        &order.succeeded.to_string(),
        &order.failed.to_string(),
        order.guild_id.as_str(),
        &order.invite,
        &order.email,
        order.purchase.as_deref().unwrap_or_default(),
    ])
}
