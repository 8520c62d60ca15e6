//! Finds the orders that a filter matches, page by page or all of them.

use std::collections::VecDeque;

use super::queries::{self, Terms, Window};
use super::search::{self, Found};
use super::{Filter, ListedOrder, OrderList, OrderStatus, STRIDE, Standings};
use crate::App;
use crate::db::{Conn, Result as DbResult};
use crate::foundation::words::fold;
use crate::ids::UserId;
use crate::shop::orders::Page;
use crate::shop::redeem::invite_code;
use crate::shop::storefronts::{self, Right, Scope, StorefrontError};

/// Returns a page of the orders that the user reaches and the filter matches, the newest first, and how many there are.
///
/// Errors: `NotFound`, `Forbidden`.
pub async fn page(
    app: &App,
    user_id: &UserId,
    filter: &Filter,
    page: Page,
) -> Result<OrderList, StorefrontError> {
    let everything = storefronts::shop_of(app, user_id, Right::Read).await?.scope();
    let scope = everything.within(app, user_id, filter.guild.as_ref(), Right::Read).await?;
    let mut conn = app.db.read().await?;
    let waiting = queries::counts(&mut conn, &everything).await?.of(OrderStatus::Waiting.standings());
    let count = queries::counts(&mut conn, &scope).await?.of(filter.standings());
    let Found { orders, total, total_is_capped } = if let Some(terms) = filter.terms() {
        search::range(&mut conn, &scope, filter, &terms, page, count).await?
    } else {
        let orders = listed_range(&mut conn, &scope, filter, page, count).await?;
        Found { orders, total: count, total_is_capped: false }
    };
    Ok(OrderList { orders, total, total_is_capped, waiting })
}

/// Returns all orders that the user reaches and the filter matches, the newest first, some at a time.
///
/// Errors: `NotFound`, `Forbidden`.
pub async fn walk(app: &App, user_id: &UserId, filter: Filter) -> Result<Walk, StorefrontError> {
    let everything = storefronts::shop_of(app, user_id, Right::Read).await?.scope();
    let scope = everything.within(app, user_id, filter.guild.as_ref(), Right::Read).await?;
    Ok(Walk { app: app.clone(), scope, filter, numbers: VecDeque::new(), before: i64::MAX })
}

/// Reads orders lazily, a batch at a time.
#[derive(Debug)]
pub struct Walk {
    app: App,
    scope: Scope,
    filter: Filter,
    /// Found, and not read yet.
    numbers: VecDeque<i64>,
    /// Orders with this number or a higher one are in `numbers`, or were returned already.
    before: i64,
}

impl Walk {
    /// Returns the next ones. Empty: that was all.
    pub async fn next(&mut self) -> DbResult<Vec<ListedOrder>> {
        let mut conn = self.app.db.read().await?;
        if self.numbers.is_empty() && self.before > 1 {
            self.numbers = self.next_numbers(&mut conn).await?.into();
        }
        let stride = usize::try_from(STRIDE).expect("small").min(self.numbers.len());
        let next: Vec<i64> = self.numbers.drain(..stride).collect();
        queries::orders(&mut conn, &self.scope, &next).await
    }

    async fn next_numbers(&mut self, conn: &mut Conn) -> DbResult<Vec<i64>> {
        if let Some(terms) = self.filter.terms() {
            // The index of terms is not in the list's order: the search runs once, and only the orders' numbers are kept.
            self.before = 0;
            let window = Window { before: i64::MAX, limit: i64::MAX, offset: 0 };
            return search::along_index(conn, &self.scope, &self.filter, &terms, window).await;
        }
        let window = Window { before: self.before, limit: STRIDE, offset: 0 };
        let numbers = queries::listed(conn, &self.scope, self.filter.standings(), window).await?;
        self.before = numbers.last().copied().unwrap_or(0);
        Ok(numbers)
    }
}

impl Filter {
    pub(super) fn standings(&self) -> Standings {
        self.status.map_or(Standings::Any, OrderStatus::standings)
    }

    /// `None` without a search.
    fn terms(&self) -> Option<Terms> {
        let typed = self.search.trim();
        let whole = typed.strip_prefix('"').and_then(|typed| typed.strip_suffix('"'));
        // With this suffix on the upper bound, the range holds the exact term only.
        let (typed, until) = whole.map_or((typed, char::MAX), |typed| (typed, '\u{1}'));
        // Orders are found by their invite's code, so a link is reduced to its code.
        let from = match invite_code(typed) {
            Some(code) if typed.contains('/') => fold(code),
            _ => fold(typed),
        };
        (!from.is_empty()).then(|| Terms(from.clone()..format!("{from}{until}")))
    }
}

/// A range of the `count` orders, without a search.
async fn listed_range(
    conn: &mut Conn,
    scope: &Scope,
    filter: &Filter,
    Page { offset, size }: Page,
    count: i64,
) -> DbResult<Vec<ListedOrder>> {
    if offset >= count {
        return Ok(Vec::new());
    }
    let window = if filter.status.is_some() || scope.storefront_id.is_some() {
        Window { before: i64::MAX, limit: size, offset }
    } else {
        // A seller's orders are numbered without a gap: a page is a range, however deep.
        Window { before: count - offset + 1, limit: size, offset: 0 }
    };
    let numbers = queries::listed(conn, scope, filter.standings(), window).await?;
    queries::orders(conn, scope, &numbers).await
}
