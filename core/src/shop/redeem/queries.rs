//! SQL of spending a key and making its order.

use super::{Details, invite_code};
use crate::clock::Timestamp;
use crate::db::{Conn, Result};
use crate::ids::{GuildId, JobId, KeyId, OrderId, SaleId, StorefrontId, TokenId, UserId};
use crate::shop::blocklist::Visitor;
use crate::shop::delivery::JobState;
use crate::shop::fulfilment::Way;
use crate::shop::keys::KeyStatus;
use crate::shop::keys::queries::FoundKey;
use crate::shop::stock::StockName;
use crate::shop::storefronts::Storefront;
use crate::{execute_on_db, on_db};

#[derive(Clone)]
pub(super) struct NewOrder {
    /// The key.
    pub id: OrderId,
    pub job_id: JobId,
    pub details: Details,
    pub details_fingerprint: String,
    pub invite: Invite,
    /// How it is delivered.
    pub way: Way,
    pub now: Timestamp,
}

impl NewOrder {
    /// Whoever redeems, as a blocklist looks at them.
    pub(super) fn visitor(&self) -> Visitor<'_> {
        let guild_id = match &self.invite {
            Invite::Of { guild_id } => Some(guild_id),
            Invite::AskLater | Invite::Unasked => None,
        };
        Visitor { email: &self.details.email, guild_id, address: self.details.address }
    }
}

/// What the platform said of an order's invite.
#[derive(Debug, Clone)]
pub(super) enum Invite {
    /// It leads to this guild.
    Of { guild_id: GuildId },
    /// The platform cannot be asked now.
    AskLater,
    /// There is nobody to ask.
    Unasked,
}

/// `false` when the key is not unused any more.
pub(super) async fn spend_key(conn: &mut Conn, id: KeyId, now: Timestamp) -> Result<bool> {
    let spent: Option<KeyId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE redeem_keys SET status = 'redeemed', redeemed_at = $2 WHERE id = $1 AND status = 'unused' RETURNING id",
    )
    .bind(id)
    .bind(now)
    .fetch_optional(driver))?;
    Ok(spent.is_some())
}

/// What became of a key, and the fingerprint of the details it was redeemed with.
pub(super) async fn spent_on(conn: &mut Conn, key_id: KeyId) -> Result<(KeyStatus, Option<String>)> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT k.status, o.details_fingerprint FROM redeem_keys k LEFT JOIN orders o ON o.key_id = k.id
         WHERE k.id = $1",
    )
    .bind(key_id)
    .fetch_one(driver))
}

/// How many are left. `None`, and nothing moved, when there are not that many. Locks the stock's level.
pub(super) async fn move_to_reserved(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    tokens: i64,
) -> Result<Option<i64>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE stock_levels SET available = available - $3, reserved = reserved + $3
         WHERE storefront_id = $1 AND stock = $2 AND available >= $3 RETURNING available",
    )
    .bind(storefront_id)
    .bind(stock)
    .bind(tokens)
    .fetch_optional(driver))
}

pub(super) async fn next_seller_sequence(conn: &mut Conn, user_id: &UserId) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE users SET order_count = order_count + 1 WHERE id = $1 RETURNING order_count",
    )
    .bind(user_id)
    .fetch_one(driver))
}

/// Its time is never before that of the seller's order before it: who took the time first may get here last.
pub(super) async fn insert_order(
    conn: &mut Conn,
    storefront: &Storefront,
    key: &FoundKey,
    order: &NewOrder,
    sequence: i64,
) -> Result<()> {
    let details = &order.details;
    let guild_id = match &order.invite {
        Invite::Of { guild_id } => Some(guild_id),
        Invite::AskLater | Invite::Unasked => None,
    };
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                             displayname, bio, avatar, banner, details_fingerprint, guild_id,
                             customer_discord_id, state, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULLIF($10, ''), NULLIF($11, ''), NULLIF($12, ''),
                 NULLIF($13, ''), $14, $15, $16, 'queued', COALESCE(
                     (SELECT created_at FROM orders
                      WHERE user_id = $3 AND seller_sequence = $4 - 1 AND created_at > $17), $17))",
    )
    .bind(&order.id)
    .bind(&storefront.id)
    .bind(&storefront.user_id)
    .bind(sequence)
    .bind(key.id)
    .bind(key.stock)
    .bind(key.amount)
    .bind(&details.invite)
    .bind(&details.email)
    .bind(&details.displayname)
    .bind(&details.bio)
    .bind(&details.avatar)
    .bind(&details.banner)
    .bind(&order.details_fingerprint)
    .bind(guild_id)
    .bind(details.customer_discord_id.as_ref())
    .bind(order.now)
    .execute(driver))?;
    Ok(())
}

/// What lists find the order by, in lower case.
pub(super) async fn insert_terms(
    conn: &mut Conn,
    storefront: &Storefront,
    order: &NewOrder,
    sequence: i64,
) -> Result<()> {
    let guild_id = match &order.invite {
        Invite::Of { guild_id } => guild_id,
        Invite::AskLater | Invite::Unasked => &storefront.guild_id,
    };
    let code = invite_code(&order.details.invite).unwrap_or_default();
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO order_terms (user_id, term, seller_sequence)
         VALUES ($1, $2, $6), ($1, $3, $6), ($1, $4, $6), ($1, $5, $6)
         ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
    )
    .bind(&storefront.user_id)
    .bind(order.id.as_str().to_lowercase())
    .bind(order.details.email.to_lowercase())
    .bind(code.to_lowercase())
    .bind(guild_id)
    .bind(sequence)
    .execute(driver))?;
    Ok(())
}

