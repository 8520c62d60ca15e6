//! Keeps chat in step with the database: announcements in log channels, stock boards, answers that follow an order.
//! Also notes in the database when a log channel can be posted in again, and brings back times by the platform's clock.
//!
//! Nothing here answers an interaction.

pub(crate) mod announcer;
mod board_agenda;
pub(crate) mod board_keeper;
pub(crate) mod future_times;
pub(crate) mod log_channels;
pub(crate) mod order_follower;

use boostdesk_core::watching::outages::Trouble;

use crate::bot::context::Bot;
use crate::bot::platform::PlatformError;

/// Records the outcome of a call in outages. Being unreachable is one outage for all calls; what the platform refuses
/// or puts off is an outage of `about` alone; and what the seller has to fix is shown to the seller instead.
fn note_told(bot: &Bot, trouble: Trouble, about: &str, told: Result<(), &PlatformError>) {
    let outages = &bot.app.outages;
    if let Err(error @ PlatformError::Unreachable(_)) = told {
        return outages.failed(trouble, "", error);
    }
    if told.map_or_else(PlatformError::is_answer, |()| true) {
        outages.worked(trouble, "");
    }
    match told {
        Err(error) if error.channel_problem().is_some() => outages.forget(trouble, about),
        told => outages.note(trouble, about, &told),
    }
}
