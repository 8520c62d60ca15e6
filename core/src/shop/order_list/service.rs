//! Which orders a filter means, and where its page begins.

use std::collections::VecDeque;

use super::queries::{self, Window};
use super::{Filter, ListedOrder, OrderList, OrderListError, Scope};
use crate::App;
use crate::db::{Conn, Result as DbResult};
use crate::ids::UserId;
use crate::shop::redeem::invite_code;
use crate::shop::storefronts::{self, Right};

/// Orders that are read at once when all are wanted.
const STRIDE: usize = 500;

/// Returns a page of the orders that the user reaches, counted from 1, the newest first, with the count of all that the filter means.
///
/// Errors: `BadPage` when there is no such page number, or `size` is not 1 to 100; `Storefront(NotFound)`, `Storefront(Forbidden)`.
pub async fn page(
    app: &App,
    user_id: &UserId,
    filter: &Filter,
    page: i64,
    size: i64,
) -> Result<OrderList, OrderListError> {
    if page < 1 || !(1..=100).contains(&size) {
        return Err(OrderListError::BadPage);
    }
    let (scope, everything) = scopes(app, user_id, filter).await?;
    let mut conn = app.db.read().await?;
    let waiting = queries::counts(&mut conn, &everything).await?.of(Some(super::OrderStatus::Waiting));
    let total = count(&mut conn, &scope, filter).await?;
    let offset = (page - 1).saturating_mul(size);
    if offset >= total {
        return Ok(OrderList { orders: Vec::new(), total, waiting });
    }
    let window = if filter.narrows() || scope.storefront_id.is_some() {
        Window { before: i64::MAX, limit: size, offset }
    } else {
        // A seller's orders are numbered without a gap: a page is a range, however deep.
        Window { before: total - offset + 1, limit: size, offset: 0 }
    };
    let numbers = numbers(&mut conn, &scope, filter, window).await?;
    let orders = queries::orders(&mut conn, &scope, &numbers).await?;
    Ok(OrderList { orders, total, waiting })
}

/// Returns all orders that the user reaches and the filter means, the newest first, some at a time.
///
/// Errors: `Storefront(NotFound)`, `Storefront(Forbidden)`.
pub async fn walk(app: &App, user_id: &UserId, filter: Filter) -> Result<Walk, OrderListError> {
    let (scope, _) = scopes(app, user_id, &filter).await?;
    Ok(Walk { app: app.clone(), scope, filter, numbers: VecDeque::new(), before: i64::MAX })
}

/// Orders that are read as they are asked for.
#[derive(Debug)]
pub struct Walk {
    app: App,
    scope: Scope,
    filter: Filter,
    /// Found, and not read yet.
    numbers: VecDeque<i64>,
    /// All from here on are in `numbers` or behind us.
    before: i64,
}

impl Walk {
    /// Returns the next ones. Empty: that was all.
    pub async fn next(&mut self) -> DbResult<Vec<ListedOrder>> {
        let mut conn = self.app.db.read().await?;
        if self.numbers.is_empty() {
            // What a search finds is in no order yet: it is looked through once, and only its numbers are kept.
            let limit = if self.filter.search.trim().is_empty() {
                i64::try_from(STRIDE).expect("small")
            } else {
                i64::MAX
            };
            let window = Window { before: self.before, limit, offset: 0 };
            if self.before > 1 {
                self.numbers = numbers(&mut conn, &self.scope, &self.filter, window).await?.into();
            }
            self.before = match self.numbers.back() {
                Some(last) if limit < i64::MAX => *last,
                _ => 0,
            };
        }
        let next: Vec<i64> = self.numbers.drain(..self.numbers.len().min(STRIDE)).collect();
        queries::orders(&mut conn, &self.scope, &next).await
    }
}

impl Filter {
    fn narrows(&self) -> bool {
        self.status.is_some() || !self.search.trim().is_empty()
    }

    fn standings(&self) -> (&'static str, &'static str) {
        self.status.map_or(("", ""), super::OrderStatus::standings)
    }

    /// The terms to look through: from the first on, and before the second. `None` without a search.
    fn terms(&self) -> Option<(String, String)> {
        let typed = self.search.trim();
        // Of an invite the code is what orders are found by.
        let from = match invite_code(typed) {
            Some(code) if typed.contains('/') => code.to_lowercase(),
            _ => typed.to_lowercase(),
        };
        (!from.is_empty()).then(|| (from.clone(), format!("{from}{}", char::MAX)))
    }
}

/// Whose orders the filter means, and whose orders the count of waiting ones is about.
async fn scopes(app: &App, user_id: &UserId, filter: &Filter) -> Result<(Scope, Scope), OrderListError> {
    let shop = storefronts::shop_of(app, user_id, Right::Read).await?;
    let storefront_id = shop.storefront_id().cloned();
    let everything = Scope { user_id: shop.seller, storefront_id };
    let scope = match &filter.guild {
        Some(guild) => Scope {
            storefront_id: Some(storefronts::reach(app, user_id, guild, Right::Read).await?.storefront.id),
            ..everything.clone()
        },
        None => everything.clone(),
    };
    Ok((scope, everything))
}

async fn count(conn: &mut Conn, scope: &Scope, filter: &Filter) -> DbResult<i64> {
    let Some((from, until)) = filter.terms() else {
        return Ok(queries::counts(conn, scope).await?.of(filter.status));
    };
    if filter.status.is_none() && scope.storefront_id.is_none() {
        return queries::count_everywhere(conn, scope, (&from, &until)).await;
    }
    queries::count_search(conn, scope, (&from, &until), filter.standings()).await
}

async fn numbers(conn: &mut Conn, scope: &Scope, filter: &Filter, window: Window) -> DbResult<Vec<i64>> {
    match (filter.terms(), filter.status) {
        (Some((from, until)), None) if scope.storefront_id.is_none() => {
            queries::search_everywhere(conn, scope, (&from, &until), window).await
        }
        (Some((from, until)), _) => {
            queries::search(conn, scope, (&from, &until), filter.standings(), window).await
        }
        (None, Some(status)) => queries::standing(conn, scope, status.standings(), window).await,
        (None, None) => queries::all(conn, scope, window).await,
    }
}
