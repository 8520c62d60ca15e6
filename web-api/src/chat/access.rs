//! Who may chat: the session, from a header or the cookie, and the page that asks.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ORIGIN, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use boostdesk_core::chat::Speaker;
use boostdesk_core::config::Config;
use secrecy::SecretString;
use url::Url;

use crate::callers::{session, session_cookie};
use crate::edge::client_address::{ClientAddress, neighbourhood};
use crate::edge::limits::{Kind, Weight};
use crate::http::error::{ApiError, Result};
use crate::state::WebState;

pub(crate) const SOCKET: &str = "/ws/chat";
pub(crate) const STREAM: &str = "/sse/chat";

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Who may chat, as configured.
#[derive(Debug)]
pub(crate) struct Access {
    pub(crate) require_session: bool,
    /// Origins of the pages that may chat.
    origins: Vec<String>,
    /// The prefix of chat URLs: the origin of the chat's own host, or empty when it has none.
    pub(crate) host: String,
}

impl Access {
    pub(crate) fn new(config: &Config) -> Self {
        let mut origins = vec![config.web.public_url.origin().ascii_serialization()];
        origins.extend(other_names_of_this_machine(&config.web.public_url));
        let host = config.chat.public_url.as_ref().map(|url| url.origin().ascii_serialization());
        origins.extend(host.clone());
        Self { require_session: config.chat.require_session, origins, host: host.unwrap_or_default() }
    }

    pub(crate) fn has_its_own_host(&self) -> bool {
        !self.host.is_empty()
    }

    /// Refuses other sites' pages, which cannot forge these headers. Other programs have a cookie only if they were given one.
    fn refuse_strange_pages(&self, headers: &HeaderMap) -> Result<()> {
        let strange = match headers.get(ORIGIN) {
            Some(origin) => !self.allows(origin),
            // Browsers send no Origin with a same-origin GET, only Sec-Fetch-Site.
            None => headers
                .get(SEC_FETCH_SITE)
                .is_some_and(|site| site != "same-origin" && site != "none" && !self.has_its_own_host()),
        };
        if strange {
            return Err(ApiError::new(StatusCode::FORBIDDEN, "This page may not use the chat."));
        }
        Ok(())
    }

    fn allows(&self, origin: &HeaderValue) -> bool {
        self.origins.iter().any(|allowed| origin == allowed)
    }
}

/// A developer may open the same page under any of the loopback names.
fn other_names_of_this_machine(url: &Url) -> Vec<String> {
    const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
    if !url.host_str().is_some_and(|host| NAMES.contains(&host)) {
        return Vec::new();
    }
    let renamed = NAMES.iter().filter_map(|name| {
        let mut url = url.clone();
        url.set_host(Some(name)).ok()?;
        Some(url.origin().ascii_serialization())
    });
    renamed.collect()
}

/// Somebody who may chat. A session is needed unless the configuration asks for none.
#[derive(Debug)]
pub(crate) struct ChatCaller {
    pub(crate) speaker: Speaker,
    pub(crate) token: Option<SecretString>,
}

impl<S> FromRequestParts<S> for ChatCaller
where
    S: Send + Sync,
    WebState: FromRef<S>,
    Arc<Access>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (web, access) = (WebState::from_ref(state), <Arc<Access>>::from_ref(state));
        access.refuse_strange_pages(&parts.headers)?;
        let token =
            session::header_token(&parts.headers).or_else(|| session_cookie::token_in(&web, &parts.headers));
        let address = ClientAddress::of(parts);
        let session = session::look_up(&web, token.as_ref(), Kind::Public, address).await?;
        if let Some(session) = session {
            web.limits.count_session(session.user_id.as_str(), Weight::Call)?;
            let speaker = Speaker {
                subject: session.user_id.to_string(),
                user_id: Some(session.user_id),
                admin: session.admin,
            };
            return Ok(Self { speaker, token });
        }
        if access.require_session {
            return Err(ApiError::unauthorized());
        }
        let subject = neighbourhood(address.0).to_string();
        Ok(Self { speaker: Speaker { user_id: None, admin: false, subject }, token: None })
    }
}

/// An admin who may chat.
#[derive(Debug)]
pub(crate) struct ChatAdmin(pub(crate) Speaker);

impl<S> FromRequestParts<S> for ChatAdmin
where
    S: Send + Sync,
    WebState: FromRef<S>,
    Arc<Access>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let ChatCaller { speaker, .. } = ChatCaller::from_request_parts(parts, state).await?;
        if speaker.admin { Ok(Self(speaker)) } else { Err(ApiError::forbidden()) }
    }
}

/// CORS: lets the app's pages, and no others, use the chat when it has a host of its own.
pub(crate) async fn allow_chat_pages(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let concerns_chat =
        ["/api/chat/", "/api/link/", STREAM, "/uploads/"].iter().any(|begin| path.starts_with(begin));
    if !concerns_chat {
        return next.run(request).await;
    }
    let origin = request.headers().get(ORIGIN).filter(|origin| access.allows(origin)).cloned();
    let mut response = if origin.is_some() && request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    // Same-origin answers vary, too: a browser caches pictures, and may request one with or without CORS.
    headers.append(VARY, HeaderValue::from_static("Origin"));
    let Some(origin) = origin else { return response };
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, PUT, DELETE"));
    headers
        .insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("authorization, content-type, range"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after, x-request-id"));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    response
}
