//! The network that links and pictures of other sites are fetched from.

use std::net::SocketAddr;
use std::sync::Arc;

use url::Url;

use super::addresses::{Forbidden, GuardedNames, Names, Reach, SystemNames};

/// Replaced in tests.
#[derive(Debug, Clone)]
pub struct PreviewNetwork {
    pub names: Arc<dyn Names>,
    /// Whether a URL may name any port, rather than 80 and 443 only.
    pub any_port: bool,
    /// Addresses that are always allowed: a test's own servers.
    pub exempt: Vec<SocketAddr>,
}

impl Default for PreviewNetwork {
    fn default() -> Self {
        Self { names: Arc::new(SystemNames), any_port: false, exempt: Vec::new() }
    }
}

impl PreviewNetwork {
    /// Checks the URL of a hop: its scheme, credentials and port, and its host if that is an IP address.
    pub(crate) fn check(&self, url: &Url) -> Result<(), Forbidden> {
        let plain =
            matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
        if !plain || !(self.any_port || matches!(url.port_or_known_default(), Some(80 | 443))) {
            return Err(Forbidden::of(url));
        }
        self.reach().check(url)
    }

    pub(crate) fn guarded_names(&self) -> GuardedNames {
        GuardedNames { names: self.names.clone(), reach: self.reach() }
    }

    fn reach(&self) -> Reach {
        Reach { internet: true, networks: Vec::new(), exempt: self.exempt.clone() }
    }
}
