//! The chat platform's HTTP API: one function that handles limits and errors, and the few calls that the bot makes.

mod calls;
mod error;
mod membership;
mod message;
mod pace;
mod permissions;
mod route_names;

use std::num::{NonZeroI64, NonZeroU64};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::config::Discord;
use reqwest::header::{AUTHORIZATION, HeaderValue, USER_AGENT};
use reqwest::{Client, Response, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{LightMethod, Multipart, MultipartUpload, Request, Route};
use tokio::sync::OnceCell;
use tracing::field::Empty;
use tracing::{Instrument, debug, debug_span};
use url::Url;

pub(crate) use calls::{
    Application, CLOCK_TOLERANCE, Channel, GatewayAddress, PostedMessage, Registered, Resolved,
};
use error::NOT_ASKED;
pub(crate) use error::{PlatformError, code};
use membership::Memberships;
pub(crate) use message::{Attachment, Button, DESCRIPTION, Embed, Field, Message};
use pace::Pace;
pub(crate) use permissions::Hindrance;
use route_names::{method_of, template_of};

const DEFAULT_BASE: &str = "https://discord.com";
const AGENT: &str = concat!("DiscordBot (https://boostdesk.example.com, ", env!("CARGO_PKG_VERSION"), ")");
/// For one request, including its answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often a call is tried when the platform asks to come back later.
const TRIES: u32 = 4;
/// Nobody waits longer than this inside one call.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub(crate) struct Platform(Arc<Inner>);

struct Inner {
    client: Client,
    origin: Url,
    is_the_platform: bool,
    token: SecretString,
    pace: Pace,
    application: OnceCell<Application>,
    memberships: Memberships,
}

impl std::fmt::Debug for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Platform({})", self.0.origin)
    }
}

#[derive(Clone)]
struct Call<'a> {
    request: Request<'a>,
    /// Whether the bot's token is sent. Calls about interactions have a token of their own in the path.
    signed: bool,
    /// Whether a 429 is waited out.
    patient: bool,
}

impl<'a> Call<'a> {
    fn new(method: LightMethod, route: Route<'a>) -> Self {
        Self { request: Request::new(route, method), signed: true, patient: true }
    }

    fn get(route: Route<'a>) -> Self {
        Self::new(LightMethod::Get, route)
    }

    /// Takes what one of serenity's builders made. The builder's own `execute` would refuse a custom base URL.
    fn body(self, body: &impl Serialize) -> Self {
        let body = serde_json::to_vec(body).expect("builders make plain data");
        Self { request: self.request.body(Some(body)), ..self }
    }

    /// As `body`, with a file. The file's entry is made here: serenity gives it a number as id, where the API
    /// description has a string.
    fn body_with_file(self, body: &impl Serialize, file: Option<&Attachment>) -> Self {
        let Some(file) = file else { return self.body(body) };
        let mut body = serde_json::to_value(body).expect("builders make plain data");
        let message = if body["data"].is_object() { &mut body["data"] } else { &mut body };
        message["attachments"] = json!([{ "id": "0", "filename": file.name }]);
        let multipart = Multipart {
            upload: MultipartUpload::Attachments(vec![file.build()]),
            fields: Vec::new(),
            payload_json: Some(body.to_string()),
        };
        Self { request: self.request.multipart(Some(multipart)), ..self }
    }

    fn unsigned(self) -> Self {
        Self { signed: false, ..self }
    }

    fn impatient(self) -> Self {
        Self { patient: false, ..self }
    }
}

/// Parses an id for serenity. Digits beyond a positive `i64`, the range of the platform's ids, are refused with the
/// code `unknown` without asking the platform.
fn id<T: From<NonZeroU64>>(digits: &str, unknown: u64) -> Result<T, PlatformError> {
    let id = digits.parse().ok().and_then(|id: NonZeroI64| NonZeroU64::try_from(id).ok());
    id.map(T::from).ok_or_else(|| PlatformError::Refused {
        status: NOT_ASKED,
        code: unknown,
        message: format!("`{digits}` is no id"),
    })
}

