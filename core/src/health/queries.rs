//! SQL of what waits and what fails. It reads waiting rows or maintained counters only, never all orders.

use super::{Domains, Endpoints, FailedDomain, Jobs, Queue, SilentChannel, StockFigures};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::messenger::channel_problems::DIRECT_MESSAGES;
use crate::on_db;

pub(super) async fn jobs(conn: &mut Conn) -> Result<Jobs> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) FILTER (WHERE j.state = 'waiting') AS waiting,
                COUNT(*) FILTER (WHERE j.state = 'waiting' AND j.attempts > 0) AS retrying,
                COUNT(*) FILTER (WHERE j.state = 'leased') AS leased,
                MIN(COALESCE(j.begun_at, o.created_at)) AS oldest,
                MIN(CASE WHEN j.state = 'leased' AND j.lease_until > j.run_at THEN j.lease_until ELSE j.run_at END) AS due
         FROM delivery_jobs j JOIN orders o ON o.id = j.order_id WHERE j.state IN ('waiting', 'leased')",
    )
    .fetch_one(driver))
}

/// How many orders wait for sellers: to be delivered by hand, and given up.
pub(super) async fn orders_for_sellers(conn: &mut Conn) -> Result<(i64, i64)> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(by_hand), 0) AS BIGINT), CAST(COALESCE(SUM(given_up), 0) AS BIGINT)
         FROM order_counts",
    )
    .fetch_one(driver))
}

pub(super) async fn announcements(conn: &mut Conn) -> Result<Queue> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS waiting, COUNT(*) FILTER (WHERE attempts > 0) AS retrying, MIN(at) AS oldest
         FROM announcements",
    )
    .fetch_one(driver))
}

pub(super) async fn event_deliveries(conn: &mut Conn) -> Result<Queue> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS waiting, COUNT(*) FILTER (WHERE attempts > 0) AS retrying, MIN(at) AS oldest
         FROM event_deliveries WHERE state = 'pending' AND next_at IS NOT NULL",
    )
    .fetch_one(driver))
}

pub(super) async fn unresolved_invites(conn: &mut Conn) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT COUNT(*) FROM unresolved_invites").fetch_one(driver))
}

pub(super) async fn endpoints(conn: &mut Conn) -> Result<Endpoints> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) FILTER (WHERE enabled) AS enabled,
                COUNT(*) FILTER (WHERE NOT enabled) AS disabled,
                COUNT(*) FILTER (WHERE enabled AND failing_since IS NOT NULL) AS failing,
                MIN(failing_since) FILTER (WHERE enabled) AS since
         FROM event_endpoints",
    )
    .fetch_one(driver))
}

/// Direct messages are not counted: their readers may close them.
pub(super) async fn channel_problems(conn: &mut Conn) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT COUNT(*) FROM standing_channel_problems WHERE channel <> $1",
    )
    .bind(DIRECT_MESSAGES)
    .fetch_one(driver))
}

pub(super) async fn domains(conn: &mut Conn) -> Result<Domains> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) FILTER (WHERE status = 'pending') AS pending,
                COUNT(*) FILTER (WHERE status = 'active') AS active,
                COUNT(*) FILTER (WHERE status = 'failed') AS failed
         FROM custom_domains",
    )
    .fetch_one(driver))
}

/// The available stock of closed storefronts is left out, because it cannot be sold.
pub(super) async fn stock(conn: &mut Conn) -> Result<Vec<StockFigures>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT l.stock, CAST(SUM(CASE WHEN s.closed_at IS NULL THEN l.available ELSE 0 END) AS BIGINT) AS available,
                CAST(SUM(l.reserved) AS BIGINT) AS reserved, CAST(SUM(l.delivered) AS BIGINT) AS delivered,
                CAST(SUM(l.failed) AS BIGINT) AS failed
         FROM stock_levels l JOIN storefronts s ON s.id = l.storefront_id GROUP BY l.stock ORDER BY l.stock",
    )
    .fetch_all(driver))
}

pub(super) async fn last_backup(conn: &mut Conn) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT at FROM last_backup WHERE id = 1").fetch_optional(driver))
}

/// The seller's name, the address and since when.
pub(super) async fn failing_endpoints(
    conn: &mut Conn,
    most: i64,
) -> Result<Vec<(String, String, Timestamp)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT u.username, e.url, e.failing_since FROM event_endpoints e JOIN users u ON u.id = e.user_id
         WHERE e.enabled AND e.failing_since IS NOT NULL ORDER BY e.failing_since, e.id LIMIT $1",
    )
    .bind(most)
    .fetch_all(driver))
}

pub(super) async fn silent_channels(conn: &mut Conn, most: i64) -> Result<Vec<SilentChannel>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT u.username AS seller, p.channel, p.message, p.at AS since
         FROM standing_channel_problems p JOIN users u ON u.id = p.user_id ORDER BY p.at, p.channel LIMIT $1",
    )
    .bind(most)
    .fetch_all(driver))
}

pub(super) async fn failed_domains(conn: &mut Conn, most: i64) -> Result<Vec<FailedDomain>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT u.username AS seller, d.domain, d.status, d.diagnostics,
                COALESCE(d.failed_since, d.missing_since) AS since
         FROM custom_domains d JOIN users u ON u.id = d.user_id
         WHERE d.status = 'failed' OR (d.status = 'active' AND d.missing_since IS NOT NULL) ORDER BY d.domain LIMIT $1",
    )
    .bind(most)
    .fetch_all(driver))
}
