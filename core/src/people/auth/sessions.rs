//! A user's sessions, to look at and to end.

use futures::FutureExt;
use secrecy::SecretString;

use super::service::end_sessions;
use super::{AuthError, Session, queries};
use crate::App;
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::SessionId;
use crate::people::activity_log::{self, Action, Client};
use crate::seal::token_digest;

#[derive(Debug, Clone)]
pub struct SessionInfo {
    pub id: SessionId,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    pub address: Option<String>,
    pub user_agent: Option<String>,
    /// Whether it is the session that asks.
    pub current: bool,
}

/// Returns the user's live sessions, the last used first.
pub async fn sessions(app: &App, session: &Session) -> Result<Vec<SessionInfo>, AuthError> {
    let now = app.clock.now();
    let rows = queries::sessions_of(&mut app.db.read().await?, &session.user_id).await?;
    let alive = rows.into_iter().filter(|row| !super::service::is_over(row.created_at, row.seen_at, now));
    let info = |row: queries::SessionRow| SessionInfo {
        current: row.token_digest == session.token_digest,
        id: SessionId::of_digest(&row.token_digest),
        created_at: row.created_at,
        seen_at: row.seen_at,
        address: row.address,
        user_agent: row.user_agent,
    };
    Ok(alive.map(info).collect())
}

/// Ends one session of the same user.
///
/// Errors: `NoSuchSession`.
pub async fn end_session(
    app: &App,
    session: &Session,
    id: &SessionId,
    client: &Client,
) -> Result<(), AuthError> {
    let (user_id, id) = (session.user_id.clone(), id.clone());
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let rows = queries::sessions_of(tx, &user_id).await?;
                let row = rows.iter().find(|row| SessionId::of_digest(&row.token_digest) == id);
                let row = row.ok_or(AuthError::NoSuchSession)?;
                queries::delete_session(tx, &row.token_digest).await?;
                let details = row.user_agent.as_deref().unwrap_or("A session without a name");
                let user = Some(&user_id);
                activity_log::record_from(tx, user, Action::SessionEnded, details, now, &client).await?;
                tx.publish(Event::of_user(Topic::Sessions, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Ends every session and ticket of the user, the session that asks among them.
pub async fn sign_out_everywhere(app: &App, session: &Session, client: &Client) -> Result<(), AuthError> {
    let (user_id, client, now) = (session.user_id.clone(), client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                end_sessions(tx, &user_id, None).await?;
                let (user, details) = (Some(&user_id), "Every session was ended");
                activity_log::record_from(tx, user, Action::SignedOutEverywhere, details, now, &client)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Returns when this session ends if it is not used any more. `None`: it has ended. Asking does not count as use.
pub async fn end_of_session(app: &App, token: &SecretString) -> Result<Option<Timestamp>, AuthError> {
    let digest = token_digest(token);
    let session = queries::session(&mut app.db.read().await?, &digest).await?;
    let end = session.map(|session| super::service::end(session.created_at, session.seen_at));
    Ok(end.filter(|end| *end > app.clock.now()))
}
