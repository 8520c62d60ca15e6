//! Making, voting on and closing suggestions. Everybody who is signed in sees all of them.

use std::collections::HashMap;

use futures::FutureExt;

use super::{Suggestion, SuggestionError, SuggestionPage, Vote, Votes, queries};
use crate::App;
use crate::db::cut_to_page;
use crate::events::{Event, Topic};
use crate::ids::{SuggestionId, UserId};
use crate::people::activity_log::{self, Action, Client};
use crate::people::auth;
use crate::people::feedback::by_admin::by_admin;
use crate::people::feedback::{Author, LONGEST_TEXT, LONGEST_TITLE, kept};

const PAGE: i64 = 100;

/// Returns a page of 100 suggestions with their votes, the newest first.
///
/// Errors: `BadCursor`.
pub async fn list(app: &App, cursor: Option<&str>) -> Result<SuggestionPage, SuggestionError> {
    let before = match cursor {
        Some(cursor) => cursor.parse().map_err(|_| SuggestionError::BadCursor)?,
        None => SuggestionId::LAST,
    };
    let mut conn = app.db.read().await?;
    let mut suggestions = queries::page(&mut conn, before, PAGE + 1).await?;
    let next = cut_to_page(&mut suggestions, PAGE).map(|last| last.id.to_string());
    let ids: Vec<SuggestionId> = suggestions.iter().map(|suggestion| suggestion.id).collect();
    let mut votes: HashMap<SuggestionId, Votes> = HashMap::new();
    for (id, user_id, vote) in queries::votes(&mut conn, &ids).await? {
        votes.entry(id).or_default().0.push((user_id, vote));
    }
    for suggestion in &mut suggestions {
        suggestion.votes = votes.remove(&suggestion.id).unwrap_or_default();
    }
    Ok(SuggestionPage { suggestions, next, counts: queries::counts(&mut conn).await? })
}

/// Makes a suggestion, its texts trimmed.
///
/// Errors: `MissingFields`; `TooLong` above [`LONGEST_TITLE`] or [`LONGEST_TEXT`].
pub async fn create(
    app: &App,
    author: Author,
    title: &str,
    description: &str,
    client: &Client,
) -> Result<Suggestion, SuggestionError> {
    let (title, description) = (kept(title), kept(description));
    if title.is_empty() || description.is_empty() {
        return Err(SuggestionError::MissingFields);
    }
    if title.chars().count() > LONGEST_TITLE || description.chars().count() > LONGEST_TEXT {
        return Err(SuggestionError::TooLong);
    }
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let id = queries::insert(tx, &author, &title, &description, now).await?;
                let user = author.user_id();
                activity_log::record_from(tx, user, Action::SuggestionCreated, &title, now, &client).await?;
                tx.publish(Event::of_all(Topic::Suggestions));
                queries::one(tx, id).await?.ok_or(SuggestionError::NotFound)
            }
            .boxed()
        })
        .await
}

/// Gives a vote. The same vote again takes it back; the other one moves it. Returns all votes on the suggestion.
///
/// Errors: `BadId` when there is none; `Auth(NoSession)` when the user was removed.
pub async fn vote(
    app: &App,
    user_id: &UserId,
    id: SuggestionId,
    vote: Vote,
    client: &Client,
) -> Result<Votes, SuggestionError> {
    let (user_id, client, now) = (user_id.to_owned(), client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                // Locks the user, so that two votes of theirs at once come one after the other.
                auth::hold_standing(tx, &user_id).await?;
                let title = queries::hold(tx, id).await?.ok_or(SuggestionError::BadId)?;
                if !queries::take_back(tx, id, &user_id, vote).await? {
                    queries::put(tx, id, &user_id, vote).await?;
                }
                let details = format!("{title} ({})", vote.as_str());
                let user = Some(&user_id);
                activity_log::record_from(tx, user, Action::SuggestionVoted, &details, now, &client).await?;
                tx.publish(Event::of_all(Topic::Suggestions));
                let votes = queries::votes(tx, &[id]).await?;
                Ok(Votes(votes.into_iter().map(|(_, user_id, vote)| (user_id, vote)).collect()))
            }
            .boxed()
        })
        .await
}

/// Marks a suggestion as implemented. For admins.
///
/// Errors: `NotFound`.
pub async fn implement(
    app: &App,
    admin_id: &UserId,
    id: SuggestionId,
    client: &Client,
) -> Result<(), SuggestionError> {
    by_admin(app, admin_id, (Topic::Suggestions, Action::SuggestionImplemented), client, move |tx| {
        async move {
            let implemented = queries::implement(tx, id).await?;
            if implemented.is_none() && queries::one(tx, id).await?.is_none() {
                return Err(SuggestionError::NotFound);
            }
            Ok(implemented)
        }
        .boxed()
    })
    .await
}

/// Deletes a suggestion with its votes. For admins.
///
/// Errors: `NotFound`.
pub async fn delete(
    app: &App,
    admin_id: &UserId,
    id: SuggestionId,
    client: &Client,
) -> Result<(), SuggestionError> {
    by_admin(app, admin_id, (Topic::Suggestions, Action::SuggestionDeleted), client, move |tx| {
        async move { queries::delete(tx, id).await?.ok_or(SuggestionError::NotFound).map(Some) }.boxed()
    })
    .await
}
