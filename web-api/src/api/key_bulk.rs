//! Many keys at once: revoked by a list, or all of them as a file, as CSV or one a line.

use axum::extract::State;
use axum::response::Response;
use boostdesk_core::db::Failure;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{GuildId, UserId};
use boostdesk_core::shop::keys::bulk;
use boostdesk_core::shop::keys::{self, Key, KeyStatus};
use futures::{Stream, TryStreamExt, stream};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::callers::api_key::ViaKey;
use crate::callers::rights::{Manage, May, Read};
use crate::http::csv;
use crate::http::download;
use crate::http::error::Result;
use crate::http::extract::{Json, Query};
use crate::state::WebState;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RevokeKeys {
    /// The keys to revoke, at most 1000.
    keys: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeysRevoked {
    code: u16,
    revoked: usize,
    /// How many of `keys` were not unused keys of this storefront, and were left as they are.
    left: usize,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyFilter {
    #[param(inline)]
    status: Option<KeyStatus>,
    /// Finds keys whose text, note or email begins with this, in any letter case.
    q: Option<String>,
}

/// Revoke those of the given keys that are unused
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/keys/revoke",
    tag = "keys",
    params(("guildId" = String, Path)),
    request_body = RevokeKeys,
    responses((status = 200, body = KeysRevoked)),
    security(("session" = []))
)]
pub(crate) async fn revoke(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    Json(RevokeKeys { keys }): Json<RevokeKeys>,
) -> Result<Json<KeysRevoked>> {
    let done = bulk::revoke_many(&web.app, &session.user_id, &guild, &keys).await?;
    Ok(Json(KeysRevoked { code: 200, revoked: done.revoked, left: done.left }))
}

const COLUMNS: &[&str] = &["key", "stock", "amount", "status", "note", "email", "created_at", "redeemed_at"];

/// A storefront's keys as a CSV file
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/keys.csv",
    tag = "keys",
    params(("guildId" = String, Path), KeyFilter),
    responses((status = 200, content_type = "text/csv", body = String)),
    security(("session" = []))
)]
pub(crate) async fn csv(
    State(web): State<WebState>,
    May { session, task: Read { guild } }: May<Read>,
    via: ViaKey,
    Query(filter): Query<KeyFilter>,
) -> Result<Response> {
    let keys = read(&web, &session.user_id, via, &guild, filter).await?;
    Ok(csv::file("keys.csv", COLUMNS, keys.map_ok(|keys| keys.iter().map(line).collect())))
}

/// A storefront's keys as a text file, one key a line
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/keys.txt",
    tag = "keys",
    params(("guildId" = String, Path), KeyFilter),
    responses((status = 200, content_type = "text/plain", body = String)),
    security(("session" = []))
)]
pub(crate) async fn text(
    State(web): State<WebState>,
    May { session, task: Read { guild } }: May<Read>,
    via: ViaKey,
    Query(filter): Query<KeyFilter>,
) -> Result<Response> {
    let keys = read(&web, &session.user_id, via, &guild, filter).await?;
    let bare = |key: &Key| format!("{}\n", key.key.expose_secret());
    let lines = keys.map_ok(move |keys| keys.iter().map(bare).collect());
    Ok(download::file("keys.txt", "text/plain; charset=utf-8", lines))
}

/// Streams the keys that a filter matches, some at a time.
async fn read(
    web: &WebState,
    user_id: &UserId,
    via: ViaKey,
    guild: &GuildId,
    KeyFilter { status, q }: KeyFilter,
) -> Result<impl Stream<Item = Result<Vec<Key>, Failure>> + use<>> {
    let filter =
        keys::KeyFilter { status, search: q.as_deref().unwrap_or_default(), masked: !via.sees_keys() };
    let walk = bulk::walk(&web.app, user_id, guild, filter).await?;
    Ok(stream::try_unfold(walk, async |mut walk| {
        let keys = walk.next().await?;
        Ok((!keys.is_empty()).then_some((keys, walk)))
    }))
}

fn line(key: &Key) -> String {
    csv::row([
        key.key.expose_secret(),
        key.stock.as_str(),
        &key.amount.to_string(),
        key.status.as_str(),
        key.note.as_deref().unwrap_or_default(),
        key.email.as_deref().unwrap_or_default(),
        &key.created_at.rfc3339(),
        &key.redeemed_at.map(Timestamp::rfc3339).unwrap_or_default(),
    ])
}
