//! Runs a search: along the index of terms or, where that would match very many, by scanning the orders from the newest on
//! (decision 0059).

use super::queries::{self, Terms, Window};
use super::{Filter, ListedOrder, MOST_COUNTED, STRIDE};
use crate::db::{Conn, Result};
use crate::shop::orders::Page;
use crate::shop::storefronts::Scope;

/// How many orders are scanned for one page at most.
const LOOKED_AT: i64 = 10_000;
/// After scanning this many, the share of matches decides whether to go on.
const ENOUGH_TO_TELL: i64 = 2_000;
/// How many terms one order has at most, its purchase included.
const TERMS_OF_ONE: i64 = 5;

pub(super) struct Found {
    pub orders: Vec<ListedOrder>,
    pub total: i64,
    pub total_is_capped: bool,
}

/// `among`: how many orders there are with the filter's status, found or not.
pub(super) async fn range(
    conn: &mut Conn,
    scope: &Scope,
    filter: &Filter,
    terms: &Terms,
    page: Page,
    among: i64,
) -> Result<Found> {
    let most = MOST_COUNTED + 1;
    let narrows = narrows(scope, filter);
    let everywhere = queries::count_everywhere(conn, scope, terms, most).await?;
    let look = Look::new(scope, filter, terms, page);
    if narrows && everywhere.terms == most && among <= LOOKED_AT {
        return look.at_all(conn).await;
    }
    let mut count = everywhere;
    if narrows {
        count = queries::count_search(conn, scope, terms, filter.standings(), most).await?;
    }
    // Some orders were counted with several terms: count again, with room for all terms of `most` orders.
    if count.terms == most && count.orders < most {
        let terms_of_most = most * TERMS_OF_ONE;
        count = if narrows {
            queries::count_search(conn, scope, terms, filter.standings(), terms_of_most).await?
        } else {
            queries::count_everywhere(conn, scope, terms, terms_of_most).await?
        };
    }
    let total = count.orders.min(MOST_COUNTED);
    let total_is_capped = count.orders > MOST_COUNTED;
    let found = |orders| Found { orders, total, total_is_capped };
    if total_is_capped
        && look.end() <= LOOKED_AT
        && let Some(orders) = look.at_newest(conn).await?
    {
        return Ok(found(orders));
    }
    if !total_is_capped && page.offset >= total {
        return Ok(found(Vec::new()));
    }
    let window = Window { before: i64::MAX, limit: page.size, offset: page.offset };
    let numbers = along_index(conn, scope, filter, terms, window).await?;
    Ok(found(queries::orders(conn, scope, &numbers).await?))
}

fn narrows(scope: &Scope, filter: &Filter) -> bool {
    filter.status.is_some() || scope.storefront_id.is_some()
}

/// Reads and sorts all matches, by the index of terms.
pub(super) async fn along_index(
    conn: &mut Conn,
    scope: &Scope,
    filter: &Filter,
    terms: &Terms,
    window: Window,
) -> Result<Vec<i64>> {
    if narrows(scope, filter) {
        queries::search(conn, scope, terms, filter.standings(), window).await
    } else {
        queries::search_everywhere(conn, scope, terms, window).await
    }
}

/// A scan of the orders, the newest first.
struct Look<'s> {
    scope: &'s Scope,
    filter: &'s Filter,
    terms: &'s Terms,
    page: Page,
    /// How many orders are scanned next: more each time.
    next: i64,
    before: i64,
    looked_at: i64,
    found: i64,
    in_range: Vec<ListedOrder>,
}

impl<'s> Look<'s> {
    fn new(scope: &'s Scope, filter: &'s Filter, terms: &'s Terms, page: Page) -> Self {
        let next = page.size.clamp(1, STRIDE);
        let before = i64::MAX;
        Self { scope, filter, terms, page, next, before, looked_at: 0, found: 0, in_range: Vec::new() }
    }

    async fn at_all(mut self, conn: &mut Conn) -> Result<Found> {
        while self.go_on(conn).await? {}
        Ok(Found { orders: self.in_range, total: self.found, total_is_capped: false })
    }

    /// `None`: the scan was given up, because most matches are older.
    async fn at_newest(mut self, conn: &mut Conn) -> Result<Option<Vec<ListedOrder>>> {
        while self.found < self.end() {
            if self.is_in_vain() {
                return Ok(None);
            }
            if !self.go_on(conn).await? {
                break;
            }
        }
        Ok(Some(self.in_range))
    }

    /// `false`: there are no more.
    async fn go_on(&mut self, conn: &mut Conn) -> Result<bool> {
        let window = Window { before: self.before, limit: self.next, offset: 0 };
        self.next = STRIDE.min(self.next * 2);
        let numbers = queries::listed(conn, self.scope, self.filter.standings(), window).await?;
        let Some(last) = numbers.last() else { return Ok(false) };
        self.before = *last;
        for order in queries::orders(conn, self.scope, &numbers).await? {
            self.looked_at += 1;
            if order.found_by().has_term_in(&self.terms.0) {
                if (self.page.offset..self.end()).contains(&self.found) {
                    self.in_range.push(order);
                }
                self.found += 1;
            }
        }
        Ok(true)
    }

    fn end(&self) -> i64 {
        self.page.offset.saturating_add(self.page.size)
    }

    /// Whether to give up the scan, because at this rate it would not fill the page.
    fn is_in_vain(&self) -> bool {
        self.looked_at >= LOOKED_AT
            || self.looked_at >= ENOUGH_TO_TELL
                && self.found * LOOKED_AT < self.end().saturating_mul(self.looked_at)
    }
}
