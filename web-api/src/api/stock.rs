//! Stock: how much there is, bringing it in, taking it out.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use boostdesk_core::shop::stock::{self, Imported, StockError, StockName};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::import_turns::ImportTurns;
use crate::api::storefronts::guild;
use crate::callers::session::Session;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, Text};
use crate::state::WebState;

/// How many tokens of a stock are where.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockLevel {
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    available: i64,
    /// In orders that are not done.
    reserved: i64,
    delivered: i64,
    failed: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockImported {
    code: u16,
    added: usize,
    /// In the system already, or twice in the list.
    duplicates: usize,
    invalid: usize,
}

impl StockImported {
    fn new(Imported { added, duplicates, invalid }: Imported) -> Self {
        Self { code: 200, added, duplicates, invalid }
    }
}

/// What an import would do. The line numbers count from 1; the first 20 of each kind are listed.
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
    /// All available ones when absent.
    count: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StockExported {
    code: u16,
    tokens: Vec<String>,
}

impl From<StockError> for ApiError {
    fn from(error: StockError) -> Self {
        let message = error.to_string();
        match error {
            StockError::UnknownStock => Self::new(StatusCode::NOT_FOUND, message),
            StockError::TooLarge => Self::too_large(message),
            StockError::BadCount => Self::refused(message),
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
    responses(
        (status = 200, body = Vec<StockLevel>),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
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

/// Add tokens, one a line
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stock/{stock}",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt")),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = StockImported),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 413, description = "Over 8 MiB or 100,000 lines", body = ErrorBody),
        (status = 415, body = ErrorBody),
        (status = 429, description = "Too many lists at once", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn import(
    State(web): State<WebState>,
    State(turns): State<Arc<ImportTurns>>,
    Session(session): Session,
    Path((guild_id, stock)): Path<(String, String)>,
    request: Request,
) -> Result<Json<StockImported>> {
    let (guild, stock) = (guild(&guild_id)?, name(&stock)?);
    let _turn = turns.take(&session.user_id).await?;
    let Text(text) = Text::from_request(request, &()).await?;
    let imported = stock::import(&web.app, &session.user_id, &guild, stock, text).await?;
    Ok(Json(StockImported::new(imported)))
}

/// What adding these tokens would do
///
/// Changes nothing.
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stock/{stock}/preview",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt")),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = StockPreview),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 413, description = "Over 8 MiB or 100,000 lines", body = ErrorBody),
        (status = 415, body = ErrorBody),
        (status = 429, description = "Too many lists at once", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn preview(
    State(web): State<WebState>,
    State(turns): State<Arc<ImportTurns>>,
    Session(session): Session,
    Path((guild_id, stock)): Path<(String, String)>,
    request: Request,
) -> Result<Json<StockPreview>> {
    let guild = guild(&guild_id)?;
    name(&stock)?;
    let _turn = turns.take(&session.user_id).await?;
    let Text(text) = Text::from_request(request, &()).await?;
    let preview = stock::preview(&web.app, &session.user_id, &guild, &text).await?;
    Ok(Json(StockPreview {
        code: 200,
        added: preview.counts.added,
        duplicates: preview.counts.duplicates,
        invalid: preview.counts.invalid,
        duplicate_lines: preview.duplicate_lines,
        invalid_lines: preview.invalid_lines,
    }))
}

/// Hand out available tokens, and take them out of stock
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stock/{stock}/export",
    tag = "stock",
    params(("guildId" = String, Path), ("stock" = String, Path, example = "OneMonthTokens.txt")),
    request_body = StockExport,
    responses(
        (status = 200, body = StockExported),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn export(
    State(web): State<WebState>,
    Session(session): Session,
    Path((guild_id, stock)): Path<(String, String)>,
    Json(StockExport { count }): Json<StockExport>,
) -> Result<Json<StockExported>> {
    let (guild, stock) = (guild(&guild_id)?, name(&stock)?);
    let exported = stock::export(&web.app, &session.user_id, &guild, stock, count).await?;
    let tokens = exported.tokens.iter().map(|token| token.expose_secret().to_owned()).collect();
    Ok(Json(StockExported { code: 200, tokens }))
}
