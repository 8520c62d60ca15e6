//! Helpers: whom a seller lets into one storefront, each with an access code of their own.
//!
//! `storefronts::reach` decides what a role may do.

mod queries;
mod service;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;
use crate::people::auth::{AuthError, LONGEST_USERNAME};
use crate::shop::storefronts::{Role, StorefrontError};

pub use service::{End, NewMember, add, change, list, remove, reset_code};
pub(crate) use service::{remove_all, remove_all_of};

/// How many helpers a storefront can have.
pub const MOST_MEMBERS: usize = 20;

#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    #[error("There is no such helper.")]
    NotFound,
    #[error("A helper's name has 1 to {LONGEST_USERNAME} characters, and no control characters.")]
    BadName,
    #[error("This storefront has somebody of that name already.")]
    NameTaken,
    #[error("The end of a role must be in the future.")]
    Past,
    #[error("A storefront has at most {MOST_MEMBERS} helpers.")]
    Full,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, sqlx::FromRow)]
pub struct Member {
    pub id: UserId,
    pub username: String,
    pub role: Role,
    /// `None`: until it is revoked.
    pub until: Option<Timestamp>,
    pub created_at: Timestamp,
}
