//! SQL of users, sessions and tickets.

use super::{AuthError, Seller, Session};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{DiscordId, UserId};
use crate::people::activity_log::Client;
use crate::{execute_on_db, on_db};

#[derive(sqlx::FromRow)]
pub(super) struct UserRow {
    pub id: UserId,
    pub discord_id: Option<DiscordId>,
    pub username: String,
    pub admin: bool,
    pub code_sealed: Option<String>,
    pub code_reset_at: Option<Timestamp>,
}

pub(super) async fn user(conn: &mut Conn, id: &UserId) -> Result<Option<UserRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, discord_id, username, admin, code_sealed, code_reset_at
         FROM users WHERE id = $1 AND removed_at IS NULL",
    )
    .bind(id)
    .fetch_optional(driver))
}

/// Finds a user by access code, and locks them until the transaction ends.
pub(super) async fn hold_user_by_code(conn: &mut Conn, fingerprint: &str) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE users SET id = id WHERE code_fingerprint = $1 AND removed_at IS NULL RETURNING id",
    )
    .bind(fingerprint)
    .fetch_optional(driver))
}

pub(super) async fn owner_id(conn: &mut Conn) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT id FROM users WHERE owner").fetch_optional(driver))
}

pub(super) async fn is_anybody_there(conn: &mut Conn) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users)").fetch_one(driver))
}

/// Some user's sealed code, preferably the owner's. Every version has had these columns.
pub(super) async fn a_sealed_code(conn: &mut Conn) -> Result<Option<(UserId, String)>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, code_sealed FROM users WHERE code_sealed IS NOT NULL ORDER BY owner DESC, created_at, id LIMIT 1",
    )
    .fetch_optional(driver))
}

pub(crate) async fn is_owner(conn: &mut Conn, id: &UserId) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND owner)")
        .bind(id)
        .fetch_one(driver))
}

pub(super) async fn sellers(conn: &mut Conn) -> Result<Vec<Seller>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, username, discord_id, admin, owner FROM users
         WHERE removed_at IS NULL AND NOT helper ORDER BY owner DESC, created_at, id",
    )
    .fetch_all(driver))
}

pub(super) async fn by_discord_id(conn: &mut Conn, discord_id: &DiscordId) -> Result<Option<Seller>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, username, discord_id, admin, owner FROM users
         WHERE discord_id = $1 AND removed_at IS NULL AND NOT helper",
    )
    .bind(discord_id)
    .fetch_optional(driver))
}

pub(super) async fn account_of(conn: &mut Conn, discord_id: &DiscordId) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT id FROM users WHERE discord_id = $1 AND removed_at IS NULL")
        .bind(discord_id)
        .fetch_optional(driver))
}

pub(super) async fn discord_id_is_taken(conn: &mut Conn, discord_id: &DiscordId) -> Result<bool> {
    let found: Option<UserId> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM users WHERE discord_id = $1",
    )
    .bind(discord_id)
    .fetch_optional(driver))?;
    Ok(found.is_some())
}

/// What a user is created as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    Owner,
    Seller { admin: bool },
    Helper,
}

pub(super) async fn insert_user(
    conn: &mut Conn,
    id: &UserId,
    username: &str,
    rank: Rank,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO users (id, username, admin, owner, helper, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id)
    .bind(username)
    .bind(matches!(rank, Rank::Owner | Rank::Seller { admin: true }))
    .bind(rank == Rank::Owner)
    .bind(rank == Rank::Helper)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn is_helper(conn: &mut Conn, id: &UserId) -> Result<bool> {
    let helper: Option<bool> = on_db!(conn, driver => sqlx::query_scalar("SELECT helper FROM users WHERE id = $1")
        .bind(id)
        .fetch_optional(driver))?;
    Ok(helper.unwrap_or_default())
}

/// `reset_at` is left as it was when `None`: a code made at a start is not a reset.
pub(super) async fn set_code(
    conn: &mut Conn,
    id: &UserId,
    fingerprint: &str,
    sealed: &str,
    reset_at: Option<Timestamp>,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE users SET code_fingerprint = $2, code_sealed = $3, code_reset_at = COALESCE($4, code_reset_at)
         WHERE id = $1",
    )
    .bind(id)
    .bind(fingerprint)
    .bind(sealed)
    .bind(reset_at)
    .execute(driver))?;
    Ok(())
}

/// Takes the chat account from a helper, if one has it.
pub(super) async fn take_discord_id_from_helper(conn: &mut Conn, discord_id: &DiscordId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE users SET discord_id = NULL WHERE discord_id = $1 AND helper")
        .bind(discord_id)
        .execute(driver))?;
    Ok(())
}

/// Takes the chat account from anybody else: the configuration says that it is the owner's, who has all their rights in chat.
pub(super) async fn take_discord_id(conn: &mut Conn, owner: &UserId, discord_id: &DiscordId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE users SET discord_id = NULL WHERE discord_id = $2 AND id <> $1")
        .bind(owner)
        .bind(discord_id)
        .execute(driver))?;
    Ok(())
}

