//! SQL of spending a key and making its order.

use super::{Details, FoundBy};
use crate::db::{Conn, Dialect, Result, Script};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, JobId, KeyId, OrderId, StorefrontId, UserId};
use crate::shop::blocklist::Visitor;
use crate::shop::fulfilment::{Mode, Way};
use crate::shop::keys::KeyStatus;
use crate::shop::orders::{JobState, Standing};
use crate::shop::stock::{BOOSTS_PER_TOKEN, StockName};
use crate::{execute_on_db, on_db};

/// Why a script of [`write_if_plain`] fails when the redeem has to be decided anew.
pub(super) const NOT_PLAIN: &str = "a redeem is not a plain one";
pub(super) const SPENT: &str = "the key was spent meanwhile";

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
    /// The customer, as blocklists check them.
    pub(super) fn visitor(&self) -> Visitor<'_> {
        Visitor { email: &self.details.email, guild_id: self.guild_id(), address: self.details.address }
    }

    /// The customer's guild, if it is known by now.
    fn guild_id(&self) -> Option<&GuildId> {
        match &self.invite {
            Invite::Of { guild_id } => Some(guild_id),
            Invite::AskLater | Invite::Unasked => None,
        }
    }
}

/// What the platform said of an order's invite.
#[derive(Debug, Clone)]
pub(super) enum Invite {
    /// It leads to this guild.
    Of { guild_id: GuildId },
    /// The platform cannot be asked now.
    AskLater,
    /// There is no platform to ask.
    Unasked,
}

/// The key to redeem, and its storefront. While the storefront is open, nothing of this changes but the way of delivery,
/// the status, the log channel and whether it seems plain.
#[derive(Clone, sqlx::FromRow)]
pub(super) struct Target {
    pub storefront_id: StorefrontId,
    pub user_id: UserId,
    pub guild_id: GuildId,
    /// Which way its orders are delivered. `None`: nobody chose.
    pub mode: Option<Mode>,
    pub key_id: KeyId,
    pub stock: StockName,
    pub amount: i64,
    pub status: KeyStatus,
    /// The purchase that the key was made for.
    pub purchase: Option<String>,
    pub has_log_channel: bool,
    /// Nobody is blocked and no endpoint listens. This is unlikely to change before the redeem is written.
    pub seems_plain: bool,
}

impl Target {
    pub(super) fn tokens(&self) -> i64 {
        self.amount / BOOSTS_PER_TOKEN
    }
}

/// `None` when no open storefront of this guild has such a key. A redeemed or revoked key is also found in a closed storefront.
pub(super) async fn target(conn: &mut Conn, guild: &GuildId, fingerprint: &str) -> Result<Option<Target>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.id AS storefront_id, s.user_id, s.guild_id, f.mode, k.id AS key_id, k.stock, k.amount, k.status,
                p.purchase, s.log_channel_id IS NOT NULL AS has_log_channel,
                NOT EXISTS (SELECT 1 FROM blocklist WHERE user_id = s.user_id)
                AND NOT EXISTS (SELECT 1 FROM event_endpoints WHERE user_id = s.user_id AND enabled) AS seems_plain
         FROM redeem_keys k
         JOIN storefronts s ON s.id = k.storefront_id
         LEFT JOIN fulfilment_services f ON f.storefront_id = s.id
         LEFT JOIN store_sales p ON p.id = k.sale_id
         WHERE k.key_fingerprint = $2 AND s.guild_id = $1 AND (s.closed_at IS NULL OR k.status <> 'unused')",
    )
    .bind(guild)
    .bind(fingerprint)
    .fetch_optional(driver))
}

/// The facts that decide a redeem. They cannot change until the transaction ends.
#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "a row, not a state: each is a fact of its own")]
pub(super) struct Facts {
    pub status: KeyStatus,
    /// Tokens of the key's stock.
    pub available: i64,
    pub is_open: bool,
    pub mode: Option<Mode>,
    pub has_log_channel: bool,
    pub low_stock_threshold: i64,
    pub has_blocklist: bool,
    pub has_listeners: bool,
}

