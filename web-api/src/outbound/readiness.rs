//! Asks a process that serves on this machine whether it is ready.

use std::net::SocketAddr;
use std::time::Duration;

use reqwest::StatusCode;
use serde::Deserialize;

use crate::outbound::{client_builder, root_of};

/// The process may be waiting for its database.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

/// Why a process is not ready. One line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// It says so itself.
    #[error("{0}")]
    Yet(String),
    #[error("nothing answers at {operations} (web.operations_bind): {why}")]
    Silent { operations: SocketAddr, why: String },
    #[error("{operations} (web.operations_bind) answers {status}")]
    Another { operations: SocketAddr, status: StatusCode },
}

/// `operations`: where the process answers operators.
pub async fn ask_readiness(operations: SocketAddr) -> Result<(), NotReady> {
    let unanswered = |error: reqwest::Error| NotReady::Silent { operations, why: root_of(&error) };
    let client = client_builder().no_proxy().timeout(TIMEOUT).build().map_err(unanswered)?;
    let answer = client.get(format!("http://{operations}/readyz")).send().await.map_err(unanswered)?;
    let status = answer.status();
    if status.is_success() {
        return Ok(());
    }
    let body = answer.bytes().await.map_err(unanswered)?;
    Err(match serde_json::from_slice(&body) {
        Ok(Refusal { message }) => NotReady::Yet(message),
        Err(_) => NotReady::Another { operations, status },
    })
}
