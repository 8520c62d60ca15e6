//! What a listener serves, and to whom: shared by all of its connections.

use std::net::IpAddr;
use std::sync::Arc;

use boostdesk_core::watching::outages::Outages;
use boostdesk_core::watching::traces::Traces;

use crate::edge::client_address::{TrustedProxies, neighbourhood};
use crate::edge::concurrency::{Place, Places};
use crate::edge::metrics::Metrics;
use crate::edge::tls::Tls;

#[derive(Debug, Clone)]
pub(crate) struct Server<E> {
    pub(crate) edge: E,
    pub(crate) metrics: Metrics,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Limits the connections of each address.
    pub(crate) connections: Places<IpAddr>,
    /// `None`: plain http.
    pub(crate) tls: Option<Tls>,
    pub(crate) outages: Outages,
    pub(crate) traces: Traces,
}

impl<E> Server<E> {
    /// Returns a place for one more connection of this address, or for a request beside others on one of them; or `None`. A
    /// trusted proxy speaks for many and has no bound.
    pub(crate) fn place_for(&self, peer: IpAddr) -> Option<Place<IpAddr>> {
        if self.proxies.include(peer) {
            return Some(Place::unbounded());
        }
        self.connections.take(neighbourhood(peer))
    }

    /// Returns how many requests at once, up to `most`, this address may ever have on a connection.
    pub(crate) fn requests_at_once(&self, peer: IpAddr, most: u32) -> u32 {
        if self.proxies.include(peer) { most } else { self.connections.up_to(most) }
    }
}
