//! What stores call when something was bought: `POST /api/autobuy/{provider}/{guildId}`.
//!
//! The body is taken as raw bytes, whatever its content type: the signature covers those.

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use boostdesk_core::shop::stores::calls::{self, Answer, CallError, FAILED, Headers, Sent, Unanswered};

use crate::api::storefronts::guild;
use crate::api::stores::provider;
use crate::edge::limits::StoreCaller;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Path, read};
use crate::state::WebState;

/// Most bytes of a body.
const LONGEST: usize = 256 * 1024;

/// Called by a store for each purchase
///
/// The store signs the call in its own way. Once a purchase has its keys, repeated calls for it always get the same bytes.
#[utoipa::path(
    post,
    path = "/api/autobuy/{provider}/{guildId}",
    tag = "autobuy",
    params(("provider" = String, Path, example = "sellauth"), ("guildId" = String, Path)),
    request_body(content = String, content_type = "application/json"),
    responses(
        (status = 200, description = "The delivery text as text; as JSON, a message that no text is delivered",
            content((String = "text/plain"), (Ack = "application/json"))),
        (status = 401, description = "The signature is missing or wrong, or its time is over 5 minutes off", body = ErrorBody),
        (status = 403, description = "The connection to the store is disabled", body = ErrorBody),
        (status = 413, description = "The body is over 256 KiB", body = ErrorBody),
        (status = 422, description = "The body is malformed, or no key is mapped to the product", body = ErrorBody),
    )
)]
pub(crate) async fn call(
    State(web): State<WebState>,
    Path((store, guild_id)): Path<(String, String)>,
    request: Request,
) -> Result<Response> {
    let (provider, guild) = (provider(&store)?, guild(&guild_id)?);
    let (headers, at_test_address) = (headers(request.headers()), is_test(request.uri()));
    let body = read(request, LONGEST, "The call is too large. At most 256 KiB are accepted.").await?;
    let sent = Sent { headers, body: body.into() };
    let judged = calls::judge(&web.app, provider, &guild, sent, at_test_address).await;
    let judged = judged.map_err(ApiError::from).inspect_err(|error| {
        // The caller is not known yet: failures are counted, but not calls that somebody breaks off.
        if error.status().is_server_error() {
            web.app.metrics.store_called(FAILED);
        }
    })?;
    // Limited apart, so that callers without the secret cannot hold up a sale.
    let caller = match judged.is_signed() {
        Some(true) => StoreCaller::Store,
        Some(false) => StoreCaller::Refused,
        None => StoreCaller::Anybody,
    };
    web.limits.count_store_call(caller, &format!("{provider}/{guild}"))?;
    let mut unanswered = (caller == StoreCaller::Store).then(|| Unanswered::begin(&web.app.metrics));
    let answer = calls::settle(&web.app, judged).await;
    if let Some(unanswered) = &mut unanswered
        && !matches!(answer, Err(CallError::Failure(_)))
    {
        unanswered.is_over();
    }
    Ok(response(answer?))
}

/// Invalid UTF-8 in a value is replaced. Repeated headers are joined with commas.
fn headers(all: &HeaderMap) -> Headers {
    let mut headers = Headers::new();
    for (name, value) in all {
        let value = String::from_utf8_lossy(value.as_bytes());
        let one = headers.entry(name.as_str().to_owned()).or_default();
        if !one.is_empty() {
            one.push_str(", ");
        }
        one.push_str(&value);
    }
    headers
}

/// `?test=1`.
fn is_test(uri: &Uri) -> bool {
    let mut pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.any(|(name, value)| name == "test" && value == "1")
}

fn response(answer: Answer) -> Response {
    let media = if answer.is_text { "text/plain; charset=utf-8" } else { "application/json" };
    let status = StatusCode::from_u16(answer.status).expect("core gives statuses that HTTP has");
    // The body is the one in the inbox, and the same for every bad signature: only a header names the request.
    (status, [(CONTENT_TYPE, media)], answer.body).into_response()
}
