//! Custom domains: one per seller, active once DNS says that it points here.

mod checks;
mod claims;
mod proof;
mod queries;
mod service;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::hostname::Hostname;
use crate::foundation::text_enum::text_enum;
use crate::ids::{DomainId, UserId};
use crate::people::auth::AuthError;
use crate::shop::storefronts::Storefront;
use service::ADDITIONS;

pub use checks::{run, shorten_waits};
pub use proof::Proof;
pub(crate) use service::customers_origin;
pub(crate) use service::remove_of_user;
pub use service::{active, active_names, add, check, is_active, list, proof_for, remove};

#[derive(Debug, thiserror::Error)]
pub enum DomainError {
    #[error("Invalid domain format. Please check your domain and try again.")]
    Invalid,
    #[error("You can only have one custom domain. Remove the existing domain to add a new one.")]
    SecondDomain,
    /// Another seller has proven ownership. Once their record is gone, this proof transfers the name.
    #[error("This domain is already in use. Please choose a different domain.")]
    InUse(Option<Proof>),
    #[error("A domain can be added {ADDITIONS} times a day. Please try again tomorrow.")]
    TooOften,
    #[error("Domain verification failed. Please check your DNS settings.")]
    PointsElsewhere,
    #[error("There is no such domain.")]
    NotFound,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    pub enum DomainStatus {
        Pending = "pending",
        Active = "active",
        Failed = "failed",
    }
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Domain {
    pub id: DomainId,
    pub(crate) user_id: UserId,
    pub domain: String,
    pub status: DomainStatus,
    /// What DNS said, when it was not what is needed.
    pub diagnostics: Option<String>,
    pub created_at: Timestamp,
    pub checked_at: Option<Timestamp>,
    misses: i64,
    missing_since: Option<Timestamp>,
    failed_since: Option<Timestamp>,
    /// Another seller holds it, or held it last: this seller must prove ownership first.
    needs_proof: bool,
}

/// The state of a domain after one check.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Next {
    status: DomainStatus,
    diagnostics: Option<String>,
    misses: i64,
    missing_since: Option<Timestamp>,
    failed_since: Option<Timestamp>,
}

/// A domain in force, as customers reach it.
#[derive(Debug, Clone)]
pub struct ActiveDomain {
    pub domain: Hostname,
    pub user_id: UserId,
    /// The seller's open ones, the oldest first.
    pub storefronts: Vec<Storefront>,
}
