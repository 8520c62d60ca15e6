//! Exports of stock: in pieces, so that other writers get their turns in between; each piece is durable with its tokens.
//! For a day it can be read again what was taken out, when and by whom, so no token is lost with a lost answer.

mod queries;

use std::cmp::Reverse;
use std::time::Duration;

use futures::FutureExt;
use futures::stream::{Stream, try_unfold};
use secrecy::{ExposeSecret, SecretString};

use super::queries as stock_queries;
use super::{StockError, StockName};
use crate::App;
use crate::db::{self, Failure, PIECE, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::counted;
use crate::ids::{ExportId, GuildId, UserId};
use crate::kept_answers::{self, Once};
use crate::people::activity_log::{self, Action};
use crate::people::auth;
use crate::seal::{Place, Purpose};
use crate::shop::low_stock;
use crate::shop::storefronts::{self, Storefront, StorefrontError};

const KEPT: Duration = Duration::from_hours(24);
/// Old exports deleted in one transaction.
const FORGOTTEN: i64 = 10;

/// What is to be taken out.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// `None`: all there is.
    pub count: Option<i64>,
    /// The name of the API key that asks for it. `None`: the user, by name.
    pub key_name: Option<String>,
    pub once: Option<Once>,
}

/// An export, without its tokens.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Export {
    pub id: ExportId,
    pub at: Timestamp,
    /// The name of whoever asked for it.
    pub by_whom: String,
    pub count: i64,
}

/// Hands out available tokens, the oldest first, and takes them out of stock: as many as wanted, or as there are. Returns
/// under which id they can be read.
///
/// Errors: `BadCount`; `Storefront(NotFound)`; `Repeat(OtherBody)`; `NoSuchExport`, when a repeated call's export was deleted.
pub async fn export(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
    wanted: Wanted,
) -> Result<ExportId, StockError> {
    if wanted.count.is_some_and(|count| count < 1) {
        return Err(StockError::BadCount);
    }
    // If the user has an open shop in the guild, other sellers' closed shops there are not used to fill the export.
    let shops = match storefronts::owned(app, user_id, guild).await {
        Ok(own) => vec![own],
        Err(StorefrontError::NotFound) => storefronts::stocked(app, user_id, guild).await?,
        Err(error) => return Err(error.into()),
    };
    let (app_, by) = (app.clone(), user_id.clone());
    let begun =
        app.db.write(move |tx| async move { begin(tx, &app_, &by, &shops, stock, &wanted).await }.boxed());
    let (taking, mut done) = begun.await?;
    while !done {
        let (app_, taking) = (app.clone(), taking.clone());
        done = app.db.write(move |tx| async move { taking.next_piece(tx, &app_).await }.boxed()).await?;
    }
    Ok(taking.id)
}

/// An export under way.
#[derive(Clone)]
struct Taking {
    id: ExportId,
    storefront: Storefront,
    stock: StockName,
    /// The storefront's seller, or the product's owner.
    by: UserId,
}

/// Records the export with its first piece; a repeated call finds the export that it began. Takes from the first of the shops that
/// has stock. Returns whether the export is complete.
async fn begin(
    tx: &mut Tx,
    app: &App,
    user_id: &UserId,
    shops: &[Storefront],
    stock: StockName,
    wanted: &Wanted,
) -> Result<(Taking, bool), StockError> {
    let by = user_id.clone();
    if let Some(once) = &wanted.once
        && let Some(id) = kept_answers::hold(tx, app, once).await?
    {
        let id = ExportId::parse(id.expose_secret());
        let id = id.ok_or(Failure::Inconsistent("an answer that names no export"))?;
        let storefront_id = queries::storefront_of(tx, &id).await?.ok_or(StockError::NoSuchExport)?;
        let storefront = storefronts::by_id(tx, &storefront_id).await?;
        let storefront = storefront.ok_or(Failure::Inconsistent("an export of no storefront"))?;
        return Ok((Taking { id, storefront, stock, by }, false));
    }
    let by_whom = match &wanted.key_name {
        Some(name) => name.clone(),
        None => auth::name_of(tx, user_id).await?,
    };
    let (mut chosen, mut available) = (None, 0);
    for shop in shops {
        let has = stock_queries::hold_level(tx, &shop.id, stock).await?;
        if chosen.is_none() || has > 0 {
            (chosen, available) = (Some(shop.clone()), has);
        }
        if has > 0 {
            break;
        }
    }
    let storefront = chosen.ok_or(StorefrontError::NotFound)?;
    let id = ExportId::random(&app.rng);
    let row = queries::NewRow {
        id: id.clone(),
        by_whom,
        wanted: wanted.count.map_or(available, |count| count.min(available)),
        at: app.clock.now(),
    };
    queries::insert(tx, &storefront.id, stock, &row).await?;
    if let Some(once) = &wanted.once {
        kept_answers::keep(tx, app, once, &SecretString::from(id.as_str())).await?;
    }
    let taking = Taking { id, storefront, stock, by };
    let done = taking.next_piece(tx, app).await?;
    Ok((taking, done))
}

