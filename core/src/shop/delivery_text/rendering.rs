//! Filling in the delivery text's placeholders.

use std::fmt::Write;

use crate::ids::GuildId;
use crate::shop::stock::StockName;

const KEY: &str = "{key}";
const REDEEM_URL: &str = "{redeem_url}";
const STATUS_URL: &str = "{status_url}";
const AMOUNT: &str = "{amount}";
const STOCK: &str = "{stock}";
const PLACEHOLDERS: [&str; 5] = [KEY, REDEEM_URL, STATUS_URL, AMOUNT, STOCK];
/// In bytes: the longest answer that a store accepts.
const LONGEST_ANSWER: usize = 1_000_000;

/// The delivery text and the values of its placeholders, except the key.
#[derive(Debug)]
pub(crate) struct Rendering<'a> {
    pub(crate) text: &'a str,
    /// The origin of links, without a slash at the end.
    pub(crate) origin: &'a str,
    pub(crate) guild: &'a GuildId,
    pub(crate) stock: StockName,
    /// In boosts.
    pub(crate) amount: i64,
}

impl Rendering<'_> {
    /// One key: the text as it is. Several: a line for each, or the bare keys where that would be too long for a store.
    pub(crate) fn of(&self, keys: &[&str]) -> String {
        if let [only] = keys {
            return self.of_one(only);
        }
        let mut lines = String::new();
        for key in keys {
            if !lines.is_empty() {
                lines.push('\n');
            }
            lines.push_str(&in_one_line(&self.of_one(key)));
            if lines.len() > LONGEST_ANSWER {
                return keys.join("\n");
            }
        }
        lines
    }

    fn of_one(&self, key: &str) -> String {
        let mut filled = String::with_capacity(self.text.len() + key.len());
        let mut rest = self.text;
        while let Some(at) = rest.find('{') {
            filled.push_str(&rest[..at]);
            rest = &rest[at..];
            let length = self.fill(rest, key, &mut filled);
            rest = &rest[length..];
        }
        filled.push_str(rest);
        if !self.text.contains(KEY) {
            if !filled.is_empty() && !filled.ends_with(['\n', '\r']) {
                filled.push('\n');
            }
            filled.push_str(key);
        }
        filled
    }

    /// Writes the value of the placeholder at the start of `rest`, or else the brace. Returns how many bytes of `rest` it used.
    fn fill(&self, rest: &str, key: &str, filled: &mut String) -> usize {
        let Self { origin, guild, stock, amount, .. } = self;
        let placeholder = PLACEHOLDERS.into_iter().find(|placeholder| rest.starts_with(placeholder));
        let written = match placeholder {
            Some(KEY) => write!(filled, "{key}"),
            Some(REDEEM_URL) => write!(filled, "{origin}/redeem-order/{guild}"),
            Some(STATUS_URL) => write!(filled, "{origin}/{guild}/order/{key}/status"),
            Some(AMOUNT) => write!(filled, "{amount}"),
            Some(_) => write!(filled, "{}", stock.title()),
            None => write!(filled, "{{"),
        };
        written.expect("a string takes all that is written to it");
        placeholder.map_or(1, str::len)
    }
}

/// Each line break becomes a space; those at the end are dropped.
fn in_one_line(text: &str) -> String {
    text.trim_end_matches(['\n', '\r']).replace("\r\n", " ").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str, keys: &[&str]) -> String {
        let guild = GuildId::parse("918430295761048371").expect("19 digits");
        let (origin, stock) = ("https://shop.example.com", StockName::OneMonth);
        Rendering { text, origin, guild: &guild, stock, amount: 14 }.of(keys)
    }

    #[test]
    fn placeholders_are_filled_in_and_a_missing_key_is_appended() {
        #[rustfmt::skip]
        let table = [
            ("Your key: {key}", "Your key: K-1"),
            ("{key}{key}", "K-1K-1"),
            ("{redeem_url} {key}", "https://shop.example.com/redeem-order/918430295761048371 K-1"),
            ("{key}\n{status_url}", "K-1\nhttps://shop.example.com/918430295761048371/order/K-1/status"),
            ("{amount} boosts of {stock}: {key}", "14 boosts of One Month Tokens: K-1"),
            ("{{key}} {Key} {nothing} { é {key", "{K-1} {Key} {nothing} { é {key"),
            ("", "K-1"),
            ("Thanks", "Thanks\nK-1"),
            ("Thanks\n", "Thanks\nK-1"),
            ("{amount}", "14\nK-1"),
            ("{status_url}", "https://shop.example.com/918430295761048371/order/K-1/status\nK-1"),
        ];
        for (text, expected) in table {
            assert_eq!(rendered(text, &["K-1"]), expected, "{text}");
        }
    }

    #[test]
    fn placeholders_inside_inserted_values_are_not_filled_in() {
        assert_eq!(rendered("{key} {amount}", &["{amount}"]), "{amount} 14");
    }

    #[test]
    fn several_keys_are_rendered_on_a_line_each() {
        assert_eq!(rendered("A\r\nB\n\n{key}\r\n\n", &["K-1", "K-2"]), "A B  K-1\nA B  K-2");
        assert_eq!(rendered("", &["K-1", "K-2"]), "K-1\nK-2");
        assert_eq!(rendered("Thanks\n", &["K-1", "K-2"]), "Thanks K-1\nThanks K-2");
        let long = format!("{{key}}{}", "é".repeat(4995));
        let keys: Vec<String> = (0..101).map(|number| format!("K-{number}")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        assert_eq!(rendered(&long, &keys), keys.join("\n"));
        assert!(rendered(&long, &keys[..100]).len() <= LONGEST_ANSWER);
        assert!(rendered(&long, &keys[..100]).contains('é'));
    }
}
