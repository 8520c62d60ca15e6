//! SQL of store calls and sales.

use super::Verdict;
use super::reading::Claim;
use crate::clock::Timestamp;
use crate::db::{Conn, Result};
use crate::ids::{SaleId, StoreCallId, StorefrontId};
use crate::shop::stores::Provider;
use crate::{execute_on_db, on_db};

/// A purchase that has its keys.
#[derive(sqlx::FromRow)]
pub(super) struct Sale {
    pub id: SaleId,
    pub answer_sealed: String,
}

pub(super) async fn sale(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    purchase: &str,
) -> Result<Option<Sale>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, answer_sealed FROM store_sales WHERE storefront_id = $1 AND provider = $2 AND purchase = $3",
    )
    .bind(storefront_id)
    .bind(provider)
    .bind(purchase)
    .fetch_optional(driver))
}

pub(super) struct NewSale<'a> {
    pub storefront_id: &'a StorefrontId,
    pub provider: Provider,
    pub purchase: &'a str,
    pub answer_sealed: &'a str,
    pub now: Timestamp,
}

/// `None`: it is there already. Waits for whoever is making it.
pub(super) async fn insert_sale(conn: &mut Conn, new: &NewSale<'_>) -> Result<Option<SaleId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO store_sales (storefront_id, provider, purchase, answer_sealed, created_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (storefront_id, provider, purchase) DO NOTHING RETURNING id",
    )
    .bind(new.storefront_id)
    .bind(new.provider)
    .bind(new.purchase)
    .bind(new.answer_sealed)
    .bind(new.now)
    .fetch_optional(driver))
}

pub(super) struct NewCall<'a> {
    pub storefront_id: &'a StorefrontId,
    pub provider: Provider,
    pub verdict: Verdict,
    pub status: i64,
    pub claim: Option<&'a Claim>,
    pub short: bool,
    pub sale_id: Option<SaleId>,
    pub headers_sealed: &'a str,
    pub body_sealed: &'a str,
    pub answer_sealed: Option<&'a str>,
    pub now: Timestamp,
}

pub(super) async fn insert_call(conn: &mut Conn, new: &NewCall<'_>) -> Result<StoreCallId> {
    let (claim, item) = (new.claim, new.claim.map(|claim| &claim.item));
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO store_calls (storefront_id, provider, verdict, status, purchase, product, variant, quantity,
                                  email, short, sale_id, headers_sealed, body_sealed, answer_sealed, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id",
    )
    .bind(new.storefront_id)
    .bind(new.provider)
    .bind(new.verdict)
    .bind(new.status)
    .bind(claim.and_then(|claim| claim.purchase.as_deref()))
    .bind(item.map(|item| item.product.as_str()))
    .bind(item.and_then(|item| item.variant.as_deref()))
    .bind(item.map(|item| item.quantity))
    .bind(claim.and_then(|claim| claim.email.as_deref()))
    .bind(new.short)
    .bind(new.sale_id)
    .bind(new.headers_sealed)
    .bind(new.body_sealed)
    .bind(new.answer_sealed)
    .bind(new.now)
    .fetch_one(driver))
}

/// Refused calls of a connection that nobody was told of yet.
#[derive(sqlx::FromRow)]
pub(super) struct Refusals {
    pub storefront_id: StorefrontId,
    pub provider: Provider,
    pub verdict: Verdict,
    pub count: i64,
}

pub(super) async fn count_refusal(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    verdict: Verdict,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO store_refusals (storefront_id, provider, since, count, verdict) VALUES ($1, $2, $3, 1, $4)
         ON CONFLICT (storefront_id, provider)
         DO UPDATE SET count = store_refusals.count + 1, verdict = excluded.verdict",
    )
    .bind(storefront_id)
    .bind(provider)
    .bind(now)
    .bind(verdict)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn oldest_refusal(conn: &mut Conn) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT MIN(since) FROM store_refusals").fetch_one(driver))
}

