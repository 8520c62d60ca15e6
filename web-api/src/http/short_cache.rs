//! Caches answers in memory by guild or by host, and drops them as soon as something changes them.
//!
//! An answer lives for about a second, and longer while the database shows that no change has been missed.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use boostdesk_core::db::LOOK_FOR_OTHERS;
use boostdesk_core::events::Events;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Counted from before the answer was read, or from the last moment up to which all changes are known.
const LIFE: Duration = Duration::from_millis(900);
// Else answers would expire between two of the looks by which SQLite's writer finds other processes' changes.
const _: () = assert!(LIFE.as_millis() > 2 * LOOK_FOR_OTHERS.as_millis());
/// No answer lives longer, so that even a change that was never announced is seen.
const LONGEST: Duration = Duration::from_secs(30);
const SHARDS: usize = 64;
/// Most entries of a shard, including those that say that nothing exists.
const SHARD_SIZE: usize = 256;

pub(crate) struct ShortCache<T> {
    events: Events,
    hasher: RandomState,
    shards: Vec<Shard<T>>,
}

/// Keys that share a lock. A change to one of them also keeps an answer from being stored that is being read for another.
struct Shard<T> {
    /// Counts changes. An answer read at an older count is not kept.
    changes: AtomicU64,
    entries: RwLock<Entries<T>>,
    /// Held while reading: many who miss at once cause one read.
    reading: Mutex<()>,
}

struct Entries<T> {
    kept: HashMap<Box<str>, Entry<T>>,
    /// When expired entries were last removed.
    swept: Instant,
}

/// A cached answer. `None`: nothing exists under this key.
struct Entry<T> {
    answer: Option<Arc<T>>,
    since: Instant,
    /// Whether it was asked for since the shard was last full.
    wanted: AtomicBool,
}

/// A cached answer, which may be that nothing exists.
struct Kept<T>(Option<Arc<T>>);

impl<T> ShortCache<T> {
    /// `events` tells up to when all changes are known. Dropping changed answers is the caller's part, by [`ShortCache::forget`].
    pub(crate) fn new(events: Events) -> Self {
        let shards = std::iter::repeat_with(Shard::new).take(SHARDS).collect();
        Self { events, hasher: RandomState::new(), shards }
    }

    /// Returns the kept answer, or the one that `read` gives.
    pub(crate) async fn get<E>(
        &self,
        key: &str,
        read: impl AsyncFnOnce() -> Result<Option<T>, E>,
    ) -> Result<Option<Arc<T>>, E> {
        let shard = self.shard(key);
        if let Some(Kept(answer)) = self.find(shard, key) {
            return Ok(answer);
        }
        // Boxed, since a read is a large future, and most calls return above.
        Box::pin(self.read(shard, key, read)).await
    }

    /// Drops the answer of this key, or all answers for `None`.
    pub(crate) fn forget(&self, key: Option<&str>) {
        match key {
            Some(key) => self.shard(key).forget(|kept| kept != key),
            None => self.shards.iter().for_each(|shard| shard.forget(|_| false)),
        }
    }

    async fn read<E>(
        &self,
        shard: &Shard<T>,
        key: &str,
        read: impl AsyncFnOnce() -> Result<Option<T>, E>,
    ) -> Result<Option<Arc<T>>, E> {
        let _reading = shard.reading.lock().await;
        if let Some(Kept(answer)) = self.find(shard, key) {
            return Ok(answer);
        }
        let (changes, since) = (shard.changes.load(Ordering::Acquire), Instant::now());
        let answer = read().await?.map(Arc::new);
        shard.keep(key, Entry { answer: answer.clone(), since, wanted: AtomicBool::new(false) }, changes);
        Ok(answer)
    }

    fn find(&self, shard: &Shard<T>, key: &str) -> Option<Kept<T>> {
        let entries = shard.entries.read().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.kept.get(key).filter(|entry| entry.is_fresh(&self.events))?;
        // Written only if needed: else readers on different processors would contend for its cache line.
        if !entry.wanted.load(Ordering::Relaxed) {
            entry.wanted.store(true, Ordering::Relaxed);
        }
        Some(Kept(entry.answer.clone()))
    }

    fn shard(&self, key: &str) -> &Shard<T> {
        let hash = self.hasher.hash_one(key);
        &self.shards[usize::try_from(hash % SHARDS as u64).expect("less than the number of shards")]
    }
}

impl<T> Shard<T> {
    fn new() -> Self {
        let entries = Entries { kept: HashMap::new(), swept: Instant::now() };
        Self { changes: AtomicU64::new(0), entries: RwLock::new(entries), reading: Mutex::new(()) }
    }

    fn keep(&self, key: &str, entry: Entry<T>, changes: u64) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        // Checked under the lock: `forget` counts up before it takes the lock to drop entries.
        if self.changes.load(Ordering::Acquire) != changes {
            return;
        }
        let Entries { kept, swept } = &mut *entries;
        if swept.elapsed() >= LONGEST {
            *swept = Instant::now();
            kept.retain(|_, entry| entry.since.elapsed() < LONGEST);
        }
        if kept.len() >= SHARD_SIZE {
            kept.retain(|_, entry| entry.answer.is_some());
        }
        if kept.len() >= SHARD_SIZE {
            kept.retain(|_, entry| entry.wanted.swap(false, Ordering::Relaxed));
        }
        if kept.len() < SHARD_SIZE {
            kept.insert(key.into(), entry);
        }
    }

    fn forget(&self, mut stays: impl FnMut(&str) -> bool) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.entries.write().unwrap_or_else(PoisonError::into_inner).kept.retain(|key, _| stays(key));
    }
}

