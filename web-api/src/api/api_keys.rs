//! API keys: making, listing and deleting them.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::ApiKeyId;
use boostdesk_core::people::api_keys::{self, ApiKeyError, NewApiKey, Scope};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::seller::Seller;
use crate::callers::session::CallFrom;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApiKey {
    #[schema(value_type = String)]
    id: ApiKeyId,
    name: String,
    scopes: Vec<Scope>,
    /// The key's last four characters.
    hint: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// When the key was last used, to the minute. RFC 3339, UTC; null until then.
    #[schema(required)]
    last_used_at: Option<String>,
    #[schema(required)]
    expires_at: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateApiKey {
    /// 1 to 100 characters.
    name: String,
    /// At least one of `read`, `stock`, `keys` and `orders`.
    #[schema(example = json!(["read"]))]
    scopes: Vec<String>,
    /// When the key expires, in RFC 3339. When absent, it never does.
    expires_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApiKeyCreated {
    code: u16,
    #[schema(value_type = String)]
    id: ApiKeyId,
    /// The key. It is returned only here and cannot be read again.
    #[schema(example = "bdk_…")]
    key: String,
}

impl From<ApiKeyError> for ApiError {
    fn from(error: ApiKeyError) -> Self {
        let message = error.to_string();
        match error {
            ApiKeyError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            ApiKeyError::TooMany => Self::new(StatusCode::CONFLICT, message),
            ApiKeyError::BadName
            | ApiKeyError::NoScopes
            | ApiKeyError::UnknownScope(_)
            | ApiKeyError::BadExpiry => Self::refused(message),
            ApiKeyError::Auth(error) => error.into(),
            ApiKeyError::Failure(failure) => failure.into(),
        }
    }
}

impl From<api_keys::ApiKey> for ApiKey {
    fn from(key: api_keys::ApiKey) -> Self {
        Self {
            id: key.id,
            name: key.name,
            scopes: key.scopes,
            hint: key.hint,
            created_at: key.created_at.rfc3339(),
            last_used_at: key.last_used_at.map(Timestamp::rfc3339),
            expires_at: key.expires_at.map(Timestamp::rfc3339),
        }
    }
}

/// The user's API keys, the oldest first
#[utoipa::path(
    get,
    path = "/api/api-keys",
    tag = "developers",
    responses((status = 200, body = Vec<ApiKey>), (status = 403, description = "Caller is a helper", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn list(State(web): State<WebState>, Seller(session): Seller) -> Result<Json<Vec<ApiKey>>> {
    let keys = api_keys::list(&web.app, &session.user_id).await?;
    Ok(Json(keys.into_iter().map(ApiKey::from).collect()))
}

/// Create an API key
#[utoipa::path(
    post,
    path = "/api/api-keys",
    tag = "developers",
    request_body = CreateApiKey,
    responses(
        (status = 200, body = ApiKeyCreated),
        (status = 403, description = "Caller is a helper", body = ErrorBody),
        (status = 409, description = "The user has 20 keys already", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn create(
    State(web): State<WebState>,
    Seller(session): Seller,
    from: CallFrom,
    Json(wanted): Json<CreateApiKey>,
) -> Result<Json<ApiKeyCreated>> {
    let CreateApiKey { name, scopes, expires_at } = wanted;
    let wanted = NewApiKey { name, scopes, expires_at };
    let made = api_keys::create(&web.app, &session.user_id, wanted, &from.0).await?;
    web.familiar.add(&made.key).await;
    Ok(Json(ApiKeyCreated { code: 200, id: made.id, key: made.key.expose_secret().to_owned() }))
}

/// Delete an API key, which stops working at once
#[utoipa::path(
    delete,
    path = "/api/api-keys/{id}",
    tag = "developers",
    params(("id" = String, Path)),
    responses((status = 200, body = Ack), (status = 403, description = "Caller is a helper", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn delete(
    State(web): State<WebState>,
    Seller(session): Seller,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    let id = ApiKeyId::parse(&id).ok_or(ApiKeyError::NotFound)?;
    api_keys::delete(&web.app, &session.user_id, &id, &from.0).await?;
    Ok(Json(Ack::new("API key deleted.")))
}
