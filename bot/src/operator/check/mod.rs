//! `boostdesk check`: whether everything that a start needs is there, a line each, with what to do where it is not.
//!
//! It makes neither a key file nor a SQLite file.

mod bot;

use std::path::Path;
use std::process::ExitCode;

use boostdesk_core::config::{Config, Provider};
use boostdesk_core::events::Events;
use boostdesk_core::foundation::clock::{Clock, Timestamp};
use boostdesk_core::ports::Found;
use boostdesk_core::ports::NameServer;
use boostdesk_core::watching::outages::Outages;
use boostdesk_web_api::Dns;
use secrecy::ExposeSecret;
use serde::Serialize;
use url::Host;

use crate::process::cli::Output;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};
use crate::process::start;

/// 2026-11-01: a clock before that is wrong.
const RELEASED: Timestamp = Timestamp(1_793_491_200_000);

/// The platform says its time in whole seconds, and its answer takes a moment.
const CLOCK_TOLERANCE_S: i64 = 10;

#[derive(Serialize)]
struct Finding {
    name: String,
    ok: bool,
    message: String,
    /// What to do, where there is something to do.
    mend: Option<String>,
}

impl Finding {
    fn good(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self { name: name.into(), ok: true, message: message.into(), mend: None }
    }

    fn bad(name: impl Into<String>, message: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { name: name.into(), ok: false, message: message.into(), mend: Some(mend.into()) }
    }

    /// Fine as it is, and better otherwise.
    fn advice(name: impl Into<String>, message: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { ok: true, ..Self::bad(name, message, mend) }
    }
}

pub(super) async fn run(config_path: Option<&Path>, output: Output) -> Result<ExitCode, Failed> {
    let findings = match Config::load(config_path, std::env::vars_os()) {
        Ok(config) => look_at(&config).await,
        Err(error) => vec![Finding::bad("configuration", error.to_string(), "Correct it and check again.")],
    };
    if output.json {
        say_json(&findings);
    } else {
        for Finding { name, ok, message, mend } in &findings {
            let verdict = if *ok { "ok  " } else { "FAIL" };
            let mend = mend.as_deref().unwrap_or_default();
            let stop = if mend.is_empty() || message.ends_with(['.', '!', '?']) { "" } else { "." };
            say(format!("{verdict} {name}: {message}{stop} {mend}").trim_end());
        }
    }
    let good = findings.iter().all(|finding| finding.ok);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn look_at(config: &Config) -> Vec<Finding> {
    let mut findings = vec![
        Finding::good("configuration", "Every key is known and every value has a meaning."),
        database(config).await,
        delivery(config),
        address(config),
        dns(config).await,
    ];
    findings.extend(bot::look_at(config).await);
    findings.push(captcha(config));
    findings
}

async fn database(config: &Config) -> Finding {
    const NAME: &str = "database";
    let url = config.database.url.expose_secret();
    let sqlite_file = url.strip_prefix("sqlite:").map(|rest| rest.trim_start_matches("//").split('?').next());
    let on_disk = sqlite_file.map(|file| Path::new(file.unwrap_or_default()).exists());
    let opened = match (on_disk, config.secrets.key_file.exists()) {
        (Some(false), _) => return Finding::good(NAME, "Not there yet: the first start makes it."),
        (Some(true), false) => {
            let missing =
                format!("It is there, and its key file {} is not.", config.secrets.key_file.display());
            return Finding::bad(NAME, missing, "Restore the key file from a backup.");
        }
        (_, true) => start::open_app(config, Clock::system(), start::no_delivery(), None)
            .await
            .map(|app| app.db.clone()),
        (None, false) => {
            let outages = Outages::new(Clock::system());
            start::open_database(&config.database.url, Events::default(), outages, "check".to_owned()).await
        }
    };
    match opened {
        Ok(db) => {
            db.close().await;
            Finding::good(NAME, "It opens.")
        }
        Err(failed) => Finding::bad(NAME, failed.to_string(), "See database.url and secrets.key_file."),
    }
}

fn delivery(config: &Config) -> Finding {
    match (config.delivery.provider, &config.delivery.webhook_url) {
        (Provider::Webhook, Some(url)) => Finding::good("delivery", format!("By the service at {url}.")),
        (Provider::Simulated, _) => Finding::advice(
            "delivery",
            "Simulated: nothing is delivered.",
            "Set delivery.provider for real orders.",
        ),
        _ => Finding::good("delivery", "By the seller's own hands."),
    }
}

fn address(config: &Config) -> Finding {
    const NAME: &str = "address";
    let url = &config.web.public_url;
    let own = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    let shown = url.as_str().trim_end_matches('/');
    if own {
        let mend = "Set web.public_url to the address that customers and stores get to it by.";
        return Finding::advice(NAME, format!("{shown}: only this machine gets there."), mend);
    }
    Finding::good(NAME, format!("Links lead to {shown}."))
}

async fn dns(config: &Config) -> Finding {
    const NAME: &str = "dns";
    let target = config.domains.cname_target.as_str();
    if target == Config::default().domains.cname_target.as_str() {
        let mend = "Set domains.cname_target to this server's name before sellers add their own domains.";
        return Finding::advice(NAME, format!("domains.cname_target is still {target}."), mend);
    }
    match Dns::new(config.domains.resolver).look_up(target).await {
        Ok(found) if has_no_address(&found) => {
            Finding::bad(NAME, format!("{target} has no address."), "Add an A or AAAA record for it.")
        }
        Ok(_) => Finding::good(NAME, format!("{target} has an address.")),
        Err(error) => Finding::bad(NAME, format!("{target}: {error}"), "See domains.resolver."),
    }
}

fn has_no_address(found: &Found) -> bool {
    match found {
        Found::Nothing => true,
        Found::Addresses(addresses) | Found::Apex(addresses) => addresses.is_empty(),
        Found::Alias(_) => false,
    }
}

fn captcha(config: &Config) -> Finding {
    if config.captcha.is_on() {
        return Finding::good("captcha", "The login page has a bot check.");
    }
    let mend = "Set captcha.site_key and captcha.secret_key when the login page is on the internet.";
    Finding::advice("captcha", "Off: the login page has no bot check.", mend)
}

/// Beside the platform's clock, where it can be asked.
fn clock(platform: Option<Timestamp>) -> Finding {
    let now = Clock::system().now();
    if let Some(platform) = platform {
        let apart = (now.0 - platform.0).abs() / 1000;
        if apart > CLOCK_TOLERANCE_S {
            let message = format!("It is {apart} s apart from the chat platform's.");
            return Finding::bad("clock", message, "Set the clock, and keep it by NTP.");
        }
        return Finding::good("clock", format!("It says {}, as the chat platform's does.", now.rfc3339()));
    }
    if now < RELEASED {
        return Finding::bad(
            "clock",
            format!("It says {}.", now.rfc3339()),
            "Set the clock, and keep it by NTP.",
        );
    }
    Finding::good("clock", format!("It says {}.", now.rfc3339()))
}
