//! Boostdesk's web side: the API, the pages and the embedded dashboard, behind an accept loop of its own.
//!
//! `router` has every URL. SQL and rules never live here.

mod api;
mod callers;
mod chat;
mod composed_state;
pub mod disk;
mod document;
mod edge;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod http;
mod limits;
mod openapi;
mod operations;
mod outbound;
mod pages;
mod router;
mod state;
mod watching;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::watching::outages::Outages;
use boostdesk_core::watching::supervised::keep;
use boostdesk_core::watching::traces::Traces;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chat::room::Room;
use crate::chat::uploads::Uploads;
use crate::composed_state::ComposedState;
use crate::edge::client_address::TrustedProxies;
use crate::edge::concurrency::Places;
use crate::edge::doors::{Door, Doors};
use crate::edge::hosts::Hosts;
use crate::edge::metrics::Metrics;
use crate::edge::redirect::{self, Https};
use crate::edge::request_id::RequestIds;
use crate::edge::server::Server;
use crate::edge::stack::{Edge, stack};
use crate::state::WebState;
use crate::watching::Watching;

pub use crate::chat::uploads::{PictureHelper, help as help_with_picture};
pub use crate::edge::tls::Tls;
pub use crate::outbound::addresses::Names;
pub use crate::outbound::dns::Dns;
pub use crate::outbound::gate::Gate;
pub use crate::outbound::network::PreviewNetwork;
pub use crate::outbound::readiness::{NotReady, ask_readiness};

/// A start that takes no longer is not answered for: its clients wait until it is done.
const LONG_START: Duration = Duration::from_secs(1);

/// The OpenAPI document, as it is served.
pub fn openapi() -> utoipa::openapi::OpenApi {
    openapi::named(router::api().describe(openapi::base()))
}

/// The web side of one process.
#[derive(Debug, Clone)]
pub struct Web {
    state: ComposedState,
    web: WebState,
    /// Shared by all listeners but the operators' own.
    connections: Places<IpAddr>,
    hosts: Arc<Hosts>,
    https: Https,
    metrics: Metrics,
    proxies: Arc<TrustedProxies>,
    tls: Option<Tls>,
}

impl Web {
    /// `helper` decodes untrusted pictures.
    pub fn new(app: App, config: &Config, helper: PictureHelper) -> Self {
        Self::with_preview_network(app, config, helper, PreviewNetwork::default())
    }

    /// As [`Web::new`], with another network to fetch link previews from.
    pub fn with_preview_network(
        app: App,
        config: &Config,
        helper: PictureHelper,
        network: PreviewNetwork,
    ) -> Self {
        let state = ComposedState::new(app.clone(), config, helper, network);
        Self {
            web: WebState::from_ref(&state),
            state,
            connections: Places::new(config.limits.connections_per_address),
            hosts: Arc::new(Hosts::new(app, config)),
            https: Https { port: config.web.public_url.port() },
            metrics: Metrics::new(),
            proxies: Arc::new(TrustedProxies::new(config.web.trusted_proxies.clone())),
            tls: None,
        }
    }

    /// Answers at most so many requests at the same time, where [`Web::serve`] listens.
    #[must_use]
    pub fn with_places(self, requests: u16) -> Self {
        Self { metrics: Metrics::with_places(requests.into()), ..self }
    }

    /// Speaks https itself from then on.
    #[must_use]
    pub fn with_tls(self, tls: Tls) -> Self {
        Self { tls: Some(tls), ..self }
    }

    /// Accepts until `shutdown`. What still runs then is on `tracker`: requests are answered, streams end by themselves.
    pub async fn serve(&self, listener: TcpListener, shutdown: CancellationToken, tracker: &TaskTracker) {
        self.begin_work(&shutdown, tracker);
        let doors = Doors::ByHost {
            hosts: self.hosts.clone(),
            product: router::product(&self.state, &self.metrics),
            own_domain: router::own_domain(&self.state, &self.metrics),
        };
        let server = Server { tls: self.tls.clone(), ..self.server(doors, self.metrics.clone()) };
        server.serve(&listener, shutdown, tracker).await;
    }

