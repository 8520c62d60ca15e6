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
use queries::Where;

/// A board and what it is to show.
#[derive(Debug)]
pub struct StockBoard {
    pub storefront: Storefront,
    /// Its shop is closed: there is nothing to buy any more.
    pub is_closed: bool,
    pub levels: Vec<StockLevel>,
    pub channel_id: ChannelId,
    /// `None`: to be posted.
    pub message_id: Option<DiscordMessageId>,
    /// When an attempt to post it began whose outcome is not known.
    pub posting_since: Option<Timestamp>,
    /// A digest of what the message shows.
    pub shown: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Placed {
    /// It is to be posted here.
    New,
    /// It is in this channel already. The bot checks whether it still is.
    Kept,
    /// It is to be posted here, and the one in the other channel to be taken away.
    Moved,
}

/// A message that was a board and is to be taken away.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct LeftBoard {
    pub channel_id: ChannelId,
    pub message_id: DiscordMessageId,
}

/// Puts the storefront's board into a channel.
pub async fn place(app: &App, storefront: &Storefront, channel_id: &ChannelId) -> Result<Placed> {
    let (storefront, channel_id) = (storefront.clone(), channel_id.to_owned());
    app.db
        .write(move |tx| {
            async move {
                // Locked, so that a message that the keeper posts meanwhile is not forgotten.
                queries::lock(tx, &storefront.id).await?;
                let before = queries::place_of(tx, &storefront.id).await?;
                let placed = match before {
                    Some(Where { channel_id: channel, message_id: Some(message), .. })
                        if channel == channel_id =>
                    {
                        queries::mark_shown(tx, &storefront.id, &channel, &message, None).await?;
                        Placed::Kept
                    }
                    Some(Where { channel_id: channel, message_id: Some(message_id), .. }) => {
                        let left = LeftBoard { channel_id: channel, message_id };
                        queries::leave(tx, &storefront.guild_id, &left).await?;
                        queries::put(tx, &storefront.id, &channel_id).await?;
                        Placed::Moved
                    }
                    Some(Where { channel_id: channel, posting_since, .. }) => {
                        if posting_since.is_some() && channel != channel_id {
                            queries::leave_post(tx, &storefront.guild_id, &channel).await?;
                        }
                        queries::put(tx, &storefront.id, &channel_id).await?;
                        Placed::New
                    }
                    None => {
                        queries::put(tx, &storefront.id, &channel_id).await?;
                        Placed::New
                    }
                };
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

/// Returns every board with what it is to show: those of closed shops, too, as long as their message is there.
pub async fn list(app: &App) -> Result<Vec<StockBoard>> {
    let mut conn = app.db.read().await?;
    let rows = queries::all(&mut conn).await?;
    with_stock(&mut conn, rows).await
}

/// As [`list`], in one guild: that of its open storefront, and those of shops that were closed there.
pub async fn of_guild(app: &App, guild: &GuildId) -> Result<Vec<StockBoard>> {
    let mut conn = app.db.read().await?;
    let rows = queries::in_guild(&mut conn, guild).await?;
    with_stock(&mut conn, rows).await
}

async fn with_stock(conn: &mut Conn, rows: Vec<queries::Row>) -> Result<Vec<StockBoard>> {
    let mut boards = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(storefront) = storefronts::by_id(conn, &row.storefront_id).await? else { continue };
        let levels = stock::levels_of(conn, &row.storefront_id).await?;
        boards.push(row.into_board(storefront, levels));
    }
    Ok(boards)
}

impl queries::Row {
    fn into_board(self, storefront: Storefront, levels: Vec<StockLevel>) -> StockBoard {
        StockBoard {
            storefront,
            is_closed: self.is_closed,
            levels,
            channel_id: self.channel_id,
            message_id: self.message_id,
            posting_since: self.posting_since,
            shown: self.shown,
        }
    }
}

/// Records that a board's message is about to be sent. Call it before sending: after a crash, this is the only trace of it.
/// Returns since when it is being posted; `None` when the board has been moved to another channel.
pub async fn posting(app: &App, board: &StockBoard) -> Result<Option<Timestamp>> {
    let (storefront, channel, now) = (board.storefront.id.clone(), board.channel_id.clone(), app.clock.now());
    app.db
        .write(move |tx| async move { queries::mark_posting(tx, &storefront, &channel, now).await }.boxed())
        .await
}

/// Writes down that no message was made, which is certain.
pub async fn not_posted(app: &App, board: &StockBoard) -> Result<()> {
    let (storefront, channel) = (board.storefront.id.clone(), board.channel_id.clone());
    app.db
        .write(move |tx| async move { queries::unmark_posting(tx, &storefront, &channel).await }.boxed())
        .await
}

/// Writes down what the board's message shows. Returns `false` when the board has been moved to another channel
/// meanwhile: the message is to be taken away.
pub async fn shows(
    app: &App,
    board: &StockBoard,
    message_id: &DiscordMessageId,
    shown: &str,
) -> Result<bool> {
    let (storefront, guild) = (board.storefront.id.clone(), board.storefront.guild_id.clone());
    let channel = board.channel_id.clone();
    let (message_id, shown) = (message_id.to_owned(), shown.to_owned());
    app.db
        .write(move |tx| {
            async move {
                let is_here =
                    queries::mark_shown(tx, &storefront, &channel, &message_id, Some(&shown)).await?;
                if !is_here {
                    let left = LeftBoard { channel_id: channel, message_id };
                    queries::leave(tx, &guild, &left).await?;
                }
                Ok(is_here)
            }
            .boxed()
        })
        .await
}

/// Writes down that the board's message is about to show something else.
pub async fn editing(app: &App, board: &StockBoard) -> Result<()> {
    let (storefront, message_id) = (board.storefront.id.clone(), board.message_id.clone());
    app.db
        .write(move |tx| {
            async move { queries::mark_unknown(tx, &storefront, message_id.as_ref()).await }.boxed()
        })
        .await
}

/// Records what a message shows after somebody pressed its button, if it is a board. If that is out of date by now, the board is
/// edited again. `None`: not known.
pub async fn was_refreshed(
    app: &App,
    guild: &GuildId,
    message_id: &DiscordMessageId,
    shown: Option<&str>,
) -> Result<()> {
    let boards = of_guild(app, guild).await?;
    let board = boards.into_iter().find(|board| board.message_id.as_ref() == Some(message_id));
    let is_news = |board: &StockBoard| shown.is_none() || board.shown.as_deref() != shown;
    let Some(board) = board.filter(is_news) else { return Ok(()) };
    let (message_id, shown) = (message_id.clone(), shown.map(str::to_owned));
    app.db
        .write(move |tx| {
            async move {
                let StockBoard { storefront, channel_id, .. } = board;
                let shown = shown.as_deref();
                if queries::mark_shown(tx, &storefront.id, &channel_id, &message_id, shown).await? {
                    // The event of a sale, not of a placed board: nobody has done anything that may have fixed the channel.
                    tx.publish(Event::of_storefront(Topic::Stock, &storefront.user_id, &storefront.guild_id));
                }
                Ok(())
            }
            .boxed()
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

/// Returns the guilds in which messages are to be taken away, or looked for.
pub async fn guilds_with_left(app: &App) -> Result<Vec<GuildId>> {
    queries::guilds_with_left(&mut app.db.read().await?).await
}

/// Returns the messages in this guild that are to be taken away.
pub async fn left_in(app: &App, guild: &GuildId) -> Result<Vec<LeftBoard>> {
    queries::left_in(&mut app.db.read().await?, guild).await
}

/// Returns the channels of this guild in which a board may have been posted that is to be taken away.
pub async fn left_posts_in(app: &App, guild: &GuildId) -> Result<Vec<ChannelId>> {
    queries::left_posts_in(&mut app.db.read().await?, guild).await
}

/// Writes down what was found in such a channel: a message that is to be taken away, or none.
pub async fn looked_for_post(
    app: &App,
    guild: &GuildId,
    channel_id: &ChannelId,
    found: Option<DiscordMessageId>,
) -> Result<()> {
    let (guild, channel_id) = (guild.clone(), channel_id.clone());
    app.db
        .write(move |tx| {
            async move {
                queries::forget_left_post(tx, &channel_id).await?;
                match found {
                    Some(message_id) => {
                        queries::leave(tx, &guild, &LeftBoard { channel_id, message_id }).await
                    }
                    None => Ok(()),
                }
            }
            .boxed()
        })
        .await
}

/// Writes down that such a message is gone, or that nobody can take it away.
pub async fn taken_away(app: &App, left: &LeftBoard) -> Result<()> {
    let left = left.clone();
    app.db.write(move |tx| async move { queries::forget_left(tx, &left).await }.boxed()).await
}
