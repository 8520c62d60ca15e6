//! Tells whether an owner's data has changed since an answer was read, for answers whose owner is known only once they are read.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

/// Owners that share a place are not told apart: at worst an answer is read again without need.
const PLACES: usize = 1024;

/// Counts changes, and remembers each owner's last.
pub(crate) struct Changes {
    count: AtomicU64,
    /// The count at the last change, by owner.
    last: Box<[AtomicU64]>,
    hasher: RandomState,
}

/// A moment before a read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Before(u64);

impl Changes {
    pub(crate) fn new() -> Self {
        let last = std::iter::repeat_with(AtomicU64::default).take(PLACES).collect();
        Self { count: AtomicU64::default(), last, hasher: RandomState::new() }
    }

    pub(crate) fn before(&self) -> Before {
        Before(self.count.load(Ordering::Acquire))
    }

    /// Notes a change. `None`: it may concern any owner.
    pub(crate) fn note(&self, owner: Option<&str>) {
        let count = self.count.fetch_add(1, Ordering::AcqRel) + 1;
        let note = |last: &AtomicU64| {
            // Of two concurrent changes, the later count may be stored first.
            last.fetch_max(count, Ordering::AcqRel);
        };
        match owner {
            Some(owner) => note(self.place(owner)),
            None => self.last.iter().for_each(note),
        }
    }

    /// Returns whether nothing of this owner has changed since `before`.
    pub(crate) fn none_since(&self, before: Before, owner: &str) -> bool {
        self.place(owner).load(Ordering::Acquire) <= before.0
    }

    fn place(&self, owner: &str) -> &AtomicU64 {
        let hash = self.hasher.hash_one(owner);
        &self.last[usize::try_from(hash % PLACES as u64).expect("less than the number of places")]
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Changes")
    }
}

#[cfg(test)]
mod tests {
    use super::Changes;

    #[test]
    fn a_change_invalidates_answers_read_before_it() {
        let changes = Changes::new();
        let before = changes.before();
        assert!(changes.none_since(before, "a"));
        changes.note(Some("a"));
        assert!(!changes.none_since(before, "a"));
        let before = changes.before();
        assert!(changes.none_since(before, "a"), "read after it");
        changes.note(None);
        assert!(!changes.none_since(before, "a"));
        assert!(!changes.none_since(before, "b"));
    }

    #[test]
    fn a_change_of_one_owner_does_not_invalidate_the_answers_of_all_others() {
        let changes = Changes::new();
        let others: Vec<String> = (0..9).map(|number| format!("owner {number}")).collect();
        let before = changes.before();
        changes.note(Some("a"));
        assert!(others.iter().any(|other| changes.none_since(before, other)));
    }
}
