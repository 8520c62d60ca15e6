//! Posts what the outbox holds: each announcement once, in order, and none lost.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{ChannelId, GuildId};
use boostdesk_core::messenger::announcements::{
    self, Announcement, Content, LONGEST_PAUSE, Outcome, Posted, Recipient,
};
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::people::auth;
use boostdesk_core::watching::outages::Trouble;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span, debug, debug_span, error};

use super::note_told;
use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::platform::{Message, PlatformError, PostedMessage, code};

/// Storefronts, too: once a log channel is chosen or changed, there may be more to post.
const TOPICS: [Topic; 2] = [Topic::Announcements, Topic::Storefronts];
/// How often the outbox is read without an event.
const LOOK: Duration = Duration::from_secs(30);
/// The same while something is being posted: an announcement for another channel may come due.
const BESIDE_OTHERS: Duration = Duration::from_secs(1);
/// The pause after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(2);
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const BACKOFF: Backoff = Backoff::between(FIRST_PAUSE, Duration::from_mins(1));
/// From this try on an announcement whose form the platform rejects is dropped, as others wait behind it.
const TRIES_OF_A_FORM: i64 = 5;
const FOREIGN: &str = "The channel is in another server. Choose one of this server.";
/// A channel that may not be written to is tried again less often: somebody has to fix it first.
const PROBLEM_BACKOFF: Backoff = Backoff::between(FIRST_PAUSE, LONGEST_PAUSE);

pub(crate) async fn run(bot: Bot, stop: CancellationToken) {
    let mut events = bot.app.events.listen(&TOPICS);
    if let Err(failure) = channel_problems::forget_owners_former(&bot.app, bot.log_channel_id.as_ref()).await
    {
        error!(%failure, "problems of a former log channel stay");
    }
    // One at a time per guild, in order, so that a slow channel holds up no other.
    let (mut busy, mut under_way) = (BTreeSet::new(), JoinSet::new());
    loop {
        while let Some(ended) = under_way.try_join_next() {
            busy.remove(&whose_turn_is_over(ended));
        }
        let due = tokio::select! {
            () = stop.cancelled() => return,
            due = announcements::due_beside(&bot.app, &busy) => due,
        };
        bot.app.outages.note(Trouble::Database, "announcements", &due);
        let pause = match due {
            Err(_) => AFTER_FAILURE,
            Ok(due) => {
                for announcement in due {
                    // Several closed shops of one guild may each have one due: the others wait.
                    if busy.insert(guild_of(&announcement).cloned()) {
                        // In its own task, so that it returns its database connection even while this loop waits for one.
                        under_way.spawn(say_in_its_channel(bot.clone(), announcement));
                    }
                }
                if busy.is_empty() { pause_until_due(&bot).await } else { BESIDE_OTHERS }
            }
        };
        tokio::select! {
            () = stop.cancelled() => return,
            Some(ended) = under_way.join_next() => {
                busy.remove(&whose_turn_is_over(ended));
            }
            _ = timeout(pause, events.next()) => {}
        }
    }
}

/// Passes a panic of the task on to the keeper.
fn whose_turn_is_over(ended: std::result::Result<Option<GuildId>, JoinError>) -> Option<GuildId> {
    ended.unwrap_or_else(|crashed| resume_unwind(crashed.into_panic()))
}

/// Posts it and returns the guild whose channel is free again.
async fn say_in_its_channel(bot: Bot, announcement: Announcement) -> Option<GuildId> {
    let said = say(&bot, &announcement).instrument(span_of(&bot, &announcement)).await;
    // The announcement may be removed meanwhile, so its outage must also end by itself.
    bot.app.outages.note_met(Trouble::Database, &format!("announcements of {}", about(&announcement)), &said);
    if said.is_err() {
        // While nothing can be written it stays due: do not retry at once.
        sleep(AFTER_FAILURE).await;
    }
    guild_of(&announcement).cloned()
}

async fn pause_until_due(bot: &Bot) -> Duration {
    match announcements::next_due(&bot.app).await {
        Ok(None) => {
            // The outbox is empty, so nothing fails any more.
            bot.app.outages.forget_all(Trouble::Announcements);
            LOOK
        }
        Ok(Some(due)) => {
            let wait = (due.0 - bot.app.clock.now().0).max(0);
            Duration::from_millis(wait.unsigned_abs()).clamp(Duration::from_millis(50), LOOK)
        }
        Err(_) => AFTER_FAILURE,
    }
}

/// An announcement about an order continues the order's trace.
fn span_of(bot: &Bot, announcement: &Announcement) -> Span {
    let span = debug_span!("announcement", otel.kind = "consumer");
    if let Content::OrderRedeemed { order, .. } | Content::OrderFinished { order } = &announcement.content {
        bot.app.traces.continue_order(&span, &order.order_id);
    }
    span
}

