//! Checks whether a log channel that the bot could not post in works again. Until there is something to post in it,
//! nothing else would notice.

use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::messenger::channel_problems::{self, LogChannel};
use boostdesk_core::watching::outages::Trouble;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::bot::context::Bot;

const LOOK: Duration = Duration::from_mins(5);

pub(crate) async fn run(bot: Bot, stop: CancellationToken) {
    let watch = async {
        loop {
            let looked = look(&bot).await;
            bot.app.outages.note(Trouble::Database, "log channels", &looked);
            sleep(LOOK).await;
        }
    };
    stop.run_until_cancelled(watch).await;
}

async fn look(bot: &Bot) -> Result<()> {
    for channel in channel_problems::of_idle_log_channels(&bot.app, bot.log_channel_id.as_ref()).await? {
        if may_post(bot, &channel).await {
            channel_problems::mended(&bot.app, &channel.user_id, channel.id.as_str()).await?;
        }
    }
    Ok(())
}

async fn may_post(bot: &Bot, LogChannel { id, guild_id, .. }: &LogChannel) -> bool {
    let Ok(found) = bot.platform.channel(id).await else { return false };
    matches!(bot.hindrance(&found, guild_id.as_ref()).await, Ok(None))
}
