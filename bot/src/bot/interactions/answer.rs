//! Answers interactions: the first answer within three seconds whatever happens, and what follows it.

use std::time::Duration;

use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{FollowedOrderId, OrderId};
use boostdesk_core::messenger::followed_orders::{self, Eyes};
use secrecy::SecretString;
use serenity::all::{
    ApplicationId, CreateInteractionResponse as Response, CreateInteractionResponseMessage, InteractionId,
};
use tokio::time::{Instant, sleep, timeout_at};
use tracing::{debug, error};

use super::incoming::Interaction;
use super::reading::Unreadable;
use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::platform::{Message, Platform, PlatformError, code};

/// Slower work is deferred: the platform waits three seconds in all, including the way to us and back.
const DEFERRED_AFTER: Duration = Duration::from_millis(700);
/// The age by which an interaction is deferred at the latest, however long its way to us took.
const ANNOUNCED_BY: Duration = Duration::from_millis(2200);
/// After that the platform has given up on the interaction.
const LIFE_UNANSWERED: Duration = Duration::from_millis(2900);
/// An interaction that is older than this when it arrives was held up, as by a broken and resumed connection: its
/// caller may have been told that it failed, and try again.
const LATE: Duration = Duration::from_millis(2500);
/// The platform's ids count milliseconds from the start of 2015.
const EPOCH: Timestamp = Timestamp(1_420_070_400_000);
const PAUSE: Duration = Duration::from_millis(150);
/// An answer can be edited for fifteen minutes; one is kept as a margin.
pub(crate) const LIFE_ANSWERED: Duration = Duration::from_mins(14);
/// About a minute's.
const SOME_TRIES: u32 = 8;
const LATER: Backoff = Backoff::between(Duration::from_millis(500), Duration::from_secs(30));

/// No message's digest: an answer that may have arrived is edited to what it should show.
const MAYBE_SHOWN: &str = "?";

const NOT_KNOWN: &str =
    "The platform did not answer in time. Please look whether this was done before you try again.";

/// What became of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Arrived,
    /// The platform no longer waits for it, or has another process's answer.
    Refused,
    Unknown,
}

/// What the caller is told.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) message: Message,
    /// The order that the answer is kept current with.
    pub(crate) follow: Option<Followed>,
}

#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) order_id: OrderId,
    pub(crate) eyes: Eyes,
    /// A digest of what the answer shows.
    pub(crate) shown: String,
}

/// The id that an order is followed under, and the digest of what its answer will show.
type Following = (FollowedOrderId, String);

impl From<Message> for Answer {
    fn from(message: Message) -> Self {
        Self { message, follow: None }
    }
}

/// When the platform is told that the answer takes a moment (a deferral).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deferral {
    /// The work depends on another service.
    AtOnce,
    WhenSlow,
    /// The work must not be done twice: it begins once the platform has accepted the deferral, and is skipped if the
    /// platform no longer waits or another process answers.
    First,
}

/// One interaction that waits for its answer.
pub(crate) struct Asked {
    platform: Platform,
    id: InteractionId,
    application_id: ApplicationId,
    token: String,
    asked: Instant,
}

impl Asked {
    pub(crate) fn new(platform: Platform, interaction: &Interaction) -> Self {
        Self {
            platform,
            id: interaction.model().id(),
            application_id: interaction.model().application_id(),
            token: interaction.model().token().to_owned(),
            asked: Instant::now(),
        }
    }

    pub(crate) fn unread(platform: Platform, unreadable: Unreadable) -> Self {
        let Unreadable { id, application_id, token, .. } = unreadable;
        Self { platform, id, application_id, token, asked: Instant::now() }
    }

    /// Answers with what `work` gives: at once when it is quick, else the platform shows meanwhile that the bot thinks.
    pub(crate) async fn answer(
        &self,
        bot: &Bot,
        work: impl Future<Output = Answer>,
        deferral: Deferral,
        private: bool,
    ) {
        // Includes recording the followed order: a slow database is a reason to defer, too.
        let mut work = std::pin::pin!(async {
            let answer = work.await;
            (answer.message, self.follow(bot, answer.follow).await)
        });
        let age = self.age(bot);
        let thinking = Response::Defer(CreateInteractionResponseMessage::new().ephemeral(private));
        let (message, following) = if deferral == Deferral::First || age >= LATE {
            match self.first(&thinking).await {
                Given::Arrived => work.await,
                Given::Refused => return,
                // The deferral may be showing, so it is replaced. Another process may have done the work.
                Given::Unknown => (embeds::refused(NOT_KNOWN), None),
            }
        } else {
            if deferral == Deferral::WhenSlow {
                tokio::select! {
                    (message, following) = &mut work => {
                        self.give_at_once(bot, Response::Message, &message, following).await;
                        return;
                    }
                    () = sleep(until_deferral(age)) => {}
                }
            }
            tokio::join!(self.give(&thinking), work).1
        };
        if message.ephemeral && !private {
            // The deferral has fixed who sees the answer.
            self.insist(bot, u32::MAX, || self.platform.delete_answer(self.application_id, &self.token))
                .await;
            self.add(bot, &message).await;
            settle(bot, following, Given::Refused).await;
        } else {
            self.show(bot, &message, following).await;
        }
    }

