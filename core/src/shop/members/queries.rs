//! SQL of helpers.

use super::Member;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{StorefrontId, UserId};
use crate::shop::storefronts::Role;
use crate::{execute_on_db, on_db};

/// In the order in which they were added.
pub(super) async fn of_storefront(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Vec<Member>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT u.id, u.username, m.role, m.until, m.created_at
         FROM members m JOIN users u ON u.id = m.user_id WHERE m.storefront_id = $1 ORDER BY m.created_at, u.id",
    )
    .bind(storefront_id)
    .fetch_all(driver))
}

/// Who helps in any storefront of a seller's, open or closed.
pub(super) async fn of_seller(conn: &mut Conn, user_id: &UserId) -> Result<Vec<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT m.user_id FROM members m JOIN storefronts s ON s.id = m.storefront_id
         WHERE s.user_id = $1 ORDER BY m.user_id",
    )
    .bind(user_id)
    .fetch_all(driver))
}

pub(super) async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    storefront_id: &StorefrontId,
    role: Role,
    until: Option<Timestamp>,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO members (user_id, storefront_id, role, until, created_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(user_id)
    .bind(storefront_id)
    .bind(role)
    .bind(until)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// `false` when there is no such helper.
pub(super) async fn update(
    conn: &mut Conn,
    user_id: &UserId,
    storefront_id: &StorefrontId,
    role: Role,
    until: Option<Timestamp>,
) -> Result<bool> {
    let changed = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE members SET role = $3, until = $4 WHERE user_id = $1 AND storefront_id = $2",
    )
    .bind(user_id)
    .bind(storefront_id)
    .bind(role)
    .bind(until)
    .execute(driver))?;
    Ok(changed > 0)
}

pub(super) async fn delete(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM members WHERE user_id = $1")
        .bind(user_id)
        .execute(driver))?;
    Ok(())
}
