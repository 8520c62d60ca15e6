//! Stock boards: a message in a channel that shows a storefront's stock and keeps itself current.

mod queries;

use futures::FutureExt;

use crate::App;
use crate::db::{Conn, Result};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{ChannelId, DiscordMessageId, GuildId};
use crate::shop::stock::{self, StockLevel};
use crate::shop::storefronts::{self, Storefront};

/// A board and what it is to show.
#[derive(Debug)]
pub struct StockBoard {
    pub storefront: Storefront,
    pub levels: Vec<StockLevel>,
    pub channel_id: ChannelId,
    /// `None`: to be posted.
    pub message_id: Option<DiscordMessageId>,
    /// A post whose outcome is not known.
    pub posting_since: Option<Timestamp>,
    /// A digest of what the message shows.
    pub shown: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Placed {
    /// It is to be posted here.
    New,
    /// It is in this channel already.
    Kept { message_id: DiscordMessageId },
    /// It is to be posted here, and the one in the other channel to be taken away.
    Moved { channel_id: ChannelId, message_id: DiscordMessageId },
}

/// Puts the storefront's board into a channel.
pub async fn place(app: &App, storefront: &Storefront, channel_id: &ChannelId) -> Result<Placed> {
    let (storefront, channel_id) = (storefront.clone(), channel_id.to_owned());
    app.db
        .write(move |tx| {
            async move {
                let before = queries::place_of(tx, &storefront.id).await?;
                let placed = match before {
                    Some((channel, Some(message_id))) if channel == channel_id => {
                        return Ok(Placed::Kept { message_id });
                    }
                    Some((channel_id, Some(message_id))) => Placed::Moved { channel_id, message_id },
                    Some((_, None)) | None => Placed::New,
                };
                queries::put(tx, &storefront.id, &channel_id).await?;
                tx.publish(Event::of_storefront(
                    Topic::StockBoards,
                    &storefront.user_id,
                    &storefront.guild_id,
                ));
                Ok(placed)
            }
            .boxed()
        })
        .await
}

/// Returns every board of an open storefront, with what it is to show.
pub async fn list(app: &App) -> Result<Vec<StockBoard>> {
    let mut conn = app.db.read().await?;
    let rows = queries::all(&mut conn).await?;
    let mut boards = Vec::with_capacity(rows.len());
    for row in rows {
        boards.extend(with_stock(&mut conn, row).await?);
    }
    Ok(boards)
}

/// Returns the board of the open storefront in this guild. `None` when there is none.
pub async fn of_guild(app: &App, guild: &GuildId) -> Result<Option<StockBoard>> {
    let mut conn = app.db.read().await?;
    match queries::in_guild(&mut conn, guild).await? {
        Some(row) => with_stock(&mut conn, row).await,
        None => Ok(None),
    }
}

async fn with_stock(conn: &mut Conn, row: queries::Row) -> Result<Option<StockBoard>> {
    let Some(storefront) = storefronts::queries::by_id(conn, &row.storefront_id).await? else {
        return Ok(None);
    };
    Ok(Some(StockBoard {
        levels: stock::levels_of(conn, &row.storefront_id).await?,
        storefront,
        channel_id: row.channel_id,
        message_id: row.message_id,
        posting_since: row.posting_since,
        shown: row.shown,
    }))
}

/// Writes down that a board's message is about to be sent. To be called before: after a crash nobody else would know.
/// Returns since when it is being posted.
pub async fn posting(app: &App, board: &StockBoard) -> Result<Timestamp> {
    let (storefront, now) = (board.storefront.id.clone(), app.clock.now());
    app.db.write(move |tx| async move { queries::mark_posting(tx, &storefront, now).await }.boxed()).await
}

/// Writes down that no message was made, which is certain.
pub async fn not_posted(app: &App, board: &StockBoard) -> Result<()> {
    let storefront = board.storefront.id.clone();
    app.db.write(move |tx| async move { queries::unmark_posting(tx, &storefront).await }.boxed()).await
}

/// Writes down what the board's message shows. Returns `false` when the board has been moved to another channel
/// meanwhile.
pub async fn shows(
    app: &App,
    board: &StockBoard,
    message_id: &DiscordMessageId,
    shown: &str,
) -> Result<bool> {
    let (storefront, channel) = (board.storefront.id.clone(), board.channel_id.clone());
    let (message_id, shown) = (message_id.to_owned(), shown.to_owned());
    app.db
        .write(move |tx| {
            async move { queries::mark_shown(tx, &storefront, &channel, &message_id, &shown).await }.boxed()
        })
        .await
}

/// Writes down that somebody deleted the message: the next one is posted anew.
pub async fn gone(app: &App, board: &StockBoard) -> Result<()> {
    let (storefront, channel) = (board.storefront.id.clone(), board.channel_id.clone());
    app.db
        .write(move |tx| async move { queries::forget_message(tx, &storefront, &channel).await }.boxed())
        .await
}
