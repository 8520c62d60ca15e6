//! Keeps stock boards current: one message each, edited when what it shows has changed, posted anew when it was deleted.

use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::events::Topic;
use boostdesk_core::ids::{ChannelId, DiscordMessageId, GuildId};
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::messenger::stock_boards::{self, LeftBoard, StockBoard};
use boostdesk_core::watching::outages::Trouble;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use serenity::all::{ActionRowComponent, ButtonKind};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::board_agenda::{Agenda, State, Whose};
use super::note_told;
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::platform::{Message, PlatformError, PostedMessage, code};

const TOPICS: [Topic; 3] = [Topic::Stock, Topic::Storefronts, Topic::StockBoards];
const BEHIND: State = State::Behind(Duration::ZERO);
/// Database reads at a time: at a start all boards are due at once, and others need the database, too.
const READS: usize = 2;

pub(crate) async fn run(bot: Bot, stop: CancellationToken) {
    let mut events = bot.app.events.listen(&TOPICS);
    let mut agenda = Agenda::of_all();
    // The agenda lets only one look at a board go on at a time. The platform's pace limits their rate.
    let (reads, mut looks) = (Semaphore::new(READS), FuturesUnordered::new());
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            event = events.next() => agenda.heard(&event),
            due = agenda.due() => looks.extend(due.into_iter().map(|whose| look(&bot, &reads, whose))),
            Some((whose, done)) = looks.next() => {
                bot.app.outages.note(Trouble::Database, "stock boards", &done);
                // A board that could not be read stays due.
                let (state, not_current) = done.unwrap_or((BEHIND, Vec::new()));
                agenda.ended(&whose, state, &bot.app.rng);
                for guild in not_current {
                    agenda.found(guild);
                }
            }
        }
    }
}

/// Returns how a guild's board stands after it has been shown; or which boards are not current, when all are gone through.
async fn look(bot: &Bot, reads: &Semaphore, whose: Whose) -> (Whose, Result<(State, Vec<GuildId>)>) {
    let done = match &whose {
        Some(guild) => catch_up(bot, reads, guild).await.map(|state| (state, Vec::new())),
        None => not_current(bot).await.map(|guilds| {
            if guilds.is_empty() {
                // All boards are current, so none of them fails any more.
                bot.app.outages.forget_all(Trouble::StockBoards);
            }
            (State::Current, guilds)
        }),
    };
    (whose, done)
}

/// Returns the guilds whose boards are not current. Each board is read again when it is its turn, as this may be
/// outdated by then.
async fn not_current(bot: &Bot) -> Result<Vec<GuildId>> {
    let boards = stock_boards::list(&bot.app).await?;
    let behind = boards.into_iter().filter(|board| !is_current(board, &wanted(bot, board).1));
    let behind = behind.map(|board| board.storefront.guild_id);
    Ok(behind.chain(stock_boards::guilds_with_left(&bot.app).await?).collect())
}

async fn catch_up(bot: &Bot, reads: &Semaphore, guild: &GuildId) -> Result<State> {
    let (boards, left, left_posts) = {
        let _turn = reads.acquire().await;
        (
            stock_boards::of_guild(&bot.app, guild).await?,
            stock_boards::left_in(&bot.app, guild).await?,
            stock_boards::left_posts_in(&bot.app, guild).await?,
        )
    };
    if boards.is_empty() {
        bot.app.outages.forget(Trouble::StockBoards, guild.as_str());
    }
    let mut worst = State::Current;
    for channel in &left_posts {
        let left = left.iter().map(|left| &left.message_id);
        let known = left.chain(boards.iter().filter_map(|board| board.message_id.as_ref())).collect();
        worst = worst.max(find_left(bot, guild, channel, known).await?);
    }
    for board in &boards {
        worst = worst.max(show(bot, board).await?);
    }
    if worst == State::Current && !boards.is_empty() {
        bot.app.outages.worked(Trouble::StockBoards, guild.as_str());
    }
    for left in left {
        worst = worst.max(take_away(bot, &left).await?);
    }
    Ok(worst)
}

