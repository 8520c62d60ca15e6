//! Which commands an application of the chat platform has been given: they are registered only when they changed.

mod queries;

use futures::FutureExt;

use crate::App;
use crate::db::Result;
use crate::ids::ApplicationId;

/// Returns a digest of the commands that were registered last.
pub async fn digest(app: &App, application_id: &ApplicationId) -> Result<Option<String>> {
    queries::digest(&mut app.db.read().await?, application_id).await
}

/// Writes down which commands the platform has now, as a digest.
pub async fn remember(app: &App, application_id: &ApplicationId, digest: &str) -> Result<()> {
    let (application_id, digest) = (application_id.to_owned(), digest.to_owned());
    app.db.write(move |tx| async move { queries::put(tx, &application_id, &digest).await }.boxed()).await
}
