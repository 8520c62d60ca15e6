//! The code of the seller's own live stock page.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::App;
use boostdesk_core::ids::UserId;
use boostdesk_core::shop::live_page::{self, LONGEST_CODE, LivePageError, files};
use serde::{Deserialize, Serialize};
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::callers::seller::Seller;
use crate::callers::session::CallFrom;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{CodeJson, Json, Path};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomCode)]
pub(crate) struct LivePageCode {
    /// The page's code; empty for the default page.
    code: String,
}

/// The page's code as a JSON string, or an object with it. At most 256 KiB.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = SaveCustomCode)]
pub(crate) enum SaveLivePage {
    Text(String),
    Object { code: String },
}

/// The paths on this server under which it serves the pictures and fonts of other hosts that a page's code refers to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomCodeFiles)]
pub(crate) struct LivePageFiles {
    /// Paths on this server, by the files' own URLs.
    files: BTreeMap<String, String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CodeVersions {
    /// The newest first; that one is in use.
    versions: Vec<CodeVersion>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeVersion {
    id: String,
    /// RFC 3339, UTC.
    saved_at: String,
    /// In characters.
    size: i64,
}

impl From<LivePageError> for ApiError {
    fn from(error: LivePageError) -> Self {
        let message = error.to_string();
        match error {
            LivePageError::TooLarge => Self::too_large(message),
            LivePageError::NoSuchVersion => Self::new(StatusCode::NOT_FOUND, message),
            LivePageError::Failure(failure) => failure.into(),
        }
    }
}

/// The code of the seller's own live stock page that is in use
#[utoipa::path(
    get,
    path = "/api/fetch-custom-code",
    tag = "live page",
    responses((status = 200, body = LivePageCode)),
    security(("session" = []))
)]
pub(crate) async fn fetch(
    State(web): State<WebState>,
    Seller(session): Seller,
) -> Result<Json<LivePageCode>> {
    Ok(Json(LivePageCode { code: live_page::code(&web.app, &session.user_id).await? }))
}

/// Save a new version of the live stock page's code and use it
#[utoipa::path(
    post,
    path = "/api/save-custom-code",
    tag = "live page",
    request_body = SaveLivePage,
    responses(
        (status = 200, body = Ack),
        (status = 413, description = "The code is over 256 KiB", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn save(
    State(web): State<WebState>,
    Seller(session): Seller,
    from: CallFrom,
    CodeJson(code): CodeJson<SaveLivePage>,
) -> Result<Json<Ack>> {
    let (SaveLivePage::Text(code) | SaveLivePage::Object { code }) = code;
    live_page::save(&web.app, &session.user_id, &code, &from.0).await?;
    Ok(Json(Ack::new("Custom code saved successfully!")))
}

/// The paths for the files of other hosts that a page's code refers to
///
/// For the preview of code that is not saved yet. Nothing is stored.
#[utoipa::path(
    post,
    path = "/api/custom-code/files",
    tag = "live page",
    request_body = SaveLivePage,
    responses(
        (status = 200, body = LivePageFiles),
        (status = 413, description = "The code is over 256 KiB", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn sign_files(
    State(web): State<WebState>,
    Seller(session): Seller,
    CodeJson(code): CodeJson<SaveLivePage>,
) -> Result<Json<LivePageFiles>> {
    let (SaveLivePage::Text(code) | SaveLivePage::Object { code }) = code;
    if code.len() > LONGEST_CODE {
        return Err(LivePageError::TooLarge.into());
    }
    Ok(Json(LivePageFiles { files: paths_of_files(&web.app, &session.user_id, &code) }))
}

/// Returns where we show each file of another host that the code names, by its own address.
pub(crate) fn paths_of_files(app: &App, seller: &UserId, code: &str) -> BTreeMap<String, String> {
    let signed = files::signed(app, seller, code).into_iter();
    let paths = signed.map(|(url, sig)| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.append_pair("url", &url).append_pair("sig", &sig).finish();
        (url, format!("/frame/file?{query}"))
    });
    paths.collect()
}

/// The saved versions of the live stock page's code, the newest first
#[utoipa::path(
    get,
    path = "/api/custom-code/versions",
    tag = "live page",
    responses((status = 200, body = CodeVersions)),
    security(("session" = []))
)]
pub(crate) async fn versions(
    State(web): State<WebState>,
    Seller(session): Seller,
) -> Result<Json<CodeVersions>> {
    let versions = live_page::versions(&web.app, &session.user_id).await?;
    let body = |version: live_page::Version| CodeVersion {
        id: version.id.to_string(),
        saved_at: version.saved_at.rfc3339(),
        size: version.size,
    };
    Ok(Json(CodeVersions { versions: versions.into_iter().map(body).collect() }))
}

/// The code of one saved version
#[utoipa::path(
    get,
    path = "/api/custom-code/versions/{id}",
    tag = "live page",
    params(("id" = String, Path)),
    responses((status = 200, body = LivePageCode)),
    security(("session" = []))
)]
pub(crate) async fn version(
    State(web): State<WebState>,
    Seller(session): Seller,
    Path(id): Path<String>,
) -> Result<Json<LivePageCode>> {
    let id = id.parse().map_err(|_| LivePageError::NoSuchVersion)?;
    Ok(Json(LivePageCode { code: live_page::version(&web.app, &session.user_id, id).await? }))
}
