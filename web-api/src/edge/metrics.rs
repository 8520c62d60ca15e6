//! What the web side counts, for the operators' listener, and how many requests it takes at the same time. Labels are route
//! templates, never paths: a path may hold a secret.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Seconds.
const BUCKETS: [f64; 10] = [0.000_5, 0.002_5, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 5.0, 15.0];

/// Requests answered at the same time. More are turned away: a queue would only make all of them late.
const MOST_IN_FLIGHT: i64 = 1024;

/// Kinds of answers of one route that are found without a look-up. Few routes have more.
const KINDS: usize = 6;

#[derive(Clone)]
pub(crate) struct Metrics(Arc<Inner>);

struct Inner {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<DurationLabels, Histogram, fn() -> Histogram>,
    in_flight: Gauge,
    most_in_flight: i64,
    connections: Gauge,
    shed: Counter,
    abandoned: Counter,
    connections_refused: Counter,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DurationLabels {
    route: Arc<str>,
    /// `2xx`.
    status: &'static str,
}

/// A request under way.
pub(crate) struct Unanswered<'m> {
    abandoned: Option<&'m Counter>,
}

impl Unanswered<'_> {
    pub(crate) fn answered(mut self) {
        self.abandoned = None;
    }
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        if let Some(abandoned) = self.abandoned {
            abandoned.inc();
        }
    }
}

/// What is counted of one route.
pub(crate) struct RouteMetrics {
    /// `/api/fetch/{guildId}/live-stock`: never a path itself, which may hold a key.
    pub(crate) template: Arc<str>,
    /// The first kinds that occurred; later ones are looked up.
    kinds: [OnceLock<Kind>; KINDS],
    metrics: Metrics,
}

/// What is counted of a route's answers to one method with one status.
struct Kind {
    method: &'static str,
    status: StatusCode,
    count: Counter,
    /// Shared by all kinds with the same class of status.
    durations: Histogram,
}

impl Kind {
    fn observe(&self, took: Duration) {
        self.count.inc();
        self.durations.observe(took.as_secs_f64());
    }
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self::with_places(MOST_IN_FLIGHT)
    }

    /// Allows so many requests in flight.
    pub(crate) fn with_places(most_in_flight: i64) -> Self {
        let requests = Family::default();
        let durations = Family::new_with_constructor(new_histogram as fn() -> Histogram);
        let (in_flight, connections) = (Gauge::default(), Gauge::default());
        let (shed, abandoned, connections_refused) =
            (Counter::default(), Counter::default(), Counter::default());
        let mut registry = Registry::with_prefix("boostdesk");
        registry.register("http_requests", "Requests answered", Family::clone(&requests));
        registry.register(
            "http_request_duration_seconds",
            "From the head read to the answer begun",
            durations.clone(),
        );
        registry.register("http_requests_in_flight", "Requests being answered", in_flight.clone());
        registry.register(
            "http_requests_shed",
            "Requests refused because too many were in flight",
            shed.clone(),
        );
        registry.register(
            "http_requests_abandoned",
            "Requests whose client left before the answer was begun",
            abandoned.clone(),
        );
        registry.register("http_connections", "Connections open", connections.clone());
        registry.register(
            "http_connections_refused",
            "Connections refused because their address had too many",
            connections_refused.clone(),
        );
        Self(Arc::new(Inner {
            registry,
            requests,
            durations,
            in_flight,
            most_in_flight,
            connections,
            shed,
            abandoned,
            connections_refused,
        }))
    }

    pub(crate) fn of_route(&self, template: &str) -> RouteMetrics {
        RouteMetrics {
            template: template.into(),
            kinds: [const { OnceLock::new() }; KINDS],
            metrics: self.clone(),
        }
    }

    pub(crate) fn request_shed(&self) {
        self.0.shed.inc();
    }

    /// Counts a request as abandoned, unless it is [answered](Unanswered::answered).
    pub(crate) fn unanswered(&self) -> Unanswered<'_> {
        Unanswered { abandoned: Some(&self.0.abandoned) }
    }

    pub(crate) fn connection_refused(&self) {
        self.0.connections_refused.inc();
    }

    /// Returns a place among the requests in flight, held until dropped. `None` when all are taken.
    pub(crate) fn request_begins(&self) -> Option<Held> {
        let before = self.0.in_flight.inc();
        let held = Held(self.0.in_flight.clone());
        (before < self.0.most_in_flight).then_some(held)
    }

    pub(crate) fn connection_opened(&self) -> Held {
        self.0.connections.inc();
        Held(self.0.connections.clone())
    }

    /// Returns all metrics in the text format that Prometheus reads, without the final `# EOF`.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        encode_registry(&mut text, &self.0.registry).expect("a string takes all that is written to it");
        text
    }
}

