//! The inbox: what stores have called for, and what became of it.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::ids::StoreCallId;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, CallError, CallFilter, Verdict};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::storefronts::guild;
use crate::callers::api_key::ViaKey;
use crate::callers::rights::{May, Read};
use crate::callers::session::Session;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, Query};
use crate::state::WebState;

/// A store's call in the inbox. `purchase`, `product`, `variant`, `quantity` and `email` are null if the call was
/// refused or did not have them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoreCall {
    id: String,
    provider: Provider,
    verdict: Verdict,
    /// The HTTP status of the answer.
    status: i64,
    #[schema(required)]
    purchase: Option<String>,
    #[schema(required)]
    product: Option<String>,
    #[schema(required)]
    variant: Option<String>,
    #[schema(required)]
    quantity: Option<i64>,
    #[schema(required)]
    email: Option<String>,
    keys: Vec<String>,
    /// Whether fewer tokens were available than the keys need.
    short: bool,
    /// RFC 3339, UTC.
    at: String,
}

/// A page of calls, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoreCallPage {
    calls: Vec<StoreCall>,
    /// The `cursor` of the next page, null at the end.
    #[schema(required)]
    next: Option<String>,
}

/// A call with its headers, body and answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WholeStoreCall {
    #[serde(flatten)]
    call: StoreCall,
    /// The headers, with lower-case names; without signatures, cookies and credentials.
    headers: BTreeMap<String, String>,
    /// Of a refused call or a test at most 16 KiB; an ellipsis at the end says that there was more.
    body: String,
    answer: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoreCallReplayed {
    code: u16,
    #[serde(flatten)]
    call: WholeStoreCall,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StoreCallQuery {
    #[param(inline)]
    provider: Option<Provider>,
    #[param(inline)]
    verdict: Option<Verdict>,
    /// The `next` of the previous page.
    cursor: Option<String>,
}

impl From<calls::StoreCall> for StoreCall {
    fn from(call: calls::StoreCall) -> Self {
        Self {
            id: call.id.to_string(),
            provider: call.provider,
            verdict: call.verdict,
            status: call.status,
            purchase: call.purchase,
            product: call.product,
            variant: call.variant,
            quantity: call.quantity,
            email: call.email,
            keys: call.keys.iter().map(|key| key.text.expose_secret().to_owned()).collect(),
            short: call.short,
            at: call.at.rfc3339(),
        }
    }
}

impl From<calls::WholeCall> for WholeStoreCall {
    fn from(whole: calls::WholeCall) -> Self {
        Self {
            call: whole.call.into(),
            headers: whole.headers,
            body: whole.body.expose_secret().to_owned(),
            answer: whole.answer.expose_secret().to_owned(),
        }
    }
}

impl From<CallError> for ApiError {
    fn from(error: CallError) -> Self {
        let message = error.to_string();
        match error {
            CallError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            CallError::NotReplayable => Self::new(StatusCode::CONFLICT, message),
            CallError::BadCursor => Self::refused(message),
            CallError::Storefront(error) => error.into(),
            CallError::Failure(failure) => failure.into(),
        }
    }
}

fn call_id(text: &str) -> Result<StoreCallId> {
    text.parse().map_err(|_| CallError::NotFound.into())
}

/// A page of the calls that stores made to a storefront
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/store-calls",
    tag = "stores",
    params(("guildId" = String, Path), StoreCallQuery),
    responses((status = 200, body = StoreCallPage)),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    May { session, task: Read { guild } }: May<Read>,
    via: ViaKey,
    Query(StoreCallQuery { provider, verdict, cursor }): Query<StoreCallQuery>,
) -> Result<Json<StoreCallPage>> {
    let filter = CallFilter { provider, verdict, cursor: cursor.as_deref() };
    let mut page = calls::list(&web.app, &session.user_id, &guild, filter).await?;
    if !via.sees_keys() {
        page.calls.iter_mut().for_each(calls::StoreCall::mask);
    }
    Ok(Json(StoreCallPage { calls: page.calls.into_iter().map(StoreCall::from).collect(), next: page.next }))
}

/// One call of a store, with its headers, body and answer
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/store-calls/{id}",
    tag = "stores",
    params(("guildId" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = WholeStoreCall)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
    via: ViaKey,
    Path((guild_id, id)): Path<(String, String)>,
) -> Result<Json<WholeStoreCall>> {
    let (guild, id) = (guild(&guild_id)?, call_id(&id)?);
    let mut call = calls::get(&web.app, &session.user_id, &guild, id).await?;
    if !via.sees_keys() {
        call.mask();
    }
    Ok(Json(call.into()))
}

/// Process a store's call again, with the present mapping of products
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/store-calls/{id}/replay",
    tag = "stores",
    params(("guildId" = String, Path), ("id" = String, Path)),
    responses(
        (status = 200, description = "The new call", body = StoreCallReplayed),
        (status = 409, description = "The call was refused, ignored or a test", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn replay(
    State(web): State<WebState>,
    Session(session): Session,
    Path((guild_id, id)): Path<(String, String)>,
) -> Result<Json<StoreCallReplayed>> {
    let (guild, id) = (guild(&guild_id)?, call_id(&id)?);
    let call = calls::replay(&web.app, &session.user_id, &guild, id).await?.into();
    Ok(Json(StoreCallReplayed { code: 200, call }))
}