async fn say(bot: &Bot, announcement: &Announcement) -> Result<()> {
    let channel_id = match &announcement.to {
        Recipient::Owner => bot.log_channel_id.as_ref(),
        Recipient::Storefront { channel_id, .. } => Some(channel_id),
    };
    let Some(channel_id) = channel_id else { return announcements::remove(&bot.app, announcement.id).await };
    let of_guild = match &announcement.to {
        Recipient::Storefront { guild_id, .. } => bot.is_of_guild(channel_id, guild_id).await,
        Recipient::Owner => Some(true),
    };
    if of_guild == Some(false) {
        note(bot, announcement, channel_id, FOREIGN).await?;
        bot.app.outages.forget(Trouble::Announcements, about(announcement));
        return announcements::put_off(&bot.app, announcement.id, LONGEST_PAUSE, Posted::Maybe).await;
    }
    let mut message = embeds::announcement(&bot.product, announcement);
    // A role is mentioned only if the channel is known to be in the role's guild. Other faults of a channel that cannot
    // be looked up show when something is posted there.
    if of_guild.is_none() {
        message.role_id = None;
    }
    if let Some(channel) = &announcement.attempted_channel {
        match was_said(bot, channel, &message).await {
            Ok(true) => return said(bot, announcement, channel).await,
            Ok(false) => {}
            // The channel cannot be read; the nonce keeps the platform from posting it twice.
            Err(error @ PlatformError::Refused { .. }) => debug!(%error, "cannot look whether it was said"),
            // It may have been posted.
            Err(error) => return put_off(bot, announcement, channel_id, &error, Posted::Maybe).await,
        }
    }
    if !announcements::attempting(&bot.app, announcement.id, channel_id).await? {
        return Ok(());
    }
    match bot.platform.post(channel_id, &message, &nonce(announcement)).await {
        Ok(_) => said(bot, announcement, channel_id).await,
        Err(error) => {
            let posted = match error {
                PlatformError::Unreachable(_) => Posted::Maybe,
                _ => Posted::No,
            };
            put_off(bot, announcement, channel_id, &error, posted).await
        }
    }
}

/// The guild that it is for, or `owner`: names the outage, whichever the channel is by now.
fn about(announcement: &Announcement) -> &str {
    guild_of(announcement).map_or("owner", GuildId::as_str)
}

fn guild_of(announcement: &Announcement) -> Option<&GuildId> {
    match &announcement.to {
        Recipient::Storefront { guild_id, .. } => Some(guild_id),
        Recipient::Owner => None,
    }
}

/// The message is in the channel, from this try or an earlier one.
async fn said(bot: &Bot, announcement: &Announcement, channel_id: &ChannelId) -> Result<()> {
    bot.app.metrics.announced(Outcome::Sent.as_str());
    note_told(bot, Trouble::Announcements, about(announcement), Ok(()));
    announcements::remove(&bot.app, announcement.id).await?;
    mended(bot, announcement, channel_id).await
}

/// Returns the nonce of an announcement: at most 25 characters, the same on every try.
fn nonce(announcement: &Announcement) -> String {
    format!("a{}-{}", announcement.id, announcement.at.0 % 10_000_000_000)
}

/// Returns whether the channel has the message of an earlier try.
async fn was_said(
    bot: &Bot,
    channel: &ChannelId,
    message: &Message,
) -> std::result::Result<bool, PlatformError> {
    let Some(wanted) = &message.embed else { return Ok(false) };
    let at = wanted.timestamp.as_deref().and_then(Timestamp::parse_rfc3339);
    // The first field says what it is about; the others may have changed since.
    let about = wanted.fields.first().map(|field| field.value.as_str());
    let is_it = |found: &PostedMessage| {
        found.embeds.first().is_some_and(|embed| {
            let posted = embed.timestamp.and_then(|at| Timestamp::parse_rfc3339(&at.to_string()));
            embed.title.as_ref() == Some(&wanted.title)
                && posted == at
                && embed.fields.first().map(|field| field.value.as_str()) == about
        })
    };
    Ok(bot.platform.messages(channel).await?.iter().any(is_it))
}

async fn put_off(
    bot: &Bot,
    announcement: &Announcement,
    channel_id: &ChannelId,
    error: &PlatformError,
    posted: Posted,
) -> Result<()> {
    let problem = error.channel_problem();
    if let Some(problem) = problem {
        note(bot, announcement, channel_id, problem).await?;
    }
    if error.is(code::INVALID_FORM) && announcement.attempts + 1 >= TRIES_OF_A_FORM {
        error!(%error, "an announcement of {} is left unsaid", about(announcement));
        bot.app.metrics.announced(Outcome::Dropped.as_str());
        return announcements::remove(&bot.app, announcement.id).await;
    }
    let backoff = if problem.is_some() { PROBLEM_BACKOFF } else { BACKOFF };
    let pause = match error {
        PlatformError::Later { pause } => *pause,
        _ => backoff.after_failures(announcement.attempts).failed(&bot.app.rng),
    };
    bot.app.metrics.announced(Outcome::PutOff.as_str());
    note_told(bot, Trouble::Announcements, about(announcement), Err(error));
    announcements::put_off(&bot.app, announcement.id, pause, posted).await
}

async fn note(bot: &Bot, announcement: &Announcement, channel_id: &ChannelId, problem: &str) -> Result<()> {
    match &announcement.to {
        Recipient::Storefront { user_id, guild_id, .. } => {
            channel_problems::note(&bot.app, user_id, Some(guild_id), channel_id.as_str(), problem).await
        }
        Recipient::Owner => match auth::owner(&bot.app).await? {
            Some(owner) => channel_problems::note(&bot.app, &owner, None, channel_id.as_str(), problem).await,
            None => Ok(()),
        },
    }
}

async fn mended(bot: &Bot, announcement: &Announcement, channel_id: &ChannelId) -> Result<()> {
    match &announcement.to {
        Recipient::Storefront { user_id, .. } => {
            channel_problems::mended(&bot.app, user_id, channel_id.as_str()).await
        }
        Recipient::Owner => match auth::owner(&bot.app).await? {
            Some(owner) => channel_problems::mended(&bot.app, &owner, channel_id.as_str()).await,
            None => Ok(()),
        },
    }
}
