//! Idempotent calls: one that carries an `Idempotency-Key` does its work once, and gets the same answer for a day, however
//! often it is repeated.
//!
//! The answer is kept in the transaction that does the work, so that no crash separates the two. A second call with the same
//! key that comes meanwhile waits for the first one's transaction. What an answer says is up to its feature.

mod queries;

use std::time::Duration;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use crate::App;
use crate::db::{self, Failure, PIECE, Tx};
use crate::ids::UserId;
use crate::seal::{Place, Purpose};

const KEPT: Duration = Duration::from_hours(24);

#[derive(Debug, thiserror::Error)]
pub enum RepeatError {
    #[error("This Idempotency-Key came with another request before. Use a new one for each request.")]
    OtherBody,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A call that is to do its work once.
#[derive(Debug, Clone)]
pub struct Once {
    user_id: UserId,
    call_fingerprint: String,
    body_fingerprint: String,
}

impl Once {
    /// `key` is the `Idempotency-Key`; another user, or another path, may use the same one.
    pub fn new(app: &App, user_id: &UserId, path: &str, key: &str, body_digest: &str) -> Self {
        Self {
            user_id: user_id.clone(),
            call_fingerprint: app.seal.fingerprint(Purpose::IdempotencyKey, &format!("{path}\n{key}")),
            body_fingerprint: app.seal.fingerprint(Purpose::IdempotencyKey, body_digest),
        }
    }
}

/// Returns the answer that was kept last; `None` when there is none yet. Locks the call: a repeat of it waits until this
/// transaction has ended.
///
/// Errors: `OtherBody`.
pub(crate) async fn hold(tx: &mut Tx, app: &App, once: &Once) -> Result<Option<SecretString>, RepeatError> {
    let now = app.clock.now();
    queries::delete_old_of_user(tx, &once.user_id, now.minus(KEPT)).await?;
    queries::insert(tx, once, now).await?;
    let row = queries::hold(tx, once).await?.ok_or(Failure::Inconsistent("an answer's row is gone"))?;
    if row.body_fingerprint != once.body_fingerprint {
        return Err(RepeatError::OtherBody);
    }
    let row_is = [once.call_fingerprint.as_str()];
    let place = Place::row(Purpose::KeptAnswer, &row_is).of(&once.user_id);
    let answer = row.answer_sealed.map(|sealed| app.seal.open(&place, &sealed));
    Ok(answer.transpose().map_err(Failure::from)?)
}

/// Keeps the answer, in place of the one before. The caller has locked the call with [`hold`].
pub(crate) async fn keep(tx: &mut Tx, app: &App, once: &Once, answer: &SecretString) -> db::Result<()> {
    let row = [once.call_fingerprint.as_str()];
    let place = Place::row(Purpose::KeptAnswer, &row).of(&once.user_id);
    let sealed = app.seal.seal(&place, answer.expose_secret(), &app.rng);
    queries::keep(tx, once, &sealed).await
}

/// Deletes what is older than a day.
pub async fn forget_old(app: &App) -> db::Result<u64> {
    let before = app.clock.now().minus(KEPT);
    app.db
        .write_in_pieces(PIECE, move |tx| {
            async move { queries::delete_before(tx, before, PIECE).await }.boxed()
        })
        .await
}
