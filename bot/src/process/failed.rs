//! Why the process ends early: one line for a person, and an exit code for a script.

use std::fmt;
use std::process::ExitCode;

use boostdesk_core::config::ConfigError;

#[derive(Debug)]
pub(crate) enum Failed {
    /// A bad configuration or command line: exit code 2, and nothing was started.
    Usage(String),
    /// Anything else: exit code 1.
    Trouble(String),
}

impl Failed {
    pub(crate) fn usage(reason: impl fmt::Display) -> Self {
        Self::Usage(one_line(&reason))
    }

    pub(crate) fn trouble(reason: impl fmt::Display) -> Self {
        Self::Trouble(one_line(&reason))
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Trouble(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(reason) | Self::Trouble(reason) => f.write_str(reason),
        }
    }
}

impl From<ConfigError> for Failed {
    fn from(error: ConfigError) -> Self {
        Self::usage(error)
    }
}

/// Errors of libraries may have line breaks.
fn one_line(reason: &impl fmt::Display) -> String {
    reason.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
