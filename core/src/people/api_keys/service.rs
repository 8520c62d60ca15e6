//! Making, recognising and deleting API keys.

use std::time::Duration;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use super::{ApiKey, ApiKeyError, Caller, Created, MOST_KEYS, NewApiKey, Scope, queries};
use crate::App;
use crate::db::{Failure, Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::{is_invisible, misleads};
use crate::ids::{ApiKeyId, UserId};
use crate::people::activity_log::{self, Action, Client};
use crate::people::auth;
use crate::people::note_use;
use crate::seal::token_digest;

/// What every key begins with.
pub const PREFIX: &str = "bdk_";
/// In characters.
pub const LONGEST_NAME: usize = 100;
/// The precision of a key's last use.
const USED_PRECISION: Duration = Duration::from_mins(1);
const HINT_LENGTH: usize = 4;

/// Returns the user's keys, the oldest first, with those that have expired.
pub async fn list(app: &App, user_id: &UserId) -> Result<Vec<ApiKey>, ApiKeyError> {
    let rows = queries::of_user(&mut app.db.read().await?, user_id).await?;
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

/// Makes a key.
///
/// Errors: `BadName`, `NoScopes`, `UnknownScope`, `BadExpiry`; `TooMany`.
pub async fn create(
    app: &App,
    user_id: &UserId,
    wanted: NewApiKey,
    client: &Client,
) -> Result<Created, ApiKeyError> {
    let now = app.clock.now();
    let name = wanted.name.trim().to_owned();
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) || name.contains(misleads) || is_invisible(&name) {
        return Err(ApiKeyError::BadName);
    }
    let scopes = check_scopes(&wanted.scopes)?;
    let expires_at = match wanted.expires_at {
        Some(text) => {
            let at = Timestamp::parse_rfc3339(&text).filter(|at| now < *at);
            Some(at.ok_or(ApiKeyError::BadExpiry)?)
        }
        None => None,
    };
    let text = format!("{PREFIX}{}", data_encoding::BASE64URL_NOPAD.encode(&app.rng.bytes::<32>()));
    let hint = text[text.len() - HINT_LENGTH..].to_owned();
    let key = SecretString::from(text);
    let row = queries::NewRow {
        id: ApiKeyId::random(&app.rng),
        user_id: user_id.clone(),
        key_digest: token_digest(&key),
        hint,
        name,
        scopes,
        created_at: now,
        expires_at,
    };
    let (id, client) = (row.id.clone(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                auth::hold_standing(tx, &row.user_id).await?;
                if queries::of_user(tx, &row.user_id).await?.len() >= MOST_KEYS {
                    return Err(ApiKeyError::TooMany);
                }
                queries::insert(tx, &row).await?;
                let details = format!("{} for {}", row.name, row.scopes.replace(',', ", "));
                let (user_id, action) = (Some(&row.user_id), Action::ApiKeyMade);
                activity_log::record_from(tx, user_id, action, &details, now, &client).await?;
                tx.publish(Event::of_user(Topic::ApiKeys, &row.user_id));
                Ok(())
            }
            .boxed()
        })
        .await?;
    Ok(Created { id, key })
}

/// Returns the scopes with commas between them.
fn check_scopes(names: &[String]) -> Result<String, ApiKeyError> {
    let mut scopes: Vec<Scope> = Vec::new();
    for name in names {
        let scope = name.parse();
        scopes.push(scope.map_err(|_| ApiKeyError::UnknownScope(name.chars().take(50).collect()))?);
    }
    if scopes.is_empty() {
        return Err(ApiKeyError::NoScopes);
    }
    scopes.sort_unstable();
    scopes.dedup();
    let texts: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    Ok(texts.join(","))
}

/// Deletes a key, which works no more from then on.
///
/// Errors: `NotFound`, also for another user's.
pub async fn delete(app: &App, user_id: &UserId, id: &ApiKeyId, client: &Client) -> Result<(), ApiKeyError> {
    let (user_id, id, client, now) = (user_id.clone(), id.clone(), client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                auth::hold_standing(tx, &user_id).await?;
                let name = queries::delete(tx, &user_id, &id).await?.ok_or(ApiKeyError::NotFound)?;
                let (user, action) = (Some(&user_id), Action::ApiKeyRevoked);
                activity_log::record_from(tx, user, action, &name, now, &client).await?;
                tx.publish(Event::of_user(Topic::ApiKeys, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Deletes all keys of a seller who is being removed.
pub(crate) async fn delete_all(tx: &mut Tx, user_id: &UserId) -> DbResult<()> {
    queries::delete_all(tx, user_id).await?;
    tx.publish(Event::of_user(Topic::ApiKeys, user_id));
    Ok(())
}

/// Returns whose key this is. `None`: nobody's, or it has expired, or its seller was removed.
pub async fn recognise(app: &App, key: &SecretString) -> Result<Option<Caller>, Failure> {
    if !key.expose_secret().starts_with(PREFIX) {
        return Ok(None);
    }
    let digest = token_digest(key);
    let now = app.clock.now();
    let found = queries::by_digest(&mut app.db.read().await?, &digest).await?;
    let Some(row) = found.filter(|row| row.expires_at.is_none_or(|at| now < at)) else {
        return Ok(None);
    };
    if row.last_used_at.is_none_or(|at| at.plus(USED_PRECISION) <= now) {
        let db = app.db.clone();
        let touched = async move {
            db.write(move |tx| async move { queries::touch(tx, &digest, now).await }.boxed()).await
        };
        note_use(app, "API keys", touched).await;
    }
    Ok(Some(Caller { id: row.id, name: row.name, user_id: row.user_id, scopes: parse(&row.scopes) }))
}

fn parse(scopes: &str) -> Vec<Scope> {
    scopes.split(',').filter_map(|scope| scope.parse().ok()).collect()
}

impl From<queries::Row> for ApiKey {
    fn from(row: queries::Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            scopes: parse(&row.scopes),
            hint: row.hint,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
        }
    }
}
