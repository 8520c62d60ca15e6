//! SQL of delivery texts.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;
use crate::{execute_on_db, on_db};

pub(super) async fn text(conn: &mut Conn, user_id: &UserId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT text FROM delivery_texts WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(driver))
}

pub(super) async fn save(conn: &mut Conn, user_id: &UserId, text: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO delivery_texts (user_id, text, saved_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET text = excluded.text, saved_at = excluded.saved_at",
    )
    .bind(user_id)
    .bind(text)
    .bind(now)
    .execute(driver))?;
    Ok(())
}
