//! Which route a path belongs to, and that route's time limit and metrics: looked up before the router is asked.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::edge::metrics::{Metrics, RouteMetrics};

pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(15);
const LIST_TIME_LIMIT: Duration = Duration::from_mins(1);
/// Stores wait no longer than this.
const STORE_TIME_LIMIT: Duration = Duration::from_secs(5);
/// Enough for a video over a slow line. Silence within an upload has a limit of its own.
const UPLOAD_TIME_LIMIT: Duration = Duration::from_mins(10);

/// How much of a request's limit is kept for the work after its body has arrived; of a short limit, a third.
const WORK: Duration = Duration::from_secs(5);

/// What requests of no route at all are counted as.
pub(crate) const NONE: &str = "none";

pub(crate) struct RouteTable {
    routes: matchit::Router<Arc<Route>>,
    none: Arc<Route>,
}

pub(crate) struct Route {
    pub(crate) time_limit: Duration,
    pub(crate) metrics: RouteMetrics,
}

impl RouteTable {
    pub(crate) fn new(templates: impl IntoIterator<Item = String>, metrics: &Metrics) -> Self {
        let mut routes = matchit::Router::new();
        for template in templates {
            let route = Arc::new(Route::new(&template, metrics));
            routes.insert(template, route).expect("the router takes these paths too");
        }
        Self { routes, none: Arc::new(Route::new(NONE, metrics)) }
    }

    pub(crate) fn of(&self, path: &str) -> &Arc<Route> {
        self.routes.at(path).map_or(&self.none, |found| found.value)
    }
}

impl Route {
    fn new(template: &str, metrics: &Metrics) -> Self {
        let time_limit = match template {
            "/api/chat/upload" | "/api/storefronts/{guildId}/logo" => UPLOAD_TIME_LIMIT,
            "/api/autobuy/{provider}/{guildId}" => STORE_TIME_LIMIT,
            template if has_long_list(template) => LIST_TIME_LIMIT,
            _ => TIME_LIMIT,
        };
        Self { time_limit, metrics: metrics.of_route(template) }
    }

    /// Returns how long a request's body may take to arrive. The rest of the limit is for the handler.
    pub(crate) fn body_time(&self) -> Duration {
        (self.time_limit * 2 / 3).max(self.time_limit.saturating_sub(WORK))
    }
}

/// Whether requests of this route, or their answers, carry a long list.
fn has_long_list(template: &str) -> bool {
    ["/stock/{stock}", "/stock/{stock}/preview", "/stock/{stock}/export"]
        .iter()
        .any(|end| template.ends_with(end))
}

impl fmt::Debug for RouteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RouteTable")
    }
}
