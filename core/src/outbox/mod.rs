//! What others are to be told, written down in the transaction that gives the reason, so that no crash parts the two.
//!
//! The one door through which shop and people reach the messenger and sellers' own services. Nothing here sends.

pub(crate) mod announcements;
pub mod seller_events;
