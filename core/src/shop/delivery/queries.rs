//! SQL of delivery.

use crate::db::{Conn, Dialect, Failure, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, JobId, OrderId, StorefrontId, TokenId, UserId};
use crate::shop::orders::JobStanding;
use crate::shop::stock::{SealedToken, StockName, TokenState};
use crate::{execute_on_db, on_db};

#[derive(Debug, Clone)]
pub(super) struct Job {
    pub id: JobId,
    pub fence: i64,
    pub order: OrderContext,
    pub tokens: Vec<OpenToken>,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Lease {
    pub id: JobId,
    pub order_id: OrderId,
    pub fence: i64,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct OrderContext {
    pub id: OrderId,
    pub user_id: UserId,
    pub storefront_id: StorefrontId,
    pub storefront_guild_id: GuildId,
    pub stock: StockName,
    pub amount: i64,
    pub invite: String,
    pub round: i64,
}

/// A token that an adapter is to be given, or asked about.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct OpenToken {
    pub id: TokenId,
    #[sqlx(flatten)]
    pub token: SealedToken,
    pub replacement: i64,
    /// Attempted by a worker that is gone.
    pub cut_off: bool,
}

/// How many of an order's tokens have succeeded and failed so far.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Counts {
    pub succeeded: i64,
    pub failed: i64,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct TokenRow {
    pub id: TokenId,
    pub token_fingerprint: String,
    pub state: TokenState,
    pub replacement: i64,
    pub round: i64,
}

/// The place of a failed token, for a fresh token to fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub failed: TokenId,
    /// How many tokens stood there before.
    pub replacement: i64,
    pub round: i64,
}

/// The condition of [`TokenState::is_open`].
macro_rules! open {
    () => {
        "state IN ('reserved', 'attempting', 'set_aside')"
    };
}

/// The order of a job.
pub(super) async fn context(conn: &mut Conn, order_id: &OrderId) -> Result<OrderContext> {
    find_context(conn, order_id).await?.ok_or(Failure::Inconsistent("a job without its order"))
}

/// As [`context`], for an id that somebody has named.
pub(super) async fn find_context(conn: &mut Conn, order_id: &OrderId) -> Result<Option<OrderContext>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT o.id, o.user_id, o.storefront_id, s.guild_id AS storefront_guild_id, o.stock, o.amount, o.invite,
                j.round
         FROM orders o
         JOIN storefronts s ON s.id = o.storefront_id
         JOIN delivery_jobs j ON j.order_id = o.id
         WHERE o.id = $1",
    )
    .bind(order_id)
    .fetch_optional(driver))
}

pub(super) async fn is_any_due(conn: &mut Conn, now: Timestamp) -> Result<bool> {
    let due: Option<JobId> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM delivery_jobs
         WHERE state IN ('waiting', 'leased') AND run_at <= $1 AND (state = 'waiting' OR lease_until <= $1)
               AND way = 'adapter'
         LIMIT 1",
    )
    .bind(now)
    .fetch_optional(driver))?;
    Ok(due.is_some())
}

/// `$from` and `$to` enclose the subquery that selects the rows.
macro_rules! lease {
    ($from:literal, $to:literal) => {
        concat!(
            "UPDATE delivery_jobs SET state = 'leased', lease_until = $2, fence = fence + 1, attempts = attempts + 1
             WHERE id ",
            $from,
            "SELECT id FROM delivery_jobs
                 WHERE state IN ('waiting', 'leased') AND run_at <= $1 AND (state = 'waiting' OR lease_until <= $1)
                       AND way = 'adapter'
                 ORDER BY run_at LIMIT $3",
            $to,
            " RETURNING id, order_id, fence"
        )
    };
}

/// Takes the jobs that wait longest, and those whose lease has run out.
pub(super) async fn lease(
    conn: &mut Conn,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<Lease>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => lease!("IN (", ")"),
        // Several processes may claim at once, so locked rows are skipped. An array, because PostgreSQL may
        // run an IN subquery again for each row, and SKIP LOCKED would select other rows each time.
        Dialect::Postgres => lease!("= ANY (ARRAY(", " FOR UPDATE SKIP LOCKED))"),
    };
    on_db!(conn, driver => sqlx::query_as(sql)
        .bind(now)
        .bind(until)
        .bind(limit)
        .fetch_all(driver))
}

