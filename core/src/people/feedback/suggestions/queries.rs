//! SQL of suggestions.

use super::{Suggestion, SuggestionCounts, Vote};
use crate::clock::Timestamp;
use crate::db::{Conn, Failure, Result};
use crate::people::feedback::Author;
use crate::{execute_on_db, on_db};

/// Those before `before`, the newest first.
pub(super) async fn page(conn: &mut Conn, before: i64, limit: i64) -> Result<Vec<Suggestion>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.id, s.title, s.description, COALESCE(u.username, s.customer_name) AS author, s.status, s.created_at
         FROM suggestions s LEFT JOIN users u ON u.id = s.user_id
         WHERE s.id < $1 ORDER BY s.id DESC LIMIT $2",
    )
    .bind(before)
    .bind(limit)
    .fetch_all(driver))
}

/// Without its votes.
pub(super) async fn one(conn: &mut Conn, id: i64) -> Result<Option<Suggestion>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.id, s.title, s.description, COALESCE(u.username, s.customer_name) AS author, s.status, s.created_at
         FROM suggestions s LEFT JOIN users u ON u.id = s.user_id WHERE s.id = $1",
    )
    .bind(id)
    .fetch_optional(driver))
}

pub(super) async fn counts(conn: &mut Conn) -> Result<SuggestionCounts> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS total, COUNT(CASE WHEN status = 'pending' THEN 1 END) AS pending,
                COUNT(CASE WHEN status = 'implemented' THEN 1 END) AS implemented
         FROM suggestions",
    )
    .fetch_one(driver))
}

/// Of these suggestions, each vote with its voter.
pub(super) async fn votes(conn: &mut Conn, ids: &[i64]) -> Result<Vec<(i64, String, Vote)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(i64, String, String)> = on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT suggestion_id, user_id, vote FROM suggestion_votes WHERE suggestion_id IN (",
        );
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(")");
        query.build_query_as().fetch_all(driver).await
    })?;
    rows.into_iter()
        .map(|(id, user_id, vote)| {
            let vote = Vote::try_from(vote).map_err(|_| Failure::Inconsistent("a vote of no kind"))?;
            Ok((id, user_id, vote))
        })
        .collect()
}

pub(super) async fn insert(
    conn: &mut Conn,
    author: &Author,
    title: &str,
    description: &str,
    now: Timestamp,
) -> Result<i64> {
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
pub(super) async fn take_back(conn: &mut Conn, id: i64, user_id: &str, vote: Vote) -> Result<bool> {
    let taken = execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM suggestion_votes WHERE suggestion_id = $1 AND user_id = $2 AND vote = $3",
    )
    .bind(id)
    .bind(user_id)
    .bind(vote.as_str())
    .execute(driver))?;
    Ok(taken > 0)
}

pub(super) async fn put(conn: &mut Conn, id: i64, user_id: &str, vote: Vote) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO suggestion_votes (suggestion_id, user_id, vote) VALUES ($1, $2, $3)
         ON CONFLICT (suggestion_id, user_id) DO UPDATE SET vote = excluded.vote",
    )
    .bind(id)
    .bind(user_id)
    .bind(vote.as_str())
    .execute(driver))?;
    Ok(())
}

/// Answers the title.
pub(super) async fn implement(conn: &mut Conn, id: i64) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE suggestions SET status = 'implemented' WHERE id = $1 RETURNING title",
    )
    .bind(id)
    .fetch_optional(driver))
}

/// Answers the title.
pub(super) async fn delete(conn: &mut Conn, id: i64) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("DELETE FROM suggestions WHERE id = $1 RETURNING title")
        .bind(id)
        .fetch_optional(driver))
}