/// Parses an id for core from the platform's answer.
fn answered<T: FromStr>(id: &Value) -> Result<T, PlatformError> {
    id.as_str().and_then(|id| id.parse().ok()).ok_or_else(PlatformError::senseless)
}

impl Platform {
    /// `None` without a token.
    pub(crate) fn new(discord: &Discord) -> Option<Self> {
        let token = discord.token.clone()?;
        // Another part of the process may have set the same one before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(AGENT)
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("an HTTP client without settings of the machine");
        let origin =
            discord.api_base.clone().unwrap_or_else(|| Url::parse(DEFAULT_BASE).expect("a literal address"));
        let is_the_platform = discord.api_base.is_none();
        Some(Self(Arc::new(Inner {
            client,
            origin,
            is_the_platform,
            token,
            pace: Pace::default(),
            application: OnceCell::new(),
            memberships: Memberships::default(),
        })))
    }

    /// The HTTP client, shared with serenity: each client loads the certificates, and one is enough.
    pub(crate) fn client(&self) -> Client {
        self.0.client.clone()
    }

    async fn call(&self, call: Call<'_>) -> Result<Value, PlatformError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let turn = self.0.pace.wait(&call.request, LONGEST_PAUSE).await;
            let turn = turn.map_err(|pause| PlatformError::Later { pause })?;
            let response = self.send(&call).await?;
            let said = self.0.pace.heard(turn, response.status(), response.headers());
            let status = response.status();
            let body = response.bytes().await.map_err(PlatformError::unreachable)?;
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            if status.is_success() {
                return Ok(body);
            }
            if status != StatusCode::TOO_MANY_REQUESTS {
                return Err(PlatformError::of(status, &body));
            }
            let pause = self.0.pace.come_back_later(&said, &body);
            debug!(?pause, "the platform asks to come back later");
            if !call.patient || tries == TRIES || pause > LONGEST_PAUSE {
                return Err(PlatformError::Later { pause });
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// Sends a message. If the platform rejects its form, sends it without links and role, which others chose, so that
    /// a bad link does not suppress the rest. The platform has more rules for links than it documents.
    async fn say<'a>(
        &self,
        message: &Message,
        call: impl Fn(&Message) -> Call<'a>,
    ) -> Result<Value, PlatformError> {
        let said = self.call(call(message)).await;
        match (&said, message.plain()) {
            (Err(error), Some(plain)) if error.is(code::INVALID_FORM) => {
                debug!(%error, "a message is said without its links");
                self.call(call(&plain)).await
            }
            _ => said,
        }
    }

    /// Sends serenity's request through our own client: serenity's fails on a 429 without `Retry-After`
    /// (`http/error.rs` of 0.12.5).
    async fn send(&self, call: &Call<'_>) -> Result<Response, PlatformError> {
        let token = format!("Bot {}", self.0.token.expose_secret());
        let request = call.request.clone().build(&self.0.client, &token, Some(self.0.origin.as_str()));
        let mut request =
            request.map_err(PlatformError::unreachable)?.build().map_err(PlatformError::unreachable)?;
        request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(AGENT));
        if !call.signed {
            request.headers_mut().remove(AUTHORIZATION);
        }
        let (method, route) = (method_of(*call.request.method_ref()), template_of(call.request.route_ref()));
        let span = debug_span!(
            "platform",
            otel.kind = "client",
            otel.name = format!("{method} {route}"),
            http.request.method = method,
            http.response.status_code = Empty,
        );
        let sent = self.0.client.execute(request).instrument(span.clone()).await;
        let response = sent.map_err(PlatformError::unreachable)?;
        span.record("http.response.status_code", response.status().as_u16());
        Ok(response)
    }
}
