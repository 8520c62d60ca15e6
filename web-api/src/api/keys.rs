//! Redeem keys: making, listing and revoking them.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::shop::keys::{self, KeyError, KeyFilter, KeyStatus};
use boostdesk_core::shop::stock::StockName;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::storefronts::guild;
use crate::callers::api_key::ViaKey;
use crate::callers::rights::{Manage, May, Read};
use crate::callers::session::Session;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, Query};
use crate::http::repeatable::{IdempotencyKey, Repeatable};
use crate::state::WebState;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateKeys {
    #[schema(example = "OneMonthTokens.txt")]
    stock: String,
    /// Boosts that each key is worth: an even number, 2 to 100.
    amount: i64,
    /// How many keys to create: 1 to 1000.
    count: i64,
    note: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeysCreated {
    code: u16,
    keys: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Key {
    #[schema(example = "RX81P-V6NDK-94FMZ-TQ2CE")]
    key: String,
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    /// Boosts that the key is worth.
    amount: i64,
    status: KeyStatus,
    #[schema(required)]
    note: Option<String>,
    /// The customer's email, if a store sent it.
    #[schema(required)]
    email: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
    #[schema(required)]
    redeemed_at: Option<String>,
}

/// A page of keys, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyPage {
    keys: Vec<Key>,
    /// The `cursor` of the next page, null at the end.
    #[schema(required)]
    next: Option<String>,
    /// Counts over the whole storefront, whatever the filter.
    counts: KeyCounts,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyCounts {
    unused: i64,
    redeemed: i64,
    revoked: i64,
}

impl From<keys::KeyCounts> for KeyCounts {
    fn from(keys::KeyCounts { unused, redeemed, revoked }: keys::KeyCounts) -> Self {
        Self { unused, redeemed, revoked }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyQuery {
    #[param(inline)]
    status: Option<KeyStatus>,
    /// The `next` of the previous page.
    cursor: Option<String>,
    /// Finds keys whose text, note or email begins with this, in any letter case.
    q: Option<String>,
    /// Keys on a page: 1 to 100; 50 when absent.
    limit: Option<i64>,
}

impl KeyQuery {
    /// The first page of all keys.
    pub(crate) fn of_limit(limit: i64) -> Self {
        Self { status: None, cursor: None, q: None, limit: Some(limit) }
    }
}

impl From<keys::Key> for Key {
    fn from(key: keys::Key) -> Self {
        Self {
            key: key.key.expose_secret().to_owned(),
            stock: key.stock.as_str(),
            amount: key.amount,
            status: key.status,
            note: key.note,
            email: key.email,
            created_at: key.created_at.rfc3339(),
            redeemed_at: key.redeemed_at.map(Timestamp::rfc3339),
        }
    }
}

impl From<KeyError> for ApiError {
    fn from(error: KeyError) -> Self {
        let message = error.to_string();
        match error {
            KeyError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            KeyError::AlreadyRedeemed | KeyError::AlreadyRevoked => Self::new(StatusCode::CONFLICT, message),
            KeyError::BadAmount
            | KeyError::BadCount
            | KeyError::BadCursor
            | KeyError::BadLimit
            | KeyError::TooMany
            | KeyError::NoteTooLong => Self::refused(message),
            KeyError::Repeat(error) => error.into(),
            KeyError::Storefront(error) => error.into(),
            KeyError::Failure(failure) => failure.into(),
        }
    }
}

/// Create redeem keys, all of them or none
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/keys",
    tag = "keys",
    params(("guildId" = String, Path), IdempotencyKey),
    request_body = CreateKeys,
    responses((status = 200, body = KeysCreated)),
    security(("session" = []))
)]
pub(crate) async fn create(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    via: ViaKey,
    call: Repeatable<Json<CreateKeys>>,
) -> Result<Json<KeysCreated>> {
    let once = call.once(&web.app, &session.user_id);
    let Json(wanted) = call.body;
    let stock = StockName::parse(&wanted.stock)
        .ok_or(ApiError::refused("`stock` is OneMonthTokens.txt or ThreeMonthTokens.txt."))?;
    let wanted = keys::CreateKeys { stock, amount: wanted.amount, count: wanted.count, note: wanted.note };
    let keys = keys::create_once(&web.app, &session.user_id, &guild, wanted, via.source(), once).await?;
    let keys = keys.iter().map(|key| key.expose().to_owned()).collect();
    Ok(Json(KeysCreated { code: 200, keys }))
}

/// A page of a storefront's keys
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/keys",
    tag = "keys",
    params(("guildId" = String, Path), KeyQuery),
    responses((status = 200, body = KeyPage)),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    May { session, task: Read { guild } }: May<Read>,
    via: ViaKey,
    Query(KeyQuery { status, cursor, q, limit }): Query<KeyQuery>,
) -> Result<Json<KeyPage>> {
    let filter = KeyFilter { status, search: q.as_deref().unwrap_or_default(), masked: !via.sees_keys() };
    let page = keys::list(&web.app, &session.user_id, &guild, filter, cursor.as_deref(), limit).await?;
    let keys = page.keys.into_iter().map(Key::from).collect();
    Ok(Json(KeyPage { keys, next: page.next, counts: page.counts.into() }))
}

/// Revoke an unused key
#[utoipa::path(
    delete,
    path = "/api/storefronts/{guildId}/keys/{key}",
    tag = "keys",
    params(("guildId" = String, Path), ("key" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 409, description = "The key was redeemed or revoked already", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn revoke(
    State(web): State<WebState>,
    Session(session): Session,
    Path((guild_id, key)): Path<(String, String)>,
) -> Result<Json<Ack>> {
    keys::revoke(&web.app, &session.user_id, &guild(&guild_id)?, &key).await?;
    Ok(Json(Ack::new("Key revoked.")))
}