/// Finds a message that was posted in a channel before the board moved away, but whose id was never stored.
async fn find_left(
    bot: &Bot,
    guild: &GuildId,
    channel: &ChannelId,
    known: Vec<&DiscordMessageId>,
) -> Result<State> {
    let found = match find_posted(bot, guild, channel, &known).await {
        Ok(found) => found,
        Err(error) if error.is_wrong_token() => return Ok(State::Problem),
        // A channel that cannot be read has nothing that the bot could delete.
        Err(PlatformError::Refused { .. }) => None,
        Err(error) => return Ok(State::Behind(error.pause())),
    };
    let state = if found.is_some() { BEHIND } else { State::Current };
    stock_boards::looked_for_post(&bot.app, guild, channel, found).await?;
    Ok(state)
}

async fn take_away(bot: &Bot, left: &LeftBoard) -> Result<State> {
    match bot.platform.delete(&left.channel_id, &left.message_id).await {
        Err(error) if !is_out_of_reach(&error) => Ok(match error {
            PlatformError::Refused { .. } => State::Problem,
            PlatformError::Later { .. } | PlatformError::Unreachable(_) => State::Behind(error.pause()),
        }),
        _ => {
            stock_boards::taken_away(&bot.app, left).await?;
            Ok(State::Current)
        }
    }
}

/// Whether the message is gone, or somewhere the bot has no access to any more.
fn is_out_of_reach(error: &PlatformError) -> bool {
    [
        code::UNKNOWN_MESSAGE,
        code::UNKNOWN_CHANNEL,
        code::UNKNOWN_GUILD,
        code::MISSING_ACCESS,
        code::ANOTHERS_MESSAGE,
    ]
    .iter()
    .any(|code| error.is(*code))
}

/// Returns the message that a board should show, and its digest.
fn wanted(bot: &Bot, board: &StockBoard) -> (Message, String) {
    let message = if board.is_closed {
        embeds::closed_board(&board.storefront)
    } else {
        embeds::stock_board(&bot.product, &board.storefront, &board.levels)
    };
    let digest = embeds::digest(&message);
    (message, digest)
}

fn is_current(board: &StockBoard, digest: &String) -> bool {
    board.message_id.is_some() && board.shown.as_ref() == Some(digest)
}

async fn show(bot: &Bot, board: &StockBoard) -> Result<State> {
    let (message, digest) = wanted(bot, board);
    if is_current(board, &digest) {
        return Ok(State::Current);
    }
    let shown = match &board.message_id {
        Some(id) => {
            // If the result of this edit is lost, the board is edited again, even if it seems current by then.
            if board.shown.is_some() {
                stock_boards::editing(&bot.app, board).await?;
            }
            bot.platform.edit(&board.channel_id, id, &message).await.map(|()| id.clone())
        }
        None => match post(bot, board, &message).await? {
            Some(posted) => posted,
            None => return Ok(BEHIND),
        },
    };
    if shown.as_ref().map_or_else(PlatformError::is_answer, |_| true) {
        bot.app.outages.worked(Trouble::StockBoards, "");
    }
    let storefront = &board.storefront;
    match shown {
        Ok(id) => {
            note_told(bot, Trouble::StockBoards, storefront.guild_id.as_str(), Ok(()));
            if !stock_boards::shows(&bot.app, board, &id, &digest).await? {
                // It was moved to another channel while it was being posted here.
                return Ok(BEHIND);
            }
            // An edit does not prove that the bot may post: the announcer clears a log channel's problem.
            let is_log = storefront.log_channel_id.as_ref() == Some(&board.channel_id);
            if board.message_id.is_none() || !is_log {
                channel_problems::mended(&bot.app, &storefront.user_id, board.channel_id.as_str()).await?;
            }
            Ok(State::Current)
        }
        Err(error) if error.is(code::UNKNOWN_MESSAGE) || error.is(code::ANOTHERS_MESSAGE) => {
            stock_boards::gone(&bot.app, board).await?;
            Ok(BEHIND)
        }
        // Nobody has to fix the board of a closed shop.
        Err(error) if board.is_closed && is_out_of_reach(&error) => {
            stock_boards::gone(&bot.app, board).await?;
            Ok(State::Current)
        }
        Err(PlatformError::Refused { .. }) if board.is_closed => Ok(State::Problem),
        Err(error) => {
            note_told(bot, Trouble::StockBoards, storefront.guild_id.as_str(), Err(&error));
            let Some(problem) = error.channel_problem() else {
                return Ok(State::Behind(error.pause()));
            };
            let (user, guild) = (&storefront.user_id, Some(&storefront.guild_id));
            channel_problems::note(&bot.app, user, guild, board.channel_id.as_str(), problem).await?;
            Ok(State::Problem)
        }
    }
}

