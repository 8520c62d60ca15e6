use std::fmt;

use futures::FutureExt;
use futures::future::BoxFuture;
use url::Url;

use crate::ids::{ChannelId, DiscordId, GuildId};
use crate::ports::{ChatPlatform, GuildError, InviteError};

/// A chat platform that knows where invites lead, and nothing else.
pub struct Invites<F>(pub F);

impl<F> ChatPlatform for Invites<F>
where
    F: Fn(&str) -> BoxFuture<'static, Result<GuildId, InviteError>> + Send + Sync,
{
    fn guild_of_invite<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<GuildId, InviteError>> {
        (self.0)(code)
    }

    fn guild_of_channel<'a>(&'a self, _: &'a ChannelId) -> BoxFuture<'a, Option<GuildId>> {
        async { None }.boxed()
    }

    fn manages<'a>(&'a self, _: &'a DiscordId, _: &'a GuildId) -> BoxFuture<'a, Result<bool, GuildError>> {
        async { Err(GuildError::Unreachable) }.boxed()
    }

    fn is_in<'a>(&'a self, _: &'a GuildId) -> BoxFuture<'a, Option<bool>> {
        async { None }.boxed()
    }

    fn invitation<'a>(&'a self, _: Option<&'a GuildId>) -> BoxFuture<'a, Option<Url>> {
        async { None }.boxed()
    }
}

impl<F> fmt::Debug for Invites<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invites")
    }
}
