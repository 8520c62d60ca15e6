//! Answers in chat that follow an order: each edits itself until the order is done, or until the platform lets it no more.

mod queries;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use crate::App;
use crate::clock::Timestamp;
use crate::db::{Failure, Result};
use crate::events::{Event, Topic};
use crate::ids::{FollowedOrderId, OrderId};
use crate::seal::{Place, Purpose};
use crate::shop::orders::{self, SellersStatus};

#[derive(Debug)]
pub struct FollowedOrder {
    pub id: FollowedOrderId,
    pub order: SellersStatus,
    /// Whether all of it is for the eyes of whoever was answered.
    pub for_seller: bool,
    /// What the platform lets the answer be edited with.
    pub answer: SecretString,
    /// What it shows, as a digest. Empty: nobody knows.
    pub shown: String,
}

/// Writes down that an answer follows an order until `until`; `for_seller`, when it shows what the seller sees. To be called
/// before the answer is given: after a crash nobody else would know. Returns the id under which [`shows`] is told what the
/// answer shows.
pub async fn follow(
    app: &App,
    order_id: &OrderId,
    for_seller: bool,
    answer: &SecretString,
    until: Timestamp,
) -> Result<FollowedOrderId> {
    let row = [order_id.as_str(), &until.0.to_string()];
    let sealed = app.seal.seal(&Place::row(Purpose::ChatAnswer, &row), answer.expose_secret(), &app.rng);
    let (order_id, now) = (order_id.to_owned(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                queries::delete_until(tx, now).await?;
                queries::insert(tx, &order_id, for_seller, &sealed, until).await
            }
            .boxed()
        })
        .await
}

/// Returns the answers that are known to have been given.
pub async fn list(app: &App) -> Result<Vec<FollowedOrder>> {
    let rows = queries::answered(&mut app.db.read().await?, app.clock.now()).await?;
    read(app, rows).await
}

/// Returns also those that an earlier process left: whether their answer was given is not known.
pub async fn list_with_unanswered(app: &App) -> Result<Vec<FollowedOrder>> {
    let rows = queries::all(&mut app.db.read().await?, app.clock.now()).await?;
    read(app, rows).await
}

async fn read(app: &App, rows: Vec<queries::Row>) -> Result<Vec<FollowedOrder>> {
    let mut conn = app.db.read().await?;
    let mut followed = Vec::new();
    for row in rows {
        let Some(order) = orders::sellers_status_of(&mut conn, &row.order_id).await? else { continue };
        let place = [row.order_id.as_str(), &row.until.0.to_string()];
        let answer = app.seal.open(&Place::row(Purpose::ChatAnswer, &place), &row.answer_sealed);
        let answer = answer.map_err(Failure::from)?;
        followed.push(FollowedOrder {
            id: row.id,
            order,
            for_seller: row.for_seller,
            answer,
            shown: row.shown,
        });
    }
    Ok(followed)
}

/// Writes down what the answer shows now, as a digest.
pub async fn shows(app: &App, id: FollowedOrderId, shown: &str) -> Result<()> {
    let shown = shown.to_owned();
    app.db
        .write(move |tx| {
            async move {
                queries::mark_shown(tx, id, &shown).await?;
                // The order may have moved on since the answer was made.
                tx.publish(Event::of_all(Topic::FollowedOrders));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Ends the following: the order is done, or the answer is gone.
pub async fn unfollow(app: &App, id: FollowedOrderId) -> Result<()> {
    app.db.write(move |tx| async move { queries::delete(tx, id).await }.boxed()).await
}
