//! Finds the guilds that invites lead to: the platform is asked at redeem, or later if it could not be reached then.

mod queries;

use std::time::Duration;

use futures::FutureExt;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug_span, info};

use self::queries::Unresolved;
use super::queries::Invite;
use super::{RedeemError, invite_code};
use crate::App;
use crate::db::Result;
use crate::events::{Event, Topic};
use crate::foundation::backoff::Backoff;
use crate::ids::GuildId;
use crate::ports::{ChatPlatform, InviteError};
use crate::shop::blocklist::{self, Visitor};
use crate::shop::order_history::{self, By};
use crate::watching::outages::Trouble;

/// How long a customer waits for the platform at most.
const TIMEOUT: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_secs(1);
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_mins(5) };
const AT_ONCE: i64 = 20;

/// Refuses an invite that the platform does not know. Without a platform its form alone counts.
pub(super) async fn ask(app: &App, invite: &str) -> std::result::Result<Invite, RedeemError> {
    let Some(platform) = &app.chat_platform else { return Ok(Invite::Unasked) };
    let code = invite_code(invite).ok_or(RedeemError::BadInvite)?;
    match timeout(TIMEOUT, platform.guild_of_invite(code)).await {
        Ok(Ok(guild_id)) => Ok(Invite::Of { guild_id }),
        Ok(Err(InviteError::Unknown)) => Err(RedeemError::BadInvite),
        Ok(Err(InviteError::Unreachable)) | Err(_) => Ok(Invite::AskLater),
    }
}

/// Looks up, until `shutdown`, the guilds of invites that the platform could not be asked about at redeem.
pub async fn resolve_invites(app: App, shutdown: CancellationToken) {
    let Some(platform) = app.chat_platform.clone() else { return };
    while !shutdown.is_cancelled() {
        // Safe to cancel: each lookup and each write is complete by itself.
        let resolving = resolve_due(&app, platform.as_ref());
        let Some(done) = shutdown.run_until_cancelled(resolving).await else { return };
        app.outages.note(Trouble::Database, "invites", &done);
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = sleep(LOOK) => {}
        }
    }
}

async fn resolve_due(app: &App, platform: &dyn ChatPlatform) -> Result<()> {
    let due = queries::due(&mut app.db.read().await?, app.clock.now(), AT_ONCE).await?;
    for waiting in due {
        let span = debug_span!("invite", otel.kind = "consumer");
        app.traces.continue_order(&span, &waiting.order_id);
        resolve(app, platform, waiting).instrument(span).await?;
    }
    Ok(())
}

async fn resolve(app: &App, platform: &dyn ChatPlatform, waiting: Unresolved) -> Result<()> {
    let code = invite_code(&waiting.invite).unwrap_or_default();
    let asked = platform.guild_of_invite(code).await;
    // `note_met`, because the invite may never be asked about again, as when another process settles it.
    let is_told =
        if matches!(asked, Err(InviteError::Unreachable)) { Err("it gives no answer") } else { Ok(()) };
    app.outages.note_met(Trouble::Invites, "", &is_told);
    match asked {
        Ok(guild_id) => settle(app, waiting, Some(guild_id)).await,
        Err(InviteError::Unknown) => {
            info!(order.id = %waiting.order_id, "the platform does not know the invite of order {}", waiting.order_id);
            settle(app, waiting, None).await
        }
        Err(InviteError::Unreachable) => put_off(app, waiting).await,
    }
}

async fn settle(app: &App, waiting: Unresolved, guild_id: Option<GuildId>) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                if !queries::settle(tx, &waiting.order_id, guild_id.as_ref()).await? {
                    return Ok(());
                }
                if let Some(guild_id) = &guild_id {
                    let visitor = Visitor { email: "", guild_id: Some(guild_id), address: None };
                    let mut what = format!("The invite leads to server {guild_id}");
                    if blocklist::holds(tx, &waiting.user_id, visitor).await? {
                        what.push_str(", which is on the blocklist");
                    }
                    order_history::record(tx, &waiting.order_id, &By::System, &what, now).await?;
                }
                let (user_id, guild) = (&waiting.user_id, &waiting.storefront_guild_id);
                tx.publish(Event::of_storefront(Topic::Orders, user_id, guild));
                Ok(())
            }
            .boxed()
        })
        .await
}

async fn put_off(app: &App, waiting: Unresolved) -> Result<()> {
    let due_at = app.clock.now().plus(BACKOFF.after(waiting.attempts + 1));
    app.db.write(move |tx| async move { queries::put_off(tx, &waiting.order_id, due_at).await }.boxed()).await
}

/// Brings forward lookups that were scheduled too late while the clock was ahead. Returns how many.
pub async fn shorten_waits(app: &App) -> Result<u64> {
    let latest = app.clock.now().plus(BACKOFF.longest);
    app.db.write(move |tx| async move { queries::shorten_waits(tx, latest).await }.boxed()).await
}
