//! Numbers in sentences, letter case in searches, and characters that mislead readers.

use std::fmt::Display;

/// `1 key`, `2 keys`, `1,200 keys`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// `12,846`
pub fn grouped(number: impl Display) -> String {
    let number = number.to_string();
    let (sign, digits) = number.split_at(usize::from(number.starts_with('-')));
    let mut text = sign.to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Folds letter case for searches: lower case, and the Greek sigma at the end of a word like every other one, because a search may end in
/// the middle of a word.
pub fn fold(text: &str) -> String {
    text.to_lowercase().replace('ς', "σ")
}

/// Whether a character can make a text look like another, or reverse text around it. Joiners do not: emoji and Persian need them.
pub fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

/// Whether a text has nothing to see: only spaces, and characters without a shape of their own.
pub fn is_invisible(text: &str) -> bool {
    text.chars().all(|letter| {
        letter.is_whitespace()
            || misleads(letter)
            || has_no_shape(letter)
            || matches!(
                letter,
                '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{206a}'..='\u{206f}' | '\u{e0000}'..='\u{e0fff}'
            )
    })
}

/// Marks and letters with the property `Default_Ignorable_Code_Point`, and the empty Braille pattern.
/// <https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt>
pub fn has_no_shape(letter: char) -> bool {
    matches!(
        letter,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouped_inserts_a_comma_after_every_three_digits() {
        assert_eq!(
            [0, 999, 12_846, -1000, 1_000_000].map(grouped),
            ["0", "999", "12,846", "-1,000", "1,000,000"]
        );
    }

    #[test]
    fn a_prefix_of_a_word_is_still_a_prefix_after_case_folding() {
        for (word, beginning) in [("ΚΩΣΤΑΣ", "κωσ"), ("Κώστας", "ΚΏΣΤΑΣ"), ("ÄRGER", "är")]
        {
            assert!(fold(word).starts_with(&fold(beginning)), "{word}, {beginning}");
        }
    }

    #[test]
    fn text_without_anything_to_see_is_invisible_and_emoji_and_letters_of_any_script_are_not() {
        for nothing in ["", " ", "\u{200b}\u{200b}", "\u{2800}", "\u{ad}\u{200d}", "\u{3164}", "\u{fe0f}"] {
            assert!(is_invisible(nothing), "{nothing:?}");
        }
        for something in ["a", ".", "👨‍👩‍👧", "❤️", "می‌خواهم", "\u{200b}x"] {
            assert!(!is_invisible(something), "{something:?}");
        }
    }

    #[test]
    fn counted_uses_the_singular_for_one_only() {
        assert_eq!(
            [0, 1, 1200].map(|number| counted(number, "token")),
            ["0 tokens", "1 token", "1,200 tokens"]
        );
    }
}
