//! What the database knows of uploaded files. The files themselves are the web side's business.

mod queries;

use std::time::Duration;

use futures::FutureExt;

use super::{ChatError, Speaker};
use crate::App;
use crate::db::{Conn, PIECE, Result, Tx};
use crate::foundation::text_enum::text_enum;
use crate::ids::MessageId;

/// Limits for one user in 24 hours.
pub const DAILY_FILES: i64 = 200;
pub const DAILY_BYTES: i64 = 512 * 1024 * 1024;
const DAY: Duration = Duration::from_hours(24);
/// How long a file may wait for its message.
const ORPHAN_LIFE: Duration = Duration::from_hours(24);

text_enum! {
    #[schema(as = AttachmentKind)]
    pub enum UploadKind {
        Image = "image",
        Video = "video",
    }
}

/// A file in the upload directory.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Upload {
    /// Random, with the extension of its type.
    pub name: String,
    pub kind: UploadKind,
    pub media_type: String,
    /// The file's name on the user's machine. For display only; never used as a path.
    pub original_name: String,
    pub size: i64,
    pub width: Option<i64>,
    pub height: Option<i64>,
    /// The name of a smaller picture of it.
    pub thumbnail: Option<String>,
}

/// A file that may be served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    pub media_type: String,
    pub original_name: String,
}

/// The path under which a browser finds an upload, on the chat's host.
pub fn path(name: &str) -> String {
    format!("/uploads/{name}")
}

/// The uploads whose addresses stand in a text.
pub(super) fn named_in(content: &str) -> impl Iterator<Item = &str> {
    content.split_whitespace().filter_map(|word| word.rsplit_once("/uploads/").map(|(_, name)| name))
}

/// Checks that this user may upload `size` more bytes within 24 hours.
///
/// Errors: `DailyLimit`.
pub async fn refuse_beyond_daily_limit(
    app: &App,
    speaker: &Speaker,
    size: i64,
) -> std::result::Result<(), ChatError> {
    let since = app.clock.now().minus(DAY);
    let used = queries::used(&mut app.db.read().await?, &speaker.subject, since).await?;
    within_daily_limit(used, size)
}

fn within_daily_limit((files, bytes): (i64, i64), size: i64) -> std::result::Result<(), ChatError> {
    if files >= DAILY_FILES || bytes.saturating_add(size) > DAILY_BYTES {
        return Err(ChatError::DailyLimit);
    }
    Ok(())
}

/// Writes down a file that is in its place on disk.
///
/// Errors: `DailyLimit`.
pub async fn register(app: &App, speaker: &Speaker, upload: &Upload) -> std::result::Result<(), ChatError> {
    let (owner, upload, now) = (speaker.subject.clone(), upload.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                // Checked again in the transaction: exact on SQLite; on PostgreSQL another upload may still come between.
                within_daily_limit(queries::used(tx, &owner, now.minus(DAY)).await?, upload.size)?;
                queries::insert(tx, &owner, &upload, now).await?;
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Removes an upload of one's own that no message holds yet. Returns the names of its files.
///
/// Errors: `NoSuchUpload`.
pub async fn take_back(
    app: &App,
    speaker: &Speaker,
    name: &str,
) -> std::result::Result<Vec<String>, ChatError> {
    let (owner, name) = (speaker.subject.clone(), name.to_owned());
    let files =
        app.db.write(move |tx| async move { queries::take_back(tx, &name, &owner).await }.boxed()).await?;
    if files.is_empty() { Err(ChatError::NoSuchUpload) } else { Ok(with_thumbnails(files)) }
}

/// Returns what to serve a file of this name as, be it an upload or its thumbnail.
pub async fn find(app: &App, name: &str) -> Result<Option<Served>> {
    let found = queries::find(&mut app.db.read().await?, name).await?;
    Ok(found.map(|upload| Served {
        media_type: if upload.name == name { upload.media_type } else { "image/jpeg".to_owned() },
        original_name: upload.original_name,
    }))
}

/// Removes some of the uploads that no message took within 24 hours. Returns the names of their files: none when none are left.
pub async fn forget_orphans(app: &App) -> Result<Vec<String>> {
    let before = app.clock.now().minus(ORPHAN_LIFE);
    let files = app
        .db
        .write(move |tx| async move { queries::remove_orphans(tx, before, PIECE).await }.boxed())
        .await?;
    Ok(with_thumbnails(files))
}

/// Returns those of these file names that the database knows.
pub async fn known(app: &App, names: &[String]) -> Result<Vec<String>> {
    queries::known(&mut app.db.read().await?, names).await
}

pub(super) async fn attach(
    tx: &mut Tx,
    name: &str,
    owner: &str,
    message_id: MessageId,
    place: usize,
) -> Result<bool> {
    let place = i64::try_from(place).expect("a message has few files");
    queries::attach(tx, name, owner, message_id, place).await
}

/// The uploads of these messages, in the order of messages and places.
pub(super) async fn of_messages(conn: &mut Conn, ids: &[MessageId]) -> Result<Vec<(MessageId, Upload)>> {
    queries::of_messages(conn, ids).await
}

pub(super) async fn remove_of_message(tx: &mut Tx, message_id: MessageId) -> Result<Vec<String>> {
    Ok(with_thumbnails(queries::remove_of_message(tx, message_id).await?))
}

fn with_thumbnails(files: Vec<(String, Option<String>)>) -> Vec<String> {
    files.into_iter().flat_map(|(name, thumbnail)| std::iter::once(name).chain(thumbnail)).collect()
}
