//! SQL of stock. A transaction that moves tokens of a stock locks its row in `stock_levels` first.

use std::collections::HashSet;

use super::{SealedToken, StockLevel, StockName};
use crate::db::{Conn, Dialect, Failure, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::StorefrontId;
use crate::{execute_on_db, on_db};

/// Rows per statement: both databases limit the number of parameters.
pub(super) const CHUNK: usize = 1000;
/// Tokens per transaction of an import, which holds up other writers for some milliseconds.
pub(super) const PIECE: usize = 500;

pub(crate) async fn levels(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Vec<StockLevel>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT stock, available, reserved, delivered, failed
         FROM stock_levels WHERE storefront_id = $1 ORDER BY stock",
    )
    .bind(storefront_id)
    .fetch_all(driver))
}

/// Which of these tokens, [`CHUNK`] at most, are in the system.
pub(super) async fn known(conn: &mut Conn, fingerprints: &[String]) -> Result<Vec<String>> {
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT token_fingerprint FROM tokens WHERE state <> 'exported' AND token_fingerprint IN (",
        );
        let mut list = query.separated(", ");
        for fingerprint in fingerprints {
            list.push_bind(fingerprint);
        }
        query.push(")");
        query.build_query_scalar().fetch_all(driver).await
    })
}

/// "import", as a number.
const IMPORT_LOCK: i64 = 0x696d_706f_7274;

/// Locks out other imports until this transaction ends: two with the same tokens in another order would deadlock. SQLite
/// has a single writer and needs no lock.
pub(super) async fn lock_imports(conn: &mut Conn) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(IMPORT_LOCK)
            .execute(driver))?;
    }
    Ok(())
}

/// Inserts tokens. Returns how many were new. One that was exported before may come back.
///
/// Known tokens are left alone: inserting one would lock its row, while the transaction that delivers it may wait for the level,
/// which the caller has locked.
pub(super) async fn insert(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    tokens: &[SealedToken],
    now: Timestamp,
) -> Result<usize> {
    let mut added = 0;
    for chunk in tokens.chunks(CHUNK) {
        let fingerprints: Vec<String> = chunk.iter().map(|token| token.fingerprint.clone()).collect();
        let known: HashSet<String> = known(conn, &fingerprints).await?.into_iter().collect();
        let chunk: Vec<&SealedToken> =
            chunk.iter().filter(|token| !known.contains(&token.fingerprint)).collect();
        if chunk.is_empty() {
            continue;
        }
        let rows: Vec<i64> = on_db!(conn, driver => async {
            let mut query = sqlx::QueryBuilder::new(
                "INSERT INTO tokens (storefront_id, stock, token_fingerprint, token_sealed, state, created_at) ",
            );
            query.push_values(&chunk, |mut row, token| {
                row.push_bind(storefront_id)
                    .push_bind(stock)
                    .push_bind(&token.fingerprint)
                    .push_bind(&token.sealed)
                    .push("'available'")
                    .push_bind(now);
            });
            query.push(
                " ON CONFLICT (token_fingerprint) DO UPDATE SET
                      storefront_id = excluded.storefront_id, stock = excluded.stock,
                      token_sealed = excluded.token_sealed, state = 'available',
                      created_at = excluded.created_at, settled_at = NULL
                  WHERE tokens.state = 'exported'
                  RETURNING id",
            );
            query.build_query_scalar().fetch_all(driver).await
        })?;
        added += rows.len();
    }
    Ok(added)
}

/// Moves a stock's level, and keeps others from moving tokens of it until the transaction ends.
/// Returns the new level.
pub(super) async fn add_available(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    change: i64,
) -> Result<i64> {
    let level: Option<i64> = on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE stock_levels SET available = available + $3 WHERE storefront_id = $1 AND stock = $2
         RETURNING available",
    )
    .bind(storefront_id)
    .bind(stock)
    .bind(change)
    .fetch_optional(driver))?;
    level.ok_or(Failure::Inconsistent("a storefront without its stock levels"))
}

/// Keeps others from moving tokens of a stock until the transaction ends. Returns how many are available.
pub(crate) async fn hold_level(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
) -> Result<i64> {
    add_available(conn, storefront_id, stock, 0).await
}

/// The sealed tokens, the oldest first.
pub(super) async fn take_out(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    count: i64,
    now: Timestamp,
) -> Result<Vec<SealedToken>> {
    let mut taken: Vec<Taken> = on_db!(conn, driver => sqlx::query_as(
        "UPDATE tokens SET state = 'exported', settled_at = $4 WHERE id IN (
             SELECT id FROM tokens WHERE storefront_id = $1 AND stock = $2 AND state = 'available'
             ORDER BY id LIMIT $3)
         RETURNING id, token_fingerprint, token_sealed",
    )
    .bind(storefront_id)
    .bind(stock)
    .bind(count)
    .bind(now)
    .fetch_all(driver))?;
    if i64::try_from(taken.len()) != Ok(count) {
        return Err(Failure::Inconsistent("a stock level differs from its tokens"));
    }
    taken.sort_unstable_by_key(|taken| taken.id);
    Ok(taken.into_iter().map(|taken| taken.token).collect())
}

#[derive(sqlx::FromRow)]
struct Taken {
    id: i64,
    #[sqlx(flatten)]
    token: SealedToken,
}
