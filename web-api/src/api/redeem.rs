//! Redeeming a key: how the page looks, and what it sends.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boostdesk_core::App;
use boostdesk_core::foundation::color::Color;
use boostdesk_core::shop::redeem::{self, Details, Outcome, REDEEMED, RedeemError};
use boostdesk_core::shop::storefronts::{self, Storefront};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::api::storefronts::closed_shop;
use crate::callers::public_call::{Guild, PublicCall, RedeemCall};
use crate::edge::client_address::ClientAddress;
use crate::http::conditional::{Known, Ready};
use crate::http::error::{ApiError, ErrorBody, NamesRequest, Result, json};
use crate::http::extract::Json;
use crate::state::WebState;

/// Shorter than the time limit of all calls, so that a slow redeem is answered in the shape of a redeem's refusals.
const TIMEOUT: Duration = Duration::from_secs(14);

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RedeemPage {
    /// Hexadecimal, with or without `#`.
    #[schema(value_type = String)]
    embed_color: Color,
    #[schema(required)]
    footer_text: Option<String>,
}

/// The colour and footer of a storefront's redeem page
///
/// The answer carries an `ETag`; a request with a matching `If-None-Match` is answered with 304.
/// `/api/redeem-order/{guildId}` gives the same answer to requests that prefer JSON.
#[utoipa::path(
    get,
    path = "/api/fetch/redeem-order/{guildId}",
    tag = "public",
    params(("guildId" = String, Path, description = "The id of the storefront's guild")),
    responses(
        (status = 200, body = RedeemPage),
        (status = 304, description = "Unchanged since the answer with this `ETag`"),
        (status = 410, description = "The shop is closed", body = ErrorBody),
    )
)]
pub(crate) async fn fetch_page(
    State(web): State<WebState>,
    PublicCall(guild): PublicCall<Guild>,
    known: Known,
) -> Result<Response> {
    let page = RedeemPage::from(storefront(&web.app, &guild).await?);
    Ok(Ready::new(json(&page)).answer(&known))
}

/// Returns the storefront that the guild's keys are redeemed at. Errors: 410 if it is closed, else 404.
pub(crate) async fn storefront(app: &App, guild: &Guild) -> Result<Storefront> {
    let unknown = || ApiError::new(StatusCode::NOT_FOUND, "Redeem page not found.");
    let guild = guild.id().ok_or_else(unknown)?;
    let Some(storefront) = storefronts::by_guild(app, &guild).await? else {
        let closed = storefronts::is_closed(app, &guild).await?;
        return Err(if closed { closed_shop() } else { unknown() });
    };
    Ok(storefront)
}

impl From<Storefront> for RedeemPage {
    fn from(storefront: Storefront) -> Self {
        Self { embed_color: storefront.embed_color, footer_text: storefront.redeem_footer }
    }
}

/// What a customer enters. `redeemKey`, `discordInvite` and `email` are required.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RedeemRequest {
    #[schema(value_type = String, required)]
    redeem_key: Option<SecretString>,
    #[schema(value_type = String, required)]
    discord_invite: Option<String>,
    #[schema(value_type = String, required)]
    email: Option<String>,
    displayname: Option<String>,
    bio: Option<String>,
    avatar: Option<String>,
    banner: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RedeemResponse {
    status: RedeemOutcome,
    message: String,
    /// Only in a refusal: the request's id, under which it is in the server's log.
    #[serde(skip_serializing_if = "Option::is_none", rename = "requestId")]
    #[schema(nullable = false)]
    request_id: Option<String>,
}

impl RedeemResponse {
    fn new(status: RedeemOutcome, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), request_id: None }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum RedeemOutcome {
    Success,
    Error,
}

/// A refusal of a redeem, in the shape that only this call has.
#[derive(Debug)]
pub(crate) struct Refused(ApiError);

impl<E: Into<ApiError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Self(error) = self;
        let mut response = Json(RedeemResponse::new(RedeemOutcome::Error, error.message())).into_response();
        response.extensions_mut().insert(NamesRequest);
        error.mark(&mut response);
        response
    }
}

impl From<RedeemError> for ApiError {
    fn from(error: RedeemError) -> Self {
        let message = error.to_string();
        match error {
            RedeemError::UnknownKey => Self::new(StatusCode::NOT_FOUND, message),
            RedeemError::Closed => Self::new(StatusCode::GONE, message),
            RedeemError::AlreadyRedeemed | RedeemError::Revoked | RedeemError::NotEnoughStock => {
                Self::new(StatusCode::CONFLICT, message)
            }
            RedeemError::Refused => Self::new(StatusCode::FORBIDDEN, message),
            RedeemError::MissingFields | RedeemError::BadEmail | RedeemError::BadInvite => {
                Self::refused(message)
            }
            RedeemError::Failure(failure) => failure.into(),
        }
    }
}

/// Redeem a key, which makes an order
///
/// Repeating the call with the same key and details gets the same answer and makes no second order.
#[utoipa::path(
    post,
    path = "/api/redeem/{guildId}",
    tag = "public",
    params(("guildId" = String, Path, description = "The id of the storefront's guild")),
    request_body = RedeemRequest,
    responses(
        (status = 200, body = RedeemResponse),
        (status = 403, description = "The seller's blocklist refuses this customer", body = RedeemResponse),
        (status = 404, description = "The storefront has no such key", body = RedeemResponse),
        (status = 410, description = "The shop is closed; the key stays unspent", body = RedeemResponse),
        (status = 409, description = "Redeemed or revoked already, or not enough stock", body = RedeemResponse),
        (status = 422, description = "A field is missing or invalid", body = RedeemResponse),
        (status = 429, description = "Too many attempts", body = RedeemResponse),
        (status = 503, description = "Busy; repeat the call to learn if the key was redeemed", body = RedeemResponse),
    )
)]
pub(crate) async fn redeem(
    State(web): State<WebState>,
    call: Result<RedeemCall<Guild>>,
    ClientAddress(address): ClientAddress,
    request: Result<Json<RedeemRequest>>,
) -> Result<Json<RedeemResponse>, Refused> {
    let (RedeemCall(guild), Json(request)) = (call?, request?);
    let key = request.redeem_key.unwrap_or_default();
    let details = Details {
        invite: request.discord_invite.unwrap_or_default(),
        email: request.email.unwrap_or_default(),
        displayname: request.displayname,
        bio: request.bio,
        avatar: request.avatar,
        banner: request.banner,
        customer_discord_id: None,
        address: Some(address),
    };
    let guild = guild.id().ok_or(RedeemError::UnknownKey)?;
    let redeemed = redeem::redeem(&web.app, &guild, key.expose_secret(), details);
    let redeemed = timeout(TIMEOUT, redeemed).await.map_err(|_| {
        web.app.metrics.redeemed(Outcome::Failed.as_str());
        ApiError::too_slow()
    });
    redeemed??;
    Ok(Json(RedeemResponse::new(RedeemOutcome::Success, REDEEMED)))
}
