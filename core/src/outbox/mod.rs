//! What others are to be told, written in the transaction that causes it, so that no crash separates the two.
//!
//! The one door through which shop and people reach the messenger and sellers' own services. Nothing here sends.

pub(crate) mod announcements;
pub mod seller_events;
