//! SQL of suggestions.

use super::{Suggestion, SuggestionCounts, Vote};
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{SuggestionId, UserId};
use crate::people::feedback::Author;
use crate::{execute_on_db, on_db};

/// Those before `before`, the newest first.
pub(super) async fn page(conn: &mut Conn, before: SuggestionId, limit: i64) -> Result<Vec<Suggestion>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.id, s.title, s.description, COALESCE(u.username, s.customer_name) AS author, s.status, s.created_at
         FROM suggestions s LEFT JOIN users u ON u.id = s.user_id
         WHERE s.id < $1 ORDER BY s.id DESC LIMIT $2",
    )
    .bind(before)
    .bind(limit)
    .fetch_all(driver))
}

/// One suggestion, without its votes.
pub(super) async fn one(conn: &mut Conn, id: SuggestionId) -> Result<Option<Suggestion>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.id, s.title, s.description, COALESCE(u.username, s.customer_name) AS author, s.status, s.created_at
         FROM suggestions s LEFT JOIN users u ON u.id = s.user_id WHERE s.id = $1",
    )
    .bind(id)
    .fetch_optional(driver))
}

/// Returns its title, and keeps it from being deleted until the transaction ends.
pub(super) async fn hold(conn: &mut Conn, id: SuggestionId) -> Result<Option<String>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "SELECT title FROM suggestions WHERE id = $1",
        Dialect::Postgres => "SELECT title FROM suggestions WHERE id = $1 FOR KEY SHARE",
    };
    on_db!(conn, driver => sqlx::query_scalar(sql).bind(id).fetch_optional(driver))
}

pub(super) async fn counts(conn: &mut Conn) -> Result<SuggestionCounts> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS total, COUNT(CASE WHEN status = 'pending' THEN 1 END) AS pending,
                COUNT(CASE WHEN status = 'implemented' THEN 1 END) AS implemented
         FROM suggestions",
    )
    .fetch_one(driver))
}

/// The votes on these suggestions, each with its voter.
pub(super) async fn votes(
    conn: &mut Conn,
    ids: &[SuggestionId],
) -> Result<Vec<(SuggestionId, UserId, Vote)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT suggestion_id, user_id, vote FROM suggestion_votes WHERE suggestion_id IN (",
        );
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(")");
        query.build_query_as().fetch_all(driver).await
    })
}

pub(super) async fn insert(
    conn: &mut Conn,
    author: &Author,
    title: &str,
    description: &str,
    now: Timestamp,
) -> Result<SuggestionId> {
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO suggestions (user_id, customer_name, title, description, status, created_at)
         VALUES ($1, $2, $3, $4, 'pending', $5) RETURNING id",
    )
    .bind(author.user_id())
    .bind(author.customer_name())
    .bind(title)
    .bind(description)
    .bind(now)
    .fetch_one(driver))
}

/// `false` when the user has not voted so.
pub(super) async fn take_back(
    conn: &mut Conn,
    id: SuggestionId,
    user_id: &UserId,
    vote: Vote,
) -> Result<bool> {
    let taken = execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM suggestion_votes WHERE suggestion_id = $1 AND user_id = $2 AND vote = $3",
    )
    .bind(id)
    .bind(user_id)
    .bind(vote)
    .execute(driver))?;
    Ok(taken > 0)
}

pub(super) async fn put(conn: &mut Conn, id: SuggestionId, user_id: &UserId, vote: Vote) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO suggestion_votes (suggestion_id, user_id, vote) VALUES ($1, $2, $3)
         ON CONFLICT (suggestion_id, user_id) DO UPDATE SET vote = excluded.vote",
    )
    .bind(id)
    .bind(user_id)
    .bind(vote)
    .execute(driver))?;
    Ok(())
}

/// Returns the title of one that was not implemented yet.
pub(super) async fn implement(conn: &mut Conn, id: SuggestionId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE suggestions SET status = 'implemented' WHERE id = $1 AND status <> 'implemented' RETURNING title",
    )
    .bind(id)
    .fetch_optional(driver))
}

/// Returns the title.
pub(super) async fn delete(conn: &mut Conn, id: SuggestionId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("DELETE FROM suggestions WHERE id = $1 RETURNING title")
        .bind(id)
        .fetch_optional(driver))
}
