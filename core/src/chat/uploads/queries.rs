//! SQL of uploads.

use sqlx::{Database, Encode, QueryBuilder, Type};

use super::Upload;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::MessageId;
use crate::{execute_on_db, on_db};

type Files = Vec<(String, Option<String>)>;

/// How many names one statement looks up.
const NAMES_AT_ONCE: usize = 500;

#[derive(sqlx::FromRow)]
struct Attached {
    message_id: MessageId,
    #[sqlx(flatten)]
    upload: Upload,
}

/// How many files, and bytes, this owner has uploaded since `since`.
pub(super) async fn used(conn: &mut Conn, owner: &str, since: Timestamp) -> Result<(i64, i64)> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM chat_uploads WHERE owner = $1 AND created_at > $2",
    )
    .bind(owner)
    .bind(since)
    .fetch_one(driver))
}

pub(super) async fn insert(conn: &mut Conn, owner: &str, upload: &Upload, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO chat_uploads
             (name, owner, kind, media_type, original_name, size, width, height, thumbnail, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(&upload.name)
    .bind(owner)
    .bind(upload.kind)
    .bind(&upload.media_type)
    .bind(&upload.original_name)
    .bind(upload.size)
    .bind(upload.width)
    .bind(upload.height)
    .bind(upload.thumbnail.as_deref())
    .bind(now)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn find(conn: &mut Conn, name: &str) -> Result<Option<Upload>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT name, kind, media_type, original_name, size, width, height, thumbnail
         FROM chat_uploads WHERE name = $1 OR thumbnail = $1",
    )
    .bind(name)
    .fetch_optional(driver))
}

/// `false` when there is no such upload of this owner that waits for a message.
pub(super) async fn attach(
    conn: &mut Conn,
    name: &str,
    owner: &str,
    message_id: MessageId,
    place: i64,
) -> Result<bool> {
    let attached = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE chat_uploads SET message_id = $3, place = $4 WHERE name = $1 AND owner = $2 AND message_id IS NULL",
    )
    .bind(name)
    .bind(owner)
    .bind(message_id)
    .bind(place)
    .execute(driver))?;
    Ok(attached > 0)
}

pub(super) async fn of_messages(conn: &mut Conn, ids: &[MessageId]) -> Result<Vec<(MessageId, Upload)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Attached> = on_db!(conn, driver => async {
        let mut query = QueryBuilder::new(
            "SELECT message_id, name, kind, media_type, original_name, size, width, height, thumbnail
             FROM chat_uploads WHERE message_id IN (",
        );
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(") ORDER BY message_id, place");
        query.build_query_as().fetch_all(driver).await
    })?;
    Ok(rows.into_iter().map(|row| (row.message_id, row.upload)).collect())
}

pub(super) async fn take_back(conn: &mut Conn, name: &str, owner: &str) -> Result<Files> {
    on_db!(conn, driver => sqlx::query_as(
        "DELETE FROM chat_uploads WHERE name = $1 AND owner = $2 AND message_id IS NULL RETURNING name, thumbnail",
    )
    .bind(name)
    .bind(owner)
    .fetch_all(driver))
}

pub(super) async fn remove_of_message(conn: &mut Conn, message_id: MessageId) -> Result<Files> {
    on_db!(conn, driver => sqlx::query_as(
        "DELETE FROM chat_uploads WHERE message_id = $1 RETURNING name, thumbnail",
    )
    .bind(message_id)
    .fetch_all(driver))
}

/// Removes at most `limit` uploads from before `before` that no message has.
pub(super) async fn remove_orphans(conn: &mut Conn, before: Timestamp, limit: i64) -> Result<Files> {
    on_db!(conn, driver => sqlx::query_as(
        "DELETE FROM chat_uploads WHERE message_id IS NULL AND name IN (
             SELECT name FROM chat_uploads WHERE message_id IS NULL AND created_at < $1 LIMIT $2)
         RETURNING name, thumbnail",
    )
    .bind(before)
    .bind(limit)
    .fetch_all(driver))
}

/// Returns those of the names that are known, of uploads or of their thumbnails.
pub(super) async fn known(conn: &mut Conn, names: &[String]) -> Result<Vec<String>> {
    let mut known = Vec::new();
    for names in names.chunks(NAMES_AT_ONCE) {
        let found: Vec<String> = on_db!(conn, driver => async {
            let mut query = QueryBuilder::new("SELECT name FROM chat_uploads WHERE name IN (");
            list(&mut query, names);
            query.push(") UNION ALL SELECT thumbnail FROM chat_uploads WHERE thumbnail IN (");
            list(&mut query, names);
            query.push(")").build_query_scalar().fetch_all(driver).await
        })?;
        known.extend(found);
    }
    Ok(known)
}

fn list<'a, DB: Database>(query: &mut QueryBuilder<DB>, names: &'a [String])
where
    &'a String: Encode<'a, DB> + Type<DB>,
{
    let mut list = query.separated(", ");
    for name in names {
        list.push_bind(name);
    }
}
