//! The picture helper by itself: what this crate's tests start where `boostdesk` starts itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    boostdesk_web_api::help_with_picture(&std::env::args().nth(1).unwrap_or_default())
}
