//! The one gate through which calls to services go out: addresses judged on connecting, no redirects, no proxies, limits on
//! time and size.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use boostdesk_core::config;
use boostdesk_core::ports::{ForbiddenUrl, ServiceOwner, WebhookAnswer, WebhookCall, WebhookError, Webhooks};
use futures::FutureExt;
use futures::future::BoxFuture;
use ipnet::IpNet;
use reqwest::{Client, ClientBuilder};
use tracing::field::{Empty, display};
use tracing::{Instrument, Span, debug, debug_span, error};
use url::Url;

use super::addresses::{Forbidden, GuardedNames, Names, Reach, SystemNames};
use super::{client_builder, root_of};

/// From looking the name up to the end of the answer.
const TIMEOUT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Most bytes of an answer. One that names a thousand tokens has half of that.
const LARGEST_ANSWER: usize = 1024 * 1024;
/// Connections kept to one service, and how long.
const IDLE_CONNECTIONS: usize = 4;
const IDLE: Duration = Duration::from_secs(30);

pub struct Gate {
    allowed: Vec<IpNet>,
    names: Arc<dyn Names>,
    /// Clients, each built when first needed: for sellers' services by https, for those by http, and for the operator's.
    secure: OnceLock<Option<Client>>,
    plain: OnceLock<Option<Client>>,
    trusted: OnceLock<Option<Client>>,
}

impl Gate {
    pub fn new(config: &config::Webhooks) -> Self {
        Self::with_names(config, Arc::new(SystemNames))
    }

    /// As [`Gate::new`], with another way to find the addresses of names. For tests.
    pub fn with_names(config: &config::Webhooks, names: Arc<dyn Names>) -> Self {
        let allowed = config.allowed_networks.clone();
        Self { allowed, names, secure: OnceLock::new(), plain: OnceLock::new(), trusted: OnceLock::new() }
    }

    /// Returns where sellers' services may be. `internet`: also at public addresses, which need https.
    fn reach(&self, internet: bool) -> Reach {
        Reach { internet, networks: self.allowed.clone(), exempt: Vec::new() }
    }

    fn client(&self, call: &WebhookCall) -> Option<&Client> {
        let guarded = |internet| {
            let names = GuardedNames { names: self.names.clone(), reach: self.reach(internet) };
            build(client().dns_resolver(Arc::new(names)))
        };
        let client = match (call.owner, call.url.scheme()) {
            (ServiceOwner::Operator, _) => self.trusted.get_or_init(|| build(client())),
            (ServiceOwner::Seller, "https") => self.secure.get_or_init(|| guarded(true)),
            (ServiceOwner::Seller, _) => self.plain.get_or_init(|| guarded(false)),
        };
        client.as_ref()
    }

    async fn send(&self, call: WebhookCall) -> Result<WebhookAnswer, WebhookError> {
        // For a URL whose host is an IP address, the client never asks the guarded resolver.
        if call.owner == ServiceOwner::Seller {
            self.judge(&call.url)?;
        }
        let client = self.client(&call).ok_or(WebhookError::Unreachable)?;
        let mut request = client.post(call.url).header(CONTENT_TYPE, "application/json");
        for (name, value) in call.headers {
            request = request.header(name, value);
        }
        let mut answer = request.body(call.body).send().await.map_err(|error| why(&error))?;
        let status = answer.status().as_u16();
        let mut body = Vec::new();
        if status != 200 || !call.wants_body {
            return Ok(WebhookAnswer { status, body });
        }
        while let Some(piece) = answer.chunk().await.map_err(|error| why(&error))? {
            if body.len() + piece.len() > LARGEST_ANSWER {
                return Err(WebhookError::TooLarge);
            }
            body.extend_from_slice(&piece);
        }
        Ok(WebhookAnswer { status, body })
    }
}

impl Webhooks for Gate {
    fn judge(&self, url: &Url) -> Result<(), ForbiddenUrl> {
        let internet = match url.scheme() {
            "https" => true,
            "http" if !self.allowed.is_empty() => false,
            _ => return Err(ForbiddenUrl::Scheme),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ForbiddenUrl::Scheme);
        }
        self.reach(internet).check(url).map_err(|_| out_of_reach(url))
    }

    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        // The span has neither the URL's path nor the owner: the trace that it belongs to tells whose it is.
        let span = debug_span!(
            "webhook",
            otel.kind = "client",
            otel.status_code = Empty,
            server.address = call.url.host_str(),
            http.response.status_code = Empty,
            "error.type" = Empty,
        );
        let sent = async {
            let answer = self.send(call).await;
            let span = Span::current();
            match &answer {
                Ok(WebhookAnswer { status, .. }) => span.record("http.response.status_code", status),
                Err(error) => span.record("error.type", display(error)),
            };
            if !matches!(answer, Ok(WebhookAnswer { status: ..400, .. })) {
                span.record("otel.status_code", "ERROR");
            }
            answer
        };
        sent.instrument(span).boxed()
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate").field("allowed", &self.allowed).finish_non_exhaustive()
    }
}

fn client() -> ClientBuilder {
    client_builder()
        // A proxy would look names up itself, and unchecked.
        .no_proxy()
        .no_gzip()
        .referer(false)
        .timeout(TIMEOUT)
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
        .pool_idle_timeout(IDLE)
        .user_agent("Boostdesk-Webhooks/1.0")
}

fn build(client: ClientBuilder) -> Option<Client> {
    let built = client.build();
    if let Err(error) = &built {
        // Most likely this machine has no root certificates.
        error!(%error, "services cannot be called");
    }
    built.ok()
}

fn why(error: &reqwest::Error) -> WebhookError {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(cause) = next {
        if cause.is::<Forbidden>() {
            return error.url().map_or(ForbiddenUrl::Address, out_of_reach).into();
        }
        next = cause.source();
    }
    debug!(cause = root_of(error), "a service could not be called");
    if error.is_timeout() { WebhookError::TooSlow } else { WebhookError::Unreachable }
}

fn out_of_reach(url: &Url) -> ForbiddenUrl {
    if url.scheme() == "https" { ForbiddenUrl::Address } else { ForbiddenUrl::Plain }
}
