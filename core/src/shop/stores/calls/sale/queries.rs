//! SQL of sales.

use crate::db::{Conn, Dialect, Result, Script};
use crate::foundation::clock::Timestamp;
use crate::ids::StorefrontId;
use crate::on_db;
use crate::shop::stock::StockName;
use crate::shop::stores::Provider;
use crate::shop::stores::calls::reading::Claim;

/// The facts that decide the answer to a purchase.
#[derive(sqlx::FromRow)]
pub(super) struct Facts {
    /// The answer of the sale that the purchase already has.
    pub answer_sealed: Option<String>,
    /// From the mapping's row for the product.
    pub stock: Option<StockName>,
    pub amount: Option<i64>,
    /// The seller's delivery text.
    pub text: Option<String>,
    /// The seller's active custom domain.
    pub domain: Option<String>,
    /// Tokens of the row's stock.
    pub available: Option<i64>,
    pub has_listeners: bool,
    /// Whether the storefront is open.
    pub is_open: bool,
}

/// `$lock`: the clause that locks the storefront.
macro_rules! facts {
    ($lock:literal) => {
        concat!(
            "SELECT s.answer_sealed, p.stock, p.amount, t.text, d.domain, l.available,
                    EXISTS (SELECT 1 FROM event_endpoints WHERE user_id = f.user_id AND enabled) AS has_listeners,
                    f.closed_at IS NULL AS is_open
             FROM storefronts f
             LEFT JOIN store_sales s ON s.storefront_id = f.id AND s.provider = $2 AND s.purchase = $3
             LEFT JOIN store_products p ON p.storefront_id = f.id AND p.provider = $2 AND p.product = $4
                  AND p.variant = (SELECT MAX(variant) FROM store_products
                                   WHERE storefront_id = $1 AND provider = $2 AND product = $4 AND variant IN ($5, ''))
             LEFT JOIN delivery_texts t ON t.user_id = f.user_id
             LEFT JOIN custom_domains d ON d.user_id = f.user_id AND d.status = 'active'
             LEFT JOIN stock_levels l ON l.storefront_id = f.id AND l.stock = p.stock
             WHERE f.id = $1",
            $lock
        )
    };
}

/// The row is the variant's own, else the one for all that have none. The lock makes closing and this wait for each other.
pub(super) async fn facts(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    provider: Provider,
    claim: Option<&Claim>,
) -> Result<Facts> {
    let item = claim.map(|claim| &claim.item);
    let sql = match conn.dialect() {
        // SQLite has a single writer and needs no lock.
        Dialect::Sqlite => facts!(""),
        Dialect::Postgres => facts!(" FOR SHARE OF f"),
    };
    on_db!(conn, driver => sqlx::query_as(sql)
        .bind(storefront_id)
        .bind(provider)
        .bind(claim.and_then(|claim| claim.purchase.as_deref()))
        .bind(item.map(|item| item.product.as_str()))
        .bind(item.and_then(|item| item.variant.as_deref()).unwrap_or_default())
        .fetch_one(driver))
}

/// Fails, and with it the whole script, when the purchase already has a sale.
pub(super) fn put(
    script: &mut Script<'_>,
    storefront_id: &StorefrontId,
    provider: Provider,
    purchase: &str,
    answer_sealed: &str,
    now: Timestamp,
) {
    script
        .put(
            "INSERT INTO store_sales (storefront_id, provider, purchase, answer_sealed, created_at)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(storefront_id)
        .bind(provider)
        .bind(purchase)
        .bind(answer_sealed)
        .bind(now);
}
