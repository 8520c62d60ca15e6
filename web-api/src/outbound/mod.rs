//! What this process asks of others: DNS and the bot check. The adapters of core's ports that speak to the internet.

pub(crate) mod captcha;
pub(crate) mod dns;
