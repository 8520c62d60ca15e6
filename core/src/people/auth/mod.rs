//! Who may come in: users, their access codes, sessions and single-use sign-in tickets.
//!
//! A code is sealed at rest and found by fingerprint; of a session or ticket only a digest is stored.

mod access_code;
pub mod helpers;
mod queries;
mod sellers;
mod service;
mod sessions;

use secrecy::SecretString;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::ids::{DiscordId, UserId};

pub use access_code::AccessCode;
pub(crate) use queries::{hold_if_standing, is_owner, is_removed, name_of};
pub use sellers::{
    LONGEST_USERNAME, OwnerStart, account_of, add_seller, find_seller, is_anybody_there, is_sealed_under,
    list_sellers, owner, reset_code_of, seller_by_discord_id, start_owner,
};
pub(crate) use sellers::{is_same_name, is_username, removable_seller, remove_seller};
pub(crate) use service::hold_standing;
pub use service::{
    LONGEST_SESSION, exchange_ticket, issue_ticket, me, reset_code, session, sign_in, sign_out,
};
pub use sessions::{SessionInfo, end_of_session, end_session, sessions, sign_out_everywhere};

#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    #[error("Invalid access code.")]
    WrongCode,
    #[error("This sign-in link has expired or was already used.")]
    DeadTicket,
    #[error("You need to log in.")]
    NoSession,
    #[error("There is no such session.")]
    NoSuchSession,
    #[error("There is no seller `{0}`.")]
    NoSuchSeller(String),
    #[error("There are several sellers named `{0}`: use the id.")]
    AmbiguousSeller(String),
    #[error("A seller named `{0}` exists already.")]
    NameTaken(String),
    #[error("That chat user is a seller or a helper already.")]
    DiscordIdTaken,
    #[error("A seller's name has 1 to {LONGEST_USERNAME} characters, and no control characters.")]
    BadName,
    #[error("A chat user's id has 17 to 20 digits.")]
    BadDiscordId,
    #[error("The owner cannot be removed.")]
    OwnerStays,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A signed-in user, as a call sees it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Session {
    pub user_id: UserId,
    pub admin: bool,
    pub token_digest: String,
    pub created_at: Timestamp,
    pub(crate) seen_at: Timestamp,
}

impl Session {
    /// The session of a seller's own program, which acts as the seller, and never as an admin.
    pub fn of_program(user_id: &UserId, now: Timestamp) -> Self {
        Self {
            user_id: user_id.clone(),
            admin: false,
            token_digest: String::new(),
            created_at: now,
            seen_at: now,
        }
    }
}

#[derive(Debug)]
pub struct SignedIn {
    pub user_id: UserId,
    /// Shown to the user once; the database has only its digest.
    pub token: SecretString,
}

/// The signed-in user's own record.
#[derive(Debug)]
pub struct Me {
    pub id: UserId,
    pub discord_id: Option<DiscordId>,
    pub username: String,
    pub admin: bool,
    pub access_code: AccessCode,
    pub last_reset: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Seller {
    pub id: UserId,
    pub username: String,
    pub discord_id: Option<DiscordId>,
    pub admin: bool,
    pub owner: bool,
}