/// Posts the board, or finds the one that an earlier try has posted. `None`: it was moved to another channel meanwhile.
async fn post(
    bot: &Bot,
    board: &StockBoard,
    message: &Message,
) -> Result<Option<std::result::Result<DiscordMessageId, PlatformError>>> {
    if board.posting_since.is_some() {
        let guild = &board.storefront.guild_id;
        let left = stock_boards::left_in(&bot.app, guild).await?;
        let others = stock_boards::of_guild(&bot.app, guild).await?;
        // Not one that was left here before, which is about to be deleted, nor another shop's.
        let known = left.iter().map(|left| &left.message_id);
        let known =
            known.chain(others.iter().filter_map(|other| other.message_id.as_ref())).collect::<Vec<_>>();
        match find_posted(bot, guild, &board.channel_id, &known).await {
            Ok(Some(id)) => {
                return Ok(Some(bot.platform.edit(&board.channel_id, &id, message).await.map(|()| id)));
            }
            // If the channel cannot be read, the nonce keeps the platform from posting a second one.
            Ok(None) | Err(PlatformError::Refused { .. }) => {}
            Err(error) => return Ok(Some(Err(error))),
        }
    }
    let Some(since) = stock_boards::posting(&bot.app, board).await? else { return Ok(None) };
    let guild = board.storefront.guild_id.as_str();
    let nonce = format!("b{}-{}", &guild[guild.len() - 10..], since.0 % 10_000_000_000);
    let posted = bot.platform.post(&board.channel_id, message, &nonce).await;
    if posted.as_ref().is_err_and(|error| !matches!(error, PlatformError::Unreachable(_))) {
        stock_boards::not_posted(&bot.app, board).await?;
    }
    Ok(Some(posted))
}

/// Finds a board of this guild in the channel that is not among the known ones.
async fn find_posted(
    bot: &Bot,
    guild: &GuildId,
    channel: &ChannelId,
    known: &[&DiscordMessageId],
) -> std::result::Result<Option<DiscordMessageId>, PlatformError> {
    let button = format!("{}{guild}", embeds::REDEEM);
    let is_it = |component: &ActionRowComponent| {
        matches!(component, ActionRowComponent::Button(found)
            if matches!(&found.data, ButtonKind::NonLink { custom_id, .. } if *custom_id == button))
    };
    let own_user = bot.own_user().await?;
    let is_known =
        |message: &PostedMessage| known.iter().any(|known| message.id.to_string() == known.as_str());
    let messages = bot.platform.messages(channel).await?;
    let board = messages.iter().find(|message| {
        // Another application may have posted a board here before.
        message.author.id.to_string() == own_user.as_str()
            && !is_known(message)
            && message.components.iter().flat_map(|row| &row.components).any(is_it)
    });
    Ok(board.and_then(|message| DiscordMessageId::parse(&message.id.to_string())))
}
