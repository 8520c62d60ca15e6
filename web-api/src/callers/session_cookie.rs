//! The cookie that holds a session's token: where pages' scripts cannot read it and other sites cannot send it.
//!
//! Read only where browsers send no header of ours: sockets, streams, chat, media. The redeem page only checks that it is there.

use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use boostdesk_core::people::auth;
use cookie::time::Duration;
use secrecy::{ExposeSecret, SecretString};

use crate::state::WebState;

const NAME: &str = "boostdesk_session";
/// Used under https. Browsers accept a `__Host-` cookie only from the host itself over https: neither another host of the same
/// domain nor plain http can plant one.
const HOST_NAME: &str = "__Host-boostdesk_session";
/// Returns the token that came in the cookie.
pub(crate) fn token_in(web: &WebState, headers: &HeaderMap) -> Option<SecretString> {
    let jar = CookieJar::from_headers(headers);
    let token = jar.get(name(web))?.value();
    (!token.is_empty()).then(|| token.into())
}

/// Returns the header that sets the cookie.
pub(crate) fn set(web: &WebState, token: &SecretString) -> [(HeaderName, HeaderValue); 1] {
    let life = Duration::try_from(auth::LONGEST_SESSION).expect("some days");
    header(web, token.expose_secret(), life)
}

/// Returns the header that takes the cookie away.
pub(crate) fn clear(web: &WebState) -> [(HeaderName, HeaderValue); 1] {
    header(web, "", Duration::ZERO)
}

fn header(web: &WebState, token: &str, life: Duration) -> [(HeaderName, HeaderValue); 1] {
    let cookie = Cookie::build((name(web), token))
        .path("/")
        .max_age(life)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(web.https);
    let mut value = HeaderValue::try_from(cookie.to_string()).expect("a token is made of letters and digits");
    value.set_sensitive(true);
    [(SET_COOKIE, value)]
}

fn name(web: &WebState) -> &'static str {
    if web.https { HOST_NAME } else { NAME }
}
