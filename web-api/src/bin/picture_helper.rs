//! The picture helper as a program: this crate's tests start it where `boostdesk` starts itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    boostdesk_web_api::help_with_picture(&std::env::args().nth(1).unwrap_or_default())
}
