//! An order's history, step by step, and the notes about it, for its seller.
//!
//! A step is written in the transaction that takes it. The caller has checked whose order it is.

mod queries;

use crate::db::{Conn, Result, Tx};
use crate::foundation::clock::Timestamp;
use crate::ids::{OrderId, UserId};
use crate::people::auth;

/// Who took a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// Recorded under the name that the user has at the time.
    User(UserId),
    Named(String),
    Service,
    System,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Step {
    pub at: Timestamp,
    #[sqlx(rename = "author")]
    pub by: String,
    pub what: String,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Note {
    pub at: Timestamp,
    #[sqlx(rename = "author")]
    pub by: String,
    pub text: String,
}

pub(crate) async fn record(
    tx: &mut Tx,
    order_id: &OrderId,
    by: &By,
    what: &str,
    now: Timestamp,
) -> Result<()> {
    let author = name(tx, by).await?;
    queries::insert_step(tx, order_id, &author, what, now).await
}

pub(crate) async fn note(tx: &mut Tx, order_id: &OrderId, by: &By, text: &str, now: Timestamp) -> Result<()> {
    let author = name(tx, by).await?;
    queries::insert_note(tx, order_id, &author, text, now).await
}

/// The order's steps from the sale of its key on, the oldest first.
pub(crate) async fn of_order(
    conn: &mut Conn,
    order_id: &OrderId,
    redeemed_at: Timestamp,
) -> Result<Vec<Step>> {
    let redeemed = Step { at: redeemed_at, by: "customer".to_owned(), what: "Redeemed".to_owned() };
    let sold_at = queries::sold_at(conn, order_id).await?;
    let sold = sold_at.map(|at| Step { at, by: "store".to_owned(), what: "Sold".to_owned() });
    let mut all: Vec<Step> = sold.into_iter().chain([redeemed]).collect();
    all.extend(queries::steps(conn, order_id).await?);
    Ok(all)
}

/// The oldest first.
pub(crate) async fn notes(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<Note>> {
    queries::notes(conn, order_id).await
}

async fn name(conn: &mut Conn, by: &By) -> Result<String> {
    Ok(match by {
        By::User(user_id) => auth::name_of(conn, user_id).await?,
        By::Named(name) => name.clone(),
        By::Service => "service".to_owned(),
        By::System => "system".to_owned(),
    })
}
