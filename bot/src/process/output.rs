//! Standard output: facts, one a line, for people and scripts. Logs never go there.

use std::io::{self, ErrorKind, Write};
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::Value;

/// The first error that lost a line.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Writes a line and flushes it. A closed pipe is ignored, and no other error ends the process: see [`lost`].
pub(crate) fn say(line: impl AsRef<str>) {
    let mut stdout = io::stdout().lock();
    note(writeln!(stdout, "{}", line.as_ref()).and_then(|()| stdout.flush()));
}

fn note(written: io::Result<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error);
    }
}

/// Returns the error that kept a line from being written, if any.
pub(crate) fn lost() -> Option<&'static io::Error> {
    LOST.get()
}

pub(crate) fn say_json(value: &impl Serialize) {
    say(serde_json::to_string(value).expect("answers are plain data"));
}

/// An object with one list, `{"keys":[…]}`, written item by item: the list may be too long for the memory.
pub(crate) struct JsonList {
    is_empty: bool,
}

impl JsonList {
    pub(crate) fn begin(name: &str) -> Self {
        note(write!(io::stdout().lock(), "{{\"{name}\":["));
        Self { is_empty: true }
    }

    pub(crate) fn add(&mut self, item: &Value) {
        let comma = if self.is_empty { "" } else { "," };
        note(write!(io::stdout().lock(), "{comma}{item}"));
        self.is_empty = false;
    }

    #[expect(clippy::unused_self, reason = "takes the list: nothing can be added any more")]
    pub(crate) fn end(self) {
        say("]}");
    }
}

/// The one line that says why the process ends.
pub(crate) fn complain(reason: &impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "boostdesk: {reason}");
}
