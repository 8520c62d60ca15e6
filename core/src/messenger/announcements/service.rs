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
use crate::shop::orders::{self, OrderState};
use crate::shop::stock::{self, StockName};

/// Longer than this nobody wants to hear of it.
const LONGEST_WAIT: Duration = Duration::from_hours(7 * 24);

/// Between two tries, by us.
pub const LONGEST_PAUSE: Duration = Duration::from_mins(5);
/// By the platform's word.
const LONGEST_DELAY: Duration = Duration::from_hours(1);

/// Returns the oldest announcement of each log channel, where it is due. Removes those that have nowhere to go.
pub async fn due(app: &App) -> Result<Vec<Announcement>> {
    due_beside(app, &BTreeSet::new()).await
}

/// As [`due`], but for what goes to the channels of these guilds, or to the owner's (`None`).
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
        // What stands behind what is gone may be due, too.
        if !due.is_empty() || !is_any_gone {
            return Ok(due);
        }
    }
}

async fn read(app: &App, row: Row) -> Result<Option<Announcement>> {
    let mut conn = app.db.read().await?;
    let content = match row.kind {
        Kind::OwnerCode => {
            drop(conn);
            let Some(owner_id) = UserId::parse(&row.subject) else { return Ok(None) };
            match auth::me(app, &owner_id).await {
                Ok(owner) => Content::OwnerCode { code: owner.access_code },
                Err(AuthError::Failure(failure)) if !matches!(failure, Failure::Sealed(_)) => {
                    return Err(failure);
                }
                Err(failure) => {
                    error!(%failure, "the owner's code cannot be read");
                    return Ok(None);
                }
            }
        }
        Kind::OrderRedeemed | Kind::OrderFinished => {
            let Some(order_id) = OrderId::parse(&row.subject) else { return Ok(None) };
            let Some((order, email)) = orders::for_announcement(&mut conn, &order_id).await? else {
                return Ok(None);
            };
            match row.kind {
                Kind::OrderRedeemed => Content::OrderRedeemed { order, email: email.into() },
                // It goes on again, and its end will be told.
                _ if order.state != OrderState::Done => return Ok(None),
                _ => Content::OrderFinished { order },
            }
        }
        Kind::StockLow | Kind::StockEmpty => {
            let (Some(stock), Some(storefront)) =
                (StockName::parse(&row.subject), row.storefront_id.as_ref())
            else {
                return Ok(None);
            };
            let role_id = row.low_stock_role_id.clone();
            let levels = stock::levels_of(&mut conn, storefront).await?;
            let available =
                levels.iter().find(|level| level.stock == stock).map_or(0, |level| level.available);
            // There is enough again.
            if available > row.low_stock_threshold.unwrap_or_default() {
                return Ok(None);
            }
            match row.kind {
                // What somebody has begun to say may be there: whoever says it looks.
                Kind::StockEmpty if available == 0 || row.attempted_channel_id.is_some() => {
                    Content::StockEmpty { stock, role_id }
                }
                Kind::StockEmpty => {
                    drop(conn);
                    // That it is low was said, or stands behind this.
                    if remove_empty(app, row.id, storefront.clone(), stock).await? {
                        return Ok(None);
                    }
                    Content::StockEmpty { stock, role_id }
                }
                // That it is empty was said.
                _ if available == 0 && row.attempted_channel_id.is_none() => return Ok(None),
                _ => Content::StockLow { stock, available, role_id },
            }
        }
        Kind::CodeReset => {
            drop(conn);
            match auth::find_seller(app, &row.subject).await {
                Ok(seller) => Content::CodeReset { username: seller.username },
                Err(AuthError::Failure(failure)) => return Err(failure),
                Err(_) => return Ok(None),
            }
        }
        Kind::EndpointDisabled => {
            let Some(endpoint_id) = EventEndpointId::parse(&row.subject) else { return Ok(None) };
            match event_endpoints::url_of(&mut conn, &endpoint_id).await? {
                Some(url) => Content::EndpointDisabled { host: service_address::host_of(&url) },
                None => return Ok(None),
            }
        }
    };
    Ok(row.into_announcement(content))
}

/// Removes it, unless the stock is empty again: then `false`, and that is to be said.
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

/// Writes down that an announcement is about to be sent. To be called before: after a crash nobody else would know.
/// `false`: it was taken back, and is not to be sent.
pub async fn attempting(app: &App, id: AnnouncementId, channel_id: &ChannelId) -> Result<bool> {
    let channel_id = channel_id.to_owned();
    app.db.write(move |tx| async move { queries::mark_attempted(tx, id, &channel_id).await }.boxed()).await
}

/// Deletes an announcement: its message is there, or nobody wants it any more.
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

/// Deletes what could not be said for a week. Returns how many.
pub async fn forget_old(app: &App) -> Result<u64> {
    let before = app.clock.now().minus(LONGEST_WAIT);
    app.db.write(move |tx| async move { queries::delete_before(tx, before).await }.boxed()).await
}

/// Lets none wait for longer than it may, because of a clock that was ahead. Returns how many did.
pub async fn shorten_waits(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let (soon, latest) = (now.plus(LONGEST_PAUSE), now.plus(LONGEST_DELAY).plus(SLACK));
    app.db.write(move |tx| async move { queries::shorten_waits(tx, soon, latest).await }.boxed()).await
}
