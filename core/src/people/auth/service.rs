//! Signing in and out.

use std::time::Duration;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use super::access_code::AccessCode;
use super::{AuthError, Me, Session, SignedIn, queries};
use crate::App;
use crate::db::{Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::rng::Rng;
use crate::ids::UserId;
use crate::outbox::announcements;
use crate::people::activity_log::{self, Action, Client};
use crate::people::note_use;
use crate::seal::token_digest;

const IDLE: Duration = Duration::from_hours(24);
/// How long a session lasts at most.
pub const LONGEST_SESSION: Duration = Duration::from_hours(7 * 24);
/// A session's last use is written down this often at most: a read must not cost a write.
const SEEN_PRECISION: Duration = Duration::from_mins(5);
const TICKET_LIFE: Duration = Duration::from_mins(1);

const SESSION_PREFIX: &str = "bds_";
const TICKET_PREFIX: &str = "bdt_";

/// Begins a session for whoever has this code, however it is typed.
///
/// Errors: `WrongCode`, which is logged.
pub async fn sign_in(app: &App, typed: &str, client: &Client) -> Result<SignedIn, AuthError> {
    let fingerprint = AccessCode::parse(typed).map(|code| code.fingerprint(&app.seal));
    let (app_, client) = (app.clone(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                let now = app_.clock.now();
                // Locked until the session exists: a reset comes before, and the code is wrong, or after, and ends the session.
                let found = match &fingerprint {
                    Some(fingerprint) => queries::hold_user_by_code(tx, fingerprint).await?,
                    None => None,
                };
                let Some(user_id) = found else {
                    let details = "A wrong access code was entered";
                    activity_log::record_from(tx, None, Action::SignInFailed, details, now, &client).await?;
                    return Ok(None);
                };
                start_session(&app_, tx, user_id, &client).await.map(Some)
            }
            .boxed()
        })
        .await?
        .ok_or(AuthError::WrongCode)
}

/// Begins a session for a ticket, once.
///
/// Errors: `DeadTicket` when it was used, or is older than 60 s.
pub async fn exchange_ticket(
    app: &App,
    ticket: &SecretString,
    client: &Client,
) -> Result<SignedIn, AuthError> {
    let digest = token_digest(ticket);
    let (app_, client) = (app.clone(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                let now = app_.clock.now();
                let user_id = queries::take_ticket(tx, &digest, now).await?.ok_or(AuthError::DeadTicket)?;
                start_session(&app_, tx, user_id, &client).await
            }
            .boxed()
        })
        .await
}

/// Locks the user until the transaction ends, unless they were removed: for rules over all that one user has.
///
/// Errors: `NoSession`.
pub(crate) async fn hold_standing(tx: &mut Tx, user_id: &UserId) -> Result<(), AuthError> {
    if queries::hold_if_standing(tx, user_id).await? { Ok(()) } else { Err(AuthError::NoSession) }
}

/// Returns a single-use ticket that signs `user_id` in within 60 s.
///
/// Errors: `NoSession` when they were removed.
pub async fn issue_ticket(app: &App, user_id: &UserId) -> Result<SecretString, AuthError> {
    let ticket = opaque(&app.rng, TICKET_PREFIX);
    let (digest, user_id) = (token_digest(&ticket), user_id.to_owned());
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                hold_standing(tx, &user_id).await?;
                queries::delete_dead_tickets(tx, now).await?;
                queries::insert_ticket(tx, &digest, &user_id, now.plus(TICKET_LIFE)).await?;
                Ok::<_, AuthError>(())
            }
            .boxed()
        })
        .await?;
    Ok(ticket)
}

async fn start_session(
    app: &App,
    tx: &mut Tx,
    user_id: UserId,
    client: &Client,
) -> Result<SignedIn, AuthError> {
    let now = app.clock.now();
    let token = opaque(&app.rng, SESSION_PREFIX);
    queries::delete_dead_sessions(tx, now.minus(LONGEST_SESSION), now.minus(IDLE)).await?;
    queries::insert_session(tx, &token_digest(&token), &user_id, now, client).await?;
    let details = "Signed in to the dashboard";
    activity_log::record_from(tx, Some(&user_id), Action::SignedIn, details, now, client).await?;
    Ok(SignedIn { user_id, token })
}

