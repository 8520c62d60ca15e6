//! Bug reports.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::ids::BugReportId;
use boostdesk_core::people::feedback::Author;
use boostdesk_core::people::feedback::bug_reports::{
    self, BugReportError, BugSeverity, BugStatus, NewBugReport,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::session::{Admin, CallFrom, Session};
use crate::http::ack::Ack;
use crate::http::cursor::CursorQuery;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, LongJson, Path, Query};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BugReport {
    #[serde(rename = "_id")]
    id: String,
    title: String,
    description: String,
    steps: String,
    expected_behavior: String,
    actual_behavior: String,
    severity: BugSeverity,
    status: BugStatus,
    author: String,
    /// Unix seconds.
    created_at: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Bugs {
    /// The newest first.
    bugs: Vec<BugReport>,
    /// The `cursor` of the next page, null at the end.
    #[schema(required)]
    next: Option<String>,
    counts: BugCounts,
}

/// Counts over all reports.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BugCounts {
    total: i64,
    open: i64,
    fixed: i64,
    /// Reports of severity `critical`, in any status.
    critical: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateBugReport {
    #[schema(value_type = String, required)]
    title: Option<String>,
    #[schema(value_type = String, required)]
    description: Option<String>,
    steps: Option<String>,
    expected_behavior: Option<String>,
    actual_behavior: Option<String>,
    /// `medium` when absent.
    #[schema(inline)]
    severity: Option<BugSeverity>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BugReportCreated {
    code: u16,
    message: &'static str,
    bug: BugReport,
}

impl From<bug_reports::BugReport> for BugReport {
    fn from(bug: bug_reports::BugReport) -> Self {
        Self {
            id: bug.id.to_string(),
            title: bug.title,
            description: bug.description,
            steps: bug.steps,
            expected_behavior: bug.expected_behavior,
            actual_behavior: bug.actual_behavior,
            severity: bug.severity,
            status: bug.status,
            author: bug.author,
            created_at: bug.created_at.unix_seconds(),
        }
    }
}

impl From<BugReportError> for ApiError {
    fn from(error: BugReportError) -> Self {
        let message = error.to_string();
        match error {
            BugReportError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            BugReportError::MissingFields | BugReportError::TooLong | BugReportError::BadCursor => {
                Self::refused(message)
            }
            BugReportError::Failure(failure) => failure.into(),
        }
    }
}

/// Parses the report's id in a URL. Errors: an invalid id is answered like an unknown one.
fn number(text: &str) -> Result<BugReportId> {
    text.parse().map_err(|_| BugReportError::NotFound.into())
}

/// A page of the bug reports of all users
#[utoipa::path(
    get,
    path = "/api/bugs/fetch-all",
    tag = "bugs",
    params(CursorQuery),
    responses((status = 200, body = Bugs)),
    security(("session" = []))
)]
pub(crate) async fn fetch_all(
    State(web): State<WebState>,
    Session(_): Session,
    Query(CursorQuery { cursor }): Query<CursorQuery>,
) -> Result<Json<Bugs>> {
    let page = bug_reports::list(&web.app, cursor.as_deref()).await?;
    Ok(Json(Bugs {
        bugs: page.bugs.into_iter().map(BugReport::from).collect(),
        next: page.next,
        counts: BugCounts {
            total: page.counts.total,
            open: page.counts.open,
            fixed: page.counts.fixed,
            critical: page.counts.critical,
        },
    }))
}

/// File a bug report
#[utoipa::path(
    post,
    path = "/api/bugs/create",
    tag = "bugs",
    request_body = CreateBugReport,
    responses((status = 200, body = BugReportCreated)),
    security(("session" = []))
)]
pub(crate) async fn create(
    State(web): State<WebState>,
    Session(session): Session,
    from: CallFrom,
    LongJson(report): LongJson<CreateBugReport>,
) -> Result<Json<BugReportCreated>> {
    let report = NewBugReport {
        title: report.title.unwrap_or_default(),
        description: report.description.unwrap_or_default(),
        steps: report.steps.unwrap_or_default(),
        expected_behavior: report.expected_behavior.unwrap_or_default(),
        actual_behavior: report.actual_behavior.unwrap_or_default(),
        severity: report.severity.unwrap_or(BugSeverity::Medium),
    };
    let bug = bug_reports::create(&web.app, Author::user(&session.user_id), report, &from.0).await?.into();
    Ok(Json(BugReportCreated { code: 200, message: "Bug report created successfully!", bug }))
}

/// Mark a bug as fixed; for admins
#[utoipa::path(
    put,
    path = "/api/bugs/fix/{id}",
    tag = "bugs",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn fix(
    State(web): State<WebState>,
    Admin(session): Admin,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    bug_reports::fix(&web.app, &session.user_id, number(&id)?, &from.0).await?;
    Ok(Json(Ack::new("Bug marked as fixed!")))
}

/// Delete a bug report; for admins
#[utoipa::path(
    delete,
    path = "/api/bugs/delete/{id}",
    tag = "bugs",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn delete(
    State(web): State<WebState>,
    Admin(session): Admin,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    bug_reports::delete(&web.app, &session.user_id, number(&id)?, &from.0).await?;
    Ok(Json(Ack::new("Bug report deleted successfully!")))
}
