//! Polls DNS about custom domains and updates their status.

use std::net::IpAddr;
use std::time::Duration;

use futures::FutureExt;
use futures::future::join_all;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::error;

use super::claims::{self, Claim};
use super::{Domain, DomainError, DomainStatus, Next, queries};
use crate::App;
use crate::app::DomainSettings;
use crate::db::{Failure, Result as DbResult};
use crate::events::{Event, Topic};
use crate::foundation::addresses::is_public;
use crate::foundation::clock::Timestamp;
use crate::foundation::hostname::Hostname;
use crate::people::activity_log::{self, Action};
use crate::ports::Found;
use crate::watching::outages::Trouble;

/// Time between two checks of an active domain.
const ACTIVE_PAUSE: Duration = Duration::from_mins(15);
/// A domain without any record fails after this long.
const LONGEST_WITHOUT_RECORD: Duration = Duration::from_hours(48);
/// An active domain fails after this many checks in a row without the record, within [`MISSING_SPAN`].
const MISSES: i64 = 3;
const MISSING_SPAN: Duration = Duration::from_hours(1);
/// A domain that has failed for this long is checked as rarely as an active one.
const LONG_FAILED: Duration = Duration::from_hours(7 * 24);
/// Domains checked in one turn.
const TURN: i64 = 20;

pub(super) enum Verdict {
    Right,
    Elsewhere {
        diagnostics: String,
    },
    Missing {
        diagnostics: String,
    },
    /// DNS could not be asked.
    Unknown {
        diagnostics: String,
    },
}

/// Asks DNS about the domains whose turn it is, until `shutdown`.
pub async fn run(app: App, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        let looked = turn(&app).await;
        app.outages.note(Trouble::Database, "custom domains", &looked);
        if matches!(looked, Ok(TURN)) {
            continue;
        }
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = sleep(app.domains.check_interval.min(Duration::from_secs(10))) => {}
        }
    }
}

/// Looks at the domains whose turn it is. Returns how many there were.
async fn turn(app: &App) -> DbResult<i64> {
    let now = app.clock.now();
    if !queries::is_any_due(&mut app.db.read().await?, now).await? {
        return Ok(0);
    }
    // Moving their next check on claims the domains, so that no other process checks the same ones.
    let later = now.plus(app.domains.check_interval);
    let due = app.db.write(move |tx| async move { queries::take_due(tx, now, later, TURN).await }.boxed());
    let due: Vec<Domain> = due.await?;
    let count = due.len();
    // Concurrently, so that one slow name server does not delay the other domains.
    for looked in join_all(due.into_iter().map(|domain| look_at(app, domain))).await {
        match looked {
            Ok(()) => {}
            Err(DomainError::Failure(failure)) => return Err(failure),
            Err(refused) => error!(%refused, "a custom domain that cannot be checked"),
        }
    }
    Ok(i64::try_from(count).unwrap_or(TURN))
}

pub(super) async fn look_at(app: &App, domain: Domain) -> Result<(), DomainError> {
    let name = Hostname::parse(&domain.domain).ok_or(DomainError::Invalid)?;
    let claim = if domain.needs_proof { Some(Claim::of(app, &domain.user_id, &name).await?) } else { None };
    let verdict = match &claim {
        Some(Claim::Unproven { silence: Some(error), .. }) => {
            Verdict::Unknown { diagnostics: format!("{error} We keep asking.") }
        }
        Some(Claim::Unproven { held, silence: None }) => {
            Verdict::Missing { diagnostics: claims::unproven(name.as_str(), *held) }
        }
        // As certain as a CNAME that leads elsewhere.
        Some(Claim::Anothers) => Verdict::Elsewhere { diagnostics: claims::lost(name.as_str()) },
        Some(Claim::Free | Claim::Won { .. }) | None => ask(&app.domains, &name).await,
    };
    let won = claim.filter(Claim::is_theirs);
    let now = app.clock.now();
    let needs_proof = domain.needs_proof && won.is_none();
    let next = judge(&domain, verdict, now);
    let is_long_failed = next.failed_since.is_some_and(|since| since.plus(LONG_FAILED) <= now);
    let urgency = if is_long_failed { DomainStatus::Active } else { next.status };
    let check_at = now.plus(pause(&app.domains, urgency));
    let looked = app
        .db
        .write(move |tx| {
            async move {
                if let Some(claim) = &won
                    && !claims::take(tx, &domain.user_id, &name, claim, now).await?
                {
                    return Err(NotWritten::Outdated);
                }
                match queries::update(tx, &domain, &next, needs_proof, now, check_at).await {
                    Ok(true) => {}
                    // Removed, or checked by another process, in the meantime.
                    Ok(false) => return Err(NotWritten::Outdated),
                    Err(failure) if failure.is_conflict() => return Err(NotWritten::Outdated),
                    Err(failure) => return Err(failure.into()),
                }
                if next.status != domain.status {
                    let (action, details) = match next.status {
                        DomainStatus::Active => {
                            (Action::DomainActive, format!("{} is active", domain.domain))
                        }
                        _ => (Action::DomainFailed, next.diagnostics.unwrap_or_default()),
                    };
                    activity_log::record(tx, &domain.user_id, action, &details, now).await?;
                }
                tx.publish(Event::of_user(Topic::CustomDomains, &domain.user_id));
                Ok(())
            }
            .boxed()
        })
        .await;
    match looked {
        // The next check decides.
        Ok(()) | Err(NotWritten::Outdated) => Ok(()),
        Err(NotWritten::Failure(failure)) => Err(failure.into()),
    }
}

