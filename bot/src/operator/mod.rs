//! What an operator does without a browser and without a chat client: one file for each command.

mod backup;
mod check;
mod key;
mod ready;
mod seller;
mod stock;
mod storefront;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boostdesk_core::App;
use boostdesk_core::app::DeliverySettings;
use boostdesk_core::closing::ClosingError;
use boostdesk_core::config::Config;
use boostdesk_core::db;
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::storefronts::{self, Storefront};
use secrecy::ExposeSecret;

use crate::process::cli::Command;
use crate::process::failed::Failed;
use crate::{process::output, process::start};

/// Errors: those of the command; or its output could not be written, although it has succeeded.
pub(crate) async fn run(command: Command, config_path: Option<&Path>) -> Result<ExitCode, Failed> {
    let code = carry_out(command, config_path).await?;
    match output::lost() {
        Some(error) => Err(Failed::trouble(format!(
            "it is done, but what it says could not be written: {error}. Make room, or write elsewhere"
        ))),
        None => Ok(code),
    }
}

async fn carry_out(command: Command, config_path: Option<&Path>) -> Result<ExitCode, Failed> {
    let config = || Config::load(config_path, std::env::vars_os());
    match command {
        Command::Openapi(_) => {
            if config_path.is_some() {
                config()?;
            }
            let document = boostdesk_web_api::openapi();
            output::say(serde_json::to_string_pretty(&document).expect("a document is plain data"));
            Ok(ExitCode::SUCCESS)
        }
        Command::Check(output) => check::run(config_path, output).await,
        Command::Ready(output) => ready::run(&config()?, output).await,
        Command::Backup { folder, sqlite, output } => {
            let format = if sqlite { backup::Format::Sqlite } else { backup::Format::Own };
            backup::back_up(&config()?, &folder, format, output).await
        }
        Command::Restore { folder, output } => backup::restore(&config()?, &folder, output).await,
        Command::Seller(command) => with_app(&config()?, async |app| seller::run(app, command).await).await,
        Command::Storefront(command) => {
            with_app(&config()?, async |app| storefront::run(app, command).await).await
        }
        Command::Stock(command) => with_app(&config()?, async |app| stock::run(app, command).await).await,
        Command::Key(command) => with_app(&config()?, async |app| key::run(app, command).await).await,
        Command::Serve | Command::Demo | Command::PictureHelper { .. } => {
            unreachable!("these are no operator's, and `main` runs them")
        }
    }
}

/// Opens the database for some work, and closes it afterwards.
async fn with_app(
    config: &Config,
    work: impl AsyncFnOnce(&App) -> Result<(), Failed>,
) -> Result<ExitCode, Failed> {
    let missing = missing_file(config);
    let app = start::open_app(config, Clock::system(), DeliverySettings::by_hand(), None).await?;
    let done = work(&app).await;
    app.db.close().await;
    if let (Ok(()), None, Some(file)) = (&done, output::lost(), missing) {
        // It may well be the wrong folder.
        output::complain(&format!("there was no database {}: it is a new one", file.display()));
    }
    done.map(|()| ExitCode::SUCCESS)
}

/// SQLite's file, if it is not there yet.
fn missing_file(config: &Config) -> Option<PathBuf> {
    let file = db::backup::sqlite_file(config.database.url.expose_secret()).ok().flatten()?;
    matches!(file.try_exists(), Ok(false)).then_some(file)
}

/// The open storefront of a guild, whoever's it is: an operator acts for its seller.
async fn storefront_in(app: &App, guild: &GuildId) -> Result<Storefront, Failed> {
    let found = storefronts::by_guild(app, guild).await.map_err(Failed::trouble)?;
    found.ok_or_else(|| no_storefront(ClosingError::NoStorefront(guild.to_string())))
}

fn no_storefront(error: ClosingError) -> Failed {
    match error {
        ClosingError::NoStorefront(_) => {
            Failed::trouble(format!("{error} `boostdesk storefront list` shows which there are."))
        }
        error => Failed::trouble(error),
    }
}

fn guild_id(text: &str) -> Result<GuildId, Failed> {
    GuildId::parse(text)
        .ok_or_else(|| Failed::usage(format!("`{text}` is no guild id: it has 17 to 20 digits.")))
}
