//! SQL of refused calls that are still to be made good.

use super::{OpenRefusals, SellersRefusals};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::on_db;
use crate::shop::storefronts::Scope;

/// The condition of [`Verdict::is_refusal`].
macro_rules! refusals {
    () => {
        "c.verdict IN ('unmapped', 'malformed', 'bad_signature', 'stale', 'disabled')"
    };
}

/// The last good call of the store `k`.
macro_rules! last_good {
    () => {
        "(SELECT MAX(g.id) FROM store_calls g
          WHERE g.storefront_id = k.storefront_id AND g.provider = k.provider AND NOT g.replayed
            AND g.verdict IN ('delivered', 'repeated', 'ignored')) AS id"
    };
}

/// Whether the call `c` was refused and not made good since: neither its purchase, nor its store by a later call, `good`.
macro_rules! is_open {
    () => {
        concat!(
            "NOT c.replayed AND ",
            refusals!(),
            " AND NOT EXISTS (
                  SELECT 1 FROM store_sales s
                  WHERE s.storefront_id = c.storefront_id AND s.provider = c.provider AND s.purchase = c.purchase)
              AND (c.purchase IS NOT NULL OR c.id > COALESCE(good.id, 0))"
        )
    };
}

/// The last good call of each store is looked up once.
/// Ids grow with time, so that the inbox's indexes find a day's calls.
pub(super) async fn open_refusals(
    conn: &mut Conn,
    scope: &Scope,
    since: Timestamp,
) -> Result<Vec<OpenRefusals>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "WITH good AS MATERIALIZED (
                 SELECT k.storefront_id, k.provider, ",
            last_good!(),
            " FROM storefronts f JOIN store_connections k ON k.storefront_id = f.id WHERE f.user_id = $1)
             SELECT f.guild_id, c.provider, c.verdict, COUNT(*) AS count, MAX(c.at) AS at
             FROM storefronts f
             JOIN store_calls c ON c.storefront_id = f.id
             LEFT JOIN good ON good.storefront_id = c.storefront_id AND good.provider = c.provider
             WHERE f.user_id = $1 AND f.closed_at IS NULL AND ($2 = '' OR f.id = $2) AND ",
            is_open!(),
            " AND c.id > COALESCE((SELECT id FROM store_calls WHERE at < $3 ORDER BY at DESC LIMIT 1), 0)
               AND c.at >= $3
             GROUP BY f.guild_id, c.provider, c.verdict
             ORDER BY MAX(c.at) DESC, f.guild_id, c.provider, c.verdict",
        ),
    )
    .bind(&scope.user_id)
    .bind(scope.storefront())
    .bind(since)
    .fetch_all(driver))
}

/// As [`open_refusals`], with the same conditions, for every seller: one statement for both would scan all shops for one seller.
pub(super) async fn of_all_sellers(
    conn: &mut Conn,
    since: Timestamp,
    most: i64,
) -> Result<Vec<SellersRefusals>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "WITH good AS MATERIALIZED (
                 SELECT k.storefront_id, k.provider, ",
            last_good!(),
            " FROM store_connections k)
             SELECT u.username AS seller, f.guild_id, c.provider, c.verdict, COUNT(*) AS count, MAX(c.at) AS at
             FROM store_calls c
             JOIN storefronts f ON f.id = c.storefront_id
             JOIN users u ON u.id = f.user_id
             LEFT JOIN good ON good.storefront_id = c.storefront_id AND good.provider = c.provider
             WHERE c.at >= $1 AND f.closed_at IS NULL AND ",
            is_open!(),
            " GROUP BY u.username, f.guild_id, c.provider, c.verdict
             ORDER BY MAX(c.at) DESC, f.guild_id, c.provider, c.verdict LIMIT $2",
        ),
    )
    .bind(since)
    .bind(most)
    .fetch_all(driver))
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;

    #[test]
    fn sql_and_rust_agree_on_which_calls_were_refused() {
        let all =
            Verdict::ALL.iter().filter(|verdict| verdict.is_refusal()).map(|verdict| format!("'{verdict}'"));
        assert_eq!(refusals!(), format!("c.verdict IN ({})", all.collect::<Vec<_>>().join(", ")));
    }
}
