//! The bot's start: which parts there are, and how they end.

use boostdesk_core::foundation::supervised::keep;
use boostdesk_core::shop::redeem;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bot::commands;
use crate::bot::context::Bot;
use crate::bot::dispatch::{self, Heard};
use crate::bot::gateway::{self, Ended};
use crate::bot::interactions::LIFE_ANSWERED;
use crate::bot::keepers::{announcer, board_keeper, log_channels, order_follower};

/// Interactions that may wait to be read; each is then answered beside the others.
const WAITING: usize = 256;

/// Runs until `term` ends. Errors: the platform does not accept the bot from the start; `at_start` only.
pub(crate) async fn run(bot: &Bot, at_start: bool, term: CancellationToken) -> Result<(), Ended> {
    let tasks = TaskTracker::new();
    // However this ends, what it began does.
    let _ends = term.clone().drop_guard();
    let (heard, interactions) = mpsc::channel(WAITING);
    let (answering, said) = (bot.clone(), Heard::through(interactions));
    keep(&tasks, "interactions", &term, move |stop| dispatch::run(answering.clone(), said.clone(), stop));
    let keep_one = |name, part: fn(Bot, CancellationToken) -> BoxFuture<'static, ()>| {
        let bot = bot.clone();
        keep(&tasks, name, &term, move |stop| part(bot.clone(), stop));
    };
    keep_one("announcements", |bot, stop| announcer::run(bot, stop).boxed());
    keep_one("log channels", |bot, stop| log_channels::run(bot, stop).boxed());
    keep_one("stock boards", |bot, stop| board_keeper::run(bot, stop).boxed());
    keep_one("invites", |bot, stop| redeem::resolve_invites(bot.app.clone(), stop).boxed());
    // Of answers those that end before this term's own are an earlier process's.
    let (following, left) = (bot.clone(), bot.app.clock.now().plus(LIFE_ANSWERED));
    keep(&tasks, "followed orders", &term, move |stop| order_follower::run(following.clone(), left, stop));
    let registered = bot.clone();
    tasks.spawn(term.clone().run_until_cancelled_owned(async move { commands::register(&registered).await }));
    let ended = gateway::run(&bot.platform, &bot.token, &bot.app, heard, at_start, &term).await;
    term.cancel();
    tasks.close();
    tasks.wait().await;
    ended
}
