//! SQL of sending: what is due, who tries it, and what became of it.

use crate::db::{Conn, Dialect, Result};
use crate::developers::event_endpoints::DeliveryState;
use crate::foundation::clock::{SLACK, Timestamp};
use crate::ids::{EventDeliveryId, EventEndpointId, UserId};
use crate::{execute_on_db, on_db};

/// A delivery that is to be tried now.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Lease {
    pub id: EventDeliveryId,
    pub message_id: String,
    pub body_sealed: String,
    pub attempts: i64,
    pub fence: i64,
}

/// An enabled endpoint for which something is due.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct DueEndpoint {
    pub id: EventEndpointId,
    pub user_id: UserId,
}

/// Enabled endpoints with due deliveries, those that wait longest first.
pub(super) async fn due_endpoints(conn: &mut Conn, now: Timestamp) -> Result<Vec<DueEndpoint>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT e.id, e.user_id
         FROM (SELECT endpoint_id, MIN(next_at) AS due_at FROM event_deliveries
               WHERE state = 'pending' AND next_at <= $1 GROUP BY endpoint_id) d
         JOIN event_endpoints e ON e.id = d.endpoint_id WHERE e.enabled ORDER BY d.due_at",
    )
    .bind(now)
    .fetch_all(driver))
}

/// When the next try after this moment is due, also one that another process has under way.
pub(super) async fn next_due(conn: &mut Conn, after: Timestamp) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT MIN(next_at) FROM event_deliveries WHERE state = 'pending' AND next_at > $1",
    )
    .bind(after)
    .fetch_one(driver))
}

/// Whether a try is due by this moment.
pub(super) async fn is_due(conn: &mut Conn, now: Timestamp) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM event_deliveries WHERE state = 'pending' AND next_at <= $1)",
    )
    .bind(now)
    .fetch_one(driver))
}

/// `$from` and `$to` enclose the subquery that selects the rows.
macro_rules! lease {
    ($from:literal, $to:literal) => {
        concat!(
            "UPDATE event_deliveries SET owner = $2, next_at = $4, fence = fence + 1, attempts = attempts + 1
             WHERE id ",
            $from,
            "SELECT id FROM event_deliveries WHERE endpoint_id = $1 AND state = 'pending' AND next_at <= $3
                 ORDER BY next_at LIMIT $5",
            $to,
            " RETURNING id, message_id, body_sealed, attempts, fence"
        )
    };
}

/// Leases the deliveries that wait longest for this endpoint until `until`.
pub(super) async fn lease(
    conn: &mut Conn,
    endpoint_id: &EventEndpointId,
    owner: &str,
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
        .bind(endpoint_id)
        .bind(owner)
        .bind(now)
        .bind(until)
        .bind(limit)
        .fetch_all(driver))
}

/// Frees what an earlier process had under way. For SQLite, which has one process only.
pub(super) async fn free_all(conn: &mut Conn, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries SET owner = NULL, next_at = $1
         WHERE state = 'pending' AND owner IS NOT NULL AND next_at IS NOT NULL",
    )
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Frees what this try has under way, unless it counts no more. The next one is due at `due`.
pub(super) async fn hand_back(
    conn: &mut Conn,
    id: EventDeliveryId,
    fence: i64,
    due: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries SET owner = NULL, next_at = $3
         WHERE id = $1 AND fence = $2 AND state = 'pending' AND next_at IS NOT NULL",
    )
    .bind(id)
    .bind(fence)
    .bind(due)
    .execute(driver))?;
    Ok(())
}

/// Caps due times at `latest`, tolerating [`SLACK`]. Returns how many rows changed.
pub(super) async fn shorten_waits(conn: &mut Conn, latest: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE event_deliveries SET next_at = $1 WHERE state = 'pending' AND next_at > $2")
        .bind(latest)
        .bind(latest.plus(SLACK))
        .execute(driver))
}

/// The outcome of a try. `next_at`: when the delivery is tried again, if it is.
#[derive(Debug)]
pub(super) struct Tried<'a> {
    pub state: DeliveryState,
    pub status: Option<i64>,
    pub error: Option<&'a str>,
    pub next_at: Option<Timestamp>,
    pub begins_anew: bool,
}

/// `false` when the try counts no more: it took too long, or the delivery began again.
pub(super) async fn write_down(
    conn: &mut Conn,
    id: EventDeliveryId,
    fence: i64,
    tried: &Tried<'_>,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries SET state = $3, status = $4, error = $5, next_at = $6, owner = NULL,
                attempts = CASE WHEN $7 THEN 0 ELSE attempts END
         WHERE id = $1 AND fence = $2 AND state = 'pending'",
    )
    .bind(id)
    .bind(fence)
    .bind(tried.state)
    .bind(tried.status)
    .bind(tried.error)
    .bind(tried.next_at)
    .bind(tried.begins_anew)
    .execute(driver))?;
    Ok(rows > 0)
}

/// Gives up a leased delivery without trying it, because the outcome of its last try was never recorded.
pub(super) async fn give_up(conn: &mut Conn, id: EventDeliveryId, why: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE event_deliveries
         SET state = 'failed', attempts = attempts - 1, status = NULL, error = $2, next_at = NULL, owner = NULL
         WHERE id = $1",
    )
    .bind(id)
    .bind(why)
    .execute(driver))?;
    Ok(())
}

/// `None`: the last try succeeded.
pub(super) async fn set_failing_since(
    conn: &mut Conn,
    id: &EventEndpointId,
    since: Option<Timestamp>,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE event_endpoints SET failing_since = $2 WHERE id = $1")
        .bind(id)
        .bind(since)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn disable(conn: &mut Conn, id: &EventEndpointId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE event_endpoints SET enabled = FALSE WHERE id = $1")
        .bind(id)
        .execute(driver))?;
    Ok(())
}
