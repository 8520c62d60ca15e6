//! A write on its way: measured, and told about when it was slow or the database did not take it.

use std::error::Error;
use std::time::Duration;

use data_encoding::HEXLOWER;
use futures::FutureExt;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::field::Empty;
use tracing::{Span, debug_span, warn};

use super::failure::{Unavailable, cause};
use super::figures::Writing;
use super::work::Caller;
use super::{Db, Failure, Result};
use crate::foundation::rng::Rng;
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

/// Bytes that must find room for the database to count as one that takes writes again: more than most transactions take.
const ROOM: usize = 128 * 1024;

impl Db {
    /// Ends the outage of a database that took no writes, if it takes one now. Nothing of that stays.
    pub async fn try_writing(&self, rng: &Rng) -> Result<()> {
        const NOBODY: &str = "nobody";
        // PostgreSQL would compress anything else.
        let noise = HEXLOWER.encode(&rng.bytes::<{ ROOM / 2 }>());
        let tried = self.write(move |tx| {
            async move {
                execute_on_db!(tx, driver => sqlx::query(
                    "INSERT INTO registered_commands (application_id, digest) VALUES ($1, $2)",
                )
                .bind(NOBODY)
                .bind(&noise)
                .execute(driver))?;
                execute_on_db!(tx, driver => sqlx::query("DELETE FROM registered_commands WHERE application_id = $1")
                    .bind(NOBODY)
                    .execute(driver))?;
                Ok::<_, Failure>(())
            }
            .boxed()
        });
        tried.await?;
        self.outages.worked(Trouble::Writes, "");
        Ok(())
    }
}

impl<'d> Write<'d> {
    pub(super) fn begin<T, E>(
        db: &'d Db,
        name: &'static str,
    ) -> (Self, Caller<T, E>, oneshot::Receiver<std::result::Result<T, E>>) {
        let (name, (reply, answer)) = (name.trim_end_matches("::{{closure}}"), oneshot::channel());
        let span = debug_span!("transaction", code.function.name = name, otel.status_code = Empty);
        let caller = Caller::new(span.clone(), db.figures.clone(), reply);
        let write = Self { db, _writing: db.figures.write_begins(), name, began: Instant::now(), span };
        (write, caller, answer)
    }

    /// Logs a slow write, and tells of a database that takes none. [`Db::try_writing`] finds out when that is over: a transaction that
    /// changes nothing succeeds on a full disk, too. Any other failure is reported by its caller.
    pub(super) fn end<T, E: Error + 'static>(self, done: &std::result::Result<T, E>) {
        let took = self.began.elapsed();
        self.db.figures.wrote(took);
        match done {
            Ok(_) => {
                if took >= SLOW {
                    // What it writes is not for the log.
                    warn!(work = self.name, ?took, "a transaction took long, or waited long for its turn");
                }
            }
            Err(error) => {
                if let Some(why) = cause::<Unavailable>(error).filter(|why| !why.is_about_one()) {
                    self.span.record("otel.status_code", "ERROR");
                    self.db.outages.failed(Trouble::Writes, "", why);
                }
            }
        }
    }
}
