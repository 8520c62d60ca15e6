//! SQL of rounds.

use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, JobId, OrderId, StorefrontId, TokenId, UserId};
use crate::shop::fulfilment::Way;
use crate::shop::orders::{JobState, OrderState};
use crate::shop::stock::{SealedToken, StockName};
use crate::{execute_on_db, on_db};

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Lease {
    pub id: JobId,
    pub order_id: OrderId,
    pub fence: i64,
    pub way: Way,
    pub round: i64,
    pub round_attempts: i64,
}

/// What a service is told of an order.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Payload {
    pub user_id: UserId,
    pub storefront_id: StorefrontId,
    /// The customer's guild when it is known, else the storefront's.
    pub guild_id: GuildId,
    pub storefront_guild_id: GuildId,
    pub invite: String,
    pub stock: StockName,
    pub displayname: Option<String>,
    pub bio: Option<String>,
    pub avatar: Option<String>,
    pub banner: Option<String>,
}

/// When the next unclaimed round is due, of those due later than `after`.
pub(super) async fn next_due(conn: &mut Conn, now: Timestamp, after: Timestamp) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT run_at FROM delivery_jobs
         WHERE state IN ('waiting', 'leased') AND (state = 'waiting' OR lease_until <= $1)
               AND way IN ('operator', 'storefront') AND run_at > $2
         ORDER BY run_at LIMIT 1",
    )
    .bind(now)
    .bind(after)
    .fetch_optional(driver))
}

/// `$locked` locks the selected jobs; `$from` and `$to` enclose the subquery that selects them. The join's order and the repeated
/// condition make SQLite read the few jobs under way by the index of open jobs, instead of all orders.
macro_rules! lease {
    ($from:literal, $locked:literal, $to:literal) => {
        concat!(
            "WITH busy AS MATERIALIZED (
                 SELECT o.storefront_id, COUNT(*) AS rounds FROM delivery_jobs b CROSS JOIN orders o
                 WHERE o.id = b.order_id AND b.state IN ('waiting', 'leased') AND b.state = 'leased' AND b.lease_until > $1
                       AND b.way IN ('operator', 'storefront')
                 GROUP BY o.storefront_id)
             UPDATE delivery_jobs SET state = 'leased', lease_until = $2, fence = fence + 1, attempts = attempts + 1,
                    round_attempts = round_attempts + 1
             WHERE id ",
            $from,
            "SELECT id FROM (
                 SELECT due.id, COALESCE((SELECT rounds FROM busy WHERE busy.storefront_id = o.storefront_id), 0)
                     + ROW_NUMBER() OVER (PARTITION BY o.storefront_id ORDER BY due.run_at, due.id) AS place
                 FROM (SELECT id, order_id, run_at FROM delivery_jobs
                       WHERE state IN ('waiting', 'leased') AND run_at <= $1 AND (state = 'waiting' OR lease_until <= $1)
                             AND way IN ('operator', 'storefront')
                             AND (SELECT storefront_id FROM orders WHERE id = order_id)
                                 NOT IN (SELECT storefront_id FROM busy WHERE rounds >= $4)
                       ORDER BY run_at LIMIT $3",
            $locked,
            ") AS due JOIN orders o ON o.id = due.order_id) AS placed WHERE place <= $4",
            $to,
            " RETURNING id, order_id, fence, way, round, round_attempts"
        )
    };
}

/// Takes the rounds that wait longest, and those whose lease has run out. A storefront with `most` under way waits for one
/// of its own to end, so that a slow service holds up no other's. Two processes that take rounds in the same moment do not count
/// each other's.
pub(super) async fn lease(
    conn: &mut Conn,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
    most: i64,
) -> Result<Vec<Lease>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => lease!("IN (", "", ")"),
        // Several processes may claim at once, so locked rows are skipped. An array, because PostgreSQL may
        // run an IN subquery again for each row, and SKIP LOCKED would select other rows each time.
        Dialect::Postgres => lease!("= ANY (ARRAY(", " FOR UPDATE SKIP LOCKED", "))"),
    };
    on_db!(conn, driver => sqlx::query_as(sql)
        .bind(now)
        .bind(until)
        .bind(limit)
        .bind(most)
        .fetch_all(driver))
}

