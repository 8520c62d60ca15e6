//! What users and customers tell the product's owner: suggestions and bug reports.

mod author;
pub mod bug_reports;
mod by_admin;
pub mod suggestions;

pub use author::Author;

/// In characters.
pub const LONGEST_TITLE: usize = 200;
pub const LONGEST_TEXT: usize = 5000;

/// A text as it is stored: trimmed, and without NUL, which PostgreSQL cannot store.
fn kept(text: &str) -> String {
    text.replace('\0', "").trim().to_owned()
}
