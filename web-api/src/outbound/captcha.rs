//! Tells people from programs by asking reCAPTCHA v3, or a compatible service.
//!
//! Fails closed: what cannot be verified is refused. A compatible service may leave out for what, where and when a token was made.
//! <https://developers.google.com/recaptcha/docs/v3>

use std::net::IpAddr;
use std::time::Duration;

use boostdesk_core::config::Config;
use boostdesk_core::foundation::addresses::is_loopback_host;
use boostdesk_core::foundation::clock::{Clock, Timestamp};
use boostdesk_core::ports::{BotCheck, BotCheckError};
use boostdesk_core::watching::outages::{Outages, Trouble};
use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::Client;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tracing::debug;
use url::Url;

use super::client_builder;

const TIMEOUT: Duration = Duration::from_secs(5);
/// The action that the login page asks its token for.
const ACTION: &str = "login";
/// The setting to correct when the service rejects our secret.
const SECRET: &str = "captcha.secret_key";
/// How long ago a token may have been made: reCAPTCHA's own limit.
const OLDEST: Duration = Duration::from_mins(2);
/// How far the verifier's clock may be ahead of ours.
const AHEAD: Duration = Duration::from_secs(5);
/// No real token is longer.
const LONGEST_TOKEN: usize = 8 * 1024;

#[derive(Debug)]
pub(crate) struct Recaptcha {
    client: Client,
    clock: Clock,
    outages: Outages,
    verify_url: Url,
    secret: SecretString,
    min_score: f64,
    hostname: String,
}

#[derive(Serialize)]
struct Question<'a> {
    secret: &'a str,
    response: &'a str,
    remoteip: String,
}

#[derive(Debug, Deserialize)]
struct Verdict {
    success: bool,
    score: Option<f64>,
    action: Option<String>,
    hostname: Option<String>,
    /// RFC 3339.
    challenge_ts: Option<String>,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

impl Recaptcha {
    /// `None` when the configuration has no keys.
    pub(crate) fn new(config: &Config, clock: Clock, outages: Outages) -> Option<Self> {
        let secret = config.captcha.secret_key.clone()?;
        let client = client_builder().timeout(TIMEOUT).build();
        Some(Self {
            client: client.expect("a client of fixed settings can be built"),
            clock,
            outages,
            verify_url: config.captcha.verify_url.clone(),
            secret,
            min_score: config.captcha.min_score,
            hostname: config.web.public_url.host_str().unwrap_or_default().to_owned(),
        })
    }

    async fn ask(&self, token: &str, address: IpAddr) -> Result<Verdict, reqwest::Error> {
        let question =
            Question { secret: self.secret.expose_secret(), response: token, remoteip: address.to_string() };
        let answer = self.client.post(self.verify_url.clone()).form(&question).send().await?;
        answer.error_for_status()?.json().await
    }

    fn judge(&self, verdict: &Verdict) -> Result<(), BotCheckError> {
        // The operator's mistake, which no visitor can mend by trying again.
        if verdict.error_codes.iter().any(|code| code.ends_with("-input-secret")) {
            self.outages.note_met(Trouble::BotCheck, SECRET, &Err::<(), _>("it is not accepted"));
            return Err(BotCheckError::Unreachable);
        }
        self.outages.worked(Trouble::BotCheck, SECRET);
        let passed = verdict.success
            && verdict.action.as_deref().is_none_or(|action| action == ACTION)
            && verdict.score.is_some_and(|score| score >= self.min_score)
            && verdict.hostname.as_deref().is_none_or(|host| self.is_here(host))
            && verdict.challenge_ts.as_deref().is_none_or(|made| self.is_recent(made));
        if passed {
            return Ok(());
        }
        debug!(?verdict, "the bot check refused a sign-in");
        Err(BotCheckError::Refused)
    }

    /// Whether a page at this host is ours. All names of this machine itself are one.
    fn is_here(&self, host: &str) -> bool {
        host.eq_ignore_ascii_case(&self.hostname) || [host, &self.hostname].into_iter().all(is_loopback_host)
    }

    fn is_recent(&self, made: &str) -> bool {
        let Some(made) = Timestamp::parse_rfc3339(made) else { return false };
        let now = self.clock.now();
        now.minus(OLDEST) <= made && made <= now.plus(AHEAD)
    }
}

impl BotCheck for Recaptcha {
    fn verify<'a>(&'a self, token: &'a str, address: IpAddr) -> BoxFuture<'a, Result<(), BotCheckError>> {
        async move {
            if token.trim().is_empty() || token.len() > LONGEST_TOKEN {
                return Err(BotCheckError::Refused);
            }
            let asked = self.ask(token, address).await.map_err(reqwest::Error::without_url);
            self.outages.note_met(Trouble::BotCheck, "", &asked);
            match asked {
                Ok(verdict) => self.judge(&verdict),
                Err(_) => Err(BotCheckError::Unreachable),
            }
        }
        .boxed()
    }
}
