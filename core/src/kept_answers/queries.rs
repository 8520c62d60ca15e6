//! SQL of kept answers.

use super::Once;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub body_fingerprint: String,
    pub answer_sealed: Option<String>,
}

pub(super) async fn delete_old_of_user(conn: &mut Conn, user_id: &UserId, until: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM kept_answers WHERE user_id = $1 AND at <= $2")
        .bind(user_id)
        .bind(until)
        .execute(driver))?;
    Ok(())
}

/// On PostgreSQL this waits for another transaction that has just inserted the same one.
pub(super) async fn insert(conn: &mut Conn, once: &Once, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO kept_answers (user_id, call_fingerprint, body_fingerprint, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, call_fingerprint) DO NOTHING",
    )
    .bind(&once.user_id)
    .bind(&once.call_fingerprint)
    .bind(&once.body_fingerprint)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn hold(conn: &mut Conn, once: &Once) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "UPDATE kept_answers SET at = at WHERE user_id = $1 AND call_fingerprint = $2
         RETURNING body_fingerprint, answer_sealed",
    )
    .bind(&once.user_id)
    .bind(&once.call_fingerprint)
    .fetch_optional(driver))
}

pub(super) async fn keep(conn: &mut Conn, once: &Once, sealed: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE kept_answers SET answer_sealed = $3 WHERE user_id = $1 AND call_fingerprint = $2",
    )
    .bind(&once.user_id)
    .bind(&once.call_fingerprint)
    .bind(sealed)
    .execute(driver))?;
    Ok(())
}

/// At most `limit`. Returns how many.
pub(super) async fn delete_before(conn: &mut Conn, before: Timestamp, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM kept_answers
         WHERE call_fingerprint IN (SELECT call_fingerprint FROM kept_answers WHERE at <= $1 ORDER BY at LIMIT $2)
           AND at <= $1",
    )
    .bind(before)
    .bind(limit)
    .execute(driver))
}
