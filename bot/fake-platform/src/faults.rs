//! What goes wrong on purpose.

use std::time::Duration;

use tokio::sync::watch;

/// What happens to a request.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The request is handled later.
    Slow(Duration),
    /// It is not handled, and gets this status, with one of the platform's error codes.
    Refused(u16, u64),
    /// A proxy's error page instead of an answer.
    BadGateway,
    /// Too many requests, for so many seconds.
    RateLimited { seconds: f64, global: bool, headers: bool },
    /// The connection ends before the request is handled.
    LostBefore,
    /// The request is handled, and the connection ends before the answer.
    LostAnswer,
    /// The request is never handled, and never answered.
    Hangs,
    /// The request is handled, and never answered.
    AnswerHangs,
    /// The request is handled, and answered once nothing goes wrong any more.
    AnswerWaits,
}

#[derive(Debug)]
struct Rule {
    /// The start of a route, or of one with its ids in it; `""` is every one.
    route: String,
    fault: Fault,
    /// None: until healed.
    left: Option<usize>,
    struck: usize,
}

#[derive(Debug, Default)]
pub(super) struct Faults {
    rules: Vec<Rule>,
    lost_answers: bool,
    healed: watch::Sender<()>,
}

impl Faults {
    pub(super) fn add(&mut self, route: &str, fault: Fault, times: Option<usize>) {
        self.rules.push(Rule { route: route.to_owned(), fault, left: times, struck: 0 });
    }

    pub(super) fn heal(&mut self) {
        self.rules.clear();
        self.healed.send_replace(());
    }

    /// Changes when nothing goes wrong any more.
    pub(super) fn healing(&self) -> watch::Receiver<()> {
        self.healed.subscribe()
    }

    /// Whether an answer was lost, so that the bot may not know what was done.
    pub(super) fn lost_answers(&self) -> bool {
        self.lost_answers
    }

    /// How often a fault of these routes struck.
    pub(super) fn struck(&self, route: &str) -> usize {
        self.rules.iter().filter(|rule| rule.route == route).map(|rule| rule.struck).sum()
    }

    /// What happens to this request: waiting first, and then one other thing at most.
    pub(super) fn strike(&mut self, route: &str, with_ids: &str) -> (Duration, Option<Fault>) {
        let (mut slow, mut other) = (Duration::ZERO, None);
        for rule in &mut self.rules {
            let is_meant = [route, with_ids].iter().any(|route| route.starts_with(&rule.route));
            if !is_meant || rule.left == Some(0) {
                continue;
            }
            match &rule.fault {
                Fault::Slow(by) => slow += *by,
                _ if other.is_some() => continue,
                fault => other = Some(fault.clone()),
            }
            rule.struck += 1;
            self.lost_answers |= matches!(rule.fault, Fault::LostAnswer | Fault::AnswerHangs);
            if let Some(left) = &mut rule.left {
                *left -= 1;
            }
        }
        (slow, other)
    }
}
