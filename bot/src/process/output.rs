//! Standard output: facts, one a line, for people and scripts. Logs never go there.

use std::io::{self, ErrorKind, Write};
use std::sync::OnceLock;

use serde::Serialize;

/// Why a line was lost.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Writes a line at once, so that whoever reads along has it. Nobody reading is no reason to end, nor is a full disk for a server:
/// see [`lost`].
pub(crate) fn say(line: impl AsRef<str>) {
    let mut stdout = io::stdout().lock();
    let written = writeln!(stdout, "{}", line.as_ref()).and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error);
    }
}

/// Whether something of what was said is not where it was to be written, and why.
pub(crate) fn lost() -> Option<&'static io::Error> {
    LOST.get()
}

pub(crate) fn say_json(value: &impl Serialize) {
    say(serde_json::to_string(value).expect("answers are plain data"));
}

/// The one line that says why the process ends.
pub(crate) fn complain(reason: &impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "boostdesk: {reason}");
}
