//! `boostdesk ready`: whether the process that serves here is ready. For a container's health check: its image has no other
//! program that could ask.

use std::process::ExitCode;

use boostdesk_core::config::Config;
use serde_json::json;

use crate::process::cli::Output;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};

pub(super) async fn run(config: &Config, output: Output) -> Result<ExitCode, Failed> {
    boostdesk_web_api::ask_readiness(config.web.operations_bind).await.map_err(Failed::trouble)?;
    if output.json {
        say_json(&json!({ "ready": true }));
    } else {
        say("Ready.");
    }
    Ok(ExitCode::SUCCESS)
}
