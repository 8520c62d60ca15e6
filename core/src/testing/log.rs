//! What this thread logs, for a test to read.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::subscriber::{DefaultGuard, NoSubscriber};
use tracing::{Dispatch, Level};
use tracing_subscriber::fmt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Debug, Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

/// Catches the log until it is dropped.
#[derive(Debug)]
pub struct Catching {
    _logging: DefaultGuard,
    _second: Dispatch,
}

impl Log {
    /// Catches what this thread logs from now on, up to this level.
    pub fn catch(level: Level) -> (Self, Catching) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = fmt().json().with_max_level(level).with_writer(move || writer.clone()).finish();
        let logging = subscriber.set_default();
        // With one subscriber only, the first thread at a log line decides for all threads whether it is logged.
        let second = Dispatch::new(NoSubscriber::default());
        (log, Catching { _logging: logging, _second: second })
    }

    /// Returns the lines so far, each a JSON object.
    pub fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().expect("no test panics here").clone();
        let text = String::from_utf8(bytes).expect("JSON is text");
        text.lines().map(ToOwned::to_owned).collect()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no test panics here").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
