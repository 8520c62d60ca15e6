//! The stores where customers pay: what connects one, what it calls for, and the keys that its customers get.
//!
//! `providers` knows how each store signs and what it says, a file a store. `connections` has what a seller sets, `calls` has
//! what comes in and what becomes of it. Nothing here delivers a token: that begins with the redeem of a key.

pub mod calls;
pub mod connections;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod providers;

use crate::foundation::text_enum::text_enum;

text_enum! {
    /// A store that can be connected, in the order of every list. `standard` is anything that signs after Standard
    /// Webhooks.
    pub enum Provider {
        SellAuth = "sellauth",
        SellApp = "sellapp",
        Sellix = "sellix",
        Shoppex = "shoppex",
        Shoppy = "shoppy",
        Whop = "whop",
        /// Anything that signs after Standard Webhooks.
        Standard = "standard",
    }
}

impl Provider {
    /// "SellAuth".
    pub fn title(self) -> &'static str {
        match self {
            Self::SellAuth => "SellAuth",
            Self::SellApp => "SellApp",
            Self::Sellix => "Sellix",
            Self::Shoppex => "Shoppex",
            Self::Shoppy => "Shoppy",
            Self::Whop => "Whop",
            Self::Standard => "Standard Webhooks",
        }
    }
}
