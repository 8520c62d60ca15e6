//! Colours as sellers enter them.

use serde::Serialize;

/// `#rgb` or `#rrggbb`, with or without the `#`; kept as it was entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct Color(String);

impl Color {
    /// `None` when the text is no colour.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let valid = matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        valid.then(|| Self(text.to_owned()))
    }

    /// As it was entered.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Six digits in lower case, without `#`.
    pub fn hex(&self) -> String {
        let digits = self.0.strip_prefix('#').unwrap_or(&self.0).to_ascii_lowercase();
        if digits.len() == 3 { digits.chars().flat_map(|digit| [digit, digit]).collect() } else { digits }
    }

    /// `0xrrggbb`.
    pub fn rgb(&self) -> u32 {
        u32::from_str_radix(&self.hex(), 16).expect("a colour has six hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_has_three_or_six_hex_digits() {
        for (text, hex) in [("#FFD400", "ffd400"), ("f0a", "ff00aa"), ("#6d4aff", "6d4aff")] {
            let color = Color::parse(text).expect("a colour");
            assert_eq!((color.as_str(), color.hex().as_str()), (text, hex));
        }
        assert_eq!(Color::parse("#f0a").map(|color| color.rgb()), Some(0x00ff_00aa));
        for bad in ["", "#", "#ff", "#ffff", "#gggggg", "red", "##fff", " #fff"] {
            assert!(Color::parse(bad).is_none(), "{bad}");
        }
    }
}
