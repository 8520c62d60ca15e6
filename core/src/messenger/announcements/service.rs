//! Giving announcements out to be sent, and what became of them.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::FutureExt;
use tracing::error;

use super::queries::{self, Row};
use super::{Announcement, Content, Recipient};
use crate::App;
use crate::db::{Failure, Result};
use crate::developers::event_endpoints;
use crate::foundation::clock::{SLACK, Timestamp};
use crate::ids::{AnnouncementId, ChannelId, EventEndpointId, GuildId, OrderId, StorefrontId, UserId};
use crate::outbox::announcements::Kind;
use crate::people::auth::{self, AuthError};
use crate::ports::service_address;
use crate::shop::low_stock;
use crate::shop::orders::{self, OrderState, PublicStatus};
use crate::shop::stock::{self, StockName};

/// An announcement that is older than this is of no interest any more.
const LONGEST_WAIT: Duration = Duration::from_hours(7 * 24);

/// The longest pause between two tries that we choose.
pub const LONGEST_PAUSE: Duration = Duration::from_mins(5);
/// The longest pause that the platform can ask for.
const LONGEST_DELAY: Duration = Duration::from_hours(1);

/// Returns the oldest announcement of each log channel, where it is due. Removes those that have nowhere to go.
pub async fn due(app: &App) -> Result<Vec<Announcement>> {
    due_beside(app, &BTreeSet::new()).await
}

/// As [`due`], but without what goes to the channels of the `busy` guilds, or to the owner's (`None`).
pub async fn due_beside(app: &App, busy: &BTreeSet<Option<GuildId>>) -> Result<Vec<Announcement>> {
    loop {
        let rows = queries::heads(&mut app.db.read().await?, app.clock.now()).await?;
        let (mut due, mut is_any_gone) = (Vec::with_capacity(rows.len()), false);
        for row in rows.into_iter().filter(|row| !busy.contains(&row.guild_id)) {
            let id = row.id;
            if let Some(announcement) = read(app, row).await? {
                due.push(announcement);
            } else {
                // Its channel or what it was about is gone.
                remove(app, id).await?;
                is_any_gone = true;
            }
        }
        // The announcements behind the removed ones may be due, too.
        if !due.is_empty() || !is_any_gone {
            return Ok(due);
        }
    }
}

async fn read(app: &App, row: Row) -> Result<Option<Announcement>> {
    let content = match row.kind {
        Kind::OwnerCode => owner_code(app, &row.subject).await?,
        Kind::OrderRedeemed => order_redeemed(app, &row.subject).await?,
        Kind::OrderFinished => order_finished(app, &row.subject).await?,
        Kind::StockLow => stock_low(app, &row).await?,
        Kind::StockEmpty => stock_empty(app, &row).await?,
        Kind::CodeReset => code_reset(app, &row.subject).await?,
        Kind::EndpointDisabled => endpoint_disabled(app, &row.subject).await?,
    };
    Ok(content.and_then(|content| row.into_announcement(content)))
}

async fn owner_code(app: &App, owner: &str) -> Result<Option<Content>> {
    let Some(owner_id) = UserId::parse(owner) else { return Ok(None) };
    match auth::me(app, &owner_id).await {
        Ok(owner) => Ok(Some(Content::OwnerCode { code: owner.access_code })),
        Err(AuthError::Failure(failure)) if !matches!(failure, Failure::Sealed(_)) => Err(failure),
        Err(failure) => {
            error!(%failure, "the owner's code cannot be read");
            Ok(None)
        }
    }
}

async fn order_redeemed(app: &App, order: &str) -> Result<Option<Content>> {
    let found = order_of(app, order).await?;
    Ok(found.map(|(order, email)| Content::OrderRedeemed { order, email: email.into() }))
}

/// `None`, too, when the order has been resumed: its end will be announced.
async fn order_finished(app: &App, order: &str) -> Result<Option<Content>> {
    let found = order_of(app, order).await?.filter(|(order, _)| order.state == OrderState::Done);
    Ok(found.map(|(order, _)| Content::OrderFinished { order }))
}

async fn order_of(app: &App, order: &str) -> Result<Option<(PublicStatus, String)>> {
    let Some(order_id) = OrderId::parse(order) else { return Ok(None) };
    orders::for_announcement(&mut app.db.read().await?, &order_id).await
}

async fn stock_low(app: &App, row: &Row) -> Result<Option<Content>> {
    let Some(Shortage { stock, available, .. }) = shortage(app, row).await? else { return Ok(None) };
    // The notice that stock is empty has been posted.
    if available == 0 && row.attempted_channel_id.is_none() {
        return Ok(None);
    }
    Ok(Some(Content::StockLow { stock, available, role_id: row.low_stock_role_id.clone() }))
}