impl<T> Entry<T> {
    fn is_fresh(&self, events: &Events) -> bool {
        let age = self.since.elapsed();
        let all_is_heard = || events.complete_until().is_some_and(|until| until.elapsed() < LIFE);
        age < LIFE || (age < LONGEST && all_is_heard())
    }
}

impl<T> fmt::Debug for ShortCache<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShortCache")
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    async fn read(cache: &ShortCache<u32>, key: &str, value: Option<u32>) -> Option<u32> {
        let answer = cache.get(key, async || Ok::<_, Infallible>(value)).await;
        answer.expect("this read succeeds").map(|value| *value)
    }

    #[tokio::test(start_paused = true)]
    async fn a_cached_answer_stays_until_it_changes_or_expires() {
        let cache = ShortCache::new(Events::default());
        assert_eq!(read(&cache, "1", Some(10)).await, Some(10));
        assert_eq!(read(&cache, "1", Some(11)).await, Some(10), "kept");
        cache.forget(Some("2"));
        assert_eq!(read(&cache, "1", Some(12)).await, Some(10), "another key's change");
        cache.forget(Some("1"));
        assert_eq!(read(&cache, "1", Some(13)).await, Some(13), "its own change");
        cache.forget(None);
        assert_eq!(read(&cache, "1", Some(14)).await, Some(14), "everything changed");
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(read(&cache, "1", Some(15)).await, Some(15), "too old");
    }

    #[tokio::test(start_paused = true)]
    async fn a_cached_answer_lives_longer_while_the_events_are_known_to_be_complete() {
        let events = Events::default();
        let cache = ShortCache::new(events.clone());
        let quarter = Duration::from_millis(250);
        assert_eq!(read(&cache, "1", Some(10)).await, Some(10));
        for _ in 0..100 {
            tokio::time::advance(quarter).await;
            events.note_complete(Instant::now());
        }
        assert_eq!(read(&cache, "1", Some(11)).await, Some(10), "nothing happened");
        tokio::time::advance(LIFE).await;
        assert_eq!(read(&cache, "1", Some(12)).await, Some(12), "nobody knows what happened");
        for _ in 0..200 {
            tokio::time::advance(quarter).await;
            events.note_complete(Instant::now());
        }
        assert_eq!(read(&cache, "1", Some(13)).await, Some(13), "too old all the same");
    }

    #[tokio::test]
    async fn an_answer_that_changed_while_it_was_read_is_not_cached() {
        let cache = ShortCache::new(Events::default());
        let answer = cache
            .get("1", async || {
                cache.forget(Some("1"));
                Ok::<_, Infallible>(Some(1))
            })
            .await;
        assert_eq!(answer, Ok(Some(Arc::new(1))), "whoever asked before the change may see what was before");
        assert_eq!(read(&cache, "1", Some(2)).await, Some(2), "whoever asks after it may not");
    }

    #[tokio::test]
    async fn absent_values_are_cached_too() {
        let cache = ShortCache::new(Events::default());
        assert_eq!(read(&cache, "1", None).await, None);
        assert_eq!(read(&cache, "1", Some(1)).await, None);
        cache.forget(Some("1"));
        assert_eq!(read(&cache, "1", Some(1)).await, Some(1));
    }

    #[tokio::test(start_paused = true)]
    async fn the_cache_is_bounded_and_evicts_absent_values_first() {
        let cache = ShortCache::new(Events::default());
        read(&cache, "1", Some(1)).await;
        for key in 0..SHARDS * SHARD_SIZE * 2 {
            read(&cache, &format!("unknown {key}"), None).await;
        }
        let kept = |shard: &Shard<u32>| shard.entries.read().map_or(0, |entries| entries.kept.len());
        assert!(cache.shards.iter().all(|shard| kept(shard) <= SHARD_SIZE));
        assert_eq!(read(&cache, "1", Some(2)).await, Some(1));
        for key in 0..SHARDS * SHARD_SIZE * 2 {
            read(&cache, &format!("known {key}"), Some(3)).await;
        }
        assert!(cache.shards.iter().all(|shard| kept(shard) <= SHARD_SIZE));
        assert_eq!(read(&cache, "one more", Some(4)).await, Some(4));
        assert_eq!(read(&cache, "one more", Some(5)).await, Some(4), "what is not asked for makes room");
    }

    #[tokio::test(start_paused = true)]
    async fn expired_answers_are_evicted_when_new_ones_are_added() {
        let cache = ShortCache::new(Events::default());
        let many = |of: &'static str| (0..SHARDS * 20).map(move |key| format!("{of} {key}"));
        for key in many("old") {
            read(&cache, &key, Some(1)).await;
        }
        tokio::time::advance(LONGEST).await;
        for key in many("new") {
            read(&cache, &key, Some(1)).await;
        }
        let old = |shard: &Shard<u32>| {
            let entries = shard.entries.read().unwrap_or_else(PoisonError::into_inner);
            entries.kept.keys().filter(|key| key.starts_with("old")).count()
        };
        assert_eq!(cache.shards.iter().map(old).sum::<usize>(), 0);
    }

    #[tokio::test]
    async fn concurrent_cache_misses_of_one_key_cause_one_read() {
        let cache = ShortCache::new(Events::default());
        let reads = AtomicU64::new(0);
        let ask = || {
            cache.get("1", async || {
                reads.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok::<_, Infallible>(Some(1))
            })
        };
        let answers = futures::future::join_all((0..50).map(|_| ask())).await;
        assert!(answers.iter().all(|answer| answer == &Ok(Some(Arc::new(1)))));
        assert_eq!(reads.load(Ordering::Relaxed), 1);
    }
}
