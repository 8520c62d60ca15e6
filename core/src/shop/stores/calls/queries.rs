//! SQL of store calls.

use super::Verdict;
use super::reading::Claim;
use crate::db::{Conn, Result, Script};
use crate::foundation::clock::{SLACK, Timestamp};
use crate::ids::{GuildId, SaleId, StoreCallId, StoreSecretId, StorefrontId};
use crate::shop::storefronts::Storefront;
use crate::shop::stores::Provider;
use crate::{execute_on_db, on_db};

/// The condition of [`Verdict::is_cheap`], in the form of the index for it.
macro_rules! cheap {
    () => {
        "(verdict = 'test' OR verdict = 'bad_signature' OR verdict = 'stale' OR verdict = 'disabled')"
    };
}

/// The columns of a [`CallRow`]. A macro, because a query's text must be one literal.
macro_rules! columns {
    () => {
        "id, provider, verdict, status, purchase, product, variant, quantity, email, short, sale_id, at"
    };
}

/// A storefront that a store has called, with its connection to that store.
pub(super) struct Called {
    pub storefront: Storefront,
    /// `false`, too, when the connection was never set up.
    pub is_enabled: bool,
    /// The older one first.
    pub secrets: Vec<Secret>,
}

pub(super) struct Secret {
    pub id: StoreSecretId,
    pub sealed: String,
    pub last_used_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct CalledRow {
    #[sqlx(flatten)]
    storefront: Storefront,
    is_enabled: bool,
    secret_id: Option<StoreSecretId>,
    secret_sealed: Option<String>,
    last_used_at: Option<Timestamp>,
}

/// The open storefront in this guild.
pub(super) async fn called(conn: &mut Conn, guild: &GuildId, provider: Provider) -> Result<Option<Called>> {
    let rows: Vec<CalledRow> = on_db!(conn, driver => sqlx::query_as(
        "SELECT f.id, f.guild_id, f.user_id, f.name, f.embed_color, f.logo, f.embed_footer, f.redeem_footer,
                f.store_link, f.discord_link, f.low_stock_threshold, f.log_channel_id, f.low_stock_role_id, f.created_at,
                f.visited_at,
                COALESCE(c.enabled, FALSE) AS is_enabled, k.id AS secret_id, k.secret_sealed, k.last_used_at
         FROM storefronts f
         LEFT JOIN store_connections c ON c.storefront_id = f.id AND c.provider = $2
         LEFT JOIN store_secrets k ON k.storefront_id = f.id AND k.provider = $2
         WHERE f.guild_id = $1 AND f.closed_at IS NULL ORDER BY k.created_at, k.id",
    )
    .bind(guild)
    .bind(provider)
    .fetch_all(driver))?;
    let mut called = None;
    for row in rows {
        let CalledRow { storefront, is_enabled, secret_id, secret_sealed, last_used_at } = row;
        let called = called.get_or_insert(Called { storefront, is_enabled, secrets: Vec::new() });
        if let (Some(id), Some(sealed)) = (secret_id, secret_sealed) {
            called.secrets.push(Secret { id, sealed, last_used_at });
        }
    }
    Ok(called)
}

pub(super) struct NewCall<'a> {
    pub storefront_id: &'a StorefrontId,
    pub provider: Provider,
    pub verdict: Verdict,
    pub status: i64,
    pub claim: Option<&'a Claim>,
    pub short: bool,
    /// Whether its purchase has a sale, which is inserted before the call.
    pub is_sold: bool,
    pub headers_sealed: &'a str,
    pub body_sealed: &'a str,
    pub answer_sealed: Option<&'a str>,
    /// Run again by the seller.
    pub replayed: bool,
    pub now: Timestamp,
}

pub(super) fn put_call(script: &mut Script<'_>, new: &NewCall<'_>) {
    let (claim, item) = (new.claim, new.claim.map(|claim| &claim.item));
    script
        .put(
            "INSERT INTO store_calls (storefront_id, provider, verdict, status, purchase, product, variant, quantity,
                                      email, short, sale_id, headers_sealed, body_sealed, answer_sealed,
                                      replayed, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
                     CASE WHEN $11 THEN (SELECT id FROM store_sales
                                         WHERE storefront_id = $1 AND provider = $2 AND purchase = $5) END,
                     $12, $13, $14, $15, $16)",
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
        .bind(new.is_sold)
        .bind(new.headers_sealed)
        .bind(new.body_sealed)
        .bind(new.answer_sealed)
        .bind(new.replayed)
        .bind(new.now);
}

