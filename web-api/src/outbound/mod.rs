//! What this process asks of others: DNS, the bot check, sellers' own services, links and pictures of other sites. The
//! adapters of core's ports that speak to the internet, and which addresses they may speak to.

pub(crate) mod addresses;
pub(crate) mod captcha;
pub(crate) mod dns;
pub(crate) mod fetch;
pub(crate) mod gate;
pub(crate) mod network;