impl Taking {
    /// Returns whether the export is complete.
    async fn next_piece(&self, tx: &mut Tx, app: &App) -> db::Result<bool> {
        let Self { id, storefront, stock, by } = self;
        let (stock, now) = (*stock, app.clock.now());
        // The stock's level is locked first, so that all who move its tokens wait for each other here.
        let mut available = stock_queries::hold_level(tx, &storefront.id, stock).await?;
        let Some(open) = queries::hold(tx, id).await? else { return Ok(true) };
        // Stop if the seller was removed or, in an owner's export, if its seller has opened the shop again.
        let is_over = if storefront.user_id == *by {
            auth::is_removed(tx, by).await?
        } else {
            storefronts::is_open(tx, &storefront.id).await?
        };
        if is_over {
            available = 0;
        }
        if storefront.user_id != *by {
            tx.by(by);
        }
        let left = open.wanted - open.count;
        if left == 0 {
            return Ok(true);
        }
        let piece = left.min(PIECE).min(available);
        // Nothing is left, so the export ends with what it has.
        let wanted = if piece == 0 { open.count } else { open.wanted };
        if piece > 0 {
            let sealed = stock_queries::take_out(tx, &storefront.id, stock, piece, now).await?;
            stock_queries::add_available(tx, &storefront.id, stock, -piece).await?;
            let mut lines = String::new();
            for token in sealed {
                let token = token.open(&app.seal, &storefront.user_id)?;
                lines.push_str(token.expose_secret());
                lines.push('\n');
            }
            let row = [id.as_str(), &open.count.to_string()];
            let lines = app.seal.seal(&Place::row(Purpose::ExportedTokens, &row), &lines, &app.rng);
            queries::insert_piece(tx, id, open.count, &lines).await?;
            low_stock::fell(tx, app, &storefront.id, stock, now).await?;
            tx.publish(Event::of_storefront(Topic::Stock, &storefront.user_id, &storefront.guild_id));
        }
        let count = open.count + piece;
        let mut entry = open.entry;
        if count > 0 {
            let (seller, exported) = (&storefront.user_id, Action::StockExported);
            let details = format!("{} taken out of {}", counted(count, "token"), stock.title());
            entry = Some(activity_log::record_so_far(tx, entry, seller, exported, &details, now).await?);
        }
        queries::update(tx, id, wanted, count, entry).await?;
        Ok(count == wanted)
    }
}

/// Returns what was taken out of a stock in the last 24 hours, the newest first.
///
/// Errors: `Storefront(NotFound)`.
pub async fn exports(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    stock: StockName,
) -> Result<Vec<Export>, StockError> {
    let shops = storefronts::stocked(app, user_id, guild).await?;
    let since = app.clock.now().minus(KEPT);
    let (mut conn, mut exports) = (app.db.read().await?, Vec::new());
    for shop in shops {
        exports.extend(queries::list(&mut conn, &shop.id, stock, since).await?);
    }
    exports.sort_by_key(|export| Reverse(export.at));
    Ok(exports)
}

/// Returns the tokens of an export of the last 24 hours, piece by piece. A reading that is overtaken by [`forget_old`] fails, so that
/// nobody takes what they have for all of it.
///
/// Errors: `NoSuchExport`, also for another storefront's; `Storefront(NotFound)`.
pub async fn exported(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    id: &ExportId,
) -> Result<impl Stream<Item = db::Result<Vec<SecretString>>> + Send + use<>, StockError> {
    let shops = storefronts::stocked(app, user_id, guild).await?;
    let since = app.clock.now().minus(KEPT);
    let (mut conn, mut found) = (app.db.read().await?, None);
    for shop in shops {
        found = found.or(queries::count(&mut conn, &shop.id, id, since).await?);
    }
    drop(conn);
    let count = found.ok_or(StockError::NoSuchExport)?;
    Ok(try_unfold(Reader { app: app.clone(), id: id.clone(), count, read: 0 }, next_piece))
}

/// Reads an export, from the piece that follows the first `read` tokens on.
struct Reader {
    app: App,
    id: ExportId,
    /// How many tokens it has at least: it may be under way.
    count: i64,
    read: i64,
}

async fn next_piece(reader: Reader) -> db::Result<Option<(Vec<SecretString>, Reader)>> {
    let Reader { app, id, count, read } = reader;
    let piece = queries::piece(&mut app.db.read().await?, &id, read).await?;
    let Some(sealed) = piece else {
        if read < count {
            return Err(Failure::Inconsistent("an export was deleted while it was read"));
        }
        return Ok(None);
    };
    let row = [id.as_str(), &read.to_string()];
    let lines = app.seal.open(&Place::row(Purpose::ExportedTokens, &row), &sealed)?;
    let tokens: Vec<_> = lines.expose_secret().lines().map(SecretString::from).collect();
    let read = read + i64::try_from(tokens.len()).expect("a piece is small");
    Ok(Some((tokens, Reader { app, id, count, read })))
}

/// Deletes what was taken out more than 24 hours ago.
pub async fn forget_old(app: &App) -> db::Result<u64> {
    let before = app.clock.now().minus(KEPT);
    app.db
        .write_in_pieces(FORGOTTEN, move |tx| {
            async move {
                let old = queries::old(tx, before, FORGOTTEN).await?;
                for id in &old {
                    queries::delete_pieces(tx, id).await?;
                    queries::delete(tx, id).await?;
                }
                Ok(old.len() as u64)
            }
            .boxed()
        })
        .await
}
