//! SQL of connections to stores.

use super::Product;
use crate::db::{Conn, Result, Script};
use crate::foundation::clock::Timestamp;
use crate::ids::{StoreSecretId, StorefrontId};
use crate::shop::stock::StockName;
use crate::shop::stores::Provider;
use crate::{execute_on_db, on_db};

#[derive(sqlx::FromRow)]
pub(in crate::shop::stores) struct SecretRow {
    pub id: StoreSecretId,
    pub provider: Provider,
    pub secret_sealed: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
pub(in crate::shop::stores) struct ProductRow {
    pub provider: Provider,
    product: String,
    variant: String,
    stock: StockName,
    amount: i64,
}

impl From<ProductRow> for Product {
    fn from(row: ProductRow) -> Self {
        let variant = Some(row.variant).filter(|variant| !variant.is_empty());
        Self { product: row.product, variant, stock: row.stock, amount: row.amount }
    }
}

/// Returns whether the connection is enabled, and locks it until the transaction ends.
pub(super) async fn lock(conn: &mut Conn, storefront_id: &StorefrontId, provider: Provider) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO store_connections (storefront_id, provider, enabled) VALUES ($1, $2, FALSE)
         ON CONFLICT (storefront_id, provider) DO UPDATE SET enabled = store_connections.enabled
         RETURNING enabled",
    )
    .bind(storefront_id)
    .bind(provider)
    .fetch_one(driver))
}

pub(super) async fn set_enabled(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    enabled: bool,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE store_connections SET enabled = $3 WHERE storefront_id = $1 AND provider = $2",
    )
    .bind(storefront_id)
    .bind(provider)
    .bind(enabled)
    .execute(driver))?;
    Ok(())
}

/// The storefront's enabled stores.
pub(super) async fn enabled(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Vec<Provider>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT provider FROM store_connections WHERE storefront_id = $1 AND enabled",
    )
    .bind(storefront_id)
    .fetch_all(driver))
}

/// The secrets of one store, the older one first.
pub(in crate::shop::stores) async fn secrets(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
) -> Result<Vec<SecretRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, provider, secret_sealed, created_at, last_used_at FROM store_secrets
         WHERE storefront_id = $1 AND provider = $2 ORDER BY created_at, id",
    )
    .bind(storefront_id)
    .bind(provider)
    .fetch_all(driver))
}

pub(super) async fn all_secrets(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Vec<SecretRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, provider, secret_sealed, created_at, last_used_at FROM store_secrets
         WHERE storefront_id = $1 ORDER BY created_at, id",
    )
    .bind(storefront_id)
    .fetch_all(driver))
}

pub(super) async fn insert_secret(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    id: &StoreSecretId,
    sealed: &str,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO store_secrets (id, storefront_id, provider, secret_sealed, created_at)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id)
    .bind(storefront_id)
    .bind(provider)
    .bind(sealed)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// `false` when the connection has no such secret.
pub(super) async fn delete_secret(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    id: &StoreSecretId,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM store_secrets WHERE id = $1 AND storefront_id = $2 AND provider = $3",
    )
    .bind(id)
    .bind(storefront_id)
    .bind(provider)
    .execute(driver))?;
    Ok(rows > 0)
}

/// Records a use, unless one since `recently` is known, so that a busy store's calls need not wait for each other.
pub(in crate::shop::stores) fn note_use(
    script: &mut Script<'_>,
    id: &StoreSecretId,
    now: Timestamp,
    recently: Timestamp,
) {
    script
        .put(
            "UPDATE store_secrets SET last_used_at = $2
             WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)",
        )
        .bind(id)
        .bind(now)
        .bind(recently);
}

pub(super) async fn all_products(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Vec<ProductRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT provider, product, variant, stock, amount FROM store_products
         WHERE storefront_id = $1 ORDER BY position",
    )
    .bind(storefront_id)
    .fetch_all(driver))
}

pub(in crate::shop::stores) async fn first_product(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
) -> Result<Option<ProductRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT provider, product, variant, stock, amount FROM store_products
         WHERE storefront_id = $1 AND provider = $2 ORDER BY position LIMIT 1",
    )
    .bind(storefront_id)
    .bind(provider)
    .fetch_optional(driver))
}

pub(super) async fn delete_products(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM store_products WHERE storefront_id = $1 AND provider = $2",
    )
    .bind(storefront_id)
    .bind(provider)
    .execute(driver))?;
    Ok(())
}

/// At most 500.
pub(super) async fn insert_products(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    products: &[Product],
) -> Result<()> {
    if products.is_empty() {
        return Ok(());
    }
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "INSERT INTO store_products (storefront_id, provider, product, variant, position, stock, amount) ",
        );
        query.push_values(products.iter().zip(0_i64..), |mut row, (product, position)| {
            row.push_bind(storefront_id)
                .push_bind(provider)
                .push_bind(&product.product)
                .push_bind(product.variant.as_deref().unwrap_or_default())
                .push_bind(position)
                .push_bind(product.stock)
                .push_bind(product.amount);
        });
        query.build().execute(driver).await.map(|_| ())
    })
}
