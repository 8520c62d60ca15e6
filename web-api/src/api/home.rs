//! What the dashboard's first screen needs, in one answer: those of several calls, with the same rights.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use boostdesk_core::people::auth::helpers;
use boostdesk_core::shop::storefronts;
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::api;
use crate::api::dashboard::{self, DayQuery};
use crate::api::keys::{self, KeyQuery};
use crate::api::order_list::{self, OrderQuery};
use crate::api::{bot_membership, custom_domain, open_refusals, stock, stores};
use crate::callers::api_key::ViaKey;
use crate::callers::rights::{May, Read};
use crate::callers::seller::Seller;
use crate::callers::session::{Paging, Session};
use crate::http::error::Result;
use crate::http::extract::{Json, Path, Query};
use crate::state::WebState;

/// How long the chat platform is waited for. If it takes longer, the dashboard asks separately where the bot is.
const PLATFORM_TIMEOUT: Duration = Duration::from_millis(100);

/// The answers of other GET calls, by path and query as the dashboard writes them. Refused calls are left out.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct HomeAnswers {
    answers: BTreeMap<String, Value>,
}

impl HomeAnswers {
    /// Leaves out a refused answer: the dashboard then asks for it itself, and gets the refusal.
    fn add(&mut self, address: impl Into<String>, answer: Result<Json<impl Serialize>>) {
        if let Some(body) = answer.ok().and_then(|Json(body)| serde_json::to_value(body).ok()) {
            self.answers.insert(address.into(), body);
        }
    }
}

/// Answers of several calls in one: what the dashboard's first screen shows besides its counts
#[utoipa::path(
    get,
    path = "/api/dashboard/home",
    tag = "dashboard",
    params(DayQuery),
    responses((status = 200, body = HomeAnswers)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
    via: ViaKey,
    RawQuery(asked): RawQuery,
    Query(day): Query<DayQuery>,
) -> Result<Json<HomeAnswers>> {
    let state = || State(web.clone());
    let caller = || Session(session.clone());
    let mut home = HomeAnswers::default();
    let days = dashboard::orders_per_day(state(), caller(), Query(day)).await?;
    // Keyed by the query as it came: the dashboard writes the same one for the call itself.
    home.add(format!("/api/dashboard/orders-per-day?{}", asked.unwrap_or_default()), Ok(days));
    let shops = storefronts::list(&web.app, &session.user_id).await?;
    let guilds = || shops.iter().map(|shop| shop.guild_id.clone());
    home.add("/api/storefronts", api::storefronts::list(state(), caller()).await);
    let orders = order_list::list(state(), Paging(session.clone()), Query(OrderQuery::of_size(1))).await;
    let has_sold = orders.as_ref().is_ok_and(|Json(orders)| orders.total > 0);
    home.add("/api/dashboard/orders?size=1", orders);
    for guild in guilds() {
        let path = format!("/api/storefronts/{guild}/stock");
        home.add(path, stock::levels(state(), caller(), Path(guild.to_string())).await);
    }
    if shops.is_empty() || helpers::is_helper(&mut web.app.db.read().await?, &session.user_id).await? {
        return Ok(Json(home));
    }

    home.add("/api/dashboard/refused-calls", open_refusals::list(state(), caller()).await);
    // API keys reach neither the bot's calls nor the domains'.
    if via.is_signed_in() {
        let bot = bot_membership::show(state(), caller());
        let bot = match web.app.chat_platform {
            Some(_) => timeout(PLATFORM_TIMEOUT, bot).await.ok(),
            None => Some(bot.await),
        };
        if let Some(bot) = bot {
            home.add("/api/dashboard/bot", bot);
        }
    }
    if has_sold {
        // After the first sale, the checklist needs none of the rest.
        return Ok(Json(home));
    }

    if via.is_signed_in() {
        home.add("/api/dashboard/domains/list", custom_domain::list(state(), Seller(session.clone())).await);
    }
    for guild in guilds() {
        let path = format!("/api/storefronts/{guild}/stores");
        home.add(path, stores::list(state(), caller(), Path(guild.to_string())).await);
        let path = format!("/api/storefronts/{guild}/keys?limit=50");
        let reader = May { session: session.clone(), task: Read { guild } };
        home.add(path, keys::list(state(), reader, via.clone(), Query(KeyQuery::of_limit(50))).await);
    }
    Ok(Json(home))
}
