//! SQL of custom domains.

use super::{Domain, DomainStatus, Next};
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::{SLACK, Timestamp};
use crate::ids::{DomainId, UserId};
use crate::{execute_on_db, on_db};

/// The columns of a domain. A macro, because a query's text must be one literal.
macro_rules! columns {
    () => {
        "id, user_id, domain, status, diagnostics, created_at, checked_at, misses, missing_since, failed_since, needs_proof"
    };
}

pub(super) struct NewDomain<'a> {
    pub id: &'a DomainId,
    pub user_id: &'a UserId,
    pub domain: &'a str,
    pub status: DomainStatus,
    pub diagnostics: Option<&'a str>,
    pub needs_proof: bool,
    pub now: Timestamp,
    pub check_at: Timestamp,
}

pub(super) async fn of_user(conn: &mut Conn, user_id: &UserId) -> Result<Option<Domain>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM custom_domains WHERE user_id = $1"),
    )
    .bind(user_id)
    .fetch_optional(driver))
}

/// The domain of the name's holder. Other sellers may have added it, too, without having proven ownership yet.
pub(super) async fn holder(conn: &mut Conn, domain: &str) -> Result<Option<Domain>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM custom_domains WHERE domain = $1 AND NOT needs_proof"),
    )
    .bind(domain)
    .fetch_optional(driver))
}

/// `false` when the name has a holder and this row does not wait for proof, or when the user has a domain already.
pub(super) async fn insert(conn: &mut Conn, new: &NewDomain<'_>) -> Result<bool> {
    let inserted: Option<DomainId> = on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO custom_domains (id, user_id, domain, status, diagnostics, needs_proof, created_at, checked_at, check_at)
         VALUES ($1, $2, $3, $4, $5, $8, $6, $6, $7) ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(new.id)
    .bind(new.user_id)
    .bind(new.domain)
    .bind(new.status)
    .bind(new.diagnostics)
    .bind(new.now)
    .bind(new.check_at)
    .bind(new.needs_proof)
    .fetch_optional(driver))?;
    Ok(inserted.is_some())
}

/// The names of all active domains.
pub(super) async fn active_names(conn: &mut Conn) -> Result<Vec<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT domain FROM custom_domains WHERE status = 'active' ORDER BY domain",
    )
    .fetch_all(driver))
}

/// Who had this domain last, when nobody has it now.
pub(super) async fn last_holder(conn: &mut Conn, domain: &str) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT user_id FROM released_domains WHERE domain = $1")
        .bind(domain)
        .fetch_optional(driver))
}

pub(super) async fn release(conn: &mut Conn, domain: &str, user_id: &UserId, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO released_domains (domain, user_id, released_at) VALUES ($1, $2, $3)
         ON CONFLICT (domain) DO UPDATE SET user_id = excluded.user_id, released_at = excluded.released_at",
    )
    .bind(domain)
    .bind(user_id)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Forgets the last holder, because the domain is in use again.
pub(super) async fn forget_release(conn: &mut Conn, domain: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM released_domains WHERE domain = $1")
        .bind(domain)
        .execute(driver))?;
    Ok(())
}

/// Returns the name, and whether it still needed proof.
pub(super) async fn delete(
    conn: &mut Conn,
    user_id: &UserId,
    id: &DomainId,
) -> Result<Option<(String, bool)>> {
    on_db!(conn, driver => sqlx::query_as(
        "DELETE FROM custom_domains WHERE id = $1 AND user_id = $2 RETURNING domain, needs_proof",
    )
    .bind(id)
    .bind(user_id)
    .fetch_optional(driver))
}

pub(super) async fn is_any_due(conn: &mut Conn, now: Timestamp) -> Result<bool> {
    let due: Option<DomainId> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM custom_domains WHERE check_at <= $1 LIMIT 1",
    )
    .bind(now)
    .fetch_optional(driver))?;
    Ok(due.is_some())
}

/// `$from` and `$to` enclose the subquery that selects the rows.
macro_rules! take_due {
    ($from:literal, $to:literal) => {
        concat!(
            "UPDATE custom_domains SET check_at = $2 WHERE id ",
            $from,
            "SELECT id FROM custom_domains WHERE check_at <= $1 ORDER BY check_at LIMIT $3",
            $to,
            " RETURNING ",
            columns!()
        )
    };
}

pub(super) async fn take_due(
    conn: &mut Conn,
    now: Timestamp,
    later: Timestamp,
    limit: i64,
) -> Result<Vec<Domain>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => take_due!("IN (", ")"),
        // Several processes may claim at once, so locked rows are skipped. An array, because PostgreSQL may
        // run an IN subquery again for each row, and SKIP LOCKED would select other rows each time.
        Dialect::Postgres => take_due!("= ANY (ARRAY(", " FOR UPDATE SKIP LOCKED))"),
    };
    on_db!(conn, driver => sqlx::query_as(sql).bind(now).bind(later).bind(limit).fetch_all(driver))
}

/// Caps due times at `latest`, tolerating [`SLACK`]. Returns how many rows changed.
pub(super) async fn shorten_waits(conn: &mut Conn, latest: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE custom_domains SET check_at = $1 WHERE check_at > $2")
        .bind(latest)
        .bind(latest.plus(SLACK))
        .execute(driver))
}

/// Marks the domain as failed, because another seller has proven ownership.
pub(super) async fn lose(conn: &mut Conn, id: &DomainId, diagnostics: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE custom_domains SET status = 'failed', needs_proof = TRUE, diagnostics = $2, failed_since = $3,
                check_at = $3
         WHERE id = $1",
    )
    .bind(id)
    .bind(diagnostics)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// `false` when the domain is gone, or has changed since it was read.
pub(super) async fn update(
    conn: &mut Conn,
    was: &Domain,
    next: &Next,
    needs_proof: bool,
    now: Timestamp,
    check_at: Timestamp,
) -> Result<bool> {
    let updated: Option<DomainId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE custom_domains SET status = $3, diagnostics = $4, misses = $5, missing_since = $6, checked_at = $7,
                check_at = $8, failed_since = $9, needs_proof = $11
         WHERE id = $1 AND status = $2 AND needs_proof = $10 RETURNING id",
    )
    .bind(&was.id)
    .bind(was.status)
    .bind(next.status)
    .bind(next.diagnostics.as_deref())
    .bind(next.misses)
    .bind(next.missing_since)
    .bind(now)
    .bind(check_at)
    .bind(next.failed_since)
    .bind(was.needs_proof)
    .bind(needs_proof)
    .fetch_optional(driver))?;
    Ok(updated.is_some())
}

/// How many domains the user has added since `since`.
pub(super) async fn additions(conn: &mut Conn, user_id: &UserId, since: Timestamp) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT COUNT(*) FROM domain_additions WHERE user_id = $1 AND added_at > $2",
    )
    .bind(user_id)
    .bind(since)
    .fetch_one(driver))
}

pub(super) async fn note_addition(conn: &mut Conn, user_id: &UserId, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("INSERT INTO domain_additions (user_id, added_at) VALUES ($1, $2)")
        .bind(user_id)
        .bind(now)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn forget_additions(conn: &mut Conn, user_id: &UserId, before: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM domain_additions WHERE user_id = $1 AND added_at <= $2")
        .bind(user_id)
        .bind(before)
        .execute(driver))?;
    Ok(())
}
