//! Works that wait for the writer.

use std::collections::VecDeque;

use tokio::sync::{mpsc, oneshot};

use crate::db::Failure;
use crate::db::work::{ScriptWork, Work};

/// How many scripts go to the database as one statement at most.
const SCRIPTS: usize = 64;

pub(in crate::db) enum Message {
    Work(Box<dyn Work>),
    Script(Box<dyn ScriptWork>),
    Close(oneshot::Sender<()>),
}

impl Message {
    pub(super) fn lose(self, why: Failure) {
        match self {
            Self::Work(work) => work.lose(why),
            Self::Script(script) => script.lose(why),
            Self::Close(_) => {}
        }
    }

    /// Drops a work that nobody waits for any more.
    fn unless_forsaken(self) -> Option<Self> {
        let is_forsaken = match &self {
            Self::Work(work) => work.is_forsaken(),
            Self::Script(script) => script.is_forsaken(),
            Self::Close(_) => false,
        };
        if !is_forsaken {
            return Some(self);
        }
        self.lose(Failure::Overloaded);
        None
    }
}

/// The works that wait, and those that have been looked at already.
pub(super) struct Queue {
    waiting: mpsc::Receiver<Message>,
    ahead: VecDeque<Message>,
}

impl Queue {
    pub(super) fn new(waiting: mpsc::Receiver<Message>) -> Self {
        Self { waiting, ahead: VecDeque::new() }
    }

    /// The next, as soon as there is one. `None`: all senders are gone.
    pub(super) async fn next(&mut self) -> Option<Message> {
        loop {
            let next = match self.ahead.pop_front() {
                Some(message) => message,
                None => self.waiting.recv().await?,
            };
            if let Some(message) = next.unless_forsaken() {
                return Some(message);
            }
        }
    }

    /// The next, if there is one.
    pub(super) fn try_next(&mut self) -> Option<Message> {
        loop {
            let next = self.ahead.pop_front().or_else(|| self.waiting.try_recv().ok())?;
            if let Some(message) = next.unless_forsaken() {
                return Some(message);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ahead.is_empty() && self.waiting.is_empty()
    }

    /// A script, and those that come right behind it, `most` in all.
    pub(super) fn scripts_from(
        &mut self,
        first: Box<dyn ScriptWork>,
        most: usize,
    ) -> Vec<Box<dyn ScriptWork>> {
        let mut scripts = vec![first];
        while scripts.len() < SCRIPTS.min(most) {
            match self.try_next() {
                Some(Message::Script(script)) => scripts.push(script),
                Some(other) => {
                    self.ahead.push_front(other);
                    break;
                }
                None => break,
            }
        }
        scripts
    }

    /// Puts works back to the front of the queue.
    pub(super) fn put_back(
        &mut self,
        works: impl IntoIterator<Item = Message, IntoIter: DoubleEndedIterator>,
    ) {
        for work in works.into_iter().rev() {
            self.ahead.push_front(work);
        }
    }
}
