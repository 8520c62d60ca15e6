//! The accept loop: who may connect, how long a connection may take, and how it ends.
//!
//! Nothing here knows a route. axum's own `serve` has no header timeout, no bound on connections and no say in how they end.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::UPGRADE;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use boostdesk_core::outages::{Outages, Trouble};
use boostdesk_core::traces::Traces;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::edge::client_address::{Endpoints, TrustedProxies, neighbourhood};
use crate::edge::concurrency::{Place, Places};
use crate::edge::connection::{Activity, WatchedStream};
use crate::edge::metrics::{Held, Metrics};
use crate::edge::stack::Edge;
use crate::edge::telling_body::{End, TellingBody};
use crate::edge::tls::Tls;
use crate::edge::trace::TRACEPARENT;
use crate::http::error::ApiError;

/// After an error that says the process has run out of something.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);
/// Bytes of a request's head.
const HEAD_SIZE: usize = 32 * 1024;

const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\n\
    content-length: 82\r\nretry-after: 5\r\nconnection: close\r\n\r\n\
    {\"code\":429,\"message\":\"Too many connections from your address. Please try again.\"}";

/// What a listener serves, and to whom.
#[derive(Debug, Clone)]
pub(crate) struct Server<E> {
    pub(crate) edge: E,
    pub(crate) metrics: Metrics,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Of each address.
    pub(crate) connections: Places<IpAddr>,
    /// `None`: plain http.
    pub(crate) tls: Option<Tls>,
    pub(crate) outages: Outages,
    pub(crate) traces: Traces,
}

impl<E: Edge> Server<E> {
    /// Accepts until `shutdown`. Connections run on `tracker`; they end once their request under way is answered.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        shutdown: CancellationToken,
        tracker: &TaskTracker,
    ) {
        loop {
            let accepted = tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => {
                    self.outages.worked(Trouble::Listener, "");
                    self.admit(stream, peer, &shutdown, tracker);
                }
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) => {
                    self.outages.failed(Trouble::Listener, "", &error);
                    tokio::select! {
                        () = shutdown.cancelled() => return,
                        () = sleep(ACCEPT_PAUSE) => {}
                    }
                }
            }
        }
    }

    fn admit(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        shutdown: &CancellationToken,
        tracker: &TaskTracker,
    ) {
        let peer = peer.ip().to_canonical();
        let Some(place) = self.place_for(peer) else {
            // A courtesy: what does not fit the socket's buffer is not worth waiting for.
            let _ = stream.try_write(TOO_MANY_CONNECTIONS);
            return;
        };
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "the connection went away at once");
            return;
        }
        let held = Arc::new((place, self.metrics.connection_opened()));
        tracker.spawn(self.clone().run(stream, peer, held, shutdown.clone()));
    }

    /// Returns a place for one more connection of this address, or `None`. A trusted proxy speaks for many and has no bound.
    fn place_for(&self, peer: IpAddr) -> Option<Place<IpAddr>> {
        if self.proxies.include(peer) {
            return Some(Place::unbounded());
        }
        self.connections.take(neighbourhood(peer))
    }

    async fn run(
        self,
        stream: TcpStream,
        peer: IpAddr,
        held: Arc<(Place<IpAddr>, Held)>,
        shutdown: CancellationToken,
    ) {
        let activity = Activity::begin();
        let local = stream.local_addr().ok().map(|address| address.ip().to_canonical());
        let stream = WatchedStream::new(stream, activity.clone());
        let ends = Ends { peer, local, held };
        match &self.tls {
            None => self.converse(stream, ends, &activity, &shutdown).await,
            Some(tls) => {
                let agreed = tokio::select! {
                    () = shutdown.cancelled() => return,
                    agreed = timeout_at(activity.deadline(false), tls.accept(stream)) => agreed,
                };
                match agreed {
                    Ok(Ok(Some(stream))) => self.converse(stream, ends, &activity, &shutdown).await,
                    Ok(Ok(None)) => {}
                    Ok(Err(error)) => debug!(%error, "a connection did not come to terms"),
                    Err(_) => debug!("closed a connection that took too long to come to terms"),
                }
            }
        }
    }

    async fn converse<S>(&self, stream: S, ends: Ends, activity: &Activity, shutdown: &CancellationToken)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Ends { peer, local, held } = ends;
        let io = TokioIo::new(stream);
        // A stranger would choose which of our traces are kept, and what they are mixed with.
        let foreign_traces = self.traces.are_on() && !self.proxies.include(peer);
        let service = service_fn(async |request: Request<Incoming>| {
            activity.request_begins();
            let mut request = request.map(|body| watched(body, activity));
            let client = self.proxies.client_behind(peer, request.headers());
            request.extensions_mut().insert(Endpoints { client, local });
            if foreign_traces {
                request.headers_mut().remove(TRACEPARENT);
            }
            if request.headers().contains_key(UPGRADE) {
                request.extensions_mut().insert(Upgradable(held.clone()));
            }
            // Always ready: see `Edge`.
            let answer = self.edge.clone().call(request).await;
            activity.answer_begins();
            answer
        });
        let connection = http1::Builder::new()
            // Ours instead: see `connection`.
            .header_read_timeout(None)
            .max_header_size(HEAD_SIZE)
            .serve_connection(io, service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let mut stopping = false;
        let mut timer = std::pin::pin!(sleep_until(activity.deadline(stopping)));
        loop {
            tokio::select! {
                biased;
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        debug!(%error, "a connection ended early");
                    }
                    return;
                }
                () = shutdown.cancelled(), if !stopping => {
                    stopping = true;
                    connection.as_mut().graceful_shutdown();
                    timer.as_mut().reset(activity.deadline(stopping));
                }
                () = timer.as_mut() => {
                    let deadline = activity.deadline(stopping);
                    if deadline <= Instant::now() {
                        debug!("closed a connection that kept silent for too long");
                        return;
                    }
                    timer.as_mut().reset(deadline);
                }
            }
        }
    }
}

/// A body that is not read to its end still comes, and has to be waited for.
fn watched(body: Incoming, activity: &Activity) -> Body {
    if body.is_end_stream() {
        return Body::new(body);
    }
    let activity = activity.clone();
    TellingBody::wrap(Body::new(body), move |end| {
        if end == End::GivenUp {
            activity.body_left_unread();
        }
        Ok(())
    })
}

/// Where a connection comes from, where it came in, and what it holds.
#[derive(Debug)]
struct Ends {
    peer: IpAddr,
    local: Option<IpAddr>,
    held: Arc<(Place<IpAddr>, Held)>,
}

/// What a connection holds, for whoever takes it over: an upgraded connection still counts after HTTP has let go of it. An
/// extension of requests that ask for an upgrade.
#[derive(Debug, Clone)]
#[expect(dead_code, reason = "held until dropped")]
pub(crate) struct Upgradable(Arc<(Place<IpAddr>, Held)>);

impl<S: Sync> FromRequestParts<S> for Upgradable {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get().cloned().ok_or_else(|| {
            ApiError::new(StatusCode::UPGRADE_REQUIRED, "This address takes WebSocket connections only.")
        })
    }
}

/// Returns whether an error of `accept` is about one connection, and says nothing about the listener.
fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused
    )
}
