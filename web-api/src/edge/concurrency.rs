//! How many of something each of many may hold at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// 0: no bound.
    each: u32,
    held: Arc<Mutex<HashMap<Box<str>, u32>>>,
}

/// One of somebody's places, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place(Option<(Places, Box<str>)>);

impl Places {
    pub(crate) fn new(each: u32) -> Self {
        Self { each, held: Arc::default() }
    }

    /// `None` when all of theirs are taken.
    pub(crate) fn take(&self, whose: &str) -> Option<Place> {
        if self.each == 0 {
            return Some(Place(None));
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(whose.into()).or_insert(0);
        if *count >= self.each {
            return None;
        }
        *count += 1;
        Some(Place(Some((self.clone(), whose.into()))))
    }
}

impl Drop for Place {
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
