//! `boostdesk check`: whether everything that a start needs is there, a line each, with what to do where it is not.
//!
//! It makes neither a key file nor a database, and leaves tables as they are: another version may be using them.

mod bot;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boostdesk_core::App;
use boostdesk_core::app::DeliverySettings;
use boostdesk_core::config::{self, Config, ConfigError, Provider};
use boostdesk_core::db::{Tables, backup};
use boostdesk_core::foundation::clock::{Clock, Timestamp};
use boostdesk_core::ports::Found;
use boostdesk_core::ports::NameServer;
use boostdesk_core::seal::{SealError, SealingKey};
use boostdesk_web_api::disk::{self, Disk};
use boostdesk_web_api::{Dns, NotReady, ask_readiness};
use secrecy::ExposeSecret;
use serde::Serialize;
use url::Host;

use crate::bot::platform::CLOCK_TOLERANCE;
use crate::process::cli::Output;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};
use crate::process::{served, start};

/// 2026-11-01: a clock before that is wrong.
const RELEASED: Timestamp = Timestamp(1_793_491_200_000);

/// Bytes. SQLite's write-ahead log may take that much.
const ROOM_TO_WRITE: u64 = 64 << 20;

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

    /// Works as it is, but could be better.
    fn advice(name: impl Into<String>, message: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { ok: true, ..Self::bad(name, message, mend) }
    }
}

