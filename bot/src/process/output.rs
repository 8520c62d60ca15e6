//! Standard output: facts, one a line, for people and scripts. Logs never go there.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a line at once, so that whoever reads along has it. Nobody reading is no reason to end.
pub(crate) fn say(line: impl AsRef<str>) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{}", line.as_ref()).and_then(|()| stdout.flush());
}

pub(crate) fn say_json(value: &impl Serialize) {
    say(serde_json::to_string(value).expect("answers are plain data"));
}

/// The one line that says why the process ends.
pub(crate) fn complain(reason: &impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "boostdesk: {reason}");
}
