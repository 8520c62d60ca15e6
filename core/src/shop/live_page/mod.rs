//! A seller's own live stock page: its code, and every version that was saved.

pub mod files;
mod queries;

use futures::FutureExt;

use crate::App;
use crate::db::Failure;
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::counted;
use crate::ids::{GuildId, UserId, VersionId};
use crate::people::activity_log::{self, Action, Client};

/// In bytes.
pub const LONGEST_CODE: usize = 256 * 1024;
/// Versions kept for each seller.
const KEPT: i64 = 50;

#[derive(Debug, thiserror::Error)]
pub enum LivePageError {
    #[error("The page is too large. At most {} KiB are accepted.", LONGEST_CODE >> 10)]
    TooLarge,
    #[error("There is no such version.")]
    NoSuchVersion,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A seller's page, as customers see it.
#[derive(Debug, sqlx::FromRow)]
pub struct LivePage {
    pub user_id: UserId,
    pub code: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Version {
    pub id: VersionId,
    pub saved_at: Timestamp,
    /// In characters.
    pub size: i64,
}

/// Returns the code in force. Empty: the default page.
pub async fn code(app: &App, user_id: &UserId) -> Result<String, LivePageError> {
    Ok(queries::newest(&mut app.db.read().await?, user_id).await?.unwrap_or_default())
}

/// Returns the page in force on a storefront's public page. `None`: the default page.
pub async fn of_storefront(app: &App, guild: &GuildId) -> Result<Option<LivePage>, LivePageError> {
    let page = queries::newest_of_storefront(&mut app.db.read().await?, guild).await?;
    Ok(page.filter(|page| !page.code.trim().is_empty()))
}

/// Puts a new version in force. The newest fifty are kept and can be brought back.
///
/// Errors: `TooLarge` above [`LONGEST_CODE`].
pub async fn save(app: &App, user_id: &UserId, code: &str, client: &Client) -> Result<(), LivePageError> {
    if code.len() > LONGEST_CODE {
        return Err(LivePageError::TooLarge);
    }
    let (user_id, code) = (user_id.to_owned(), code.to_owned());
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if queries::newest(tx, &user_id).await?.unwrap_or_default() == code {
                    return Ok(());
                }
                queries::insert(tx, &user_id, &code, now).await?;
                queries::keep_newest(tx, &user_id, KEPT).await?;
                let details = if code.is_empty() {
                    "The default page is shown again".to_owned()
                } else {
                    format!("The page's code has {}", counted(code.chars().count(), "character"))
                };
                let user = Some(&user_id);
                activity_log::record_from(tx, user, Action::LivePageSaved, &details, now, &client).await?;
                tx.publish(Event::of_user(Topic::LivePage, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Returns the saved versions, the newest first; the first one is in force.
pub async fn versions(app: &App, user_id: &UserId) -> Result<Vec<Version>, LivePageError> {
    Ok(queries::versions(&mut app.db.read().await?, user_id).await?)
}

/// Returns the code of one version.
///
/// Errors: `NoSuchVersion`.
pub async fn version(app: &App, user_id: &UserId, id: VersionId) -> Result<String, LivePageError> {
    let code = queries::version(&mut app.db.read().await?, user_id, id).await?;
    code.ok_or(LivePageError::NoSuchVersion)
}
