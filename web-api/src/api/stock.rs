//! Stock: how much there is, bringing it in, taking it out.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use boostdesk_core::db::Failure;
use boostdesk_core::ids::ExportId;
use boostdesk_core::shop::stock::{self, Imported, StockError, StockName};
use bytes::Bytes;
use futures::future::ready;
use futures::stream::{Stream, StreamExt, TryStreamExt, once};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::import_turns::ImportTurns;
use crate::api::storefronts::guild;
use crate::callers::api_key::ViaKey;
use crate::callers::rights::{Manage, May, TakeOut};
use crate::callers::session::Session;
use crate::http::download;
use crate::http::error::{ApiError, ErrorBody, Result, json};
use crate::http::extract::{Json, Path, Text};
use crate::http::repeatable::{IdempotencyKey, Repeatable};
use crate::state::WebState;

/// How many tokens of a stock are in each state.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockLevel {
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    available: i64,
    /// Tokens reserved for orders that are not done.
    reserved: i64,
    delivered: i64,
    failed: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockImported {
    code: u16,
    added: usize,
    /// Tokens that are in the system already, or more than once in the list.
    duplicates: usize,
    invalid: usize,
}

impl StockImported {
    fn new(Imported { added, duplicates, invalid }: Imported) -> Self {
        Self { code: 200, added, duplicates, invalid }
    }
}

