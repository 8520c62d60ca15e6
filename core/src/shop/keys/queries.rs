//! SQL of redeem keys.

use serde::Serialize;

use super::sealed_key::SealedKey;
use super::{Batch, Key, KeyStatus};
use crate::db::{Conn, Dialect, Result, Script};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::fold;
use crate::ids::{KeyId, SaleId, StorefrontId, UserId};
use crate::seal::SealingKey;
use crate::shop::stock::StockName;
use crate::{execute_on_db, on_db};

/// How many of the newest keys a search scans before it uses the indexes.
const LATELY: i64 = 1000;

/// The columns of a [`KeyRow`]. A macro, because a query's text must be one literal.
macro_rules! columns {
    () => {
        "id, key_fingerprint, key_sealed, stock, amount, status, note, email, created_at, redeemed_at"
    };
}

/// A key to be stored.
#[derive(Serialize)]
pub(super) struct NewKey {
    pub fingerprint: String,
    pub sealed: String,
    pub veiled: String,
}

#[derive(Clone, sqlx::FromRow)]
pub(super) struct FoundKey {
    pub id: KeyId,
    pub storefront_id: StorefrontId,
    pub stock: StockName,
    pub amount: i64,
    pub status: KeyStatus,
}

/// `$keys`: how the database reads `$2`, a JSON list, as rows `k` with a `value`.
macro_rules! put {
    ($keys:literal) => {
        concat!(
            "INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, key_veiled, stock, amount, status, note,
                                      note_term, email, email_term, sale_id, created_at)
             SELECT $1, k.value ->> 'fingerprint', k.value ->> 'sealed', k.value ->> 'veiled', $3, $4, 'unused',
                    $5, $6, $7, $8,
                    (SELECT id FROM store_sales WHERE storefront_id = $1 AND provider = $9 AND purchase = $10), $11
             FROM ",
            $keys
        )
    };
}

/// `keys`: [`NewKey`]s as a JSON list, so that one statement takes however many there are.
pub(super) fn put(
    script: &mut Script<'_>,
    storefront_id: &StorefrontId,
    batch: &Batch,
    keys: &str,
    now: Timestamp,
) {
    let sql = match script.dialect() {
        Dialect::Sqlite => put!("json_each($2) k"),
        Dialect::Postgres => put!("json_array_elements(CAST($2 AS JSON)) k (value)"),
    };
    // Folded here, because SQLite's `lower` handles ASCII only.
    let term = |text: &Option<String>| text.as_deref().map(fold);
    let purchase = batch.purchase.as_ref();
    script
        .put(sql)
        .bind(storefront_id)
        .bind(keys)
        .bind(batch.stock)
        .bind(batch.amount)
        .bind(batch.note.as_deref())
        .bind(term(&batch.note))
        .bind(batch.email.as_deref())
        .bind(term(&batch.email))
        .bind(purchase.map(|purchase| purchase.store))
        .bind(purchase.map(|purchase| purchase.id.as_str()))
        .bind(now);
}

#[derive(sqlx::FromRow)]
pub(super) struct KeyRow {
    pub id: KeyId,
    #[sqlx(flatten)]
    key: SealedKey,
    stock: StockName,
    amount: i64,
    status: KeyStatus,
    note: Option<String>,
    email: Option<String>,
    created_at: Timestamp,
    redeemed_at: Option<Timestamp>,
}

