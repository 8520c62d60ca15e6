//! Outages: what fails at the moment and is tried again. One line in the log when it begins, one with the number of
//! failures when it is over. Nothing is decided here; the code that fails decides when to try again.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing::{info, warn};

use crate::foundation::clock::{Clock, Timestamp};

pub use super::trouble::Trouble;

/// The tracing target of the log lines here.
pub const TARGET: &str = module_path!();
/// An outage of something that is tried only on demand is over after this long without another failure: longer than any pause between
/// tries, and shorter than what an alert waits for.
const MEMORY: Duration = Duration::from_mins(8);
/// How long nothing may have failed before a success ends an outage of something that is done all the time.
const STEADY: Duration = Duration::from_secs(10);
/// How many outages are listed. Beyond that, only troubles of which there is one (without an `about`) are added.
const MOST: usize = 1000;

/// All outages of a process. Clones share them.
#[derive(Debug, Clone)]
pub struct Outages {
    all: Arc<Inner>,
    /// Whether those that begin through this clone belong to its process's term as the leader.
    is_of_term: bool,
}

#[derive(Debug)]
struct Inner {
    clock: Clock,
    /// How many there are: a success needs no lock when there are none, as nearly always.
    count: AtomicUsize,
    ongoing: Mutex<BTreeMap<(Trouble, String), Spell>>,
    /// There are more outages than can be listed, and this has been logged.
    is_full: AtomicBool,
}

#[derive(Debug, Clone)]
struct Spell {
    since: Timestamp,
    last: Timestamp,
    fades: bool,
    is_of_term: bool,
    failures: u64,
    why: String,
}

/// What fails at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outage {
    pub trouble: Trouble,
    /// Which of several. Empty where there is one.
    pub about: String,
    pub since: Timestamp,
    pub failures: u64,
    /// Why it failed the last time.
    pub why: String,
}

impl Outages {
    pub fn new(clock: Clock) -> Self {
        let all = Inner {
            clock,
            count: AtomicUsize::new(0),
            ongoing: Mutex::default(),
            is_full: AtomicBool::new(false),
        };
        Self { all: Arc::new(all), is_of_term: false }
    }

    /// A clone for what only the leader does: what begins to fail there ends with its term.
    #[must_use]
    pub fn of_term(&self) -> Self {
        Self { all: self.all.clone(), is_of_term: true }
    }

    /// Records that it failed or worked, as `done` says. `about`: which of several, or nothing.
    pub fn note<T, E: Display>(&self, trouble: Trouble, about: &str, done: &Result<T, E>) {
        match done {
            Ok(_) => self.worked(trouble, about),
            Err(why) => self.failed(trouble, about, why),
        }
    }

    /// As [`Outages::note`], for what is tried only on demand: it is over, too, after some minutes without another failure.
    pub fn note_met<T, E: Display>(&self, trouble: Trouble, about: &str, done: &Result<T, E>) {
        match done {
            Ok(_) => self.worked(trouble, about),
            Err(why) => self.begins_or_goes_on(trouble, about, why, true),
        }
    }

    /// As [`Outages::note_met`], for what is done all the time and fails only for some: a success ends the outage only when nothing
    /// has failed for [`STEADY`]. Otherwise each success between two failures would be told.
    pub fn note_often<T, E: Display>(&self, trouble: Trouble, about: &str, done: &Result<T, E>) {
        match done {
            Ok(_) => self.ends(trouble, about, |spell, now| now >= spell.last.plus(STEADY)),
            Err(why) => self.begins_or_goes_on(trouble, about, why, true),
        }
    }

    /// Records a failure. Only the first in a row is logged.
    pub fn failed(&self, trouble: Trouble, about: &str, why: &dyn Display) {
        self.begins_or_goes_on(trouble, about, why, false);
    }

    fn begins_or_goes_on(&self, trouble: Trouble, about: &str, why: &dyn Display, fades: bool) {
        let (now, why) = (self.all.clock.now(), why.to_string());
        let mut ongoing = self.lock_at(now);
        if let Some(spell) = ongoing.get_mut(&(trouble, about.to_owned())) {
            spell.last = now;
            spell.failures = spell.failures.saturating_add(1);
            spell.why = why;
            return;
        }
        if ongoing.len() >= MOST && !about.is_empty() {
            drop(ongoing);
            if !self.all.is_full.swap(true, Ordering::Relaxed) {
                warn!("more than {MOST} fail at once: of further ones nothing is told");
            }
            return;
        }
        let is_of_term = self.is_of_term;
        let spell = Spell { since: now, last: now, fades, is_of_term, failures: 1, why: why.clone() };
        ongoing.insert((trouble, about.to_owned()), spell);
        self.all.count.store(ongoing.len(), Ordering::Release);
        drop(ongoing);
        warn!(trouble = trouble.as_str(), about, why, "{}: {why}", told(trouble, about));
    }

