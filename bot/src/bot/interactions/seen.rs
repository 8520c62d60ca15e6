//! Which interactions were heard before: a resumed connection may bring the last ones again.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use serenity::all::InteractionId;

const REMEMBERED: usize = 2048;

#[derive(Default)]
pub(crate) struct Seen(Mutex<(HashSet<InteractionId>, VecDeque<InteractionId>)>);

impl Seen {
    /// Returns whether this interaction is heard for the first time.
    pub(crate) fn is_new(&self, id: InteractionId) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (ids, order) = &mut *seen;
        if !ids.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            ids.remove(&oldest);
        }
        true
    }
}
