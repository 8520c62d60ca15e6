//! Works that wait for the writer.

use std::collections::VecDeque;

use tokio::sync::{mpsc, oneshot};

use crate::db::work::{ScriptWork, Work};

/// How many scripts go to the database as one statement at most.
const SCRIPTS: usize = 64;

pub(in crate::db) enum Message {
    Work(Box<dyn Work>),
    Script(Box<dyn ScriptWork>),
    Close(oneshot::Sender<()>),
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
        match self.ahead.pop_front() {
            Some(message) => Some(message),
            None => self.waiting.recv().await,
        }
    }

    /// The next, if there is one.
    pub(super) fn try_next(&mut self) -> Option<Message> {
        self.ahead.pop_front().or_else(|| self.waiting.try_recv().ok())
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
