//! Bringing stock in and taking it out.

use std::collections::HashSet;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use super::{Imported, Preview, StockError, StockLevel, StockName, import as file, queries};
use crate::App;
use crate::db::Failure;
use crate::events::{Event, Topic};
use crate::ids::{GuildId, UserId};
use crate::kept_answers::{self, Once};
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
    import_once(app, user_id, guild, stock, text, None).await
}

/// As [`import`]; the same call again answers what the first one did.
///
/// Errors: as [`import`]'s, and `Repeat(OtherBody)`.
pub async fn import_once(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    text: &str,
    once: Option<Once>,
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
    let (app_, now) = (app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(once) = &once
                    && let Some(answer) = kept_answers::hold(tx, &app_, once).await?
                {
                    return Imported::read(answer.expose_secret());
                }
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
                let imported = Imported { added, duplicates, invalid };
                if let Some(once) = &once {
                    kept_answers::keep(tx, &app_, once, &imported.written()).await?;
                }
                Ok(imported)
            }
            .boxed()
        })
        .await
}

impl Imported {
    /// As it is kept.
    fn written(self) -> SecretString {
        format!("{} {} {}", self.added, self.duplicates, self.invalid).into()
    }

    fn read(text: &str) -> Result<Self, StockError> {
        let numbers: Vec<usize> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [added, duplicates, invalid] = numbers[..] else {
            return Err(Failure::Inconsistent("an import's answer is no three numbers").into());
        };
        Ok(Self { added, duplicates, invalid })
    }
}

fn summary(added: usize, duplicates: usize, stock: StockName) -> String {
    let plural = |count, one, many| if count == 1 { one } else { many };
    let added = format!("{added} {} added to {}", plural(added, "token", "tokens"), stock.title());
    if duplicates == 0 {
        return added;
    }
    format!("{added}, {duplicates} {} skipped", plural(duplicates, "duplicate", "duplicates"))
}
