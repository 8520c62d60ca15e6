//! Storefronts' logos: set and taken away by sellers, shown to everybody by `pages::icon`.

use std::sync::Arc;

use axum::extract::{Request, State};
use boostdesk_core::shop::logos;
use utoipa::ToSchema;

use crate::api::storefronts::{StorefrontSaved, guild};
use crate::callers::rights::{Manage, May};
use crate::callers::session::Session;
use crate::chat::uploads::{Uploads, logo};
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

/// A form with the logo in its field `file`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "described, and read piece by piece")]
pub(crate) struct LogoForm {
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
}

/// Set a storefront's logo
///
/// One PNG, JPEG, GIF, WebP or SVG picture, in the field `file`. It is converted to a PNG of 256 × 256 pixels;
/// transparency is kept.
#[utoipa::path(
    put,
    path = "/api/storefronts/{guildId}/logo",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    request_body(content = LogoForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = StorefrontSaved),
        (status = 415, description = "Not an accepted type, or not the type that its name says", body = ErrorBody),
        (status = 503, body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn set(
    State(web): State<WebState>,
    State(uploads): State<Arc<Uploads>>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    request: Request,
) -> Result<Json<StorefrontSaved>> {
    let picture = logo::receive(&uploads, session.user_id.as_str(), request).await?;
    let storefront = logos::set(&web.app, &session.user_id, &guild, picture).await?;
    Ok(Json(StorefrontSaved::read(&web, storefront).await?))
}

/// Remove a storefront's logo
///
/// The initial of its name is shown instead.
#[utoipa::path(
    delete,
    path = "/api/storefronts/{guildId}/logo",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    responses((status = 200, body = StorefrontSaved)),
    security(("session" = []))
)]
pub(crate) async fn remove(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<StorefrontSaved>> {
    let storefront = logos::remove(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    Ok(Json(StorefrontSaved::read(&web, storefront).await?))
}
