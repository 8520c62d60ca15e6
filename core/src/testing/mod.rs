//! Throw-away databases of both kinds, a clock that stands still, and the makings of a storefront, for every
//! crate's tests.

mod fixtures;
mod free_port;
mod invites;
mod log;
mod mutations;
mod postgres;
#[cfg(feature = "paused-clock")]
mod time;
mod trouble;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use tempfile::TempDir;
use tokio::task::yield_now;
use url::Url;

use crate::app::{DeliverySettings, DomainSettings, OperatorService};
use crate::config::Config;
use crate::db::{Db, Dialect, Patience, Upgrade};
use crate::events::Events;
use crate::foundation::clock::{Clock, Timestamp};
use crate::foundation::hostname::Hostname;
use crate::foundation::rng::Rng;
use crate::ports::{
    ChatPlatform, ForbiddenUrl, Found, Fulfilment, NameServer, NameServerError, WebhookAnswer, WebhookCall,
    WebhookError, Webhooks,
};
use crate::seal::SealingKey;
use crate::watching::metrics::Metrics;
use crate::watching::outages::Outages;
use crate::watching::traces::Traces;
use crate::{App, AppParts};

pub use fixtures::{Shop, details, guild, tokens};
pub use free_port::free_port;
pub use invites::Invites;
pub use log::Log;
pub use mutations::corpus_and_what_becomes_of_it;
pub use postgres::database_url as postgres_database;
#[cfg(feature = "paused-clock")]
pub use time::in_no_time;
pub use trouble::{Relay, change_unheard, empty_disk, fill_disk, make_old};

/// 2026-11-20 09:14:00 UTC.
pub const START: Timestamp = Timestamp(1_795_166_040_000);

/// An [`App`] on a database of its own, gone with it.
#[derive(Debug)]
pub struct TestApp {
    pub app: App,
    pub url: String,
    #[expect(dead_code, reason = "holds the folder as long as the app")]
    folder: TempDir,
}

impl Deref for TestApp {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

/// How a test's app differs from the usual: delivery by hand, one replacement, a clock that stands at [`START`], much patience.
#[derive(Debug, Clone)]
pub struct Setup {
    pub adapter: Option<Arc<dyn Fulfilment>>,
    pub max_replacements: i64,
    pub service: Option<OperatorService>,
    pub clock: Option<Clock>,
    pub name_server: Arc<dyn NameServer>,
    pub chat_platform: Option<Arc<dyn ChatPlatform>>,
    pub webhooks: Arc<dyn Webhooks>,
    pub patience: Patience,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            adapter: None,
            max_replacements: 1,
            service: None,
            clock: None,
            name_server: Arc::new(EmptyDns),
            chat_platform: None,
            webhooks: Arc::new(NobodyOutside),
            // However slow the machine.
            patience: Patience { connection: Duration::from_mins(1), turn: Duration::from_mins(1) },
        }
    }
}

impl Setup {
    pub fn adapter(adapter: Arc<dyn Fulfilment>) -> Self {
        Self { adapter: Some(adapter), ..Self::default() }
    }

    /// Waits for a database that is away for as long as the product does.
    pub fn impatient() -> Self {
        Self { patience: Patience::default(), ..Self::default() }
    }
}

impl TestApp {
    pub async fn new(dialect: Dialect, setup: Setup) -> Self {
        let folder = tempfile::tempdir().expect("the test machine has a temporary folder");
        let url = match dialect {
            Dialect::Sqlite => format!("sqlite://{}", folder.path().join("test.db").display()),
            Dialect::Postgres => postgres::database_with_schema().await,
        };
        let app = app_on(&url, setup).await;
        Self { app, url, folder }
    }

    /// Another app on the same database, as another process would have.
    pub async fn another(&self, setup: Setup) -> App {
        app_on(&self.url, setup).await
    }

    /// How many transactions this process has committed.
    pub fn commits(&self) -> u64 {
        self.figure("database_commits_total")
    }

    /// Until nobody writes, also of those whose caller did not wait: when a session was last used.
    pub async fn all_written(&self) {
        while self.figure("database_writes_in_progress") > 0 {
            yield_now().await;
        }
    }

    fn figure(&self, name: &str) -> u64 {
        let (mut registry, mut text) = (Registry::default(), String::new());
        self.db.figures().register(&mut registry);
        encode(&mut text, &registry).expect("a text takes it all");
        let count = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        count.expect("it is counted").parse().expect("a number")
    }
}

/// An app on a database that is there. All have the same key.
pub async fn app_on(url: &str, setup: Setup) -> App {
    let events = Events::default();
    let rng = Rng::system();
    let clock = setup.clock.unwrap_or_else(|| Clock::fixed(START));
    let outages = Outages::new(clock.clone());
    let db =
        Db::open(url, Upgrade::Refused, events.clone(), outages.clone(), rng.uuid(), setup.patience).await;
    let db = db.expect("a throw-away database opens");
    App::new(AppParts {
        db,
        metrics: Metrics::default(),
        outages,
        traces: Traces::default(),
        clock,
        rng,
        seal: SealingKey::from_bytes(&[7; 32]),
        events,
        delivery: DeliverySettings {
            adapter: setup.adapter,
            max_replacements: setup.max_replacements,
            service: setup.service,
            ..DeliverySettings::by_hand()
        },
        domains: DomainSettings {
            name_server: setup.name_server,
            cname_target: Hostname::parse("stores.example.com").expect("a hostname"),
            own_hosts: Vec::new(),
            check_interval: Duration::from_mins(1),
        },
        public_url: Config::default().web.public_url,
        chat_platform: setup.chat_platform,
        webhooks: setup.webhooks,
    })
}

/// Allows every URL; no service answers.
#[derive(Debug)]
pub struct NobodyOutside;

impl Webhooks for NobodyOutside {
    fn judge(&self, _: &Url) -> Result<(), ForbiddenUrl> {
        Ok(())
    }

    fn post(&self, _: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        async { Err(WebhookError::Unreachable) }.boxed()
    }
}

/// A name server that knows no name.
#[derive(Debug)]
pub struct EmptyDns;

impl NameServer for EmptyDns {
    fn look_up<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Found, NameServerError>> {
        async { Ok(Found::Nothing) }.boxed()
    }

    fn texts<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Vec<String>, NameServerError>> {
        async { Ok(Vec::new()) }.boxed()
    }
}

/// Runs a test on SQLite and then on PostgreSQL.
pub async fn on_both(test: impl AsyncFn(TestApp)) {
    on_both_with(Setup::default(), test).await;
}

pub async fn on_both_with(setup: Setup, test: impl AsyncFn(TestApp)) {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        #[expect(clippy::print_stderr, reason = "a failing test says on which database")]
        {
            eprintln!("on {dialect:?}");
        }
        let app = TestApp::new(dialect, setup.clone()).await;
        let db = app.db.clone();
        test(app).await;
        db.close().await;
    }
}
