//! Serves one connection: requests one after the other in HTTP/1.1, many at once in HTTP/2, until it has to end.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{CONNECTION, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderName, Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::edge::answer_body::{AnswerBody, PIECE};
use crate::edge::client_address::Endpoints;
use crate::edge::concurrency::{Place, Places};
use crate::edge::connection::Activity;
use crate::edge::metrics::Held;
use crate::edge::rest_of_request;
use crate::edge::seat::{Seat, Seatless};
use crate::edge::server::Server;
use crate::edge::stack::Edge;
use crate::edge::trace::TRACEPARENT;
use crate::edge::worded_refusals::WordedRefusals;
use crate::http::error::ApiError;

/// Most bytes of a request's head.
const HEAD_SIZE: u16 = 32 * 1024;
/// Requests at once on one connection, unless its address may have fewer. One of them has the connection's own place, each other one
/// a place of its address, as if it had a connection of its own.
const STREAMS: u32 = 100;
/// Flow-control windows: bytes that may arrive unread, of one request and of all on one connection.
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 512 * 1024;
/// Requests that a client may reset before they are accepted. One more closes the connection (rapid reset, CVE-2023-44487).
const TAKEN_BACK: usize = 20;

/// A connection's place among those of its address, and among all.
pub(crate) type Holding = Arc<(Place<IpAddr>, Held)>;

pub(crate) struct Conversation<E> {
    pub(crate) server: Server<E>,
    pub(crate) peer: IpAddr,
    pub(crate) local: Option<IpAddr>,
    pub(crate) held: Holding,
    pub(crate) foreign_traces: bool,
    pub(crate) activity: Activity,
}

impl<E: Edge> Conversation<E> {
    pub(crate) async fn in_http1<S>(self, stream: S, shutdown: &CancellationToken)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let service = service_fn(async |request| {
            let _serving = self.activity.request_begins();
            let (request, rest) = rest_of_request::keep(request);
            let answer = self.answer(request).await?;
            Ok::<_, Infallible>(match rest {
                Some(rest) => rest.settle(answer, &self.activity).await,
                None => answer,
            })
        });
        let connection = http1::Builder::new()
            // `connection` has its own timer instead.
            .header_read_timeout(None)
            .max_header_size(HEAD_SIZE.into())
            .serve_connection(TokioIo::new(WordedRefusals::new(stream, self.activity.clone())), service)
            .with_upgrades();
        go_on(pin!(connection), http1::UpgradeableConnection::graceful_shutdown, &self.activity, shutdown)
            .await;
    }

    pub(crate) async fn in_http2<S>(self, stream: S, shutdown: &CancellationToken, tracker: TaskTracker)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        self.activity.becomes_multiplexed();
        let activity = self.activity.clone();
        let streams = self.server.requests_at_once(self.peer, STREAMS);
        let (conversation, own) = (Arc::new(self), Places::new(1));
        let rests = tracker.clone();
        let service = service_fn(move |request| {
            let (conversation, rests) = (conversation.clone(), rests.clone());
            let seat = conversation.seat(&own);
            async move { conversation.answer_beside_others(request, seat, &rests).await }
        });
        let connection = http2::Builder::new(On(tracker))
            .max_header_list_size(HEAD_SIZE.into())
            .max_concurrent_streams(streams)
            .max_pending_accept_reset_streams(TAKEN_BACK)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_send_buf_size(PIECE)
            .serve_connection(TokioIo::new(stream), service);
        go_on(pin!(connection), http2::Connection::graceful_shutdown, &activity, shutdown).await;
    }

    /// `None`: the address has no place left.
    fn seat(&self, own: &Places<()>) -> Option<Seat> {
        let own = own.take(()).map(Seat::Own);
        own.or_else(|| self.server.place_for(self.peer).map(Seat::Beside))
    }

    async fn answer_beside_others(
        &self,
        mut request: Request<Incoming>,
        seat: Option<Seat>,
        rests: &TaskTracker,
    ) -> Result<Response<AnswerBody>, Infallible> {
        let _serving = self.activity.request_begins();
        if seat.is_none() {
            request.extensions_mut().insert(Seatless);
        }
        let (request, rest) = rest_of_request::keep(request);
        let answer = self.answer(request).await?;
        if let Some(rest) = rest {
            rest.settle_beside(rests);
        }
        Ok(answer.map(|body| AnswerBody::new(Body::new(body), seat, self.activity.clone())))
    }

    async fn answer(&self, mut request: Request<Body>) -> Result<Response<E::Body>, Infallible> {
        let client = self.server.proxies.client_behind(self.peer, request.headers());
        request.extensions_mut().insert(Endpoints { client, local: self.local });
        if self.foreign_traces {
            request.headers_mut().remove(TRACEPARENT);
        }
        if request.headers().contains_key(UPGRADE) {
            request.extensions_mut().insert(Upgradable(self.held.clone()));
        }
        // Always ready: see `Edge`.
        self.server.edge.clone().call(request).await
    }
}

/// A connection's places, for the handler that upgrades it: an upgraded connection still counts after hyper has handed it over.
/// An extension of requests that ask for an upgrade.
#[derive(Debug, Clone)]
#[expect(dead_code, reason = "held until dropped")]
pub(crate) struct Upgradable(Holding);

impl<S: Sync> FromRequestParts<S> for Upgradable {
    type Rejection = ([(HeaderName, &'static str); 2], ApiError);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        parts.extensions.get().cloned().ok_or_else(|| {
            let message = "This address takes WebSocket connections only.";
            (
                [(UPGRADE, "websocket"), (CONNECTION, "upgrade")],
                ApiError::new(StatusCode::UPGRADE_REQUIRED, message),
            )
        })
    }
}

/// Whether client and server agreed on HTTP/2 in the TLS handshake (ALPN).
pub(crate) fn speaks_http2<S>(stream: &TlsStream<S>) -> bool {
    stream.get_ref().1.alpn_protocol() == Some(b"h2")
}

/// Drives a connection until it ends, is silent for too long, or has answered what was under way when the server stopped.
async fn go_on<C>(
    mut connection: Pin<&mut C>,
    end: impl Fn(Pin<&mut C>),
    activity: &Activity,
    shutdown: &CancellationToken,
) where
    C: Future<Output = hyper::Result<()>>,
{
    let mut stopping = false;
    let mut timer = pin!(sleep_until(activity.deadline()));
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
                activity.stops();
                end(connection.as_mut());
                timer.as_mut().reset(activity.deadline());
            }
            () = timer.as_mut() => {
                let deadline = activity.deadline();
                if deadline <= Instant::now() {
                    debug!("closed a connection that kept silent for too long");
                    return;
                }
                timer.as_mut().reset(deadline);
            }
        }
    }
}

/// Spawns the requests of a connection on the tracker, so that shutdown waits for them.
#[derive(Debug, Clone)]
struct On(TaskTracker);

impl<F: Future<Output: Send> + Send + 'static> Executor<F> for On {
    fn execute(&self, request: F) {
        self.0.spawn(request);
    }
}