    /// Starts the tasks that run beside the requests.
    fn begin_work(&self, shutdown: &CancellationToken, tracker: &TaskTracker) {
        let (outages, limits) = (&self.web.app.outages, self.web.limits.clone());
        keep(tracker, outages, "limits", shutdown, move |stop| limits.clone().sweep(stop));
        let (app, room) = (self.web.app.clone(), <Arc<Room>>::from_ref(&self.state));
        keep(tracker, outages, "chat room", shutdown, move |stop| room.clone().run(app.clone(), stop));
        let (app, uploads) = (self.web.app.clone(), <Arc<Uploads>>::from_ref(&self.state));
        keep(tracker, outages, "uploads", shutdown, move |stop| {
            uploads.clone().sweep_until(app.clone(), stop)
        });
        let (stopping, stop) = (shutdown.clone(), self.web.stopping.clone());
        tracker.spawn(async move {
            stopping.cancelled().await;
            stop.cancel();
        });
        if let Some(Tls { certificates, .. }) = &self.tls {
            let (app, names) = (self.web.app.clone(), self.hosts.names());
            let (certificates, tasks) = (certificates.clone(), tracker.clone());
            keep(tracker, outages, "certificates", shutdown, move |stop| {
                certificates.clone().keep(app.clone(), names.clone(), stop, tasks.clone())
            });
        }
    }

    /// Redirects from plain http to https.
    pub async fn serve_redirects(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
        tracker: &TaskTracker,
    ) {
        // Its requests are counted apart. Its connections have places among those of the pages, and are counted with them.
        let requests = Metrics::new();
        let door = || Door::new(redirect::router(self.https), [], &requests);
        let doors = Doors::ByHost { hosts: self.hosts.clone(), product: door(), own_domain: door() };
        let server = Server { metrics: self.metrics.clone(), ..self.server(doors, requests) };
        server.serve(&listener, shutdown, tracker).await;
    }

    /// The operators' listener: health, metrics, certificates. For a loopback address only.
    pub async fn serve_operations(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
        tracker: &TaskTracker,
    ) {
        // Separate, so that operators' requests are not counted among those they look at.
        let metrics = Metrics::new();
        let router = operations::router(
            self.web.clone(),
            <Arc<Watching>>::from_ref(&self.state),
            self.metrics.clone(),
        );
        let doors = Doors::One(Door::new(router, operations::ROUTES.map(str::to_owned), &metrics));
        let server = Server { connections: Places::new(0), ..self.server(doors, metrics) };
        server.serve(&listener, shutdown, tracker).await;
    }

    /// A server of plain http, which counts its requests in these metrics.
    fn server(&self, doors: Doors, metrics: Metrics) -> Server<impl Edge> {
        let app = &self.web.app;
        Server {
            edge: stack(doors, metrics.clone(), RequestIds::starting_at(app.rng.bytes())),
            metrics,
            proxies: self.proxies.clone(),
            connections: self.connections.clone(),
            tls: None,
            outages: app.outages.clone(),
            traces: app.traces.clone(),
        }
    }
}

/// Answers on the operators' listener while the database is being opened: the process is alive, and not ready. Only for a start that
/// takes long, as one does that upgrades the database. Runs until it is dropped; its connections then end.
pub async fn answer_before_open(listener: &TcpListener) {
    sleep(LONG_START).await;
    let metrics = Metrics::new();
    let doors = Doors::One(Door::new(operations::router_before_open(), [], &metrics));
    let server = Server {
        edge: stack(doors, metrics.clone(), RequestIds::starting_at(Rng::system().bytes())),
        metrics,
        proxies: Arc::new(TrustedProxies::new(Vec::new())),
        connections: Places::new(0),
        tls: None,
        outages: Outages::new(Clock::system()),
        traces: Traces::new(false),
    };
    let dropped = CancellationToken::new();
    let _cancels = dropped.clone().drop_guard();
    server.serve(listener, dropped, &TaskTracker::new()).await;
}