/// Locks what a redeem changes, then reads it. Closing locks the stock's level, too: a shop that closes now waits for
/// this order, or this order is refused.
pub(super) async fn take(conn: &mut Conn, target: &Target) -> Result<Facts> {
    lock(conn, target).await?;
    on_db!(conn, driver => sqlx::query_as(
        "SELECT k.status, COALESCE(l.available, 0) AS available, s.closed_at IS NULL AS is_open, f.mode,
                s.log_channel_id IS NOT NULL AS has_log_channel, s.low_stock_threshold,
                EXISTS (SELECT 1 FROM blocklist WHERE user_id = s.user_id) AS has_blocklist,
                EXISTS (SELECT 1 FROM event_endpoints WHERE user_id = s.user_id AND enabled) AS has_listeners
         FROM redeem_keys k
         JOIN storefronts s ON s.id = k.storefront_id
         LEFT JOIN stock_levels l ON l.storefront_id = k.storefront_id AND l.stock = k.stock
         LEFT JOIN fulfilment_services f ON f.storefront_id = s.id
         WHERE k.id = $1",
    )
    .bind(target.key_id)
    .fetch_one(driver))
}

/// SQLite's only writer needs no lock.
async fn lock(conn: &mut Conn, target: &Target) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query("SELECT 1 FROM redeem_keys WHERE id = $1 FOR NO KEY UPDATE")
            .bind(target.key_id)
            .execute(driver))?;
        execute_on_db!(conn, driver => sqlx::query(
            "SELECT 1 FROM stock_levels WHERE storefront_id = $1 AND stock = $2 FOR NO KEY UPDATE",
        )
        .bind(&target.storefront_id)
        .bind(target.stock)
        .execute(driver))?;
        execute_on_db!(conn, driver => sqlx::query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE")
            .bind(&target.user_id)
            .execute(driver))?;
    }
    Ok(())
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

/// Writes all that a redeem changes. The caller has checked the facts.
pub(super) fn write(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    lower_level(script, target);
    write_order(script, target, order);
}

/// As [`write`], provided that nothing else is to be checked or announced: the shop is open, delivers the same way and blocks
/// nobody, no endpoint listens, and the stock does not run low. Otherwise the script fails as [`NOT_PLAIN`], or as [`SPENT`].
pub(super) fn write_if_plain(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    script
        .put(
            "UPDATE stock_levels SET available = available - $3, reserved = reserved + $3
             WHERE storefront_id = $1 AND stock = $2
               AND available - $3 > (
                   SELECT low_stock_threshold FROM storefronts
                   WHERE id = $1 AND closed_at IS NULL AND (log_channel_id IS NOT NULL) = $5)
               AND COALESCE((SELECT mode FROM fulfilment_services WHERE storefront_id = $1), 'default') = $6
               AND NOT EXISTS (SELECT 1 FROM blocklist WHERE user_id = $4)
               AND NOT EXISTS (SELECT 1 FROM event_endpoints WHERE user_id = $4 AND enabled)",
        )
        .bind(&target.storefront_id)
        .bind(target.stock)
        .bind(target.tokens())
        .bind(&target.user_id)
        .bind(target.has_log_channel)
        .bind(target.mode.unwrap_or(Mode::Default))
        .changing(1, NOT_PLAIN);
    write_order(script, target, order);
}

fn lower_level(script: &mut Script<'_>, target: &Target) {
    script
        .put(
            "UPDATE stock_levels SET available = available - $3, reserved = reserved + $3
             WHERE storefront_id = $1 AND stock = $2 AND available >= $3",
        )
        .bind(&target.storefront_id)
        .bind(target.stock)
        .bind(target.tokens())
        .changing(1, "a stock level fell under its lock");
}

fn write_order(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    spend_key(script, target, order);
    insert_order(script, target, order);
    reserve_tokens(script, target, order);
    insert_terms(script, target, order);
    insert_job(script, order);
    if matches!(order.invite, Invite::AskLater) {
        script
            .put("INSERT INTO unresolved_invites (order_id, due_at) VALUES ($1, $2)")
            .bind(&order.id)
            .bind(order.now);
    }
}

