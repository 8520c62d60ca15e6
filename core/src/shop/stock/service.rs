//! Bringing stock in and taking it out.

use std::collections::HashSet;

use futures::FutureExt;

use super::{Exported, Imported, Preview, StockError, StockLevel, StockName, import as file, queries};
use crate::App;
use crate::events::{Event, Topic};
use crate::ids::{GuildId, UserId};
use crate::people::activity_log::{self, Action};
use crate::seal::Purpose;
use crate::shop::low_stock;
use crate::shop::storefronts::{self, Right};

/// Line numbers that a preview lists at most.
const LISTED_LINES: usize = 20;

/// Returns one level for each stock name.
///
/// Errors: `Storefront(NotFound)`.
pub async fn levels(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Vec<StockLevel>, StockError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Read).await?;
    Ok(queries::levels(&mut app.db.read().await?, &storefront.id).await?)
}

/// Returns what [`import`] would do with this text. Changes nothing.
///
/// Errors: `TooLarge`; `Storefront(NotFound)`.
pub async fn preview(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    text: &str,
) -> Result<Preview, StockError> {
    storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let lines = file::parse(text)?;
    let fingerprints: Vec<String> =
        lines.tokens.iter().map(|(_, token)| app.seal.fingerprint(Purpose::Token, token)).collect();
    let known: HashSet<String> =
        queries::known(&mut app.db.read().await?, &fingerprints).await?.into_iter().collect();
    let mut duplicate_lines = lines.repeated;
    let numbers = lines.tokens.iter().map(|(number, _)| *number);
    duplicate_lines.extend(
        numbers.zip(&fingerprints).filter(|(_, print)| known.contains(*print)).map(|(number, _)| number),
    );
    duplicate_lines.sort_unstable();
    let counts = Imported {
        added: lines.tokens.len() - known.len(),
        duplicates: duplicate_lines.len(),
        invalid: lines.invalid.len(),
    };
    let first = |mut lines: Vec<usize>| {
        lines.truncate(LISTED_LINES);
        lines
    };
    Ok(Preview { counts, duplicate_lines: first(duplicate_lines), invalid_lines: first(lines.invalid) })
}

/// Adds a token a line. A token that is in the system already, anybody's, is a duplicate.
///
/// Errors: `TooLarge` above 8 MiB or 100,000 lines; `Storefront(NotFound)`.
pub async fn import(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    text: &str,
) -> Result<Imported, StockError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let lines = file::parse(text)?;
    let (repeated, invalid) = (lines.repeated.len(), lines.invalid.len());
    let tokens: Vec<queries::NewToken> = lines
        .tokens
        .iter()
        .map(|(_, token)| queries::NewToken {
            fingerprint: app.seal.fingerprint(Purpose::Token, token),
            sealed: app.seal.seal(Purpose::Token, token, &app.rng),
        })
        .collect();
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                storefront.sign(tx);
                // The level first: whoever moves tokens of a stock waits here for the others.
                queries::add_available(tx, &storefront.id, stock, 0).await?;
                let added = queries::insert(tx, &storefront.id, stock, &tokens, now).await?;
                let duplicates = repeated + tokens.len() - added;
                if added > 0 {
                    let count = i64::try_from(added).expect("an import has at most 100,000 lines");
                    queries::add_available(tx, &storefront.id, stock, count).await?;
                    low_stock::rose(tx, &storefront.id).await?;
                    let details = summary(added, duplicates, stock);
                    activity_log::record(tx, &storefront.user_id, Action::StockAdded, &details, now).await?;
                    tx.publish(Event::of_storefront(Topic::Stock, &storefront.user_id, &storefront.guild_id));
                }
                Ok(Imported { added, duplicates, invalid })
            }
            .boxed()
        })
        .await
}

fn summary(added: usize, duplicates: usize, stock: StockName) -> String {
    let plural = |count, one, many| if count == 1 { one } else { many };
    let added = format!("{added} {} added to {}", plural(added, "token", "tokens"), stock.title());
    if duplicates == 0 {
        return added;
    }
    format!("{added}, {duplicates} {} skipped", plural(duplicates, "duplicate", "duplicates"))
}

/// Hands out available tokens, the oldest first, and takes them out of stock: `count` of them, or all.
///
/// Errors: `BadCount`; `Storefront(NotFound)`.
pub async fn export(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    count: Option<i64>,
) -> Result<Exported, StockError> {
    if count.is_some_and(|count| count < 1) {
        return Err(StockError::BadCount);
    }
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (app_, now) = (app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let available = queries::add_available(tx, &storefront.id, stock, 0).await?;
                let count = count.map_or(available, |count| count.min(available));
                let sealed = queries::take_out(tx, &storefront.id, stock, count, now).await?;
                queries::add_available(tx, &storefront.id, stock, -count).await?;
                let mut tokens = Vec::with_capacity(sealed.len());
                for sealed in sealed {
                    tokens.push(app_.seal.open(Purpose::Token, &sealed).map_err(crate::db::Failure::from)?);
                }
                if count > 0 {
                    low_stock::fell(tx, &app_, &storefront.id, stock, now).await?;
                    let details = format!("{count} tokens taken out of {}", stock.title());
                    activity_log::record(tx, &storefront.user_id, Action::StockExported, &details, now)
                        .await?;
                    tx.publish(Event::of_storefront(Topic::Stock, &storefront.user_id, &storefront.guild_id));
                }
                Ok(Exported { tokens })
            }
            .boxed()
        })
        .await
}