    /// Records a success. It is logged only if it had failed before.
    pub fn worked(&self, trouble: Trouble, about: &str) {
        self.ends(trouble, about, |_, _| true);
    }

    fn ends(&self, trouble: Trouble, about: &str, is_over: fn(&Spell, Timestamp) -> bool) {
        let Some(Spell { since, failures, .. }) = self.take(trouble, about, is_over) else { return };
        let lasted = self.all.clock.now().since(since);
        let times = if failures == 1 { "1 failure".to_owned() } else { format!("{failures} failures") };
        info!(
            trouble = trouble.as_str(),
            about,
            failures,
            seconds = lasted.as_secs(),
            "over after {times} in {}: {}",
            in_words(lasted),
            told(trouble, about)
        );
    }

    /// Removes an outage: there is nothing to try any more.
    pub fn forget(&self, trouble: Trouble, about: &str) {
        self.take(trouble, about, |_, _| true);
    }

    /// As [`Outages::forget`], for all of a kind.
    pub fn forget_all(&self, trouble: Trouble) {
        let mut ongoing = self.lock();
        ongoing.retain(|(other, _), _| *other != trouble);
        self.count(&ongoing);
    }

    /// Ends what belongs to the term of a leader that leads no more: another process does it from now on.
    pub fn end_term(&self) {
        let mut ongoing = self.lock();
        ongoing.retain(|(trouble, about), spell| {
            if spell.is_of_term {
                info!(
                    trouble = trouble.as_str(),
                    about = about.as_str(),
                    failures = spell.failures,
                    "this process does not lead any more: {}",
                    told(*trouble, about)
                );
            }
            !spell.is_of_term
        });
        self.count(&ongoing);
    }

    /// Whether this fails at this moment.
    pub fn is_ongoing(&self, trouble: Trouble, about: &str) -> bool {
        self.all.count.load(Ordering::Acquire) > 0
            && self.lock_at(self.all.clock.now()).contains_key(&(trouble, about.to_owned()))
    }

    /// All that fails at this moment, by kind.
    pub fn ongoing(&self) -> Vec<Outage> {
        let ongoing = self.lock_at(self.all.clock.now());
        let outages = ongoing.iter().map(|((trouble, about), spell)| Outage {
            trouble: *trouble,
            about: about.clone(),
            since: spell.since,
            failures: spell.failures,
            why: spell.why.clone(),
        });
        outages.collect()
    }

    fn take(&self, trouble: Trouble, about: &str, is_over: fn(&Spell, Timestamp) -> bool) -> Option<Spell> {
        if self.all.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let (now, mut ongoing) = (self.all.clock.now(), self.lock());
        let Entry::Occupied(found) = ongoing.entry((trouble, about.to_owned())) else { return None };
        let spell = is_over(found.get(), now).then(|| found.remove())?;
        self.count(&ongoing);
        Some(spell)
    }

    /// Updates the count after some have been removed.
    fn count(&self, ongoing: &BTreeMap<(Trouble, String), Spell>) {
        self.all.count.store(ongoing.len(), Ordering::Release);
        if ongoing.len() < MOST / 2 {
            self.all.is_full.store(false, Ordering::Relaxed);
        }
    }

