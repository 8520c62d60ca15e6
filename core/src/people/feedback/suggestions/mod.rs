//! Suggestions: what sellers wish for, and how the others vote.

mod queries;
mod service;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{SuggestionId, UserId};
use crate::people::auth::AuthError;
use crate::people::feedback::{LONGEST_TEXT, LONGEST_TITLE};

pub use service::{create, delete, implement, list, vote};

#[derive(Debug, thiserror::Error)]
pub enum SuggestionError {
    #[error("Please fill in both title and description")]
    MissingFields,
    #[error("A title has at most {LONGEST_TITLE} characters, a description at most {LONGEST_TEXT}.")]
    TooLong,
    #[error("There is no such suggestion.")]
    NotFound,
    /// There is no such suggestion to vote on.
    #[error("Invalid suggestion ID")]
    BadId,
    #[error("The cursor is not one that a list of suggestions gave.")]
    BadCursor,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    pub enum SuggestionStatus {
        Pending = "pending",
        Approved = "approved",
        Implemented = "implemented",
    }
}

text_enum! {
    pub enum Vote {
        Up = "up",
        Down = "down",
    }
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Suggestion {
    pub id: SuggestionId,
    pub title: String,
    pub description: String,
    pub author: String,
    pub status: SuggestionStatus,
    pub created_at: Timestamp,
    /// Who voted, and how.
    #[sqlx(skip)]
    pub votes: Votes,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Votes(pub Vec<(UserId, Vote)>);

impl Votes {
    pub fn count(&self, vote: Vote) -> usize {
        self.0.iter().filter(|(_, given)| *given == vote).count()
    }

    pub fn of(&self, user_id: &UserId) -> Option<Vote> {
        self.0.iter().find(|(whose, _)| *whose == *user_id).map(|(_, vote)| *vote)
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