    /// Returns what `work` gives, and whether it came too late to be the first answer: then the platform was told that the
    /// message whose button was pressed stays for now. `None`: nothing was done, as the platform does not wait any more, or another
    /// process answers.
    pub(crate) async fn wait_for<T>(
        &self,
        bot: &Bot,
        work: impl Future<Output = T>,
        deferral: Deferral,
    ) -> Option<(T, bool)> {
        let mut work = std::pin::pin!(work);
        let age = self.age(bot);
        if deferral == Deferral::First || age >= LATE {
            match self.first(&Response::Acknowledge).await {
                Given::Arrived => return Some((work.await, true)),
                Given::Refused => {}
                Given::Unknown => self.add(bot, &embeds::refused(NOT_KNOWN)).await,
            }
            return None;
        }
        tokio::select! {
            done = &mut work => return Some((done, false)),
            () = sleep(until_deferral(age)) => {}
        }
        let (_, done) = tokio::join!(self.give(&Response::Acknowledge), work);
        Some((done, true))
    }

    fn age(&self, bot: &Bot) -> Duration {
        age(self.id, bot)
    }

    /// Answers after a deferral by editing what is shown. Returns whether that was confirmed.
    pub(crate) async fn change(&self, bot: &Bot, answer: Answer) -> bool {
        let following = self.follow(bot, answer.follow).await;
        self.show(bot, &answer.message, following).await
    }

    async fn show(&self, bot: &Bot, message: &Message, following: Option<Following>) -> bool {
        let edit = async || self.platform.edit_answer(self.application_id, &self.token, message).await;
        // An answer that follows an order is then given by whoever leads, with what it shows by that time.
        let most_lost = if following.is_some() { SOME_TRIES } else { u32::MAX };
        let given = self.insist(bot, most_lost, edit).await;
        settle(bot, following, given).await;
        given == Given::Arrived
    }

    /// Sends another message after the first answer. Each try whose answer is lost may have sent it.
    pub(crate) async fn add(&self, bot: &Bot, message: &Message) {
        let send = || self.platform.follow_up(self.application_id, &self.token, message);
        self.insist(bot, SOME_TRIES, send).await;
    }

    /// Answers at once.
    pub(crate) async fn reply(&self, bot: &Bot, answer: Answer) {
        self.answer_at_once(bot, Response::Message, answer).await;
    }

    /// Answers at once by replacing the message whose button was pressed. Returns whether that was confirmed.
    pub(crate) async fn update(&self, bot: &Bot, answer: Answer) -> bool {
        self.answer_at_once(bot, Response::UpdateMessage, answer).await
    }

    async fn answer_at_once(
        &self,
        bot: &Bot,
        kind: fn(CreateInteractionResponseMessage) -> Response,
        answer: Answer,
    ) -> bool {
        let following = self.follow(bot, answer.follow).await;
        self.give_at_once(bot, kind, &answer.message, following).await
    }

    async fn give_at_once(
        &self,
        bot: &Bot,
        kind: fn(CreateInteractionResponseMessage) -> Response,
        message: &Message,
        following: Option<Following>,
    ) -> bool {
        let send = || self.platform.answer_with(self.id, &self.token, kind, message);
        let given = self.insist_at_once(send).await;
        settle(bot, following, given).await;
        given == Given::Arrived
    }

    /// Returns whether the answer is known to have arrived.
    pub(crate) async fn give(&self, first: &Response) -> bool {
        self.first(first).await == Given::Arrived
    }

    async fn first(&self, response: &Response) -> Given {
        self.insist_at_once(|| self.platform.answer(self.id, &self.token, response)).await
    }

