//! Which of a seller's links a customer's page shows, and where they lead: as `external-link.ts` has it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const INVITE_HOST: &str = "https://discord.gg/";
const INVITE_HOSTS: [&str; 3] = ["discord.gg/", "discord.com/", "discordapp.com/"];

/// The characters that `encodeURIComponent` encodes.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Returns the link if it is http or https, or names a host, which gets https; else `None`.
pub(super) fn of_seller(link: Option<&str>) -> Option<String> {
    let text = link?.trim();
    if is_web_address(text) {
        return Some(text.to_owned());
    }
    begins_with_host(text).then(|| format!("https://{text}"))
}

/// A bare code is an invite of the chat platform.
pub(super) fn of_invite(invite: Option<&str>) -> Option<String> {
    let text = invite?.trim();
    if text.is_empty() {
        return None;
    }
    if is_web_address(text) {
        return Some(text.to_owned());
    }
    let lower = text.to_ascii_lowercase();
    let host = ["www.", "ptb.", "canary."].iter().find_map(|sub| lower.strip_prefix(sub)).unwrap_or(&lower);
    if INVITE_HOSTS.iter().any(|known| host.starts_with(known)) {
        return Some(format!("https://{text}"));
    }
    Some(format!("{INVITE_HOST}{}", utf8_percent_encode(text.trim_start_matches('/'), ENCODED)))
}

fn is_web_address(text: &str) -> bool {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

/// `nova.example.com:8080/shop`
fn begins_with_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    name.contains('.') && name.split('.').all(is_label) && is_port
}