/// Returns the session of a token: used within the last 24 hours, begun within the last 7 days.
///
/// Errors: `NoSession`.
pub async fn session(app: &App, token: &SecretString) -> Result<Session, AuthError> {
    if !token.expose_secret().starts_with(SESSION_PREFIX) {
        return Err(AuthError::NoSession);
    }
    let digest = token_digest(token);
    let found = queries::session(&mut app.db.read().await?, &digest).await?;
    let session = found.ok_or(AuthError::NoSession)?;
    let now = app.clock.now();
    if is_over(session.created_at, session.seen_at, now) {
        return Err(AuthError::NoSession);
    }
    if session.seen_at.plus(SEEN_PRECISION) <= now {
        let db = app.db.clone();
        let touched = async move {
            db.write(move |tx| async move { queries::touch_session(tx, &digest, now).await }.boxed()).await
        };
        note_use(app, "sessions", touched).await;
    }
    Ok(session)
}

pub(super) fn is_over(created_at: Timestamp, seen_at: Timestamp, now: Timestamp) -> bool {
    end(created_at, seen_at) <= now
}

pub(super) fn end(created_at: Timestamp, seen_at: Timestamp) -> Timestamp {
    seen_at.plus(IDLE).min(created_at.plus(LONGEST_SESSION))
}

/// Ends this session, and sign-in tickets that nobody has used yet.
pub async fn sign_out(app: &App, session: &Session, client: &Client) -> Result<(), AuthError> {
    let (session, client, now) = (session.clone(), client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let user_id = &session.user_id;
                queries::delete_tickets_of(tx, user_id).await?;
                queries::delete_session(tx, &session.token_digest).await?;
                let details = "Signed out of the dashboard";
                activity_log::record_from(tx, Some(user_id), Action::SignedOut, details, now, &client)
                    .await?;
                tx.publish(Event::of_user(Topic::Sessions, user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Returns the user's own record, with the access code.
///
/// Errors: `NoSession` when the user was removed.
pub async fn me(app: &App, user_id: &UserId) -> Result<Me, AuthError> {
    let row = queries::user(&mut app.db.read().await?, user_id).await?.ok_or(AuthError::NoSession)?;
    let sealed = row.code_sealed.ok_or(AuthError::NoSession)?;
    Ok(Me {
        id: row.id,
        discord_id: row.discord_id,
        username: row.username,
        admin: row.admin,
        access_code: AccessCode::open(user_id, &app.seal, &sealed).map_err(crate::db::Failure::from)?,
        last_reset: row.code_reset_at,
    })
}

/// Gives the session's user a new code. The old one, every ticket and every other session of the user stop working.
///
/// Errors: `NoSession` when it has been ended.
pub async fn reset_code(app: &App, session: &Session, client: &Client) -> Result<AccessCode, AuthError> {
    let code = AccessCode::generate(&app.rng);
    let (app_, fresh) = (app.clone(), code.clone());
    let (session, client) = (session.clone(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                let now = app_.clock.now();
                queries::hold_user(tx, &session.user_id).await?;
                // It may have been ended while this waited for its turn.
                queries::session(tx, &session.token_digest).await?.ok_or(AuthError::NoSession)?;
                set_code(&app_, tx, &session.user_id, &fresh, Some(&session.token_digest)).await?;
                let (user_id, details) = (Some(&session.user_id), "Reset the access code");
                activity_log::record_from(tx, user_id, Action::AccessCodeReset, details, now, &client)
                    .await?;
                Ok::<_, AuthError>(())
            }
            .boxed()
        })
        .await?;
    Ok(code)
}

/// Gives a user this code and ends all tickets, and all sessions but `keep`.
pub(super) async fn set_code(
    app: &App,
    tx: &mut Tx,
    user_id: &UserId,
    code: &AccessCode,
    keep: Option<&str>,
) -> Result<(), AuthError> {
    let (fingerprint, sealed) = (code.fingerprint(&app.seal), code.seal(user_id, &app.seal, &app.rng));
    end_sessions(tx, user_id, keep).await?;
    queries::set_code(tx, user_id, &fingerprint, &sealed, Some(app.clock.now())).await?;
    announcements::announce_code_reset(tx, user_id, app.clock.now()).await?;
    Ok(())
}

/// Ends a user's tickets, and all sessions but `keep`. A sign-in under way is waited for, and ended, too.
pub(super) async fn end_sessions(tx: &mut Tx, user_id: &UserId, keep: Option<&str>) -> DbResult<()> {
    queries::hold_user(tx, user_id).await?;
    // Tickets first: this waits for one that is being used, until its session exists and can be ended.
    queries::delete_tickets_of(tx, user_id).await?;
    queries::delete_sessions_of(tx, user_id, keep).await?;
    tx.publish(Event::of_user(Topic::Sessions, user_id));
    Ok(())
}

/// 256 random bits behind a prefix that says what they are.
fn opaque(rng: &Rng, prefix: &str) -> SecretString {
    format!("{prefix}{}", data_encoding::BASE64URL_NOPAD.encode(&rng.bytes::<32>())).into()
}
