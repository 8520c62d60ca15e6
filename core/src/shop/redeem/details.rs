//! What a customer enters beside the key.

use std::net::IpAddr;

use super::RedeemError;
use crate::foundation::email::is_email;
use crate::ids::DiscordId;
use crate::seal::{Purpose, SealingKey};

pub const LONGEST_INVITE: usize = 2048;
const INVITE_HOSTS: [&str; 8] = [
    "discord.gg/",
    "www.discord.gg/",
    "discord.com/invite/",
    "www.discord.com/invite/",
    "ptb.discord.com/invite/",
    "canary.discord.com/invite/",
    "discordapp.com/invite/",
    "www.discordapp.com/invite/",
];

/// The fields of the form.
#[derive(Debug, Clone, Default)]
pub struct Details {
    pub invite: String,
    pub email: String,
    pub displayname: Option<String>,
    pub bio: Option<String>,
    pub avatar: Option<String>,
    pub banner: Option<String>,
    /// The customer's id on the chat platform, when the key was redeemed there.
    pub customer_discord_id: Option<DiscordId>,
    /// Where the redeem came from, when it came over the web.
    pub address: Option<IpAddr>,
}

impl Details {
    /// Trims every field and checks the form's rules, in the form's order. An optional field that is left empty is absent.
    pub(super) fn check(self, key: &str) -> Result<Self, RedeemError> {
        let trim = |text: String| text.trim().to_owned();
        // The optional fields have no rules. PostgreSQL cannot store NUL.
        let optional = |text: Option<String>| {
            let text = text?.replace('\0', "").trim().to_owned();
            Some(text).filter(|text| !text.is_empty())
        };
        let details = Self {
            invite: trim(self.invite),
            email: trim(self.email),
            displayname: optional(self.displayname),
            bio: optional(self.bio),
            avatar: optional(self.avatar),
            banner: optional(self.banner),
            customer_discord_id: self.customer_discord_id,
            address: self.address,
        };
        if key.trim().is_empty() || details.invite.is_empty() || details.email.is_empty() {
            return Err(RedeemError::MissingFields);
        }
        if !is_email(&details.email) {
            return Err(RedeemError::BadEmail);
        }
        if !is_invite(&details.invite) || details.invite.chars().count() > LONGEST_INVITE {
            return Err(RedeemError::BadInvite);
        }
        Ok(details)
    }

    /// A fingerprint of the details, which tells a repeat of the same redeem from another one with the same key.
    pub(super) fn fingerprint(&self, key: &SealingKey) -> String {
        let optional = [&self.displayname, &self.bio, &self.avatar, &self.banner];
        let [displayname, bio, avatar, banner] = optional.map(|field| field.as_deref().unwrap_or_default());
        let fields = [self.invite.as_str(), self.email.as_str(), displayname, bio, avatar, banner];
        // A control character that no form sends keeps the fields apart.
        let joined = fields.map(|field| field.replace('\u{1f}', " ")).join("\u{1f}");
        key.fingerprint(Purpose::RedeemDetails, &joined)
    }
}

/// A bare invite code, or a link on one of the platform's hosts.
pub fn is_invite(text: &str) -> bool {
    invite_code(text).is_some()
}

/// The code of an invite. `None` when the text cannot be one.
pub fn invite_code(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let scheme = ["https://", "http://"].into_iter().find(|scheme| lower.starts_with(scheme));
    let rest = scheme.map(|scheme| &text[scheme.len()..]);
    let link = rest.unwrap_or(text);
    let lower = link.to_ascii_lowercase();
    let on_host = INVITE_HOSTS.iter().find(|host| lower.starts_with(*host)).map(|host| &link[host.len()..]);
    let code = match (on_host, rest) {
        (Some(path), _) => {
            let code = path.split(['?', '#']).next().unwrap_or_default();
            code.strip_suffix('/').unwrap_or(code)
        }
        (None, Some(_)) => return None,
        (None, None) => text,
    };
    is_invite_code(code).then_some(code)
}

fn is_invite_code(text: &str) -> bool {
    (2..=100).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invite_is_a_code_or_a_link_of_the_chat_platform() {
        for good in [
            "lofi-lounge",
            "abc123",
            "discord.gg/abc",
            "https://discord.gg/abc",
            "http://www.discord.gg/abc/",
            "https://discord.com/invite/abc?event=1",
            "https://DISCORD.com/invite/abc",
            "Https://discord.gg/abc",
        ] {
            assert!(is_invite(good), "{good}");
        }
        for bad in [
            "a",
            "https://discord.gg/",
            "https://evil.example/abc",
            "discord.gg.evil.example/abc",
            "https://discord.com/channels/1",
            "a b",
            "javascript:alert(1)",
            "https://discord.gg/a/b",
        ] {
            assert!(!is_invite(bad), "{bad}");
        }
    }
}
