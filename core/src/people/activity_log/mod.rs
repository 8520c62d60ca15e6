//! What users did and what happened to them, written in the transaction that did it.

mod listing;
mod queries;

use crate::clock::Timestamp;
use crate::db::{Conn, Result, Tx};
use crate::events::{Event, Topic};

pub use listing::{Filter, LogCounts, LogEntry, LogError, LogPage, list};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Info,
    Success,
    Warning,
    Error,
}

impl Severity {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Success => "success",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What happened. Its name in `snake_case` is what is stored and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    SignedIn,
    SignInFailed,
    SignedOut,
    AccessCodeReset,
    SellerAdded,
    SellerRemoved,
    StorefrontCreated,
    StorefrontUpdated,
    StorefrontDeleted,
    StockAdded,
    StockExported,
    KeysCreated,
    KeyRevoked,
    KeyRedeemed,
    OrderCompleted,
    OrderPartial,
    OrderFailed,
    TokensSetAside,
    SuggestionCreated,
    SuggestionVoted,
    SuggestionImplemented,
    SuggestionDeleted,
    BugReported,
    BugFixed,
    BugDeleted,
    DeliveryTextSaved,
    CustomCodeSaved,
    DomainAdded,
    DomainRemoved,
    DomainActive,
    DomainFailed,
    SessionEnded,
    SignedOutEverywhere,
    ChatMessageDeleted,
    ChatUserMuted,
    ChatUserUnmuted,
}

impl Action {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed_in",
            Self::SignInFailed => "sign_in_failed",
            Self::SignedOut => "signed_out",
            Self::AccessCodeReset => "access_code_reset",
            Self::SellerAdded => "seller_added",
            Self::SellerRemoved => "seller_removed",
            Self::StorefrontCreated => "storefront_created",
            Self::StorefrontUpdated => "storefront_updated",
            Self::StorefrontDeleted => "storefront_deleted",
            Self::StockAdded => "stock_added",
            Self::StockExported => "stock_exported",
            Self::KeysCreated => "keys_created",
            Self::KeyRevoked => "key_revoked",
            Self::KeyRedeemed => "key_redeemed",
            Self::OrderCompleted => "order_completed",
            Self::OrderPartial => "order_partial",
            Self::OrderFailed => "order_failed",
            Self::TokensSetAside => "tokens_set_aside",
            Self::SuggestionCreated => "suggestion_created",
            Self::SuggestionVoted => "suggestion_voted",
            Self::SuggestionImplemented => "suggestion_implemented",
            Self::SuggestionDeleted => "suggestion_deleted",
            Self::BugReported => "bug_reported",
            Self::BugFixed => "bug_fixed",
            Self::BugDeleted => "bug_deleted",
            Self::DeliveryTextSaved => "delivery_text_saved",
            Self::CustomCodeSaved => "custom_code_saved",
            Self::DomainAdded => "domain_added",
            Self::DomainRemoved => "domain_removed",
            Self::DomainActive => "domain_active",
            Self::DomainFailed => "domain_failed",
            Self::SessionEnded => "session_ended",
            Self::SignedOutEverywhere => "signed_out_everywhere",
            Self::ChatMessageDeleted => "chat_message_deleted",
            Self::ChatUserMuted => "chat_user_muted",
            Self::ChatUserUnmuted => "chat_user_unmuted",
        }
    }

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
            | Self::CustomCodeSaved
            | Self::DomainAdded
            | Self::ChatUserUnmuted => Severity::Info,
            Self::SellerAdded
            | Self::StorefrontCreated
            | Self::StockAdded
            | Self::KeysCreated
            | Self::KeyRedeemed
            | Self::OrderCompleted
            | Self::SuggestionImplemented
            | Self::BugFixed
            | Self::DomainActive => Severity::Success,
            Self::SignInFailed
            | Self::AccessCodeReset
            | Self::SellerRemoved
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
            | Self::ChatUserMuted => Severity::Warning,
            Self::OrderFailed | Self::DomainFailed => Severity::Error,
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

/// Writes an entry of `user_id`'s, from nowhere in particular.
pub(crate) async fn record(
    tx: &mut Tx,
    user_id: &str,
    action: Action,
    details: &str,
    at: Timestamp,
) -> Result<()> {
    record_from(tx, Some(user_id), action, details, at, &Client::default()).await
}

pub(crate) async fn record_from(
    tx: &mut Tx,
    user_id: Option<&str>,
    action: Action,
    details: &str,
    at: Timestamp,
    client: &Client,
) -> Result<()> {
    queries::insert(tx, user_id, action, action.severity(), details, at, client).await?;
    if let Some(user_id) = user_id {
        tx.publish(Event::of_user(Topic::Activity, user_id));
    }
    Ok(())
}

/// What last happened in one user's business: not who came and went.
pub(crate) async fn recent(conn: &mut Conn, user_id: &str, limit: i64) -> Result<Vec<Entry>> {
    queries::recent(conn, user_id, limit).await
}
