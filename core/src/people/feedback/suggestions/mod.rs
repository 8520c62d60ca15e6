//! Suggestions: what sellers wish for, and how the others vote.

mod queries;
mod service;

use crate::clock::Timestamp;
use crate::db::Failure;

pub use service::{create, delete, implement, list, vote};

#[derive(Debug, thiserror::Error)]
pub enum SuggestionError {
    #[error("Please fill in both title and description")]
    MissingFields,
    #[error("A title has at most 200 characters, a description at most 5000.")]
    TooLong,
    #[error("There is no such suggestion.")]
    NotFound,
    #[error("The cursor is not one that a list of suggestions gave.")]
    BadCursor,
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestionStatus {
    Pending,
    Approved,
    Implemented,
}

impl SuggestionStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Implemented => "implemented",
        }
    }
}

impl TryFrom<String> for SuggestionStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [Self::Pending, Self::Approved, Self::Implemented]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no suggestion status"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vote {
    Up,
    Down,
}

impl Vote {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

impl TryFrom<String> for Vote {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [Self::Up, Self::Down]
            .into_iter()
            .find(|vote| vote.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no vote"))
    }
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Suggestion {
    pub id: i64,
    pub title: String,
    pub description: String,
    pub author: String,
    #[sqlx(try_from = "String")]
    pub status: SuggestionStatus,
    pub created_at: Timestamp,
    /// Who voted, and how.
    #[sqlx(skip)]
    pub votes: Votes,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Votes(pub Vec<(String, Vote)>);

impl Votes {
    pub fn count(&self, vote: Vote) -> usize {
        self.0.iter().filter(|(_, given)| *given == vote).count()
    }

    pub fn of(&self, user_id: &str) -> Option<Vote> {
        self.0.iter().find(|(whose, _)| whose == user_id).map(|(_, vote)| *vote)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct SuggestionCounts {
    pub total: i64,
    pub pending: i64,
    pub implemented: i64,
}

/// The newest first.
#[derive(Debug)]
pub struct SuggestionPage {
    pub suggestions: Vec<Suggestion>,
    pub next: Option<String>,
    pub counts: SuggestionCounts,
}
