//! Who uses the dashboard and what they did and said there: access codes and sessions, the activity log, feedback.
//!
//! Nothing here knows a storefront.

pub mod activity_log;
pub mod api_keys;
pub mod auth;
pub mod feedback;

use std::time::Duration;

use tokio::time::timeout;
use tracing::Instrument;

use crate::App;
use crate::db::Result;
use crate::watching::outages::Trouble;

/// Records in the background that something was used. The caller waits a moment at most, so that reading goes on while
/// nothing can be written.
async fn note_use(app: &App, about: &'static str, noting: impl Future<Output = Result<()>> + Send + 'static) {
    const MOMENT: Duration = Duration::from_secs(1);
    let outages = app.outages.clone();
    let told = async move { outages.note_met(Trouble::Database, about, &noting.await) };
    let _ = timeout(MOMENT, tokio::spawn(told.in_current_span())).await;
}