    /// Locks the list, without outages on demand that have not recurred for [`MEMORY`].
    fn lock_at(&self, now: Timestamp) -> MutexGuard<'_, BTreeMap<(Trouble, String), Spell>> {
        let mut ongoing = self.lock();
        let before = ongoing.len();
        ongoing.retain(|(trouble, about), spell| {
            let stays = !spell.fades || now < spell.last.plus(MEMORY);
            if !stays {
                info!(
                    trouble = trouble.as_str(),
                    about = about.as_str(),
                    failures = spell.failures,
                    "nobody has met it for {}: {}",
                    in_words(MEMORY),
                    told(*trouble, about)
                );
            }
            stays
        });
        if ongoing.len() < before {
            self.count(&ongoing);
        }
        ongoing
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(Trouble, String), Spell>> {
        self.all.ongoing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn told(trouble: Trouble, about: &str) -> String {
    let words = trouble.words();
    if about.is_empty() { words.to_owned() } else { format!("{words} ({about})") }
}

/// `2 h 5 min`, `1 min 20 s`, `3 s`.
fn in_words(span: Duration) -> String {
    let seconds = span.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {} s", seconds % 60),
        _ => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;
    use crate::testing::Log;

    #[test]
    fn outages_beyond_the_list_limit_are_not_listed_and_logged_in_a_single_line() {
        let (log, _catching) = Log::catch(Level::INFO);
        let outages = Outages::new(Clock::fixed(Timestamp(0)));
        for round in 0..3 {
            for number in 0..MOST + 20 {
                outages.failed(Trouble::Certificates, &number.to_string(), &"refused");
            }
            assert_eq!((log.lines().len(), outages.ongoing().len()), (MOST + 1, MOST), "round {round}");
        }
        outages.failed(Trouble::Gateway, "", &"no route to host");
        assert_eq!(outages.ongoing().len(), MOST + 1, "there is one of it");
    }

    #[test]
    fn an_outage_noticed_only_on_demand_is_over_after_eight_minutes_without_a_failure() {
        let (log, _catching) = Log::catch(Level::INFO);
        let clock = Clock::fixed(Timestamp(0));
        let outages = Outages::new(clock.clone());
        let refused = Err::<(), _>("refused");
        outages.note_met(Trouble::BotCheck, "", &refused);
        outages.note(Trouble::Certificates, "a.example", &refused);
        clock.advance(MEMORY / 2);
        outages.note_met(Trouble::BotCheck, "", &refused);
        clock.advance(MEMORY / 2);
        assert_eq!(outages.ongoing().len(), 2, "somebody has met it meanwhile");
        clock.advance(MEMORY / 2);
        let left: Vec<Trouble> = outages.ongoing().into_iter().map(|outage| outage.trouble).collect();
        assert_eq!(left, [Trouble::Certificates]);
        let lines = log.lines();
        assert!(lines.len() == 3 && lines[2].contains("nobody has met it for 8 min"), "{lines:?}");
    }

    #[test]
    fn an_outage_of_what_is_done_all_the_time_ends_with_a_success_after_ten_steady_seconds() {
        let (log, _catching) = Log::catch(Level::INFO);
        let clock = Clock::fixed(Timestamp(0));
        let outages = Outages::new(clock.clone());
        let (refused, accepted) = (Err::<(), _>("refused"), Ok::<_, &str>(()));
        for _ in 0..20 {
            outages.note_often(Trouble::Database, "writes", &refused);
            clock.advance(STEADY / 2);
            outages.note_often(Trouble::Database, "writes", &accepted);
        }
        assert_eq!((log.lines().len(), outages.ongoing().len()), (1, 1));
        clock.advance(STEADY / 2);
        outages.note_often(Trouble::Database, "writes", &accepted);
        let lines = log.lines();
        assert!(lines.len() == 2 && lines[1].contains("over after 20 failures in 1 min 45 s"), "{lines:?}");
    }

    #[test]
    fn outages_of_a_leaders_term_end_with_it_and_others_go_on() {
        let (log, _catching) = Log::catch(Level::INFO);
        let outages = Outages::new(Clock::fixed(Timestamp(0)));
        outages.of_term().failed(Trouble::Database, "custom domains", &"it is away");
        outages.failed(Trouble::Database, "waits", &"it is away");
        outages.end_term();
        let left: Vec<String> = outages.ongoing().into_iter().map(|outage| outage.about).collect();
        assert_eq!(left, ["waits"]);
        let lines = log.lines();
        assert!(lines.len() == 3 && lines[2].contains("(custom domains)"), "{lines:?}");
    }

    #[test]
    fn an_outage_is_logged_once_when_it_begins_and_once_when_it_is_over() {
        let (log, _catching) = Log::catch(Level::INFO);
        let clock = Clock::fixed(Timestamp(0));
        let outages = Outages::new(clock.clone());

        outages.worked(Trouble::Gateway, "");
        assert!(log.lines().is_empty(), "what works says nothing");
        for _ in 0..40 {
            outages.failed(Trouble::Gateway, "", &"no route to host");
            clock.advance(Duration::from_secs(2));
        }
        outages.failed(Trouble::Certificates, "a.example", &"refused");
        assert_eq!(log.lines().len(), 2, "{:?}", log.lines());
        assert!(
            log.lines()[0].contains("the chat platform's gateway cannot be used: no route to host"),
            "{:?}",
            log.lines()
        );
        let ongoing = outages.ongoing();
        assert_eq!(ongoing.len(), 2);
        assert_eq!((ongoing[1].failures, ongoing[1].since), (40, Timestamp(0)));

        outages.worked(Trouble::Gateway, "");
        outages.worked(Trouble::Gateway, "");
        let lines = log.lines();
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[2].contains("over after 40 failures in 1 min 20 s: the chat platform's gateway"));
        outages.forget(Trouble::Certificates, "a.example");
        assert_eq!((log.lines().len(), outages.ongoing()), (3, Vec::new()));
    }
}
