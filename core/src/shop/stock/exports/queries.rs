//! SQL of exports.

use super::Export;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{ActivityId, ExportId, StorefrontId};
use crate::shop::stock::StockName;
use crate::{execute_on_db, on_db};

#[derive(Debug)]
pub(super) struct NewRow {
    pub id: ExportId,
    pub by_whom: String,
    pub wanted: i64,
    pub at: Timestamp,
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Open {
    pub wanted: i64,
    pub count: i64,
    #[sqlx(rename = "activity_id")]
    pub entry: Option<ActivityId>,
}

pub(super) async fn insert(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    row: &NewRow,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO stock_exports (id, storefront_id, stock, by_whom, wanted, count, at)
         VALUES ($1, $2, $3, $4, $5, 0, $6)",
    )
    .bind(&row.id)
    .bind(storefront_id)
    .bind(stock)
    .bind(&row.by_whom)
    .bind(row.wanted)
    .bind(row.at)
    .execute(driver))?;
    Ok(())
}

/// The storefront whose stock is exported.
pub(super) async fn storefront_of(conn: &mut Conn, id: &ExportId) -> Result<Option<StorefrontId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT storefront_id FROM stock_exports WHERE id = $1")
        .bind(id)
        .fetch_optional(driver))
}

/// Locks the export: nobody else takes a piece for it before the transaction ends.
pub(super) async fn hold(conn: &mut Conn, id: &ExportId) -> Result<Option<Open>> {
    on_db!(conn, driver => sqlx::query_as(
        "UPDATE stock_exports SET count = count WHERE id = $1 RETURNING wanted, count, activity_id",
    )
    .bind(id)
    .fetch_optional(driver))
}

pub(super) async fn update(
    conn: &mut Conn,
    id: &ExportId,
    wanted: i64,
    count: i64,
    entry: Option<ActivityId>,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_exports SET wanted = $2, count = $3, activity_id = $4 WHERE id = $1",
    )
    .bind(id)
    .bind(wanted)
    .bind(count)
    .bind(entry)
    .execute(driver))?;
    Ok(())
}

/// `number`: how many tokens the pieces before hold.
pub(super) async fn insert_piece(
    conn: &mut Conn,
    id: &ExportId,
    number: i64,
    tokens_sealed: &str,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO stock_export_pieces (export_id, number, tokens_sealed) VALUES ($1, $2, $3)",
    )
    .bind(id)
    .bind(number)
    .bind(tokens_sealed)
    .execute(driver))?;
    Ok(())
}

/// The newest first.
pub(super) async fn list(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    since: Timestamp,
) -> Result<Vec<Export>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, at, by_whom, count FROM stock_exports
         WHERE storefront_id = $1 AND stock = $2 AND at > $3 AND count > 0 ORDER BY at DESC, id",
    )
    .bind(storefront_id)
    .bind(stock)
    .bind(since)
    .fetch_all(driver))
}

/// How many tokens an export has so far. `None`: no such export.
pub(super) async fn count(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    id: &ExportId,
    since: Timestamp,
) -> Result<Option<i64>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT count FROM stock_exports WHERE id = $2 AND storefront_id = $1 AND at > $3",
    )
    .bind(storefront_id)
    .bind(id)
    .bind(since)
    .fetch_optional(driver))
}

/// The piece behind the first `number` tokens.
pub(super) async fn piece(conn: &mut Conn, id: &ExportId, number: i64) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT tokens_sealed FROM stock_export_pieces WHERE export_id = $1 AND number = $2",
    )
    .bind(id)
    .bind(number)
    .fetch_optional(driver))
}

pub(super) async fn old(conn: &mut Conn, before: Timestamp, limit: i64) -> Result<Vec<ExportId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT id FROM stock_exports WHERE at <= $1 ORDER BY at LIMIT $2")
        .bind(before)
        .bind(limit)
        .fetch_all(driver))
}

pub(super) async fn delete_pieces(conn: &mut Conn, id: &ExportId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM stock_export_pieces WHERE export_id = $1")
        .bind(id)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete(conn: &mut Conn, id: &ExportId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM stock_exports WHERE id = $1").bind(id).execute(driver))?;
    Ok(())
}
