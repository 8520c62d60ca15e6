//! A seller's own domain: one each, in force once DNS says that it points here.

mod checks;
mod proof;
mod queries;
mod service;

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Timestamp;
use crate::db::Failure;
use crate::ports::NameServer;
use crate::shop::storefronts::Storefront;

pub use checks::run;
pub use proof::Proof;
pub use service::{active_names, add, check, is_active, list, remove, store_at};

#[derive(Debug, thiserror::Error)]
pub enum DomainError {
    #[error("Invalid domain format. Please check your domain and try again.")]
    Invalid,
    #[error("You can only have one custom domain. Remove the existing domain to add a new one.")]
    SecondDomain,
    #[error("This domain is already in use. Please choose a different domain.")]
    InUse,
    #[error("Domain verification failed. Please check your DNS settings.")]
    PointsElsewhere,
    #[error(
        "This domain belonged to another seller. To prove that it is yours now, add a TXT record named {} with the value \
         {}, then add the domain again.", .0.name, .0.value
    )]
    ProofNeeded(Proof),
    #[error("There is no such domain.")]
    NotFound,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// How domains are verified.
#[derive(Debug, Clone)]
pub struct DomainSettings {
    pub name_server: Arc<dyn NameServer>,
    /// Where a domain's CNAME must point.
    pub cname_target: Hostname,
    /// The product's own hosts, which are nobody's to add.
    pub own_hosts: Vec<Hostname>,
    /// Between two looks at a domain that is not active.
    pub check_interval: Duration,
}

/// A domain name in lower case, without the dot at its end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hostname(String);

impl Hostname {
    /// 1 to 253 characters: labels of 1 to 63 letters, digits, hyphens or underscores, the last one of two or more
    /// letters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_suffix('.').unwrap_or(&text);
        let (rest, top) = text.rsplit_once('.')?;
        let is_label = |label: &str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        let is_name = text.len() <= 253
            && rest.split('.').all(is_label)
            && (2..=63).contains(&top.len())
            && top.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_name.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Hostname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DomainStatus {
    Pending,
    Active,
    Failed,
}

impl DomainStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Failed => "failed",
        }
    }
}

impl TryFrom<String> for DomainStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [Self::Pending, Self::Active, Self::Failed]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no domain status"))
    }
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Domain {
    pub id: String,
    pub(crate) user_id: String,
    pub domain: String,
    #[sqlx(try_from = "String")]
    pub status: DomainStatus,
    /// What DNS said, when it was not what is needed.
    pub diagnostics: Option<String>,
    pub created_at: Timestamp,
    pub checked_at: Option<Timestamp>,
    misses: i64,
    missing_since: Option<Timestamp>,
}

/// A seller's active domain, as customers reach it.
#[derive(Debug, Clone)]
pub struct Store {
    pub domain: Hostname,
    pub user_id: String,
    /// The seller's open ones, the oldest first.
    pub storefronts: Vec<Storefront>,
}

/// What DNS knows of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The names it stands for, one after the other.
    Alias(Vec<String>),
    Addresses(Vec<IpAddr>),
    /// The top of a zone, where DNS allows no CNAME, and its addresses.
    Apex(Vec<IpAddr>),
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostname_has_labels_and_a_top_level_of_letters() {
        let longest_label = format!("{}.example.com", "a".repeat(63));
        for good in
            ["example.com", " Shop.Example.COM ", "a.b.c.d.co", "my_shop.example.gg", "x.co.", &longest_label]
        {
            assert!(Hostname::parse(good).is_some(), "{good}");
        }
        let long_label = format!("{}.example.com", "a".repeat(64));
        let long = format!("{}com", "a.".repeat(126));
        for bad in [
            "",
            "example",
            "://example.com",
            "https://example.com",
            "a..com",
            ".com",
            "example.c",
            "example.c0m",
            "1.2.3.4",
            "ex ample.com",
            "exämple.com",
            &long_label,
            &long,
        ] {
            assert!(Hostname::parse(bad).is_none(), "{bad}");
        }
        assert_eq!(Hostname::parse(" Shop.Example.COM. ").unwrap().as_str(), "shop.example.com");
    }
}