pub(super) async fn payload(conn: &mut Conn, order_id: &OrderId) -> Result<Payload> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT o.user_id, o.storefront_id, COALESCE(o.guild_id, s.guild_id) AS guild_id, s.guild_id AS storefront_guild_id,
                o.invite, o.stock, o.displayname, o.bio, o.avatar, o.banner
         FROM orders o JOIN storefronts s ON s.id = o.storefront_id WHERE o.id = $1",
    )
    .bind(order_id)
    .fetch_one(driver))
}

/// Returns all of the round's tokens, and marks those that were never sent as attempted.
pub(super) async fn attempt(conn: &mut Conn, order_id: &OrderId, round: i64) -> Result<Vec<SealedToken>> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE tokens SET state = 'attempting' WHERE order_id = $1 AND round = $2 AND state = 'reserved'",
    )
    .bind(order_id)
    .bind(round)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query("UPDATE orders SET state = 'delivering' WHERE id = $1 AND state = 'queued'")
        .bind(order_id)
        .execute(driver))?;
    on_db!(conn, driver => sqlx::query_as(
        "SELECT token_fingerprint, token_sealed FROM tokens WHERE order_id = $1 AND round = $2 ORDER BY id",
    )
    .bind(order_id)
    .bind(round)
    .fetch_all(driver))
}

/// Ends the lease. The round is due again at `run_at`.
pub(super) async fn put_off(conn: &mut Conn, job_id: &JobId, run_at: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET state = 'waiting', lease_until = NULL, run_at = $2 WHERE id = $1",
    )
    .bind(job_id)
    .bind(run_at)
    .execute(driver))?;
    Ok(())
}

/// The round's failed tokens that may still be replaced, and how many tokens stood in their places before them.
pub(super) async fn replaceable(
    conn: &mut Conn,
    order_id: &OrderId,
    round: i64,
    max_replacements: i64,
) -> Result<Vec<(TokenId, i64)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, replacement FROM tokens
         WHERE order_id = $1 AND round = $2 AND state = 'failed' AND replacement < $3 ORDER BY id",
    )
    .bind(order_id)
    .bind(round)
    .bind(max_replacements)
    .fetch_all(driver))
}

pub(in crate::shop::delivery) async fn begin(
    conn: &mut Conn,
    order_id: &OrderId,
    round: i64,
    job_state: JobState,
    order_state: OrderState,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET round = $2, round_attempts = 0, state = $3, run_at = $4, lease_until = NULL
         WHERE order_id = $1",
    )
    .bind(order_id)
    .bind(round)
    .bind(job_state)
    .bind(now)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query("UPDATE orders SET state = $2, done_at = NULL WHERE id = $1")
        .bind(order_id)
        .bind(order_state)
        .execute(driver))?;
    Ok(())
}

/// Records that an order which was left to its seller has begun anew. Its age is counted from then on.
pub(in crate::shop::delivery) async fn note_begun(
    conn: &mut Conn,
    order_id: &OrderId,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE delivery_jobs SET begun_at = $2 WHERE order_id = $1")
        .bind(order_id)
        .bind(now)
        .execute(driver))?;
    Ok(())
}

/// The order of a job, how it is delivered, and whose it is.
pub(super) async fn job(conn: &mut Conn, job_id: &JobId) -> Result<Option<(OrderId, Way, StorefrontId)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT j.order_id, j.way, o.storefront_id FROM delivery_jobs j JOIN orders o ON o.id = j.order_id
         WHERE j.id = $1",
    )
    .bind(job_id)
    .fetch_optional(driver))
}
