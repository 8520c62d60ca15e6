//! The chat platform's HTTP side: one call that knows limits and errors, and the few calls that the bot makes of it.

mod calls;
mod error;
mod message;
mod pace;
mod permissions;

use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::config::Discord;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, Response, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tracing::debug;
use url::Url;

pub(crate) use calls::{Application, Channel, GatewayAddress, Resolved};
pub(crate) use error::{PlatformError, code};
pub(crate) use message::{Attachment, Button, Embed, Field, Message};
use pace::Pace;
pub(crate) use permissions::READ_HISTORY;

const DEFAULT_BASE: &str = "https://discord.com";
const USER_AGENT: &str =
    concat!("DiscordBot (https://boostdesk.example.com, ", env!("CARGO_PKG_VERSION"), ")");
/// For one try, answer and all.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often a call is tried when the platform asks to come back later.
const TRIES: u32 = 4;
/// Nobody waits longer than this inside one call.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub(crate) struct Platform(Arc<Inner>);

struct Inner {
    client: Client,
    /// Ends in `/api/v10/`.
    base: Url,
    is_the_platform: bool,
    token: SecretString,
    pace: Pace,
}

impl std::fmt::Debug for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Platform({})", self.0.base)
    }
}

/// One call.
struct Call {
    method: Method,
    /// Without a slash in front, without a query.
    path: String,
    query: Option<String>,
    body: Option<Value>,
    file: Option<Attachment>,
    /// Interactions carry a token of their own in the path.
    signed: bool,
    /// Whether the platform's request to come back later is followed.
    patient: bool,
}

impl Call {
    fn new(method: Method, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), query: None, body: None, file: None, signed: true, patient: true }
    }

    fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path)
    }

    fn body(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    fn unsigned(mut self) -> Self {
        self.signed = false;
        self
    }
}

impl Platform {
    /// `None` without a token.
    pub(crate) fn new(discord: &Discord) -> Option<Self> {
        let token = discord.token.clone()?;
        // Another part of the process may have set the same one before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("an HTTP client without settings of the machine");
        let origin =
            discord.api_base.clone().unwrap_or_else(|| Url::parse(DEFAULT_BASE).expect("a literal address"));
        let base = origin.join("/api/v10/").expect("a literal path");
        let is_the_platform = discord.api_base.is_none();
        Some(Self(Arc::new(Inner { client, base, is_the_platform, token, pace: Pace::default() })))
    }

    async fn call(&self, call: Call) -> Result<Value, PlatformError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let permit = self.0.pace.wait(&call.method, &call.path).await;
            let response = self.send(&call).await?;
            let pause = permit.heard(&response);
            let status = response.status();
            let body = response.bytes().await.map_err(PlatformError::unreachable)?;
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            if status.is_success() {
                return Ok(body);
            }
            if status != StatusCode::TOO_MANY_REQUESTS {
                return Err(PlatformError::of(status, &body));
            }
            let pause = self.0.pace.come_back_later(pause, &body);
            debug!(path = route(&call.path), ?pause, "the platform asks to come back later");
            if !call.patient || tries == TRIES || pause > LONGEST_PAUSE {
                return Err(PlatformError::Later { pause });
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn send(&self, call: &Call) -> Result<Response, PlatformError> {
        let mut address = self.0.base.join(&call.path).map_err(PlatformError::unreachable)?;
        address.set_query(call.query.as_deref());
        let mut request = self.0.client.request(call.method.clone(), address);
        if call.signed {
            request = request.header("Authorization", format!("Bot {}", self.0.token.expose_secret()));
        }
        request = match (&call.body, &call.file) {
            (Some(body), Some(file)) => request.multipart(with_file(body, file)),
            (Some(body), None) => request.json(body),
            (None, _) => request,
        };
        request.send().await.map_err(PlatformError::unreachable)
    }
}

fn with_file(body: &Value, file: &Attachment) -> Form {
    let part = Part::text(file.text.clone()).file_name(file.name.clone());
    let part = part.mime_str("text/plain; charset=utf-8").expect("a literal type");
    Form::new().text("payload_json", body.to_string()).part("files[0]", part)
}

/// For logs: interaction tokens stay out of them.
fn route(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}
