//! The configuration: what the file and the environment may say, and what it means once read.
//!
//! `layers` finds which source gave which key, `value` turns one text into one meaning, `error` words what went wrong.
//! Nothing here creates, opens or binds anything.

mod error;
mod layers;
mod value;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use ipnet::IpNet;
use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

use crate::foundation::hostname::Hostname;
use crate::foundation::standard_webhooks;
use crate::ids::{ChannelId, DiscordId};

pub use error::ConfigError;
use layers::Layers;

/// Read when `--config` is not given; it may be missing, and then every key has its default.
pub const DEFAULT_PATH: &str = "config.toml";

#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    pub brand: Brand,
    pub web: Web,
    pub database: Database,
    pub secrets: Secrets,
    pub discord: Discord,
    pub captcha: Captcha,
    pub domains: Domains,
    pub delivery: Delivery,
    pub webhooks: Webhooks,
    pub chat: Chat,
    pub live_page: LivePage,
    pub retention: Retention,
    pub telemetry: Telemetry,
    pub limits: Limits,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Brand {
    #[serde(deserialize_with = "value::filled")]
    pub name: String,
    /// Empty hides the banner.
    pub promo_text: String,
    pub promo_code: String,
    #[serde(deserialize_with = "value::optional_web_url")]
    pub promo_url: Option<Url>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Web {
    #[serde(deserialize_with = "value::address")]
    pub bind: SocketAddr,
    #[serde(deserialize_with = "value::loopback_address")]
    pub operations_bind: SocketAddr,
    /// An origin: scheme, host, port. Follows `bind` when nobody set it: see [`Config::listening_on`].
    #[serde(deserialize_with = "value::origin")]
    pub public_url: Url,
    #[serde(deserialize_with = "value::networks")]
    pub trusted_proxies: Vec<IpNet>,
    #[serde(deserialize_with = "value::tls")]
    pub tls: Tls,
    /// Where plain http is redirected to https, with [`Tls::Acme`].
    #[serde(deserialize_with = "value::optional_address")]
    pub redirect_bind: Option<SocketAddr>,
    #[serde(deserialize_with = "value::web_url")]
    pub acme_directory: Url,
    /// An email address.
    #[serde(deserialize_with = "value::optional_email")]
    pub acme_contact: Option<String>,
    /// Holds the account's key and the certificates with theirs.
    #[serde(deserialize_with = "value::path")]
    pub acme_cache: PathBuf,
    /// The certificate authority of the directory's own certificate, where it is not a public one.
    #[serde(deserialize_with = "value::optional_path")]
    pub acme_ca_file: Option<PathBuf>,
    #[serde(skip)]
    public_url_is_given: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tls {
    /// A proxy in front speaks https, or nobody does.
    Off,
    /// Certificates of our own for the dashboard's host and for every active domain.
    Acme,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Database {
    /// Secret because it may hold a password.
    #[serde(deserialize_with = "value::database_url")]
    pub url: SecretString,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Secrets {
    #[serde(deserialize_with = "value::path")]
    pub key_file: PathBuf,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Discord {
    #[serde(deserialize_with = "value::optional_token")]
    pub token: Option<SecretString>,
    #[serde(deserialize_with = "value::optional_id")]
    pub owner_id: Option<DiscordId>,
    #[serde(deserialize_with = "value::optional_id")]
    pub log_channel_id: Option<ChannelId>,
    #[serde(deserialize_with = "value::optional_origin")]
    pub api_base: Option<Url>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Captcha {
    pub site_key: String,
    #[serde(deserialize_with = "value::optional_secret")]
    pub secret_key: Option<SecretString>,
    #[serde(deserialize_with = "value::web_url")]
    pub script_url: Url,
    #[serde(deserialize_with = "value::web_url")]
    pub verify_url: Url,
    #[serde(deserialize_with = "value::share")]
    pub min_score: f64,
}

impl Captcha {
    /// Both keys are given, or neither: `Config::load` refuses the rest.
    pub fn is_on(&self) -> bool {
        self.secret_key.is_some()
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Domains {
    #[serde(deserialize_with = "value::hostname")]
    pub cname_target: Hostname,
    #[serde(deserialize_with = "value::optional_address")]
    pub resolver: Option<SocketAddr>,
    #[serde(deserialize_with = "value::at_least_one")]
    pub check_interval_s: u32,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Delivery {
    #[serde(deserialize_with = "value::provider")]
    pub provider: Provider,
    #[serde(deserialize_with = "value::optional_web_url")]
    pub webhook_url: Option<Url>,
    #[serde(deserialize_with = "value::optional_secret")]
    pub webhook_secret: Option<SecretString>,
    /// The share of tokens that fail, 0 to 1.
    #[serde(deserialize_with = "value::share")]
    pub simulated_failures: f64,
    #[serde(deserialize_with = "value::count")]
    pub max_replacements: u32,
    /// How long after a 202 without results the job is sent again.
    #[serde(deserialize_with = "value::at_least_one")]
    pub result_timeout_s: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    Manual,
    Webhook,
    Simulated,
}

/// Calls to sellers' own services.
#[derive(Debug, Clone, Deserialize)]
pub struct Webhooks {
    /// The networks where they may be, besides the public internet.
    #[serde(deserialize_with = "value::networks")]
    pub allowed_networks: Vec<IpNet>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Chat {
    pub require_session: bool,
    #[serde(deserialize_with = "value::optional_origin")]
    pub public_url: Option<Url>,
    #[serde(deserialize_with = "value::path")]
    pub upload_dir: PathBuf,
    #[serde(deserialize_with = "value::at_least_one")]
    pub max_upload_mb: u32,
    /// The limit of all uploads together; 0 is no limit.
    #[serde(deserialize_with = "value::count")]
    pub uploads_mb: u32,
    /// The space to keep free on the disk that uploads are on; 0 is none.
    #[serde(deserialize_with = "value::count")]
    pub keep_free_mb: u32,
}

#[derive(Debug, Clone, Deserialize)]
pub struct LivePage {
    /// A path of this server or a URL, without a slash at the end.
    #[serde(deserialize_with = "value::path_or_url")]
    pub runtime_base: String,
}

/// For how many days rows are kept; 0 keeps them for ever.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Retention {
    #[serde(deserialize_with = "value::count")]
    pub activity_days: u32,
    #[serde(deserialize_with = "value::count")]
    pub chat_days: u32,
    #[serde(deserialize_with = "value::count")]
    pub store_calls_days: u32,
}

/// Traces, for whoever operates it.
#[derive(Debug, Clone, Deserialize)]
pub struct Telemetry {
    /// The URL of a collector, without the path of a signal. `None`: there are no traces.
    #[serde(deserialize_with = "value::optional_collector")]
    pub otlp_endpoint: Option<Url>,
    #[serde(deserialize_with = "value::filled")]
    pub service_name: String,
    /// The share of traces that are kept, 0 to 1.
    #[serde(deserialize_with = "value::share")]
    pub sample: f64,
}

/// Per client address; 0 is off.
#[derive(Debug, Clone, Deserialize)]
pub struct Limits {
    #[serde(deserialize_with = "value::count")]
    pub login_per_minute: u32,
    #[serde(deserialize_with = "value::count")]
    pub redeem_per_minute: u32,
    #[serde(deserialize_with = "value::count")]
    pub public_per_minute: u32,
    #[serde(deserialize_with = "value::count")]
    pub preview_per_minute: u32,
    /// Calls of each user rather than of each address, with a burst of a quarter.
    #[serde(deserialize_with = "value::count")]
    pub session_per_minute: u32,
    #[serde(deserialize_with = "value::count")]
    pub chat_messages_per_minute: u32,
    #[serde(deserialize_with = "value::count")]
    pub connections_per_address: u32,
    #[serde(deserialize_with = "value::count")]
    pub chat_connections_per_user: u32,
}

impl Config {
    /// Each overrides those before: the defaults, OpenTelemetry's variables, the file, the `BOOSTDESK__SECTION__KEY` variables.
    ///
    /// A `path` that was asked for must exist; without one, [`DEFAULT_PATH`] is read if it is there. Variables of other
    /// names are ignored, so that the whole environment can be given; but one that lacks an underscore of its prefix is refused.
    pub fn load<V>(path: Option<&Path>, variables: V) -> Result<Self, ConfigError>
    where
        V: IntoIterator<Item = (OsString, OsString)>,
    {
        let variables: Vec<(OsString, OsString)> = variables.into_iter().collect();
        let mut layers = Layers::of_defaults();
        layers.add_standard_variables(&variables)?;
        match path {
            Some(path) => layers.add_file(path)?,
            None if Path::new(DEFAULT_PATH).exists() => layers.add_file(Path::new(DEFAULT_PATH))?,
            None => {}
        }
        layers.add_variables(variables)?;
        Self::from_layers(&layers)
    }

    fn from_layers(layers: &Layers) -> Result<Self, ConfigError> {
        let mut config: Config = layers.read()?;
        config.web.public_url_is_given = layers.gives("web.public_url");
        config.refuse_contradictions(layers)?;
        let bind = config.web.bind;
        config.listening_on(bind);
        Ok(config)
    }

    /// Links must lead to where the server listens: without a `web.public_url` of its own it follows the bound address.
    /// To be called again once port 0 has become a real one.
    pub fn listening_on(&mut self, bound: SocketAddr) {
        if !self.web.public_url_is_given {
            self.web.public_url = value::url_of(bound);
        }
    }

    fn refuse_contradictions(&self, layers: &Layers) -> Result<(), ConfigError> {
        let Self { web, captcha, delivery, .. } = self;
        let bind = ("web.bind", Some(web.bind));
        let operations = ("web.operations_bind", Some(web.operations_bind));
        let redirect = ("web.redirect_bind", web.redirect_bind);
        for ((key, one), (other, two)) in [(operations, bind), (redirect, bind), (redirect, operations)] {
            if one == two && one.is_some_and(|address| address.port() != 0) {
                let (key, other) = if layers.gives(key) { (key, other) } else { (other, key) };
                return Err(layers.contradiction(key, &format!("must differ from `{other}`")));
            }
        }
        let named = matches!(web.public_url.host(), Some(url::Host::Domain(_)));
        if web.tls == Tls::Acme && !(named && web.public_url.scheme() == "https") {
            let problem = "is `acme`, which needs a `web.public_url` such as https://shop.example.com";
            return Err(layers.contradiction("web.tls", problem));
        }
        if web.tls == Tls::Off && web.redirect_bind.is_some() {
            let problem = "leads to https, which needs `web.tls` to be `acme`";
            return Err(layers.contradiction("web.redirect_bind", problem));
        }
        if !captcha.site_key.is_empty() && captcha.secret_key.is_none() {
            return Err(layers.contradiction("captcha.site_key", "needs `captcha.secret_key` beside it"));
        }
        if captcha.site_key.is_empty() && captcha.secret_key.is_some() {
            return Err(layers.contradiction("captcha.secret_key", "needs `captcha.site_key` beside it"));
        }
        if delivery.provider == Provider::Webhook && delivery.webhook_url.is_none() {
            return Err(
                layers.contradiction("delivery.provider", "is `webhook`, which needs `delivery.webhook_url`")
            );
        }
        if delivery.provider == Provider::Webhook && delivery.webhook_secret.is_none() {
            return Err(layers
                .contradiction("delivery.provider", "is `webhook`, which needs `delivery.webhook_secret`"));
        }
        let key = delivery.webhook_secret.as_ref().map(standard_webhooks::key_of);
        if key.is_some_and(|key| key.is_none_or(|key| key.is_empty())) {
            let problem = "must be base64, with or without `whsec_` before it";
            return Err(layers.contradiction("delivery.webhook_secret", problem));
        }
        Ok(())
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::from_layers(&Layers::of_defaults()).expect("the defaults are valid")
    }
}
