//! Brings back the times of orders that were written while the clock was ahead, once the chat platform's clock agrees with ours: to
//! a clock that is behind, right times look the same.

use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::shop::future_times;
use boostdesk_core::watching::outages::Trouble;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::bot::context::Bot;
use crate::bot::platform::CLOCK_TOLERANCE;

const LOOK: Duration = Duration::from_mins(2);

pub(crate) async fn run(bot: Bot, stop: CancellationToken) {
    let watch = async {
        loop {
            let looked = look(&bot).await;
            bot.app.outages.note(Trouble::Database, "times in the future", &looked);
            sleep(LOOK).await;
        }
    };
    stop.run_until_cancelled(watch).await;
}

async fn look(bot: &Bot) -> Result<()> {
    if !future_times::are_there(&bot.app).await? {
        bot.app.outages.forget(Trouble::Clock, "");
        return Ok(());
    }
    let Ok(platforms) = bot.platform.time().await else { return Ok(()) };
    let apart = bot.app.clock.now().apart(platforms);
    if apart > CLOCK_TOLERANCE {
        let why =
            format!("it is {} s apart from the chat platform's, and orders are dated later", apart.as_secs());
        bot.app.outages.failed(Trouble::Clock, "", &why);
        return Ok(());
    }
    bot.app.outages.worked(Trouble::Clock, "");
    let rows = future_times::bring_back(&bot.app).await?;
    warn!(rows, "orders or boosts were dated in the future: the clock was ahead. {rows} rows are dated now");
    Ok(())
}
