//! Reads a seller's file: a token a line.

use std::collections::HashSet;

use super::StockError;

pub(super) const MAX_BYTES: usize = 8 * 1024 * 1024;
const MAX_LINES: usize = 100_000;
const MAX_TOKEN: usize = 512;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lines<'a> {
    /// Each token once, with the number of its first line.
    pub tokens: Vec<(usize, &'a str)>,
    pub repeated: Vec<usize>,
    pub invalid: Vec<usize>,
}

pub(super) fn parse(text: &str) -> Result<Lines<'_>, StockError> {
    if text.len() > MAX_BYTES {
        return Err(StockError::TooLarge);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Lines { tokens: Vec::new(), repeated: Vec::new(), invalid: Vec::new() };
    let mut seen = HashSet::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if number > MAX_LINES {
            return Err(StockError::TooLarge);
        }
        if line.trim().is_empty() {
            continue;
        }
        if !is_token(line) {
            lines.invalid.push(number);
        } else if seen.insert(line) {
            lines.tokens.push((number, line));
        } else {
            lines.repeated.push(number);
        }
    }
    Ok(lines)
}

/// 1 to 512 printable characters without spaces.
fn is_token(line: &str) -> bool {
    let mut length = 0;
    line.chars().all(|letter| {
        length += 1;
        !letter.is_control() && !letter.is_whitespace() && letter != '\u{feff}' && letter != '\u{fffd}'
    }) && (1..=MAX_TOKEN).contains(&length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_tokens_repeats_or_invalid() {
        let text = "\u{feff}a\r\n\r\nb\n  \nwith space\na\n\tb\nc\u{7f}\nlast";
        let lines = parse(text).unwrap();
        assert_eq!(lines.tokens, [(1, "a"), (3, "b"), (9, "last")]);
        assert_eq!(lines.repeated, [6]);
        assert_eq!(lines.invalid, [5, 7, 8]);
    }

    #[test]
    fn a_token_has_at_most_512_characters() {
        let (longest, longer) = ("ä".repeat(512), "x".repeat(513));
        assert_eq!(parse(&longest).unwrap().tokens.len(), 1);
        assert_eq!(parse(&longer).unwrap().invalid, [1]);
    }

    #[test]
    fn an_import_has_at_most_100_000_lines_and_8_mib() {
        assert!(parse(&"\n".repeat(100_000)).is_ok());
        assert!(matches!(parse(&"x\n".repeat(100_001)), Err(StockError::TooLarge)));
        assert!(matches!(parse(&"x".repeat(MAX_BYTES + 1)), Err(StockError::TooLarge)));
    }
}
