//! Which route a path belongs to, and what that means for its request: known before the router looks, and by every listener.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::histogram::Histogram;

use crate::edge::metrics::Metrics;

pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(15);
const IMPORT_TIME_LIMIT: Duration = Duration::from_mins(1);
/// A video over a slow line. Silence in between has a limit of its own.
const UPLOAD_TIME_LIMIT: Duration = Duration::from_mins(10);

/// What requests of no route at all are counted as.
const NONE: &str = "none";

pub(crate) struct RouteTable {
    routes: matchit::Router<Route>,
    none: Route,
}

/// A route, as logs and metrics know it.
pub(crate) struct Route {
    /// `/api/fetch/{guildId}/live-stock`: never a path itself, which may hold a key.
    pub(crate) template: Arc<str>,
    pub(crate) time_limit: Duration,
    pub(crate) durations: Histogram,
}

impl RouteTable {
    pub(crate) fn new(templates: impl IntoIterator<Item = String>, metrics: &Metrics) -> Self {
        let mut routes = matchit::Router::new();
        for template in templates {
            let route = Route::new(&template, metrics);
            routes.insert(template, route).expect("the router takes these paths too");
        }
        Self { routes, none: Route::new(NONE, metrics) }
    }

    /// What a request belongs to that never reaches a router.
    pub(crate) fn none(&self) -> &Route {
        &self.none
    }

    pub(crate) fn of(&self, path: &str) -> &Route {
        self.routes.at(path).map_or(&self.none, |found| found.value)
    }
}

impl Route {
    fn new(template: &str, metrics: &Metrics) -> Self {
        let time_limit = match template {
            "/api/chat/upload" => UPLOAD_TIME_LIMIT,
            template if is_import(template) => IMPORT_TIME_LIMIT,
            _ => TIME_LIMIT,
        };
        Self { template: template.into(), time_limit, durations: metrics.durations_of(template) }
    }
}

/// Whether requests of this route carry a long list.
fn is_import(template: &str) -> bool {
    template.ends_with("/stock/{stock}") || template.ends_with("/stock/{stock}/preview")
}

impl fmt::Debug for RouteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RouteTable")
    }
}
