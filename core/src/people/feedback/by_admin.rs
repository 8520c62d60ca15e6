//! What admins do with a suggestion or a bug report.

use std::error::Error;

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::App;
use crate::db::{Failure, Tx};
use crate::events::{Event, Topic};
use crate::ids::UserId;
use crate::people::activity_log::{self, Action, Client};

/// Runs `step`, which returns the title of what it was done to, and logs it. `None`: it had been done before.
///
/// Errors: those of `step`, and then nothing is done.
pub(super) async fn by_admin<E, S>(
    app: &App,
    admin_id: &UserId,
    (topic, action): (Topic, Action),
    client: &Client,
    step: S,
) -> Result<(), E>
where
    S: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<Option<String>, E>> + Clone + Send + 'static,
    E: Error + From<Failure> + Send + 'static,
{
    let (admin_id, client, now) = (admin_id.to_owned(), client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let Some(title) = step(tx).await? else { return Ok(()) };
                activity_log::record_from(tx, Some(&admin_id), action, &title, now, &client).await?;
                tx.publish(Event::of_all(topic));
                Ok(())
            }
            .boxed()
        })
        .await
}
