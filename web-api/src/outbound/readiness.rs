//! Asks a process that serves on this machine whether it is ready.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Deserialize;

use crate::outbound::{client_builder, root_of};

/// The process may be waiting for its database.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

/// `operations`: where the process answers operators. Errors: in words, why it is not ready.
pub async fn ask_readiness(operations: SocketAddr) -> Result<(), String> {
    let unanswered = |error: reqwest::Error| {
        format!("nothing answers at {operations} (web.operations_bind): {}", root_of(&error))
    };
    let client = client_builder().no_proxy().timeout(TIMEOUT).build().map_err(unanswered)?;
    let answer = client.get(format!("http://{operations}/readyz")).send().await.map_err(unanswered)?;
    let status = answer.status();
    if status.is_success() {
        return Ok(());
    }
    let body = answer.bytes().await.map_err(unanswered)?;
    let said = serde_json::from_slice(&body).map(|Refusal { message }| message);
    Err(said.unwrap_or_else(|_| format!("{operations} (web.operations_bind) answers {status}")))
}
