//! The bot's start: which parts there are, and how they end.

use boostdesk_core::shop::redeem;
use boostdesk_core::watching::supervised::supervised;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::bot::commands;
use crate::bot::context::Bot;
use crate::bot::dispatch::{self, Heard};
use crate::bot::gateway::{self, Ended};
use crate::bot::interactions::LIFE_ANSWERED;
use crate::bot::keepers::{announcer, board_keeper, future_times, log_channels, order_follower};

/// How many interactions may be queued; each is then answered in a task of its own.
const WAITING: usize = 256;

/// A part that runs beside the others until the term ends.
type Part = Box<dyn Fn(Bot, CancellationToken) -> BoxFuture<'static, ()> + Send>;

/// Runs until `term` ends. Errors: the platform does not accept the bot from the start; `at_start` only.
pub(crate) async fn run(bot: &Bot, at_start: bool, term: CancellationToken) -> Result<(), Ended> {
    // However this ends, dropping the set aborts its tasks.
    let mut tasks = JoinSet::new();
    let (heard, interactions) = mpsc::channel(WAITING);
    let said = Heard::through(interactions);
    // Answers whose time to be edited ends before this are from an earlier process.
    let left = bot.app.clock.now().plus(LIFE_ANSWERED);
    let mut keep = |name, part: Part| {
        let (bot, stop) = (bot.clone(), term.clone());
        tasks.spawn(supervised(bot.app.outages.clone(), name, stop.clone(), move || {
            part(bot.clone(), stop.clone())
        }));
    };
    keep("interactions", Box::new(move |bot, stop| dispatch::run(bot, said.clone(), stop).boxed()));
    keep("announcements", Box::new(|bot, stop| announcer::run(bot, stop).boxed()));
    keep("log channels", Box::new(|bot, stop| log_channels::run(bot, stop).boxed()));
    keep("stock boards", Box::new(|bot, stop| board_keeper::run(bot, stop).boxed()));
    keep("times in the future", Box::new(|bot, stop| future_times::run(bot, stop).boxed()));
    keep("invites", Box::new(|bot, stop| redeem::resolve_invites(bot.app.clone(), stop).boxed()));
    keep("followed orders", Box::new(move |bot, stop| order_follower::run(bot, left, stop).boxed()));
    let registered = bot.clone();
    let register =
        term.clone().run_until_cancelled_owned(async move { commands::register(&registered).await });
    tasks.spawn(register.map(|_| ()));
    let ended = gateway::run(&bot.platform, &bot.token, &bot.app, heard, at_start, &term).await;
    term.cancel();
    while tasks.join_next().await.is_some() {}
    ended
}
