//! Figures that are looked up when somebody asks: each is set anew before it is encoded.

use std::sync::atomic::AtomicU64;

use boostdesk_core::App;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::health::{Backlog, Queue};
use boostdesk_core::messenger::announcements;
use boostdesk_core::shop::delivery::CallOutcome;
use boostdesk_core::shop::redeem;
use boostdesk_core::shop::stores::calls::{self, Verdict};
use boostdesk_core::watching::metrics::{Metrics, Words};
use boostdesk_core::watching::outages::Trouble;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use super::PlaceOnDisk;

type Seconds = Gauge<f64, AtomicU64>;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct State {
    state: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Stock {
    stock: &'static str,
    state: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Place {
    place: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    trouble: &'static str,
}

#[derive(Debug, Default)]
pub(super) struct Figures {
    database_up: Gauge,
    pool: Family<State, Gauge>,
    pool_most: Gauge,
    jobs: Family<State, Gauge>,
    jobs_oldest: Seconds,
    jobs_overdue: Seconds,
    announcements: Family<State, Gauge>,
    announcements_oldest: Seconds,
    event_deliveries: Family<State, Gauge>,
    event_deliveries_oldest: Seconds,
    event_endpoints: Family<State, Gauge>,
    event_endpoints_failing: Seconds,
    unresolved_invites: Gauge,
    channel_problems: Gauge,
    custom_domains: Family<State, Gauge>,
    stock: Family<Stock, Gauge>,
    last_backup: Seconds,
    disk_free: Family<Place, Gauge>,
    disk_size: Family<Place, Gauge>,
    chat_connections: Gauge,
    gateway_shards: Gauge,
    gateway_ready: Gauge,
    gateway_latency: Seconds,
    outages: Family<Kind, Gauge>,
}

/// Starts the counter of every possible outcome at 0, so that its time series exists before the first one.
pub(super) fn begin(metrics: &Metrics) {
    let redeems: Vec<_> = redeem::Outcome::ALL.iter().map(|outcome| outcome.as_str()).collect();
    let event_deliveries: Vec<_> =
        event_endpoints::Outcome::ALL.iter().map(|outcome| outcome.as_str()).collect();
    let fulfilment_calls: Vec<_> = CallOutcome::ALL.iter().map(|outcome| outcome.as_str()).collect();
    let announcements: Vec<_> = announcements::Outcome::ALL.iter().map(|outcome| outcome.as_str()).collect();
    let verdicts: Vec<_> =
        Verdict::ALL.iter().map(|verdict| verdict.as_str()).chain([calls::FAILED]).collect();
    metrics.begin(&Words {
        redeems: &redeems,
        announcements: &announcements,
        event_deliveries: &event_deliveries,
        fulfilment_calls: &fulfilment_calls,
        verdicts: &verdicts,
    });
}

impl Figures {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let all = Self::default();
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "This program", build);
        let gauges = [
            ("database_up", "1 when the database could be read for these figures", &all.database_up),
            ("database_pool_connections_max", "Connections that the pool may open", &all.pool_most),
            (
                "unresolved_invites",
                "Orders whose invite the chat platform could not be asked about",
                &all.unresolved_invites,
            ),
            ("channel_problems", "Channels that the bot cannot speak in", &all.channel_problems),
            ("chat_connections", "Listeners in the chat room", &all.chat_connections),
            (
                "gateway_shards",
                "Connections to the chat platform's gateway that this process should have",
                &all.gateway_shards,
            ),
            ("gateway_shards_ready", "Those of them whose session stands", &all.gateway_ready),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        let seconds = [
            (
                "delivery_jobs_oldest_age_seconds",
                "Since the oldest order that waits for a worker or a service was redeemed, or begun anew by its seller",
                &all.jobs_oldest,
            ),
            (
                "delivery_jobs_overdue_seconds",
                "Since a worker should have begun with the first order that waits",
                &all.jobs_overdue,
            ),
            (
                "announcements_oldest_age_seconds",
                "Since the oldest announcement was written that the chat platform was not given",
                &all.announcements_oldest,
            ),
            (
                "event_deliveries_oldest_age_seconds",
                "Since the oldest event was written that a seller's service was not told",
                &all.event_deliveries_oldest,
            ),
            (
                "event_endpoints_failing_seconds",
                "Since the first of sellers' services fails that fails now",
                &all.event_endpoints_failing,
            ),
            (
                "last_backup_timestamp_seconds",
                "When the last backup was made, in unix time; 0 when there was none",
                &all.last_backup,
            ),
            (
                "gateway_heartbeat_latency_seconds",
                "From the last heartbeat to its acknowledgement, of the slowest connection",
                &all.gateway_latency,
            ),
        ];
        for (name, help, gauge) in seconds {
            registry.register(name, help, gauge.clone());
        }
        let states = [
            ("database_pool_connections", "Connections of the pool", &all.pool),
            ("delivery_jobs", "Orders that are not delivered yet", &all.jobs),
            (
                "announcements_pending",
                "Announcements that the chat platform was not given",
                &all.announcements,
            ),
            (
                "event_deliveries_pending",
                "Events that a seller's service was not told",
                &all.event_deliveries,
            ),
            ("event_endpoints", "Sellers' services that are told of events", &all.event_endpoints),
            ("custom_domains", "Sellers' own domains", &all.custom_domains),
        ];
        for (name, help, family) in states {
            registry.register(name, help, family.clone());
        }
        registry.register("stock_tokens", "Tokens of all storefronts", all.stock.clone());
        registry.register("disk_free_bytes", "Room left on the disk of a folder", all.disk_free.clone());
        registry.register("disk_size_bytes", "Size of the disk of a folder", all.disk_size.clone());
        registry.register("outages", "What fails at this moment and is tried again", all.outages.clone());
        all
    }

    /// `backlog`: `None` when the database does not answer. Its last figures then stay until it does.
    pub(super) fn set(
        &self,
        app: &App,
        backlog: Option<&Backlog>,
        disks: &[PlaceOnDisk],
        chat_connections: usize,
    ) {
        self.database_up.set(backlog.is_some().into());
        let pool = app.db.pool();
        set(&self.pool, [("in_use", pool.in_use.into()), ("idle", (pool.open - pool.in_use).into())]);
        self.pool_most.set(pool.most.into());
        self.chat_connections.set(count(chat_connections));
        // A disk that cannot be read has no figures, rather than its last ones.
        self.disk_free.clear();
        self.disk_size.clear();
        for PlaceOnDisk { name, disk } in disks {
            let place = Place { place: name };
            self.disk_free.get_or_create_owned(&place).set(i64::try_from(disk.free).unwrap_or(i64::MAX));
            self.disk_size.get_or_create_owned(&place).set(i64::try_from(disk.size).unwrap_or(i64::MAX));
        }
        let gateway = app.metrics.gateway.figures();
        self.gateway_shards.set(gateway.map_or(0, |gateway| count(gateway.shards)));
        self.gateway_ready.set(gateway.map_or(0, |gateway| count(gateway.ready)));
        let latency = gateway.and_then(|gateway| gateway.latency);
        self.gateway_latency.set(latency.unwrap_or_default().as_secs_f64());
        let outages = app.outages.ongoing();
        for trouble in Trouble::ALL {
            let ongoing = outages.iter().filter(|outage| outage.trouble == *trouble).count();
            let kind = Kind { trouble: trouble.as_str() };
            self.outages.get_or_create_owned(&kind).set(count(ongoing));
        }
        if let Some(backlog) = backlog {
            self.set_backlog(backlog, app.clock.now());
        }
    }

    fn set_backlog(&self, backlog: &Backlog, now: Timestamp) {
        let Backlog { jobs, endpoints, domains, .. } = backlog;
        set(
            &self.jobs,
            [
                ("waiting", jobs.waiting - jobs.retrying),
                ("retrying", jobs.retrying),
                ("leased", jobs.leased),
                ("by_hand", jobs.by_hand),
                ("given_up", jobs.given_up),
            ],
        );
        self.jobs_oldest.set(age(jobs.oldest, now));
        self.jobs_overdue.set(age(jobs.due, now));
        self.announcements_oldest.set(age(backlog.announcements.oldest, now));
        self.event_deliveries_oldest.set(age(backlog.event_deliveries.oldest, now));
        set_queue(&self.announcements, backlog.announcements);
        set_queue(&self.event_deliveries, backlog.event_deliveries);
        set(
            &self.event_endpoints,
            [
                ("working", endpoints.enabled - endpoints.failing),
                ("failing", endpoints.failing),
                ("disabled", endpoints.disabled),
            ],
        );
        self.event_endpoints_failing.set(age(endpoints.since, now));
        self.unresolved_invites.set(backlog.invites);
        self.channel_problems.set(backlog.channel_problems);
        set(
            &self.custom_domains,
            [("pending", domains.pending), ("active", domains.active), ("failed", domains.failed)],
        );
        for level in &backlog.stock {
            let states = [
                ("available", level.available),
                ("reserved", level.reserved),
                ("delivered", level.delivered),
                ("failed", level.failed),
            ];
            for (state, tokens) in states {
                let stock = Stock { stock: level.stock.as_str(), state };
                self.stock.get_or_create_owned(&stock).set(tokens);
            }
        }
        self.last_backup.set(backlog.last_backup.map_or(0.0, seconds));
    }
}

fn set<const N: usize>(family: &Family<State, Gauge>, figures: [(&'static str, i64); N]) {
    for (state, figure) in figures {
        family.get_or_create_owned(&State { state }).set(figure);
    }
}

fn set_queue(family: &Family<State, Gauge>, queue: Queue) {
    set(family, [("waiting", queue.waiting - queue.retrying), ("retrying", queue.retrying)]);
}

/// Returns the seconds since then, 0 for `None`.
fn age(since: Option<Timestamp>, now: Timestamp) -> f64 {
    since.map_or(0.0, |since| now.since(since).as_secs_f64())
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of this age are exact")]
fn seconds(at: Timestamp) -> f64 {
    at.0 as f64 / 1000.0
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
