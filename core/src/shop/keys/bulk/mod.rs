//! Many keys at once: revoked by a list, or read from the first to the last.

mod queries;
mod service;

pub use service::{KeyWalk, MOST, revoke_many, walk};

/// What became of a list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revoked {
    pub revoked: usize,
    /// Those that were no unspent keys of the storefront.
    pub left: usize,
}
