//! SQL of redeem keys.

use super::{CreateKeys, Key, KeyStatus};
use crate::clock::Timestamp;
use crate::db::{Conn, Result};
use crate::ids::{KeyId, StorefrontId, UserId};
use crate::on_db;
use crate::seal::{Purpose, SealingKey};
use crate::shop::stock::StockName;

/// Rows a statement carries: both databases bound the number of parameters.
const CHUNK: usize = 500;

#[derive(Clone)]
pub(super) struct NewKey {
    pub fingerprint: String,
    pub sealed: String,
}

#[derive(Clone, sqlx::FromRow)]
pub(crate) struct FoundKey {
    pub id: KeyId,
    pub storefront_id: StorefrontId,
    pub stock: StockName,
    pub amount: i64,
    pub status: KeyStatus,
}

pub(super) async fn insert(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    wanted: &CreateKeys,
    keys: &[NewKey],
    now: Timestamp,
) -> Result<()> {
    for chunk in keys.chunks(CHUNK) {
        on_db!(conn, driver => async {
            let mut query = sqlx::QueryBuilder::new(
                "INSERT INTO redeem_keys
                     (storefront_id, key_fingerprint, key_sealed, stock, amount, status, note, created_at) ",
            );
            query.push_values(chunk, |mut row, key| {
                row.push_bind(storefront_id)
                    .push_bind(&key.fingerprint)
                    .push_bind(&key.sealed)
                    .push_bind(wanted.stock)
                    .push_bind(wanted.amount)
                    .push("'unused'")
                    .push_bind(wanted.note.as_deref())
                    .push_bind(now);
            });
            query.build().execute(driver).await.map(|_| ())
        })?;
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
pub(super) struct KeyRow {
    pub id: KeyId,
    key_sealed: String,
    stock: StockName,
    amount: i64,
    status: KeyStatus,
    note: Option<String>,
    created_at: Timestamp,
    redeemed_at: Option<Timestamp>,
}

impl KeyRow {
    /// `user`: whose storefront it is.
    pub(super) fn open(self, seal: &SealingKey, user: &UserId) -> Result<Key> {
        Ok(Key {
            key: seal.open_for(user, Purpose::RedeemKey, &self.key_sealed)?,
            stock: self.stock,
            amount: self.amount,
            status: self.status,
            note: self.note,
            created_at: self.created_at,
            redeemed_at: self.redeemed_at,
        })
    }
}

/// Those before `before`, the newest first.
pub(super) async fn page(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    status: Option<KeyStatus>,
    before: KeyId,
    limit: i64,
) -> Result<Vec<KeyRow>> {
    match status {
        None => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, key_sealed, stock, amount, status, note, created_at, redeemed_at FROM redeem_keys
             WHERE storefront_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
        )
        .bind(storefront_id)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        Some(status) => on_db!(conn, driver => sqlx::query_as(
            "SELECT id, key_sealed, stock, amount, status, note, created_at, redeemed_at FROM redeem_keys
             WHERE storefront_id = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
        )
        .bind(storefront_id)
        .bind(status)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
    }
}

pub(crate) async fn key(conn: &mut Conn, fingerprint: &str) -> Result<Option<FoundKey>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, storefront_id, stock, amount, status FROM redeem_keys WHERE key_fingerprint = $1",
    )
    .bind(fingerprint)
    .fetch_optional(driver))
}

pub(super) async fn revoke(conn: &mut Conn, id: KeyId, now: Timestamp) -> Result<bool> {
    let revoked: Option<KeyId> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE redeem_keys SET status = 'revoked', revoked_at = $2 WHERE id = $1 AND status = 'unused' RETURNING id",
    )
    .bind(id)
    .bind(now)
    .fetch_optional(driver))?;
    Ok(revoked.is_some())
}
