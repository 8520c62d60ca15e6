//! Headers that tell browsers what our pages may not do, such as `Content-Security-Policy`.

use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use boostdesk_core::config::Config;
use url::Url;

const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

const NO_DEVICES: HeaderValue =
    HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()");
/// Also keeps a frame from covering the page around it.
const NOTHING_OVER_OTHERS: HeaderValue = HeaderValue::from_static(
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), fullscreen=(), picture-in-picture=()",
);
/// Hashes that let the inline scripts of the dashboard's document run (`dashboard-ui/vite/inline-scripts.ts`).
const INLINE_SCRIPTS: &str = include_str!(concat!(env!("OUT_DIR"), "/inline-scripts.txt"));
const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The policies of the app's own pages.
#[derive(Debug, Clone)]
pub(crate) struct Policies {
    page: HeaderValue,
    dashboard: HeaderValue,
    own_domain: HeaderValue,
    https: bool,
}

impl Policies {
    pub(crate) fn new(config: &Config) -> Self {
        let page = HeaderValue::try_from(page_policy(config, None)).expect("a policy of ASCII origins");
        let dashboard = page_policy(config, Some(INLINE_SCRIPTS));
        let dashboard = HeaderValue::try_from(dashboard).expect("a policy of ASCII origins");
        let own_domain = HeaderValue::try_from(own_domain_policy()).expect("a policy of ASCII origins");
        Self { page, dashboard, own_domain, https: config.web.public_url.scheme() == "https" }
    }

    /// Adds the headers of a page of the app.
    pub(crate) fn protect(&self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_SECURITY_POLICY, self.page.clone());
        // The address of a dashboard page may hold a token.
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        headers.insert(CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin"));
        headers.insert(PERMISSIONS_POLICY, NO_DEVICES);
        if self.https {
            headers.insert(STRICT_TRANSPORT_SECURITY, ONE_YEAR);
        }
    }

    /// Sets the policy of a dashboard page, which lets the inline scripts of its document run.
    pub(crate) fn let_it_ask(&self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_SECURITY_POLICY, self.dashboard.clone());
    }

    /// Adds the headers of a page at a seller's own domain. There is no `Strict-Transport-Security` among them: a promise for a
    /// year would bind the seller after they have moved on.
    pub(crate) fn protect_own_domain(&self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_SECURITY_POLICY, self.own_domain.clone());
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        headers.insert(PERMISSIONS_POLICY, NO_DEVICES);
        if self.https {
            // Without https browsers ignore it, and log a warning.
            headers.insert(CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin"));
        }
    }
}

/// The policy of documents that run a seller's code.
#[derive(Debug)]
pub(crate) struct FramePolicy(HeaderValue);

impl FramePolicy {
    pub(crate) fn new(config: &Config) -> Self {
        Self(HeaderValue::try_from(frame_policy(config)).expect("a policy of ASCII origins"))
    }

    pub(crate) fn isolate(&self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_SECURITY_POLICY, self.0.clone());
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(PERMISSIONS_POLICY, NOTHING_OVER_OTHERS);
    }
}

/// `inline`: the hashes of scripts in the document itself.
fn page_policy(config: &Config, inline: Option<&str>) -> String {
    let mut scripts = vec!["'self'".to_owned()];
    let mut connections = scripts.clone();
    let mut frames = scripts.clone();
    scripts.extend(inline.map(str::to_owned));
    if config.captcha.is_on() {
        let origin = config.captcha.script_url.origin().ascii_serialization();
        // reCAPTCHA's script loads its other half from gstatic and puts its badge into a frame.
        // <https://developers.google.com/recaptcha/docs/faq#im-using-content-security-policy-csp-on-my-website.-how-can-i-configure-it-to-work-with-recaptcha>
        if is_google(&config.captcha.script_url) {
            scripts.extend([origin.clone(), "https://www.gstatic.com".to_owned()]);
            frames.extend([origin.clone(), "https://recaptcha.google.com".to_owned()]);
        } else {
            scripts.push(origin.clone());
            frames.push(origin.clone());
        }
        connections.push(origin);
    }
    let mut media = String::new();
    if let Some(chat) = &config.chat.public_url {
        let origin = chat.origin().ascii_serialization();
        media = format!(" {origin}");
        connections.push(origin.replacen("http", "ws", 1));
        connections.push(origin);
    }
    policy_with(&scripts.join(" "), &connections.join(" "), &frames.join(" "), &media)
}

/// Own domains have no bot check and no chat, so nothing may come from elsewhere.
fn own_domain_policy() -> String {
    policy_with("'self'", "'self'", "'self'", "")
}

/// `media`: a space and an origin that pictures and videos may come from, or nothing.
fn policy_with(scripts: &str, connections: &str, frames: &str, media: &str) -> String {
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'self'; font-src 'self'; img-src 'self'{media} data: blob:; \
         media-src 'self'{media} blob:; connect-src {connections}; frame-src {frames}; manifest-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// A seller's code runs in an opaque origin and may not connect anywhere: it gets its data by message. Pictures and fonts of
/// other hosts come through `page_files`. `unsafe-eval` is needed, as the code is run by evaluating it.
fn frame_policy(config: &Config) -> String {
    let runtime = Url::parse(&config.live_page.runtime_base)
        .map(|base| format!(" {}", base.origin().ascii_serialization()))
        .unwrap_or_default();
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src 'self'{runtime} 'unsafe-eval'; \
         style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; \
         media-src https: data: blob:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
}

fn is_google(script: &Url) -> bool {
    matches!(script.host_str(), Some("www.google.com" | "www.recaptcha.net"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_policy_names_only_what_is_configured() {
        let mut config = Config::default();
        assert_eq!(
            page_policy(&config, None),
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
             img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; frame-src 'self'; \
             manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        config.captcha.site_key.push_str("site");
        config.captcha.secret_key = Some("secret".to_owned().into());
        config.chat.public_url = Some("https://chat.example.com".parse().expect("a URL"));
        let policy = page_policy(&config, Some("'sha256-a' 'sha256-b'"));
        assert!(
            policy.contains(
                "script-src 'self' 'sha256-a' 'sha256-b' https://www.google.com https://www.gstatic.com; "
            ),
            "{policy}"
        );
        assert!(
            policy.contains("frame-src 'self' https://www.google.com https://recaptcha.google.com; "),
            "{policy}"
        );
        assert!(
            policy.contains(
                "connect-src 'self' https://www.google.com wss://chat.example.com https://chat.example.com; "
            ),
            "{policy}"
        );
        assert!(policy.contains("img-src 'self' https://chat.example.com data: blob:; "), "{policy}");
        assert!(policy.contains("media-src 'self' https://chat.example.com blob:; "), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}
