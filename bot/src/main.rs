//! The Boostdesk process: configuration, key file and database, delivery, bot, web, and an orderly end.

mod bot;
mod demo;
mod operator;
mod process;

use std::fs::File;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::db::Leadership;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::ports::ChatPlatform;
use boostdesk_core::shop::delivery;
use boostdesk_web_api::{PictureHelper, Web, answer_before_open};
use secrecy::ExposeSecret;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::bot::context::Bot;
use crate::bot::platform::Platform;
use crate::process::cli::{Cli, Command, LogFormat};
use crate::process::failed::Failed;
use crate::process::output::say;
use crate::process::shutdown::Shutdown;
use crate::process::start::Listeners;
use crate::process::telemetry::Telemetry;
use crate::process::{cli, leader, logging, output, retention, served, start, waits, writes};

fn main() -> ExitCode {
    let mut cli = match Cli::read() {
        Ok(cli) => cli,
        Err(failed) => return give_up(&failed, LogFormat::Text),
    };
    let command = cli.command();
    if let Command::PictureHelper { task } = &command {
        return boostdesk_web_api::help_with_picture(task);
    }
    let runtime = Runtime::new().expect("threads can be started");
    let done = runtime.block_on(run(command, &cli));
    // A thread that still blocks must not delay the exit.
    runtime.shutdown_timeout(Duration::from_millis(200));
    done.unwrap_or_else(|failed| give_up(&failed, cli.log_format))
}

fn give_up(failed: &Failed, format: LogFormat) -> ExitCode {
    match format {
        LogFormat::Text => output::complain(failed),
        LogFormat::Json => logging::complain(failed),
    }
    failed.exit_code()
}

async fn run(command: Command, cli: &Cli) -> Result<ExitCode, Failed> {
    let log = |telemetry: &Telemetry| logging::start(cli.log_format, command.default_log_filter(), telemetry);
    let config_path = cli.config.as_deref();
    if !matches!(command, Command::Serve | Command::Demo) {
        let quiet = log(&Telemetry::default());
        let done = operator::run(command, config_path).await;
        quiet.tell_rest();
        return done;
    }
    let config = Config::load(config_path, std::env::vars_os())?;
    let telemetry = Telemetry::new(&config.telemetry)?;
    let quiet = log(&telemetry);
    let telling = tokio::spawn(quiet.clone().tell());
    let shutdown = Shutdown::on_signals().map_err(Failed::trouble)?;
    let served = if matches!(command, Command::Demo) {
        serve_demo(config, &telemetry, shutdown).await
    } else {
        serve(config, &telemetry, shutdown).await
    };
    // Done after a failure, too.
    telling.abort();
    quiet.tell_rest();
    telemetry.end().await;
    served.map(|()| ExitCode::SUCCESS)
}

async fn serve_demo(config: Config, telemetry: &Telemetry, mut shutdown: Shutdown) -> Result<(), Failed> {
    let Some(shop) = demo::Shop::build(config, &mut shutdown).await? else { return Ok(()) };
    serve(shop.config(), telemetry, shutdown).await
}

