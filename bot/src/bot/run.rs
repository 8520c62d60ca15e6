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
use crate::bot::keepers::{announcer, board_keeper, log_channels, order_follower};
use crate::bot::{commands, dispatch};

/// Interactions that may wait to be looked at.
const WAITING: usize = 256;

/// Runs until `term` ends. Errors: the platform does not accept the bot from the start; `at_start` only.
pub(crate) async fn run(bot: &Bot, at_start: bool, term: CancellationToken) -> Result<(), Refused> {
    let tasks = TaskTracker::new();
    let (heard, interactions) = mpsc::channel(WAITING);
    tasks.spawn(dispatch::run(bot.clone(), interactions, term.clone()));
    let keep = |name, part: fn(Bot, CancellationToken) -> BoxFuture<'static, ()>| {
        let (bot, stop) = (bot.clone(), term.clone());
        tasks.spawn(supervised(name, term.clone(), move || part(bot.clone(), stop.clone())))
    };
    keep("announcements", |bot, stop| announcer::run(bot, stop).boxed());
    keep("log channels", |bot, stop| log_channels::run(bot, stop).boxed());
    keep("stock boards", |bot, stop| board_keeper::run(bot, stop).boxed());
    keep("followed orders", |bot, stop| order_follower::run(bot, stop).boxed());
    keep("invites", |bot, stop| redeem::resolve_invites(bot.app.clone(), stop).boxed());
    let registered = bot.clone();
    tasks.spawn(term.clone().run_until_cancelled_owned(async move { commands::register(&registered).await }));
    let ended = gateway::run(&bot.platform, &bot.token, &bot.app, heard, at_start, &term).await;
    term.cancel();
    tasks.close();
    tasks.wait().await;
    ended
}
