//! The bot's start: which parts there are, and how they end.

use boostdesk_core::foundation::supervised::supervised;
use boostdesk_core::shop::redeem;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bot::context::Bot;
use crate::bot::gateway::{self, Refused};
use crate::bot::interactions::LIFE_ANSWERED;
use crate::bot::keepers::{announcer, board_keeper, log_channels, order_follower};
use crate::bot::{commands, dispatch};

/// Interactions that may wait to be looked at.
const WAITING: usize = 256;

/// Runs until `term` ends. Errors: the platform does not accept the bot from the start; `at_start` only.
pub(crate) async fn run(bot: &Bot, at_start: bool, term: CancellationToken) -> Result<(), Refused> {
    let tasks = TaskTracker::new();
    // However this ends, what it began does.
    let _ends = term.clone().drop_guard();
    let (heard, interactions) = mpsc::channel(WAITING);
    tasks.spawn(dispatch::run(bot.clone(), interactions, term.clone()));
    let keep = |name, part: fn(Bot, CancellationToken) -> BoxFuture<'static, ()>| {
        let (bot, stop) = (bot.clone(), term.clone());
        tasks.spawn(supervised(name, term.clone(), move || part(bot.clone(), stop.clone())))
    };
    keep("announcements", |bot, stop| announcer::run(bot, stop).boxed());
    keep("log channels", |bot, stop| log_channels::run(bot, stop).boxed());
    keep("stock boards", |bot, stop| board_keeper::run(bot, stop).boxed());
    keep("invites", |bot, stop| redeem::resolve_invites(bot.app.clone(), stop).boxed());
    // Of answers those that end before this term's own are an earlier process's.
    let (following, stop, left) = (bot.clone(), term.clone(), bot.app.clock.now().plus(LIFE_ANSWERED));
    let follow = move || order_follower::run(following.clone(), left, stop.clone());
    tasks.spawn(supervised("followed orders", term.clone(), follow));
    let registered = bot.clone();
    tasks.spawn(term.clone().run_until_cancelled_owned(async move { commands::register(&registered).await }));
    let ended = gateway::run(&bot.platform, &bot.token, &bot.app, heard, at_start, &term).await;
    term.cancel();
    tasks.close();
    tasks.wait().await;
    ended
}
