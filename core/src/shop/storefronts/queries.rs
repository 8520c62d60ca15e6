//! SQL of storefronts.

use super::Storefront;
use super::input::Checked;
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, StorefrontId, UserId};
use crate::shop::stock_name::StockName;
use crate::{execute_on_db, on_db};

/// The columns of a [`Storefront`]. A macro, because a query's text must be one literal.
macro_rules! columns {
    () => {
        "id, guild_id, user_id, name, embed_color, logo, embed_footer, redeem_footer, store_link, discord_link,
         low_stock_threshold, log_channel_id, low_stock_role_id, created_at, visited_at"
    };
}

pub(crate) async fn of_user(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Storefront>> {
    on_db!(conn, driver => sqlx::query_as(concat!(
        "SELECT ", columns!(), " FROM storefronts WHERE user_id = $1 AND closed_at IS NULL ORDER BY created_at, id",
    ))
    .bind(user_id)
    .fetch_all(driver))
}

#[derive(sqlx::FromRow)]
struct WithSeller {
    #[sqlx(flatten)]
    storefront: Storefront,
    username: String,
}

/// All open storefronts, each with its seller's name.
pub(super) async fn all(conn: &mut Conn) -> Result<Vec<(Storefront, String)>> {
    let rows: Vec<WithSeller> = on_db!(conn, driver => sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        ", (SELECT username FROM users WHERE id = storefronts.user_id) AS username
         FROM storefronts WHERE closed_at IS NULL ORDER BY created_at, id",
    ))
    .fetch_all(driver))?;
    Ok(rows.into_iter().map(|row| (row.storefront, row.username)).collect())
}

pub(crate) async fn open_in(conn: &mut Conn, guild_id: &GuildId) -> Result<Option<Storefront>> {
    on_db!(conn, driver => sqlx::query_as(concat!(
        "SELECT ", columns!(), " FROM storefronts WHERE guild_id = $1 AND closed_at IS NULL",
    ))
    .bind(guild_id)
    .fetch_optional(driver))
}

/// `false`: a visit was recorded before.
pub(super) async fn note_visit(conn: &mut Conn, id: &StorefrontId, at: Timestamp) -> Result<bool> {
    let changed = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE storefronts SET visited_at = $2 WHERE id = $1 AND visited_at IS NULL",
    )
    .bind(id)
    .bind(at)
    .execute(driver))?;
    Ok(changed == 1)
}

/// Whether there are storefronts in this guild, and none of them is open.
pub(crate) async fn is_closed(conn: &mut Conn, guild_id: &GuildId) -> Result<bool> {
    let (all, open): (i64, i64) = on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*), COUNT(*) - COUNT(closed_at) FROM storefronts WHERE guild_id = $1",
    )
    .bind(guild_id)
    .fetch_one(driver))?;
    Ok(all > 0 && open == 0)
}

/// Open or closed: an order outlives its storefront.
pub(crate) async fn by_id(conn: &mut Conn, id: &StorefrontId) -> Result<Option<Storefront>> {
    on_db!(conn, driver => sqlx::query_as(concat!(
        "SELECT ", columns!(), " FROM storefronts WHERE id = $1",
    ))
    .bind(id)
    .fetch_optional(driver))
}

/// Locks the storefront and its helpers against changes until the transaction ends. SQLite's only writer needs no lock.
pub(super) async fn lock(conn: &mut Conn, id: &StorefrontId) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query("SELECT 1 FROM storefronts WHERE id = $1 FOR NO KEY UPDATE")
            .bind(id)
            .execute(driver))?;
    }
    Ok(())
}

/// The storefront that this user closed in this guild, if any.
pub(super) async fn closed_of(
    conn: &mut Conn,
    guild_id: &GuildId,
    user_id: &UserId,
) -> Result<Option<StorefrontId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM storefronts WHERE guild_id = $1 AND user_id = $2 AND closed_at IS NOT NULL
         ORDER BY closed_at DESC LIMIT 1",
    )
    .bind(guild_id)
    .bind(user_id)
    .fetch_optional(driver))
}

/// Whether the seller has closed a storefront, in whatever guild.
pub(super) async fn has_closed_one(conn: &mut Conn, user_id: &UserId) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM storefronts WHERE user_id = $1 AND closed_at IS NOT NULL)",
    )
    .bind(user_id)
    .fetch_one(driver))
}

/// All sellers' closed storefronts in this guild, the last closed first.
pub(super) async fn closed_in(conn: &mut Conn, guild_id: &GuildId) -> Result<Vec<Storefront>> {
    on_db!(conn, driver => sqlx::query_as(concat!(
        "SELECT ", columns!(), " FROM storefronts WHERE guild_id = $1 AND closed_at IS NOT NULL ORDER BY closed_at DESC, id",
    ))
    .bind(guild_id)
    .fetch_all(driver))
}

pub(crate) async fn is_open(conn: &mut Conn, id: &StorefrontId) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM storefronts WHERE id = $1 AND closed_at IS NULL)",
    )
    .bind(id)
    .fetch_one(driver))
}

