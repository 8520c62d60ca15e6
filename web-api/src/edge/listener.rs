//! The accept loop: who may connect, how long a connection may take, and how it ends.
//!
//! Nothing here knows a route. axum's own `serve` has no header timeout, no bound on connections and no say in how they end.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::watching::outages::Trouble;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::edge::connection::{Activity, QUIET_LIMIT, WatchedStream};
use crate::edge::conversation::{Conversation, Holding, speaks_http2};
use crate::edge::server::Server;
use crate::edge::stack::Edge;

/// The pause after an error that is not about one connection, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\n\
    content-length: 82\r\nretry-after: 5\r\nconnection: close\r\n\r\n\
    {\"code\":429,\"message\":\"Too many connections from your address. Please try again.\"}";

impl<E: Edge> Server<E> {
    /// Accepts until `shutdown`. Connections run on `tracker`; they end once their request under way is answered.
    pub(crate) async fn serve(
        self,
        listener: &TcpListener,
        shutdown: CancellationToken,
        tracker: &TaskTracker,
    ) {
        loop {
            let accepted = tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            if accepted.as_ref().is_err_and(concerns_one_connection) {
                continue;
            }
            // With all files in use, each connection that ends makes room for one more.
            self.outages.note_often(Trouble::Listener, "", &accepted);
            match accepted {
                Ok((stream, peer)) => self.admit(stream, peer, &shutdown, tracker),
                Err(_) => {
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
            // A courtesy that is not worth waiting for if the socket's buffer is full.
            let _ = stream.try_write(TOO_MANY_CONNECTIONS);
            self.metrics.connection_refused();
            return;
        };
        end_with_its_other_side(&stream);
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "the connection went away at once");
            return;
        }
        let held = Arc::new((place, self.metrics.connection_opened()));
        tracker.spawn(self.clone().run(stream, peer, held, shutdown.clone(), tracker.clone()));
    }

    async fn run(
        self,
        stream: TcpStream,
        peer: IpAddr,
        held: Holding,
        shutdown: CancellationToken,
        tracker: TaskTracker,
    ) {
        let activity = Activity::begin();
        let local = stream.local_addr().ok().map(|address| address.ip().to_canonical());
        let stream = WatchedStream::new(stream, activity.clone());
        // Untrusted callers could choose which of our traces are sampled, and join them to other traces.
        let foreign_traces = self.traces.are_on() && !self.proxies.include(peer);
        let tls = self.tls.clone();
        let conversation =
            Conversation { server: self, peer, local, held, foreign_traces, activity: activity.clone() };
        let Some(tls) = tls else { return conversation.in_http1(stream, &shutdown).await };
        let agreed = tokio::select! {
            () = shutdown.cancelled() => return,
            agreed = timeout_at(activity.deadline(), tls.accept(stream)) => agreed,
        };
        match agreed {
            Ok(Ok(Some(stream))) if speaks_http2(&stream) => {
                conversation.in_http2(stream, &shutdown, tracker).await;
            }
            Ok(Ok(Some(stream))) => conversation.in_http1(stream, &shutdown).await,
            Ok(Ok(None)) => {}
            Ok(Err(error)) => debug!(%error, "a connection did not come to terms"),
            Err(_) => debug!("closed a connection that took too long to come to terms"),
        }
    }
}

/// Ends a connection whose peer has acknowledged nothing for `QUIET_LIMIT`. The kernel itself would try for a quarter of an hour,
/// and keep unreachable clients connected for as long.
#[cfg(target_os = "linux")]
fn end_with_its_other_side(stream: &TcpStream) {
    let limit = QUIET_LIMIT.as_millis().try_into().expect("some minutes");
    if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(stream, limit) {
        debug!(%error, "a connection whose other side goes away stays for as long as the kernel likes");
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with_its_other_side(_: &TcpStream) {}

/// Returns whether an error of `accept` is about one connection, and says nothing about the listener.
fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused
    )
}
