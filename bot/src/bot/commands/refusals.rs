//! Core's refusals are shown to the caller as they are. A `Failure`, however deeply it is wrapped, is only logged.

use boostdesk_core::closing::ClosingError;
use boostdesk_core::db::Failure;
use boostdesk_core::kept_answers::RepeatError;
use boostdesk_core::people::auth::AuthError;
use boostdesk_core::people::feedback::bug_reports::BugReportError;
use boostdesk_core::people::feedback::suggestions::SuggestionError;
use boostdesk_core::shop::delivery::DeliveryError;
use boostdesk_core::shop::keys::KeyError;
use boostdesk_core::shop::orders::OrderError;
use boostdesk_core::shop::redeem::RedeemError;
use boostdesk_core::shop::stock::StockError;
use boostdesk_core::shop::storefronts::StorefrontError;

use super::Refusal;

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::broken(failure)
    }
}

/// Each error, with its variants that wrap another error.
macro_rules! refusals {
    ($($error:ident: $($holding:ident),+;)+) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                match error {
                    $($error::$holding(inner) => inner.into(),)+
                    refused => Self::new(refused.to_string()),
                }
            }
        }
    )+};
}

refusals! {
    AuthError: Failure;
    BugReportError: Failure;
    ClosingError: Seller, Failure;
    DeliveryError: Order, Failure;
    KeyError: Repeat, Storefront, Failure;
    OrderError: Failure;
    RedeemError: Failure;
    RepeatError: Failure;
    StockError: Repeat, Storefront, Failure;
    StorefrontError: Auth, Failure;
    SuggestionError: Auth, Failure;
}

#[cfg(test)]
mod tests {
    use super::super::unless_refused;
    use super::*;
    use crate::bot::embeds;

    #[test]
    fn unless_refused_swallows_a_refusal_and_passes_an_internal_failure_on() {
        assert!(matches!(unless_refused(Err::<(), _>(Refusal::new("No."))), Ok(None)));
        assert!(matches!(unless_refused(Err::<(), _>(Failure::Overloaded.into())), Err(Refusal::Broken)));
    }

    #[test]
    fn internal_failure_nested_in_any_error_is_shown_as_the_generic_apology() {
        let failure = || Failure::Overloaded;
        let sentence = Refusal::sentence;
        assert_eq!(
            sentence(KeyError::Storefront(StorefrontError::Auth(failure().into())).into()),
            embeds::BROKEN
        );
        assert_eq!(sentence(DeliveryError::Order(failure().into()).into()), embeds::BROKEN);
        assert_eq!(sentence(StockError::Repeat(failure().into()).into()), embeds::BROKEN);
        assert_eq!(sentence(SuggestionError::Auth(failure().into()).into()), embeds::BROKEN);
        assert_eq!(sentence(ClosingError::Seller(failure().into()).into()), embeds::BROKEN);
        assert_eq!(sentence(KeyError::NotFound.into()), "There is no such key.");
    }
}