/// Extends the lease. `false` when another worker has the job by now.
pub(super) async fn hold(conn: &mut Conn, job_id: &JobId, fence: i64, until: Timestamp) -> Result<bool> {
    let held: Option<JobId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE delivery_jobs SET lease_until = $3 WHERE id = $1 AND fence = $2 AND state = 'leased' RETURNING id",
    )
    .bind(job_id)
    .bind(fence)
    .bind(until)
    .fetch_optional(driver))?;
    Ok(held.is_some())
}

/// Locks an order's job, for settling its tokens without a lease.
pub(super) async fn lock_job(conn: &mut Conn, order_id: &OrderId) -> Result<JobStanding> {
    on_db!(conn, driver => sqlx::query_as(
        "UPDATE delivery_jobs SET attempts = attempts WHERE order_id = $1
         RETURNING state AS job_state, way, round, decided_round",
    )
    .bind(order_id)
    .fetch_one(driver))
}

/// Records that the seller has decided tokens of this round.
pub(super) async fn note_decided(conn: &mut Conn, order_id: &OrderId, round: i64) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE delivery_jobs SET decided_round = $2 WHERE order_id = $1")
        .bind(order_id)
        .bind(round)
        .execute(driver))?;
    Ok(())
}

/// Marks the order's reserved tokens as attempted, and returns them with those that a dead worker had attempted.
pub(super) async fn attempt(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<OpenToken>> {
    let mut tokens: Vec<OpenToken> = on_db!(conn, driver => sqlx::query_as(
        "SELECT id, token_fingerprint, token_sealed, replacement, state = 'attempting' AS cut_off FROM tokens
         WHERE order_id = $1 AND state IN ('reserved', 'attempting') ORDER BY id",
    )
    .bind(order_id)
    .fetch_all(driver))?;
    tokens.sort_by_key(|token| !token.cut_off);
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE tokens SET state = 'attempting' WHERE order_id = $1 AND state = 'reserved'",
    )
    .bind(order_id)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query("UPDATE orders SET state = 'delivering' WHERE id = $1 AND state = 'queued'")
        .bind(order_id)
        .execute(driver))?;
    Ok(tokens)
}

pub(super) async fn tokens(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<TokenRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, token_fingerprint, state, replacement, round FROM tokens WHERE order_id = $1 ORDER BY id",
    )
    .bind(order_id)
    .fetch_all(driver))
}

/// `false` when the token is not open any more.
pub(super) async fn settle_token(
    conn: &mut Conn,
    order_id: &OrderId,
    token_id: TokenId,
    state: TokenState,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<bool> {
    let settled: Option<TokenId> = on_db!(conn, driver => sqlx::query_scalar(concat!(
        "UPDATE tokens SET state = $3, reason = $4, settled_at = $5 WHERE id = $2 AND order_id = $1 AND ",
        open!(),
        " RETURNING id"
    ))
    .bind(order_id)
    .bind(token_id)
    .bind(state)
    .bind(reason)
    .bind(now)
    .fetch_optional(driver))?;
    Ok(settled.is_some())
}

/// Counts settled tokens in the stock's level, and so locks it. Returns how many tokens are available.
pub(super) async fn move_settled(
    conn: &mut Conn,
    order: &OrderContext,
    delivered: i64,
    failed: i64,
) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE stock_levels SET reserved = reserved - $3 - $4, delivered = delivered + $3, failed = failed + $4
         WHERE storefront_id = $1 AND stock = $2 RETURNING available",
    )
    .bind(&order.storefront_id)
    .bind(order.stock)
    .bind(delivered)
    .bind(failed)
    .fetch_one(driver))
}

pub(super) async fn move_replacements(conn: &mut Conn, order: &OrderContext, count: i64) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_levels SET available = available - $3, reserved = reserved + $3
         WHERE storefront_id = $1 AND stock = $2",
    )
    .bind(&order.storefront_id)
    .bind(order.stock)
    .bind(count)
    .execute(driver))?;
    Ok(())
}

