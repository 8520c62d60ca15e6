//! SQL of messages.

use super::{Author, NewMessage, ROOM};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{AuthorId, MessageId, Revision, UserId};
use crate::{execute_on_db, on_db};

/// A message, with its author's user and the message that it answers.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub id: MessageId,
    pub room: String,
    pub author_id: AuthorId,
    pub author: String,
    pub user_id: Option<UserId>,
    pub admin: Option<bool>,
    pub content: String,
    pub mentions: String,
    pub reply_to: Option<MessageId>,
    pub client_id: Option<String>,
    pub created_at: Timestamp,
    pub revision: Revision,
    pub edited_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
    pub quoted_author_id: Option<AuthorId>,
    pub quoted_author: Option<String>,
    pub quoted_content: Option<String>,
    pub quoted_deleted_at: Option<Timestamp>,
}

pub(super) struct NewRow<'a> {
    pub id: MessageId,
    pub author: &'a Author,
    pub new: &'a NewMessage,
    pub mentions: Vec<AuthorId>,
    pub reply_to: Option<MessageId>,
    pub now: Timestamp,
}

/// Selects messages `m` by `$condition`. A macro, because a query's text must be one literal.
macro_rules! messages {
    ($condition:literal) => {
        concat!(
            "SELECT m.id, m.room, m.author_id, m.author, a.user_id, u.admin, m.content, m.mentions, m.reply_to,
                    m.client_id, m.created_at, m.revision, m.edited_at, m.deleted_at,
                    q.author_id AS quoted_author_id, q.author AS quoted_author, q.content AS quoted_content,
                    q.deleted_at AS quoted_deleted_at
             FROM chat_messages m
             JOIN chat_authors a ON a.id = m.author_id
             LEFT JOIN users u ON u.id = a.user_id
             LEFT JOIN chat_messages q ON q.id = m.reply_to
             WHERE ",
            $condition
        )
    };
}

pub(super) async fn row(conn: &mut Conn, id: MessageId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(messages!("m.id = $1")).bind(id).fetch_optional(driver))
}

/// The newest first.
pub(super) async fn before(conn: &mut Conn, id: MessageId, limit: i64) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(messages!(
        "m.id < $1 AND m.deleted_at IS NULL ORDER BY m.id DESC LIMIT $2"
    ))
    .bind(id)
    .bind(limit)
    .fetch_all(driver))
}

/// The oldest first.
pub(super) async fn after(conn: &mut Conn, id: MessageId, limit: i64) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(messages!(
        "m.id > $1 AND m.deleted_at IS NULL ORDER BY m.id LIMIT $2"
    ))
    .bind(id)
    .bind(limit)
    .fetch_all(driver))
}

pub(super) async fn changed(conn: &mut Conn, after: Revision, limit: i64) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(messages!("m.revision > $1 ORDER BY m.revision LIMIT $2"))
        .bind(after)
        .bind(limit)
        .fetch_all(driver))
}

pub(super) async fn by_client_id(
    conn: &mut Conn,
    author_id: &AuthorId,
    client_id: &str,
) -> Result<Option<MessageId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM chat_messages WHERE author_id = $1 AND client_id = $2",
    )
    .bind(author_id)
    .bind(client_id)
    .fetch_optional(driver))
}

pub(super) async fn revision(conn: &mut Conn, room: &str) -> Result<Option<Revision>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT revision FROM chat_rooms WHERE room = $1")
        .bind(room)
        .fetch_optional(driver))
}

/// The room's next number. Nobody else gets one before this transaction ends.
pub(super) async fn count_up(conn: &mut Conn, room: &str) -> Result<Option<Revision>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE chat_rooms SET revision = revision + 1 WHERE room = $1 RETURNING revision",
    )
    .bind(room)
    .fetch_optional(driver))
}

pub(super) async fn insert(conn: &mut Conn, row: &NewRow<'_>) -> Result<()> {
    let mentions = serde_json::to_string(&row.mentions).expect("a list of texts has a JSON form");
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO chat_messages
             (id, room, author_id, author, content, mentions, reply_to, client_id, created_at, revision)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $1)",
    )
    .bind(row.id)
    .bind(ROOM)
    .bind(&row.author.id)
    .bind(&row.author.name)
    .bind(&row.new.content)
    .bind(&mentions)
    .bind(row.reply_to)
    .bind(row.new.client_id.as_deref())
    .bind(row.now)
    .execute(driver))?;
    Ok(())
}

/// `false` when it was deleted meanwhile.
pub(super) async fn edit(
    conn: &mut Conn,
    id: MessageId,
    content: &str,
    revision: Revision,
    now: Timestamp,
) -> Result<bool> {
    let edited = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE chat_messages SET content = $2, revision = $3, edited_at = $4 WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(id)
    .bind(content)
    .bind(revision)
    .bind(now)
    .execute(driver))?;
    Ok(edited > 0)
}

/// Erases what was said; the row and its author stay. `false` when it was deleted meanwhile.
pub(super) async fn delete(
    conn: &mut Conn,
    id: MessageId,
    revision: Revision,
    now: Timestamp,
) -> Result<bool> {
    let deleted = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE chat_messages SET content = '', mentions = '[]', revision = $2, deleted_at = $3
         WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(id)
    .bind(revision)
    .bind(now)
    .execute(driver))?;
    Ok(deleted > 0)
}

/// Deletes those of the oldest `limit` messages that are from before `until`. Their uploads become orphans. Returns how many.
pub(super) async fn forget_until(conn: &mut Conn, until: Timestamp, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE chat_uploads SET message_id = NULL WHERE message_id IN (
             SELECT id FROM chat_messages WHERE created_at < $1 AND id IN (
                 SELECT id FROM chat_messages ORDER BY id LIMIT $2))",
    )
    .bind(until)
    .bind(limit)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE chat_messages SET reply_to = NULL WHERE reply_to IN (
             SELECT id FROM chat_messages WHERE created_at < $1 AND id IN (
                 SELECT id FROM chat_messages ORDER BY id LIMIT $2))",
    )
    .bind(until)
    .bind(limit)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM chat_messages WHERE created_at < $1 AND id IN (
             SELECT id FROM chat_messages ORDER BY id LIMIT $2)",
    )
    .bind(until)
    .bind(limit)
    .execute(driver))
}
