//! What keeps chat true to the database, announcements in log channels, stock boards, answers that follow an order; and the database true
//! to chat, where a log channel can be spoken in again.
//!
//! Nothing here answers an interaction.

pub(crate) mod announcer;
mod board_agenda;
pub(crate) mod board_keeper;
pub(crate) mod log_channels;
pub(crate) mod order_follower;

use boostdesk_core::watching::outages::Trouble;

use crate::bot::context::Bot;
use crate::bot::platform::PlatformError;

/// Notes what came of telling the platform something. Whether it can be reached is one matter for all; what it refuses or puts off is a
/// matter of the one that it is about, and what its seller has to mend stands with the seller.
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
