//! What can be wrong with a configuration, each in one line that names the key and where it came from.

use std::io;
use std::path::PathBuf;

/// No variant shows the value of a secret.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: no such file. Give --config the path of a configuration file", .path.display())]
    Missing { path: PathBuf },
    #[error("{}: cannot be read: {source}", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{origin}: line {line}: {message}")]
    Syntax { origin: String, line: usize, message: String },
    #[error("{origin}: unknown key `{key}`{}", suggestion(.nearest.as_deref()))]
    UnknownKey { origin: String, key: String, nearest: Option<String> },
    #[error("{given} sets nothing, did you mean `{meant}`?")]
    Misnamed { given: String, meant: String },
    #[error("{origin}: `{key}` {problem}")]
    BadValue { origin: String, key: String, problem: String },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|key| format!(", did you mean `{key}`?")).unwrap_or_default()
}