/// Also counts the order, whose number that is.
fn spend_key(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    script
        .put("UPDATE redeem_keys SET status = 'redeemed', redeemed_at = $2 WHERE id = $1 AND status = 'unused'")
        .bind(target.key_id)
        .bind(order.now)
        .changing(1, SPENT);
    script
        .put("UPDATE users SET order_count = order_count + 1 WHERE id = $1")
        .bind(&target.user_id)
        .changing(1, "a storefront without its seller");
}

/// Inserts the seller's newest order, whose number is their order count. Its time is never before the previous order's: whoever
/// read the clock first may get here last.
fn insert_order(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    let details = &order.details;
    script
        .put(
            "INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                                 displayname, bio, avatar, banner, details_fingerprint, guild_id,
                                 customer_discord_id, state, standing, created_at)
             VALUES ($1, $2, $3, (SELECT order_count FROM users WHERE id = $3), $4, $5, $6, $7, $8, $9, $10, $11,
                     $12, $13, $14, $15, 'queued', $17, COALESCE(
                         (SELECT created_at FROM orders
                          WHERE user_id = $3 AND seller_sequence = (SELECT order_count - 1 FROM users WHERE id = $3)
                            AND created_at > $16), $16))",
        )
        .bind(&order.id)
        .bind(&target.storefront_id)
        .bind(&target.user_id)
        .bind(target.key_id)
        .bind(target.stock)
        .bind(target.amount)
        .bind(&details.invite)
        .bind(&details.email)
        .bind(details.displayname.as_deref())
        .bind(details.bio.as_deref())
        .bind(details.avatar.as_deref())
        .bind(details.banner.as_deref())
        .bind(&order.details_fingerprint)
        .bind(order.guild_id())
        .bind(details.customer_discord_id.as_ref())
        .bind(order.now)
        .bind(if order.way == Way::Manual { Standing::ByHand } else { Standing::Processing });
}

/// Reserves the oldest available tokens for the order.
fn reserve_tokens(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    script
        .put(
            "UPDATE tokens SET state = 'reserved', order_id = $4 WHERE id IN (
                 SELECT id FROM tokens WHERE storefront_id = $1 AND stock = $2 AND state = 'available'
                 ORDER BY id LIMIT $3)",
        )
        .bind(&target.storefront_id)
        .bind(target.stock)
        .bind(target.tokens())
        .bind(&order.id)
        .changing(target.tokens(), "a stock level differs from its tokens");
}

fn insert_terms(script: &mut Script<'_>, target: &Target, order: &NewOrder) {
    let found_by = FoundBy {
        id: &order.id,
        email: &order.details.email,
        invite: &order.details.invite,
        guild_id: order.guild_id().unwrap_or(&target.guild_id),
        purchase: target.purchase.as_deref(),
    };
    let ([id, email, code, guild_id], purchase) = found_by.terms();
    script
        .put(
            "INSERT INTO order_terms (user_id, term, seller_sequence)
             VALUES ($1, $2, (SELECT order_count FROM users WHERE id = $1)),
                    ($1, $3, (SELECT order_count FROM users WHERE id = $1)),
                    ($1, $4, (SELECT order_count FROM users WHERE id = $1)),
                    ($1, $5, (SELECT order_count FROM users WHERE id = $1))
             ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
        )
        .bind(&target.user_id)
        .bind(id)
        .bind(email)
        .bind(code)
        .bind(guild_id);
    if let Some(purchase) = purchase {
        script
            .put(
                "INSERT INTO order_terms (user_id, term, seller_sequence)
                 VALUES ($1, $2, (SELECT order_count FROM users WHERE id = $1))
                 ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
            )
            .bind(&target.user_id)
            .bind(purchase);
    }
}

fn insert_job(script: &mut Script<'_>, order: &NewOrder) {
    script
        .put("INSERT INTO delivery_jobs (id, order_id, state, run_at, way) VALUES ($1, $2, $3, $4, $5)")
        .bind(&order.job_id)
        .bind(&order.id)
        .bind(if order.way == Way::Manual { JobState::Manual } else { JobState::Waiting })
        .bind(order.now)
        .bind(order.way);
}
