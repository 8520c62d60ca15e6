//! Changing a seller's blocklist, and checking visitors against it.

use futures::FutureExt;

use super::queries::{self, NewBlock};
use super::{Block, BlockKind, BlocklistError, LARGEST, LONGEST_NOTE, Visitor, entry};
use crate::App;
use crate::db::{Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::ids::{BlockId, UserId};
use crate::people::activity_log::{self, Action};
use crate::shop::storefronts::{self, Right};

/// Returns the entries of the user's shop, the newest first.
///
/// Errors: `Storefront(Forbidden)` for a helper who is not a manager; likewise in the calls below.
pub async fn list(app: &App, user_id: &UserId) -> Result<Vec<Block>, BlocklistError> {
    let shop = storefronts::shop_of(app, user_id, Right::Manage).await?;
    Ok(queries::of_user(&mut app.db.read().await?, &shop.seller).await?)
}

/// Adds an entry. Returns its id, or the id of an existing equal entry.
///
/// Errors: `BadEmail`, `BadGuild`, `BadAddress`, `NoteTooLong`; `Full` at [`LARGEST`].
pub async fn add(
    app: &App,
    user_id: &UserId,
    kind: BlockKind,
    value: &str,
    note: Option<&str>,
) -> Result<BlockId, BlocklistError> {
    let value = value.trim();
    let note = note.map(str::trim).filter(|note| !note.is_empty());
    if note.is_some_and(|note| note.chars().count() > LONGEST_NOTE) {
        return Err(BlocklistError::NoteTooLong);
    }
    let block = NewBlock {
        id: BlockId::random(&app.rng),
        kind,
        folded: entry::fold(kind, value)?,
        value: value.to_owned(),
        note: note.map(str::to_owned),
    };
    let shop = storefronts::shop_of(app, user_id, Right::Manage).await?;
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                let user_id = shop.seller;
                queries::lock(tx, &user_id).await?;
                if let Some(known) = queries::find(tx, &user_id, kind, &block.folded).await? {
                    return Ok(known);
                }
                if queries::count(tx, &user_id).await? >= LARGEST {
                    return Err(BlocklistError::Full);
                }
                queries::insert(tx, &user_id, &block, now).await?;
                let details = format!("{} is not served any more", block.value);
                activity_log::record(tx, &user_id, Action::BlockAdded, &details, now).await?;
                tx.publish(Event::of_user(Topic::Blocklist, &user_id));
                Ok(block.id)
            }
            .boxed()
        })
        .await
}

/// Removes one of the user's entries.
///
/// Errors: `NotFound`, also for another user's.
pub async fn remove(app: &App, user_id: &UserId, id: &BlockId) -> Result<(), BlocklistError> {
    let shop = storefronts::shop_of(app, user_id, Right::Manage).await?;
    let (id, now) = (id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                let user_id = shop.seller;
                let value = queries::delete(tx, &user_id, &id).await?.ok_or(BlocklistError::NotFound)?;
                let details = format!("{value} is served again");
                activity_log::record(tx, &user_id, Action::BlockRemoved, &details, now).await?;
                tx.publish(Event::of_user(Topic::Blocklist, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Whether the seller has blocked this visitor.
pub(crate) async fn holds(tx: &mut Tx, user_id: &UserId, visitor: Visitor<'_>) -> DbResult<bool> {
    queries::holds(tx, user_id, visitor).await
}
