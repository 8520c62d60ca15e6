//! Boostdesk's web side: the API, the pages and the embedded dashboard, behind an accept loop of its own.
//!
//! `router` has every URL. SQL and rules never live here.

mod api;
mod chat;
mod edge;
mod http;
mod openapi;
mod operations;
mod outbound;
mod pages;
mod router;
mod state;
use boostdesk_core::App;
use boostdesk_core::config::Config;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::edge::listener::{Connections, Server};
use crate::state::WebState;

pub use crate::chat::link_preview::{Names, PreviewNetwork};
pub use crate::edge::tls::Tls;
pub use crate::openapi::openapi;
pub use crate::outbound::dns::Dns;

/// The web side of one process.
#[derive(Debug, Clone)]
pub struct Web {
    state: WebState,
    tls: Option<Tls>,
}

impl Web {
    pub fn new(app: App, config: &Config) -> Self {
        Self::with_preview_network(app, config, PreviewNetwork::default())
    }

    /// As [`Web::new`], with another network to fetch link previews from.
    pub fn with_preview_network(app: App, config: &Config, network: PreviewNetwork) -> Self {
        Self { state: WebState::new(app, config, network), tls: None }
    }

    /// Speaks https itself from then on.
    #[must_use]
    pub fn with_tls(self, tls: Tls) -> Self {
        Self { tls: Some(tls), ..self }
    }

    /// Accepts until `shutdown`. What still runs then is on `tracker`: requests are answered, streams end by themselves.
    pub async fn serve(&self, listener: TcpListener, shutdown: CancellationToken, tracker: &TaskTracker) {
        let Self { state: web, tls } = self;
        tracker.spawn(web.limits.clone().sweep(shutdown.clone()));
        let (room, app, token) = (web.chat.clone(), web.app.clone(), shutdown.clone());
        tracker.spawn(async move { room.run(&app, token).await });
        let (state, token) = (web.clone(), shutdown.clone());
        tracker.spawn(async move { state.uploads.sweep_until(&state.app, token).await });
        let (stopping, stop) = (shutdown.clone(), web.stopping.clone());
        tracker.spawn(async move {
            stopping.cancelled().await;
            stop.cancel();
        });
        if let Some(Tls { certificates, .. }) = tls {
            let own = web.hosts.names();
            let keep = certificates.clone().keep(web.app.clone(), own, shutdown.clone(), tracker.clone());
            tracker.spawn(keep);
        }
        let server = Server {
            edge: router::edge(web),
            proxies: web.proxies.clone(),
            connections: web.connections.clone(),
            tls: tls.clone(),
        };
        server.serve(listener, shutdown, tracker).await;
    }

    /// Leads from plain http to https.
    pub async fn serve_redirects(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
        tracker: &TaskTracker,
    ) {
        let web = &self.state;
        let server = Server {
            edge: edge::redirect::edge(web),
            proxies: web.proxies.clone(),
            connections: web.connections.clone(),
            tls: None,
        };
        server.serve(listener, shutdown, tracker).await;
    }

    /// The operators' listener: health, metrics, certificates. For a loopback address only.
    pub async fn serve_operations(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
        tracker: &TaskTracker,
    ) {
        let web = &self.state;
        let server = Server {
            edge: operations::edge(web),
            proxies: web.proxies.clone(),
            connections: Connections::new(0),
            tls: None,
        };
        server.serve(listener, shutdown, tracker).await;
    }
}
