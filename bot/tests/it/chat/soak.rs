//! A long run against a platform that breaks at random: `make soak SECONDS=3600`.
//!
//! Every interaction is answered, unless the platform's faults explain why not; the day's IDENTIFYs last; memory does
//! not grow. A run is repeated by its seed (`BOOSTDESK_SOAK_SEED`).

use std::time::{Duration, Instant};

use boostdesk_core::foundation::rng::Rng;
use boostdesk_fake_platform::{CUSTOMER, Fault, LONGEST_FIRST_ANSWER, Manner, Platform};

use super::bot::{Bot, a_bot_on};

/// The pause between two questions.
const STEP: Duration = Duration::from_millis(250);
/// Without further faults the bot is back by then, whatever happened before.
const BACK_BY: Duration = Duration::from_mins(2);
/// Faults end this long after the last one began.
const FAULT_LASTS: Duration = Duration::from_secs(5);
/// Steps between two faults, on average.
const RARITY: u8 = 60;
/// In KiB: memory that the allocator may keep after a burst.
const SLACK: u64 = 16 * 1024;

/// A fault.
struct Struck {
    at: Instant,
    which: u8,
    /// When it was over.
    until: Option<Instant>,
}

struct Question {
    at: Instant,
    is_answered: bool,
}

fn variable(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn draw(rng: &Rng, sides: u8) -> u8 {
    let [byte] = rng.bytes::<1>();
    byte % sides
}

/// Makes something go wrong. Returns which fault it is.
fn break_something(platform: &Platform, rng: &Rng) -> u8 {
    const CALLBACK: &str = "POST /interactions";
    let limited = |global| Fault::RateLimited { seconds: 1.0, global, headers: draw(rng, 2) == 0 };
    let which = draw(rng, 13);
    match which {
        0 | 1 => platform.drop_connections(),
        2 => platform.close_connections(4000),
        3 => platform.close_connections(4009),
        4 => platform.request_reconnect(),
        5 => platform.invalidate_sessions(true),
        6 => platform.invalidate_sessions(false),
        7 => platform.deafen_connections(),
        8 => {
            platform.greet_with([Manner::Flapping, Manner::Unavailable][usize::from(draw(rng, 2))]);
            platform.drop_connections();
        }
        9 => platform.inject_times(2, CALLBACK, Fault::LostBefore),
        10 => platform.inject_times(2, CALLBACK, Fault::BadGateway),
        11 => platform.inject_times(1, CALLBACK, limited(false)),
        _ => platform.inject_times(1, "GET /channels", limited(true)),
    }
    which
}

/// Whether this fault is about REST.
fn strikes_rest(which: u8) -> bool {
    which >= 9
}

#[test]
#[ignore = "as long as BOOSTDESK_SOAK_S says: `make soak`"]
#[expect(clippy::print_stderr, reason = "it is a run for people to read")]
fn bot_answers_and_its_memory_does_not_grow_while_the_platform_fails_at_random() {
    let lasts = Duration::from_secs(variable("BOOSTDESK_SOAK_S", 60));
    let seed = variable("BOOSTDESK_SOAK_SEED", u64::from(std::process::id()));
    let rng = Rng::seeded(seed);
    eprintln!("soak: {lasts:?}, BOOSTDESK_SOAK_SEED={seed}");
    let bot = a_bot_on(|platform| platform.heartbeat_every(Duration::from_secs(5)));
    let began = Instant::now();
    let (mut questions, mut faults) = (Vec::new(), Vec::new());
    let mut early = bot.resident_kib();
    let mut heals_at = None;
    while began.elapsed() < lasts {
        if heals_at.is_some_and(|at| at <= Instant::now()) {
            heal(&bot.platform, &mut faults);
            heals_at = None;
        }
        if draw(&rng, RARITY) == 0 {
            let at = Instant::now();
            faults.push(Struck { at, which: break_something(&bot.platform, &rng), until: None });
            heals_at = Some(at + FAULT_LASTS);
        }
        questions.push(ask(&bot));
        if began.elapsed() < lasts / 4 {
            early = early.max(bot.resident_kib());
        }
    }
    heal(&bot.platform, &mut faults);
    wait_until_back(&bot);
    let late = bot.resident_kib();

    let lost: Vec<&Question> = questions.iter().filter(|question| !question.is_answered).collect();
    let unexplained: Vec<String> = lost
        .iter()
        .filter(|question| !is_explained(&bot, question, &faults))
        .map(|question| tell(question, &faults, began))
        .collect();
    let (identifies, resumes, left) = bot.platform.look(|world| {
        let gateway = &world.gateway;
        (gateway.identifies.len(), gateway.resumes.len(), gateway.identifies_left())
    });
    eprintln!(
        "soak: {} questions, {} without an answer, without a reason those at {unexplained:?}; {} faults; \
         {identifies} IDENTIFYs ({left} left of the day), {resumes} RESUMEs; memory {early} KiB early, {late} KiB late",
        questions.len(),
        lost.len(),
        faults.len(),
    );
    // Answers that were late because the connection was lost are counted above.
    let violations = bot.platform.take_violations();
    let others: Vec<_> = violations.iter().filter(|what| !what.contains("was answered after")).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(unexplained.is_empty(), "{unexplained:?}");
    assert!(left > 0);
    assert!(late <= early + SLACK, "{early} KiB became {late} KiB");
}

/// Asks once there is a session, and returns the answer as the platform sees it.
fn ask(bot: &Bot) -> Question {
    let at = Instant::now();
    if !bot.platform.look(|world| world.gateway.has_sessions()) {
        wait_until_back(bot);
    }
    let asked_at = Instant::now();
    let asked = bot.person(CUSTOMER).command("stock").send();
    let is_answered = bot.platform.is_so_within(LONGEST_FIRST_ANSWER, || asked.is_answered());
    std::thread::sleep(STEP.saturating_sub(at.elapsed()));
    Question { at: asked_at, is_answered }
}

#[track_caller]
fn wait_until_back(bot: &Bot) {
    let gone = Instant::now();
    while !bot.platform.look(|world| world.gateway.is_ready()) {
        assert!(gone.elapsed() < BACK_BY, "the bot does not come back");
        std::thread::sleep(STEP);
        bot.platform.heal();
    }
}

/// Whether there was no session for the whole time of an answer, or REST was broken.
fn is_explained(bot: &Bot, question: &Question, faults: &[Struck]) -> bool {
    let (from, to) = (question.at, question.at + LONGEST_FIRST_ANSWER);
    let was_in_session = bot.platform.look(|world| world.gateway.was_in_session(from, to));
    let struck = |fault: &Struck| {
        strikes_rest(fault.which) && fault.at <= to && fault.until.is_none_or(|until| from <= until)
    };
    !was_in_session || faults.iter().any(struck)
}

/// Describes when a question was, and the last fault before it.
fn tell(question: &Question, faults: &[Struck], began: Instant) -> String {
    let before = faults.iter().rev().find(|fault| fault.at <= question.at);
    let fault = before.map(|fault| format!("{:.1?} after fault {}", question.at - fault.at, fault.which));
    format!("{:.1?}, {}", question.at - began, fault.unwrap_or_else(|| "before any fault".to_owned()))
}

/// Ends all faults.
fn heal(platform: &Platform, faults: &mut [Struck]) {
    platform.heal();
    for fault in faults.iter_mut().filter(|fault| fault.until.is_none()) {
        fault.until = Some(Instant::now());
    }
}
