use std::time::Duration;

/// How long those who use a database wait before they are told that it is overloaded.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For a connection, and on SQLite for another process that writes.
    pub connection: Duration,
    /// For a turn to write to PostgreSQL. With the wait for a connection it stays below what an HTTP call may take.
    pub turn: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { connection: Duration::from_secs(5), turn: Duration::from_secs(9) }
    }
}