impl KeyRow {
    /// `user`: whose storefront it is.
    pub(super) fn open(self, seal: &SealingKey, user: &UserId) -> Result<Key> {
        Ok(Key {
            key: self.key.open(seal, user)?,
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

/// A prefix search as ranges: a match is at or after the first text, and before the second.
#[derive(Debug)]
pub(super) struct Search {
    /// The range of veiled keys. `None`: no key begins so.
    pub veiled: Option<(String, String)>,
    /// Whether unspent keys are found by their symbols, too.
    pub unspent: bool,
    /// The range of notes and emails, folded.
    pub term: (String, String),
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
            concat!(
                "SELECT ",
                columns!(),
                " FROM redeem_keys
                 WHERE storefront_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
            ),
        )
        .bind(storefront_id)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        Some(status) => on_db!(conn, driver => sqlx::query_as(
            concat!(
                "SELECT ",
                columns!(),
                " FROM redeem_keys
                 WHERE storefront_id = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
            ),
        )
        .bind(storefront_id)
        .bind(status)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
    }
}

/// As [`page`], for matches among the newest [`LATELY`] keys before `before`: when many keys match, this soon fills a page.
pub(super) async fn found_lately(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    status: Option<KeyStatus>,
    search: &Search,
    before: KeyId,
    limit: i64,
) -> Result<Vec<KeyRow>> {
    let veiled = search.veiled.as_ref();
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT ",
            columns!(),
            " FROM (
                 SELECT id, key_fingerprint, key_sealed, key_veiled, stock, amount, status, note, note_term, email, email_term,
                        created_at, redeemed_at
                 FROM redeem_keys WHERE storefront_id = $1 AND id < $2 ORDER BY id DESC LIMIT $10) AS lately
             WHERE status = COALESCE($3, status)
               AND ((key_veiled >= $4 AND key_veiled < $5 AND (status <> 'unused' OR $9))
                    OR (note_term >= $6 AND note_term < $7)
                    OR (email_term >= $6 AND email_term < $7))
             ORDER BY id DESC LIMIT $8",
        ),
    )
    .bind(storefront_id)
    .bind(before)
    .bind(status)
    .bind(veiled.map(|(from, _)| from.as_str()))
    .bind(veiled.map(|(_, until)| until.as_str()))
    .bind(search.term.0.as_str())
    .bind(search.term.1.as_str())
    .bind(limit)
    .bind(search.unspent)
    .bind(LATELY)
    .fetch_all(driver))
}

/// As [`page`], for all matches, by the indexes: the cost grows with the number of matches.
pub(super) async fn found(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    status: Option<KeyStatus>,
    search: &Search,
    before: KeyId,
    limit: i64,
) -> Result<Vec<KeyRow>> {
    let veiled = search.veiled.as_ref();
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT ",
            columns!(),
            " FROM redeem_keys
             WHERE id IN (
                     SELECT id FROM redeem_keys
                     WHERE storefront_id = $1 AND key_veiled >= $4 AND key_veiled < $5 AND id < $2
                       AND (status <> 'unused' OR $9)
                     UNION
                     SELECT id FROM redeem_keys
                     WHERE storefront_id = $1 AND note_term >= $6 AND note_term < $7 AND id < $2
                     UNION
                     SELECT id FROM redeem_keys
                     WHERE storefront_id = $1 AND email_term >= $6 AND email_term < $7 AND id < $2)
               AND status = COALESCE($3, status)
             ORDER BY id DESC LIMIT $8",
        ),
    )
    .bind(storefront_id)
    .bind(before)
    .bind(status)
    .bind(veiled.map(|(from, _)| from.as_str()))
    .bind(veiled.map(|(_, until)| until.as_str()))
    .bind(search.term.0.as_str())
    .bind(search.term.1.as_str())
    .bind(limit)
    .bind(search.unspent)
    .fetch_all(driver))
}

#[derive(sqlx::FromRow)]
pub(super) struct Unveiled {
    pub id: KeyId,
    #[sqlx(flatten)]
    pub key: SealedKey,
}

/// Keys that are older than the search, and have no veiled form yet.
pub(super) async fn unveiled(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    limit: i64,
) -> Result<Vec<Unveiled>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, key_fingerprint, key_sealed FROM redeem_keys
         WHERE storefront_id = $1 AND key_veiled IS NULL ORDER BY id LIMIT $2",
    )
    .bind(storefront_id)
    .bind(limit)
    .fetch_all(driver))
}

pub(super) async fn veil(conn: &mut Conn, id: KeyId, veiled: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE redeem_keys SET key_veiled = $2 WHERE id = $1")
        .bind(id)
        .bind(veiled)
        .execute(driver))?;
    Ok(())
}

/// A key that a sale has made.
#[derive(sqlx::FromRow)]
pub(crate) struct KeyOfSale {
    pub sale_id: SaleId,
    #[sqlx(flatten)]
    pub key: SealedKey,
    pub status: KeyStatus,
}

/// The keys of these sales, in the order in which they were made.
pub(crate) async fn of_sales(conn: &mut Conn, sales: &[SaleId]) -> Result<Vec<KeyOfSale>> {
    if sales.is_empty() {
        return Ok(Vec::new());
    }
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT sale_id, key_fingerprint, key_sealed, status FROM redeem_keys WHERE sale_id IN (",
        );
        let mut list = query.separated(", ");
        for sale in sales {
            list.push_bind(sale);
        }
        query.push(") ORDER BY id");
        query.build_query_as().fetch_all(driver).await
    })
}

pub(super) async fn key(conn: &mut Conn, fingerprint: &str) -> Result<Option<FoundKey>> {
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
