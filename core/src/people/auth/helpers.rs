//! People who sign in to help a seller: their codes and sessions. What they may do is not decided in this folder.

use super::access_code::AccessCode;
use super::service::{end_sessions, set_code};
use super::{AuthError, queries};
use crate::App;
use crate::db::{Conn, Result as DbResult, Tx};
use crate::foundation::clock::Timestamp;
use crate::ids::{DiscordId, UserId};

/// Makes a helper. Returns the code that they sign in with.
///
/// Errors: `DiscordIdTaken`.
pub(crate) async fn add(
    app: &App,
    tx: &mut Tx,
    id: &UserId,
    name: &str,
    discord_id: Option<&DiscordId>,
) -> Result<AccessCode, AuthError> {
    let code = AccessCode::generate(&app.rng);
    let (fingerprint, sealed) = (code.fingerprint(&app.seal), code.seal(id, &app.seal, &app.rng));
    let now = app.clock.now();
    queries::insert_user(tx, id, name, queries::Rank::Helper, now).await?;
    queries::set_code(tx, id, &fingerprint, &sealed, None).await?;
    if let Some(discord_id) = discord_id {
        if queries::discord_id_is_taken(tx, discord_id).await? {
            return Err(AuthError::DiscordIdTaken);
        }
        queries::set_discord_id(tx, id, Some(discord_id)).await?;
    }
    Ok(code)
}

/// Takes the chat account from a helper, if one has it, so that somebody else can have it.
pub(crate) async fn take_discord_id(tx: &mut Tx, discord_id: &DiscordId) -> DbResult<()> {
    queries::take_discord_id_from_helper(tx, discord_id).await
}

/// Gives a helper a new code and ends all of their sessions.
pub(crate) async fn reset_code(app: &App, tx: &mut Tx, id: &UserId) -> Result<AccessCode, AuthError> {
    let code = AccessCode::generate(&app.rng);
    set_code(app, tx, id, &code, None).await?;
    Ok(code)
}

/// Ends a helper's sessions, tickets and code.
pub(crate) async fn remove(tx: &mut Tx, id: &UserId, now: Timestamp) -> Result<(), AuthError> {
    end_sessions(tx, id, None).await?;
    queries::remove(tx, id, None, now).await?;
    Ok(())
}

/// Returns whether this user is a helper, not a seller.
pub async fn is_helper(conn: &mut Conn, id: &UserId) -> DbResult<bool> {
    queries::is_helper(conn, id).await
}
