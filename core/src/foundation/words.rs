//! Numbers in sentences, and letters that do harm there.

use std::fmt::Display;

/// `1 key`, `2 keys`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Makes a text look like another one, or turns the text around it. Joiners, which emoji and Persian are written with, are none of these.
pub fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "token")), ["0 tokens", "1 token", "2 tokens"]);
    }
}
