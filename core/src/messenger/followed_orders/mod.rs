//! Answers in chat that follow an order: each is edited until the order is done, or the platform no longer allows it.

mod queries;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use crate::App;
use crate::db::Result;
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{FollowedOrderId, OrderId, UserId};
use crate::people::auth;
use crate::seal::{Place, Purpose};
use crate::shop::orders::{self, OrderError, PublicStatus, SellersStatus};
use crate::shop::storefronts::Right;

/// An answer that follows an order.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct FollowedOrder {
    pub id: FollowedOrderId,
    pub order_id: OrderId,
    reader_id: Option<UserId>,
    packs: bool,
    answer_sealed: String,
    /// A digest of what it shows. Empty: nobody knows yet whether the answer was given. No message's digest: it may have been given.
    pub shown: String,
    /// When the platform stops taking edits.
    pub until: Timestamp,
}

/// What an answer is to show.
#[derive(Debug)]
pub struct Wanted {
    pub order: Seen,
    /// The secret with which the platform lets the answer be edited.
    pub answer: SecretString,
}

/// Whom an answer is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Eyes {
    Customer,
    /// The seller or a helper, for as long as they have access; with buttons if `packs`.
    Shop {
        reader: UserId,
        packs: bool,
    },
}

impl Eyes {
    fn reader(&self) -> Option<&UserId> {
        match self {
            Self::Customer => None,
            Self::Shop { reader, .. } => Some(reader),
        }
    }

    fn packs(&self) -> bool {
        matches!(self, Self::Shop { packs: true, .. })
    }
}

/// An order, as far as the reader of the answer may see it.
#[derive(Debug)]
pub enum Seen {
    ByCustomer(PublicStatus),
    ByShop { order: SellersStatus, packs: bool },
}

impl Seen {
    pub fn public(&self) -> &PublicStatus {
        match self {
            Self::ByCustomer(order) => order,
            Self::ByShop { order, .. } => &order.public,
        }
    }
}

/// Records that an answer follows an order until `until`. Call it before the answer is given: after a crash, this is the
/// only trace of it. Returns the id for [`shows`].
pub async fn follow(
    app: &App,
    order_id: &OrderId,
    eyes: Eyes,
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
                queries::insert(tx, &order_id, &eyes, &sealed, until).await
            }
            .boxed()
        })
        .await
}

/// Returns the answers that are known to have been given, and those that end before `left`: an earlier process left them, and
/// nobody knows whether they were given.
pub async fn list(app: &App, left: Timestamp) -> Result<Vec<FollowedOrder>> {
    queries::list(&mut app.db.read().await?, app.clock.now(), left).await
}

/// Returns what an answer is to show. `None` when there is no such order any more.
pub async fn wanted(app: &App, followed: &FollowedOrder) -> Result<Option<Wanted>> {
    let Some(order) = seen(app, followed).await? else { return Ok(None) };
    let place = [followed.order_id.as_str(), &followed.until.0.to_string()];
    let answer = app.seal.open(&Place::row(Purpose::ChatAnswer, &place), &followed.answer_sealed)?;
    Ok(Some(Wanted { order, answer }))
}

async fn seen(app: &App, followed: &FollowedOrder) -> Result<Option<Seen>> {
    let reads = may(app, followed, Right::Read).await?;
    let packs = reads && followed.packs && may(app, followed, Right::Pack).await?;
    let (mut conn, order_id) = (app.db.read().await?, &followed.order_id);
    Ok(if reads {
        let order = orders::sellers_status_of(&mut conn, app, order_id).await?;
        order.map(|order| Seen::ByShop { order, packs })
    } else {
        orders::for_announcement(&mut conn, order_id).await?.map(|(order, _)| Seen::ByCustomer(order))
    })
}

/// Whether the answer is for somebody who has this right now: a role may have ended since it was given.
async fn may(app: &App, followed: &FollowedOrder, right: Right) -> Result<bool> {
    let Some(reader) = &followed.reader_id else { return Ok(false) };
    if auth::is_removed(&mut app.db.read().await?, reader).await? {
        return Ok(false);
    }
    match orders::shop_of(app, reader, &followed.order_id, right).await {
        Ok(_) => Ok(true),
        Err(OrderError::Failure(failure)) => Err(failure),
        Err(_) => Ok(false),
    }
}

/// Writes down what the answer showed when it was given, as a digest. It is followed from now on: the order may have moved on since the
/// answer was made.
pub async fn given(app: &App, id: FollowedOrderId, shown: &str) -> Result<()> {
    let shown = shown.to_owned();
    app.db
        .write(move |tx| {
            async move {
                queries::mark_shown(tx, id, &shown).await?;
                tx.publish(Event::of_all(Topic::FollowedOrders));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Writes down what a followed answer shows now, as a digest.
pub async fn shows(app: &App, id: FollowedOrderId, shown: &str) -> Result<()> {
    let shown = shown.to_owned();
    app.db.write(move |tx| async move { queries::mark_shown(tx, id, &shown).await }.boxed()).await
}

/// Ends the following: the order is done, or the answer is gone.
pub async fn unfollow(app: &App, id: FollowedOrderId) -> Result<()> {
    app.db.write(move |tx| async move { queries::delete(tx, id).await }.boxed()).await
}
