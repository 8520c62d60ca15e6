//! SQL of many keys.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{KeyId, StorefrontId};
use crate::on_db;

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
