//! Authors and mutes: who may write, and under which name.

mod queries;

use std::time::Duration;

use futures::FutureExt;

use queries::Owner;

use super::{Author, ChatError, Speaker};
use crate::App;
use crate::db::{Conn, Result, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{AuthorId, UserId};
use crate::people::activity_log::{self, Action, Client};

/// Under which id and name a user wrote last.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Profile {
    pub author_id: AuthorId,
    pub author: String,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Mute {
    pub author_id: AuthorId,
    pub author: String,
    pub muted_at: Timestamp,
    /// `None`: until somebody takes it back.
    pub until: Option<Timestamp>,
}

/// Returns the id and name that this user wrote under last, if any.
pub async fn profile(app: &App, user_id: &UserId) -> Result<Option<Profile>> {
    queries::profile(&mut app.db.read().await?, user_id).await
}

/// Returns the mute that keeps this user from writing now, if any.
pub async fn mute_of(app: &App, user_id: &UserId) -> Result<Option<Mute>> {
    queries::mute_of(&mut app.db.read().await?, user_id.as_str(), app.clock.now()).await
}

/// Returns the mutes in force, the newest first, at most 1000.
pub async fn mutes(app: &App) -> Result<Vec<Mute>> {
    queries::mutes(&mut app.db.read().await?, app.clock.now()).await
}

/// Checks that an author id may be used by this speaker.
///
/// Errors: `AuthorTaken` when it belongs to somebody else.
pub async fn refuse_stranger(
    app: &App,
    speaker: &Speaker,
    author: &Author,
) -> std::result::Result<(), ChatError> {
    let mut conn = app.db.read().await?;
    let Some(id) = queries::spelled(&mut conn, &author.id).await? else { return Ok(()) };
    match queries::owner(&mut conn, &id).await? {
        Some(owner) if owner.user_id != speaker.user_id => Err(ChatError::AuthorTaken),
        _ => Ok(()),
    }
}

/// Mutes whoever the author id belongs to, under every other id of theirs too. `None` as span: until it is taken back.
/// For admins.
///
/// Errors: `NoSuchAuthor`; `AdminStays` when it is an admin.
pub async fn mute(
    app: &App,
    admin: &Speaker,
    author_id: &AuthorId,
    span: Option<Duration>,
    client: &Client,
) -> std::result::Result<(), ChatError> {
    let now = app.clock.now();
    let until = span.map(|span| now.plus(span));
    let (admin, author_id, client) = (admin.clone(), author_id.to_owned(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                let owner = queries::owner(tx, &author_id).await?.ok_or(ChatError::NoSuchAuthor)?;
                if owner.admin == Some(true) {
                    return Err(ChatError::AdminStays);
                }
                let subject = owner.subject(&author_id);
                queries::put_mute(tx, subject, &author_id, now, until).await?;
                let user = admin.user_id.as_ref();
                activity_log::record_from(tx, user, Action::ChatUserMuted, &owner.name, now, &client).await?;
                tx.publish(owner.mutes_changed());
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Lets an author write again. For admins. Without a mute nothing happens.
///
/// Errors: `NoSuchAuthor`.
pub async fn unmute(
    app: &App,
    admin: &Speaker,
    author_id: &AuthorId,
    client: &Client,
) -> std::result::Result<(), ChatError> {
    let now = app.clock.now();
    let (admin, author_id, client) = (admin.clone(), author_id.to_owned(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                let owner = queries::owner(tx, &author_id).await?.ok_or(ChatError::NoSuchAuthor)?;
                let subject = owner.subject(&author_id);
                if queries::take_mute_back(tx, subject).await? {
                    let user = admin.user_id.as_ref();
                    activity_log::record_from(tx, user, Action::ChatUserUnmuted, &owner.name, now, &client)
                        .await?;
                    tx.publish(owner.mutes_changed());
                }
                Ok(())
            }
            .boxed()
        })
        .await
}

impl Owner {
    /// What a mute goes by: the user, or the author id of somebody without a session.
    fn subject<'a>(&'a self, author_id: &'a AuthorId) -> &'a str {
        self.user_id.as_ref().map_or(author_id.as_str(), UserId::as_str)
    }

    fn mutes_changed(&self) -> Event {
        Event { user_id: self.user_id.clone(), ..Event::of_all(Topic::ChatMutes) }
    }
}

/// Gives the author id to whoever used it first, and lets nobody else have it. Nobody who is muted comes in. Returns the author
/// with the id as it was spelled first.
pub(super) async fn admit(
    tx: &mut Tx,
    speaker: &Speaker,
    author: &Author,
    now: Timestamp,
) -> std::result::Result<Author, ChatError> {
    let mut known = queries::spelled(tx, &author.id).await?;
    if known.is_none() {
        queries::lock_spellings(tx, &author.id).await?;
        known = queries::spelled(tx, &author.id).await?;
    }
    let author = Author { id: known.unwrap_or_else(|| author.id.clone()), name: author.name.clone() };
    refuse_muted(tx, speaker, &author.id, now).await?;
    if !queries::claim(tx, &author.id, speaker.user_id.as_ref(), &author.name, now).await? {
        return Err(ChatError::AuthorTaken);
    }
    Ok(author)
}

pub(super) async fn refuse_muted(
    conn: &mut Conn,
    speaker: &Speaker,
    author_id: &AuthorId,
    now: Timestamp,
) -> std::result::Result<(), ChatError> {
    let subject = speaker.user_id.as_ref().map_or(author_id.as_str(), UserId::as_str);
    match queries::mute_of(conn, subject, now).await? {
        Some(_) => Err(ChatError::Muted),
        None => Ok(()),
    }
}

/// Of these author ids, those that exist, each with its name.
pub(super) async fn names(conn: &mut Conn, ids: &[AuthorId]) -> Result<Vec<(AuthorId, String)>> {
    queries::names(conn, ids).await
}