/// Takes those whose first is no later than `until`.
pub(super) async fn take_refusals(conn: &mut Conn, until: Timestamp, limit: i64) -> Result<Vec<Refusals>> {
    on_db!(conn, driver => sqlx::query_as(
        "DELETE FROM store_refusals WHERE (storefront_id, provider) IN (
             SELECT storefront_id, provider FROM store_refusals WHERE since <= $1 ORDER BY since LIMIT $2)
         RETURNING storefront_id, provider, verdict, count",
    )
    .bind(until)
    .bind(limit)
    .fetch_all(driver))
}

/// Leaves the newest `kept` of the calls that anybody can cause.
pub(super) async fn forget_cheap(conn: &mut Conn, storefront_id: &StorefrontId, kept: i64) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM store_calls
         WHERE storefront_id = $1 AND verdict IN ('test', 'bad_signature', 'stale', 'disabled') AND id <= (
             SELECT id FROM store_calls
             WHERE storefront_id = $1 AND verdict IN ('test', 'bad_signature', 'stale', 'disabled')
             ORDER BY id DESC LIMIT 1 OFFSET $2)",
    )
    .bind(storefront_id)
    .bind(kept)
    .execute(driver))?;
    Ok(())
}

/// Of the others, those before `until`. Returns how many there were.
pub(super) async fn forget_until(conn: &mut Conn, until: Timestamp, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM store_calls WHERE id IN (
             SELECT id FROM store_calls
             WHERE at < $1 AND verdict NOT IN ('test', 'bad_signature', 'stale', 'disabled')
             ORDER BY at LIMIT $2)",
    )
    .bind(until)
    .bind(limit)
    .execute(driver))
}

#[derive(sqlx::FromRow)]
pub(super) struct CallRow {
    pub id: StoreCallId,
    pub provider: Provider,
    pub verdict: Verdict,
    pub status: i64,
    pub purchase: Option<String>,
    pub product: Option<String>,
    pub variant: Option<String>,
    pub quantity: Option<i64>,
    pub email: Option<String>,
    pub short: bool,
    pub sale_id: Option<SaleId>,
    pub at: Timestamp,
}

#[derive(sqlx::FromRow)]
pub(super) struct WholeRow {
    #[sqlx(flatten)]
    pub call: CallRow,
    pub headers_sealed: String,
    pub body_sealed: String,
    pub answer_sealed: String,
}

/// Those before `before`, the newest first.
pub(super) async fn page(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Option<Provider>,
    verdict: Option<Verdict>,
    before: StoreCallId,
    limit: i64,
) -> Result<Vec<CallRow>> {
    match (provider, verdict) {
        (None, None) => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, provider, verdict, status, purchase, product, variant, quantity, email, short, sale_id, at
             FROM store_calls WHERE storefront_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
        )
        .bind(storefront_id)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        (Some(provider), None) => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, provider, verdict, status, purchase, product, variant, quantity, email, short, sale_id, at
             FROM store_calls WHERE storefront_id = $1 AND provider = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
        )
        .bind(storefront_id)
        .bind(provider)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        (None, Some(verdict)) => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, provider, verdict, status, purchase, product, variant, quantity, email, short, sale_id, at
             FROM store_calls WHERE storefront_id = $1 AND verdict = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
        )
        .bind(storefront_id)
        .bind(verdict)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        (Some(provider), Some(verdict)) => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, provider, verdict, status, purchase, product, variant, quantity, email, short, sale_id, at
             FROM store_calls WHERE storefront_id = $1 AND provider = $2 AND verdict = $3 AND id < $4
             ORDER BY id DESC LIMIT $5",
        )
        .bind(storefront_id)
        .bind(provider)
        .bind(verdict)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
    }
}

pub(super) async fn call(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    id: StoreCallId,
) -> Result<Option<WholeRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT c.id, c.provider, c.verdict, c.status, c.purchase, c.product, c.variant, c.quantity, c.email, c.short,
                c.sale_id, c.at, c.headers_sealed, c.body_sealed, COALESCE(c.answer_sealed, s.answer_sealed) AS answer_sealed
         FROM store_calls c LEFT JOIN store_sales s ON s.id = c.sale_id
         WHERE c.storefront_id = $1 AND c.id = $2",
    )
    .bind(storefront_id)
    .bind(id)
    .fetch_optional(driver))
}
