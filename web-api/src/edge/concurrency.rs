//! Bounds how many of something each holder has at once: connections of an address, uploads and streams of a person. Those over
//! the bound are refused by [`Places`], and wait for a turn in [`Turns`].

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Debug)]
pub(crate) struct Places<K> {
    /// 0: no bound.
    each: u32,
    held: Arc<Mutex<HashMap<K, u32>>>,
}

/// One of a holder's places, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place<K: Hash + Eq>(Option<(Places<K>, K)>);

impl<K: Hash + Eq + Clone> Places<K> {
    pub(crate) fn new(each: u32) -> Self {
        Self { each, held: Arc::default() }
    }

    /// Returns how many places one holder may have, at most `most`.
    pub(crate) fn up_to(&self, most: u32) -> u32 {
        if self.each == 0 { most } else { self.each.min(most) }
    }

    /// Takes a place. `None` when all places of this holder are taken.
    pub(crate) fn take(&self, whose: K) -> Option<Place<K>> {
        if self.each == 0 {
            return Some(Place::unbounded());
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(whose.clone()).or_insert(0);
        if *count >= self.each {
            return None;
        }
        *count += 1;
        Some(Place(Some((self.clone(), whose))))
    }
}

impl<K: Hash + Eq> Place<K> {
    /// A place of a holder without a bound.
    pub(crate) fn unbounded() -> Self {
        Self(None)
    }
}

impl<K> Clone for Places<K> {
    fn clone(&self) -> Self {
        Self { each: self.each, held: self.held.clone() }
    }
}

impl<K: Hash + Eq> Drop for Place<K> {
    fn drop(&mut self) {
        let Some((places, whose)) = &self.0 else { return };
        let mut held = places.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(whose) {
            *count -= 1;
            if *count == 0 {
                held.remove(whose);
            }
        }
    }
}

/// Bounds how many of each holder's tasks run at once. Their others wait, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Turns<K> {
    each: usize,
    holders: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Hash + Eq> Turns<K> {
    pub(crate) fn new(each: usize) -> Self {
        Self { each, holders: Mutex::default() }
    }

    /// Waits for a turn, which lasts until it is dropped.
    pub(crate) async fn take(&self, whose: K) -> OwnedSemaphorePermit {
        let turns = self.of(whose);
        turns.acquire_owned().await.expect("it is never closed")
    }

    fn of(&self, whose: K) -> Arc<Semaphore> {
        let mut holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = holders.get(&whose).and_then(Weak::upgrade) {
            return turns;
        }
        holders.retain(|_, turns| turns.strong_count() > 0);
        let turns = Arc::new(Semaphore::new(self.each));
        holders.insert(whose, Arc::downgrade(&turns));
        turns
    }
}
