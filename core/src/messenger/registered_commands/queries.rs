//! SQL of registered commands.

use crate::db::{Conn, Result};
use crate::ids::ApplicationId;
use crate::{execute_on_db, on_db};

pub(super) async fn digest(conn: &mut Conn, application_id: &ApplicationId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT digest FROM registered_commands WHERE application_id = $1")
        .bind(application_id)
        .fetch_optional(driver))
}

pub(super) async fn put(conn: &mut Conn, application_id: &ApplicationId, digest: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO registered_commands (application_id, digest) VALUES ($1, $2)
         ON CONFLICT (application_id) DO UPDATE SET digest = excluded.digest",
    )
    .bind(application_id)
    .bind(digest)
    .execute(driver))?;
    Ok(())
}
