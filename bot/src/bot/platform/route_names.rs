//! Names of the routes for traces: without ids, invite codes and the tokens of interactions.

use serenity::all::{LightMethod, Route};

pub(super) fn method_of(method: LightMethod) -> &'static str {
    match method {
        LightMethod::Delete => "DELETE",
        LightMethod::Get => "GET",
        LightMethod::Patch => "PATCH",
        LightMethod::Post => "POST",
        LightMethod::Put => "PUT",
    }
}

pub(super) fn template_of(route: &Route<'_>) -> &'static str {
    match route {
        Route::Channel { .. } => "/channels/{channel}",
        Route::ChannelMessage { .. } => "/channels/{channel}/messages/{message}",
        Route::ChannelMessages { .. } => "/channels/{channel}/messages",
        Route::Commands { .. } => "/applications/{application}/commands",
        Route::Gateway => "/gateway",
        Route::GatewayBot => "/gateway/bot",
        Route::Guild { .. } => "/guilds/{guild}",
        Route::GuildMember { .. } => "/guilds/{guild}/members/{user}",
        Route::InteractionResponse { .. } => "/interactions/{interaction}/{token}/callback",
        Route::Invite { .. } => "/invites/{code}",
        Route::Oauth2ApplicationCurrent => "/oauth2/applications/@me",
        Route::UserMe => "/users/@me",
        Route::UserMeDmChannels => "/users/@me/channels",
        Route::WebhookFollowupMessages { .. } => "/webhooks/{application}/{token}",
        Route::WebhookOriginalInteractionResponse { .. } => {
            "/webhooks/{application}/{token}/messages/@original"
        }
        _ => "other",
    }
}
