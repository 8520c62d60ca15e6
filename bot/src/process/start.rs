//! Turns a configuration into what every command works with: the ports, the key file and the database.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::app::DomainSettings;
use boostdesk_core::app::{DeliverySettings, OperatorService};
use boostdesk_core::config::{self, Config, Delivery, Provider, Web};
use boostdesk_core::db::{self, Conn, Db, Dialect, Failure, Hindrance, OpenError, Patience, Upgrade, backup};
use boostdesk_core::events::Events;
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::foundation::hostname::Hostname;
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::ids::UserId;
use boostdesk_core::people::auth::{self, AccessCode, AuthError, OwnerStart};
use boostdesk_core::ports::{ChatPlatform, Fulfilment};
use boostdesk_core::seal::{SealError, SealingKey};
use boostdesk_core::shop::delivery::Simulated;
use boostdesk_core::watching::metrics::Metrics;
use boostdesk_core::watching::outages::Outages;
use boostdesk_core::watching::traces::Traces;
use boostdesk_core::{App, AppParts};
use boostdesk_web_api::{Dns, Gate, Tls};
use secrecy::ExposeSecret;
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{Instant, sleep, timeout};
use tracing::{info, warn};

use crate::bot::gateway;
use crate::bot::platform::Platform;
use crate::process::failed::Failed;

const PLATFORM_TIMEOUT: Duration = Duration::from_secs(3);
const LEADER_TIMEOUT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);
/// How many connections the system queues until they are accepted; it drops more than that. After a restart all clients
/// reconnect at once.
const BACKLOG: u32 = 1024;

/// What to do when the database is [`unwritable`].
pub(crate) const LET_WRITE: &str = "Let this user write to the file and its folder";

#[derive(Debug)]
pub(crate) struct Listeners {
    pub(crate) web: TcpListener,
    pub(crate) operations: TcpListener,
    /// Plain http, beside a web listener that speaks https.
    pub(crate) redirect: Option<TcpListener>,
}

impl Listeners {
    /// Called before anything else: a second process started by mistake must not renew the owner's access code.
    pub(crate) fn bind(web: &Web) -> Result<Self, Failed> {
        Ok(Self {
            web: bind("web.bind", web.bind)?,
            operations: bind("web.operations_bind", web.operations_bind)?,
            redirect: web.redirect_bind.map(|address| bind("web.redirect_bind", address)).transpose()?,
        })
    }
}

/// The first address of a start's listeners on which something listens already. Needs a runtime.
pub(crate) fn occupied(web: &Web) -> Option<SocketAddr> {
    let addresses = [Some(web.bind), Some(web.operations_bind), web.redirect_bind];
    let is_taken = |error: io::Error| error.kind() == ErrorKind::AddrInUse;
    addresses.into_iter().flatten().find(|address| listen(*address).is_err_and(is_taken))
}

