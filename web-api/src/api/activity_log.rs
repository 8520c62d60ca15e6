//! The activity log, for admins.

use axum::extract::State;
use boostdesk_core::people::activity_log::{self, Filter, LogError, Severity};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::dashboard::DayQuery;
use crate::callers::session::Admin;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Logs {
    /// The newest first.
    logs: Vec<LogEntry>,
    /// The `cursor` of the next page, null at the end.
    #[schema(required)]
    next: Option<String>,
    counts: LogCounts,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogEntry {
    id: String,
    /// RFC 3339, UTC.
    timestamp: String,
    /// The user's name; empty when nobody was signed in.
    username: String,
    user_id: String,
    #[schema(example = "order_completed")]
    action: String,
    #[schema(example = "success")]
    severity: String,
    details: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ip_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_agent: Option<String>,
}

/// Counts over the whole log, whatever the filter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogCounts {
    total: i64,
    /// Entries since midnight, in the caller's time (`utcOffset`, `timeZone`).
    today: i64,
    errors: i64,
    access_code_resets: i64,
    /// All actions that occur in the log.
    actions: Vec<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct LogQuery {
    /// Finds entries with this text in their username, action, details or user id, in any letter case. At most 1,000
    /// characters.
    search: Option<String>,
    #[param(inline)]
    severity: Option<Severity>,
    action: Option<String>,
    /// The `next` of the previous page.
    cursor: Option<String>,
    /// Entries on a page: 1 to 100; 100 when absent.
    limit: Option<i64>,
}

impl From<activity_log::LogEntry> for LogEntry {
    fn from(entry: activity_log::LogEntry) -> Self {
        Self {
            id: entry.id.to_string(),
            timestamp: entry.at.rfc3339(),
            username: entry.username.unwrap_or_default(),
            user_id: entry.user_id.map(String::from).unwrap_or_default(),
            action: entry.action,
            severity: entry.severity.as_str().to_owned(),
            details: entry.details,
            ip_address: entry.address,
            user_agent: entry.user_agent,
        }
    }
}

impl From<LogError> for ApiError {
    fn from(error: LogError) -> Self {
        let message = error.to_string();
        match error {
            LogError::BadLimit | LogError::BadCursor | LogError::LongSearch => Self::refused(message),
            LogError::Failure(failure) => failure.into(),
        }
    }
}

/// The activity log of all users; for admins
#[utoipa::path(
    get,
    path = "/api/admin/logs",
    tag = "admin",
    params(LogQuery, DayQuery),
    responses(
        (status = 200, body = Logs),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    Admin(_): Admin,
    Query(query): Query<LogQuery>,
    Query(day): Query<DayQuery>,
) -> Result<Json<Logs>> {
    let filter = Filter {
        search: query.search,
        severity: query.severity,
        action: query.action.filter(|action| !action.is_empty()),
    };
    let (cursor, local_time) = (query.cursor.as_deref(), day.local_time()?);
    let page = activity_log::list(&web.app, &filter, cursor, query.limit, &local_time).await?;
    Ok(Json(Logs {
        logs: page.entries.into_iter().map(LogEntry::from).collect(),
        next: page.next,
        counts: LogCounts {
            total: page.counts.total,
            today: page.counts.today,
            errors: page.counts.errors,
            access_code_resets: page.counts.access_code_resets,
            actions: page.actions,
        },
    }))
}
