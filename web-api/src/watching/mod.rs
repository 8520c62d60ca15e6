//! How the process is doing, for whoever operates it: the figures that Prometheus reads, and what the owner's page shows.
//!
//! The backlog is read from the database at most once in a few seconds, however many ask, and by one of them at a time.

mod figures;
mod process;

use std::fmt;
use std::sync::{self, Arc, PoisonError};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::db::Failure;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::health::{self, Backlog};
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::registry::Registry;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

use crate::chat::room::Room;
use crate::disk::{Disk, Place, places};
use crate::edge::metrics::Metrics;
use figures::Figures;

pub(crate) use process::resident_bytes;

/// How long a backlog is used before it is read again.
const LIFE: Duration = Duration::from_secs(4);
/// How long metrics wait for the backlog: Prometheus gives up on a scrape after ten seconds, and takes the process for dead.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The outcome of reading the backlog.
type Read = Result<Arc<Backlog>, Arc<Failure>>;

pub(crate) struct Watching {
    app: App,
    room: Arc<Room>,
    pub(crate) started: Timestamp,
    places: Vec<Place>,
    figures: Figures,
    registry: Registry,
    /// The last outcome, and when it was read. Locked while it is read.
    backlog: Mutex<Option<(Instant, Read)>>,
    /// Held while figures are set and encoded.
    telling: sync::Mutex<()>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceOnDisk {
    pub(crate) name: &'static str,
    pub(crate) disk: Disk,
}

impl Watching {
    pub(crate) fn new(app: App, config: &Config, room: Arc<Room>) -> Self {
        let started = app.clock.now();
        let mut registry = Registry::default();
        process::register(&mut registry, started);
        let own = registry.sub_registry_with_prefix("boostdesk");
        app.metrics.register(own);
        app.db.figures().register(own);
        let figures = Figures::register(own);
        figures::begin(&app.metrics);
        Self {
            started,
            places: places(config),
            figures,
            registry,
            room,
            app,
            backlog: Mutex::default(),
            telling: sync::Mutex::default(),
        }
    }

    /// Returns all figures in the text format that Prometheus reads, those of the listeners in `watched` among them.
    pub(crate) async fn text(&self, watched: &Metrics) -> String {
        let backlog = self.backlog(TIMEOUT).await;
        if let Err(failure) = &backlog {
            tracing::debug!(%failure, "figures without the database's");
        }
        let disks = self.disks().await;
        // Keeps one call from encoding figures while another one sets them.
        let _alone = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        self.figures.set(&self.app, backlog.ok().as_deref(), &disks, self.room.size());
        let mut text = watched.text();
        encode_registry(&mut text, &self.registry)
            .and_then(|()| encode_eof(&mut text))
            .expect("a string takes all that is written to it");
        text
    }

    /// Returns the backlog, as it was a few seconds ago at most.
    ///
    /// Errors: that of the last read, if as recent, so of several callers at once, none waits for one failure after another; or that
    /// it took longer than `time_limit`, the wait for another caller's read included.
    pub(crate) async fn backlog(&self, time_limit: Duration) -> Read {
        let deadline = Instant::now() + time_limit;
        let kept = timeout_at(deadline, self.backlog.lock()).await;
        let mut kept = kept.map_err(|_| Arc::new(Failure::late()))?;
        if let Some((read_at, backlog)) = &*kept
            && read_at.elapsed() < LIFE
        {
            return backlog.clone();
        }
        // An old backlog is not used again, even if the new one cannot be read.
        *kept = None;
        let read = timeout_at(deadline, health::backlog(&self.app)).await;
        let backlog = read.map_err(|_| Arc::new(Failure::late()))?.map(Arc::new).map_err(Arc::new);
        *kept = Some((Instant::now(), backlog.clone()));
        backlog
    }

    /// Returns the free space of the folders that are written to. A disk that cannot be read is left out.
    pub(crate) async fn disks(&self) -> Vec<PlaceOnDisk> {
        let places = self.places.clone();
        let look = spawn_blocking(move || {
            let looked = places.iter().map(|place| Some((place.name, Disk::of(&place.path).ok()?)));
            looked.flatten().map(|(name, disk)| PlaceOnDisk { name, disk }).collect()
        });
        look.await.unwrap_or_default()
    }
}

impl fmt::Debug for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watching")
    }
}
