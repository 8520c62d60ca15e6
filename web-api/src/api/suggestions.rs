//! Suggestions and the votes on them.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::ids::{SuggestionId, UserId};
use boostdesk_core::people::feedback::Author;
use boostdesk_core::people::feedback::suggestions::{self, SuggestionError, SuggestionStatus, Vote, Votes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::session::{Admin, CallFrom, Session};
use crate::http::ack::Ack;
use crate::http::cursor::CursorQuery;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, Query};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Suggestion {
    id: String,
    title: String,
    description: String,
    author: String,
    /// Unix seconds.
    created_at: i64,
    status: SuggestionStatus,
    #[serde(flatten)]
    votes: VoteCounts,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UserVote {
    Up,
    Down,
    None,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VoteCounts {
    upvotes: usize,
    downvotes: usize,
    /// Each user's vote, by user id.
    votes: BTreeMap<String, Vote>,
    user_vote: UserVote,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestions {
    /// The newest first.
    suggestions: Vec<Suggestion>,
    /// The `cursor` of the next page, null at the end.
    #[schema(required)]
    next: Option<String>,
    counts: SuggestionCounts,
}

/// Counts over all suggestions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestionCounts {
    total: i64,
    pending: i64,
    implemented: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateSuggestion {
    #[schema(value_type = String, required)]
    title: Option<String>,
    #[schema(value_type = String, required)]
    description: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestionCreated {
    code: u16,
    message: &'static str,
    suggestion: Suggestion,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VoteRequest {
    vote_type: Vote,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Voted {
    code: u16,
    #[serde(flatten)]
    votes: VoteCounts,
}

impl Suggestion {
    fn seen_by(suggestion: suggestions::Suggestion, user_id: &UserId) -> Self {
        Self {
            votes: VoteCounts::seen_by(&suggestion.votes, user_id),
            id: suggestion.id.to_string(),
            title: suggestion.title,
            description: suggestion.description,
            author: suggestion.author,
            created_at: suggestion.created_at.unix_seconds(),
            status: suggestion.status,
        }
    }
}

impl VoteCounts {
    fn seen_by(votes: &Votes, user_id: &UserId) -> Self {
        Self {
            upvotes: votes.count(Vote::Up),
            downvotes: votes.count(Vote::Down),
            votes: votes.0.iter().map(|(user_id, vote)| (user_id.to_string(), *vote)).collect(),
            user_vote: match votes.of(user_id) {
                Some(Vote::Up) => UserVote::Up,
                Some(Vote::Down) => UserVote::Down,
                None => UserVote::None,
            },
        }
    }
}

impl From<SuggestionError> for ApiError {
    fn from(error: SuggestionError) -> Self {
        let message = error.to_string();
        match error {
            SuggestionError::NotFound | SuggestionError::BadId => Self::new(StatusCode::NOT_FOUND, message),
            SuggestionError::MissingFields | SuggestionError::TooLong | SuggestionError::BadCursor => {
                Self::refused(message)
            }
            SuggestionError::Auth(error) => error.into(),
            SuggestionError::Failure(failure) => failure.into(),
        }
    }
}

/// Parses the suggestion's id in a URL. Errors: an invalid id is answered like an unknown one.
fn number(text: &str) -> Result<SuggestionId> {
    text.parse().map_err(|_| SuggestionError::NotFound.into())
}

/// A page of the suggestions of all users
#[utoipa::path(
    get,
    path = "/api/suggestions/fetch-all",
    tag = "suggestions",
    params(CursorQuery),
    responses((status = 200, body = Suggestions)),
    security(("session" = []))
)]
pub(crate) async fn fetch_all(
    State(web): State<WebState>,
    Session(session): Session,
    Query(CursorQuery { cursor }): Query<CursorQuery>,
) -> Result<Json<Suggestions>> {
    let page = suggestions::list(&web.app, cursor.as_deref()).await?;
    let body = |suggestion| Suggestion::seen_by(suggestion, &session.user_id);
    Ok(Json(Suggestions {
        suggestions: page.suggestions.into_iter().map(body).collect(),
        next: page.next,
        counts: SuggestionCounts {
            total: page.counts.total,
            pending: page.counts.pending,
            implemented: page.counts.implemented,
        },
    }))
}

/// Make a suggestion
#[utoipa::path(
    post,
    path = "/api/suggestions/create",
    tag = "suggestions",
    request_body = CreateSuggestion,
    responses((status = 200, body = SuggestionCreated)),
    security(("session" = []))
)]
pub(crate) async fn create(
    State(web): State<WebState>,
    Session(session): Session,
    from: CallFrom,
    Json(suggestion): Json<CreateSuggestion>,
) -> Result<Json<SuggestionCreated>> {
    let title = suggestion.title.unwrap_or_default();
    let description = suggestion.description.unwrap_or_default();
    let made =
        suggestions::create(&web.app, Author::user(&session.user_id), &title, &description, &from.0).await?;
    let suggestion = Suggestion::seen_by(made, &session.user_id);
    Ok(Json(SuggestionCreated { code: 200, message: "Suggestion created successfully!", suggestion }))
}

/// Vote on a suggestion
///
/// The same vote again withdraws it; the opposite vote replaces it.
#[utoipa::path(
    post,
    path = "/api/suggestions/vote/{id}",
    tag = "suggestions",
    params(("id" = String, Path)),
    request_body = VoteRequest,
    responses((status = 200, body = Voted)),
    security(("session" = []))
)]
pub(crate) async fn vote(
    State(web): State<WebState>,
    Session(session): Session,
    Path(id): Path<String>,
    from: CallFrom,
    Json(VoteRequest { vote_type }): Json<VoteRequest>,
) -> Result<Json<Voted>> {
    let id = id.parse().map_err(|_| SuggestionError::BadId)?;
    let votes = suggestions::vote(&web.app, &session.user_id, id, vote_type, &from.0).await?;
    Ok(Json(Voted { code: 200, votes: VoteCounts::seen_by(&votes, &session.user_id) }))
}

/// Mark a suggestion as implemented; for admins
#[utoipa::path(
    put,
    path = "/api/suggestions/implement/{id}",
    tag = "suggestions",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn implement(
    State(web): State<WebState>,
    Admin(session): Admin,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    suggestions::implement(&web.app, &session.user_id, number(&id)?, &from.0).await?;
    Ok(Json(Ack::new("Suggestion marked as implemented!")))
}

/// Delete a suggestion; for admins
#[utoipa::path(
    delete,
    path = "/api/suggestions/delete/{id}",
    tag = "suggestions",
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
    suggestions::delete(&web.app, &session.user_id, number(&id)?, &from.0).await?;
    Ok(Json(Ack::new("Suggestion deleted successfully!")))
}