/// Removes the notice when the stock is not empty any more.
async fn stock_empty(app: &App, row: &Row) -> Result<Option<Content>> {
    let Some(Shortage { storefront_id, stock, available }) = shortage(app, row).await? else {
        return Ok(None);
    };
    // A message whose posting has begun may be in the channel: the sender looks for it.
    let is_as_noticed = available == 0 || row.attempted_channel_id.is_some();
    // The notice that stock is low has been posted, or waits behind this one.
    if !is_as_noticed && remove_empty(app, row.id, storefront_id, stock).await? {
        return Ok(None);
    }
    Ok(Some(Content::StockEmpty { stock, role_id: row.low_stock_role_id.clone() }))
}

/// A stock that is at its threshold or below.
struct Shortage {
    storefront_id: StorefrontId,
    stock: StockName,
    available: i64,
}

/// `None`, too, when there is enough again.
async fn shortage(app: &App, row: &Row) -> Result<Option<Shortage>> {
    let (Some(stock), Some(storefront_id)) = (StockName::parse(&row.subject), row.storefront_id.clone())
    else {
        return Ok(None);
    };
    let levels = stock::levels_of(&mut app.db.read().await?, &storefront_id).await?;
    let available = levels.iter().find(|level| level.stock == stock).map_or(0, |level| level.available);
    let is_short = available <= row.low_stock_threshold.unwrap_or_default();
    Ok(is_short.then_some(Shortage { storefront_id, stock, available }))
}

async fn code_reset(app: &App, seller: &str) -> Result<Option<Content>> {
    match auth::find_seller(app, seller).await {
        Ok(seller) => Ok(Some(Content::CodeReset { username: seller.username })),
        Err(AuthError::Failure(failure)) => Err(failure),
        Err(_) => Ok(None),
    }
}

async fn endpoint_disabled(app: &App, endpoint: &str) -> Result<Option<Content>> {
    let Some(endpoint_id) = EventEndpointId::parse(endpoint) else { return Ok(None) };
    let url = event_endpoints::url_of(&mut app.db.read().await?, &endpoint_id).await?;
    Ok(url.map(|url| Content::EndpointDisabled { host: service_address::host_of(&url) }))
}

/// Removes a notice of empty stock. `false` when the stock is empty again, and the notice must be posted.
async fn remove_empty(
    app: &App,
    id: AnnouncementId,
    storefront_id: StorefrontId,
    stock: StockName,
) -> Result<bool> {
    app.db
        .write(move |tx| {
            async move {
                let is_low = low_stock::mark_low_again(tx, &storefront_id, stock).await?;
                if is_low {
                    queries::delete(tx, id).await?;
                }
                Ok(is_low)
            }
            .boxed()
        })
        .await
}

impl Row {
    fn into_announcement(self, content: Content) -> Option<Announcement> {
        let to = match self.storefront_id {
            None => Recipient::Owner,
            Some(_) => Recipient::Storefront {
                user_id: self.user_id?,
                guild_id: self.guild_id?,
                channel_id: self.log_channel_id?,
                name: self.name?,
                color: self.embed_color?,
                footer: self.embed_footer,
            },
        };
        Some(Announcement {
            id: self.id,
            at: self.at,
            attempts: self.attempts,
            attempted_channel: self.attempted_channel_id,
            to,
            content,
        })
    }
}

/// Returns when the next announcement is due. `None`: nothing waits.
pub async fn next_due(app: &App) -> Result<Option<Timestamp>> {
    queries::next_due(&mut app.db.read().await?).await
}

/// Records that an announcement is about to be sent. Call it before sending: after a crash, this is the only trace of it.
/// `false`: it was withdrawn, and must not be sent.
pub async fn attempting(app: &App, id: AnnouncementId, channel_id: &ChannelId) -> Result<bool> {
    let channel_id = channel_id.to_owned();
    app.db.write(move |tx| async move { queries::mark_attempted(tx, id, &channel_id).await }.boxed()).await
}

/// Deletes an announcement: its message is posted, or it is not wanted any more.
pub async fn remove(app: &App, id: AnnouncementId) -> Result<()> {
    app.db.write(move |tx| async move { queries::delete(tx, id).await }.boxed()).await
}

/// Whether an announcement's message is in its channel after an attempt that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    No,
    /// Nobody knows. The channel is looked through before the next attempt.
    Maybe,
}

/// Lets an announcement wait for `pause`.
pub async fn put_off(app: &App, id: AnnouncementId, pause: Duration, posted: Posted) -> Result<()> {
    let due_at = app.clock.now().plus(pause.min(LONGEST_DELAY));
    app.db.write(move |tx| async move { queries::put_off(tx, id, due_at, posted).await }.boxed()).await
}

/// Deletes announcements that could not be posted for a week. Returns how many.
pub async fn forget_old(app: &App) -> Result<u64> {
    let before = app.clock.now().minus(LONGEST_WAIT);
    app.db.write(move |tx| async move { queries::delete_before(tx, before).await }.boxed()).await
}

/// Shortens waits that are too long because the clock was ahead. Returns how many.
pub async fn shorten_waits(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let (soon, latest) = (now.plus(LONGEST_PAUSE), now.plus(LONGEST_DELAY).plus(SLACK));
    app.db.write(move |tx| async move { queries::shorten_waits(tx, soon, latest).await }.boxed()).await
}
