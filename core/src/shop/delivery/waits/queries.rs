//! SQL of jobs that wait too long.

use crate::db::{Conn, Result};
use crate::execute_on_db;
use crate::foundation::clock::{SLACK, Timestamp};

/// Caps leases at `latest`, tolerating [`SLACK`]. Returns how many rows changed.
pub(super) async fn shorten_leases(conn: &mut Conn, latest: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET lease_until = $1 WHERE state = 'leased' AND lease_until > $2",
    )
    .bind(latest)
    .bind(latest.plus(SLACK))
    .execute(driver))
}

/// Caps due times, tolerating [`SLACK`]: at `latest` for rounds that were sent and wait, else at `now`. A leased one waits for its lease
/// alone. Returns how many rows changed.
pub(super) async fn shorten_waits(conn: &mut Conn, now: Timestamp, latest: Timestamp) -> Result<u64> {
    let unsent = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET run_at = $1
         WHERE state IN ('waiting', 'leased') AND (state = 'leased' OR round_attempts = 0) AND run_at > $2",
    )
    .bind(now)
    .bind(now.plus(SLACK))
    .execute(driver))?;
    let sent = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET run_at = $1 WHERE state IN ('waiting', 'leased') AND run_at > $2",
    )
    .bind(latest)
    .bind(latest.plus(SLACK))
    .execute(driver))?;
    Ok(unsent + sent)
}
