//! `/restock`: tokens from a text file.

use boostdesk_core::foundation::words::counted;
use boostdesk_core::shop::stock::{self, LARGEST_IMPORT, StockError, StockName};
use boostdesk_core::shop::storefronts::Right;

use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::Resolved;

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let (user_id, _) = rights::acting(bot, interaction, Right::Manage).await?;
    let stock = stock_name(interaction)?;
    let file = interaction.attachment("file").ok_or_else(|| Refusal::new("Please attach a .txt file."))?;
    if !file.filename.to_lowercase().ends_with(".txt") {
        return Err(Refusal::new("Please attach a .txt file with a token a line."));
    }
    let too_large = || Refusal::new(StockError::TooLarge.to_string());
    if file.size as usize > LARGEST_IMPORT {
        return Err(too_large());
    }
    // Taken before the file is fetched, so that it does not wait in memory.
    let _turn = bot.imports.acquire().await;
    let text = match bot.platform.attachment(&file.url, LARGEST_IMPORT).await {
        Ok(Resolved::Text(text)) => text,
        Ok(Resolved::TooLarge) => return Err(too_large()),
        Ok(Resolved::NotText) => return Err(Refusal::new("The file is not text in UTF-8 or UTF-16.")),
        Ok(Resolved::Elsewhere) => {
            return Err(Refusal::new("The file is not on the chat platform. Please attach it again."));
        }
        Err(error) => {
            tracing::warn!(%error, "an attachment cannot be fetched");
            return Err(Refusal::new("The file could not be fetched. Please try again."));
        }
    };
    let guild = rights::guild(interaction)?;
    let done = stock::import(&bot.app, &user_id, &guild, stock, text).await.map_err(refused)?;
    let said = format!(
        "**{}** added to {}, {} and {} skipped.",
        counted(done.added, "token"),
        stock.title(),
        counted(done.duplicates, "duplicate"),
        counted(done.invalid, "invalid line")
    );
    Ok(embeds::said(said).into())
}

/// Core's sentence about a form is written for callers of the API.
fn refused(error: StockError) -> Refusal {
    match error {
        StockError::Form => Refusal::new("The file is a form. Attach the list itself, a token a line."),
        error => error.into(),
    }
}

pub(super) fn stock_name(interaction: &Interaction) -> Result<StockName> {
    let name = interaction.text("stock").and_then(StockName::parse);
    name.ok_or_else(|| Refusal::new(StockError::UnknownStock.to_string()))
}
