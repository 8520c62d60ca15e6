//! A storefront's logo: a small picture that stands for it wherever customers see whose shop it is, in place of its initial.
//!
//! Stored in the database, so that every process and every backup has it. Only safe pictures arrive here: uploaded files are
//! turned into pictures elsewhere. Decision 0034.

mod queries;
mod service;

pub use service::{of_guild, remove, set};

use crate::ids::LogoId;

/// A picture and its name.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Logo {
    pub id: LogoId,
    /// A PNG.
    pub picture: Vec<u8>,
}
