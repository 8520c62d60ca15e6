//! Bringing stock in and taking it out.

use std::collections::HashSet;
use std::sync::Arc;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};
use tokio::task::spawn_blocking;

use super::import::List;
use super::{Imported, Preview, SealedToken, StockError, StockLevel, StockName, queries};
use crate::App;
use crate::db::Failure;
use crate::events::{Event, Topic};
use crate::foundation::words::counted;
use crate::ids::{ActivityId, GuildId, UserId};
use crate::kept_answers::{self, Once};
use crate::people::activity_log::{self, Action};
use crate::seal::Purpose;
use crate::shop::low_stock;
use crate::shop::storefronts::{self, Reached, Right, StorefrontError};

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
    text: impl Into<String>,
) -> Result<Preview, StockError> {
    storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let list = read(text).await?;
    let (mut duplicate_lines, mut known) = (list.repeated.clone(), 0);
    for first in (0..list.len()).step_by(queries::CHUNK) {
        let seal = app.seal.clone();
        let prints = of_piece(&list, first, queries::CHUNK, move |number, token| {
            (number, seal.fingerprint(Purpose::Token, token))
        });
        let (numbers, prints): (Vec<usize>, Vec<String>) = prints.await?.into_iter().unzip();
        let found = queries::known(&mut app.db.read().await?, &prints).await?;
        let found: HashSet<String> = found.into_iter().collect();
        known += found.len();
        let lines = numbers.into_iter().zip(&prints);
        duplicate_lines.extend(lines.filter(|(_, print)| found.contains(*print)).map(|(number, _)| number));
    }
    duplicate_lines.sort_unstable();
    let counts = Imported {
        added: list.len() - known,
        duplicates: duplicate_lines.len(),
        invalid: list.invalid.len(),
    };
    let first = |mut lines: Vec<usize>| {
        lines.truncate(LISTED_LINES);
        lines
    };
    Ok(Preview {
        counts,
        duplicate_lines: first(duplicate_lines),
        invalid_lines: first(list.invalid.clone()),
    })
}

/// Adds one token per line. A token that is in the system already, whoever's it is, is a duplicate.
///
/// A long list is added in pieces, each durable by itself, so that other writers get their turns in between. An import
/// that breaks off may be repeated: the tokens added before then count as duplicates.
///
/// Errors: `TooLarge`; `Form`; `Storefront(NotFound)`.
pub async fn import(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    text: String,
) -> Result<Imported, StockError> {
    import_once(app, user_id, guild, stock, text, None).await
}

/// As [`import`], but a repeated call returns the first one's answer, or continues an import that broke off.
///
/// Errors: as [`import`]'s, and `Repeat(OtherBody)`.
pub async fn import_once(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    text: String,
    once: Option<Once>,
) -> Result<Imported, StockError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let list = read(text).await?;
    // An empty list has one piece, too, because its answer may have to be kept.
    let pieces = list.len().div_ceil(queries::PIECE).max(1);
    let imported = Imported { added: 0, duplicates: list.repeated.len(), invalid: list.invalid.len() };
    let mut so_far = Progress { pieces: 0, imported, entry: None };
    while so_far.pieces < pieces {
        let (seller, app_) = (storefront.user_id.clone(), app.clone());
        let tokens = of_piece(&list, so_far.pieces * queries::PIECE, queries::PIECE, move |_, token| {
            SealedToken::seal(&app_.seal, &app_.rng, &seller, token)
        });
        so_far = insert(app, &storefront, stock, tokens.await?, so_far, once.clone()).await?;
    }
    Ok(so_far.imported)
}

async fn read(text: impl Into<String>) -> Result<Arc<List>, StockError> {
    let text = text.into();
    let list = spawn_blocking(move || List::read(text)).await.map_err(|_| Failure::Panicked)??;
    Ok(Arc::new(list))
}

