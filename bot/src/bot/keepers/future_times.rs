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
        let mut is_told = false;
        loop {
            let looked = look(&bot, &mut is_told).await;
            bot.app.outages.note(Trouble::Database, "times in the future", &looked);
            sleep(LOOK).await;
        }
    };
    stop.run_until_cancelled(watch).await;
}

/// `is_told`: whether the log says already that the clock is wrong.
async fn look(bot: &Bot, is_told: &mut bool) -> Result<()> {
    if !future_times::are_there(&bot.app).await? {
        *is_told = false;
        return Ok(());
    }
    let Ok(platforms) = bot.platform.time().await else { return Ok(()) };
    let now = bot.app.clock.now();
    let apart = now.since(platforms).max(platforms.since(now));
    if apart > CLOCK_TOLERANCE {
        if !std::mem::replace(is_told, true) {
            let apart_s = apart.as_secs();
            warn!(
                apart_s,
                "orders are dated in the future, by a clock that is {apart_s} s apart from the chat platform's: set it"
            );
        }
        return Ok(());
    }
    let rows = future_times::bring_back(&bot.app).await?;
    warn!(rows, "orders or boosts were dated in the future: the clock was ahead. {rows} rows are dated now");
    Ok(())
}
