//! Sending, changing and reading messages.

use std::collections::HashMap;

use futures::FutureExt;

use super::queries::{self, NewRow, Row};
use super::uploads::{self, Upload};
use super::{
    Author, CLIENT_ID_LENGTH, Changes, ChatError, EDIT_WINDOW, EXCERPT_LENGTH, MESSAGE_LENGTH,
    MOST_ATTACHMENTS, MOST_MENTIONS, Message, NewMessage, Quote, ROOM, Span, Speaker, members,
};
use crate::App;
use crate::db::{Conn, Failure, Result as DbResult, Tx, cut_to_page};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{AuthorId, MessageId, Revision};
use crate::people::activity_log::{self, Action, Client};

/// Changes that are read at once.
const BATCH: i64 = 200;

/// The outcome of [`send`].
#[derive(Debug)]
pub struct Said {
    pub message: Message,
    /// The message existed before: its client id was repeated.
    pub is_known: bool,
}

/// Stores a message, which nobody sees before that. A repeated client id returns the message that it made.
///
/// Errors: `Empty`, `TooLong`, `TooManyAttachments`, `BadClientId`; `AuthorTaken`, `Muted`; `NoSuchUpload` when a file
/// is gone or was never this speaker's.
pub async fn send(app: &App, speaker: &Speaker, author: &Author, new: NewMessage) -> Result<Said, ChatError> {
    let new = NewMessage { content: parse_content(&new)?, ..new };
    if new.client_id.as_ref().is_some_and(|id| id.chars().count() > CLIENT_ID_LENGTH) {
        return Err(ChatError::BadClientId);
    }
    let (speaker, author, now) = (speaker.clone(), author.clone(), app.clock.now());
    app.db.write(move |tx| async move { store(tx, &speaker, &author, &new, now).await }.boxed()).await
}

async fn store(
    tx: &mut Tx,
    speaker: &Speaker,
    author: &Author,
    new: &NewMessage,
    now: Timestamp,
) -> Result<Said, ChatError> {
    let author = &members::admit(tx, speaker, author, now).await?;
    if let Some(client_id) = &new.client_id
        && let Some(id) = queries::by_client_id(tx, &author.id, client_id).await?
    {
        return Ok(Said { message: one(tx, id).await?, is_known: true });
    }
    let reply_to = match new.reply_to.as_deref().and_then(|id| id.parse().ok()) {
        Some(id) => queries::row(tx, id).await?.filter(|row| row.deleted_at.is_none()).map(|row| row.id),
        None => None,
    };
    let mentions = mentioned(tx, new).await?;
    let id = MessageId::of(queries::count_up(tx, ROOM).await?.ok_or(ChatError::NoSuchRoom)?);
    let row = NewRow { id, author, new, mentions, reply_to, now };
    queries::insert(tx, &row).await?;
    for (place, name) in new.attachments.iter().enumerate() {
        if !uploads::attach(tx, name, &speaker.subject, id, place).await? {
            return Err(ChatError::NoSuchUpload);
        }
    }
    // A client that does not support attachments writes their URLs. Those that are no uploads are not an error.
    for (place, name) in
        uploads::named_in(&new.content).take(MOST_ATTACHMENTS - new.attachments.len()).enumerate()
    {
        uploads::attach(tx, name, &speaker.subject, id, new.attachments.len() + place).await?;
    }
    tx.publish(Event::of_all(Topic::Chat));
    Ok(Said { message: one(tx, id).await?, is_known: false })
}

