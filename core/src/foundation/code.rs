//! Codes that people read and type: Crockford's base32 (no I, L, O, U), in groups, forgiving about case,
//! separators and look-alikes. <https://www.crockford.com/base32.html>

use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};

use crate::foundation::rng::Rng;

const SYMBOLS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static BASE32: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str(SYMBOLS);
    specification.encoding().expect("Crockford's alphabet is a valid one")
});

/// A fresh code of `length` symbols, five random bits each, at most 32.
pub(crate) fn generate(rng: &Rng, length: usize, group: usize) -> String {
    let mut symbols = BASE32.encode(&rng.bytes::<20>());
    symbols.truncate(length);
    grouped(&symbols, group)
}

/// The canonical spelling of a code as it was typed. `None` when it cannot be one.
pub(crate) fn canonical(typed: &str, length: usize, group: usize) -> Option<String> {
    let symbols = beginning(typed, length)?;
    (symbols.len() == length).then(|| grouped(&symbols, group))
}

/// The symbols, without separators, of a typed beginning of a code. `None` when no code of `length` can begin so.
pub(crate) fn beginning(typed: &str, length: usize) -> Option<String> {
    let mut symbols = String::with_capacity(length);
    for letter in typed.chars().filter(|letter| !is_separator(*letter)) {
        let symbol = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        // After these replacements, U is the only letter that is no symbol.
        if symbols.len() == length || !symbol.is_ascii_alphanumeric() || symbol == 'U' {
            return None;
        }
        symbols.push(symbol);
    }
    Some(symbols)
}

/// Spaces, and what chat clients and phones make of dashes, or add to a copied text unseen.
fn is_separator(letter: char) -> bool {
    let dashes = matches!(letter, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let unseen = matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    letter.is_whitespace() || dashes || unseen
}

/// Rotates each symbol by `turn` of all those before it: the veiled forms of two codes are alike as far as the codes are,
/// and nobody who does not know `turn` can read them.
pub(crate) fn veiled(symbols: &str, turn: impl Fn(&str) -> u8) -> String {
    let count = SYMBOLS.len();
    let veil = |(at, symbol): (usize, char)| {
        let place = SYMBOLS.find(symbol).expect("a code's symbols are the alphabet's");
        let turned = (place + usize::from(turn(&symbols[..at]))) % count;
        char::from(SYMBOLS.as_bytes()[turned])
    };
    symbols.char_indices().map(veil).collect()
}

/// A code with all but its last `shown` symbols hidden.
pub(crate) fn masked(code: &str, shown: usize) -> String {
    let hidden = code.chars().count().saturating_sub(shown);
    let letters = code.chars().enumerate();
    letters.map(|(at, letter)| if at < hidden && letter != '-' { '•' } else { letter }).collect()
}

fn grouped(symbols: &str, group: usize) -> String {
    let groups: Vec<&str> =
        (0..symbols.len()).step_by(group).map(|at| &symbols[at..symbols.len().min(at + group)]).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_parses_the_same_in_any_case_with_any_separators_and_look_alikes() {
        let code = generate(&Rng::seeded(3), 20, 5);
        assert_eq!(code.len(), 23);
        let typed = [
            code.clone(),
            code.to_lowercase(),
            code.replace('-', ""),
            code.replace('-', " "),
            code.replace('-', "\u{2013}"),
            format!("\u{feff}{code}\u{200b}"),
            format!("  {}\n", code.replace('0', "o").replace('1', "l")),
        ];
        for typed in typed {
            assert_eq!(canonical(&typed, 20, 5).as_ref(), Some(&code), "{typed:?}");
        }
    }

    #[test]
    fn text_that_cannot_be_a_code_is_rejected() {
        for typed in
            ["", "ABC", "AAAAA-AAAAA-AAAAA-AAAAAA", "AAAAA-AAAAA-AAAAA-AAAAU", "ÄAAAA-AAAAA-AAAAA-AAAAA"]
        {
            assert_eq!(canonical(typed, 20, 5), None, "{typed:?}");
        }
    }

    #[test]
    fn codes_with_a_common_prefix_have_veiled_forms_with_a_common_prefix() {
        let turn = |before: &str| u8::try_from(before.len() * 7 % 32).unwrap();
        assert_eq!(veiled("ZZZ", turn), "Z6D");
        assert!(veiled("ZZZ", turn).starts_with(&veiled("ZZ", turn)));
        assert_ne!(veiled("ZZZ", turn), veiled("ZZY", turn));
    }

    #[test]
    fn an_access_code_carries_160_bits() {
        assert_eq!(generate(&Rng::seeded(3), 32, 4).replace('-', "").len() * 5, 160);
    }
}
