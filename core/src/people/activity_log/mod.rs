//! What users did and what happened to them, written in the transaction that did it.

mod listing;
mod queries;
mod retention;

use crate::db::{Conn, Result, Script, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{ActivityId, UserId};

pub use listing::{LogError, LogPage, list};
pub use retention::forget_old;

text_enum! {
    pub enum Severity {
        Info = "info",
        Success = "success",
        Warning = "warning",
        Error = "error",
    }
}

text_enum! {
    /// What happened, as it is stored and shown.
    pub enum Action {
        SignedIn = "signed_in",
        SignInFailed = "sign_in_failed",
        SignedOut = "signed_out",
        AccessCodeReset = "access_code_reset",
        SellerAdded = "seller_added",
        SellerRemoved = "seller_removed",
        StorefrontCreated = "storefront_created",
        StorefrontUpdated = "storefront_updated",
        StorefrontDeleted = "storefront_deleted",
        StockAdded = "stock_added",
        StockExported = "stock_exported",
        KeysCreated = "keys_created",
        KeyRevoked = "key_revoked",
        KeyRedeemed = "key_redeemed",
        OrderCompleted = "order_completed",
        OrderPartial = "order_partial",
        OrderFailed = "order_failed",
        TokensSetAside = "tokens_set_aside",
        SuggestionCreated = "suggestion_created",
        SuggestionVoted = "suggestion_voted",
        SuggestionImplemented = "suggestion_implemented",
        SuggestionDeleted = "suggestion_deleted",
        BugReported = "bug_reported",
        BugFixed = "bug_fixed",
        BugDeleted = "bug_deleted",
        DeliveryTextSaved = "delivery_text_saved",
        LivePageSaved = "custom_code_saved",
        DomainAdded = "domain_added",
        DomainRemoved = "domain_removed",
        DomainActive = "domain_active",
        DomainFailed = "domain_failed",
        SessionEnded = "session_ended",
        SignedOutEverywhere = "signed_out_everywhere",
        ChatMessageDeleted = "chat_message_deleted",
        ChatUserMuted = "chat_user_muted",
        ChatUserUnmuted = "chat_user_unmuted",
        EventEndpointAdded = "event_endpoint_added",
        EventEndpointChanged = "event_endpoint_changed",
        EventEndpointSecretRenewed = "event_endpoint_secret_renewed",
        EventEndpointDeleted = "event_endpoint_deleted",
        EventEndpointDisabled = "event_endpoint_disabled",
        ApiKeyMade = "api_key_made",
        ApiKeyRevoked = "api_key_revoked",
        FulfilmentChanged = "fulfilment_changed",
        FulfilmentSecretRenewed = "fulfilment_secret_renewed",
        StoreConnected = "store_connected",
        StoreDisconnected = "store_disconnected",
        StoreSecretAdded = "store_secret_added",
        StoreSecretRemoved = "store_secret_removed",
        StoreProductsSaved = "store_products_saved",
        StoreSale = "store_sale",
        BlockAdded = "block_added",
        BlockRemoved = "block_removed",
        HelperAdded = "helper_added",
        HelperChanged = "helper_changed",
        HelperRemoved = "helper_removed",
    }
}

impl Action {
    fn severity(self) -> Severity {
        match self {
            Self::SignedIn
            | Self::SignedOut
            | Self::StorefrontUpdated
            | Self::StockExported
            | Self::SuggestionCreated
            | Self::SuggestionVoted
            | Self::BugReported
            | Self::DeliveryTextSaved
            | Self::LivePageSaved
            | Self::DomainAdded
            | Self::ChatUserUnmuted
            | Self::EventEndpointAdded
            | Self::EventEndpointChanged
            | Self::StoreProductsSaved
            | Self::BlockAdded
            | Self::BlockRemoved
            | Self::HelperChanged => Severity::Info,
            Self::SellerAdded
            | Self::HelperAdded
            | Self::StorefrontCreated
            | Self::StockAdded
            | Self::KeysCreated
            | Self::KeyRedeemed
            | Self::OrderCompleted
            | Self::SuggestionImplemented
            | Self::BugFixed
            | Self::DomainActive
            | Self::StoreConnected
            | Self::StoreSale => Severity::Success,
            Self::SignInFailed
            | Self::AccessCodeReset
            | Self::SellerRemoved
            | Self::HelperRemoved
            | Self::StorefrontDeleted
            | Self::KeyRevoked
            | Self::OrderPartial
            | Self::TokensSetAside
            | Self::SuggestionDeleted
            | Self::BugDeleted
            | Self::DomainRemoved
            | Self::SessionEnded
            | Self::SignedOutEverywhere
            | Self::ChatMessageDeleted
            | Self::ChatUserMuted
            | Self::EventEndpointSecretRenewed
            | Self::EventEndpointDeleted
            | Self::FulfilmentChanged
            | Self::FulfilmentSecretRenewed
            | Self::ApiKeyMade
            | Self::ApiKeyRevoked
            | Self::StoreDisconnected
            | Self::StoreSecretAdded
            | Self::StoreSecretRemoved => Severity::Warning,
            Self::OrderFailed | Self::DomainFailed | Self::EventEndpointDisabled => Severity::Error,
        }
    }

    /// Whether the home screen shows it. Everything else is in the log only.
    fn is_business(self) -> bool {
        match self {
            Self::SignedIn
            | Self::SignedOut
            | Self::SessionEnded
            | Self::SignedOutEverywhere
            | Self::SellerAdded
            | Self::SuggestionVoted => false,
            Self::SignInFailed
            | Self::AccessCodeReset
            | Self::SellerRemoved
            | Self::StorefrontCreated
            | Self::StorefrontUpdated
            | Self::StorefrontDeleted
            | Self::StockAdded
            | Self::StockExported
            | Self::KeysCreated
            | Self::KeyRevoked
            | Self::KeyRedeemed
            | Self::OrderCompleted
            | Self::OrderPartial
            | Self::OrderFailed
            | Self::TokensSetAside
            | Self::SuggestionCreated
            | Self::SuggestionImplemented
            | Self::SuggestionDeleted
            | Self::BugReported
            | Self::BugFixed
            | Self::BugDeleted
            | Self::DeliveryTextSaved
            | Self::LivePageSaved
            | Self::DomainAdded
            | Self::DomainRemoved
            | Self::DomainActive
            | Self::DomainFailed
            | Self::ChatMessageDeleted
            | Self::ChatUserMuted
            | Self::ChatUserUnmuted
            | Self::EventEndpointAdded
            | Self::EventEndpointChanged
            | Self::EventEndpointSecretRenewed
            | Self::EventEndpointDeleted
            | Self::EventEndpointDisabled
            | Self::ApiKeyMade
            | Self::ApiKeyRevoked
            | Self::FulfilmentChanged
            | Self::FulfilmentSecretRenewed
            | Self::StoreConnected
            | Self::StoreDisconnected
            | Self::StoreSecretAdded
            | Self::StoreSecretRemoved
            | Self::StoreProductsSaved
            | Self::StoreSale
            | Self::BlockAdded
            | Self::BlockRemoved
            | Self::HelperAdded
            | Self::HelperChanged
            | Self::HelperRemoved => true,
        }
    }
}

/// Where a call came from.
#[derive(Debug, Clone, Default)]
pub struct Client {
    pub address: Option<String>,
    pub user_agent: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    pub action: String,
    pub details: String,
    pub at: Timestamp,
}

impl Entry {
    /// `order_completed` reads as "Order completed".
    pub fn title(&self) -> String {
        let words = self.action.replace('_', " ");
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

/// Which entries to show.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// A text in the username, action, details or user id, in any letter case.
    pub search: Option<String>,
    pub severity: Option<Severity>,
    pub action: Option<String>,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct LogEntry {
    pub id: ActivityId,
    pub at: Timestamp,
    pub user_id: Option<UserId>,
    pub username: Option<String>,
    pub action: String,
    pub severity: Severity,
    pub details: String,
    pub address: Option<String>,
    pub user_agent: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct LogCounts {
    pub total: i64,
    /// Since midnight, in the visitor's time.
    pub today: i64,
    pub errors: i64,
    pub access_code_resets: i64,
}

/// Writes an entry of `user_id`'s, without a client.
pub(crate) async fn record(
    tx: &mut Tx,
    user_id: &UserId,
    action: Action,
    details: &str,
    at: Timestamp,
) -> Result<()> {
    record_from(tx, Some(user_id), action, details, at, &Client::default()).await
}

pub(crate) async fn record_from(
    tx: &mut Tx,
    user_id: Option<&UserId>,
    action: Action,
    details: &str,
    at: Timestamp,
    client: &Client,
) -> Result<()> {
    let mut script = tx.script();
    put_from(&mut script, user_id, action, details, at, client);
    script.run().await?;
    Ok(())
}

/// Writes an entry about work that later transactions continue, or updates `entry`, which an earlier one of them wrote. Returns
/// the entry's id.
pub(crate) async fn record_so_far(
    tx: &mut Tx,
    entry: Option<ActivityId>,
    user_id: &UserId,
    action: Action,
    details: &str,
    at: Timestamp,
) -> Result<ActivityId> {
    tx.publish(Event::of_user(Topic::Activity, user_id));
    if let Some(entry) = entry
        && queries::bring_up_to_date(tx, entry, details).await?
    {
        return Ok(entry);
    }
    // There is none yet, or it was old enough to be forgotten.
    let helper = tx.helper().cloned();
    queries::begin(tx, user_id, helper.as_ref(), action, details, at).await
}

/// As [`record`], as part of a script.
pub(crate) fn put(script: &mut Script<'_>, user_id: &UserId, action: Action, details: &str, at: Timestamp) {
    put_from(script, Some(user_id), action, details, at, &Client::default());
}

fn put_from(
    script: &mut Script<'_>,
    user_id: Option<&UserId>,
    action: Action,
    details: &str,
    at: Timestamp,
    client: &Client,
) {
    let helper = script.helper().cloned();
    queries::insert(script, user_id, helper.as_ref(), action, action.severity(), details, at, client);
    if let Some(user_id) = user_id {
        script.publish(Event::of_user(Topic::Activity, user_id));
    }
}

/// The latest entries about a user's business: without sign-ins and votes, but with new access codes.
pub(crate) async fn recent(conn: &mut Conn, user_id: &UserId, limit: i64) -> Result<Vec<Entry>> {
    queries::recent(conn, user_id, limit).await
}