/// As [`insert_terms`], of the purchase that the key came from.
pub(super) async fn insert_purchase_term(
    conn: &mut Conn,
    storefront: &Storefront,
    sale: SaleId,
    sequence: i64,
) -> Result<()> {
    let purchase: String = on_db!(conn, driver => sqlx::query_scalar("SELECT purchase FROM store_sales WHERE id = $1")
        .bind(sale)
        .fetch_one(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO order_terms (user_id, term, seller_sequence) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
    )
    .bind(&storefront.user_id)
    // Not by the database: SQLite's `lower` knows ASCII only.
    .bind(purchase.to_lowercase())
    .bind(sequence)
    .execute(driver))?;
    Ok(())
}

/// The oldest available ones go to the order. Returns how many there were.
pub(super) async fn reserve_tokens(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    order_id: &OrderId,
    tokens: i64,
) -> Result<i64> {
    let reserved: Vec<TokenId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE tokens SET state = 'reserved', order_id = $4 WHERE id IN (
             SELECT id FROM tokens WHERE storefront_id = $1 AND stock = $2 AND state = 'available'
             ORDER BY id LIMIT $3)
         RETURNING id",
    )
    .bind(storefront_id)
    .bind(stock)
    .bind(tokens)
    .bind(order_id)
    .fetch_all(driver))?;
    Ok(i64::try_from(reserved.len()).expect("an order has at most 50 tokens"))
}

pub(super) async fn insert_job(conn: &mut Conn, order: &NewOrder) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO delivery_jobs (id, order_id, state, run_at, way) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(&order.job_id)
    .bind(&order.id)
    .bind(if order.way == Way::Manual { JobState::Manual } else { JobState::Waiting })
    .bind(order.now)
    .bind(order.way)
    .execute(driver))?;
    Ok(())
}

/// The platform could not be asked about the order's invite.
pub(super) async fn insert_unresolved_invite(
    conn: &mut Conn,
    order_id: &OrderId,
    due_at: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("INSERT INTO unresolved_invites (order_id, due_at) VALUES ($1, $2)")
        .bind(order_id)
        .bind(due_at)
        .execute(driver))?;
    Ok(())
}

#[derive(Clone, sqlx::FromRow)]
pub(super) struct UnresolvedInvite {
    pub order_id: OrderId,
    pub invite: String,
    pub user_id: UserId,
    pub storefront_guild_id: GuildId,
    pub attempts: i64,
}

pub(super) async fn unresolved_invites(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<UnresolvedInvite>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT u.order_id, o.invite, o.user_id, s.guild_id AS storefront_guild_id, u.attempts
         FROM unresolved_invites u
         JOIN orders o ON o.id = u.order_id
         JOIN storefronts s ON s.id = o.storefront_id
         WHERE u.due_at <= $1 ORDER BY u.due_at LIMIT $2",
    )
    .bind(now)
    .bind(limit)
    .fetch_all(driver))
}

pub(super) async fn put_off_invite(conn: &mut Conn, order_id: &OrderId, due_at: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE unresolved_invites SET attempts = attempts + 1, due_at = $2 WHERE order_id = $1",
    )
    .bind(order_id)
    .bind(due_at)
    .execute(driver))?;
    Ok(())
}

/// `guild_id`: where the invite leads, if anywhere.
/// `false`: another process has settled it.
pub(super) async fn settle_invite(
    conn: &mut Conn,
    order_id: &OrderId,
    guild_id: Option<&GuildId>,
) -> Result<bool> {
    let open = execute_on_db!(conn, driver => sqlx::query("DELETE FROM unresolved_invites WHERE order_id = $1")
        .bind(order_id)
        .execute(driver))?;
    if open == 0 {
        return Ok(false);
    }
    execute_on_db!(conn, driver => sqlx::query("UPDATE orders SET guild_id = $2 WHERE id = $1 AND guild_id IS NULL")
        .bind(order_id)
        .bind(guild_id)
        .execute(driver))?;
    if let Some(guild_id) = guild_id {
        find_by_guild(conn, order_id, guild_id).await?;
    }
    Ok(true)
}

/// Lists find the order by the customer's guild from now on, and by the storefront's no more.
async fn find_by_guild(conn: &mut Conn, order_id: &OrderId, guild_id: &GuildId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM order_terms
         WHERE user_id = (SELECT user_id FROM orders WHERE id = $1)
           AND term = (SELECT s.guild_id FROM orders o JOIN storefronts s ON s.id = o.storefront_id WHERE o.id = $1)
           AND seller_sequence = (SELECT seller_sequence FROM orders WHERE id = $1)",
    )
    .bind(order_id)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO order_terms (user_id, term, seller_sequence)
         SELECT user_id, $2, seller_sequence FROM orders WHERE id = $1
         ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
    )
    .bind(order_id)
    .bind(guild_id)
    .execute(driver))?;
    Ok(())
}
