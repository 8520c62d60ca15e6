//! Keeps stock boards current: one message each, edited when what it shows has changed, posted anew when it was deleted.

use std::collections::BTreeSet;
use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::events::{Event, Listener, Topic};
use boostdesk_core::ids::{DiscordMessageId, GuildId};
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::messenger::stock_boards::{self, StockBoard};
use boostdesk_core::outages::Trouble;
use futures::future::join_all;
use serenity::all::{ActionRowComponent, ButtonKind};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::platform::{Message, PlatformError, code};

const TOPICS: [Topic; 3] = [Topic::Stock, Topic::Storefronts, Topic::StockBoards];
/// Several changes become one edit.
const GATHER: Duration = Duration::from_secs(1);
const BACKOFF: Backoff = Backoff::between(Duration::from_secs(3), Duration::from_secs(30));
/// A channel that may not be written to: somebody has to mend it first.
const AGAIN_AFTER_PROBLEM: Duration = Duration::from_mins(1);

/// How a board stands after a look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Current,
    Problem,
    Behind,
}

/// Which boards are to be looked at.
#[derive(Debug, Clone)]
enum Due {
    All,
    /// Those of these guilds.
    Of(BTreeSet<GuildId>),
}

impl Due {
    fn add(&mut self, event: Event) {
        match (event.guild_id, self) {
            (Some(guild), Self::Of(guilds)) => drop(guilds.insert(guild)),
            (Some(_), Self::All) => {}
            (None, due) => *due = Self::All,
        }
    }

    /// Adds what is heard of for a moment.
    async fn gather(&mut self, events: &mut Listener) {
        let until = Instant::now() + GATHER;
        while let Ok(event) = timeout_at(until, events.next()).await {
            self.add(event);
        }
    }
}

pub(crate) async fn run(bot: Bot, stop: CancellationToken) {
    let mut events = bot.app.events.listen(&TOPICS);
    let mut backoff = BACKOFF;
    let mut due = Due::All;
    loop {
        let done = tokio::select! {
            () = stop.cancelled() => return,
            done = catch_up(&bot, &due) => done,
        };
        bot.app.outages.note(Trouble::Database, "stock boards", &done);
        // What could not be looked at stays due.
        let (state, left) = done.unwrap_or((State::Behind, due));
        due = left;
        if state != State::Behind {
            backoff.succeeded();
        }
        let wait = async {
            match state {
                State::Current => due.add(events.next().await),
                State::Problem => {
                    if let Ok(event) = timeout(AGAIN_AFTER_PROBLEM, events.next()).await {
                        due.add(event);
                    }
                }
                State::Behind => sleep(backoff.failed(&bot.app.rng)).await,
            }
            due.gather(&mut events).await;
        };
        tokio::select! {
            () = stop.cancelled() => return,
            () = wait => {}
        }
    }
}

/// Returns the worst that was found, and whose boards do not show what they are to.
async fn catch_up(bot: &Bot, due: &Due) -> Result<(State, Due)> {
    let boards = match due {
        Due::All => stock_boards::list(&bot.app).await?,
        Due::Of(guilds) => {
            let mut boards = Vec::with_capacity(guilds.len());
            for guild in guilds {
                boards.extend(stock_boards::of_guild(&bot.app, guild).await?);
            }
            boards
        }
    };
    let (mut worst, mut left) = (State::Current, BTreeSet::new());
    let shown = join_all(boards.iter().map(|board| show(bot, board))).await;
    for (board, state) in boards.iter().zip(shown) {
        let state = state?;
        if state != State::Current {
            left.insert(board.storefront.guild_id.clone());
        }
        worst = worst.max(state);
    }
    Ok((worst, Due::Of(left)))
}

async fn show(bot: &Bot, board: &StockBoard) -> Result<State> {
    let message = embeds::stock(&bot.product, &board.storefront, &board.levels, true);
    let digest = embeds::digest(&message);
    let shown = match &board.message_id {
        Some(_) if board.shown.as_ref() == Some(&digest) => return Ok(State::Current),
        Some(id) => bot.platform.edit(&board.channel_id, id, &message).await.map(|()| id.clone()),
        None => post(bot, board, &message).await?,
    };
    let storefront = &board.storefront;
    match shown {
        Ok(id) => {
            if !stock_boards::shows(&bot.app, board, &id, &digest).await? {
                // It was moved to another channel while it was being posted here.
                let _ = bot.platform.delete(&board.channel_id, &id).await;
                return Ok(State::Behind);
            }
            bot.app.outages.worked(Trouble::StockBoards, "");
            channel_problems::mended(&bot.app, &storefront.user_id, board.channel_id.as_str()).await?;
            Ok(State::Current)
        }
        Err(error) if error.is(code::UNKNOWN_MESSAGE) => {
            stock_boards::gone(&bot.app, board).await?;
            Ok(State::Behind)
        }
        Err(error) => {
            if board.message_id.is_none() && !matches!(error, PlatformError::Unreachable(_)) {
                stock_boards::not_posted(&bot.app, board).await?;
            }
            let Some(problem) = error.channel_problem() else {
                bot.app.outages.failed(Trouble::StockBoards, "", &error);
                return Ok(State::Behind);
            };
            let (user, guild) = (&storefront.user_id, Some(&storefront.guild_id));
            channel_problems::note(&bot.app, user, guild, board.channel_id.as_str(), problem).await?;
            Ok(State::Problem)
        }
    }
}

/// Posts the board, or finds the one that an earlier try has posted.
async fn post(
    bot: &Bot,
    board: &StockBoard,
    message: &Message,
) -> Result<std::result::Result<DiscordMessageId, PlatformError>> {
    if board.posting_since.is_some() {
        match find_posted(bot, board).await {
            Ok(Some(id)) => {
                return Ok(bot.platform.edit(&board.channel_id, &id, message).await.map(|()| id));
            }
            // Where nobody can look, the nonce keeps the platform from making a second one.
            Ok(None) | Err(PlatformError::Refused { .. }) => {}
            Err(error) => return Ok(Err(error)),
        }
    }
    let since = stock_boards::posting(&bot.app, board).await?;
    let guild = board.storefront.guild_id.as_str();
    let nonce = format!("b{}-{}", &guild[guild.len() - 10..], since.0 % 10_000_000_000);
    Ok(bot.platform.post(&board.channel_id, message, &nonce).await)
}

async fn find_posted(
    bot: &Bot,
    board: &StockBoard,
) -> std::result::Result<Option<DiscordMessageId>, PlatformError> {
    let button = format!("{}{}", embeds::REDEEM, board.storefront.guild_id);
    let is_it = |component: &ActionRowComponent| {
        matches!(component, ActionRowComponent::Button(found)
            if matches!(&found.data, ButtonKind::NonLink { custom_id, .. } if *custom_id == button))
    };
    let messages = bot.platform.messages(&board.channel_id).await?;
    let board =
        messages.iter().find(|message| message.components.iter().flat_map(|row| &row.components).any(is_it));
    Ok(board.and_then(|message| DiscordMessageId::parse(&message.id.to_string())))
}
