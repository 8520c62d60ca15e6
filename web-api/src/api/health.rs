//! How the product is doing, for admins: what waits, what fails, and since when.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use boostdesk_core::App;
use boostdesk_core::db::Dialect;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::health::{self, Backlog, Queue, Troubles};
use boostdesk_core::shop::custom_domain::DomainStatus;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{OpenRefusals, SellersRefusals, Verdict};
use boostdesk_core::watching::outages::{Outage, Trouble};
use serde::Serialize;
use utoipa::ToSchema;

use crate::callers::session::Admin;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Json;
use crate::state::WebState;
use crate::watching::{PlaceOnDisk, Watching, resident_bytes};

/// How long the backlog may take to read. The request's own time limit is a little longer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// All times are RFC 3339, UTC. Of failing endpoints, refused calls, silent channels and failing domains, the first 50
/// are listed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    at: String,
    version: &'static str,
    /// When the process that answers was started.
    started_at: String,
    /// Bytes of memory that this process uses; null where that is unknown.
    #[schema(required)]
    memory: Option<u64>,
    gateway: Gateway,
    database: Database,
    disks: Vec<DiskSpace>,
    #[schema(required)]
    last_backup: Option<String>,
    orders: WaitingOrders,
    announcements: Waiting,
    event_deliveries: Waiting,
    /// Orders whose invite is not resolved yet, because the chat platform did not answer.
    unresolved_invites: i64,
    domains: DomainCounts,
    /// What fails in this process at the moment, and is tried again.
    outages: Vec<OngoingOutage>,
    failing_endpoints: Vec<FailingEndpoint>,
    /// Store calls refused in the last 24 hours that no later call has made good.
    refused_calls: Vec<RefusedStoreCalls>,
    silent_channels: Vec<SilentChannel>,
    failing_domains: Vec<FailingDomain>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Gateway {
    state: GatewayState,
    /// How many connections to the gateway (shards) there should be; `ready` says how many there are.
    shards: usize,
    ready: usize,
    /// Milliseconds from a heartbeat to its acknowledgement.
    #[schema(required)]
    latency_ms: Option<u64>,
    /// Since when it is ready or not ready.
    #[schema(required)]
    since: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum GatewayState {
    /// No bot is configured.
    Off,
    /// Another process runs the bot.
    Elsewhere,
    Connecting,
    Ready,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Database {
    kind: DatabaseKind,
    connections_in_use: u32,
    connections_most: u32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum DatabaseKind {
    Sqlite,
    Postgres,
}

#[derive(Debug, Serialize, ToSchema)]
struct DiskSpace {
    /// What is stored there: `database` or `uploads`.
    place: &'static str,
    /// Free bytes.
    free: u64,
    size: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingOrders {
    /// Orders that wait for a worker or a fulfilment service, including those in `retrying`, which were tried before.
    waiting: i64,
    retrying: i64,
    under_way: i64,
    /// When the oldest of these orders was redeemed, or begun again by its seller; null without any.
    #[schema(required)]
    oldest: Option<String>,
    /// Orders that sellers have to deliver by hand.
    by_hand: i64,
    /// Orders whose delivery was given up, and whose sellers have to decide.
    given_up: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct Waiting {
    /// All that wait, including those in `retrying`, which were tried before.
    waiting: i64,
    retrying: i64,
    #[schema(required)]
    oldest: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct DomainCounts {
    pending: i64,
    active: i64,
    failed: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct OngoingOutage {
    kind: Trouble,
    /// Which of several things of this kind fails; empty if there is only one.
    about: String,
    /// What fails, as a text for people.
    message: &'static str,
    since: String,
    failures: u64,
    /// The reason of the last failure.
    why: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct FailingEndpoint {
    seller: String,
    host: String,
    since: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefusedStoreCalls {
    seller: String,
    guild_id: String,
    provider: Provider,
    verdict: Verdict,
    count: i64,
    last: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct SilentChannel {
    seller: String,
    /// The channel's id, or `DM` for direct messages.
    channel: String,
    message: String,
    since: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct FailingDomain {
    seller: String,
    domain: String,
    status: DomainStatus,
    #[schema(required)]
    diagnostics: Option<String>,
    #[schema(required)]
    since: Option<String>,
}

/// The state of the server: what waits and what fails; for admins
#[utoipa::path(
    get,
    path = "/api/admin/health",
    tag = "admin",
    responses(
        (status = 200, body = Health),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    State(watching): State<Arc<Watching>>,
    Admin(_): Admin,
) -> Result<Json<Health>> {
    let app = &web.app;
    let backlog = watching.backlog(TIMEOUT).await?;
    let troubles = health::troubles(app).await?;
    let disks = watching.disks().await;
    Ok(Json(health(app, watching.started, &backlog, troubles, &disks)))
}

fn health(
    app: &App,
    started: Timestamp,
    backlog: &Backlog,
    troubles: Troubles,
    disks: &[PlaceOnDisk],
) -> Health {
    let Backlog { jobs, announcements, event_deliveries, domains, .. } = backlog;
    let pool = app.db.pool();
    let disks = disks.iter().map(|on| DiskSpace { place: on.name, free: on.disk.free, size: on.disk.size });
    Health {
        at: app.clock.now().rfc3339(),
        version: env!("CARGO_PKG_VERSION"),
        started_at: started.rfc3339(),
        memory: resident_bytes(),
        gateway: gateway(app),
        database: Database {
            kind: match app.db.dialect() {
                Dialect::Sqlite => DatabaseKind::Sqlite,
                Dialect::Postgres => DatabaseKind::Postgres,
            },
            connections_in_use: pool.in_use,
            connections_most: pool.most,
        },
        disks: disks.collect(),
        last_backup: backlog.last_backup.map(Timestamp::rfc3339),
        orders: WaitingOrders {
            waiting: jobs.waiting,
            retrying: jobs.retrying,
            under_way: jobs.leased,
            oldest: jobs.oldest.map(Timestamp::rfc3339),
            by_hand: jobs.by_hand,
            given_up: jobs.given_up,
        },
        announcements: (*announcements).into(),
        event_deliveries: (*event_deliveries).into(),
        unresolved_invites: backlog.invites,
        domains: DomainCounts { pending: domains.pending, active: domains.active, failed: domains.failed },
        outages: app.outages.ongoing().into_iter().map(OngoingOutage::from).collect(),
        failing_endpoints: troubles.endpoints.into_iter().map(FailingEndpoint::from).collect(),
        refused_calls: troubles.refused_calls.into_iter().map(RefusedStoreCalls::from).collect(),
        silent_channels: troubles.channels.into_iter().map(SilentChannel::from).collect(),
        failing_domains: troubles.domains.into_iter().map(FailingDomain::from).collect(),
    }
}

fn gateway(app: &App) -> Gateway {
    let figures = app.metrics.gateway.figures();
    let state = match (&app.chat_platform, &figures) {
        (None, _) => GatewayState::Off,
        (Some(_), None) => GatewayState::Elsewhere,
        (Some(_), Some(figures)) if figures.is_ready() => GatewayState::Ready,
        (Some(_), Some(_)) => GatewayState::Connecting,
    };
    let latency = figures.and_then(|figures| figures.latency);
    Gateway {
        state,
        shards: figures.map_or(0, |figures| figures.shards),
        ready: figures.map_or(0, |figures| figures.ready),
        latency_ms: latency.map(|latency| u64::try_from(latency.as_millis()).unwrap_or(u64::MAX)),
        since: figures.map(|figures| figures.since.rfc3339()),
    }
}

impl From<Queue> for Waiting {
    fn from(Queue { waiting, retrying, oldest }: Queue) -> Self {
        Self { waiting, retrying, oldest: oldest.map(Timestamp::rfc3339) }
    }
}

impl From<Outage> for OngoingOutage {
    fn from(Outage { trouble, about, since, failures, why }: Outage) -> Self {
        Self { kind: trouble, about, message: trouble.words(), since: since.rfc3339(), failures, why }
    }
}

impl From<health::FailingEndpoint> for FailingEndpoint {
    fn from(health::FailingEndpoint { seller, host, since }: health::FailingEndpoint) -> Self {
        Self { seller, host, since: since.rfc3339() }
    }
}

impl From<SellersRefusals> for RefusedStoreCalls {
    fn from(SellersRefusals { seller, refused }: SellersRefusals) -> Self {
        let OpenRefusals { guild_id, provider, verdict, count, at } = refused;
        Self { seller, guild_id: guild_id.as_str().to_owned(), provider, verdict, count, last: at.rfc3339() }
    }
}

impl From<health::SilentChannel> for SilentChannel {
    fn from(health::SilentChannel { seller, channel, message, since }: health::SilentChannel) -> Self {
        Self { seller, channel, message, since: since.rfc3339() }
    }
}

impl From<health::FailedDomain> for FailingDomain {
    fn from(found: health::FailedDomain) -> Self {
        let health::FailedDomain { seller, domain, status, diagnostics, since } = found;
        Self { seller, domain, status, diagnostics, since: since.map(Timestamp::rfc3339) }
    }
}