/// Errors: `DiscordIdTaken`, when another transaction has just taken it.
pub(super) async fn set_discord_id(
    conn: &mut Conn,
    id: &UserId,
    discord_id: Option<&DiscordId>,
) -> std::result::Result<(), AuthError> {
    let set = execute_on_db!(conn, driver => sqlx::query("UPDATE users SET discord_id = $2 WHERE id = $1")
        .bind(id)
        .bind(discord_id)
        .execute(driver));
    match set {
        Err(failure) if failure.is_conflict() => Err(AuthError::DiscordIdTaken),
        set => Ok(set.map(|_| ())?),
    }
}

/// `account`: the fingerprint of the user's account on the chat platform.
pub(super) async fn remove(
    conn: &mut Conn,
    id: &UserId,
    account: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE users SET removed_at = $2, code_fingerprint = NULL, code_sealed = NULL, discord_id = NULL,
                removed_account_fingerprint = $3
         WHERE id = $1",
    )
    .bind(id)
    .bind(now)
    .bind(account)
    .execute(driver))?;
    Ok(())
}

/// The removed user who had the account with this fingerprint.
pub(super) async fn removed_with_account(conn: &mut Conn, account: Option<&str>) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT id FROM users WHERE removed_account_fingerprint = $1")
        .bind(account)
        .fetch_optional(driver))
}

/// Makes a removed user a seller again.
pub(super) async fn take_back(conn: &mut Conn, id: &UserId, username: &str, admin: bool) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE users SET removed_at = NULL, removed_account_fingerprint = NULL, username = $2, admin = $3
         WHERE id = $1",
    )
    .bind(id)
    .bind(username)
    .bind(admin)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn session(conn: &mut Conn, digest: &str) -> Result<Option<Session>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.user_id, u.admin, s.token_digest, s.created_at, s.seen_at
         FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.token_digest = $1 AND u.removed_at IS NULL",
    )
    .bind(digest)
    .fetch_optional(driver))
}

#[derive(sqlx::FromRow)]
pub(super) struct SessionRow {
    pub token_digest: String,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    pub address: Option<String>,
    pub user_agent: Option<String>,
}

/// The last used first.
pub(super) async fn sessions_of(conn: &mut Conn, user_id: &UserId) -> Result<Vec<SessionRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT token_digest, created_at, seen_at, address, user_agent FROM sessions
         WHERE user_id = $1 ORDER BY seen_at DESC, token_digest",
    )
    .bind(user_id)
    .fetch_all(driver))
}

pub(super) async fn insert_session(
    conn: &mut Conn,
    digest: &str,
    user_id: &UserId,
    now: Timestamp,
    client: &Client,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO sessions (token_digest, user_id, created_at, seen_at, address, user_agent)
         VALUES ($1, $2, $3, $3, $4, $5)",
    )
    .bind(digest)
    .bind(user_id)
    .bind(now)
    .bind(client.address.as_deref())
    .bind(client.user_agent.as_deref())
    .execute(driver))?;
    Ok(())
}

pub(super) async fn touch_session(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE sessions SET seen_at = $2 WHERE token_digest = $1")
        .bind(digest)
        .bind(now)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete_session(conn: &mut Conn, digest: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM sessions WHERE token_digest = $1")
        .bind(digest)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete_sessions_of(conn: &mut Conn, user_id: &UserId, keep: Option<&str>) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND token_digest <> $2")
        .bind(user_id)
        .bind(keep.unwrap_or_default())
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete_dead_sessions(
    conn: &mut Conn,
    created_before: Timestamp,
    seen_before: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM sessions WHERE created_at <= $1 OR seen_at <= $2")
        .bind(created_before)
        .bind(seen_before)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn insert_ticket(
    conn: &mut Conn,
    digest: &str,
    user_id: &UserId,
    expires_at: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO sign_in_tickets (token_digest, user_id, expires_at) VALUES ($1, $2, $3)",
    )
    .bind(digest)
    .bind(user_id)
    .bind(expires_at)
    .execute(driver))?;
    Ok(())
}

/// Uses a ticket up, and returns whom it signs in.
pub(super) async fn take_ticket(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "DELETE FROM sign_in_tickets WHERE token_digest = $1 AND expires_at > $2 RETURNING user_id",
    )
    .bind(digest)
    .bind(now)
    .fetch_optional(driver))
}

pub(super) async fn delete_dead_tickets(conn: &mut Conn, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM sign_in_tickets WHERE expires_at <= $1")
        .bind(now)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete_tickets_of(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM sign_in_tickets WHERE user_id = $1")
        .bind(user_id)
        .execute(driver))?;
    Ok(())
}

/// Locks the user until the transaction ends, for rules over all that one user has.
pub(super) async fn hold_user(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE users SET id = id WHERE id = $1").bind(user_id).execute(driver))?;
    Ok(())
}

pub(crate) async fn is_removed(conn: &mut Conn, user_id: &UserId) -> Result<bool> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT removed_at IS NOT NULL FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_one(driver))
}

/// As `hold_user`. Returns `false` when the user was removed.
pub(crate) async fn hold_if_standing(conn: &mut Conn, user_id: &UserId) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE users SET id = id WHERE id = $1 AND removed_at IS NULL",
    )
    .bind(user_id)
    .execute(driver))?;
    Ok(rows == 1)
}

pub(crate) async fn name_of(conn: &mut Conn, user_id: &UserId) -> Result<String> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT username FROM users WHERE id = $1").bind(user_id).fetch_one(driver))
}
