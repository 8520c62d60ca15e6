//! SQL of the activity log.

use super::{Action, Client, Entry, Filter, LogCounts, LogEntry, Severity};
use crate::db::{Conn, Result, Script};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::fold;
use crate::ids::{ActivityId, UserId};
use crate::{execute_on_db, on_db};

#[expect(clippy::too_many_arguments, reason = "a column each")]
pub(super) fn insert(
    script: &mut Script<'_>,
    user_id: Option<&UserId>,
    helper_id: Option<&UserId>,
    action: Action,
    severity: Severity,
    details: &str,
    at: Timestamp,
    client: &Client,
) {
    script
        .put(
            "INSERT INTO activity (user_id, action, severity, details, address, user_agent, at, helper_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(user_id)
        .bind(action)
        .bind(severity)
        .bind(details)
        .bind(client.address.as_deref())
        .bind(client.user_agent.as_deref())
        .bind(at)
        .bind(helper_id);
}

/// As [`insert`], for an entry that may be updated later. Returns its id.
pub(super) async fn begin(
    conn: &mut Conn,
    user_id: &UserId,
    helper_id: Option<&UserId>,
    action: Action,
    details: &str,
    at: Timestamp,
) -> Result<ActivityId> {
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO activity (user_id, action, severity, details, at, helper_id)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(user_id)
    .bind(action)
    .bind(action.severity())
    .bind(details)
    .bind(at)
    .bind(helper_id)
    .fetch_one(driver))
}

/// Updates an entry's details. Returns whether it is there.
pub(super) async fn bring_up_to_date(conn: &mut Conn, id: ActivityId, details: &str) -> Result<bool> {
    let changed = execute_on_db!(conn, driver => sqlx::query("UPDATE activity SET details = $2 WHERE id = $1")
        .bind(id)
        .bind(details)
        .execute(driver))?;
    Ok(changed > 0)
}

pub(super) async fn recent(conn: &mut Conn, user_id: &UserId, limit: i64) -> Result<Vec<Entry>> {
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT a.action, a.details || COALESCE(' · by ' || h.username, '') AS details, a.at
             FROM activity a LEFT JOIN users h ON h.id = a.helper_id WHERE a.user_id = ",
        );
        query.push_bind(user_id).push(" AND a.action NOT IN (");
        let mut list = query.separated(", ");
        for action in Action::ALL.iter().filter(|action| !action.is_business()) {
            list.push_bind(action);
        }
        query.push(") ORDER BY a.id DESC LIMIT ").push_bind(limit);
        query.build_query_as().fetch_all(driver).await
    })
}

pub(super) async fn page(
    conn: &mut Conn,
    filter: &Filter,
    before: ActivityId,
    limit: i64,
) -> Result<Vec<LogEntry>> {
    let search = filter.search.as_deref().unwrap_or_default().trim();
    on_db!(conn, driver => sqlx::query_as(
        r"SELECT a.id, a.at, u.id AS user_id, u.username, a.action, a.severity, a.details, a.address, a.user_agent
          FROM activity a LEFT JOIN users u ON u.id = COALESCE(a.helper_id, a.user_id)
          WHERE a.id < $1
            AND (CAST($2 AS TEXT) IS NULL OR a.severity = $2)
            AND (CAST($3 AS TEXT) IS NULL OR a.action = $3)
            AND ($4 = '' OR LOWER(a.action) LIKE $5 ESCAPE '\' OR REPLACE(a.action, '_', ' ') LIKE $5 ESCAPE '\'
                 OR LOWER(COALESCE(u.id, '')) LIKE $5 ESCAPE '\'
                 OR REPLACE(LOWER(COALESCE(u.username, '')), 'ς', 'σ') LIKE $5 ESCAPE '\'
                 OR REPLACE(LOWER(a.details), 'ς', 'σ') LIKE $5 ESCAPE '\'
                 OR LOWER(COALESCE(u.username, '')) LIKE $6 ESCAPE '\' OR LOWER(a.details) LIKE $6 ESCAPE '\'
                 OR LOWER(COALESCE(u.username, '')) LIKE $7 ESCAPE '\' OR LOWER(a.details) LIKE $7 ESCAPE '\'
                 OR LOWER(COALESCE(u.username, '')) LIKE $8 ESCAPE '\' OR LOWER(a.details) LIKE $8 ESCAPE '\')
          ORDER BY a.id DESC LIMIT $9",
    )
    .bind(before)
    .bind(filter.severity)
    .bind(&filter.action)
    .bind(search)
    .bind(contains(&fold(search)))
    // LOWER handles ASCII only in SQLite, and in PostgreSQL with locale C. So three spellings are tried: as typed, with each
    // word capitalized, and in capitals.
    .bind(contains(&search.to_ascii_lowercase()))
    .bind(contains(&capitalized(search).to_ascii_lowercase()))
    .bind(contains(&search.to_uppercase().to_ascii_lowercase()))
    .bind(limit)
    .fetch_all(driver))
}

/// `ärger ödön` → `Ärger Ödön`
fn capitalized(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters.flat_map(char::to_lowercase))
            .collect::<String>()
    };
    text.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

/// A LIKE pattern for texts that contain this one literally.
fn contains(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}

/// Triggers maintain all counts but today's, which is counted by an index.
pub(super) async fn counts(conn: &mut Conn, midnight: Timestamp) -> Result<LogCounts> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT CAST(SUM(entries) AS BIGINT) AS total, CAST(SUM(errors) AS BIGINT) AS errors,
                CAST(SUM(access_code_resets) AS BIGINT) AS access_code_resets,
                (SELECT COUNT(*) FROM activity WHERE at >= $1) AS today
         FROM activity_counts",
    )
    .bind(midnight)
    .fetch_one(driver))
}

/// Skips from one action to the next along the index, however many entries each has.
pub(super) async fn actions(conn: &mut Conn) -> Result<Vec<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "WITH RECURSIVE found (action) AS (
             SELECT MIN(action) FROM activity
             UNION ALL
             SELECT (SELECT MIN(a.action) FROM activity a WHERE a.action > found.action) FROM found
             WHERE found.action IS NOT NULL)
         SELECT action FROM found WHERE action IS NOT NULL",
    )
    .fetch_all(driver))
}

/// Deletes the oldest entries from before `until`, `limit` at most. Returns how many.
pub(super) async fn forget_until(conn: &mut Conn, until: Timestamp, limit: i64) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE at < $1 ORDER BY at LIMIT $2)",
    )
    .bind(until)
    .bind(limit)
    .execute(driver))
}
