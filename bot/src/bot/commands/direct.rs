//! What sellers are told in a direct message.

use boostdesk_core::messenger::channel_problems::{self, DIRECT_MESSAGES};
use boostdesk_core::people::auth::Seller;
use serenity::all::UserId;

use super::Result;
use crate::bot::context::Bot;
use crate::bot::platform::{Message, PlatformError};

/// Tells the seller in a direct message. Returns why not, if it cannot.
pub(super) async fn tell(
    bot: &Bot,
    user: UserId,
    seller: &Seller,
    message: &Message,
    nonce: &str,
) -> Result<Option<String>> {
    let message = Message { ephemeral: false, ..message.clone() };
    let told = async {
        let channel = bot.platform.direct_channel(user).await?;
        bot.platform.post(&channel, &message, nonce).await
    };
    match told.await {
        Ok(_) => {
            channel_problems::mended(&bot.app, &seller.id, DIRECT_MESSAGES).await?;
            Ok(None)
        }
        Err(error) if error.is_closed_dm() => {
            let problem = "Your direct messages are closed to the bot. Open them to hear from it.";
            channel_problems::note(&bot.app, &seller.id, None, DIRECT_MESSAGES, problem).await?;
            Ok(Some("Their direct messages are closed.".to_owned()))
        }
        Err(error) => {
            tracing::warn!(%error, "a seller could not be told");
            let asked = matches!(error, PlatformError::Refused { .. });
            let why = if asked { "refused the direct message" } else { "did not take the direct message" };
            Ok(Some(format!("The platform {why}.")))
        }
    }
}
