//! SQL of authors and mutes.

use super::{Mute, Profile};
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{AuthorId, UserId};
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Owner {
    pub name: String,
    pub user_id: Option<UserId>,
    pub admin: Option<bool>,
}

pub(super) async fn profile(conn: &mut Conn, user_id: &UserId) -> Result<Option<Profile>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id AS author_id, name AS author FROM chat_authors WHERE user_id = $1 ORDER BY seen_at DESC LIMIT 1",
    )
    .bind(user_id)
    .fetch_optional(driver))
}

/// Returns the id as it was spelled first: ids that differ in letter case only are the same.
pub(super) async fn spelled(conn: &mut Conn, id: &AuthorId) -> Result<Option<AuthorId>> {
    let exact: Option<AuthorId> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM chat_authors WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(driver))?;
    if exact.is_some() {
        return Ok(exact);
    }
    // Only an id that is new gets here.
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM chat_authors WHERE LOWER(id) = LOWER($1) ORDER BY seen_at, id LIMIT 1",
    )
    .bind(id)
    .fetch_optional(driver))
}

/// "auth", as a number.
const SPELLINGS_LOCK: i32 = 0x6175_7468;

/// Keeps others from adding the same new id in other letter case until this transaction ends. SQLite's only writer needs no lock.
pub(super) async fn lock_spellings(conn: &mut Conn, id: &AuthorId) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query("SELECT pg_advisory_xact_lock($1, hashtext(LOWER($2)))")
            .bind(SPELLINGS_LOCK)
            .bind(id)
            .execute(driver))?;
    }
    Ok(())
}

/// `false` when the id is another user's.
pub(super) async fn claim(
    conn: &mut Conn,
    id: &AuthorId,
    user_id: Option<&UserId>,
    name: &str,
    now: Timestamp,
) -> Result<bool> {
    let claimed = execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO chat_authors (id, user_id, name, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at
         WHERE chat_authors.user_id IS NOT DISTINCT FROM excluded.user_id",
    )
    .bind(id)
    .bind(user_id)
    .bind(name)
    .bind(now)
    .execute(driver))?;
    Ok(claimed > 0)
}

pub(super) async fn owner(conn: &mut Conn, author_id: &AuthorId) -> Result<Option<Owner>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT a.name, a.user_id, u.admin FROM chat_authors a LEFT JOIN users u ON u.id = a.user_id WHERE a.id = $1",
    )
    .bind(author_id)
    .fetch_optional(driver))
}

pub(super) async fn names(conn: &mut Conn, ids: &[AuthorId]) -> Result<Vec<(AuthorId, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new("SELECT id, name FROM chat_authors WHERE id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(")");
        query.build_query_as().fetch_all(driver).await
    })
}

pub(super) async fn mute_of(conn: &mut Conn, subject: &str, now: Timestamp) -> Result<Option<Mute>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT m.author_id, a.name AS author, m.muted_at, m.until
         FROM chat_mutes m JOIN chat_authors a ON a.id = m.author_id
         WHERE m.subject = $1 AND (m.until IS NULL OR m.until > $2)",
    )
    .bind(subject)
    .bind(now)
    .fetch_optional(driver))
}

pub(super) async fn mutes(conn: &mut Conn, now: Timestamp) -> Result<Vec<Mute>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT m.author_id, a.name AS author, m.muted_at, m.until
         FROM chat_mutes m JOIN chat_authors a ON a.id = m.author_id
         WHERE m.until IS NULL OR m.until > $1 ORDER BY m.muted_at DESC, m.subject LIMIT 1000",
    )
    .bind(now)
    .fetch_all(driver))
}

pub(super) async fn put_mute(
    conn: &mut Conn,
    subject: &str,
    author_id: &AuthorId,
    now: Timestamp,
    until: Option<Timestamp>,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO chat_mutes (subject, author_id, muted_at, until) VALUES ($1, $2, $3, $4)
         ON CONFLICT (subject) DO UPDATE
         SET author_id = excluded.author_id, muted_at = excluded.muted_at, until = excluded.until",
    )
    .bind(subject)
    .bind(author_id)
    .bind(now)
    .bind(until)
    .execute(driver))?;
    Ok(())
}

/// `false` when there was none.
pub(super) async fn take_mute_back(conn: &mut Conn, subject: &str) -> Result<bool> {
    let taken = execute_on_db!(conn, driver => sqlx::query("DELETE FROM chat_mutes WHERE subject = $1")
        .bind(subject)
        .execute(driver))?;
    Ok(taken > 0)
}
