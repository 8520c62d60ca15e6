//! What may fail for a while, and what people are told of it.

use crate::foundation::text_enum::text_enum;

text_enum! {
    /// What may fail for a while, by its kind.
    pub enum Trouble {
        Announcements = "announcements",
        BotCheck = "bot_check",
        Certificates = "certificates",
        Chat = "chat",
        /// The clock is far from the chat platform's. Looked at only when something is dated in the future.
        Clock = "clock",
        Commands = "commands",
        /// A part of the process crashes, and begins again.
        Crashes = "crashes",
        /// A background task cannot use the database.
        Database = "database",
        /// Events for an endpoint cannot be put together, so they are not sent.
        Events = "events",
        /// A service that delivers orders takes none.
        Fulfilment = "fulfilment",
        Gateway = "gateway",
        Invites = "invites",
        Leadership = "leadership",
        Listener = "listener",
        Notices = "notices",
        StockBoards = "stock_boards",
        Traces = "traces",
        Uploads = "uploads",
        /// The database takes no writes, as when its disk is full.
        Writes = "writes",
    }
}

impl Trouble {
    /// A description for people, to be followed by what it is about.
    pub fn words(self) -> &'static str {
        match self {
            Self::Announcements => "the chat platform takes no announcement",
            Self::BotCheck => "the bot check cannot be used",
            Self::Certificates => "a certificate cannot be obtained",
            Self::Chat => "the chat room cannot be read",
            Self::Clock => "the clock is wrong",
            Self::Commands => "the bot's commands cannot be registered",
            Self::Crashes => "a part of the process crashes, and begins again",
            Self::Database => "the database does not do its part",
            Self::Events => "events cannot be put together for an endpoint",
            Self::Fulfilment => "a service that delivers takes no orders",
            Self::Gateway => "the chat platform's gateway cannot be used",
            Self::Invites => "the chat platform does not say where invites lead",
            Self::Leadership => "the database cannot say which process leads",
            Self::Listener => "connections cannot be accepted",
            Self::Notices => "other processes cannot be heard",
            Self::StockBoards => "a stock board cannot be shown",
            Self::Traces => "the collector takes no traces",
            Self::Uploads => "uploaded files that nobody needs cannot be removed",
            Self::Writes => "the database takes no writes",
        }
    }
}