/// Applies `work` to `count` tokens of a list, from the `first` one on. Hashing and sealing are slow, so they run on a thread of
/// their own, and only for the next piece, so that the whole list is never in memory a second time, sealed.
async fn of_piece<T: Send + 'static>(
    list: &Arc<List>,
    first: usize,
    count: usize,
    work: impl Fn(usize, &str) -> T + Send + 'static,
) -> Result<Vec<T>, StockError> {
    let list = list.clone();
    let done = spawn_blocking(move || {
        let piece = list.piece(first, count);
        piece.map(|(number, token)| work(number, token)).collect()
    });
    Ok(done.await.map_err(|_| Failure::Panicked)?)
}

/// How far an import has come.
#[derive(Debug, Clone, Copy)]
struct Progress {
    pieces: usize,
    imported: Imported,
    /// The import's entry in the activity log, once tokens were added.
    entry: Option<ActivityId>,
}

/// Adds one piece of an import, in one transaction. Returns the import's progress after it, or the stored progress when the same
/// call has added this piece before.
async fn insert(
    app: &App,
    storefront: &Reached,
    stock: StockName,
    tokens: Vec<SealedToken>,
    so_far: Progress,
    once: Option<Once>,
) -> Result<Progress, StockError> {
    let (app_, storefront, now) = (app.clone(), storefront.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(once) = &once
                    && let Some(kept) = kept_answers::hold(tx, &app_, once).await?
                {
                    let kept = Progress::read(kept.expose_secret())?;
                    if kept.pieces > so_far.pieces {
                        return Ok(kept);
                    }
                }
                storefront.sign(tx);
                queries::lock_imports(tx).await?;
                // The stock's level is locked first, so that all who move its tokens wait for each other here.
                queries::hold_level(tx, &storefront.id, stock).await?;
                // Closing locks the level, too, so nothing is added to a closed shop.
                if !storefronts::is_open(tx, &storefront.id).await? {
                    return Err(StorefrontError::NotFound.into());
                }
                let new = queries::insert(tx, &storefront.id, stock, &tokens, now).await?;
                let mut imported = so_far.imported;
                imported.added += new;
                imported.duplicates += tokens.len() - new;
                if new > 0 {
                    let count = i64::try_from(new).expect("a piece is small");
                    queries::add_available(tx, &storefront.id, stock, count).await?;
                    low_stock::rose(tx, &storefront.id).await?;
                    tx.publish(Event::of_storefront(Topic::Stock, &storefront.user_id, &storefront.guild_id));
                }
                let mut entry = so_far.entry;
                if imported.added > 0 {
                    let (seller, added) = (&storefront.user_id, Action::StockAdded);
                    let details = summary(imported.added, imported.duplicates, stock);
                    entry = Some(activity_log::record_so_far(tx, entry, seller, added, &details, now).await?);
                }
                let so_far = Progress { pieces: so_far.pieces + 1, imported, entry };
                if let Some(once) = &once {
                    kept_answers::keep(tx, &app_, once, &so_far.written()).await?;
                }
                Ok(so_far)
            }
            .boxed()
        })
        .await
}

impl Progress {
    /// The stored form.
    fn written(self) -> SecretString {
        let Imported { added, duplicates, invalid } = self.imported;
        let entry = self.entry.map(|entry| format!(" {entry}")).unwrap_or_default();
        format!("{} {added} {duplicates} {invalid}{entry}", self.pieces).into()
    }

    fn read(text: &str) -> Result<Self, StockError> {
        let mut words = text.split(' ');
        let numbers: Vec<usize> = words.by_ref().take(4).filter_map(|number| number.parse().ok()).collect();
        let [pieces, added, duplicates, invalid] = numbers[..] else {
            return Err(Failure::Inconsistent("an import's answer is no four numbers").into());
        };
        let entry = words.next().and_then(|entry| entry.parse().ok());
        Ok(Self { pieces, imported: Imported { added, duplicates, invalid }, entry })
    }
}

fn summary(added: usize, duplicates: usize, stock: StockName) -> String {
    let added = format!("{} added to {}", counted(added, "token"), stock.title());
    if duplicates == 0 {
        return added;
    }
    format!("{added}, {} skipped", counted(duplicates, "duplicate"))
}