/// `false` when the guild has an open storefront: the transaction can run no further statement then.
pub(super) async fn open(
    conn: &mut Conn,
    id: &StorefrontId,
    guild_id: &GuildId,
    user_id: &UserId,
    input: &Checked,
    now: Timestamp,
) -> Result<bool> {
    if open_in(conn, guild_id).await?.is_some() {
        return Ok(false);
    }
    let opened: Result<StorefrontId> = on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, embed_footer, redeem_footer,
                                  store_link, discord_link, low_stock_threshold, log_channel_id, low_stock_role_id,
                                  created_at, closed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, NULL)
         ON CONFLICT (id) DO UPDATE SET
             name = excluded.name, embed_color = excluded.embed_color, embed_footer = excluded.embed_footer,
             redeem_footer = excluded.redeem_footer, store_link = excluded.store_link,
             discord_link = excluded.discord_link, low_stock_threshold = excluded.low_stock_threshold,
             log_channel_id = excluded.log_channel_id, low_stock_role_id = excluded.low_stock_role_id,
             closed_at = NULL
         RETURNING id",
    )
    .bind(id)
    .bind(guild_id)
    .bind(user_id)
    .bind(&input.name)
    .bind(&input.embed_color)
    .bind(input.embed_footer.as_deref())
    .bind(input.redeem_footer.as_deref())
    .bind(input.store_link.as_deref())
    .bind(input.discord_link.as_deref())
    .bind(input.low_stock_threshold)
    .bind(input.log_channel_id.as_ref())
    .bind(input.low_stock_role_id.as_ref())
    .bind(now)
    .fetch_one(driver));
    match opened {
        Ok(_) => Ok(true),
        // Another transaction has opened one since we looked.
        Err(failure) if failure.is_conflict() => Ok(false),
        Err(failure) => Err(failure),
    }
}

/// Writes down that the storefront's seller is known to manage its guild.
pub(super) async fn prove(conn: &mut Conn, id: &StorefrontId, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE storefronts SET proven_at = $2 WHERE id = $1 AND proven_at IS NULL",
    )
    .bind(id)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

pub(crate) async fn is_proven(conn: &mut Conn, id: &StorefrontId) -> Result<bool> {
    let found: Option<Option<Timestamp>> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT proven_at FROM storefronts WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(driver))?;
    Ok(found.flatten().is_some())
}

pub(super) async fn update(conn: &mut Conn, id: &StorefrontId, input: &Checked) -> Result<bool> {
    let updated: Option<StorefrontId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE storefronts SET name = $2, embed_color = $3, embed_footer = $4, redeem_footer = $5,
                store_link = $6, discord_link = $7, low_stock_threshold = $8, log_channel_id = $9,
                low_stock_role_id = $10
         WHERE id = $1 AND closed_at IS NULL RETURNING id",
    )
    .bind(id)
    .bind(&input.name)
    .bind(&input.embed_color)
    .bind(input.embed_footer.as_deref())
    .bind(input.redeem_footer.as_deref())
    .bind(input.store_link.as_deref())
    .bind(input.discord_link.as_deref())
    .bind(input.low_stock_threshold)
    .bind(input.log_channel_id.as_ref())
    .bind(input.low_stock_role_id.as_ref())
    .fetch_optional(driver))?;
    Ok(updated.is_some())
}

pub(super) async fn close(conn: &mut Conn, id: &StorefrontId, now: Timestamp) -> Result<bool> {
    let closed: Option<StorefrontId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE storefronts SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL RETURNING id",
    )
    .bind(id)
    .bind(now)
    .fetch_optional(driver))?;
    Ok(closed.is_some())
}

pub(super) async fn has_orders_under_way(conn: &mut Conn, id: &StorefrontId) -> Result<bool> {
    let reserved: i64 = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM stock_levels WHERE storefront_id = $1",
    )
    .bind(id)
    .fetch_one(driver))?;
    Ok(reserved > 0)
}

/// Makes a row for each stock name, so that there is one to lock when tokens are moved.
pub(super) async fn make_stock_levels(conn: &mut Conn, id: &StorefrontId) -> Result<()> {
    for stock in StockName::ALL {
        execute_on_db!(conn, driver => sqlx::query(
            "INSERT INTO stock_levels (storefront_id, stock) VALUES ($1, $2)
             ON CONFLICT (storefront_id, stock) DO NOTHING",
        )
        .bind(id)
        .bind(stock)
        .execute(driver))?;
    }
    Ok(())
}

/// As [`lock_stock_levels`], for all of a seller's open storefronts.
pub(crate) async fn lock_stock_levels_of_user(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query(
            "SELECT 1 FROM stock_levels
             WHERE storefront_id IN (SELECT id FROM storefronts WHERE user_id = $1 AND closed_at IS NULL)
             ORDER BY storefront_id, stock FOR NO KEY UPDATE",
        )
        .bind(user_id)
        .execute(driver))?;
    }
    Ok(())
}

/// Keeps redeems out until this transaction ends. SQLite's only writer needs no lock.
pub(super) async fn lock_stock_levels(conn: &mut Conn, id: &StorefrontId) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query(
            "SELECT 1 FROM stock_levels WHERE storefront_id = $1 ORDER BY stock FOR NO KEY UPDATE",
        )
        .bind(id)
        .execute(driver))?;
    }
    Ok(())
}
