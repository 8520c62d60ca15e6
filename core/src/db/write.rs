//! A write on its way: measured, and told about when it was slow or the database did not take it.

use std::error::Error;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::{Span, debug_span, warn};

use super::Db;
use super::failure::{Unavailable, cause};
use super::figures::Writing;
use super::work::Caller;
use crate::watching::outages::Trouble;

/// A transaction that takes this long is logged.
const SLOW: Duration = Duration::from_secs(1);

pub(super) struct Write<'d> {
    db: &'d Db,
    _writing: Writing,
    /// The type of its work, which says where it is in the code.
    name: &'static str,
    began: Instant,
    pub(super) span: Span,
}

impl<'d> Write<'d> {
    pub(super) fn begin<T, E>(
        db: &'d Db,
        name: &'static str,
    ) -> (Self, Caller<T, E>, oneshot::Receiver<Result<T, E>>) {
        let (name, (reply, answer)) = (name.trim_end_matches("::{{closure}}"), oneshot::channel());
        let span = debug_span!("transaction", code.function.name = name);
        let caller = Caller::new(span.clone(), db.figures.clone(), reply);
        let write = Self { db, _writing: db.figures.write_begins(), name, began: Instant::now(), span };
        (write, caller, answer)
    }

    /// Logs a slow write, and begins or ends the outage of a database that takes none, as when its disk is full. Any other failure is
    /// reported by its caller.
    pub(super) fn end<T, E: Error + 'static>(self, done: &Result<T, E>) {
        const ABOUT: &str = "writes";
        let took = self.began.elapsed();
        self.db.figures.wrote(took);
        match done {
            Ok(_) => {
                self.db.outages.note_often(Trouble::Database, ABOUT, &Ok::<_, &Unavailable>(()));
                if took >= SLOW {
                    // What it writes is not for the log.
                    warn!(work = self.name, ?took, "a transaction took long, or waited long for its turn");
                }
            }
            Err(error) => {
                if let Some(why) = cause::<Unavailable>(error) {
                    self.db.outages.note_often(Trouble::Database, ABOUT, &Err::<(), _>(why));
                }
            }
        }
    }
}
