//! Lists of a seller's orders, filtered by status and search terms, page by page or all of them.
//!
//! Nothing here changes an order. Triggers maintain the counts (decision 0027), and a search counts up to a limit only
//! (0059), so that a page costs the same however many orders there are.

mod queries;
mod search;
mod service;

use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{GuildId, OrderId};
use crate::shop::orders::{OrderState, Standing};
use crate::shop::redeem::FoundBy;
use crate::shop::stock::StockName;

pub use service::{Walk, page, walk};

/// How many matches of a search are counted at most.
pub const MOST_COUNTED: i64 = 10_000;

text_enum! {
    /// The status that a list is filtered by. `processing`: queued or delivering. `waiting`: the seller has to deliver
    /// it by hand or, after delivery was given up, to decide. `completed`, `partial`, `failed`: done.
    pub enum OrderStatus {
        /// Queued or delivering, by hand or automatically.
        Processing = "processing",
        /// For the seller: to be delivered by hand, or given up.
        Waiting = "waiting",
        Completed = "completed",
        Partial = "partial",
        Failed = "failed",
    }
}

impl OrderStatus {
    fn standings(self) -> Standings {
        match self {
            Self::Processing => Standings::Either([Standing::Processing, Standing::ByHand]),
            Self::Waiting => Standings::Either(Standing::FOR_SELLER),
            Self::Completed => Standings::One(Standing::Completed),
            Self::Partial => Standings::One(Standing::Partial),
            Self::Failed => Standings::One(Standing::Failed),
        }
    }
}

/// The standings of orders to list.
#[derive(Debug, Clone, Copy)]
enum Standings {
    Any,
    One(Standing),
    Either([Standing; 2]),
}

/// Which orders to list. An empty search finds all of them.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub status: Option<OrderStatus>,
    /// The beginning, in any case, of an order's id, email, invite code, guild or purchase; in quotation marks, all of it.
    pub search: String,
    /// Only orders of the storefront in this guild.
    pub guild: Option<GuildId>,
}

/// Orders that are read at once when many are wanted.
const STRIDE: i64 = 500;

/// A line of the list.
#[derive(Debug, sqlx::FromRow)]
pub struct ListedOrder {
    pub id: OrderId,
    /// The customer's guild when the invite could be resolved, else the storefront's.
    pub guild_id: GuildId,
    pub storefront_guild_id: GuildId,
    pub invite: String,
    pub stock: StockName,
    /// In boosts.
    pub amount: i64,
    pub state: OrderState,
    /// In tokens.
    pub succeeded: i64,
    /// In tokens.
    pub failed: i64,
    pub email: String,
    pub purchase: Option<String>,
    pub created_at: Timestamp,
    pub done_at: Option<Timestamp>,
}

impl ListedOrder {
    fn found_by(&self) -> FoundBy<'_> {
        let Self { id, email, invite, guild_id, purchase, .. } = self;
        FoundBy { id, email, invite, guild_id, purchase: purchase.as_deref() }
    }
}

/// The newest first.
#[derive(Debug)]
pub struct OrderList {
    pub orders: Vec<ListedOrder>,
    /// The number of orders on all pages, counted as far as [`MOST_COUNTED`].
    pub total: i64,
    /// A search has found more than `total`. Its pages go on.
    pub total_is_capped: bool,
    /// Those that wait for the seller, whatever the filter.
    pub waiting: i64,
}
