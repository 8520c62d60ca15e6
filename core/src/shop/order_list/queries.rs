//! SQL of lists of orders: first the numbers of the orders on a page, along an index, then the orders.

use std::ops::Range;

use super::{ListedOrder, Standings};
use crate::db::{Conn, Result};
use crate::ids::StorefrontId;
use crate::on_db;
use crate::shop::orders::Standing;
use crate::shop::storefronts::Scope;

/// A page of rows: `limit` orders with numbers below `before`, after skipping `offset` of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub before: i64,
    pub limit: i64,
    pub offset: i64,
}

/// A search, as a range of terms.
#[derive(Debug)]
pub(super) struct Terms(pub Range<String>);

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Counts {
    processing: i64,
    by_hand: i64,
    given_up: i64,
    completed: i64,
    partial: i64,
    failed: i64,
}

impl Counts {
    pub(super) fn of(&self, standings: Standings) -> i64 {
        match standings {
            Standings::Any => Standing::ALL.iter().map(|standing| self.at(*standing)).sum(),
            Standings::One(standing) => self.at(standing),
            Standings::Either([one, other]) => self.at(one) + self.at(other),
        }
    }

    fn at(&self, standing: Standing) -> i64 {
        match standing {
            Standing::Processing => self.processing,
            Standing::ByHand => self.by_hand,
            Standing::GivenUp => self.given_up,
            Standing::Completed => self.completed,
            Standing::Partial => self.partial,
            Standing::Failed => self.failed,
        }
    }
}

pub(super) async fn counts(conn: &mut Conn, scope: &Scope) -> Result<Counts> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(c.processing), 0) AS BIGINT) AS processing,
                CAST(COALESCE(SUM(c.by_hand), 0) AS BIGINT) AS by_hand,
                CAST(COALESCE(SUM(c.given_up), 0) AS BIGINT) AS given_up,
                CAST(COALESCE(SUM(c.completed), 0) AS BIGINT) AS completed,
                CAST(COALESCE(SUM(c.partial), 0) AS BIGINT) AS partial,
                CAST(COALESCE(SUM(c.failed), 0) AS BIGINT) AS failed
         FROM storefronts s JOIN order_counts c ON c.storefront_id = s.id
         WHERE s.user_id = $1 AND ($2 = '' OR s.id = $2)",
    )
    .bind(&scope.user_id)
    .bind(scope.storefront())
    .fetch_one(driver))
}

/// Numbers of orders of whom `$whose` names, the newest first.
macro_rules! numbers {
    ($whose:literal, $standing:literal, $limit:literal) => {
        concat!(
            "SELECT seller_sequence FROM orders WHERE ",
            $whose,
            " = $1 AND seller_sequence < $2",
            $standing,
            " ORDER BY seller_sequence DESC LIMIT ",
            $limit
        )
    };
}

macro_rules! all {
    ($whose:literal) => {
        numbers!($whose, "", "$3 OFFSET $4")
    };
}

macro_rules! at {
    ($whose:literal) => {
        numbers!($whose, " AND standing = $5", "$3 OFFSET $4")
    };
}

/// Each of the two standings is read along the index, no further than the page reaches.
macro_rules! at_either {
    ($whose:literal) => {
        concat!(
            "SELECT seller_sequence FROM (
                 SELECT seller_sequence FROM (",
            numbers!($whose, " AND standing = $5", "$7"),
            ") AS one
                 UNION ALL
                 SELECT seller_sequence FROM (",
            numbers!($whose, " AND standing = $6", "$7"),
            ") AS other) AS found
             ORDER BY seller_sequence DESC LIMIT $3 OFFSET $4"
        )
    };
}

/// The numbers of orders with these standings.
pub(super) async fn listed(
    conn: &mut Conn,
    scope: &Scope,
    standings: Standings,
    window: Window,
) -> Result<Vec<i64>> {
    match standings {
        Standings::Any => all(conn, scope, window).await,
        Standings::One(standing) => at(conn, scope, standing, window).await,
        Standings::Either(either) => at_either(conn, scope, either, window).await,
    }
}

/// The id of the storefront, or else of the seller.
fn whose(scope: &Scope) -> &str {
    scope.storefront_id.as_ref().map_or(scope.user_id.as_str(), StorefrontId::as_str)
}

async fn all(conn: &mut Conn, scope: &Scope, window: Window) -> Result<Vec<i64>> {
    let sql = if scope.storefront_id.is_some() { all!("storefront_id") } else { all!("user_id") };
    on_db!(conn, driver => sqlx::query_scalar(sql)
        .bind(whose(scope))
        .bind(window.before)
        .bind(window.limit)
        .bind(window.offset)
        .fetch_all(driver))
}

async fn at(conn: &mut Conn, scope: &Scope, standing: Standing, window: Window) -> Result<Vec<i64>> {
    let sql = if scope.storefront_id.is_some() { at!("storefront_id") } else { at!("user_id") };
    on_db!(conn, driver => sqlx::query_scalar(sql)
        .bind(whose(scope))
        .bind(window.before)
        .bind(window.limit)
        .bind(window.offset)
        .bind(standing)
        .fetch_all(driver))
}

async fn at_either(
    conn: &mut Conn,
    scope: &Scope,
    [one, other]: [Standing; 2],
    window: Window,
) -> Result<Vec<i64>> {
    let sql = if scope.storefront_id.is_some() { at_either!("storefront_id") } else { at_either!("user_id") };
    on_db!(conn, driver => sqlx::query_scalar(sql)
        .bind(whose(scope))
        .bind(window.before)
        .bind(window.limit)
        .bind(window.offset)
        .bind(one)
        .bind(other)
        .bind(window.limit.saturating_add(window.offset))
        .fetch_all(driver))
}

/// Matches in all of the seller's storefronts, with any standing.
pub(super) async fn search_everywhere(
    conn: &mut Conn,
    scope: &Scope,
    terms: &Terms,
    window: Window,
) -> Result<Vec<i64>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT DISTINCT seller_sequence FROM order_terms WHERE user_id = $1 AND term >= $2 AND term < $3
         ORDER BY seller_sequence DESC LIMIT $4 OFFSET $5",
    )
    .bind(&scope.user_id)
    .bind(&terms.0.start)
    .bind(&terms.0.end)
    .bind(window.limit)
    .bind(window.offset)
    .fetch_all(driver))
}