fn bind(key: &str, address: SocketAddr) -> Result<TcpListener, Failed> {
    listen(address).map_err(|error| {
        let mend = match error.kind() {
            ErrorKind::PermissionDenied => "Allow it (CAP_NET_BIND_SERVICE), or choose a port from 1024 on",
            ErrorKind::AddrInUse => "Stop what listens there, or choose another port",
            _ => "Choose another address",
        };
        Failed::trouble(format!("cannot listen on {address}: {error}. {mend} ({key})"))
    })
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Allows binding a port that was in use a moment ago.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Opens the key file and the database, and makes them when they are not there yet.
pub(crate) async fn open_app(
    config: &Config,
    clock: Clock,
    delivery: DeliverySettings,
    chat_platform: Option<Arc<dyn ChatPlatform>>,
) -> Result<App, Failed> {
    let rng = Rng::system();
    let events = Events::default();
    let outages = Outages::new(clock.clone());
    let (url, origin) = (config.database.url.expose_secret(), rng.uuid());
    // An invalid key file is reported before a database is made beside it.
    let key_file = &config.secrets.key_file;
    let has_key = load_key(key_file)?.is_some();
    if has_key
        && let Ok(Some(file)) = backup::sqlite_file(url)
        && !file.exists()
    {
        warn!(
            "there is a key file, but no database {}: a new one is made. If there was one, stop and restore it",
            file.display()
        );
    }
    if let Some(unwritable) = unwritable(url) {
        return Err(Failed::trouble(format!("{unwritable}. {LET_WRITE} (database.url)")));
    }
    let open = |upgrade| {
        Db::open(url, upgrade, events.clone(), outages.clone(), origin.clone(), Patience::default())
    };
    let db = match open(Upgrade::Refused).await {
        Err(OpenError::Older) => {
            key_of_database(url, key_file).await?;
            info!("bringing the tables of an older version up to date; with many rows this takes minutes");
            let upgraded = open(Upgrade::Allowed).await;
            if upgraded.is_ok() {
                info!("the tables are up to date");
            }
            upgraded
        }
        opened => opened,
    };
    let cannot_open = |error: OpenError| cannot_open(url, &error);
    let db = db.map_err(cannot_open)?;
    let mut conn = db.read().await.map_err(|failure| cannot_open(failure.into()))?;
    let seal = key_of(url, &mut conn, key_file, &rng).await?;
    drop(conn);
    let domains = domain_settings(config);
    let webhooks = Arc::new(Gate::new(&config.webhooks));
    Ok(App::new(AppParts {
        db,
        metrics: Metrics::default(),
        outages,
        traces: Traces::new(config.telemetry.otlp_endpoint.is_some()),
        clock,
        rng,
        seal,
        events,
        delivery,
        domains,
        public_url: config.web.public_url.clone(),
        chat_platform,
        webhooks,
    }))
}

fn load_key(key_file: &Path) -> Result<Option<SealingKey>, Failed> {
    SealingKey::load(key_file).map_err(|error| unusable_key(&error))
}

fn unusable_key(error: &SealError) -> Failed {
    let mend = match error {
        SealError::Io { source, .. } if source.kind() == ErrorKind::PermissionDenied => {
            ". Let this user read the file, and write to its folder"
        }
        _ => "",
    };
    Failed::trouble(format!("cannot use the key file: {error}{mend} (secrets.key_file)"))
}

/// As `key_of`, for a database whose tables may be another version's.
pub(crate) async fn key_of_database(url: &str, key_file: &Path) -> Result<SealingKey, Failed> {
    let mut conn = db::connect(url).await.map_err(|error| cannot_open(url, &error.into()))?;
    key_of(url, &mut conn, key_file, &Rng::system()).await
}

/// Returns the database's key, and makes the key file if the database has no rows yet. Another database's key is
/// refused: it could not read what is sealed, and what it seals now could not be read later.
async fn key_of(url: &str, conn: &mut Conn, key_file: &Path, rng: &Rng) -> Result<SealingKey, Failed> {
    let unreadable = |failure: Failure| cannot_open(url, &failure.into());
    let key = match load_key(key_file)? {
        Some(key) => key,
        None if auth::is_anybody_there(conn).await.map_err(unreadable)? => {
            // Look again: whoever wrote the first row meanwhile had made the key file before.
            let missing = format!(
                "there is no key file {}, and this database has one. Restore the one that was in use with it (secrets.key_file)",
                key_file.display()
            );
            load_key(key_file)?.ok_or_else(|| Failed::trouble(missing))?
        }
        None => SealingKey::load_or_create(key_file, rng).map_err(|error| unusable_key(&error))?,
    };
    if auth::is_sealed_under(conn, &key).await.map_err(unreadable)? {
        return Ok(key);
    }
    Err(Failed::trouble(format!(
        "the key file {} does not belong to this database. Restore the one that was in use with it (secrets.key_file)",
        key_file.display()
    )))
}

/// `None`: this process speaks plain http.
pub(crate) fn tls(web: &Web) -> Result<Option<Tls>, Failed> {
    match web.tls {
        config::Tls::Off => Ok(None),
        config::Tls::Acme => Tls::new(web).map(Some).map_err(Failed::trouble),
    }
}

fn domain_settings(config: &Config) -> DomainSettings {
    let own_urls = [Some(&config.web.public_url), config.chat.public_url.as_ref()];
    let own_hosts = own_urls.into_iter().flatten().filter_map(|url| Hostname::parse(url.host_str()?));
    DomainSettings {
        name_server: Arc::new(Dns::new(config.domains.resolver)),
        cname_target: config.domains.cname_target.clone(),
        own_hosts: own_hosts.collect(),
        check_interval: Duration::from_secs(config.domains.check_interval_s.into()),
    }
}

pub(crate) fn cannot_open(url: &str, error: &OpenError) -> Failed {
    let mend = match (error, error.hindrance()) {
        (OpenError::Newer, _) => "Start that version, or a newer one",
        (OpenError::Busy, _) | (_, Some(Hindrance::Locked)) => "Wait until it is done",
        (_, Some(Hindrance::Crowded)) => {
            "Allow more connections (docs/operating.md), or stop other programs that use it"
        }
        (_, Some(Hindrance::NoSuchDatabase)) => "Make it (CREATE DATABASE), or correct database.url",
        (_, Some(Hindrance::NotAdmitted)) => "Correct the user and the password in database.url",
        (_, Some(Hindrance::NotPermitted)) => "Let this user own the database (ALTER DATABASE … OWNER TO …)",
        (_, Some(Hindrance::NotADatabase)) => "Restore a backup, or correct database.url",
        _ if Dialect::of(url) == Some(Dialect::Sqlite) => {
            "See whether its disk is full, and who owns its folder and files (database.url)"
        }
        _ => "Start it, or correct database.url",
    };
    Failed::trouble(format!("cannot open the database {}: {error}. {mend}", without_password(url)))
}

/// Returns why this user cannot write to an existing SQLite database, or make files beside it as SQLite does.
pub(crate) fn unwritable(url: &str) -> Option<String> {
    let file = backup::sqlite_file(url).ok()??.canonicalize().ok()?;
    let folder = file.parent().expect("a file is in a folder");
    let error = File::options().append(true).open(&file).and_then(|_| tempfile::tempfile_in(folder)).err()?;
    Some(format!("cannot write the database {}: {error}", file.display()))
}

/// A wrong token ends the start. A platform that does not answer does not delay it: the bot connects later.
pub(crate) async fn refuse_wrong_token(platform: &Platform) -> Result<(), Failed> {
    match timeout(PLATFORM_TIMEOUT, platform.own_user()).await {
        Ok(Err(error)) if error.is_wrong_token() => Err(Failed::trouble(gateway::Ended::Token)),
        _ => Ok(()),
    }
}

/// Returns the owner's access code. The leader makes a new one, and posts it in chat.
pub(crate) async fn owner_code(app: &App, config: &Config, leads: bool) -> Result<AccessCode, Failed> {
    if !leads && let Some(owner) = existing_owner(app).await? {
        return Ok(auth::me(app, &owner).await.map_err(Failed::trouble)?.access_code);
    }
    let owner = OwnerStart {
        discord_id: config.discord.owner_id.clone(),
        announce: config.discord.token.is_some() && config.discord.log_channel_id.is_some(),
    };
    auth::start_owner(app, owner).await.map_err(|error| match error {
        AuthError::Failure(failure) if failure.is_passing() => Failed::trouble(format!(
            "cannot write the database: {failure}. See whether it is full, or read-only"
        )),
        error => Failed::trouble(error),
    })
}

/// Returns the owner. At the very first start of several processes, waits a moment until the leader has made them.
async fn existing_owner(app: &App) -> Result<Option<UserId>, Failed> {
    let deadline = Instant::now() + LEADER_TIMEOUT;
    loop {
        let owner = auth::owner(app).await.map_err(Failed::trouble)?;
        if owner.is_some() || Instant::now() >= deadline {
            return Ok(owner);
        }
        sleep(PAUSE).await;
    }
}

pub(crate) fn delivery_settings(config: &Config) -> DeliverySettings {
    let Delivery { provider, webhook_url, webhook_secret, .. } = &config.delivery;
    let adapter: Option<Arc<dyn Fulfilment>> = match provider {
        Provider::Manual | Provider::Webhook => None,
        Provider::Simulated => Some(Arc::new(Simulated::new(config.delivery.simulated_failures))),
    };
    let service = webhook_url.clone().zip(webhook_secret.clone());
    let service = service.filter(|_| *provider == Provider::Webhook);
    DeliverySettings {
        adapter,
        max_replacements: config.delivery.max_replacements.into(),
        service: service.map(|(url, secret)| OperatorService { url, secret }),
        result_timeout: Duration::from_secs(config.delivery.result_timeout_s.into()),
    }
}

/// The address as it is shown in messages: `postgres://shop@host/name`.
pub(crate) fn without_password(url: &str) -> String {
    let without_options = |url: &str| url.split('?').next().unwrap_or_default().to_owned();
    let Some((scheme, rest)) = url.split_once("://") else { return without_options(url) };
    match rest.rsplit_once('@') {
        None => without_options(url),
        // If the password is not escaped, nobody can tell where it ends, or whether it is in the options.
        Some((credentials, _)) if credentials.contains('?') => format!("{scheme}://…"),
        Some((credentials, place)) => {
            let user = credentials.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{}", without_options(place))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn database_url_is_shown_without_any_part_of_its_password() {
        for (url, said) in [
            ("postgres://shop:hunter2@db/shop?sslmode=require", "postgres://shop@db/shop"),
            ("postgres://shop:hunter?2@db:5432/shop", "postgres://…"),
            ("postgres://shop:hun@ter2@db/shop", "postgres://shop@db/shop"),
            ("postgres://db/shop?user=shop&password=hun@ter2", "postgres://…"),
            ("postgres:///shop?host=/run/postgresql", "postgres:///shop"),
            ("sqlite:///srv/shop.db?mode=rwc", "sqlite:///srv/shop.db"),
        ] {
            assert_eq!(without_password(url), said, "{url}");
        }
    }
}
