//! The people who may sign in: the owner, renewed at each start, and the sellers that an operator adds.

use futures::FutureExt;

use super::access_code::AccessCode;
use super::queries::Rank;
use super::service::{end_sessions, set_code};
use super::{AuthError, Seller, queries};
use crate::App;
use crate::db::{Conn, Failure, Result as DbResult, Tx};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::{is_invisible, misleads};
use crate::ids::{DiscordId, UserId};
use crate::outbox::announcements;
use crate::people::activity_log::{self, Action};
use crate::seal::{Purpose, SealError, SealingKey};

const OWNER_NAME: &str = "owner";

/// The owner's settings for a start.
#[derive(Debug, Clone, Default)]
pub struct OwnerStart {
    pub discord_id: Option<DiscordId>,
    /// Whether to post the code in the owner's log channel.
    pub announce: bool,
}

/// Makes the owner at the first start, and gives them a new code at every one. The code of an earlier start stops
/// working; sessions go on.
pub async fn start_owner(app: &App, owner: OwnerStart) -> Result<AccessCode, AuthError> {
    let code = AccessCode::generate(&app.rng);
    let (app_, fresh, fingerprint) = (app.clone(), code.clone(), code.fingerprint(&app.seal));
    let (id, now) = (UserId::random(&app.rng), app.clock.now());
    let OwnerStart { discord_id, announce } = owner;
    app.db
        .write(move |tx| {
            async move {
                let owner = if let Some(owner) = queries::owner_id(tx).await? {
                    // Two first starts on one PostgreSQL may each have made a key file.
                    if !is_sealed_under(tx, &app_.seal).await? {
                        return Err(Failure::Sealed(SealError::DoesNotOpen).into());
                    }
                    owner
                } else {
                    queries::insert_user(tx, &id, OWNER_NAME, Rank::Owner, now).await?;
                    id
                };
                let sealed = fresh.seal(&owner, &app_.seal, &app_.rng);
                queries::set_code(tx, &owner, &fingerprint, &sealed, None).await?;
                if let Some(discord_id) = &discord_id {
                    queries::take_discord_id(tx, &owner, discord_id).await?;
                }
                queries::set_discord_id(tx, &owner, discord_id.as_ref()).await?;
                if announce {
                    announcements::announce_owner_code(tx, &owner, now).await?;
                }
                Ok::<_, AuthError>(())
            }
            .boxed()
        })
        .await?;
    Ok(code)
}

/// The longest name of a user, in characters.
pub const LONGEST_USERNAME: usize = 40;

/// Whether a seller or a helper can have this name.
pub(crate) fn is_username(name: &str) -> bool {
    (1..=LONGEST_USERNAME).contains(&name.chars().count())
        && !name.chars().any(misleads)
        && !is_invisible(name)
}

/// Compares names without letter case, in any script. Not by the database, since the two differ in which letters they fold.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Adds a seller. Returns them with the code that they sign in with. One who was removed and has the same account on the chat
/// platform is the same seller again: what they open again has its keys, stock and orders.
///
/// Errors: `BadName`; `NameTaken`, also by the owner, whom the first start will add; `DiscordIdTaken`.
pub async fn add_seller(
    app: &App,
    name: &str,
    discord_id: Option<&DiscordId>,
    admin: bool,
) -> Result<(Seller, AccessCode), AuthError> {
    let name = name.trim().to_owned();
    if !is_username(&name) {
        return Err(AuthError::BadName);
    }
    let code = AccessCode::generate(&app.rng);
    let mut seller = Seller {
        id: UserId::random(&app.rng),
        username: name,
        discord_id: discord_id.cloned(),
        admin,
        owner: false,
    };
    let (app_, fresh, now) = (app.clone(), code.clone(), app.clock.now());
    let added = app
        .db
        .write(move |tx| {
            async move {
                let owner = queries::owner_id(tx).await?;
                if let Some(owner) = &owner {
                    // Locks the owner, so that nobody else adds a seller of this name before the transaction ends.
                    queries::hold_user(tx, owner).await?;
                }
                let is_kept = owner.is_none() && is_same_name(&seller.username, OWNER_NAME);
                let mut others = queries::sellers(tx).await?.into_iter();
                if is_kept || others.any(|other| is_same_name(&other.username, &seller.username)) {
                    return Err(AuthError::NameTaken(seller.username));
                }
                if let Some(discord_id) = &seller.discord_id {
                    queries::take_discord_id_from_helper(tx, discord_id).await?;
                    if queries::discord_id_is_taken(tx, discord_id).await? {
                        return Err(AuthError::DiscordIdTaken);
                    }
                }
                let account = seller.discord_id.as_ref().map(|id| fingerprint_of(id, &app_.seal));
                if let Some(former) = queries::removed_with_account(tx, account.as_deref()).await? {
                    queries::take_back(tx, &former, &seller.username, seller.admin).await?;
                    seller.id = former;
                } else {
                    let rank = Rank::Seller { admin: seller.admin };
                    queries::insert_user(tx, &seller.id, &seller.username, rank, now).await?;
                }
                let sealed = fresh.seal(&seller.id, &app_.seal, &app_.rng);
                queries::set_code(tx, &seller.id, &fresh.fingerprint(&app_.seal), &sealed, None).await?;
                if let Some(discord_id) = &seller.discord_id {
                    queries::set_discord_id(tx, &seller.id, Some(discord_id)).await?;
                }
                let details = format!("{} can sign in now", seller.username);
                activity_log::record(tx, &seller.id, Action::SellerAdded, &details, now).await?;
                Ok(seller)
            }
            .boxed()
        })
        .await?;
    Ok((added, code))
}

