//! Which orders a filter means, and where its page begins.

use std::collections::VecDeque;

use super::queries::{self, Window};
use super::{Filter, ListedOrder, MOST_COUNTED, OrderList, OrderListError, OrderStatus, Scope};
use crate::App;
use crate::db::{Conn, Result as DbResult};
use crate::ids::UserId;
use crate::shop::redeem::invite_code;
use crate::shop::storefronts::{self, Right};

/// Orders that are read at once when all are wanted.
const STRIDE: i64 = 500;
/// The newest orders, of which a page of a search that finds many is made as they come.
const LOOKED_THROUGH: i64 = 20_000;
/// An order's own ones, its purchase among them.
const TERMS_OF_ONE: i64 = 5;

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
    let waiting = queries::counts(&mut conn, &everything).await?.of(Some(OrderStatus::Waiting));
    let (total, total_is_capped) = match filter.terms() {
        Some(terms) => {
            let found = count_found(&mut conn, &scope, filter, terms, MOST_COUNTED + 1).await?;
            (found.min(MOST_COUNTED), found > MOST_COUNTED)
        }
        None => (queries::counts(&mut conn, &scope).await?.of(filter.status), false),
    };
    let offset = (page - 1).saturating_mul(size);
    let list = |orders| OrderList { orders, total, total_is_capped, waiting };
    if offset >= total {
        return Ok(list(Vec::new()));
    }
    if total_is_capped && let Some(orders) = newest_found(&mut conn, &scope, filter, size, offset).await? {
        return Ok(list(orders));
    }
    let window = if filter.narrows() || scope.storefront_id.is_some() {
        Window { before: i64::MAX, limit: size, offset }
    } else {
        // A seller's orders are numbered without a gap: a page is a range, however deep.
        Window { before: total - offset + 1, limit: size, offset: 0 }
    };
    let numbers = numbers(&mut conn, &scope, filter, window).await?;
    Ok(list(queries::orders(&mut conn, &scope, &numbers).await?))
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
            let limit = if self.filter.search.trim().is_empty() { STRIDE } else { i64::MAX };
            let window = Window { before: self.before, limit, offset: 0 };
            if self.before > 1 {
                self.numbers = numbers(&mut conn, &self.scope, &self.filter, window).await?.into();
            }
            self.before = match self.numbers.back() {
                Some(last) if limit < i64::MAX => *last,
                _ => 0,
            };
        }
        let stride = usize::try_from(STRIDE).expect("small").min(self.numbers.len());
        let next: Vec<i64> = self.numbers.drain(..stride).collect();
        queries::orders(&mut conn, &self.scope, &next).await
    }
}

impl Filter {
    fn narrows(&self) -> bool {
        self.status.is_some() || !self.search.trim().is_empty()
    }

    fn standings(&self) -> (&'static str, &'static str) {
        self.status.map_or(("", ""), OrderStatus::standings)
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

/// How many orders a search finds. It looks no further when there are `most`.
async fn count_found(
    conn: &mut Conn,
    scope: &Scope,
    filter: &Filter,
    (from, until): (String, String),
    most: i64,
) -> DbResult<i64> {
    if filter.status.is_some() || scope.storefront_id.is_some() {
        return queries::count_search(conn, scope, (&from, &until), filter.standings(), most).await;
    }
    let found = queries::count_everywhere(conn, scope, (&from, &until), most).await?;
    if found.terms < most || found.orders == most {
        return Ok(found.orders);
    }
    let found = queries::count_everywhere(conn, scope, (&from, &until), most * TERMS_OF_ONE).await?;
    Ok(found.orders.min(most))
}

/// A page of what a search that finds many finds, by a look at the newest orders, one after the other: in the order of time the
/// terms are not. `None`: most that are found are older.
async fn newest_found(
    conn: &mut Conn,
    scope: &Scope,
    filter: &Filter,
    size: i64,
    offset: i64,
) -> DbResult<Option<Vec<ListedOrder>>> {
    let Some((beginning, _)) = filter.terms() else { return Ok(None) };
    let (size, mut left) = (usize::try_from(size).unwrap_or(0), offset);
    let (mut before, mut page) = (i64::MAX, Vec::new());
    for _ in 0..LOOKED_THROUGH / STRIDE {
        let window = Window { before, limit: STRIDE, offset: 0 };
        let numbers = listed(conn, scope, filter.status, window).await?;
        let Some(last) = numbers.last() else { break };
        before = *last;
        for order in queries::orders(conn, scope, &numbers).await? {
            if order.found_by().has_term_that_begins(&beginning) {
                if left == 0 {
                    page.push(order);
                }
                left = (left - 1).max(0);
            }
            if page.len() == size {
                return Ok(Some(page));
            }
        }
    }
    Ok(None)
}

async fn numbers(conn: &mut Conn, scope: &Scope, filter: &Filter, window: Window) -> DbResult<Vec<i64>> {
    match filter.terms() {
        None => listed(conn, scope, filter.status, window).await,
        Some((from, until)) if filter.status.is_none() && scope.storefront_id.is_none() => {
            queries::search_everywhere(conn, scope, (&from, &until), window).await
        }
        Some((from, until)) => {
            queries::search(conn, scope, (&from, &until), filter.standings(), window).await
        }
    }
}

async fn listed(
    conn: &mut Conn,
    scope: &Scope,
    status: Option<OrderStatus>,
    window: Window,
) -> DbResult<Vec<i64>> {
    match status {
        Some(status) => queries::standing(conn, scope, status.standings(), window).await,
        None => queries::all(conn, scope, window).await,
    }
}
