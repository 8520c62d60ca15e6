//! What goes wrong between the bot and the platform.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

/// The platform's error codes that are worth telling apart.
pub(crate) mod code {
    pub(crate) const UNKNOWN_APPLICATION: u64 = 10_002;
    pub(crate) const UNKNOWN_CHANNEL: u64 = 10_003;
    pub(crate) const UNKNOWN_GUILD: u64 = 10_004;
    pub(crate) const UNKNOWN_INVITE: u64 = 10_006;
    pub(crate) const UNKNOWN_MEMBER: u64 = 10_007;
    pub(crate) const UNKNOWN_MESSAGE: u64 = 10_008;
    pub(crate) const UNKNOWN_ROLE: u64 = 10_011;
    pub(crate) const ALREADY_ANSWERED: u64 = 40_060;
    pub(crate) const MISSING_ACCESS: u64 = 50_001;
    pub(crate) const ANOTHERS_MESSAGE: u64 = 50_005;
    pub(crate) const CLOSED_DM: u64 = 50_007;
    pub(crate) const NO_TEXT_CHANNEL: u64 = 50_008;
    pub(crate) const MISSING_PERMISSION: u64 = 50_013;
    /// The platform rejects the message's form or content, in whatever channel.
    pub(crate) const INVALID_FORM: u64 = 50_035;
    pub(crate) const ARCHIVED_THREAD: u64 = 50_083;
    pub(crate) const NO_MUTUAL_GUILD: u64 = 50_278;
}

/// The status of calls that are refused here, without asking the platform.
pub(super) const NOT_ASKED: u16 = 0;

#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum PlatformError {
    /// It is certain that nothing was done.
    #[error("the platform refused: {status} {code} {message}")]
    Refused { status: u16, code: u64, message: String },
    #[error("the platform asks to come back in {} s", pause.as_secs_f32())]
    Later { pause: Duration },
    /// Whether something was done is not known.
    #[error("the platform cannot be reached: {0}")]
    Unreachable(String),
}

impl PlatformError {
    pub(super) fn unreachable(error: impl std::error::Error) -> Self {
        // Only the root cause: the errors above it show the URL, which may have an interaction's token.
        let mut cause: &dyn std::error::Error = &error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        Self::Unreachable(cause.to_string())
    }

    /// An answer that cannot be understood.
    pub(super) fn senseless() -> Self {
        Self::Unreachable("it says nothing that makes sense".to_owned())
    }

    pub(super) fn of(status: StatusCode, body: &Value) -> Self {
        let message = body["message"].as_str().unwrap_or_default().to_owned();
        match body["code"].as_u64() {
            Some(code) if status.is_client_error() => {
                Self::Refused { status: status.as_u16(), code, message }
            }
            None if status == StatusCode::UNAUTHORIZED => Self::Refused { status: 401, code: 0, message },
            // A server error, or an answer from something between us and the platform.
            _ => Self::Unreachable(format!("{status} {message}")),
        }
    }

    /// Whether the platform has answered, and so can be reached.
    pub(crate) fn is_answer(&self) -> bool {
        !matches!(self, Self::Unreachable(_) | Self::Refused { status: NOT_ASKED, .. })
    }

    /// How long the platform asks us to wait.
    pub(crate) fn pause(&self) -> Duration {
        match self {
            Self::Later { pause } => *pause,
            Self::Refused { .. } | Self::Unreachable(_) => Duration::ZERO,
        }
    }

    pub(crate) fn is(&self, wanted: u64) -> bool {
        matches!(self, Self::Refused { code, .. } if *code == wanted)
    }

    /// Whether the platform knows nothing of what the call is about.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }

    pub(crate) fn is_wrong_token(&self) -> bool {
        matches!(self, Self::Refused { status: 401, .. })
    }

    /// Whether the bot is not in the guild that was asked about.
    pub(crate) fn is_out_of_guild(&self) -> bool {
        self.is(code::MISSING_ACCESS) || self.is(code::UNKNOWN_GUILD)
    }

    /// Whether the user takes no direct messages from the bot.
    pub(crate) fn is_closed_dm(&self) -> bool {
        self.is(code::CLOSED_DM) || self.is(code::NO_MUTUAL_GUILD)
    }

    /// What the seller has to fix, if it is theirs to fix.
    pub(crate) fn channel_problem(&self) -> Option<&'static str> {
        match self {
            Self::Refused { code: code::UNKNOWN_CHANNEL, .. } => {
                Some("The channel does not exist any more. Choose another one.")
            }
            Self::Refused { code: code::MISSING_ACCESS, .. } => {
                Some("The bot cannot see the channel. Give it View Channel there.")
            }
            Self::Refused { code: code::MISSING_PERMISSION, .. } => {
                Some("The bot may not post in the channel. Give it Send Messages and Embed Links there.")
            }
            Self::Refused { code: code::NO_TEXT_CHANNEL, .. } => {
                Some("The channel takes no messages. Choose a text channel.")
            }
            Self::Refused { status: 403, .. } => {
                Some("The bot may not use the channel. Check its permissions there.")
            }
            Self::Refused { status: 404, .. } => Some("The channel was not found. Choose another one."),
            Self::Refused { code: code::ARCHIVED_THREAD, .. } => {
                Some("The thread is closed. Open it again, or choose another channel.")
            }
            Self::Refused { code: code::INVALID_FORM, .. } => {
                Some("The platform does not take what the bot writes here. Tell whoever runs the bot.")
            }
            Self::Refused { status: 400, .. } => {
                Some("The channel does not take what the bot writes. Choose another one.")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::ChannelId;

    use super::*;
    use crate::bot::platform::id;

    #[test]
    fn impossible_channel_id_is_an_unknown_channel_without_asking_the_platform() {
        let told = PlatformError::of(StatusCode::NOT_FOUND, &serde_json::json!({"code": 10_003}));
        for digits in ["99999999999999999999", "9223372036854775808", "00000000000000000"] {
            let error = id::<ChannelId>(digits, code::UNKNOWN_CHANNEL).unwrap_err();
            assert!(error.is(code::UNKNOWN_CHANNEL), "{digits}");
            assert_eq!(error.channel_problem(), told.channel_problem(), "{digits}");
            assert!(!error.is_answer() && told.is_answer(), "{digits}");
        }
        assert_eq!(
            id::<ChannelId>("9223372036854775807", code::UNKNOWN_CHANNEL).unwrap(),
            ChannelId::new(i64::MAX.unsigned_abs())
        );
    }
}
