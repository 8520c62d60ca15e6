//! `GET /api/config`: what the dashboard may know of the configuration. The same stands in every page.

use std::sync::Arc;

use axum::extract::State;
use boostdesk_core::config;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::Json;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Config {
    pub(crate) brand: Brand,
    /// The banner of the login page; null when it is hidden.
    promo: Option<Promo>,
    /// The settings of the bot check at sign-in; null when it is off.
    captcha: Option<Captcha>,
    /// The host that a custom domain's CNAME record must point to.
    cname_target: String,
    /// The origin of the chat's own host; null when the chat is on this host.
    chat_url: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Brand {
    pub(crate) name: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct Promo {
    text: String,
    code: String,
    url: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Captcha {
    site_key: String,
    script_url: String,
}

impl From<&config::Config> for Config {
    fn from(config: &config::Config) -> Self {
        let config::Config { brand, captcha, chat, domains, .. } = config;
        Self {
            brand: Brand { name: brand.name.clone() },
            promo: (!brand.promo_text.is_empty()).then(|| Promo {
                text: brand.promo_text.clone(),
                code: brand.promo_code.clone(),
                url: brand.promo_url.as_ref().map(ToString::to_string).unwrap_or_default(),
            }),
            captcha: captcha.is_on().then(|| Captcha {
                site_key: captcha.site_key.clone(),
                script_url: captcha.script_url.to_string(),
            }),
            cname_target: domains.cname_target.to_string(),
            chat_url: chat.public_url.as_ref().map(|url| url.origin().ascii_serialization()),
        }
    }
}

/// The server settings that the web pages need
#[utoipa::path(get, path = "/api/config", tag = "config", responses((status = 200, body = Config)))]
pub(crate) async fn show(State(config): State<Arc<Config>>) -> Json<Arc<Config>> {
    Json(config)
}
