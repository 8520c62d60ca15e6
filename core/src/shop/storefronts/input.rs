//! A storefront's settings as its seller enters them, and their rules.

use std::borrow::Cow;
use std::str::FromStr;

use url::Url;

use super::{Storefront, StorefrontError};
use crate::foundation::color::Color;
use crate::foundation::words::{is_invisible, misleads};
use crate::ids::{ChannelId, RoleId};

const DEFAULT_COLOR: &str = "#ff82be";

/// Settings as they were entered. Empty texts count as absent.
#[derive(Debug, Clone, Default)]
pub struct StorefrontInput {
    pub name: Option<String>,
    pub embed_color: Option<String>,
    pub embed_footer: Option<String>,
    pub redeem_footer: Option<String>,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
    pub low_stock_threshold: Option<i64>,
    pub log_channel_id: Option<ChannelId>,
    pub low_stock_role_id: Option<RoleId>,
}

impl From<Storefront> for StorefrontInput {
    /// The present settings, for changing some of them. An old name with line breaks is put on one line, as names must be.
    fn from(storefront: Storefront) -> Self {
        Self {
            name: Some(storefront.name.replace(char::is_control, " ").replace(misleads, "")),
            embed_color: Some(storefront.embed_color.as_str().to_owned()),
            embed_footer: storefront.embed_footer,
            redeem_footer: storefront.redeem_footer,
            store_link: storefront.store_link,
            discord_link: storefront.discord_link,
            low_stock_threshold: Some(storefront.low_stock_threshold),
            log_channel_id: storefront.log_channel_id,
            low_stock_role_id: storefront.low_stock_role_id,
        }
    }
}

/// Checked settings, as they are stored.
#[derive(Debug, Clone)]
pub(super) struct Checked {
    pub name: String,
    pub embed_color: Color,
    pub embed_footer: Option<String>,
    pub redeem_footer: Option<String>,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
    pub low_stock_threshold: i64,
    pub log_channel_id: Option<ChannelId>,
    pub low_stock_role_id: Option<RoleId>,
}

/// Longest name, and longest footer or link, in characters.
pub const LONGEST_NAME: usize = 100;
pub const LONGEST_TEXT: usize = 2048;
/// The highest threshold of low stock, in tokens.
pub const HIGHEST_THRESHOLD: i64 = 1_000_000;

impl StorefrontInput {
    pub(super) fn check(self) -> Result<Checked, StorefrontError> {
        let name = text(self.name, LONGEST_NAME, format!("The name has at most {LONGEST_NAME} characters."))?
            .filter(|name| !is_invisible(name))
            .ok_or_else(|| invalid("Please enter a name for the storefront."))?;
        if name.contains(misleads) {
            return Err(invalid("The name stands on one line, without invisible characters."));
        }
        let embed_color = self.embed_color.map(|color| color.trim().to_owned()).filter(|c| !c.is_empty());
        let embed_color = Color::parse(embed_color.as_deref().unwrap_or(DEFAULT_COLOR))
            .ok_or_else(|| invalid("Please enter a colour such as #ff82be."))?;
        let low_stock_threshold = self.low_stock_threshold.unwrap_or(10);
        if !(0..=HIGHEST_THRESHOLD).contains(&low_stock_threshold) {
            return Err(invalid(format!("The low stock threshold is between 0 and {HIGHEST_THRESHOLD}.")));
        }
        let footer =
            |typed| text(typed, LONGEST_TEXT, format!("A footer has at most {LONGEST_TEXT} characters."));
        Ok(Checked {
            name,
            embed_color,
            embed_footer: footer(self.embed_footer)?,
            redeem_footer: footer(self.redeem_footer)?,
            store_link: link(self.store_link, "The store link must be a web address (https://…).")?,
            discord_link: link(self.discord_link, "The community link must be a web address (https://…).")?,
            low_stock_threshold,
            log_channel_id: self.log_channel_id,
            low_stock_role_id: self.low_stock_role_id,
        })
    }
}

fn invalid(refusal: impl Into<Cow<'static, str>>) -> StorefrontError {
    StorefrontError::Invalid(refusal.into())
}

fn text(
    value: Option<String>,
    longest: usize,
    refusal: impl Into<Cow<'static, str>>,
) -> Result<Option<String>, StorefrontError> {
    let Some(value) = value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    if value.chars().count() > longest || value.contains('\0') {
        return Err(invalid(refusal));
    }
    Ok(Some(value))
}

/// A log channel's id as it came in.
pub fn log_channel_id(typed: Option<String>) -> Result<Option<ChannelId>, StorefrontError> {
    id(typed, "A log channel's ID has 17 to 20 digits.")
}

/// A role's id as it came in.
pub fn low_stock_role_id(typed: Option<String>) -> Result<Option<RoleId>, StorefrontError> {
    id(typed, "A role's ID has 17 to 20 digits.")
}

fn id<T: FromStr>(typed: Option<String>, refusal: &'static str) -> Result<Option<T>, StorefrontError> {
    let typed = text(typed, 20, refusal)?;
    typed.map(|id| id.parse().map_err(|_| invalid(refusal))).transpose()
}

fn link(value: Option<String>, refusal: &'static str) -> Result<Option<String>, StorefrontError> {
    let value = text(value, LONGEST_TEXT, refusal)?;
    if let Some(value) = &value {
        let url = Url::parse(value).map_err(|_| invalid(refusal))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(invalid(refusal));
        }
    }
    Ok(value)
}
