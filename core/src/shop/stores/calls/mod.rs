//! Calls from stores: judged, answered and kept in the storefront's inbox.
//!
//! `judging` decides whether a call is accepted, and changes nothing. `settling` has the one transaction that makes keys,
//! answer and inbox row. `inbox` is the seller's view of them, `testing` makes the seller's own calls.

mod inbox;
mod judging;
mod open_refusals;
mod outcome;
mod queries;
mod reading;
mod refusals;
mod retention;
mod sale;
mod sealing;
mod settling;
mod testing;

use secrecy::{ExposeSecret, SecretString};

use super::Provider;
use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::StoreCallId;
use crate::shop::keys::masked;
use crate::shop::storefronts::StorefrontError;

pub use super::providers::{Headers, Sent};
pub use inbox::{get, list, replay};
pub use judging::{Judged, judge};
pub(crate) use open_refusals::of_all_sellers;
pub use open_refusals::{OpenRefusals, SellersRefusals, open_refusals};
pub use outcome::Answer;
pub use refusals::{run as tell_refused_until, shorten_waits, tell_due as tell_refused};
pub use retention::forget_old;
pub use settling::{FAILED, Unanswered, settle};
pub use testing::{Wanted, test};

#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("There is no such store call.")]
    NotFound,
    #[error("A call with this verdict cannot be replayed.")]
    NotReplayable,
    #[error("The cursor is not one that a list of store calls gave.")]
    BadCursor,
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    /// The result of a store's call. `delivered`: keys were made. `repeated`: the purchase has its keys already.
    /// `test`: a test. `ignored`: signed, but about something that delivers nothing. `unmapped`: the product has no row
    /// in the mapping. `malformed`: signed, but not what the store sends. `bad_signature`: the signature is missing or
    /// wrong. `stale`: its time is more than 5 minutes off. `disabled`: the connection is disabled.
    pub enum Verdict {
        /// Keys were made.
        Delivered = "delivered",
        /// The purchase has its keys already.
        Repeated = "repeated",
        Test = "test",
        /// It was about something that delivers nothing.
        Ignored = "ignored",
        Unmapped = "unmapped",
        Malformed = "malformed",
        BadSignature = "bad_signature",
        /// Its signed time is more than 5 minutes in the past or in the future.
        Stale = "stale",
        Disabled = "disabled",
    }
}

impl Verdict {
    /// Whether somebody who knows no secret can cause it: `Stale` by repeating an old call. Few of these are kept.
    pub(super) fn is_cheap(self) -> bool {
        matches!(self, Self::Test | Self::BadSignature | Self::Stale | Self::Disabled)
    }

    /// Whether the seller's own services are told of it.
    pub(super) fn is_refusal(self) -> bool {
        matches!(self, Self::BadSignature | Self::Stale | Self::Disabled | Self::Unmapped | Self::Malformed)
    }

    /// Whether the call can be run again by the seller.
    pub fn is_replayable(self) -> bool {
        matches!(self, Self::Delivered | Self::Repeated | Self::Unmapped | Self::Malformed)
    }
}

/// A call in the inbox. What it claims is `None` where it was refused, or did not say.
#[derive(Debug)]
pub struct StoreCall {
    pub id: StoreCallId,
    pub provider: Provider,
    pub verdict: Verdict,
    /// The answer's HTTP status.
    pub status: i64,
    pub purchase: Option<String>,
    pub product: Option<String>,
    pub variant: Option<String>,
    pub quantity: Option<i64>,
    pub email: Option<String>,
    pub keys: Vec<SoldKey>,
    /// Fewer tokens were available than the keys need.
    pub short: bool,
    pub at: Timestamp,
}

/// A key that was made for a purchase.
#[derive(Debug, Clone)]
pub struct SoldKey {
    pub text: SecretString,
    pub is_unspent: bool,
}

impl StoreCall {
    /// Hides unspent keys from whoever may not spend them.
    pub fn mask(&mut self) {
        for key in self.keys.iter_mut().filter(|key| key.is_unspent) {
            key.text = masked(key.text.expose_secret()).into();
        }
    }
}

impl WholeCall {
    /// As [`StoreCall::mask`], in the answer too.
    pub fn mask(&mut self) {
        for key in self.call.keys.iter().filter(|key| key.is_unspent) {
            let text = key.text.expose_secret();
            self.answer = self.answer.expose_secret().replace(text, &masked(text)).into();
        }
        self.call.mask();
    }
}

/// A call with its headers, body and answer.
#[derive(Debug)]
pub struct WholeCall {
    pub call: StoreCall,
    /// Without signatures, cookies and credentials.
    pub headers: Headers,
    pub body: SecretString,
    pub answer: SecretString,
}

/// The newest first; `next` asks for the page behind this one.
#[derive(Debug)]
pub struct CallPage {
    pub calls: Vec<StoreCall>,
    pub next: Option<String>,
}

/// Which calls are listed.
#[derive(Debug, Clone, Copy, Default)]
pub struct CallFilter<'a> {
    pub provider: Option<Provider>,
    pub verdict: Option<Verdict>,
    pub cursor: Option<&'a str>,
}
