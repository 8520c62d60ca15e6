//! Adding, listing and removing domains.

use std::time::Duration;

use futures::FutureExt;

use super::checks::{self, Verdict};
use super::claims::{self, Claim};
use super::{ActiveDomain, Domain, DomainError, DomainStatus, Proof, queries};
use crate::App;
use crate::db::{Conn, Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::hostname::Hostname;
use crate::ids::{DomainId, UserId};
use crate::people::activity_log::{self, Action, Client};
use crate::people::auth;
use crate::shop::storefronts;

/// Additions of one seller within [`ADDITIONS_SPAN`].
pub(super) const ADDITIONS: i64 = 50;
const ADDITIONS_SPAN: Duration = Duration::from_hours(24);

/// Returns the user's domains: one at most.
pub async fn list(app: &App, user_id: &UserId) -> Result<Vec<Domain>, DomainError> {
    Ok(queries::of_user(&mut app.db.read().await?, user_id).await?.into_iter().collect())
}

/// Adds a domain: active at once when DNS already points here, pending when DNS has no record. A name that another seller holds,
/// or held last, is transferred to whoever gives the [`Proof`], unless the holder gives one too; until then it is pending.
///
/// Errors: `Invalid`, `SecondDomain`, `InUse`, `TooOften`; `PointsElsewhere` when its CNAME leads elsewhere.
pub async fn add(app: &App, user_id: &UserId, typed: &str, client: &Client) -> Result<Domain, DomainError> {
    // DNS writes names with a dot at their end, people do not.
    let domain = Hostname::parse(typed).filter(|_| !typed.trim_end().ends_with('.'));
    let domain = domain.ok_or(DomainError::Invalid)?;
    if domain == app.domains.cname_target || app.domains.own_hosts.contains(&domain) {
        return Err(DomainError::InUse(None));
    }
    match judge_and_add(app, user_id, &domain, client).await {
        // Somebody took the name between the check and the write, so it is judged again.
        Err(DomainError::InUse(None)) => judge_and_add(app, user_id, &domain, client).await,
        done => done,
    }
}

async fn judge_and_add(
    app: &App,
    user_id: &UserId,
    domain: &Hostname,
    client: &Client,
) -> Result<Domain, DomainError> {
    let (settings, now) = (&app.domains, app.clock.now());
    refuse_more(&mut app.db.read().await?, user_id, now).await?;
    let claim = Claim::of(app, user_id, domain).await?;
    let (status, diagnostics) = match &claim {
        Claim::Anothers => return Err(DomainError::InUse(Some(Proof::of(app, user_id, domain)))),
        Claim::Unproven { held, .. } => {
            (DomainStatus::Pending, Some(claims::unproven(domain.as_str(), *held)))
        }
        Claim::Free | Claim::Won { .. } => match checks::ask(settings, domain).await {
            Verdict::Right => (DomainStatus::Active, None),
            Verdict::Elsewhere { .. } => return Err(DomainError::PointsElsewhere),
            Verdict::Missing { diagnostics } | Verdict::Unknown { diagnostics } => {
                (DomainStatus::Pending, Some(diagnostics))
            }
        },
    };
    let check_at = now.plus(checks::pause(settings, status));
    let (id, user_id, client) = (DomainId::random(&app.rng), user_id.to_owned(), client.clone());
    let domain = domain.clone();
    app.db
        .write(move |tx| {
            async move {
                auth::hold_standing(tx, &user_id).await?;
                refuse_more(tx, &user_id, now).await?;
                if claim.is_theirs() && !claims::take(tx, &user_id, &domain, &claim, now).await? {
                    return Err(DomainError::InUse(None));
                }
                queries::forget_additions(tx, &user_id, now.minus(ADDITIONS_SPAN)).await?;
                queries::note_addition(tx, &user_id, now).await?;
                let new = queries::NewDomain {
                    id: &id,
                    user_id: &user_id,
                    domain: domain.as_str(),
                    status,
                    diagnostics: diagnostics.as_deref(),
                    needs_proof: !claim.is_theirs(),
                    now,
                    check_at,
                };
                if !queries::insert(tx, &new).await? {
                    return Err(match queries::of_user(tx, &user_id).await? {
                        Some(_) => DomainError::SecondDomain,
                        None => DomainError::InUse(None),
                    });
                }
                let details = format!("{domain} is {}", status.as_str());
                let user = Some(&user_id);
                activity_log::record_from(tx, user, Action::DomainAdded, &details, now, &client).await?;
                tx.publish(Event::of_user(Topic::CustomDomains, &user_id));
                queries::of_user(tx, &user_id).await?.ok_or(DomainError::NotFound)
            }
            .boxed()
        })
        .await
}

/// Returns the record that proves ownership, if the seller has to prove it.
pub fn proof_for(app: &App, domain: &Domain) -> Option<Proof> {
    let name = Hostname::parse(&domain.domain).filter(|_| domain.needs_proof)?;
    Some(Proof::of(app, &domain.user_id, &name))
}

async fn refuse_more(conn: &mut Conn, user_id: &UserId, now: Timestamp) -> Result<(), DomainError> {
    if queries::of_user(conn, user_id).await?.is_some() {
        return Err(DomainError::SecondDomain);
    }
    if queries::additions(conn, user_id, now.minus(ADDITIONS_SPAN)).await? >= ADDITIONS {
        return Err(DomainError::TooOften);
    }
    Ok(())
}

/// Removes a domain. From then on another seller needs a [`Proof`] to use the name.
///
/// Errors: `NotFound`.
pub async fn remove(app: &App, user_id: &UserId, id: &DomainId, client: &Client) -> Result<(), DomainError> {
    let (user_id, id) = (user_id.to_owned(), id.to_owned());
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                auth::hold_standing(tx, &user_id).await?;
                let domain = delete(tx, &user_id, &id, now).await?.ok_or(DomainError::NotFound)?;
                let user = Some(&user_id);
                activity_log::record_from(tx, user, Action::DomainRemoved, &domain, now, &client).await?;
                Ok(())
            }
            .boxed()
        })
        .await
}