/// Returns whether the database contains a user, which it does from the first start on.
pub async fn is_anybody_there(conn: &mut Conn) -> DbResult<bool> {
    queries::is_anybody_there(conn).await
}

/// Whether what is sealed in a database was sealed under this key. `true`, too, when nothing is sealed yet. Its tables may
/// be those of an earlier version.
pub async fn is_sealed_under(conn: &mut Conn, key: &SealingKey) -> DbResult<bool> {
    let sealed = queries::a_sealed_code(conn).await?;
    Ok(sealed.is_none_or(|(user, code)| AccessCode::open(&user, key, &code).is_ok()))
}

/// Returns the owner, who is there from the first start on.
pub async fn owner(app: &App) -> DbResult<Option<UserId>> {
    queries::owner_id(&mut app.db.read().await?).await
}

/// Returns all sellers, the owner first.
pub async fn list_sellers(app: &App) -> DbResult<Vec<Seller>> {
    queries::sellers(&mut app.db.read().await?).await
}

/// Returns the seller, if they may be removed.
///
/// Errors: `NoSuchSeller`, `AmbiguousSeller`; `OwnerStays`.
pub(crate) async fn removable_seller(tx: &mut Tx, name_or_id: &str) -> Result<Seller, AuthError> {
    let seller = one(tx, name_or_id).await?;
    if seller.owner { Err(AuthError::OwnerStays) } else { Ok(seller) }
}

/// Ends a seller's sessions, tickets and code, as a part of `closing`, which ends the rest.
pub(crate) async fn remove_seller(
    tx: &mut Tx,
    seal: &SealingKey,
    seller: &Seller,
    now: Timestamp,
) -> DbResult<()> {
    end_sessions(tx, &seller.id, None).await?;
    let account = seller.discord_id.as_ref().map(|id| fingerprint_of(id, seal));
    queries::remove(tx, &seller.id, account.as_deref(), now).await?;
    let details = format!("{} can no longer sign in", seller.username);
    activity_log::record(tx, &seller.id, Action::SellerRemoved, &details, now).await?;
    Ok(())
}

/// What is kept of a removed seller's account on the chat platform: enough to know them again, and nothing to read.
fn fingerprint_of(discord_id: &DiscordId, seal: &SealingKey) -> String {
    seal.fingerprint(Purpose::RemovedAccount, discord_id.as_str())
}

/// Gives a seller a new code; the old one and all sessions stop working. `details`: who did it, for the log.
///
/// Errors: `NoSuchSeller`, `AmbiguousSeller`.
pub async fn reset_code_of(
    app: &App,
    name_or_id: &str,
    details: &'static str,
) -> Result<AccessCode, AuthError> {
    let code = AccessCode::generate(&app.rng);
    let (app_, fresh, wanted) = (app.clone(), code.clone(), name_or_id.to_owned());
    app.db
        .write(move |tx| {
            async move {
                let seller = one(tx, &wanted).await?;
                set_code(&app_, tx, &seller.id, &fresh, None).await?;
                let now = app_.clock.now();
                activity_log::record(tx, &seller.id, Action::AccessCodeReset, details, now).await?;
                Ok::<_, AuthError>(())
            }
            .boxed()
        })
        .await?;
    Ok(code)
}

/// Returns the seller with this account on the chat platform, if any.
pub async fn seller_by_discord_id(app: &App, discord_id: &DiscordId) -> DbResult<Option<Seller>> {
    queries::by_discord_id(&mut app.db.read().await?, discord_id).await
}

/// Returns the seller or helper with this account on the chat platform, if any.
pub async fn account_of(app: &App, discord_id: &DiscordId) -> DbResult<Option<UserId>> {
    queries::account_of(&mut app.db.read().await?, discord_id).await
}

/// Returns the seller with this id, or the only one with this name in any case.
///
/// Errors: `NoSuchSeller`, `AmbiguousSeller`.
pub async fn find_seller(app: &App, name_or_id: &str) -> Result<Seller, AuthError> {
    one(&mut app.db.read().await?, name_or_id).await
}

async fn one(conn: &mut Conn, name_or_id: &str) -> Result<Seller, AuthError> {
    let mut sellers = queries::sellers(conn).await?;
    if let Some(place) = sellers.iter().position(|seller| seller.id.as_str() == name_or_id) {
        return Ok(sellers.swap_remove(place));
    }
    sellers.retain(|seller| is_same_name(&seller.username, name_or_id));
    match (sellers.pop(), sellers.is_empty()) {
        (None, _) => Err(AuthError::NoSuchSeller(name_or_id.to_owned())),
        (Some(seller), true) => Ok(seller),
        (Some(_), false) => Err(AuthError::AmbiguousSeller(name_or_id.to_owned())),
    }
}
