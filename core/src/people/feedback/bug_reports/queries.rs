//! SQL of bug reports.

use super::{BugCounts, BugReport, NewBugReport};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::BugReportId;
use crate::on_db;
use crate::people::feedback::Author;

/// Those before `before`, the newest first.
pub(super) async fn page(conn: &mut Conn, before: BugReportId, limit: i64) -> Result<Vec<BugReport>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT b.id, b.title, b.description, b.steps, b.expected_behavior, b.actual_behavior, b.severity, b.status,
                COALESCE(u.username, b.customer_name) AS author, b.created_at
         FROM bug_reports b LEFT JOIN users u ON u.id = b.user_id
         WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2",
    )
    .bind(before)
    .bind(limit)
    .fetch_all(driver))
}

pub(super) async fn one(conn: &mut Conn, id: BugReportId) -> Result<Option<BugReport>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT b.id, b.title, b.description, b.steps, b.expected_behavior, b.actual_behavior, b.severity, b.status,
                COALESCE(u.username, b.customer_name) AS author, b.created_at
         FROM bug_reports b LEFT JOIN users u ON u.id = b.user_id WHERE b.id = $1",
    )
    .bind(id)
    .fetch_optional(driver))
}

pub(super) async fn counts(conn: &mut Conn) -> Result<BugCounts> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS total, COUNT(CASE WHEN status = 'open' THEN 1 END) AS open,
                COUNT(CASE WHEN status = 'fixed' THEN 1 END) AS fixed,
                COUNT(CASE WHEN severity = 'critical' THEN 1 END) AS critical
         FROM bug_reports",
    )
    .fetch_one(driver))
}

pub(super) async fn insert(
    conn: &mut Conn,
    author: &Author,
    report: &NewBugReport,
    now: Timestamp,
) -> Result<BugReportId> {
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO bug_reports (user_id, customer_name, title, description, steps, expected_behavior,
                                  actual_behavior, severity, status, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9) RETURNING id",
    )
    .bind(author.user_id())
    .bind(author.customer_name())
    .bind(&report.title)
    .bind(&report.description)
    .bind(&report.steps)
    .bind(&report.expected_behavior)
    .bind(&report.actual_behavior)
    .bind(report.severity)
    .bind(now)
    .fetch_one(driver))
}

/// Returns the title of one that was not fixed yet.
pub(super) async fn fix(conn: &mut Conn, id: BugReportId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE bug_reports SET status = 'fixed' WHERE id = $1 AND status <> 'fixed' RETURNING title",
    )
    .bind(id)
    .fetch_optional(driver))
}

pub(super) async fn exists(conn: &mut Conn, id: BugReportId) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM bug_reports WHERE id = $1)")
        .bind(id)
        .fetch_one(driver))
}

/// Returns the title.
pub(super) async fn delete(conn: &mut Conn, id: BugReportId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("DELETE FROM bug_reports WHERE id = $1 RETURNING title")
        .bind(id)
        .fetch_optional(driver))
}
