//! Adding, listing and removing domains.

use futures::FutureExt;

use super::checks::{self, Verdict};
use super::{Domain, DomainError, DomainStatus, Hostname, queries};
use crate::App;
use crate::activity_log::{self, Action, Client};
use crate::events::{Event, Topic};

/// The user's domains: one at most.
pub async fn list(app: &App, user_id: &str) -> Result<Vec<Domain>, DomainError> {
    Ok(queries::of_user(&mut app.db.read().await?, user_id).await?.into_iter().collect())
}

/// Active at once when DNS already points here, pending when it says nothing, refused when it points elsewhere.
pub async fn add(app: &App, user_id: &str, typed: &str, client: &Client) -> Result<Domain, DomainError> {
    let domain = Hostname::parse(typed).ok_or(DomainError::Invalid)?;
    let settings = &app.domains;
    if domain == settings.cname_target || settings.own_hosts.contains(&domain) {
        return Err(DomainError::InUse);
    }
    refuse_taken(app, user_id, &domain).await?;
    let now = app.clock.now();
    let verdict = checks::ask(settings, &domain).await;
    let (status, diagnostics) = match verdict {
        Verdict::Right => (DomainStatus::Active, None),
        Verdict::Elsewhere { .. } => return Err(DomainError::PointsElsewhere),
        Verdict::Missing { diagnostics } | Verdict::Unknown { diagnostics } => {
            (DomainStatus::Pending, Some(diagnostics))
        }
    };
    let check_at = now.plus(checks::pause(settings, status));
    let (id, user_id, client) = (app.rng.uuid(), user_id.to_owned(), client.clone());
    app.db
        .write(move |tx| {
            async move {
                if queries::of_user(tx, &user_id).await?.is_some() {
                    return Err(DomainError::SecondDomain);
                }
                let new = queries::NewDomain {
                    id: &id,
                    user_id: &user_id,
                    domain: domain.as_str(),
                    status,
                    diagnostics: diagnostics.as_deref(),
                    now,
                    check_at,
                };
                if !queries::insert(tx, &new).await? {
                    return Err(match queries::of_user(tx, &user_id).await? {
                        Some(_) => DomainError::SecondDomain,
                        None => DomainError::InUse,
                    });
                }
                let details = format!("{domain} is {}", status.as_str());
                let user = Some(user_id.as_str());
                activity_log::record_from(tx, user, Action::DomainAdded, &details, now, &client).await?;
                tx.publish(Event::of_user(Topic::Domains, &user_id));
                queries::of_user(tx, &user_id).await?.ok_or(DomainError::NotFound)
            }
            .boxed()
        })
        .await
}

async fn refuse_taken(app: &App, user_id: &str, domain: &Hostname) -> Result<(), DomainError> {
    let mut conn = app.db.read().await?;
    if queries::of_user(&mut conn, user_id).await?.is_some() {
        return Err(DomainError::SecondDomain);
    }
    if queries::by_name(&mut conn, domain.as_str()).await?.is_some() {
        return Err(DomainError::InUse);
    }
    Ok(())
}

pub async fn remove(app: &App, user_id: &str, id: &str, client: &Client) -> Result<(), DomainError> {
    let (user_id, id) = (user_id.to_owned(), id.to_owned());
    let (client, now) = (client.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let domain = queries::delete(tx, &user_id, &id).await?.ok_or(DomainError::NotFound)?;
                let user = Some(user_id.as_str());
                activity_log::record_from(tx, user, Action::DomainRemoved, &domain, now, &client).await?;
                tx.publish(Event::of_user(Topic::Domains, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Asks DNS now instead of at the next turn.
pub async fn check(app: &App, user_id: &str, id: &str) -> Result<Domain, DomainError> {
    let mine = queries::of_user(&mut app.db.read().await?, user_id).await?;
    let domain = mine.filter(|domain| domain.id == id).ok_or(DomainError::NotFound)?;
    checks::look_at(app, domain).await?;
    queries::of_user(&mut app.db.read().await?, user_id).await?.ok_or(DomainError::NotFound)
}

/// Whether a storefront answers under this name.
pub async fn is_active(app: &App, name: &str) -> Result<bool, DomainError> {
    let Some(name) = Hostname::parse(name) else { return Ok(false) };
    let found = queries::by_name(&mut app.db.read().await?, name.as_str()).await?;
    Ok(found.is_some_and(|domain| domain.status == DomainStatus::Active))
}
