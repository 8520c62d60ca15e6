//! Domain names.

use std::fmt;

/// A domain name in lower case, without the dot at its end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hostname(String);

impl Hostname {
    /// 1 to 253 characters: labels of 1 to 63 letters, digits, hyphens or underscores, the last one of two or more
    /// letters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_suffix('.').unwrap_or(&text);
        let (rest, top) = text.rsplit_once('.')?;
        let is_label = |label: &str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        let is_name = text.len() <= 253
            && rest.split('.').all(is_label)
            && (2..=63).contains(&top.len())
            && top.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_name.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Hostname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostname_has_labels_and_a_top_level_of_letters() {
        let longest_label = format!("{}.example.com", "a".repeat(63));
        for good in
            ["example.com", " Shop.Example.COM ", "a.b.c.d.co", "my_shop.example.gg", "x.co.", &longest_label]
        {
            assert!(Hostname::parse(good).is_some(), "{good}");
        }
        let long_label = format!("{}.example.com", "a".repeat(64));
        let long = format!("{}com", "a.".repeat(126));
        for bad in [
            "",
            "example",
            "://example.com",
            "https://example.com",
            "a..com",
            ".com",
            "example.c",
            "example.c0m",
            "1.2.3.4",
            "ex ample.com",
            "exämple.com",
            &long_label,
            &long,
        ] {
            assert!(Hostname::parse(bad).is_none(), "{bad}");
        }
        assert_eq!(Hostname::parse(" Shop.Example.COM. ").unwrap().as_str(), "shop.example.com");
    }
}
