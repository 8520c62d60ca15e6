//! SQL of orders.

use super::{JobStanding, Order, OrderState, PublicStatus, SellersStatus, Standing};
use crate::App;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{DiscordId, GuildId, OrderId, StorefrontId, TokenId, UserId};
use crate::on_db;
use crate::shop::order_history;
use crate::shop::stock::{SealedToken, StockName, TokenState};
use crate::shop::storefronts::ShopSign;

/// The columns of a [`PublicStatus`], but the order's id. A macro, because a query's text must be one literal.
macro_rules! status_columns {
    () => {
        "COALESCE(o.guild_id, s.guild_id) AS guild_id, o.invite, o.stock, o.amount, o.succeeded, o.failed, o.state,
         s.embed_color, s.embed_footer, s.store_link, s.discord_link"
    };
}

pub(super) async fn total(conn: &mut Conn, user_id: &UserId) -> Result<i64> {
    let total: Option<i64> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT order_count FROM users WHERE id = $1",
    )
    .bind(user_id)
    .fetch_optional(driver))?;
    Ok(total.unwrap_or_default())
}

/// How many orders a seller had before `moment`. Their numbers have no gaps and rise with time, so the last of them is found by a
/// galloping search from the newest on, then by bisection. The fewer orders came since, the fewer are read.
pub(crate) async fn count_before(conn: &mut Conn, user_id: &UserId, moment: Timestamp) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "WITH RECURSIVE search (made, most, step) AS (
             SELECT CAST(0 AS BIGINT), order_count, CAST(1 AS BIGINT) FROM users WHERE id = $1
             UNION ALL
             SELECT CASE WHEN o.created_at < $2 THEN o.seller_sequence ELSE made END,
                    CASE WHEN o.created_at < $2 THEN most ELSE o.seller_sequence - 1 END,
                    step * 2
             FROM search JOIN orders o ON o.user_id = $1 AND o.seller_sequence =
                 CASE WHEN step * 2 <= most - made THEN most - step + 1 ELSE (made + most + 1) / 2 END
             WHERE made < most)
         SELECT made FROM search WHERE made = most",
    )
    .bind(user_id)
    .bind(moment)
    .fetch_one(driver))
}

/// The orders numbered `first` to `last`, the newest first.
pub(super) async fn range(
    conn: &mut Conn,
    user_id: &UserId,
    first: i64,
    last: i64,
) -> Result<Vec<(OrderId, Timestamp)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, created_at FROM orders WHERE user_id = $1 AND seller_sequence BETWEEN $2 AND $3
         ORDER BY seller_sequence DESC",
    )
    .bind(user_id)
    .bind(first)
    .bind(last)
    .fetch_all(driver))
}

/// How many orders a storefront has had.
pub(crate) async fn total_of(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<i64> {
    let total: Option<i64> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT processing + by_hand + given_up + completed + partial + failed FROM order_counts
         WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .fetch_optional(driver))?;
    Ok(total.unwrap_or_default())
}

/// A page of a storefront's orders, the newest first.
pub(super) async fn page_of(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    limit: i64,
    offset: i64,
) -> Result<Vec<(OrderId, Timestamp)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, created_at FROM orders WHERE storefront_id = $1
         ORDER BY seller_sequence DESC LIMIT $2 OFFSET $3",
    )
    .bind(storefront_id)
    .bind(limit)
    .bind(offset)
    .fetch_all(driver))
}

#[derive(sqlx::FromRow)]
pub(super) struct OrderRow {
    id: OrderId,
    guild_id: GuildId,
    storefront_guild_id: GuildId,
    invite: String,
    stock: StockName,
    amount: i64,
    store_link: Option<String>,
    discord_link: Option<String>,
    state: OrderState,
    email: String,
    displayname: Option<String>,
    bio: Option<String>,
    avatar: Option<String>,
    banner: Option<String>,
    created_at: Timestamp,
    #[sqlx(flatten)]
    job: JobStanding,
    purchase: Option<String>,
}

impl OrderRow {
    /// The order without its tokens, and without what follows from them.
    pub(super) fn into_order(self) -> (Order, JobStanding) {
        let order = Order {
            id: self.id,
            guild_id: self.guild_id,
            storefront_guild_id: self.storefront_guild_id,
            invite: self.invite,
            stock: self.stock,
            amount: self.amount,
            store_link: self.store_link,
            discord_link: self.discord_link,
            succeeded: Vec::new(),
            failed: Vec::new(),
            pending: Vec::new(),
            reasons: Vec::new(),
            replacements: Vec::new(),
            state: self.state,
            actions: Vec::new(),
            email: self.email,
            purchase: self.purchase,
            displayname: self.displayname,
            bio: self.bio,
            avatar: self.avatar,
            banner: self.banner,
            created_at: self.created_at,
            history: Vec::new(),
            notes: Vec::new(),
        };
        (order, self.job)
    }
}

