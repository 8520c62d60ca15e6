//! SQL of storefronts' own services.

use super::Mode;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::foundation::standard_webhooks::MOST_OLD_SECRETS;
use crate::ids::StorefrontId;
use crate::{execute_on_db, on_db};

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub storefront_id: StorefrontId,
    pub mode: Mode,
    pub url: Option<String>,
    pub secret_sealed: Option<String>,
}

pub(super) async fn row(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT storefront_id, mode, url, secret_sealed FROM fulfilment_services WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .fetch_optional(driver))
}

/// The sealed secrets of a storefront that are valid now, the newest first.
pub(super) async fn secrets(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    now: Timestamp,
) -> Result<Vec<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT secret_sealed FROM (
             SELECT secret_sealed, 0 AS age, 0 AS until FROM fulfilment_services
             WHERE storefront_id = $1 AND secret_sealed IS NOT NULL
             UNION ALL
             SELECT secret_sealed, 1, until FROM old_fulfilment_secrets WHERE storefront_id = $1 AND until > $2) AS valid
         ORDER BY age, until DESC",
    )
    .bind(storefront_id)
    .bind(now)
    .fetch_all(driver))
}

/// As [`secrets`], of every storefront.
pub(super) async fn secrets_of_all(conn: &mut Conn, now: Timestamp) -> Result<Vec<(StorefrontId, String)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT storefront_id, secret_sealed FROM fulfilment_services WHERE secret_sealed IS NOT NULL
         UNION ALL
         SELECT storefront_id, secret_sealed FROM old_fulfilment_secrets WHERE until > $1",
    )
    .bind(now)
    .fetch_all(driver))
}

/// Makes the storefront's row if there is none, and locks it for a change.
pub(super) async fn make(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO fulfilment_services (storefront_id, mode) VALUES ($1, 'default')
         ON CONFLICT (storefront_id) DO UPDATE SET mode = fulfilment_services.mode",
    )
    .bind(storefront_id)
    .execute(driver))?;
    Ok(())
}

/// Saves the settings. An address or a secret that is not given stays as it is.
pub(super) async fn save(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    mode: Mode,
    url: Option<&str>,
    secret_sealed: Option<&str>,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE fulfilment_services SET mode = $2, url = COALESCE($3, url),
                secret_sealed = COALESCE($4, secret_sealed)
         WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .bind(mode)
    .bind(url)
    .bind(secret_sealed)
    .execute(driver))?;
    Ok(())
}

/// Replaces the secret. The old one is valid until `old_until`. `false` when there was none.
pub(super) async fn renew_secret(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    secret_sealed: &str,
    now: Timestamp,
    old_until: Timestamp,
) -> Result<bool> {
    // Locks the row: nobody else renews the secret before the transaction ends.
    let held = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE fulfilment_services SET mode = mode WHERE storefront_id = $1 AND secret_sealed IS NOT NULL",
    )
    .bind(storefront_id)
    .execute(driver))?;
    if held == 0 {
        return Ok(false);
    }
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO old_fulfilment_secrets (storefront_id, secret_sealed, until)
         SELECT storefront_id, secret_sealed, $2 FROM fulfilment_services WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .bind(old_until)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM old_fulfilment_secrets WHERE storefront_id = $1 AND (until <= $2 OR secret_sealed NOT IN (
             SELECT secret_sealed FROM old_fulfilment_secrets WHERE storefront_id = $1
             ORDER BY until DESC, secret_sealed LIMIT $3))",
    )
    .bind(storefront_id)
    .bind(now)
    .bind(MOST_OLD_SECRETS)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE fulfilment_services SET secret_sealed = $2 WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .bind(secret_sealed)
    .execute(driver))?;
    Ok(true)
}
