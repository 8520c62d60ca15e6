//! Who uses the dashboard and what they did and said there: access codes and sessions, the activity log, feedback.
//!
//! Nothing here knows a storefront.

pub mod activity_log;
pub mod api_keys;
pub mod auth;
pub mod feedback;

use std::time::Duration;

use tokio::time::timeout;

use crate::App;
use crate::db::Result;
use crate::watching::outages::Trouble;

/// Writes down that something is in use. Whoever uses it waits no longer than a moment: where nothing can be written, what is there can
/// be read.
async fn note_use(app: &App, about: &str, noting: impl Future<Output = Result<()>>) {
    const MOMENT: Duration = Duration::from_secs(1);
    if let Ok(noted) = timeout(MOMENT, noting).await {
        app.outages.note_met(Trouble::Database, about, &noted);
    }
}