/// Changes the content of the author's own message, within [`EDIT_WINDOW`].
///
/// Errors: `NoSuchMessage`, `NotYours`, `TooLate`, `Muted`, `Empty`, `TooLong`.
pub async fn edit(app: &App, speaker: &Speaker, id: MessageId, content: &str) -> Result<Message, ChatError> {
    let content = content.trim().to_owned();
    if content.chars().count() > MESSAGE_LENGTH {
        return Err(ChatError::TooLong);
    }
    let (speaker, now) = (speaker.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let row = changeable(tx, &speaker, id, now).await?;
                members::refuse_muted(tx, &speaker, &row.author_id, now).await?;
                let attached = uploads::of_messages(tx, &[id]).await?;
                if content.is_empty() && attached.is_empty() {
                    return Err(ChatError::Empty);
                }
                let content =
                    if content.is_empty() { listed(attached.iter().map(|(_, file)| file)) } else { content };
                let revision = queries::count_up(tx, ROOM).await?.ok_or(ChatError::NoSuchRoom)?;
                if !queries::edit(tx, id, &content, revision, now).await? {
                    return Err(ChatError::NoSuchMessage);
                }
                tx.publish(Event::of_all(Topic::Chat));
                one(tx, id).await
            }
            .boxed()
        })
        .await
}

/// Deletes the author's own message within [`EDIT_WINDOW`], or any message for an admin. Returns the names of its files,
/// which the database no longer knows.
///
/// Errors: `NoSuchMessage`, `NotYours`, `TooLate`.
pub async fn delete(
    app: &App,
    speaker: &Speaker,
    id: MessageId,
    client: &Client,
) -> Result<Vec<String>, ChatError> {
    let (speaker, client, now) = (speaker.clone(), client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let row = match changeable(tx, &speaker, id, now).await {
                    Err(ChatError::NotYours | ChatError::TooLate) if speaker.admin => {
                        let row = queries::row(tx, id).await?.ok_or(ChatError::NoSuchMessage)?;
                        let user = speaker.user_id.as_ref();
                        let action = Action::ChatMessageDeleted;
                        let details = format!("A message by {}", row.author);
                        activity_log::record_from(tx, user, action, &details, now, &client).await?;
                        row
                    }
                    row => row?,
                };
                let files = uploads::remove_of_message(tx, row.id).await?;
                let revision = queries::count_up(tx, ROOM).await?.ok_or(ChatError::NoSuchRoom)?;
                if !queries::delete(tx, id, revision, now).await? {
                    return Err(ChatError::NoSuchMessage);
                }
                tx.publish(Event::of_all(Topic::Chat));
                Ok(files)
            }
            .boxed()
        })
        .await
}

/// Returns at most `limit` messages, the oldest first, without deleted ones.
///
/// Errors: `NoSuchRoom`.
pub async fn history(app: &App, room: &str, span: Span, limit: i64) -> Result<Vec<Message>, ChatError> {
    refuse_other_rooms(room)?;
    let mut conn = app.db.read().await?;
    let rows = match span {
        Span::Newest => reversed(queries::before(&mut conn, MessageId::LAST, limit).await?),
        Span::Before(id) => reversed(queries::before(&mut conn, id, limit).await?),
        Span::After(id) => queries::after(&mut conn, id, limit).await?,
    };
    whole(&mut conn, rows).await
}

/// Returns what happened after `revision`, at most 200 changes, in order.
///
/// Errors: `NoSuchRoom`.
pub async fn changes(app: &App, room: &str, revision: Revision) -> Result<Changes, ChatError> {
    refuse_other_rooms(room)?;
    let mut conn = app.db.read().await?;
    let mut rows = queries::changed(&mut conn, revision, BATCH + 1).await?;
    let more = cut_to_page(&mut rows, BATCH).is_some();
    let revision = rows.last().map_or(revision, |row| row.revision);
    Ok(Changes { messages: whole(&mut conn, rows).await?, revision, more })
}

/// Returns the revision of the newest change.
///
/// Errors: `NoSuchRoom`.
pub async fn revision(app: &App, room: &str) -> Result<Revision, ChatError> {
    queries::revision(&mut app.db.read().await?, room).await?.ok_or(ChatError::NoSuchRoom)
}

fn refuse_other_rooms(room: &str) -> Result<(), ChatError> {
    if room == ROOM { Ok(()) } else { Err(ChatError::NoSuchRoom) }
}

