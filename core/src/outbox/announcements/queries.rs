//! SQL of the outbox.

use super::Kind;
use crate::db::{Conn, Result, Script};
use crate::execute_on_db;
use crate::foundation::clock::Timestamp;
use crate::ids::{StorefrontId, UserId};

/// `false` when the storefront has no log channel.
pub(super) async fn insert(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO announcements (storefront_id, kind, subject, at, due_at)
         SELECT id, $2, $3, $4, $4 FROM storefronts WHERE id = $1 AND log_channel_id IS NOT NULL",
    )
    .bind(storefront_id)
    .bind(kind)
    .bind(subject)
    .bind(now)
    .execute(driver))?;
    Ok(rows == 1)
}

/// For a storefront that has a log channel.
pub(super) fn put(
    script: &mut Script<'_>,
    storefront_id: &StorefrontId,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) {
    script
        .put("INSERT INTO announcements (storefront_id, kind, subject, at, due_at) VALUES ($1, $2, $3, $4, $4)")
        .bind(storefront_id)
        .bind(kind)
        .bind(subject)
        .bind(now);
}

/// For each of the user's storefronts. `false` when none has a log channel.
pub(super) async fn insert_for_user(
    conn: &mut Conn,
    user_id: &UserId,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO announcements (storefront_id, kind, subject, at, due_at)
         SELECT id, $2, $3, $4, $4 FROM storefronts
         WHERE user_id = $1 AND closed_at IS NULL AND log_channel_id IS NOT NULL",
    )
    .bind(user_id)
    .bind(kind)
    .bind(subject)
    .bind(now)
    .execute(driver))?;
    Ok(rows > 0)
}

pub(super) async fn insert_owner_code(conn: &mut Conn, owner_id: &UserId, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO announcements (storefront_id, kind, subject, at, due_at) VALUES (NULL, 'owner_code', $1, $2, $2)",
    )
    .bind(owner_id)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Returns whether anything waited.
pub(super) async fn delete_waiting(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    kind: Kind,
    subject: &str,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM announcements
         WHERE storefront_id = $1 AND kind = $2 AND subject = $3 AND attempted_channel_id IS NULL",
    )
    .bind(storefront_id)
    .bind(kind)
    .bind(subject)
    .execute(driver))?;
    Ok(rows > 0)
}

/// Deletes those of earlier starts, whose codes work no more.
pub(super) async fn delete_owner_codes(conn: &mut Conn) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM announcements WHERE kind = 'owner_code'").execute(driver))?;
    Ok(())
}

/// Returns whether anything waits.
pub(super) async fn make_due(conn: &mut Conn, storefront_id: &StorefrontId, now: Timestamp) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE announcements SET due_at = $2, attempts = 0 WHERE storefront_id = $1 AND due_at > $2",
    )
    .bind(storefront_id)
    .bind(now)
    .execute(driver))?;
    Ok(rows > 0)
}
