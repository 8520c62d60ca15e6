//! Filters a storefront's keys and masks unspent ones, for lists and for files.

use futures::FutureExt;
use secrecy::ExposeSecret;

use super::key::{masked, veiled_beginning};
use super::queries::{self, KeyRow};
use super::{Key, KeyError, KeyStatus};
use crate::App;
use crate::db::{Failure, Result as DbResult};
use crate::foundation::words::fold;
use crate::ids::{GuildId, KeyId, StorefrontId, UserId};
use crate::shop::storefronts::{self, Reached, Right, Storefront};

/// How many old keys get their veiled form at once.
const VEILED_AT_ONCE: i64 = 500;

/// A filter for keys. `None` and empty texts do not narrow.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyFilter<'a> {
    pub status: Option<KeyStatus>,
    /// What the key, its note or the customer's email begins with.
    pub search: &'a str,
    /// Whether unspent keys are masked, whoever asks.
    pub masked: bool,
}

#[derive(Debug)]
pub(super) struct Narrowed {
    app: App,
    storefront: Reached,
    status: Option<KeyStatus>,
    search: Option<queries::Search>,
    hidden: bool,
}

impl Narrowed {
    /// Errors: `Storefront`.
    pub(super) async fn of(
        app: &App,
        user_id: &UserId,
        guild: &GuildId,
        filter: KeyFilter<'_>,
    ) -> Result<Self, KeyError> {
        let storefront = storefronts::reach(app, user_id, guild, Right::Read).await?;
        let hidden = filter.masked || !storefront.sees_keys();
        let search = filter.search.trim();
        let search = if search.is_empty() {
            None
        } else {
            make_findable(app, &storefront).await?;
            let veiled = veiled_beginning(search, &app.seal).map(from_until);
            Some(queries::Search { veiled, unspent: !hidden, term: from_until(fold(search)) })
        };
        Ok(Self { app: app.clone(), storefront, status: filter.status, search, hidden })
    }

    /// Returns those before `before`, the newest first, at most `limit`.
    pub(super) async fn before(&self, before: KeyId, limit: i64) -> DbResult<Vec<KeyRow>> {
        let (mut conn, storefront) = (self.app.db.read().await?, &self.storefront.id);
        let Some(search) = &self.search else {
            return queries::page(&mut conn, storefront, self.status, before, limit).await;
        };
        let lately = queries::found_lately(&mut conn, storefront, self.status, search, before, limit).await?;
        if i64::try_from(lately.len()).is_ok_and(|found| found == limit) {
            return Ok(lately);
        }
        queries::found(&mut conn, storefront, self.status, search, before, limit).await
    }

    pub(super) fn storefront_id(&self) -> &StorefrontId {
        &self.storefront.id
    }

    /// Decrypts the keys. Unspent ones are masked for whoever may not spend them.
    pub(super) fn open(&self, rows: Vec<KeyRow>) -> DbResult<Vec<Key>> {
        let open = |row: KeyRow| row.open(&self.app.seal, &self.storefront.user_id);
        let mut keys = rows.into_iter().map(open).collect::<DbResult<Vec<_>>>()?;
        if self.hidden {
            keys.iter_mut()
                .filter(|key| key.status == KeyStatus::Unused)
                .for_each(|key| key.key = masked(key.key.expose_secret()).into());
        }
        Ok(keys)
    }
}

/// Bounds of all texts with this beginning: from the first (inclusive) to the second (exclusive).
fn from_until(beginning: String) -> (String, String) {
    let until = format!("{beginning}{}", char::MAX);
    (beginning, until)
}

/// Adds the veiled form to keys that are older than the search, which cannot be found by their beginning without it.
async fn make_findable(app: &App, storefront: &Storefront) -> Result<(), Failure> {
    loop {
        let mut conn = app.db.read().await?;
        let old = queries::unveiled(&mut conn, &storefront.id, VEILED_AT_ONCE).await?;
        drop(conn);
        if old.is_empty() {
            return Ok(());
        }
        let mut veiled = Vec::with_capacity(old.len());
        for queries::Unveiled { id, key } in old {
            let key = key.open(&app.seal, &storefront.user_id)?;
            let symbols = veiled_beginning(key.expose_secret(), &app.seal);
            veiled.push((id, symbols.ok_or(Failure::Inconsistent("a key that is none"))?));
        }
        app.db
            .write(move |tx| {
                async move {
                    for (id, symbols) in &veiled {
                        queries::veil(tx, *id, symbols).await?;
                    }
                    Ok::<_, Failure>(())
                }
                .boxed()
            })
            .await?;
    }
}
