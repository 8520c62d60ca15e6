//! Reads a seller's file: a token a line.

use std::collections::HashSet;
use std::ops::Range;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::StockError;
use crate::foundation::words::has_no_shape;

/// The largest file, in bytes.
pub const LARGEST_IMPORT: usize = 8 * 1024 * 1024;
pub const MOST_LINES: usize = 100_000;
/// In characters.
pub const LONGEST_TOKEN: usize = 512;

/// A list that has been read: its text, and where each token stands in it.
#[derive(Debug)]
pub(super) struct List {
    text: String,
    /// Each token once, with the number of its first line.
    tokens: Vec<(usize, Range<usize>)>,
    pub(super) repeated: Vec<usize>,
    pub(super) invalid: Vec<usize>,
}

impl List {
    /// Takes a while for a long text.
    ///
    /// Errors: `TooLarge`, `Form`.
    pub(super) fn read(text: String) -> Result<Self, StockError> {
        if text.len() > LARGEST_IMPORT {
            return Err(StockError::TooLarge);
        }
        if is_form(&text) {
            return Err(StockError::Form);
        }
        let (mut tokens, mut repeated, mut invalid) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        let mut end = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        for (index, line) in text[end..].split_inclusive('\n').enumerate() {
            let (number, start) = (index + 1, end);
            end += line.len();
            if number > MOST_LINES {
                return Err(StockError::TooLarge);
            }
            let line = without_end(line);
            if line.trim().is_empty() {
                continue;
            }
            if !is_token(line) {
                invalid.push(number);
            } else if seen.insert(line) {
                tokens.push((number, start..start + line.len()));
            } else {
                repeated.push(number);
            }
        }
        Ok(Self { text, tokens, repeated, invalid })
    }

    /// How many tokens there are.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// At most `count` tokens, from index `first` on, with their line numbers.
    pub(super) fn piece(&self, first: usize, count: usize) -> impl Iterator<Item = (usize, &str)> {
        let tokens = self.tokens.iter().skip(first).take(count);
        tokens.map(|(number, place)| (*number, &self.text[place.clone()]))
    }
}

/// Whether a browser or a tool has sent the list as a multipart form, whose own lines would be taken for tokens.
fn is_form(text: &str) -> bool {
    const HEAD: &str = "content-disposition:";
    let mut lines = text.lines();
    lines.next().is_some_and(|boundary| boundary.starts_with("--"))
        && lines
            .next()
            .and_then(|line| line.get(..HEAD.len()))
            .is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// Strips a line's end as [`str::lines`] does.
fn without_end(line: &str) -> &str {
    let Some(line) = line.strip_suffix('\n') else { return line };
    line.strip_suffix('\r').unwrap_or(line)
}

/// 1 to [`LONGEST_TOKEN`] printable characters without spaces.
fn is_token(line: &str) -> bool {
    let mut length = 0;
    line.chars().all(|letter| {
        length += 1;
        letter.is_ascii_graphic() || is_printable(letter)
    }) && (1..=LONGEST_TOKEN).contains(&length)
}

/// Neither invisible, nor the replacement for bytes that were not text.
fn is_printable(letter: char) -> bool {
    use GeneralCategoryGroup::{Other, Separator};
    !matches!(letter.general_category_group(), Other | Separator)
        && !has_no_shape(letter)
        && letter != char::REPLACEMENT_CHARACTER
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl Into<String>) -> Result<List, StockError> {
        List::read(text.into())
    }

    #[test]
    fn each_line_is_a_token_a_repeat_or_invalid() {
        let text = "\u{feff}a\r\n\r\nb\n  \nwith space\na\n\tb\nc\u{7f}\nlast\n\r";
        let list = read(text).unwrap();
        assert!(list.piece(0, 9).eq([(1, "a"), (3, "b"), (9, "last")]));
        assert!(list.piece(1, 1).eq([(3, "b")]));
        assert_eq!((list.len(), list.repeated, list.invalid), (3, vec![6], vec![5, 7, 8]));
    }

    #[test]
    fn a_multipart_form_body_is_rejected_as_a_token_list() {
        let form = "--------e01bd5\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\na\r\n--------e01bd5--\r\n";
        assert!(matches!(read(form), Err(StockError::Form)));
        assert_eq!(read("--a\nb\n").unwrap().len(), 2);
    }

    #[test]
    fn a_token_with_invisible_characters_is_invalid() {
        for letter in [
            "\u{3164}", "\u{fe0f}", "\u{2800}", "\u{200b}", "\u{202e}", "\u{ad}", "\u{a0}", "\u{3000}",
            "\u{2028}", "\u{e000}", "\u{fffd}", "\0",
        ] {
            assert_eq!(read(format!("a{letter}b")).unwrap().invalid, [1], "{letter:?}");
        }
        assert_eq!(read("Ärger-日本語-\u{1f680}e\u{301}").unwrap().len(), 1);
    }

    #[test]
    fn a_token_has_at_most_512_characters() {
        let (longest, longer) = ("ä".repeat(512), "x".repeat(513));
        assert_eq!(read(longest).unwrap().len(), 1);
        assert_eq!(read(longer).unwrap().invalid, [1]);
    }

    #[test]
    fn an_import_has_at_most_100_000_lines_and_8_mib() {
        assert!(read("\n".repeat(100_000)).is_ok());
        assert!(matches!(read("x\n".repeat(100_001)), Err(StockError::TooLarge)));
        assert!(matches!(read("x".repeat(LARGEST_IMPORT + 1)), Err(StockError::TooLarge)));
    }
}
