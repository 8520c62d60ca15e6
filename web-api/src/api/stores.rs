//! Connections to the stores where customers pay: secrets, the mapping of products, and testing them.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::StoreSecretId;
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, Verdict};
use boostdesk_core::shop::stores::connections::{self, ConnectionError};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::storefronts::guild;
use crate::callers::rights::{Manage, May, Own};
use crate::callers::session::Session;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, ListJson, Path};
use crate::state::WebState;

/// A storefront's connection to a store.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoreConnection {
    provider: Provider,
    /// The URL to enter in the store, which it then calls.
    #[schema(example = "https://shop.example.com/api/autobuy/sellauth/918430295761048371")]
    url: String,
    enabled: bool,
    /// The secrets that the store may sign with, at most two.
    secrets: Vec<StoreSecret>,
    products: Vec<StoreProduct>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoreSecret {
    id: String,
    /// The secret's last four characters.
    hint: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// When a call was last signed with it, to the minute. RFC 3339, UTC; null until then.
    #[schema(required)]
    last_used_at: Option<String>,
}

/// A row of the mapping: the keys that a purchase of a store's product makes.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct StoreProduct {
    product: String,
    /// The product's variant. When null or absent: every variant that has no row of its own.
    variant: Option<String>,
    #[schema(inline)]
    stock: StockName,
    /// Boosts that each key is worth: an even number, 2 to 100.
    amount: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StoreEnabled {
    enabled: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddStoreSecret {
    /// The secret that the store gave: 8 to 512 printable characters. When absent, a new one is created.
    secret: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoreSecretAdded {
    code: u16,
    id: String,
    /// The secret. It is returned only in this answer.
    secret: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TestStore {
    /// The product to test. When absent: the first one of the mapping.
    product: Option<String>,
    variant: Option<String>,
    quantity: Option<i64>,
}

/// The answer that the store would have got.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoreTested {
    code: u16,
    verdict: Verdict,
    #[schema(example = 200)]
    status: u16,
    body: String,
}

impl From<connections::Connection> for StoreConnection {
    fn from(connection: connections::Connection) -> Self {
        let secret = |secret: connections::Secret| StoreSecret {
            id: secret.id.to_string(),
            hint: secret.hint,
            created_at: secret.created_at.rfc3339(),
            last_used_at: secret.last_used_at.map(Timestamp::rfc3339),
        };
        let product = |row: connections::Product| StoreProduct {
            product: row.product,
            variant: row.variant,
            stock: row.stock,
            amount: row.amount,
        };
        Self {
            provider: connection.provider,
            url: connection.url,
            enabled: connection.enabled,
            secrets: connection.secrets.into_iter().map(secret).collect(),
            products: connection.products.into_iter().map(product).collect(),
        }
    }
}

impl From<ConnectionError> for ApiError {
    fn from(error: ConnectionError) -> Self {
        let message = error.to_string();
        match error {
            ConnectionError::NoSuchSecret => Self::new(StatusCode::NOT_FOUND, message),
            ConnectionError::NoSecret | ConnectionError::ThirdSecret => {
                Self::new(StatusCode::CONFLICT, message)
            }
            ConnectionError::BadSecret
            | ConnectionError::BadStandardSecret
            | ConnectionError::TooManyProducts
            | ConnectionError::BadProduct
            | ConnectionError::BadVariant
            | ConnectionError::BadAmount
            | ConnectionError::ProductTwice(_) => Self::refused(message),
            ConnectionError::Storefront(error) => error.into(),
            ConnectionError::Failure(failure) => failure.into(),
        }
    }
}

/// The store in an address.
pub(crate) fn provider(text: &str) -> Result<Provider> {
    text.parse().map_err(|_| ApiError::new(StatusCode::NOT_FOUND, "There is no such store."))
}

/// A storefront's connections to stores, one for each store that is supported
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/stores",
    tag = "stores",
    params(("guildId" = String, Path)),
    responses((status = 200, body = Vec<StoreConnection>)),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<Vec<StoreConnection>>> {
    let all = connections::list(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    Ok(Json(all.into_iter().map(StoreConnection::from).collect()))
}

/// Enable or disable a storefront's connection to a store
#[utoipa::path(
    put,
    path = "/api/storefronts/{guildId}/stores/{provider}",
    tag = "stores",
    params(("guildId" = String, Path), ("provider" = String, Path, example = "sellauth")),
    request_body = StoreEnabled,
    responses(
        (status = 200, body = Ack),
        (status = 409, description = "The connection has no secret", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn set_enabled(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    Path((_, store)): Path<(String, String)>,
    Json(StoreEnabled { enabled }): Json<StoreEnabled>,
) -> Result<Json<Ack>> {
    let provider = provider(&store)?;
    connections::set_enabled(&web.app, &session.user_id, &guild, provider, enabled).await?;
    Ok(Json(Ack::new(if enabled { "Store connected." } else { "Store disconnected." })))
}

/// Add a secret that a store signs its calls with
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stores/{provider}/secrets",
    tag = "stores",
    params(("guildId" = String, Path), ("provider" = String, Path, example = "sellauth")),
    request_body = AddStoreSecret,
    responses(
        (status = 200, body = StoreSecretAdded),
        (status = 409, description = "The connection has two secrets already", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn add_secret(
    State(web): State<WebState>,
    May { session, task: Own { guild } }: May<Own>,
    Path((_, store)): Path<(String, String)>,
    Json(AddStoreSecret { secret }): Json<AddStoreSecret>,
) -> Result<Json<StoreSecretAdded>> {
    let provider = provider(&store)?;
    let typed = secret.as_deref();
    let new = connections::add_secret(&web.app, &session.user_id, &guild, provider, typed).await?;
    let secret = new.secret.expose_secret().to_owned();
    Ok(Json(StoreSecretAdded { code: 200, id: new.id.to_string(), secret }))
}

/// Remove a secret that a store signs its calls with
///
/// When it was the last one, the connection is disabled.
#[utoipa::path(
    delete,
    path = "/api/storefronts/{guildId}/stores/{provider}/secrets/{id}",
    tag = "stores",
    params(
        ("guildId" = String, Path),
        ("provider" = String, Path, example = "sellauth"),
        ("id" = String, Path),
    ),
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn remove_secret(
    State(web): State<WebState>,
    May { session, task: Own { guild } }: May<Own>,
    Path((_, store, id)): Path<(String, String, String)>,
) -> Result<Json<Ack>> {
    let provider = provider(&store)?;
    let id = StoreSecretId::parse(&id).ok_or(ConnectionError::NoSuchSecret)?;
    connections::remove_secret(&web.app, &session.user_id, &guild, provider, &id).await?;
    Ok(Json(Ack::new("Secret removed.")))
}

/// Replace the whole mapping of a store's products to keys
#[utoipa::path(
    put,
    path = "/api/storefronts/{guildId}/stores/{provider}/products",
    tag = "stores",
    params(("guildId" = String, Path), ("provider" = String, Path, example = "sellauth")),
    request_body = Vec<StoreProduct>,
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn save_products(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    Path((_, store)): Path<(String, String)>,
    ListJson(rows): ListJson<StoreProduct>,
) -> Result<Json<Ack>> {
    let provider = provider(&store)?;
    let product = |row: StoreProduct| connections::Product {
        product: row.product,
        variant: row.variant,
        stock: row.stock,
        amount: row.amount,
    };
    let products = rows.into_iter().map(product).collect();
    connections::save_products(&web.app, &session.user_id, &guild, provider, products).await?;
    Ok(Json(Ack::new("Products saved.")))
}

/// Test a connection with a signed sample call
///
/// It is processed like a store's call, but makes no key. A disabled connection is tested, too.
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/stores/{provider}/test",
    tag = "stores",
    params(("guildId" = String, Path), ("provider" = String, Path, example = "sellauth")),
    request_body = TestStore,
    responses(
        (status = 200, body = StoreTested),
        (status = 409, description = "The connection has no secret", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn test(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    Path((_, store)): Path<(String, String)>,
    Json(TestStore { product, variant, quantity }): Json<TestStore>,
) -> Result<Json<StoreTested>> {
    let provider = provider(&store)?;
    let wanted = calls::Wanted { product, variant, quantity };
    let answer = calls::test(&web.app, &session.user_id, &guild, provider, wanted).await?;
    Ok(Json(StoreTested { code: 200, verdict: answer.verdict, status: answer.status, body: answer.body }))
}