/// Returns the trimmed content; for a message without a text, the list of its files.
fn parse_content(new: &NewMessage) -> Result<String, ChatError> {
    if new.attachments.len() > MOST_ATTACHMENTS {
        return Err(ChatError::TooManyAttachments);
    }
    let content = new.content.trim();
    if content.chars().count() > MESSAGE_LENGTH {
        return Err(ChatError::TooLong);
    }
    if !content.is_empty() {
        return Ok(content.to_owned());
    }
    let urls: Vec<String> = new.attachments.iter().map(|name| uploads::path(name)).collect();
    if urls.is_empty() { Err(ChatError::Empty) } else { Ok(urls.join("\n")) }
}

fn listed<'a>(files: impl Iterator<Item = &'a Upload>) -> String {
    files.map(|file| uploads::path(&file.name)).collect::<Vec<_>>().join("\n")
}

async fn mentioned(conn: &mut Conn, new: &NewMessage) -> Result<Vec<AuthorId>, ChatError> {
    let asked = &new.mentions[..new.mentions.len().min(MOST_MENTIONS)];
    let known = members::names(conn, asked).await?;
    let content = new.content.to_lowercase();
    let stands = |name: &str| content.contains(&format!("@{}", name.to_lowercase()));
    let mut mentions: Vec<AuthorId> =
        known.into_iter().filter(|(_, name)| stands(name)).map(|(id, _)| id).collect();
    mentions.sort();
    Ok(mentions)
}

async fn changeable(
    conn: &mut Conn,
    speaker: &Speaker,
    id: MessageId,
    now: Timestamp,
) -> Result<Row, ChatError> {
    let row = queries::row(conn, id).await?.filter(|row| row.deleted_at.is_none());
    let row = row.ok_or(ChatError::NoSuchMessage)?;
    // Without a session nobody can prove that a message is theirs.
    if speaker.user_id.is_none() || row.user_id != speaker.user_id {
        return Err(ChatError::NotYours);
    }
    if now > row.created_at.plus(EDIT_WINDOW) {
        return Err(ChatError::TooLate);
    }
    Ok(row)
}

async fn one(conn: &mut Conn, id: MessageId) -> Result<Message, ChatError> {
    let row = queries::row(conn, id).await?.ok_or(ChatError::NoSuchMessage)?;
    whole(conn, vec![row]).await?.pop().ok_or(ChatError::NoSuchMessage)
}

fn reversed(mut rows: Vec<Row>) -> Vec<Row> {
    rows.reverse();
    rows
}

/// The messages of these rows, with their files.
async fn whole(conn: &mut Conn, rows: Vec<Row>) -> Result<Vec<Message>, ChatError> {
    let ids: Vec<MessageId> = rows.iter().map(|row| row.id).collect();
    let mut files: HashMap<MessageId, Vec<Upload>> = HashMap::new();
    for (id, upload) in uploads::of_messages(conn, &ids).await? {
        files.entry(id).or_default().push(upload);
    }
    rows.into_iter().map(|row| Ok(message(row, &mut files)?)).collect()
}

fn message(row: Row, files: &mut HashMap<MessageId, Vec<Upload>>) -> DbResult<Message> {
    let deleted = row.deleted_at.is_some();
    let quote = row.reply_to.zip(row.quoted_author_id).zip(row.quoted_author);
    let excerpt = if row.quoted_deleted_at.is_some() { None } else { row.quoted_content.as_deref() };
    let quote = quote.map(|((id, author_id), author)| Quote {
        id,
        author_id,
        author,
        excerpt: excerpt.map(one_line).unwrap_or_default(),
        deleted: row.quoted_deleted_at.is_some(),
    });
    let mentions = serde_json::from_str(&row.mentions);
    Ok(Message {
        id: row.id,
        room: row.room,
        author_id: row.author_id,
        author: row.author,
        admin: row.admin.unwrap_or_default(),
        content: row.content,
        mentions: mentions.map_err(|_| Failure::Inconsistent("mentions that are no list"))?,
        reply_to: quote.filter(|_| !deleted),
        client_id: row.client_id,
        created_at: row.created_at,
        revision: row.revision,
        edited_at: row.edited_at,
        deleted,
        attachments: files.remove(&row.id).unwrap_or_default(),
    })
}

fn one_line(content: &str) -> String {
    let words: Vec<&str> = content.split_whitespace().collect();
    words.join(" ").chars().take(EXCERPT_LENGTH).collect()
}
