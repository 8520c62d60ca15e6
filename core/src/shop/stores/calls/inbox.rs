//! The inbox as its seller sees it.

use std::collections::HashMap;
use std::sync::Arc;

use futures::FutureExt;
use secrecy::ExposeSecret;

use super::queries::{self, CallRow};
use super::sealing::{Part, Sealing};
use super::settling::{Call, write};
use super::{CallError, CallFilter, CallPage, SoldKey, StoreCall, WholeCall};
use crate::App;
use crate::db::{Conn, Failure, Result as DbResult, cut_to_page};
use crate::ids::{GuildId, SaleId, StoreCallId, UserId};
use crate::shop::keys::{self, KeyStatus};
use crate::shop::storefronts::{self, Right, Storefront};

const PAGE: i64 = 50;

/// Returns a page of the calls from stores, the newest first.
///
/// Errors: `BadCursor`; `Storefront(NotFound)`.
pub async fn list(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    filter: CallFilter<'_>,
) -> Result<CallPage, CallError> {
    let before = match filter.cursor {
        Some(cursor) => cursor.parse().map_err(|_| CallError::BadCursor)?,
        None => StoreCallId::LAST,
    };
    let storefront = storefronts::reach(app, user_id, guild, Right::Read).await?;
    let mut conn = app.db.read().await?;
    let CallFilter { provider, verdict, .. } = filter;
    let mut rows = queries::page(&mut conn, &storefront.id, provider, verdict, before, PAGE + 1).await?;
    let next = cut_to_page(&mut rows, PAGE).map(|last| last.id.to_string());
    let mut calls = with_keys(app, &storefront.user_id, &mut conn, rows).await?;
    if !storefront.sees_keys() {
        calls.iter_mut().for_each(StoreCall::mask);
    }
    Ok(CallPage { calls, next })
}

/// Returns one call with its headers, body and answer.
///
/// Errors: `NotFound`; `Storefront(NotFound)`.
pub async fn get(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    id: StoreCallId,
) -> Result<WholeCall, CallError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Read).await?;
    let mut call = whole(app, &storefront, id).await?;
    if !storefront.sees_keys() {
        call.mask();
    }
    Ok(call)
}

/// Runs a call again with the present mapping, even if the store is not enabled. Returns the new call.
///
/// Errors: `NotReplayable`, `NotFound`; `Storefront(NotFound)`.
pub async fn replay(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    id: StoreCallId,
) -> Result<WholeCall, CallError> {
    let reached = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let storefront = reached.storefront.clone();
    let WholeCall { call, headers, body, .. } = whole(app, &storefront, id).await?;
    if !call.verdict.is_replayable() {
        return Err(CallError::NotReplayable);
    }
    let call = Arc::new(Call::again(app, storefront.clone(), &call, headers, &body));
    let replayed = write(app, move |tx| {
        async move {
            reached.sign(tx);
            call.settle(tx).await?;
            Ok(call.id(tx).await?)
        }
        .boxed()
    });
    whole(app, &storefront, replayed.await?).await
}

async fn whole(app: &App, storefront: &Storefront, id: StoreCallId) -> Result<WholeCall, CallError> {
    let mut conn = app.db.read().await?;
    let row = queries::call(&mut conn, &storefront.id, id).await?.ok_or(CallError::NotFound)?;
    let said = Sealing { app, storefront, provider: row.call.provider };
    let headers = said.open(Part::Headers(row.call.at), &row.headers_sealed)?;
    let headers = serde_json::from_str(headers.expose_secret())
        .map_err(|_| Failure::Inconsistent("a store call's headers are no object"))?;
    let body = said.open(Part::Body(row.call.at), &row.body_sealed)?;
    let answer = match (row.call.sale_id, &row.call.purchase) {
        (Some(_), Some(purchase)) => Part::Sale(purchase),
        _ => Part::Answer(row.call.at),
    };
    let answer = said.open(answer, &row.answer_sealed)?;
    let call = with_keys(app, &storefront.user_id, &mut conn, vec![row.call]).await?.pop();
    let call = call.ok_or(Failure::Inconsistent("a store call that went"))?;
    Ok(WholeCall { call, headers, body, answer })
}

async fn with_keys(
    app: &App,
    seller: &UserId,
    conn: &mut Conn,
    rows: Vec<CallRow>,
) -> DbResult<Vec<StoreCall>> {
    let sales: Vec<SaleId> = rows.iter().filter_map(|row| row.sale_id).collect();
    let mut keys: HashMap<SaleId, Vec<SoldKey>> = HashMap::new();
    for sold in keys::of_sales(conn, &sales).await? {
        let text = sold.key.open(&app.seal, seller)?;
        let is_unspent = sold.status == KeyStatus::Unused;
        keys.entry(sold.sale_id).or_default().push(SoldKey { text, is_unspent });
    }
    let call = |row: CallRow| StoreCall {
        keys: row.sale_id.and_then(|sale| keys.get(&sale)).cloned().unwrap_or_default(),
        id: row.id,
        provider: row.provider,
        verdict: row.verdict,
        status: row.status,
        purchase: row.purchase,
        product: row.product,
        variant: row.variant,
        quantity: row.quantity,
        email: row.email,
        short: row.short,
        at: row.at,
    };
    Ok(rows.into_iter().map(call).collect())
}
