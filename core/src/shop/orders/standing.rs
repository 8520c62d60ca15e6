//! An order's standing, by which lists are filtered.

use crate::foundation::text_enum::text_enum;

text_enum! {
    /// Kept by triggers from the redeem on, which says where the order begins (decision 0027).
    pub(crate) enum Standing {
        Processing = "processing",
        /// To be delivered by the seller from the beginning.
        ByHand = "by_hand",
        /// The seller's in the end: whoever delivered it gave up.
        GivenUp = "given_up",
        Completed = "completed",
        Partial = "partial",
        Failed = "failed",
    }
}

impl Standing {
    /// The standings of orders that wait for the seller.
    pub(crate) const FOR_SELLER: [Self; 2] = [Self::ByHand, Self::GivenUp];

    pub(super) fn waits_for_seller(self) -> bool {
        Self::FOR_SELLER.contains(&self)
    }
}