/// How many terms a search matches, and how many orders.
#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(super) struct Matches {
    pub terms: i64,
    /// Fewer than terms, when an order matches with several of its terms.
    pub orders: i64,
}

/// As [`search_everywhere`], but counts the first `most` matching terms.
pub(super) async fn count_everywhere(
    conn: &mut Conn,
    scope: &Scope,
    terms: &Terms,
    most: i64,
) -> Result<Matches> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS terms, COUNT(DISTINCT seller_sequence) AS orders FROM (
             SELECT seller_sequence FROM order_terms WHERE user_id = $1 AND term >= $2 AND term < $3 LIMIT $4) AS found",
    )
    .bind(&scope.user_id)
    .bind(&terms.0.start)
    .bind(&terms.0.end)
    .bind(most)
    .fetch_one(driver))
}

impl Standings {
    /// The standings as search statements bind them: both empty means any, the second one empty means the first one only.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Any => ("", ""),
            Self::One(standing) => (standing.as_str(), ""),
            Self::Either([one, other]) => (one.as_str(), other.as_str()),
        }
    }
}

/// Matches in the scope with these standings.
pub(super) async fn search(
    conn: &mut Conn,
    scope: &Scope,
    terms: &Terms,
    standings: Standings,
    window: Window,
) -> Result<Vec<i64>> {
    let (one, other) = standings.words();
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT o.seller_sequence FROM (
             SELECT DISTINCT seller_sequence FROM order_terms WHERE user_id = $1 AND term >= $2 AND term < $3) AS found
         JOIN orders o ON o.user_id = $1 AND o.seller_sequence = found.seller_sequence
         WHERE ($4 = '' OR o.storefront_id = $4) AND ($5 = '' OR o.standing = $5 OR o.standing = $6)
         ORDER BY o.seller_sequence DESC LIMIT $7 OFFSET $8",
    )
    .bind(&scope.user_id)
    .bind(&terms.0.start)
    .bind(&terms.0.end)
    .bind(scope.storefront())
    .bind(one)
    .bind(other)
    .bind(window.limit)
    .bind(window.offset)
    .fetch_all(driver))
}

/// As [`search`], but counts the first `most` matching terms of such orders.
pub(super) async fn count_search(
    conn: &mut Conn,
    scope: &Scope,
    terms: &Terms,
    standings: Standings,
    most: i64,
) -> Result<Matches> {
    let (one, other) = standings.words();
    on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*) AS terms, COUNT(DISTINCT seller_sequence) AS orders FROM (
             SELECT o.seller_sequence FROM (
                 SELECT seller_sequence FROM order_terms WHERE user_id = $1 AND term >= $2 AND term < $3) AS found
             JOIN orders o ON o.user_id = $1 AND o.seller_sequence = found.seller_sequence
             WHERE ($4 = '' OR o.storefront_id = $4) AND ($5 = '' OR o.standing = $5 OR o.standing = $6)
             LIMIT $7) AS counted",
    )
    .bind(&scope.user_id)
    .bind(&terms.0.start)
    .bind(&terms.0.end)
    .bind(scope.storefront())
    .bind(one)
    .bind(other)
    .bind(most)
    .fetch_one(driver))
}

/// The orders with these numbers, the newest first.
pub(super) async fn orders(conn: &mut Conn, scope: &Scope, numbers: &[i64]) -> Result<Vec<ListedOrder>> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT o.id, COALESCE(o.guild_id, s.guild_id) AS guild_id, s.guild_id AS storefront_guild_id, o.invite,
                    o.stock, o.amount, o.state, o.succeeded, o.failed, o.email, p.purchase,
                    o.created_at, o.done_at
             FROM orders o JOIN storefronts s ON s.id = o.storefront_id JOIN redeem_keys k ON k.id = o.key_id
             LEFT JOIN store_sales p ON p.id = k.sale_id WHERE o.user_id = ",
        );
        query.push_bind(&scope.user_id).push(" AND o.seller_sequence IN (");
        let mut list = query.separated(", ");
        for number in numbers {
            list.push_bind(number);
        }
        query.push(") ORDER BY o.seller_sequence DESC");
        query.build_query_as().fetch_all(driver).await
    })
}
