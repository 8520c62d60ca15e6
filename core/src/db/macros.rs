//! Runs one query text on either driver.

/// Runs the same query text through whichever driver is behind a [`Conn`], and turns its error into a [`Failure`].
#[macro_export]
macro_rules! on_db {
    ($conn:expr, $driver:ident => $query:expr) => {
        match $conn.driver() {
            $crate::db::Driver::Sqlite($driver) => $query.await.map_err($crate::db::Failure::from),
            $crate::db::Driver::Postgres($driver) => $crate::db::in_time($query).await,
        }
    };
}

/// As [`on_db!`], for a statement without rows: returns how many it changed.
#[macro_export]
macro_rules! execute_on_db {
    ($conn:expr, $driver:ident => $query:expr) => {
        $crate::on_db!($conn, $driver => async { $query.await.map(|done| done.rows_affected()) })
    };
}