/// The id of the call that was kept with this body.
pub(super) async fn id_of(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    body_sealed: &str,
) -> Result<StoreCallId> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM store_calls WHERE storefront_id = $1 AND body_sealed = $2 ORDER BY id DESC LIMIT 1",
    )
    .bind(storefront_id)
    .bind(body_sealed)
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

pub(super) fn count_refusal(
    script: &mut Script<'_>,
    storefront_id: &StorefrontId,
    provider: Provider,
    verdict: Verdict,
    now: Timestamp,
) {
    script
        .put(
            "INSERT INTO store_refusals (storefront_id, provider, since, count, verdict) VALUES ($1, $2, $3, 1, $4)
             ON CONFLICT (storefront_id, provider)
             DO UPDATE SET count = store_refusals.count + 1, verdict = excluded.verdict",
        )
        .bind(storefront_id)
        .bind(provider)
        .bind(now)
        .bind(verdict);
}

pub(super) async fn oldest_refusal(conn: &mut Conn) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT MIN(since) FROM store_refusals").fetch_one(driver))
}

/// Removes and returns the gathered refusals whose first is no later than `until`.
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

/// Deletes the calls that anybody can cause, except the newest `kept`.
pub(super) fn forget_cheap(script: &mut Script<'_>, storefront_id: &StorefrontId, kept: i64) {
    script
        .put(concat!(
            "DELETE FROM store_calls
             WHERE storefront_id = $1 AND ",
            cheap!(),
            " AND id <= (SELECT id FROM store_calls WHERE storefront_id = $1 AND ",
            cheap!(),
            " ORDER BY id DESC LIMIT 1 OFFSET $2)",
        ))
        .bind(storefront_id)
        .bind(kept);
}

/// Deletes the other calls from before `until`, at most `limit`. Returns how many.
pub(super) async fn forget_until(conn: &mut Conn, until: Timestamp, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        concat!(
            "DELETE FROM store_calls WHERE id IN (
                 SELECT id FROM store_calls WHERE at < $1 AND NOT ",
            cheap!(),
            " ORDER BY at LIMIT $2)",
        ),
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
            concat!(
                "SELECT ",
                columns!(),
                " FROM store_calls WHERE storefront_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
            ),
        )
        .bind(storefront_id)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        (Some(provider), None) => on_db!(conn, driver => sqlx::query_as(
            concat!(
                "SELECT ",
                columns!(),
                " FROM store_calls WHERE storefront_id = $1 AND provider = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
            ),
        )
        .bind(storefront_id)
        .bind(provider)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        (None, Some(verdict)) => on_db!(conn, driver => sqlx::query_as(
            concat!(
                "SELECT ",
                columns!(),
                " FROM store_calls WHERE storefront_id = $1 AND verdict = $2 AND id < $3 ORDER BY id DESC LIMIT $4",
            ),
        )
        .bind(storefront_id)
        .bind(verdict)
        .bind(before)
        .bind(limit)
        .fetch_all(driver)),
        (Some(provider), Some(verdict)) => on_db!(conn, driver => sqlx::query_as(
            concat!(
                "SELECT ",
                columns!(),
                " FROM store_calls WHERE storefront_id = $1 AND provider = $2 AND verdict = $3 AND id < $4
                 ORDER BY id DESC LIMIT $5",
            ),
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

/// Sets times that are more than [`SLACK`] in the future to `now`. Returns how many rows changed.
pub(super) async fn shorten_gathering(conn: &mut Conn, now: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE store_refusals SET since = $1 WHERE since > $2")
        .bind(now)
        .bind(now.plus(SLACK))
        .execute(driver))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sql_and_rust_agree_on_which_calls_anybody_can_cause() {
        let all = Verdict::ALL.iter().filter(|verdict| verdict.is_cheap());
        let all: Vec<String> = all.map(|verdict| format!("verdict = '{verdict}'")).collect();
        assert_eq!(cheap!(), format!("({})", all.join(" OR ")));
    }
}