async fn serve(mut config: Config, telemetry: &Telemetry, mut shutdown: Shutdown) -> Result<(), Failed> {
    let tls = start::tls(&config.web)?;
    let listeners = Listeners::bind(&config.web)?;
    config.listening_on(listeners.web.local_addr().map_err(Failed::trouble)?);

    let platform = Platform::new(&config.discord);
    // Opening may upgrade the database, or wait for another process that does; a signal ends the wait.
    let (app, leadership, _claim) = tokio::select! {
        opened = open(&config, platform.as_ref()) => opened?,
        () = shutdown.asked() => return Ok(()),
        () = answer_before_open(&listeners.operations) => unreachable!("it answers until it is dropped"),
    };
    telemetry.tell(&app.outages);
    if let Some(platform) = &platform {
        platform.follow_memberships(&app.events);
    }
    let preparation = async {
        // Before the new access code: a start that fails must not end the old one.
        let url = config.database.url.expose_secret();
        delivery::adopt(&app).await.map_err(|failure| start::cannot_open(url, &failure.into()))?;
        let code = start::owner_code(&app, &config, leadership.is_some()).await?;
        say(format!("Access code: {}", code.expose()));
        Ok::<_, Failed>(())
    };
    tokio::select! {
        done = preparation => done?,
        () = shutdown.asked() => return Ok(()),
        () = answer_before_open(&listeners.operations) => unreachable!("it answers until it is dropped"),
    }

    // The web comes first: clients that wait are answered before all other parts begin to use the database.
    let helper = PictureHelper::this_program(cli::PICTURE_HELPER).map_err(Failed::trouble)?;
    let web = Web::new(app.clone(), &config, helper);
    let web = match tls {
        Some(tls) => web.with_tls(tls),
        None => web,
    };
    serve_web(&web, listeners, &shutdown);
    say(format!("Dashboard: {}", config.web.public_url));
    if let Some(error) = output::lost() {
        let instead = if platform.is_some() {
            "in chat, `/access-code show` shows it to the owner"
        } else {
            "the next start makes a new one"
        };
        warn!(%error, "the access code could not be written to standard output: {instead}");
    }
    say_what_is_off(&config);

    let served = app.clone();
    shutdown.keep(&app.outages, "delivery", move |stop| delivery::run(served.clone(), stop));
    let served = app.clone();
    shutdown.keep(&app.outages, "event deliveries", move |stop| event_endpoints::run(served.clone(), stop));
    let bot = platform.map(|platform| Bot::new(app.as_leader(), platform, &config));
    shutdown.need("what leads", leader::run(app.clone(), bot, leadership, shutdown.token.clone()));
    let (db, stop) = (app.db.clone(), shutdown.token.clone());
    shutdown.need("the database's writer", async move {
        let ended = stop.run_until_cancelled(db.writer_ended()).await;
        ended.map_or(Ok(()), |()| Err(Failed::trouble("the database's writer has ended")))
    });
    let served = app.clone();
    shutdown
        .keep(&app.outages, "retention", move |stop| retention::run(served.clone(), config.retention, stop));
    let served = app.clone();
    shutdown.keep(&app.outages, "writes", move |stop| writes::run(served.clone(), stop));
    let served = app.clone();
    shutdown.keep(&app.outages, "waits", move |stop| waits::run(served.clone(), stop));
    let db = app.db.clone();
    shutdown.keep(&app.outages, "notices of other processes", move |stop| {
        let db = db.clone();
        async move {
            stop.run_until_cancelled(db.listen_to_others()).await;
        }
    });

    let close = async {
        tokio::join!(app.db.close(), telemetry.end());
    };
    shutdown.run(close).await
}

/// The part of a start that may wait for others. Cancel safe.
async fn open(
    config: &Config,
    platform: Option<&Platform>,
) -> Result<(App, Option<Leadership>, Option<File>), Failed> {
    if let Some(platform) = platform {
        start::refuse_wrong_token(platform).await?;
    }
    let port = platform.map(|platform| Arc::new(platform.clone()) as Arc<dyn ChatPlatform>);
    // Before another process's database is upgraded; a new one is claimed once it is there.
    let claim = served::claim(config)?;
    let app = start::open_app(config, Clock::system(), start::delivery_settings(config), port).await?;
    let claim = if claim.is_some() { claim } else { served::claim(config)? };
    let leadership = leader::elect(&app).await;
    Ok((app, leadership, claim))
}

fn serve_web(web: &Web, listeners: Listeners, shutdown: &Shutdown) {
    let Listeners { web: public, operations, redirect } = listeners;
    let part = || (web.clone(), shutdown.token.clone(), shutdown.tasks.clone());
    let (server, token, tasks) = part();
    shutdown.need("the web listener", async move {
        server.serve(public, token, &tasks).await;
        Ok(())
    });
    let server = web.clone();
    // It stays up to the end, so that monitoring sees the process stopping.
    shutdown.need_to_the_end("the operations listener", async move {
        server.serve_operations(operations, CancellationToken::new(), &TaskTracker::new()).await;
        Ok(())
    });
    if let Some(redirect) = redirect {
        let (server, token, tasks) = part();
        shutdown.need("the redirect listener", async move {
            server.serve_redirects(redirect, token, &tasks).await;
            Ok(())
        });
    }
}

fn say_what_is_off(config: &Config) {
    if config.discord.token.is_none() {
        info!("no discord.token: the web side runs alone");
    }
    if !config.captcha.is_on() {
        info!("no captcha.site_key: the login page has no bot check");
    }
}
