//! The command line. What a command does is in `operator/`, one file each.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::process::failed::Failed;

/// Sells server boosts and premium tokens: a storefront, a dashboard and a bot in one process.
#[derive(Debug, Parser)]
#[command(name = "boostdesk", version)]
pub(crate) struct Cli {
    /// The configuration file [default: config.toml, which may be missing]
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) config: Option<PathBuf>,
    /// The format of the logs, which go to standard error
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) log_format: LogFormat,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

pub(crate) const PICTURE_HELPER: &str = "picture-helper";

impl Cli {
    /// What this process was started with. Ends it where that was to be helped.
    pub(crate) fn read() -> Result<Self, Failed> {
        Self::try_parse().map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Failed::usage("a command is missing; see `--help`")
            }
            _ => {
                let whole = error.to_string();
                let is_reason = |part: &&str| !part.starts_with("Usage:") && !part.starts_with("For more");
                let reasons: Vec<&str> = whole.split("\n\n").map(str::trim).filter(is_reason).collect();
                Failed::usage(format!("{}; see `--help`", reasons.join("; ").trim_start_matches("error: ")))
            }
        })
    }

    /// `boostdesk` alone means `boostdesk serve`.
    pub(crate) fn command(&mut self) -> Command {
        self.command.take().unwrap_or(Command::Serve)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the dashboard, the customers' pages and the API
    Serve,
    /// Serve a demo shop with example data, from a temporary database
    Demo,
    /// Manage sellers, who can sign in to the dashboard
    #[command(subcommand)]
    Seller(SellerCommand),
    /// Manage storefronts: sellers' shops, each tied to the chat server (guild) it sells from
    #[command(subcommand)]
    Storefront(StorefrontCommand),
    /// Manage the stock of premium tokens
    #[command(subcommand)]
    Stock(StockCommand),
    /// Manage redeem keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Copy the database and the key file into a folder
    Backup {
        /// A folder that is empty or does not exist yet
        folder: PathBuf,
        /// Write a SQLite database from PostgreSQL too: it needs no `pg_dump`, and can be restored into both
        #[arg(long)]
        sqlite: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Restore a backup into an installation without data; one of SQLite also into PostgreSQL
    Restore {
        /// The folder that `backup` copied to
        folder: PathBuf,
        #[command(flatten)]
        output: Output,
    },
    /// Check whether everything that the server needs is in order, and say how to fix what is not
    Check(Output),
    /// Ask the running server whether it is ready: exit code 0 if it is
    Ready(Output),
    /// Print the OpenAPI document of the HTTP API
    Openapi(Output),
    /// Process one untrusted picture from standard input; started by the server itself
    #[command(name = PICTURE_HELPER, hide = true)]
    PictureHelper { task: String },
}

impl Command {
    /// An operator's command answers on standard output, and logs what went wrong only.
    pub(crate) fn default_log_filter(&self) -> &'static str {
        match self {
            // How long a connection is waited for is a figure of its own.
            Self::Serve | Self::Demo => "info,sqlx=warn,sqlx::pool=off",
            _ => "error,boostdesk_core::seal=warn",
        }
    }
}

/// Of every operator's command.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Output {
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SellerCommand {
    /// Add a seller and print the access code to sign in with
    Add {
        /// The seller's name
        name: String,
        /// The seller's user id on the chat platform
        #[arg(long, value_name = "ID")]
        discord_id: Option<String>,
        /// Make the seller an admin, who can moderate and read the logs
        #[arg(long)]
        admin: bool,
        #[command(flatten)]
        output: Output,
    },
    /// List all sellers
    List(Output),
    /// Remove a seller with their access code, sessions, API keys, event endpoints, helpers, storefronts and domain;
    /// orders, keys and stock stay
    Remove {
        /// The seller's name or id
        #[arg(value_name = "NAME|ID")]
        seller: String,
        #[command(flatten)]
        output: Output,
    },
    /// Give a seller a new access code; the old one and all sessions stop working
    ResetCode {
        /// The seller's name or id
        #[arg(value_name = "NAME|ID")]
        seller: String,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum StorefrontCommand {
    /// Open a storefront for a seller
    Add {
        /// The chat server's id: 17 to 20 digits
        guild: String,
        /// The seller's name or id
        #[arg(long, value_name = "NAME|ID")]
        seller: String,
        /// The storefront's name [default: the name it had before, else the server's id]
        #[arg(long, value_name = "TEXT")]
        name: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Close the storefront of any seller; its orders, keys and stock stay
    Close {
        /// The chat server's id
        guild: String,
        #[command(flatten)]
        output: Output,
    },
    /// List all open storefronts
    List(Output),
}

#[derive(Debug, Subcommand)]
pub(crate) enum StockCommand {
    /// Add tokens from a file with one token a line
    Import {
        /// The chat server's id
        guild: String,
        /// The stock: OneMonthTokens.txt or ThreeMonthTokens.txt
        stock: String,
        /// The file to read; `-` reads standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Create redeem keys and print them
    Create {
        /// The chat server's id
        guild: String,
        /// The stock: OneMonthTokens.txt or ThreeMonthTokens.txt
        stock: String,
        /// Boosts that each key is worth: an even number, 2 to 100; a token is worth two
        amount: i64,
        /// How many keys to create
        #[arg(long, default_value_t = 1, value_name = "N")]
        count: i64,
        #[command(flatten)]
        output: Output,
    },
    /// List the keys of a storefront, the newest first
    List {
        /// The chat server's id
        guild: String,
        /// Only keys with this status: unused, redeemed or revoked
        #[arg(long, value_name = "S")]
        status: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Revoke an unused key, so that it cannot be redeemed
    Revoke {
        /// The redeem key
        key: String,
        #[command(flatten)]
        output: Output,
    },
}
