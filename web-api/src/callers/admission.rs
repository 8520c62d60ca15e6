//! What entitles somebody to a stream: a session and, for a helper, a role that has not ended. The stream ends when either is
//! ended or expires; it ends as well when a role that had ended begins again.

use std::time::Duration;

use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::UserId;
use boostdesk_core::people::auth;
use boostdesk_core::shop::storefronts;
use secrecy::SecretString;

use crate::http::error::Result;
use crate::state::WebState;

/// When to ask again after the database did not answer.
const PAUSE: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub(crate) struct Admission {
    token: SecretString,
    user_id: UserId,
    /// Whether they came in as a helper whose role had not ended.
    helps: bool,
    until: Timestamp,
}

/// What has become of an [`Admission`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admitted {
    Still,
    SignedOut,
    /// The session goes on, but the role as a helper has ended, or has begun.
    RoleTurned,
}

impl Admission {
    /// `helps`: whether this is a helper whose role has not ended.
    pub(crate) async fn of(
        web: &WebState,
        token: SecretString,
        user_id: UserId,
        helps: bool,
    ) -> Result<Self> {
        let mut admission = Self { token, user_id, helps, until: web.app.clock.now() };
        // If it has ended meanwhile, `until` stays as it is, and `run_out` returns at once.
        admission.ask(web).await?;
        Ok(admission)
    }

    /// Waits until it ends, as far as is known. It may have been prolonged since, which [`Admission::renew`] finds out.
    pub(crate) async fn run_out(&self, web: &WebState) {
        web.app.clock.sleep_until(self.until).await;
    }

    /// Checks it again: to be called when its time has come, and when something has happened to the session.
    pub(crate) async fn renew(&mut self, web: &WebState) -> Admitted {
        self.ask(web).await.unwrap_or_else(|_| {
            // A database that does not answer is no reason to end what it had allowed.
            self.until = web.app.clock.now().plus(PAUSE);
            Admitted::Still
        })
    }

    async fn ask(&mut self, web: &WebState) -> Result<Admitted> {
        let Some(end) = auth::end_of_session(&web.app, &self.token).await? else {
            return Ok(Admitted::SignedOut);
        };
        let helping = storefronts::helps_in(&web.app, &self.user_id).await?;
        if helping.is_some() != self.helps {
            return Ok(Admitted::RoleTurned);
        }
        let role_end = helping.and_then(|(_, helper)| helper.until);
        self.until = role_end.map_or(end, |until| until.min(end));
        Ok(Admitted::Still)
    }
}
