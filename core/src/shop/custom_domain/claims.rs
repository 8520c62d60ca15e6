//! Decides who gets a name that more than one seller wants: its holder, or whoever proves ownership (decision 0035).

use super::{Proof, queries};
use crate::App;
use crate::db::{Conn, Result, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::hostname::Hostname;
use crate::ids::{DomainId, UserId};
use crate::people::activity_log::{self, Action};
use crate::ports::NameServerError;

/// The claim to a name of a seller who does not hold it.
#[derive(Debug, Clone)]
pub(super) enum Claim {
    /// Nobody has it, and nobody else had it last.
    Free,
    /// This seller proves ownership; the present holder, if any, does not.
    Won { from: Option<DomainId> },
    /// Another seller holds it, or held it last, and no proof was found. `silence`: a name server that did not answer.
    Unproven { held: bool, silence: Option<NameServerError> },
    /// Another seller holds it and proves ownership.
    Anothers,
}

impl Claim {
    pub(super) async fn of(app: &App, user_id: &UserId, domain: &Hostname) -> Result<Self> {
        let mut conn = app.db.read().await?;
        let holder = queries::holder(&mut conn, domain.as_str()).await?;
        let was_anothers = was_anothers(&mut conn, user_id, domain).await?;
        drop(conn);
        if holder.is_none() && !was_anothers {
            return Ok(Self::Free);
        }
        // A name server that does not answer proves nothing for either seller, and the holder keeps the name.
        let theirs = Proof::of(app, user_id, domain).is_given(&app.domains).await;
        let Some(holder) = holder else {
            return Ok(match theirs {
                Ok(true) => Self::Won { from: None },
                theirs => Self::Unproven { held: false, silence: theirs.err() },
            });
        };
        let holders = Proof::of(app, &holder.user_id, domain).is_given(&app.domains).await;
        Ok(match (theirs, holders) {
            (_, Ok(true)) => Self::Anothers,
            (Ok(true), Ok(false)) => Self::Won { from: Some(holder.id) },
            (theirs, holders) => Self::Unproven { held: true, silence: theirs.err().or(holders.err()) },
        })
    }

    pub(super) fn is_theirs(&self) -> bool {
        matches!(self, Self::Free | Self::Won { .. })
    }
}

/// Whether another seller held the name last. Its CNAME may still point here from then, so it proves nothing.
async fn was_anothers(conn: &mut Conn, user_id: &UserId, domain: &Hostname) -> Result<bool> {
    let last = queries::last_holder(conn, domain.as_str()).await?;
    Ok(last.is_some_and(|last| last != *user_id))
}

/// The message to a seller who loses a name to another seller's proof.
pub(super) fn lost(domain: &str) -> String {
    format!("Another seller has proven that {domain} is theirs.")
}

/// The message to a seller who has to prove ownership.
pub(super) fn unproven(domain: &str, held: bool) -> String {
    let why = if held {
        format!("Another seller has added {domain}, too.")
    } else {
        format!("{domain} was another seller's.")
    };
    format!("{why} Add the TXT record to prove that it is yours.")
}

/// Takes a name from its holder. `false`: the situation has changed since the claim was judged.
pub(super) async fn take(
    tx: &mut Tx,
    user_id: &UserId,
    domain: &Hostname,
    claim: &Claim,
    now: Timestamp,
) -> Result<bool> {
    let holder = queries::holder(tx, domain.as_str()).await?;
    let from = match claim {
        Claim::Won { from } => from.as_ref(),
        _ if was_anothers(tx, user_id, domain).await? => return Ok(false),
        _ => None,
    };
    if holder.as_ref().map(|holder| &holder.id) != from {
        return Ok(false);
    }
    if let Some(holder) = holder {
        let said = lost(domain.as_str());
        queries::lose(tx, &holder.id, &said, now).await?;
        activity_log::record(tx, &holder.user_id, Action::DomainFailed, &said, now).await?;
        tx.publish(Event::of_user(Topic::CustomDomains, &holder.user_id));
    }
    queries::forget_release(tx, domain.as_str()).await?;
    Ok(true)
}
