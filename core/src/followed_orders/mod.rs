//! Answers in chat that follow an order: each edits itself until the order is done, or until the platform lets it no more.

mod queries;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use crate::App;
use crate::clock::Timestamp;
use crate::db::{Failure, Result};
use crate::events::{Event, Topic};
use crate::orders::{self, PublicStatus};
use crate::seal::Purpose;

#[derive(Debug)]
pub struct FollowedOrder {
    pub id: i64,
    pub order: PublicStatus,
    /// What the platform lets the answer be edited with.
    pub answer: SecretString,
    /// What it shows, as a digest.
    pub shown: String,
}

/// Keeps the answer true until `until`.
pub async fn follow(
    app: &App,
    order_id: &str,
    answer: &SecretString,
    shown: &str,
    until: Timestamp,
) -> Result<()> {
    let sealed = app.seal.seal(Purpose::ChatAnswer, answer.expose_secret(), &app.rng);
    let (order_id, shown, now) = (order_id.to_owned(), shown.to_owned(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                queries::delete_until(tx, now).await?;
                queries::insert(tx, &order_id, &sealed, &shown, until).await?;
                // The order may have moved on since the answer was made.
                tx.publish(Event::of_all(Topic::Announcements));
                Ok(())
            }
            .boxed()
        })
        .await
}

pub async fn list(app: &App) -> Result<Vec<FollowedOrder>> {
    let mut conn = app.db.read().await?;
    let mut followed = Vec::new();
    for row in queries::all(&mut conn, app.clock.now()).await? {
        let Some((order, _)) = orders::for_announcement(&mut conn, &row.order_id).await? else { continue };
        let answer = app.seal.open(Purpose::ChatAnswer, &row.answer_sealed).map_err(Failure::from)?;
        followed.push(FollowedOrder { id: row.id, order, answer, shown: row.shown });
    }
    Ok(followed)
}

pub async fn shows(app: &App, id: i64, shown: &str) -> Result<()> {
    let shown = shown.to_owned();
    app.db.write(move |tx| async move { queries::mark_shown(tx, id, &shown).await }.boxed()).await
}

/// The order is done, or the answer is gone.
pub async fn unfollow(app: &App, id: i64) -> Result<()> {
    app.db.write(move |tx| async move { queries::delete(tx, id).await }.boxed()).await
}
