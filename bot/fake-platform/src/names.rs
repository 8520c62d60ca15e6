//! Ids and words that every platform begins with. What stands behind them is in `furniture`.

/// An id as the platform writes it, in digits.
pub(crate) type Id = String;

pub const TOKEN: &str = "MTE0MjQyNDI0MjQyNDI0MjQyNA.GfAkEt.n0t-a-real-token-of-anybody_at-all-0123456";
pub const APPLICATION: &str = "114242424242424242";
pub const BOT: &str = "114242424242424242";

/// The guild that sells; its seller and a customer are members, and so is the product's owner.
pub const GUILD: &str = "112233445566778899";
/// Another seller's guild, on the other of two shards.
pub const OTHER_GUILD: &str = "223344556682889911";
/// The guild that the invite leads to; the bot is not there.
pub const CUSTOMERS_GUILD: &str = "334455667788990011";

pub const OWNER: &str = "190000000000000001";
pub const SELLER: &str = "190000000000000002";
pub const CUSTOMER: &str = "190000000000000003";
/// May manage the first guild's settings, and sells nothing.
pub const MANAGER: &str = "190000000000000004";
/// Is in no guild that the bot is in.
pub const STRANGER: &str = "190000000000000006";
/// Sells from the other guild, and is in both.
pub const RIVAL: &str = "190000000000000005";

pub const OWNERS_LOG: &str = "170000000000000001";
pub const LOG: &str = "170000000000000002";
pub const SHOP: &str = "170000000000000003";
pub const SECOND_SHOP: &str = "170000000000000004";
pub const OTHER_GUILDS_SHOP: &str = "170000000000000005";

/// What the platform calls a forum's type.
pub(crate) const FORUM: u64 = 15;

pub const PINGED_ROLE: &str = "180000000000000009";
/// An invite to `CUSTOMERS_GUILD`.
pub const INVITE: &str = "lofi-lounge";
