//! What users and customers tell the product's owner: suggestions and bug reports.

mod author;
pub mod bug_reports;
mod by_admin;
pub mod suggestions;

pub use author::Author;

use crate::foundation::words::is_invisible;

/// In characters.
pub const LONGEST_TITLE: usize = 200;
pub const LONGEST_TEXT: usize = 5000;

/// A text as it is stored: trimmed, and without NUL, which PostgreSQL cannot store. Empty if there is nothing to see.
fn kept(text: &str) -> String {
    if is_invisible(text) { String::new() } else { text.replace('\0', "").trim().to_owned() }
}
