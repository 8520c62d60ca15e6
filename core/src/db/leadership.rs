//! Elects a leader among the processes on one PostgreSQL, for what only one may do. It holds an advisory lock, which ends
//! with its connection: another process takes over then.

use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor, PgPool};
use tokio::time::{sleep, timeout};

use super::before;
use crate::watching::outages::{Outages, Trouble};

/// "boostdsk", as a number.
const LOCK: i64 = 0x626f_6f73_7464_736b;
const LOOK: Duration = Duration::from_secs(2);
const TIMEOUT: Duration = Duration::from_secs(5);
/// Seconds, but `tcp_user_timeout` in milliseconds. A leader whose machine vanishes silently keeps the lock for less than half a minute.
const KEEP_ALIVE: &str =
    "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = 25000";

/// Held for as long as this process leads.
#[derive(Debug)]
pub struct Leadership {
    /// `None` on SQLite, where only one process serves.
    connection: Option<PgConnection>,
}

impl Leadership {
    pub(super) fn undisputed() -> Self {
        Self { connection: None }
    }

    pub(super) async fn win(pool: &PgPool, outages: &Outages) -> Self {
        loop {
            if let Some(won) = Self::try_to_win(pool, outages).await {
                return won;
            }
            sleep(LOOK).await;
        }
    }

    pub(super) async fn try_to_win(pool: &PgPool, outages: &Outages) -> Option<Self> {
        // A connection of its own: the lock lives and dies with it.
        let tried = async {
            let mut connection = PgConnection::connect_with(&pool.connect_options()).await?;
            // A server that does not know these settings is used without them.
            connection.execute(KEEP_ALIVE).await.ok();
            let won: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                .bind(LOCK)
                .fetch_one(&mut connection)
                .await?;
            Ok::<_, sqlx::Error>(won.then_some(connection))
        };
        let tried = before(TIMEOUT, tried).await;
        outages.note(Trouble::Leadership, "", &tried);
        tried.ok().flatten().map(|connection| Self { connection: Some(connection) })
    }

    /// Returns when leadership is lost, because the database no longer answers on its connection.
    pub async fn lost(&mut self) {
        let Some(connection) = &mut self.connection else { return std::future::pending().await };
        loop {
            sleep(LOOK).await;
            let answered = timeout(TIMEOUT, connection.ping()).await;
            if !matches!(answered, Ok(Ok(()))) {
                return;
            }
        }
    }
}