pub(super) async fn order(conn: &mut Conn, user_id: &UserId, id: &OrderId) -> Result<Option<OrderRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT o.id, COALESCE(o.guild_id, s.guild_id) AS guild_id, s.guild_id AS storefront_guild_id, o.invite,
                o.stock, o.amount, s.store_link, s.discord_link, o.state, o.email, o.displayname, o.bio, o.avatar,
                o.banner, o.created_at, j.state AS job_state, j.way, j.round, j.decided_round, p.purchase
         FROM orders o
         JOIN storefronts s ON s.id = o.storefront_id
         JOIN delivery_jobs j ON j.order_id = o.id
         JOIN redeem_keys k ON k.id = o.key_id
         LEFT JOIN store_sales p ON p.id = k.sale_id
         WHERE o.id = $1 AND o.user_id = $2",
    )
    .bind(id)
    .bind(user_id)
    .fetch_optional(driver))
}

#[derive(sqlx::FromRow)]
pub(super) struct TokenRow {
    pub id: TokenId,
    #[sqlx(flatten)]
    pub token: SealedToken,
    pub state: TokenState,
    pub reason: Option<String>,
    /// The token that it replaces, which comes earlier in the list.
    pub replaces: Option<TokenId>,
}

/// The order's tokens, in the sequence in which they were added.
pub(super) async fn tokens(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<TokenRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, token_fingerprint, token_sealed, state, reason, replaces FROM tokens
         WHERE order_id = $1 ORDER BY replacement, id",
    )
    .bind(order_id)
    .fetch_all(driver))
}

pub(super) async fn owner(conn: &mut Conn, order_id: &OrderId) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT user_id FROM orders WHERE id = $1")
        .bind(order_id)
        .fetch_optional(driver))
}

pub(super) async fn public_status(
    conn: &mut Conn,
    guild_id: &GuildId,
    order_id: &OrderId,
) -> Result<Option<(PublicStatus, UserId)>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        status: PublicStatus,
        seller: UserId,
    }
    let row: Option<Row> = on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT o.id AS order_id, o.user_id AS seller, ",
            status_columns!(),
            " FROM orders o JOIN storefronts s ON s.id = o.storefront_id
             WHERE o.id = $1 AND (s.guild_id = $2 OR o.guild_id = $2)",
        ),
    )
    .bind(order_id)
    .bind(guild_id)
    .fetch_optional(driver))?;
    Ok(row.map(|row| (row.status, row.seller)))
}

/// The sign of the storefront that sold the order. A closed one shows no logo any more.
pub(super) async fn shop_sign_of(conn: &mut Conn, order_id: &OrderId) -> Result<Option<ShopSign>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.guild_id, s.name, s.embed_color, CASE WHEN s.closed_at IS NULL THEN s.logo END AS logo
         FROM orders o JOIN storefronts s ON s.id = o.storefront_id WHERE o.id = $1",
    )
    .bind(order_id)
    .fetch_optional(driver))
}

/// An order's public status, under whatever guild, and the customer's email.
pub(crate) async fn for_announcement(
    conn: &mut Conn,
    order_id: &OrderId,
) -> Result<Option<(PublicStatus, String)>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        status: PublicStatus,
        email: String,
    }
    let row: Option<Row> = on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT o.id AS order_id, ",
            status_columns!(),
            ", o.email
             FROM orders o JOIN storefronts s ON s.id = o.storefront_id WHERE o.id = $1",
        ),
    )
    .bind(order_id)
    .fetch_optional(driver))?;
    Ok(row.map(|row| (row.status, row.email)))
}

/// An order's status for its seller and helpers, under whatever guild.
pub(crate) async fn sellers_status(
    conn: &mut Conn,
    app: &App,
    order_id: &OrderId,
) -> Result<Option<SellersStatus>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        public: PublicStatus,
        storefront_id: StorefrontId,
        email: String,
        standing: Standing,
        created_at: Timestamp,
        #[sqlx(flatten)]
        job: JobStanding,
    }
    let row: Option<Row> = on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT o.id AS order_id, ",
            status_columns!(),
            ", o.storefront_id,
                    o.email, o.standing, o.created_at, j.state AS job_state, j.way, j.round, j.decided_round
             FROM orders o JOIN storefronts s ON s.id = o.storefront_id JOIN delivery_jobs j ON j.order_id = o.id WHERE o.id = $1",
        ),
    )
    .bind(order_id)
    .fetch_optional(driver))?;
    let Some(Row { public, storefront_id, email, standing, created_at, job }) = row else { return Ok(None) };
    Ok(Some(SellersStatus {
        actions: job.actions(app, public.amount, public.succeeded, public.failed),
        public,
        storefront_id,
        email: email.into(),
        waits: standing.waits_for_seller(),
        history: order_history::of_order(conn, order_id, created_at).await?,
        notes: order_history::notes(conn, order_id).await?,
    }))
}

/// Ids of the orders that a chat user redeemed in this storefront's guild, the newest first.
pub(super) async fn of_customer(
    conn: &mut Conn,
    discord_id: &DiscordId,
    guild_id: &GuildId,
    limit: i64,
) -> Result<Vec<OrderId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT o.id FROM orders o JOIN storefronts s ON s.id = o.storefront_id
         WHERE o.customer_discord_id = $1 AND s.guild_id = $2 ORDER BY o.created_at DESC LIMIT $3",
    )
    .bind(discord_id)
    .bind(guild_id)
    .bind(limit)
    .fetch_all(driver))
}
