//! `boostdesk stock import`: tokens, one a line, from a file or from standard input.

use std::io::{self, Read};
use std::path::Path;

use boostdesk_core::App;
use boostdesk_core::foundation::encoding::text_of;
use boostdesk_core::shop::stock::{self, StockName};
use serde_json::json;

use super::{guild_id, storefront_in};
use crate::process::cli::StockCommand;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};

pub(super) async fn run(app: &App, command: StockCommand) -> Result<(), Failed> {
    let StockCommand::Import { guild, stock, file: path, output } = command;
    let guild = guild_id(&guild)?;
    let stock = stock_name(&stock)?;
    let storefront = storefront_in(app, &guild).await?;
    let text = read(&path).map_err(|error| {
        let file = path.display();
        Failed::trouble(if path == Path::new("-") {
            format!("standard input: {error}")
        } else {
            format!("{file}: {error}. Name a text file that can be read, or `-` for standard input.")
        })
    })?;
    let imported =
        stock::import(app, &storefront.user_id, &guild, stock, text).await.map_err(Failed::trouble)?;
    if output.json {
        let stock::Imported { added, duplicates, invalid } = imported;
        say_json(&json!({ "added": added, "duplicates": duplicates, "invalid": invalid }));
    } else {
        let stock::Imported { added, duplicates, invalid } = imported;
        say(format!("{}: {added} added, {duplicates} duplicates, {invalid} invalid lines", stock.title()));
    }
    Ok(())
}

pub(super) fn stock_name(text: &str) -> Result<StockName, Failed> {
    StockName::parse(text).ok_or_else(|| Failed::usage(stock::StockError::UnknownStock))
}

/// Bytes that are not text become characters that no token has.
fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(text_of(bytes).unwrap_or_else(|lossy| lossy))
}
