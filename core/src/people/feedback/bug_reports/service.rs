//! Filing and closing bug reports.

use futures::FutureExt;

use super::{BugPage, BugReport, BugReportError, NewBugReport, queries};
use crate::App;
use crate::db::cut_to_page;
use crate::events::{Event, Topic};
use crate::ids::{BugReportId, UserId};
use crate::people::activity_log::{self, Action, Client};
use crate::people::feedback::by_admin::by_admin;
use crate::people::feedback::{Author, LONGEST_TEXT, LONGEST_TITLE, kept};

const PAGE: i64 = 100;

/// Returns a page of 100 bug reports, the newest first.
///
/// Errors: `BadCursor`.
pub async fn list(app: &App, cursor: Option<&str>) -> Result<BugPage, BugReportError> {
    let before = match cursor {
        Some(cursor) => cursor.parse().map_err(|_| BugReportError::BadCursor)?,
        None => BugReportId::LAST,
    };
    let mut conn = app.db.read().await?;
    let mut bugs = queries::page(&mut conn, before, PAGE + 1).await?;
    let next = cut_to_page(&mut bugs, PAGE).map(|last| last.id.to_string());
    Ok(BugPage { bugs, next, counts: queries::counts(&mut conn).await? })
}

/// Files a bug report, its texts trimmed.
///
/// Errors: `MissingFields`; `TooLong` above [`LONGEST_TITLE`] or [`LONGEST_TEXT`].
pub async fn create(
    app: &App,
    author: Author,
    report: NewBugReport,
    client: &Client,
) -> Result<BugReport, BugReportError> {
    let report = NewBugReport {
        title: kept(&report.title),
        description: kept(&report.description),
        steps: kept(&report.steps),
        expected_behavior: kept(&report.expected_behavior),
        actual_behavior: kept(&report.actual_behavior),
        severity: report.severity,
    };
    if report.title.is_empty() || report.description.is_empty() {
        return Err(BugReportError::MissingFields);
    }
    let long = [&report.description, &report.steps, &report.expected_behavior, &report.actual_behavior];
    if report.title.chars().count() > LONGEST_TITLE
        || long.iter().any(|text| text.chars().count() > LONGEST_TEXT)
    {
        return Err(BugReportError::TooLong);
    }
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let id = queries::insert(tx, &author, &report, now).await?;
                let details = format!("{} ({})", report.title, report.severity.as_str());
                let user = author.user_id();
                activity_log::record_from(tx, user, Action::BugReported, &details, now, &client).await?;
                tx.publish(Event::of_all(Topic::BugReports));
                queries::one(tx, id).await?.ok_or(BugReportError::NotFound)
            }
            .boxed()
        })
        .await
}

/// Marks a bug report as fixed; one that is already is left alone. For admins.
///
/// Errors: `NotFound`.
pub async fn fix(
    app: &App,
    admin_id: &UserId,
    id: BugReportId,
    client: &Client,
) -> Result<(), BugReportError> {
    by_admin(app, admin_id, (Topic::BugReports, Action::BugFixed), client, move |tx| {
        async move {
            let fixed = queries::fix(tx, id).await?;
            if fixed.is_none() && !queries::exists(tx, id).await? {
                return Err(BugReportError::NotFound);
            }
            Ok(fixed)
        }
        .boxed()
    })
    .await
}

/// Deletes a bug report. For admins.
///
/// Errors: `NotFound`.
pub async fn delete(
    app: &App,
    admin_id: &UserId,
    id: BugReportId,
    client: &Client,
) -> Result<(), BugReportError> {
    by_admin(app, admin_id, (Topic::BugReports, Action::BugDeleted), client, move |tx| {
        async move { queries::delete(tx, id).await?.ok_or(BugReportError::NotFound).map(Some) }.boxed()
    })
    .await
}
