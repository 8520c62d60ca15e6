//! SQL of storefronts' own services.

use super::Mode;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::StorefrontId;
use crate::{execute_on_db, on_db};

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub storefront_id: StorefrontId,
    pub mode: Mode,
    pub url: Option<String>,
    pub secret_sealed: Option<String>,
    pub old_secret_sealed: Option<String>,
    pub old_secret_until: Option<Timestamp>,
}

pub(super) async fn row(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT storefront_id, mode, url, secret_sealed, old_secret_sealed, old_secret_until
         FROM fulfilment_services WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .fetch_optional(driver))
}

/// Of every storefront that has a service.
pub(super) async fn all_with_secret(conn: &mut Conn) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT storefront_id, mode, url, secret_sealed, old_secret_sealed, old_secret_until
         FROM fulfilment_services WHERE secret_sealed IS NOT NULL",
    )
    .fetch_all(driver))
}

/// Makes the row that whoever changes it locks.
pub(super) async fn make(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO fulfilment_services (storefront_id, mode) VALUES ($1, 'default')
         ON CONFLICT (storefront_id) DO UPDATE SET mode = fulfilment_services.mode",
    )
    .bind(storefront_id)
    .execute(driver))?;
    Ok(())
}

/// An address or a secret that is not given stays.
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

/// `false` when there was none.
pub(super) async fn renew_secret(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    secret_sealed: &str,
    old_until: Timestamp,
) -> Result<bool> {
    let renewed = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE fulfilment_services SET old_secret_sealed = secret_sealed, old_secret_until = $3, secret_sealed = $2
         WHERE storefront_id = $1 AND secret_sealed IS NOT NULL",
    )
    .bind(storefront_id)
    .bind(secret_sealed)
    .bind(old_until)
    .execute(driver))?;
    Ok(renewed > 0)
}
