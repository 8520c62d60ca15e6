//! Admits calls of sellers' own programs with an API key, as far as its scopes go, before any handler sees them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::people::api_keys::{self, Caller, Scope};
use secrecy::ExposeSecret;
use serde::Deserialize;

use crate::callers::scopes::scopes_of;
use crate::callers::session::{among_strangers, header_token};
use crate::document::DOCUMENT;
use crate::edge::client_address::ClientAddress;
use crate::edge::limits::Kind;
use crate::http::error::{ApiError, Result};
use crate::state::WebState;

/// The state of [`admit`], which checks calls with a key.
pub(crate) struct Guard {
    web: WebState,
    calls: OnceLock<Calls>,
}

/// For each path, its methods and what a key needs for them.
type Calls = matchit::Router<Vec<(Method, Needed)>>;

/// The part of a call's OpenAPI description that matters here.
#[derive(Deserialize)]
struct Described {
    #[serde(default)]
    security: Vec<BTreeMap<String, Vec<String>>>,
}

#[derive(Deserialize)]
struct Document {
    paths: BTreeMap<String, BTreeMap<String, Described>>,
}

#[derive(Debug, Clone, Copy)]
enum Needed {
    /// The call needs no session, and ignores keys.
    Nothing,
    /// The key needs one of these scopes. If there are none, no key is enough.
    OneOf(&'static [Scope]),
}

impl Guard {
    pub(crate) fn new(web: WebState) -> Self {
        Self { web, calls: OnceLock::new() }
    }

    fn needed(&self, method: &Method, path: &str) -> Needed {
        // A HEAD tells no more than a GET.
        let method = if *method == Method::HEAD { &Method::GET } else { method };
        let calls = self.calls.get_or_init(all_calls).at(path).map_or(&[][..], |found| found.value);
        let call = calls.iter().find(|(known, _)| known == method);
        call.map_or(Needed::OneOf(&[]), |(_, needed)| *needed)
    }

    async fn judge(&self, parts: &Parts) -> Result<Option<Caller>> {
        let token = header_token(&parts.headers);
        let Some(key) = token.filter(|token| token.expose_secret().starts_with(api_keys::PREFIX)) else {
            return Ok(None);
        };
        let Needed::OneOf(scopes) = self.needed(&parts.method, parts.uri.path()) else { return Ok(None) };
        let recognised = async { Ok(api_keys::recognise(&self.web.app, &key).await?) };
        // Guessing keys is bounded like guessing tokens.
        let caller = among_strangers(&self.web, &key, Kind::Public, ClientAddress::of(parts), recognised);
        let Some(caller) = caller.await? else {
            let message = "This API key does not work: it was deleted, or it has expired.";
            return Err(ApiError::new(StatusCode::UNAUTHORIZED, message));
        };
        self.web.limits.count_api_key(caller.id.as_str())?;
        if scopes.iter().any(|scope| caller.scopes.contains(scope)) {
            return Ok(Some(caller));
        }
        Err(ApiError::new(StatusCode::FORBIDDEN, refusal(scopes)))
    }
}

fn refusal(scopes: &[Scope]) -> String {
    match scopes {
        [] => "No API key reaches this. Sign in to the dashboard.".to_owned(),
        [scope, ..] => format!("This API key lacks the scope `{scope}`."),
    }
}

/// Read when the first key comes: most processes never see one.
fn all_calls() -> Calls {
    let document: Document = serde_json::from_str(DOCUMENT).expect("the document is one of OpenAPI");
    let mut calls = matchit::Router::new();
    for (path, described) in document.paths {
        let needed = described.into_iter().map(|(method, call)| {
            let method: Method = method.to_uppercase().parse().expect("a method of HTTP");
            // Calls that a service signs are judged by their signature, whatever key they bring.
            let asks_who = call.security.iter().any(|way| way.contains_key("session"));
            let needed = if asks_who { Needed::OneOf(scopes_of(&method, &path)) } else { Needed::Nothing };
            (method, needed)
        });
        let needed = needed.collect();
        calls.insert(path, needed).expect("the router takes these paths too");
    }
    calls
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guard")
    }
}

/// Runs before every handler that needs a session. Without an API key it does nothing.
pub(crate) async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match guard.judge(&parts).await {
        Ok(caller) => {
            if let Some(caller) = caller {
                parts.extensions.insert(caller);
            }
            next.run(Request::from_parts(parts, body)).await
        }
        Err(refused) => refused.into_response(),
    }
}

/// The API key that a call came with, if it did.
#[derive(Debug, Clone)]
pub(crate) struct ViaKey(Option<Caller>);

impl<S: Sync> FromRequestParts<S> for ViaKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> std::result::Result<Self, Infallible> {
        Ok(Self(parts.extensions.get().cloned()))
    }
}

impl ViaKey {
    /// Whether the caller may read unspent keys. Other callers get them masked, and cannot search by them.
    pub(crate) fn sees_keys(&self) -> bool {
        self.0.as_ref().is_none_or(|caller| caller.scopes.contains(&Scope::Keys))
    }

    /// Whether the caller may read tokens that have yet to be delivered.
    pub(crate) fn sees_undelivered_tokens(&self) -> bool {
        self.0.as_ref().is_none_or(|caller| caller.scopes.contains(&Scope::Orders))
    }

    /// Whether it is the seller who calls, signed in.
    pub(crate) fn is_signed_in(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn source(&self) -> KeySource {
        if self.is_signed_in() { KeySource::Seller } else { KeySource::Api }
    }

    /// The API key's name.
    pub(crate) fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|caller| caller.name.as_str())
    }
}
