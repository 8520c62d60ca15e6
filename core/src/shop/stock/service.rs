//! Bringing stock in and taking it out.

use std::collections::HashSet;

use futures::FutureExt;
use tokio::task::spawn_blocking;

use super::{Exported, Imported, Preview, StockError, StockLevel, StockName, import as file, queries};
use crate::App;
use crate::db::Failure;
use crate::events::{Event, Topic};
use crate::ids::{GuildId, UserId};
use crate::people::activity_log::{self, Action};
use crate::seal::Purpose;
use crate::shop::low_stock;
use crate::shop::storefronts::{self, Storefront};

/// Line numbers that a preview lists at most.
const LISTED_LINES: usize = 20;

/// Returns one level for each stock name.
///
/// Errors: `Storefront(NotFound)`.
pub async fn levels(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Vec<StockLevel>, StockError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
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
    storefronts::owned(app, user_id, guild).await?;
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
/// A long list goes in piece by piece, each durable by itself, so that other writers get their turns in between. One that
/// breaks off may be brought again: what had gone in counts as duplicates then.
///
/// Errors: `TooLarge` above 8 MiB or 100,000 lines; `Storefront(NotFound)`.
pub async fn import(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    text: impl Into<String>,
) -> Result<Imported, StockError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let Prepared { pieces, mut duplicates, invalid } = prepare(app, user_id, text.into()).await?;
    let (mut added, last) = (0, pieces.len().saturating_sub(1));
    for (number, piece) in pieces.into_iter().enumerate() {
        let so_far = Imported { added, duplicates, invalid };
        let piece = Piece { tokens: piece, last: number == last };
        Imported { added, duplicates, .. } = insert(app, &storefront, stock, piece, so_far).await?;
    }
    Ok(Imported { added, duplicates, invalid })
}

/// A list that has been read, its tokens sealed.
struct Prepared {
    pieces: Vec<Vec<queries::NewToken>>,
    duplicates: usize,
    invalid: usize,
}

/// Hashing and sealing take a while: on a thread of their own.
async fn prepare(app: &App, user: &UserId, text: String) -> Result<Prepared, StockError> {
    let (app, user) = (app.clone(), user.clone());
    let prepared = spawn_blocking(move || {
        let lines = file::parse(&text)?;
        let new_token = |(_, token): &(usize, &str)| queries::NewToken {
            fingerprint: app.seal.fingerprint(Purpose::Token, token),
            sealed: app.seal.seal_for(&user, Purpose::Token, token, &app.rng),
        };
        let pieces = lines.tokens.chunks(queries::PIECE).map(|piece| piece.iter().map(new_token).collect());
        Ok(Prepared {
            pieces: pieces.collect(),
            duplicates: lines.repeated.len(),
            invalid: lines.invalid.len(),
        })
    });
    prepared.await.map_err(|_| Failure::Panicked)?
}

/// A part of an import: one transaction.
struct Piece {
    tokens: Vec<queries::NewToken>,
    /// Which tells the log of the whole.
    last: bool,
}

/// Returns what has come in with this piece, and `so_far`.
async fn insert(
    app: &App,
    storefront: &Storefront,
    stock: StockName,
    Piece { tokens, last }: Piece,
    so_far: Imported,
) -> Result<Imported, StockError> {
    let (storefront, now) = (storefront.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                queries::lock_imports(tx).await?;
                // The level first: whoever moves tokens of a stock waits here for the others.
                queries::add_available(tx, &storefront.id, stock, 0).await?;
                let new = queries::insert(tx, &storefront.id, stock, &tokens, now).await?;
                let added = so_far.added + new;
                let duplicates = so_far.duplicates + tokens.len() - new;
                if new > 0 {
                    let count = i64::try_from(new).expect("a piece is small");
                    queries::add_available(tx, &storefront.id, stock, count).await?;
                    low_stock::rose(tx, &storefront.id).await?;
                    tx.publish(Event::of_storefront(Topic::Stock, &storefront.user_id, &storefront.guild_id));
                }
                if last && added > 0 {
                    let details = summary(added, duplicates, stock);
                    activity_log::record(tx, &storefront.user_id, Action::StockAdded, &details, now).await?;
                }
                Ok(Imported { added, duplicates, ..so_far })
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
                    tokens.push(
                        app_.seal
                            .open_for(&storefront.user_id, Purpose::Token, &sealed)
                            .map_err(Failure::from)?,
                    );
                }
                if count > 0 {
                    low_stock::fell(tx, &storefront.id, stock, now).await?;
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