/// Gives the oldest available token to the order. The caller has locked the stock's level, which says there is one.
pub(super) async fn take_replacement(
    conn: &mut Conn,
    order: &OrderContext,
    place: &Place,
    state: TokenState,
) -> Result<OpenToken> {
    let token: Option<OpenToken> = on_db!(conn, driver => sqlx::query_as(
        "UPDATE tokens SET state = $5, order_id = $3, replacement = $4, replaces = $6, round = $7 WHERE id = (
             SELECT id FROM tokens WHERE storefront_id = $1 AND stock = $2 AND state = 'available'
             ORDER BY id LIMIT 1)
         RETURNING id, token_fingerprint, token_sealed, replacement, 1 = 0 AS cut_off",
    )
    .bind(&order.storefront_id)
    .bind(order.stock)
    .bind(&order.id)
    .bind(place.replacement)
    .bind(state)
    .bind(place.failed)
    .bind(place.round)
    .fetch_optional(driver))?;
    token.ok_or(Failure::Inconsistent("a stock level differs from its tokens"))
}

pub(super) async fn count_on_order(
    conn: &mut Conn,
    order_id: &OrderId,
    delivered: i64,
    failed: i64,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE orders SET succeeded = succeeded + $2, failed = failed + $3 WHERE id = $1",
    )
    .bind(order_id)
    .bind(delivered)
    .bind(failed)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn add_boosts(conn: &mut Conn, user_id: &UserId, boosts: i64, now: Timestamp) -> Result<()> {
    let total: i64 = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE users SET boost_count = boost_count + $2 WHERE id = $1 RETURNING boost_count",
    )
    .bind(user_id)
    .bind(boosts)
    .fetch_one(driver))?;
    // Never earlier than the total it adds to: whoever read the clock first may get here last.
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO boost_totals (user_id, at, total) VALUES ($1, COALESCE(
             (SELECT at FROM boost_totals WHERE user_id = $1 AND at > $2 ORDER BY at DESC LIMIT 1), $2), $3)",
    )
    .bind(user_id)
    .bind(now)
    .bind(total)
    .execute(driver))?;
    Ok(())
}

/// The states of the order's open tokens.
pub(super) async fn open_states(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<TokenState>> {
    on_db!(conn, driver => sqlx::query_scalar(concat!("SELECT state FROM tokens WHERE order_id = $1 AND ", open!()))
        .bind(order_id)
        .fetch_all(driver))
}

/// Sets all open tokens of the order aside for the seller. Returns how many.
pub(super) async fn set_aside(conn: &mut Conn, order_id: &OrderId) -> Result<usize> {
    let open: Vec<TokenId> = on_db!(conn, driver => sqlx::query_scalar(concat!(
        "UPDATE tokens SET state = 'set_aside' WHERE order_id = $1 AND ",
        open!(),
        " RETURNING id"
    ))
    .bind(order_id)
    .fetch_all(driver))?;
    Ok(open.len())
}

/// Marks the order as done. Returns how many tokens succeeded and failed.
pub(super) async fn finish(conn: &mut Conn, order_id: &OrderId, now: Timestamp) -> Result<Counts> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET state = 'done', lease_until = NULL WHERE order_id = $1",
    )
    .bind(order_id)
    .execute(driver))?;
    on_db!(conn, driver => sqlx::query_as(
        "UPDATE orders SET state = 'done', done_at = $2 WHERE id = $1 RETURNING succeeded, failed",
    )
    .bind(order_id)
    .bind(now)
    .fetch_one(driver))
}

/// Leaves the rest of the order to the seller. `None` when it was theirs already.
pub(super) async fn hand_over(conn: &mut Conn, order_id: &OrderId) -> Result<Option<Counts>> {
    let handed: Option<JobId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE delivery_jobs SET state = 'manual', lease_until = NULL
         WHERE order_id = $1 AND state <> 'manual' RETURNING id",
    )
    .bind(order_id)
    .fetch_optional(driver))?;
    if handed.is_none() {
        return Ok(None);
    }
    on_db!(conn, driver => sqlx::query_as(
        "UPDATE orders SET state = 'waiting' WHERE id = $1 RETURNING succeeded, failed",
    )
    .bind(order_id)
    .fetch_optional(driver))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sql_and_rust_agree_on_which_token_states_are_open() {
        let open = TokenState::ALL.iter().filter(|state| state.is_open()).map(|state| format!("'{state}'"));
        assert_eq!(open!(), format!("state IN ({})", open.collect::<Vec<_>>().join(", ")));
    }
}
