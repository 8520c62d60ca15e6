//! The state of an order's delivery job, and what the seller can have done about it.

use super::OrderOutcome;
use crate::App;
use crate::foundation::text_enum::text_enum;
use crate::shop::fulfilment::Way;

text_enum! {
    /// Whose turn it is.
    pub(crate) enum JobState {
        /// For a worker.
        Waiting = "waiting",
        /// A worker has it until its lease runs out.
        Leased = "leased",
        /// For the seller.
        Manual = "manual",
        Done = "done",
    }
}

impl JobState {
    pub(crate) fn is_workers(self) -> bool {
        matches!(self, Self::Waiting | Self::Leased)
    }
}

text_enum! {
    /// What a seller can do with an order, besides marking its tokens. `retry`: the delivery that waits is tried again.
    /// `replace`: failed tokens are replaced with fresh ones.
    pub enum OrderAction {
        /// The delivery that waits is tried again.
        Retry = "retry",
        /// Failed tokens are replaced with fresh ones.
        Replace = "replace",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RetryError {
    /// Also when delivery is by hand.
    #[error("Nothing of this order waits to be sent again.")]
    NothingWaits,
    #[error("Some tokens of this order were decided by hand. Decide the others, too.")]
    DecidedByHand,
}

#[derive(Debug, sqlx::FromRow)]
pub(in crate::shop) struct JobStanding {
    #[sqlx(rename = "job_state")]
    pub state: JobState,
    pub way: Way,
    pub round: i64,
    /// The last round of which the seller decided tokens.
    decided_round: Option<i64>,
}

impl JobStanding {
    /// How the order is delivered now: by hand, when the operator's adapter or service that it began with is gone.
    pub(in crate::shop) fn way_now(&self, app: &App) -> Way {
        match self.way {
            Way::Adapter if app.delivery.adapter.is_none() => Way::Manual,
            Way::Operator if app.delivery.service.is_none() => Way::Manual,
            way => way,
        }
    }

    /// Whether something waits that can be sent again.
    pub(in crate::shop) fn check_retry(&self, app: &App) -> Result<(), RetryError> {
        let way = self.way_now(app);
        if self.state != JobState::Manual || way == Way::Manual {
            return Err(RetryError::NothingWaits);
        }
        // A round can only be sent whole, and the service would attempt tokens that the seller has delivered.
        if way.is_by_service() && self.decided_round == Some(self.round) {
            return Err(RetryError::DecidedByHand);
        }
        Ok(())
    }

    /// `amount` is in boosts, `succeeded` and `failed` count the order's tokens.
    ///
    /// A replacement that fails is to be replaced itself. So, once nothing waits, the tokens missing from the order are those that
    /// were not replaced.
    pub(in crate::shop) fn actions(
        &self,
        app: &App,
        amount: i64,
        succeeded: i64,
        failed: i64,
    ) -> Vec<OrderAction> {
        if self.check_retry(app).is_ok() {
            return vec![OrderAction::Retry];
        }
        let is_short = OrderOutcome::of(succeeded, amount) != OrderOutcome::Completed;
        if self.state == JobState::Done && is_short && failed > 0 {
            return vec![OrderAction::Replace];
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Dialect;
    use crate::testing::{Setup, TestApp};

    fn job(state: JobState, way: Way) -> JobStanding {
        JobStanding { state, way, round: 2, decided_round: None }
    }

    #[tokio::test]
    async fn replace_is_offered_for_failed_tokens_without_replacement_once_the_order_is_done() {
        let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
        let actions = |state, succeeded, failed| job(state, Way::Manual).actions(&app, 10, succeeded, failed);
        let replace = [OrderAction::Replace];
        assert_eq!(actions(JobState::Done, 4, 1), replace);
        assert_eq!(actions(JobState::Done, 4, 2), replace, "the replacement failed, too");
        assert_eq!(actions(JobState::Done, 5, 2), [], "each has a replacement that was delivered");
        assert_eq!(actions(JobState::Done, 5, 0), []);
        assert_eq!(actions(JobState::Leased, 1, 1), [], "it is under way");
    }

    #[tokio::test]
    async fn retry_is_offered_only_for_an_undecided_manual_job_with_a_fulfilment_service() {
        let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
        let actions = |job: JobStanding| job.actions(&app, 10, 0, 0);
        assert_eq!(actions(job(JobState::Manual, Way::Storefront)), [OrderAction::Retry]);
        for gone in [Way::Manual, Way::Operator] {
            assert_eq!(actions(job(JobState::Manual, gone)), [], "{gone}");
        }
        for (decided, expected) in [(1, vec![OrderAction::Retry]), (2, Vec::new())] {
            let job = JobStanding { decided_round: Some(decided), ..job(JobState::Manual, Way::Storefront) };
            assert_eq!(actions(job), expected, "of round 2, tokens of round {decided} were decided");
        }
        assert_eq!(actions(job(JobState::Waiting, Way::Storefront)), []);
    }
}