    /// Sends a first answer, again and again for as long as the platform waits.
    async fn insist_at_once<F>(&self, send: impl Fn() -> F) -> Given
    where
        F: Future<Output = Result<(), PlatformError>>,
    {
        let deadline = self.asked + LIFE_UNANSWERED;
        let mut may_have_arrived = false;
        loop {
            match timeout_at(deadline, send()).await {
                Ok(Ok(())) => return Given::Arrived,
                // An earlier try arrived, and its answer was lost; or another process has heard of it, too.
                Ok(Err(error)) if error.is(code::ALREADY_ANSWERED) => {
                    return if may_have_arrived { Given::Arrived } else { Given::Refused };
                }
                Ok(Err(error @ PlatformError::Refused { .. })) => {
                    error!(%error, "an interaction stays without an answer");
                    return Given::Refused;
                }
                Ok(Err(error)) if Instant::now() + PAUSE.max(error.pause()) < deadline => {
                    debug!(%error, "an interaction's answer did not arrive, trying again");
                    may_have_arrived |= matches!(error, PlatformError::Unreachable(_));
                    sleep(PAUSE.max(error.pause())).await;
                }
                Ok(Err(_)) | Err(_) => {
                    error!("an interaction could not be answered in time");
                    return Given::Unknown;
                }
            }
        }
    }

    /// Records that the answer follows an order. Called before the answer is sent.
    async fn follow(&self, bot: &Bot, followed: Option<Followed>) -> Option<Following> {
        let Followed { order_id, eyes, shown } = followed?;
        let answer = SecretString::from(format!("{} {}", self.application_id, self.token));
        let until = bot.app.clock.now().plus(LIFE_ANSWERED.saturating_sub(self.asked.elapsed()));
        match followed_orders::follow(&bot.app, &order_id, eyes, &answer, until).await {
            Ok(id) => Some((id, shown)),
            Err(failure) => {
                error!(%failure, "an order's answer will not follow it");
                None
            }
        }
    }

    /// Retries until the platform accepts or refuses the call, it is too late, or the platform's answer was lost `most_lost` times.
    async fn insist<F>(&self, bot: &Bot, most_lost: u32, call: impl Fn() -> F) -> Given
    where
        F: Future<Output = Result<(), PlatformError>>,
    {
        let (mut backoff, mut lost, mut missed) = (LATER, 0, 0);
        loop {
            let error = match call().await {
                Ok(()) => return Given::Arrived,
                Err(error) => error,
            };
            let pause = backoff.failed(&bot.app.rng).max(error.pause());
            lost += u32::from(matches!(error, PlatformError::Unreachable(_)));
            // Right after a first answer, parts of the platform may not know of it yet.
            missed += u32::from(error.is_missing());
            let is_refused =
                matches!(error, PlatformError::Refused { .. }) && (!error.is_missing() || missed > 1);
            if is_refused || lost >= most_lost || self.asked.elapsed() + pause > LIFE_ANSWERED {
                error!(%error, "an answer could not be given");
                return if is_refused { Given::Refused } else { Given::Unknown };
            }
            sleep(pause).await;
        }
    }
}

/// How long ago the caller asked. An age that no answer can reach means a wrong clock, and counts as zero.
fn age(id: InteractionId, bot: &Bot) -> Duration {
    // The upper bits of an id are its time.
    let made_at = EPOCH.plus(Duration::from_millis(id.get() >> 22));
    let age = bot.app.clock.now().since(made_at);
    if age < LIFE_ANSWERED { age } else { Duration::ZERO }
}

/// How long work may take if its answer (a form, or choices) cannot be deferred. Never zero: with a fast clock every
/// interaction looks old, and an answer that comes too late does no harm.
pub(crate) fn time_left(id: InteractionId, bot: &Bot) -> Duration {
    ANNOUNCED_BY.saturating_sub(age(id, bot)).max(DEFERRED_AFTER)
}

fn until_deferral(age: Duration) -> Duration {
    ANNOUNCED_BY.saturating_sub(age).min(DEFERRED_AFTER)
}

/// Keeps the answer current from now on if it was given, or may have been; else stops following.
async fn settle(bot: &Bot, following: Option<Following>, given: Given) {
    let Some((id, shown)) = following else { return };
    let settled = match given {
        Given::Arrived => followed_orders::given(&bot.app, id, &shown).await,
        Given::Unknown => followed_orders::given(&bot.app, id, MAYBE_SHOWN).await,
        Given::Refused => followed_orders::unfollow(&bot.app, id).await,
    };
    if let Err(failure) = settled {
        error!(%failure, "an order's answer will not follow it");
    }
}
