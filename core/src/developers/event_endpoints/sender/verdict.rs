//! What an answer means: for the delivery that was tried, and for its endpoint.

use std::time::Duration;

use crate::developers::event_endpoints::DeliveryState;
use crate::foundation::backoff::Backoff;
use crate::ports::WebhookError;

pub(super) const MOST_ATTEMPTS: i64 = 12;
pub(super) const PAUSES: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_mins(5) };

/// The HTTP status.
pub(super) type Answer = Result<u16, WebhookError>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub state: DeliveryState,
    pub status: Option<i64>,
    pub error: Option<String>,
    /// The pause before the next try of a pending delivery.
    pub pause: Option<Duration>,
    /// `None`: it was not called.
    pub endpoint: Option<Health>,
    /// Whether tries are counted anew.
    pub begins_anew: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Health {
    Well,
    Failing,
    /// It has answered 410, and wants no more events.
    Gone,
}

impl Verdict {
    /// `answer`: `None` when the call could not be made, which is no fault of the service. `attempts` includes this one.
    pub(super) fn of(answer: Option<&Answer>, attempts: i64) -> Self {
        let (endpoint, error) = match answer {
            Some(Ok(200..=299)) => (Some(Health::Well), None),
            Some(Ok(status)) => {
                let health = if *status == 410 { Health::Gone } else { Health::Failing };
                (Some(health), Some(format!("The service answered with status {status}.")))
            }
            Some(Err(error)) => (Some(Health::Failing), Some(error.to_string())),
            None => (None, Some("It could not be sent. That is our fault, not the service's.".to_owned())),
        };
        let state = match endpoint {
            Some(Health::Well) => DeliveryState::Delivered,
            Some(Health::Gone) => DeliveryState::Failed,
            _ if attempts >= MOST_ATTEMPTS => DeliveryState::Failed,
            _ => DeliveryState::Pending,
        };
        let status = answer.and_then(|answer| answer.as_ref().ok()).map(|status| i64::from(*status));
        let pause = (state == DeliveryState::Pending).then(|| PAUSES.after(attempts));
        Self { state, status, error, pause, endpoint, begins_anew: false }
    }

    /// The verdict when the endpoint's address has changed since. It says nothing about the new one; undelivered events go there.
    pub(super) fn of_former_address(self) -> Self {
        if self.state == DeliveryState::Delivered {
            return Self { endpoint: None, ..self };
        }
        let pause = Some(Duration::ZERO);
        Self { state: DeliveryState::Pending, pause, endpoint: None, begins_anew: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Judged = (DeliveryState, Option<u64>, Option<Health>);

    fn check(answer: Option<Answer>, attempts: i64, expected: Judged) {
        let verdict = Verdict::of(answer.as_ref(), attempts);
        let pause = verdict.pause.map(|pause| pause.as_secs());
        assert_eq!((verdict.state, pause, verdict.endpoint), expected, "{answer:?}, attempt {attempts}");
        assert_eq!(verdict.error.is_none(), verdict.state == DeliveryState::Delivered, "{answer:?}");
        assert_eq!(verdict.status, answer.and_then(Result::ok).map(i64::from));
    }

    #[test]
    fn a_failed_delivery_is_tried_up_to_twelve_times_unless_the_endpoint_is_gone() {
        let unreachable = Some(Err(WebhookError::Unreachable));
        check(Some(Ok(204)), 1, (DeliveryState::Delivered, None, Some(Health::Well)));
        check(Some(Ok(200)), 12, (DeliveryState::Delivered, None, Some(Health::Well)));
        check(Some(Ok(302)), 1, (DeliveryState::Pending, Some(1), Some(Health::Failing)));
        check(unreachable, 3, (DeliveryState::Pending, Some(4), Some(Health::Failing)));
        check(Some(Ok(500)), 11, (DeliveryState::Pending, Some(300), Some(Health::Failing)));
        check(Some(Ok(500)), 12, (DeliveryState::Failed, None, Some(Health::Failing)));
        check(unreachable, 12, (DeliveryState::Failed, None, Some(Health::Failing)));
        check(Some(Ok(410)), 1, (DeliveryState::Failed, None, Some(Health::Gone)));
    }

    #[test]
    fn an_answer_from_a_former_url_says_nothing_about_the_endpoints_health() {
        let verdict = |status| Verdict::of(Some(&Ok(status)), 12).of_former_address();
        let (gone, delivered) = (verdict(410), verdict(200));
        assert_eq!(
            (gone.state, gone.pause, gone.endpoint, gone.status, gone.begins_anew),
            (DeliveryState::Pending, Some(Duration::ZERO), None, Some(410), true),
        );
        assert_eq!(
            (delivered.state, delivered.pause, delivered.endpoint, delivered.begins_anew),
            (DeliveryState::Delivered, None, None, false)
        );
    }

    #[test]
    fn a_delivery_that_could_not_be_sent_says_nothing_about_the_endpoints_health() {
        check(None, 1, (DeliveryState::Pending, Some(1), None));
        check(None, 12, (DeliveryState::Failed, None, None));
    }
}