/// The result that an import would have. Line numbers count from 1; only the first 20 of each kind are listed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StockPreview {
    code: u16,
    added: usize,
    duplicates: usize,
    invalid: usize,
    duplicate_lines: Vec<usize>,
    invalid_lines: Vec<usize>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StockExport {
    /// How many tokens to export, at least 1. When absent: all available ones.
    count: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockExported {
    code: u16,
    tokens: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportInfo {
    #[schema(value_type = String)]
    id: ExportId,
    /// RFC 3339, UTC.
    at: String,
    /// The name of the user or API key that made the export.
    by: String,
    count: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportedAgain {
    tokens: Vec<String>,
}

impl From<StockError> for ApiError {
    fn from(error: StockError) -> Self {
        let message = error.to_string();
        match error {
            StockError::UnknownStock | StockError::NoSuchExport => Self::new(StatusCode::NOT_FOUND, message),
            StockError::TooLarge => Self::too_large(message),
            StockError::BadCount | StockError::Form => Self::refused(message),
            StockError::Repeat(error) => error.into(),
            StockError::Storefront(error) => error.into(),
            StockError::Failure(failure) => failure.into(),
        }
    }
}

fn name(text: &str) -> Result<StockName> {
    StockName::parse(text).ok_or_else(|| StockError::UnknownStock.into())
}

/// Stock levels of a storefront, one for each stock name
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/stock",
    tag = "stock",
    params(("guildId" = String, Path)),
    responses((status = 200, body = Vec<StockLevel>)),
    security(("session" = []))
)]
pub(crate) async fn levels(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<Vec<StockLevel>>> {
    let levels = stock::levels(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    let body = |level: stock::StockLevel| StockLevel {
        stock: level.stock.as_str(),
        available: level.available,
        reserved: level.reserved,
        delivered: level.delivered,
        failed: level.failed,
    };
    Ok(Json(levels.into_iter().map(body).collect()))
}

/// Add tokens to a stock, one a line
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stock/{stock}",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt"), IdempotencyKey),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = StockImported),
        (status = 422, description = "A form, or another body under the same `Idempotency-Key`", body = ErrorBody),
        (status = 413, description = "Over 8 MiB or 100,000 lines", body = ErrorBody),
        (status = 429, description = "Too many lists of this seller at once", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn import(
    State(web): State<WebState>,
    State(turns): State<Arc<ImportTurns>>,
    May { session, task: Manage { guild, storefront } }: May<Manage>,
    Path((_, stock)): Path<(String, String)>,
    request: Request,
) -> Result<Json<StockImported>> {
    let stock = name(&stock)?;
    let _turn = turns.take(&storefront.user_id).await?;
    let call = Repeatable::<Text>::from_request(request, &()).await?;
    let once = call.once(&web.app, &session.user_id);
    let Text(text) = call.body;
    let imported = stock::import_once(&web.app, &session.user_id, &guild, stock, text, once).await?;
    Ok(Json(StockImported::new(imported)))
}

/// Preview an import of tokens
///
/// The body is as for an import. Nothing is changed.
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stock/{stock}/preview",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt")),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = StockPreview),
        (status = 413, description = "Over 8 MiB or 100,000 lines", body = ErrorBody),
        (status = 429, description = "Too many lists of this seller at once", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn preview(
    State(web): State<WebState>,
    State(turns): State<Arc<ImportTurns>>,
    May { session, task: Manage { guild, storefront } }: May<Manage>,
    Path((_, stock)): Path<(String, String)>,
    request: Request,
) -> Result<Json<StockPreview>> {
    name(&stock)?;
    let _turn = turns.take(&storefront.user_id).await?;
    let Text(text) = Text::from_request(request, &()).await?;
    let preview = stock::preview(&web.app, &session.user_id, &guild, text).await?;
    Ok(Json(StockPreview {
        code: 200,
        added: preview.counts.added,
        duplicates: preview.counts.duplicates,
        invalid: preview.counts.invalid,
        duplicate_lines: preview.duplicate_lines,
        invalid_lines: preview.invalid_lines,
    }))
}

/// Export available tokens, which takes them out of the stock
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stock/{stock}/export",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt"), IdempotencyKey),
    request_body = StockExport,
    responses((status = 200, body = StockExported)),
    security(("session" = []))
)]
pub(crate) async fn export(
    State(web): State<WebState>,
    May { session, task: TakeOut { guild } }: May<TakeOut>,
    via: ViaKey,
    Path((_, stock)): Path<(String, String)>,
    call: Repeatable<Json<StockExport>>,
) -> Result<Response> {
    let stock = name(&stock)?;
    let once = call.once(&web.app, &session.user_id);
    let Json(StockExport { count }) = call.body;
    let wanted = stock::Wanted { count, key_name: via.name().map(str::to_owned), once };
    let id = stock::export(&web.app, &session.user_id, &guild, stock, wanted).await?;
    let tokens = stock::exported(&web.app, &session.user_id, &guild, &id).await?;
    Ok(listed(r#"{"code":200,"tokens":["#, tokens))
}

/// Exports from a stock in the last 24 hours, the newest first
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/stock/{stock}/exports",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt")),
    responses((status = 200, body = Vec<ExportInfo>)),
    security(("session" = []))
)]
pub(crate) async fn exports(
    State(web): State<WebState>,
    May { session, task: TakeOut { guild } }: May<TakeOut>,
    Path((_, stock)): Path<(String, String)>,
) -> Result<Json<Vec<ExportInfo>>> {
    let stock = name(&stock)?;
    let exports = stock::exports(&web.app, &session.user_id, &guild, stock).await?;
    let body = |export: stock::Export| ExportInfo {
        id: export.id,
        at: export.at.rfc3339(),
        by: export.by_whom,
        count: export.count,
    };
    Ok(Json(exports.into_iter().map(body).collect()))
}

/// The tokens of an export from the last 24 hours
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/exports/{id}",
    tag = "stock",
    params(("guildId" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = ExportedAgain)),
    security(("session" = []))
)]
pub(crate) async fn exported(
    State(web): State<WebState>,
    May { session, task: TakeOut { guild } }: May<TakeOut>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response> {
    let id = ExportId::parse(&id).ok_or(StockError::NoSuchExport)?;
    let tokens = stock::exported(&web.app, &session.user_id, &guild, &id).await?;
    Ok(listed(r#"{"tokens":["#, tokens))
}

/// Streams a JSON object that ends with a list of tokens: `begin`, the tokens, and the end of both.
fn listed(
    begin: &'static str,
    pieces: impl Stream<Item = Result<Vec<SecretString>, Failure>> + Send + 'static,
) -> Response {
    let mut first = true;
    let pieces = pieces.map_ok(move |tokens| {
        let mut text = Vec::new();
        for token in tokens {
            if !std::mem::take(&mut first) {
                text.push(b',');
            }
            text.extend(json(&token.expose_secret()));
        }
        Bytes::from(text)
    });
    let ends = |text: &'static str| once(ready(Ok(Bytes::from_static(text.as_bytes()))));
    let body = download::body("an export", ends(begin).chain(pieces).chain(ends("]}")));
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}