pub(super) async fn run(config_path: Option<&Path>, output: Output) -> Result<ExitCode, Failed> {
    let findings = match Config::load(config_path, std::env::vars_os()) {
        Ok(config) => look_at(&config).await,
        Err(missing @ ConfigError::Missing { .. }) => return Err(missing.into()),
        Err(error) => vec![Finding::bad("configuration", error.to_string(), "Correct it and check again.")],
    };
    if output.json {
        say_json(&findings);
    } else {
        for Finding { name, ok, message, mend } in &findings {
            let verdict = match (ok, mend) {
                (true, None) => "ok  ",
                (true, Some(_)) => "warn",
                (false, _) => "FAIL",
            };
            let mend = mend.as_deref().unwrap_or_default();
            let stop = if mend.is_empty() || message.ends_with(['.', '!', '?']) { "" } else { "." };
            say(format!("{verdict} {name}: {message}{stop} {mend}").trim_end());
        }
    }
    let good = findings.iter().all(|finding| finding.ok);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn look_at(config: &Config) -> Vec<Finding> {
    let (database, app) = database(config).await;
    let mut findings = vec![
        Finding::good("configuration", "Every key is known and every value has a meaning."),
        database,
        listeners(config).await,
        delivery(config),
        address(config),
        dns(config).await,
    ];
    findings.extend(files(config));
    findings.extend(disks(config));
    findings.extend(bot::look_at(config, app.as_ref()).await);
    findings.push(captcha(config));
    if let Some(app) = app {
        app.db.close().await;
    }
    findings
}

/// Checks the database, and returns it opened if this version can read it.
async fn database(config: &Config) -> (Finding, Option<App>) {
    const NAME: &str = "database";
    const MEND: &str = "See database.url and secrets.key_file.";
    let url = config.database.url.expose_secret();
    let key_file = &config.secrets.key_file;
    let unusable = |error: SealError| (Finding::bad(NAME, format!("{error}."), MEND), None);
    let file = backup::sqlite_file(url).ok().flatten();
    if let Some(Err(error)) = file.as_deref().map(backup::refuse_a_log_without_its_database) {
        return (Finding::bad(NAME, format!("{error}."), MEND), None);
    }
    // If it cannot be checked whether the file exists, opening it says why.
    let is_missing = |file: &Path| matches!(file.try_exists(), Ok(false));
    if file.as_deref().is_some_and(is_missing) {
        let places = [file.as_deref(), Some(key_file.as_path())];
        let refused = places.into_iter().flatten().find_map(|file| {
            let (folder, error) = refusal_to_make(file)?;
            Some(format!("{} cannot be made in {}: {error}.", file.display(), folder.display()))
        });
        if let Some(refused) = refused {
            let mend =
                "Make the folder, or let this user write there. See database.url and secrets.key_file.";
            return (Finding::bad(NAME, refused, mend), None);
        }
        return match SealingKey::look_at(key_file) {
            Ok(()) => (Finding::good(NAME, "Not there yet: the first start makes it."), None),
            Err(error) => unusable(error),
        };
    }
    if let Some(unwritable) = start::unwritable(url) {
        return (Finding::bad(NAME, format!("{unwritable}."), format!("{}.", start::LET_WRITE)), None);
    }
    let tables = match Tables::of(url).await {
        Ok(tables) => tables,
        Err(failure) => {
            return (Finding::bad(NAME, format!("{}.", start::cannot_open(url, &failure)), MEND), None);
        }
    };
    let finding = match tables {
        Tables::Missing => match SealingKey::look_at(key_file) {
            Ok(()) => Finding::good(NAME, "It opens. The first start makes its tables."),
            Err(error) => return unusable(error),
        },
        _ if is_missing(key_file) => {
            let missing = format!("It is there, and its key file {} is not.", key_file.display());
            Finding::bad(NAME, missing, "Restore the key file from a backup.")
        }
        Tables::Older => match start::key_of_database(url, key_file).await {
            Ok(_) => Finding::good(NAME, "It opens. The next start brings its tables up to date."),
            Err(failed) => Finding::bad(NAME, failed.to_string(), MEND),
        },
        Tables::Newer => {
            Finding::bad(NAME, "A newer version made its tables.", "Start that version, or a newer one.")
        }
        Tables::Current => {
            match start::open_app(config, Clock::system(), DeliverySettings::by_hand(), None).await {
                Ok(app) => match app.db.damage().await {
                    Ok(None) => return (Finding::good(NAME, "It opens."), Some(app)),
                    Ok(Some(damage)) => {
                        Finding::bad(NAME, format!("It is damaged: {damage}."), "Restore a backup.")
                    }
                    Err(failure) => {
                        Finding::bad(NAME, start::cannot_open(url, &failure.into()).to_string(), MEND)
                    }
                },
                Err(failed) => Finding::bad(NAME, failed.to_string(), MEND),
            }
        }
    };
    (finding, None)
}

/// Returns why a missing file could not be made, folders included, and the folder that it could not be made in. Leaves nothing behind.
fn refusal_to_make(file: &Path) -> Option<(PathBuf, io::Error)> {
    if file.exists() {
        return None;
    }
    let here = Path::new(".");
    let mut folders = file.ancestors().skip(1).map(|folder| if folder == "" { here } else { folder });
    let nearest = folders.find(|folder| folder.exists()).unwrap_or(here);
    let error = tempfile::tempfile_in(nearest).err()?;
    Some((nearest.to_owned(), error))
}

/// Checks that nobody else listens where a start would. Rights to listen are left out: the service may have more than whoever checks.
async fn listeners(config: &Config) -> Finding {
    const NAME: &str = "listeners";
    let Some(occupied) = start::occupied(&config.web) else {
        return Finding::good(NAME, "Nothing else listens there.");
    };
    let is_served = match served::is_served(config) {
        Some(is_served) => is_served,
        None => matches!(ask_readiness(config.web.operations_bind).await, Ok(()) | Err(NotReady::Yet(_))),
    };
    if is_served {
        return Finding::good(NAME, format!("The shop is being served, and {occupied} is in use."));
    }
    Finding::bad(
        NAME,
        format!("Something else listens on {occupied}."),
        "Stop it, or choose another port. See web.bind, web.operations_bind and web.redirect_bind.",
    )
}

/// Checks what is read and written beside the database.
fn files(config: &Config) -> Vec<Finding> {
    let has_certificates = config.web.tls == config::Tls::Acme;
    let mut folders = vec![("uploads", &config.chat.upload_dir, "chat.upload_dir")];
    if has_certificates {
        folders.push(("certificate folder", &config.web.acme_cache, "web.acme_cache"));
    }
    let folders =
        folders.into_iter().map(|(name, folder, key)| match refusal_to_make(&folder.join("file")) {
            None => Finding::good(name, format!("Files can be made in {}.", folder.display())),
            Some((nearest, error)) => Finding::bad(
                name,
                format!("Nothing can be made in {}: {error}.", nearest.display()),
                format!("Let this user write there, or change {key}."),
            ),
        });
    let authority = has_certificates.then(|| match start::tls(&config.web) {
        Ok(_) => Finding::good("certificates", format!("They come from {}.", config.web.acme_directory)),
        Err(failed) => Finding::bad("certificates", failed.to_string(), "See web.acme_ca_file."),
    });
    folders.chain(authority).collect()
}

/// Checks how much room is left where SQLite's database and the uploads are. A disk that cannot be read is left out: that nothing
/// can be made there is said elsewhere.
fn disks(config: &Config) -> impl Iterator<Item = Finding> {
    let disks =
        disk::places(config).into_iter().filter_map(|place| Some((place.name, Disk::of(&place.path).ok()?)));
    disks.map(|(place, Disk { size, free })| {
        let mend = "Free some, or get a larger disk: a full one stops all sales.";
        let name = format!("disk of {place}");
        let message = format!("{} of {} are free.", in_bytes(free), in_bytes(size));
        if place == "database" && free < ROOM_TO_WRITE {
            Finding::bad(name, message, mend)
        } else if free < size / 10 {
            Finding::advice(name, message, mend)
        } else {
            Finding::good(name, message)
        }
    })
}

fn in_bytes(bytes: u64) -> String {
    match bytes >> 20 {
        mib @ 0..1024 => format!("{mib} MiB"),
        mib => format!("{}.{} GiB", mib / 1024, mib % 1024 * 10 / 1024),
    }
}

fn delivery(config: &Config) -> Finding {
    match (config.delivery.provider, &config.delivery.webhook_url) {
        (Provider::Webhook, Some(url)) => {
            // The URL's path may contain a secret.
            let host = url.host_str().unwrap_or_default();
            Finding::good("delivery", format!("By the service at {host}."))
        }
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
        Some(Host::Domain(name)) => !name.trim_end_matches('.').contains('.'),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    let shown = url.as_str().trim_end_matches('/');
    if own {
        let mend = "Set web.public_url to the address that customers and stores get to it by.";
        return Finding::advice(
            NAME,
            format!("{shown}: only this machine or its own network gets there."),
            mend,
        );
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

/// Compares the clock with the platform's, if that is known.
fn clock(platform: Option<Timestamp>) -> Finding {
    let now = Clock::system().now();
    if let Some(platform) = platform {
        let apart = now.apart(platform);
        if apart > CLOCK_TOLERANCE {
            let message = format!("It is {} s apart from the chat platform's.", apart.as_secs());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_clock_and_fast_clock_are_both_reported() {
        const HOUR: i64 = 3_600_000;
        let now = Clock::system().now().0;
        for platform in [now - HOUR, now + HOUR] {
            let found = clock(Some(Timestamp(platform)));
            assert!(!found.ok, "{}", found.message);
        }
    }
}