/// As [`remove`], for a seller who is being removed.
pub(crate) async fn remove_of_user(tx: &mut Tx, user_id: &UserId, now: Timestamp) -> DbResult<()> {
    let Some(domain) = queries::of_user(tx, user_id).await? else { return Ok(()) };
    delete(tx, user_id, &domain.id, now).await?;
    activity_log::record(tx, user_id, Action::DomainRemoved, &domain.domain, now).await?;
    Ok(())
}

/// Returns the name of the deleted domain. Others must prove from now on that a name which worked is theirs.
async fn delete(tx: &mut Tx, user_id: &UserId, id: &DomainId, now: Timestamp) -> DbResult<Option<String>> {
    let Some((domain, needs_proof)) = queries::delete(tx, user_id, id).await? else { return Ok(None) };
    if !needs_proof {
        queries::release(tx, &domain, user_id, now).await?;
    }
    tx.publish(Event::of_user(Topic::CustomDomains, user_id));
    Ok(Some(domain))
}

/// Checks DNS now instead of at the next turn. Returns the domain as it is afterwards.
///
/// Errors: `NotFound`.
pub async fn check(app: &App, user_id: &UserId, id: &DomainId) -> Result<Domain, DomainError> {
    let mine = queries::of_user(&mut app.db.read().await?, user_id).await?;
    let domain = mine.filter(|domain| domain.id == *id).ok_or(DomainError::NotFound)?;
    checks::look_at(app, domain).await?;
    queries::of_user(&mut app.db.read().await?, user_id).await?.ok_or(DomainError::NotFound)
}

/// Returns whether this name is an active custom domain.
pub async fn is_active(app: &App, name: &str) -> Result<bool, DomainError> {
    let Some(name) = Hostname::parse(name) else { return Ok(false) };
    let found = queries::holder(&mut app.db.read().await?, name.as_str()).await?;
    Ok(found.is_some_and(|domain| domain.status == DomainStatus::Active))
}

/// Returns the active domain of this name, if it is one.
pub async fn active(app: &App, name: &Hostname) -> Result<Option<ActiveDomain>, DomainError> {
    let mut conn = app.db.read().await?;
    let found = queries::holder(&mut conn, name.as_str()).await?;
    let Some(domain) = found.filter(|domain| domain.status == DomainStatus::Active) else { return Ok(None) };
    let storefronts = storefronts::of_user(&mut conn, &domain.user_id).await?;
    Ok(Some(ActiveDomain { domain: name.clone(), user_id: domain.user_id, storefronts }))
}

/// Returns the origin of the links that a seller's customers get, without a slash at the end: the seller's `active` domain, or
/// else the product's own address.
pub(crate) fn customers_origin(app: &App, active: Option<&str>) -> String {
    match active {
        Some(domain) => format!("https://{domain}"),
        None => app.public_url.as_str().trim_end_matches('/').to_owned(),
    }
}

/// Returns the names of all active domains.
pub async fn active_names(app: &App) -> Result<Vec<Hostname>, DomainError> {
    let names = queries::active_names(&mut app.db.read().await?).await?;
    Ok(names.iter().filter_map(|name| Hostname::parse(name)).collect())
}
