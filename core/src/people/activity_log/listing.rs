//! The log as admins read it.

use super::{Filter, LogCounts, LogEntry, queries};
use crate::App;
use crate::db::{Failure, cut_to_page};
use crate::foundation::clock::LocalTime;
use crate::ids::ActivityId;

const LARGEST_PAGE: i64 = 100;
/// In characters. SQLite refuses patterns of more than 50,000 bytes.
const LONGEST_SEARCH: usize = 1000;

#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("A page has 1 to 100 entries.")]
    BadLimit,
    #[error("The cursor is not one that a list of logs gave.")]
    BadCursor,
    #[error("A search has at most {LONGEST_SEARCH} characters.")]
    LongSearch,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// The newest first.
#[derive(Debug)]
pub struct LogPage {
    pub entries: Vec<LogEntry>,
    pub next: Option<String>,
    pub counts: LogCounts,
    /// Every action that stands in the log.
    pub actions: Vec<String>,
}

/// Returns a page of the log, the newest first: 1 to 100 entries, 100 without `limit`. `local_time` says when
/// today began.
///
/// Errors: `BadLimit`, `BadCursor`, `LongSearch`.
pub async fn list(
    app: &App,
    filter: &Filter,
    cursor: Option<&str>,
    limit: Option<i64>,
    local_time: &LocalTime,
) -> Result<LogPage, LogError> {
    let before = match cursor {
        Some(cursor) => cursor.parse().map_err(|_| LogError::BadCursor)?,
        None => ActivityId::LAST,
    };
    let limit = limit.unwrap_or(LARGEST_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(LogError::BadLimit);
    }
    if filter.search.as_ref().is_some_and(|search| search.chars().count() > LONGEST_SEARCH) {
        return Err(LogError::LongSearch);
    }
    let mut conn = app.db.read().await?;
    let mut entries = queries::page(&mut conn, filter, before, limit + 1).await?;
    Ok(LogPage {
        next: cut_to_page(&mut entries, limit).map(|last| last.id.to_string()),
        entries,
        counts: queries::counts(&mut conn, local_time.midnight(app.clock.now())).await?,
        actions: queries::actions(&mut conn).await?,
    })
}
