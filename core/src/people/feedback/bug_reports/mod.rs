//! Bug reports: what sellers found broken. Everybody who is signed in sees all of them.

mod queries;
mod service;

use crate::clock::Timestamp;
use crate::db::Failure;

pub use service::{create, delete, fix, list};

#[derive(Debug, thiserror::Error)]
pub enum BugReportError {
    #[error("Please fill in at least the title and description")]
    MissingFields,
    #[error("A title has at most 200 characters, every other field at most 5000.")]
    TooLong,
    #[error("There is no such bug report.")]
    NotFound,
    #[error("The cursor is not one that a list of bug reports gave.")]
    BadCursor,
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BugSeverity {
    Low,
    #[default]
    Medium,
    High,
    Critical,
}

impl BugSeverity {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

impl TryFrom<String> for BugSeverity {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [Self::Low, Self::Medium, Self::High, Self::Critical]
            .into_iter()
            .find(|severity| severity.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no severity"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BugStatus {
    Open,
    Investigating,
    Fixed,
    Closed,
}

impl BugStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Investigating => "investigating",
            Self::Fixed => "fixed",
            Self::Closed => "closed",
        }
    }
}

impl TryFrom<String> for BugStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [Self::Open, Self::Investigating, Self::Fixed, Self::Closed]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no bug status"))
    }
}

#[derive(Debug, Clone, Default)]
pub struct NewBugReport {
    pub title: String,
    pub description: String,
    pub steps: String,
    pub expected_behavior: String,
    pub actual_behavior: String,
    pub severity: BugSeverity,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct BugReport {
    pub id: i64,
    pub title: String,
    pub description: String,
    pub steps: String,
    pub expected_behavior: String,
    pub actual_behavior: String,
    #[sqlx(try_from = "String")]
    pub severity: BugSeverity,
    #[sqlx(try_from = "String")]
    pub status: BugStatus,
    pub author: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct BugCounts {
    pub total: i64,
    pub open: i64,
    pub fixed: i64,
    /// Of that severity, in any status.
    pub critical: i64,
}

/// The newest first.
#[derive(Debug)]
pub struct BugPage {
    pub bugs: Vec<BugReport>,
    pub next: Option<String>,
    pub counts: BugCounts,
}