impl RouteMetrics {
    pub(crate) fn answered(&self, method: &Method, status: StatusCode, took: Duration) {
        let method = known(method);
        for kind in &self.kinds {
            let kind = kind.get_or_init(|| self.kind(method, status));
            if kind.method == method && kind.status == status {
                return kind.observe(took);
            }
        }
        self.kind(method, status).observe(took);
    }

    fn kind(&self, method: &'static str, status: StatusCode) -> Kind {
        let Inner { requests, durations, .. } = &*self.metrics.0;
        let route = &self.template;
        let counted = RequestLabels { method, route: route.clone(), status: status.as_u16() };
        let timed = DurationLabels { route: route.clone(), status: class_of(status) };
        Kind {
            method,
            status,
            count: requests.get_or_create_owned(&counted),
            durations: durations.get_or_create_owned(&timed),
        }
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

/// Counts one in a gauge, until dropped.
#[derive(Debug)]
pub(crate) struct Held(Gauge);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.dec();
    }
}

fn new_histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

fn class_of(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Returns the method's label. Clients may make up methods, each of which would be a time series of its own.
pub(crate) fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        "PATCH" => "PATCH",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_counted_by_its_route() {
        let metrics = Metrics::new();
        let route = metrics.of_route("/api/{guildId}/live-stock");
        for _ in 0..2 {
            route.answered(&Method::GET, StatusCode::OK, Duration::from_millis(3));
        }
        let text = metrics.text();
        let line =
            r#"boostdesk_http_requests_total{method="GET",route="/api/{guildId}/live-stock",status="200"} 2"#;
        assert!(text.lines().any(|found| found == line), "{text}");
        let line = r#"boostdesk_http_request_duration_seconds_bucket{le="0.01",route="/api/{guildId}/live-stock",status="2xx"} 2"#;
        assert!(text.lines().any(|found| found == line), "{text}");
    }

    #[test]
    fn a_route_counts_every_status_even_if_there_are_many() {
        let metrics = Metrics::new();
        let route = metrics.of_route("/api/odd");
        for status in 400..420 {
            let status = StatusCode::from_u16(status).expect("a status");
            for _ in 0..3 {
                route.answered(&Method::GET, status, Duration::from_millis(3));
            }
        }
        let text = metrics.text();
        for status in 400..420 {
            let line = format!(
                r#"boostdesk_http_requests_total{{method="GET",route="/api/odd",status="{status}"}} 3"#
            );
            assert!(text.lines().any(|found| found == line), "{text}");
        }
        let line = r#"boostdesk_http_request_duration_seconds_count{route="/api/odd",status="4xx"} 60"#;
        assert!(text.lines().any(|found| found == line), "{text}");
    }

    #[test]
    fn a_finished_request_frees_its_place_among_the_requests_in_flight() {
        let metrics = Metrics::with_places(1);
        let first = metrics.request_begins();
        assert!(first.is_some());
        assert!(metrics.request_begins().is_none());
        drop(first);
        assert!(metrics.request_begins().is_some());
    }
}
