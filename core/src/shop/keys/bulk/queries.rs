//! SQL of many keys.

use super::ListedKey;
use crate::clock::Timestamp;
use crate::db::{Conn, Result};
use crate::ids::{KeyId, StorefrontId, UserId};
use crate::on_db;
use crate::seal::{Purpose, SealingKey};
use crate::shop::keys::KeyStatus;
use crate::shop::stock::StockName;

/// `false` when this is no unspent key of the storefront.
pub(super) async fn revoke(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    fingerprint: &str,
    now: Timestamp,
) -> Result<bool> {
    let revoked: Option<KeyId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE redeem_keys SET status = 'revoked', revoked_at = $3
         WHERE key_fingerprint = $2 AND storefront_id = $1 AND status = 'unused' RETURNING id",
    )
    .bind(storefront_id)
    .bind(fingerprint)
    .bind(now)
    .fetch_optional(driver))?;
    Ok(revoked.is_some())
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub id: KeyId,
    key_sealed: String,
    stock: StockName,
    amount: i64,
    status: KeyStatus,
    note: Option<String>,
    email: Option<String>,
    created_at: Timestamp,
    redeemed_at: Option<Timestamp>,
}

impl Row {
    pub(super) fn open(self, seal: &SealingKey, seller: &UserId) -> Result<ListedKey> {
        Ok(ListedKey {
            key: seal.open_for(seller, Purpose::RedeemKey, &self.key_sealed)?,
            stock: self.stock,
            amount: self.amount,
            status: self.status,
            note: self.note,
            email: self.email,
            created_at: self.created_at,
            redeemed_at: self.redeemed_at,
        })
    }
}

/// Those before `before`, the newest first.
pub(super) async fn before(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    status: Option<KeyStatus>,
    before: KeyId,
    limit: i64,
) -> Result<Vec<Row>> {
    match status {
        None => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, key_sealed, stock, amount, status, note, CAST(NULL AS TEXT) AS email, created_at, redeemed_at
             FROM redeem_keys WHERE storefront_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
        )
        .bind(storefront_id)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        Some(status) => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, key_sealed, stock, amount, status, note, CAST(NULL AS TEXT) AS email, created_at, redeemed_at
             FROM redeem_keys WHERE storefront_id = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
        )
        .bind(storefront_id)
        .bind(status)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
    }
}
