//! Answers that are kept for a while, and learned once however many ask at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::Instant;

pub(super) struct Kept<T> {
    entries: Mutex<HashMap<String, Entry<T>>>,
    most: usize,
    life: Duration,
}

struct Entry<T> {
    answer: Arc<OnceCell<T>>,
    since: Instant,
}

impl<T: Clone> Kept<T> {
    pub(super) fn new(most: usize, life: Duration) -> Self {
        Self { entries: Mutex::default(), most, life }
    }

    /// The kept answer, or the one that `learn` gives: a failure is one too.
    pub(super) async fn get(&self, key: &str, learn: impl Future<Output = T>) -> T {
        let answer = self.entry(key);
        answer.get_or_init(|| learn).await.clone()
    }

    fn entry(&self, key: &str) -> Arc<OnceCell<T>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(entry) = entries.get(key).filter(|entry| entry.since + self.life > now) {
            return entry.answer.clone();
        }
        if entries.len() >= self.most {
            entries.retain(|_, entry| entry.since + self.life > now);
        }
        if entries.len() >= self.most {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.since).map(|(key, _)| key.clone());
            oldest.map(|key| entries.remove(&key));
        }
        let answer = Arc::new(OnceCell::new());
        entries.insert(key.to_owned(), Entry { answer: answer.clone(), since: now });
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_learned_once_and_again_when_it_is_old() {
        let kept = Kept::new(2, Duration::from_secs(10));
        let many = (0..10).map(|number| kept.get("a", async move { number }));
        let answers = futures::future::join_all(many).await;
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(kept.get("b", async { 20 }).await, 20);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(kept.get("c", async { 30 }).await, 30);
        assert_eq!(kept.get("c", async { 31 }).await, 30);
        assert!(kept.entries.lock().expect("nobody panicked").len() <= 2);
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(kept.get("c", async { 32 }).await, 32);
    }
}
