//! Storefronts: one seller's shop, tied to the guild (chat server) it sells from.
//!
//! A deleted storefront is closed, not erased: its orders stay, and the same seller opens it again with its stock.

pub(crate) mod claims;
mod input;
mod queries;
mod reach;
mod service;

use std::borrow::Cow;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::color::Color;
use crate::ids::{ChannelId, GuildId, LogoId, RoleId, StorefrontId, UserId};
use crate::people::auth::AuthError;

pub use claims::prove;
pub use input::{
    HIGHEST_THRESHOLD, LONGEST_NAME, LONGEST_TEXT, StorefrontInput, log_channel_id, low_stock_role_id,
};
pub(crate) use queries::{
    by_id, is_closed as is_closed_in, is_open, is_proven, lock_stock_levels_of_user, of_user, open_in,
};
pub use reach::{
    Helper, Reached, Right, Role, Shop, helper_in_chat, helps_in, owned, reach, shop_of, shop_of_order,
    stocked,
};
pub(crate) use reach::{Scope, take_from_former_helper};
pub use service::{
    add, add_proven, by_guild, has_closed_one, is_closed, is_closed_one_of, list, list_all, note_visit,
    settings_before, update,
};
pub(crate) use service::{close, close_at_rest, hold_open, log, open_proven};

/// What customers of a closed shop are told.
pub const CLOSED: &str = "This shop is closed.";

#[derive(Debug, thiserror::Error)]
pub enum StorefrontError {
    #[error("There is no such storefront.")]
    NotFound,
    #[error("Your role does not reach this.")]
    Forbidden,
    #[error("This server already has a storefront.")]
    GuildTaken,
    #[error(
        "Only somebody with the Manage Server permission can open a storefront for a server. The bot's owner ties your account to your chat user."
    )]
    NotManager,
    #[error("The bot is not in that server, so it cannot see that you manage it. Let it in and try again{0}")]
    BotIsOut(String),
    #[error("It cannot be found out whose server this is. Please try again in a minute.")]
    NobodyCanSay,
    #[error("Orders of this storefront are still being delivered. Try again when they are done.")]
    OrdersUnderWay,
    #[error("{0}")]
    Invalid(Cow<'static, str>),
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Storefront {
    pub(crate) id: StorefrontId,
    pub guild_id: GuildId,
    pub user_id: UserId,
    pub name: String,
    pub embed_color: Color,
    /// `None`: its initial is shown instead.
    pub logo: Option<LogoId>,
    pub embed_footer: Option<String>,
    pub redeem_footer: Option<String>,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
    /// Stock of a name at or below this is announced as low. 0: never.
    pub low_stock_threshold: i64,
    /// Where the bot posts what happens.
    pub log_channel_id: Option<ChannelId>,
    /// Mentioned when stock is low or empty.
    pub low_stock_role_id: Option<RoleId>,
    pub created_at: Timestamp,
    /// When a customer first opened its redeem page.
    pub visited_at: Option<Timestamp>,
}

/// The shop's identity on customers' pages.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ShopSign {
    /// The storefront's.
    pub guild_id: GuildId,
    pub name: String,
    pub embed_color: Color,
    pub logo: Option<LogoId>,
}

impl From<&Storefront> for ShopSign {
    fn from(storefront: &Storefront) -> Self {
        Self {
            guild_id: storefront.guild_id.clone(),
            name: storefront.name.clone(),
            embed_color: storefront.embed_color.clone(),
            logo: storefront.logo.clone(),
        }
    }
}
