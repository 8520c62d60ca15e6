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

/// The id and the name under which a user wrote last.
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

/// Introduces a speaker under an author id and a name. With a session the id is theirs from then on, because others see it before
/// their first message. A muted speaker keeps their former id and name. Returns the author, with the id as it was spelled first.
///
/// Errors: `AuthorTaken` when the id belongs to somebody else.
pub async fn introduce(
    app: &App,
    speaker: &Speaker,
    author: &Author,
) -> std::result::Result<Author, ChatError> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let id = queries::spelled(&mut conn, &author.id).await?.unwrap_or_else(|| author.id.clone());
    let owner = queries::owner(&mut conn, &id).await?;
    if owner.as_ref().is_some_and(|owner| owner.user_id != speaker.user_id) {
        return Err(ChatError::AuthorTaken);
    }
    let known_as = owner.map(|owner| owner.name);
    let author = Author { id, name: author.name.clone() };
    if queries::mute_of(&mut conn, &muted_as(speaker.user_id.as_ref(), &author.id), now).await?.is_some() {
        let former = match &speaker.user_id {
            Some(user_id) => queries::profile(&mut conn, user_id).await?,
            None => known_as.map(|author_name| Profile { author_id: author.id.clone(), author: author_name }),
        };
        return Ok(former.map_or(author, |Profile { author_id: id, author: name }| Author { id, name }));
    }
    if speaker.user_id.is_none() || known_as.as_ref() == Some(&author.name) {
        return Ok(author);
    }
    drop(conn);
    let speaker = speaker.clone();
    app.db
        .write(move |tx| {
            async move {
                let author = as_spelled(tx, &author).await?;
                claim(tx, &speaker, author, now).await
            }
            .boxed()
        })
        .await
}

/// Checks that this speaker is not muted.
///
/// Errors: `Muted`.
pub async fn refuse_silenced(
    app: &App,
    speaker: &Speaker,
    author: &Author,
) -> std::result::Result<(), ChatError> {
    refuse_muted(&mut app.db.read().await?, speaker, &author.id, app.clock.now()).await
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
                let author_id = queries::spelled(tx, &author_id).await?.ok_or(ChatError::NoSuchAuthor)?;
                let owner = queries::owner(tx, &author_id).await?.ok_or(ChatError::NoSuchAuthor)?;
                if owner.admin == Some(true) {
                    return Err(ChatError::AdminStays);
                }
                queries::put_mute(tx, &muted_as(owner.user_id.as_ref(), &author_id), &author_id, now, until)
                    .await?;
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
                let author_id = queries::spelled(tx, &author_id).await?.ok_or(ChatError::NoSuchAuthor)?;
                let owner = queries::owner(tx, &author_id).await?.ok_or(ChatError::NoSuchAuthor)?;
                if queries::take_mute_back(tx, &muted_as(owner.user_id.as_ref(), &author_id)).await? {
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

/// The subject of a mute: a user or, without a session, an author id, whose prefix keeps it apart from users' ids.
fn muted_as(user_id: Option<&UserId>, author_id: &AuthorId) -> String {
    user_id.map_or_else(|| format!("author {author_id}"), UserId::to_string)
}

impl Owner {
    fn mutes_changed(&self) -> Event {
        Event { user_id: self.user_id.clone(), ..Event::of_all(Topic::ChatMutes) }
    }
}

/// Claims the author id for whoever used it first, and refuses everybody else, and whoever is muted. Returns the author with the
/// id as it was spelled first.
pub(super) async fn admit(
    tx: &mut Tx,
    speaker: &Speaker,
    author: &Author,
    now: Timestamp,
) -> std::result::Result<Author, ChatError> {
    let author = as_spelled(tx, author).await?;
    refuse_muted(tx, speaker, &author.id, now).await?;
    claim(tx, speaker, author, now).await
}

/// The author with the id as it was spelled first. Nobody else can add the id in other letter case before this transaction ends.
async fn as_spelled(tx: &mut Tx, author: &Author) -> Result<Author> {
    let mut known = queries::spelled(tx, &author.id).await?;
    if known.is_none() {
        queries::lock_spellings(tx, &author.id).await?;
        known = queries::spelled(tx, &author.id).await?;
    }
    Ok(Author { id: known.unwrap_or_else(|| author.id.clone()), name: author.name.clone() })
}

async fn claim(
    tx: &mut Tx,
    speaker: &Speaker,
    author: Author,
    now: Timestamp,
) -> std::result::Result<Author, ChatError> {
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
    match queries::mute_of(conn, &muted_as(speaker.user_id.as_ref(), author_id), now).await? {
        Some(_) => Err(ChatError::Muted),
        None => Ok(()),
    }
}

/// Those of these author ids that exist, each with its name.
pub(super) async fn names(conn: &mut Conn, ids: &[AuthorId]) -> Result<Vec<(AuthorId, String)>> {
    queries::names(conn, ids).await
}
