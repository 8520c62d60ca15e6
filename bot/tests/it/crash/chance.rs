//! Randomness that a seed repeats.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// `SplitMix64`.
pub(super) struct Chance(u64);

impl Chance {
    /// Prints its seed, which is taken from `BOOSTDESK_CRASH_SEED` if that is set.
    #[expect(clippy::print_stderr, reason = "a failing test says how to repeat it")]
    pub(super) fn new(what: &str) -> Self {
        let given = std::env::var("BOOSTDESK_CRASH_SEED").ok();
        let seed =
            given.map_or_else(from_clock, |seed| seed.parse().expect("BOOSTDESK_CRASH_SEED is a number"));
        eprintln!("{what}: BOOSTDESK_CRASH_SEED={seed}");
        Self(seed)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a small number");
        usize::try_from(self.next() % bound).expect("smaller still")
    }

    pub(super) fn up_to(&mut self, longest: Duration) -> Duration {
        let longest = u64::try_from(longest.as_nanos()).expect("a short time");
        Duration::from_nanos(self.next() % (longest + 1))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

fn from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    u64::from(since.subsec_nanos()) ^ since.as_secs()
}