/// Why the outcome of a check was not written.
#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error("the domain or its name has changed since DNS was asked")]
    Outdated,
    #[error(transparent)]
    Failure(#[from] Failure),
}

pub(super) async fn ask(settings: &DomainSettings, domain: &Hostname) -> Verdict {
    let target = &settings.cname_target;
    let missing = match settings.name_server.look_up(domain.as_str()).await {
        Ok(Found::Alias(names)) => return follow(domain, &names, target),
        Ok(Found::Addresses(addresses)) => {
            let listed = listed(&addresses);
            format!(
                "{domain} has an address{listed} but no CNAME. Replace it by a CNAME to {target}. If your DNS provider \
                 proxies this name, switch that off for it."
            )
        }
        Ok(Found::Apex(addresses)) => {
            let listed = listed(&addresses);
            format!(
                "{domain}{listed} is a bare domain, and DNS allows no CNAME there. Use a name below it, such as \
                 shop.{domain}, with a CNAME to {target}."
            )
        }
        Ok(Found::Nothing) if is_doubled(settings, domain).await => {
            let (own, zone) = split(domain);
            format!(
                "The CNAME stands at {domain}.{zone}: your DNS provider adds {zone} by itself. Enter only {own} as its \
                 name."
            )
        }
        Ok(Found::Nothing) => format!("DNS has no record for {domain} yet."),
        Err(error) => return Verdict::Unknown { diagnostics: format!("{error} We keep asking.") },
    };
    Verdict::Missing { diagnostics: missing }
}

fn follow(domain: &Hostname, names: &[String], target: &Hostname) -> Verdict {
    let names: Vec<Hostname> = names.iter().filter_map(|name| Hostname::parse(name)).collect();
    if names.contains(target) {
        return Verdict::Right;
    }
    let way: Vec<&str> = names.iter().map(Hostname::as_str).collect();
    let way = if way.is_empty() { "another name".to_owned() } else { way.join(", from there to ") };
    Verdict::Elsewhere { diagnostics: format!("{domain} points to {way}, not to {target}.") }
}

/// Whether the record was entered under its full name although the provider appends the zone to each name.
async fn is_doubled(settings: &DomainSettings, domain: &Hostname) -> bool {
    let (_, zone) = split(domain);
    let Some(doubled) = Hostname::parse(&format!("{domain}.{zone}")) else { return false };
    let found = settings.name_server.look_up(doubled.as_str()).await;
    matches!(found, Ok(Found::Alias(names)) if matches!(follow(&doubled, &names, &settings.cname_target), Verdict::Right))
}

/// `shop.example.com` → `shop`, `example.com`.
fn split(domain: &Hostname) -> (&str, &str) {
    domain.as_str().split_once('.').expect("a hostname has two labels or more")
}

/// Lists up to three public addresses as ` (93.184.216.34, 93.184.216.35)`. Private ones are left out: anyone may add any
/// name, and could otherwise read our name server's internal zones.
fn listed(addresses: &[IpAddr]) -> String {
    let public = addresses.iter().filter(|address| is_public(**address));
    let texts: Vec<String> = public.take(3).map(ToString::to_string).collect();
    if texts.is_empty() { String::new() } else { format!(" ({})", texts.join(", ")) }
}

/// Brings forward checks that were scheduled too late while the clock was ahead. Returns how many.
pub async fn shorten_waits(app: &App) -> DbResult<u64> {
    let pauses = [DomainStatus::Active, DomainStatus::Pending].map(|status| pause(&app.domains, status));
    let latest = app.clock.now().plus(pauses.into_iter().max().unwrap_or_default());
    app.db.write(move |tx| async move { queries::shorten_waits(tx, latest).await }.boxed()).await
}

pub(super) fn pause(settings: &DomainSettings, status: DomainStatus) -> Duration {
    match status {
        DomainStatus::Active => ACTIVE_PAUSE.min(settings.check_interval * 15),
        DomainStatus::Pending | DomainStatus::Failed => settings.check_interval,
    }
}

fn judge(domain: &Domain, verdict: Verdict, now: Timestamp) -> Next {
    let (diagnostics, is_certain) = match verdict {
        Verdict::Right => {
            let status = DomainStatus::Active;
            return Next { status, diagnostics: None, misses: 0, missing_since: None, failed_since: None };
        }
        Verdict::Unknown { diagnostics } => {
            let Domain { status, misses, missing_since, failed_since, .. } = *domain;
            return Next { status, diagnostics: Some(diagnostics), misses, missing_since, failed_since };
        }
        Verdict::Elsewhere { diagnostics } => (diagnostics, true),
        Verdict::Missing { diagnostics } => (diagnostics, false),
    };
    let fresh = domain.missing_since.filter(|since| since.plus(MISSING_SPAN) > now);
    let (misses, since) = fresh.map_or((1, now), |since| (domain.misses + 1, since));
    let fails = match domain.status {
        DomainStatus::Pending => is_certain || domain.created_at.plus(LONGEST_WITHOUT_RECORD) <= now,
        DomainStatus::Active => misses >= MISSES,
        DomainStatus::Failed => true,
    };
    let status = if fails { DomainStatus::Failed } else { domain.status };
    let failed_since = fails.then(|| domain.failed_since.unwrap_or(now));
    Next { status, diagnostics: Some(diagnostics), misses, missing_since: Some(since), failed_since }
}
