//! Reads what waits and what fails.

use super::queries;
use super::{Backlog, FailingEndpoint, Troubles};
use crate::App;
use crate::db::Result;
use crate::ports::service_address;
use crate::shop::stores::calls;

/// Rows of each kind at most.
const MOST: i64 = 50;

/// Returns what waits, in numbers.
pub async fn backlog(app: &App) -> Result<Backlog> {
    let mut conn = app.db.read().await?;
    let mut jobs = queries::jobs(&mut conn).await?;
    (jobs.by_hand, jobs.given_up) = queries::orders_for_sellers(&mut conn).await?;
    Ok(Backlog {
        jobs,
        announcements: queries::announcements(&mut conn).await?,
        event_deliveries: queries::event_deliveries(&mut conn).await?,
        invites: queries::unresolved_invites(&mut conn).await?,
        endpoints: queries::endpoints(&mut conn).await?,
        channel_problems: queries::channel_problems(&mut conn).await?,
        domains: queries::domains(&mut conn).await?,
        stock: queries::stock(&mut conn).await?,
        last_backup: queries::last_backup(&mut conn).await?,
    })
}

/// Returns what fails, with the names of the sellers.
pub async fn troubles(app: &App) -> Result<Troubles> {
    let mut conn = app.db.read().await?;
    let endpoints = queries::failing_endpoints(&mut conn, MOST).await?;
    let endpoints = endpoints.into_iter().map(|(seller, url, since)| FailingEndpoint {
        seller,
        host: service_address::host_of(&url),
        since,
    });
    Ok(Troubles {
        endpoints: endpoints.collect(),
        refused_calls: calls::of_all_sellers(app, &mut conn, MOST).await?,
        channels: queries::silent_channels(&mut conn, MOST).await?,
        domains: queries::failed_domains(&mut conn, MOST).await?,
    })
}
