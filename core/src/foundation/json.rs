//! JSON as others write it.

use serde::de::DeserializeOwned;

/// Reads what was cut in the middle of an emoji, too: half of one is NUL then, which is what cannot be stored in any case.
///
/// JSON's grammar (RFC 8259, section 8.2) takes such a half, and JavaScript writes it; a program with UTF-8 texts has no place for it.
pub(crate) fn read<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(json).or_else(|error| match without_halves(json) {
        Some(whole) => serde_json::from_slice(&whole),
        None => Err(error),
    })
}

/// `None` where there is no half.
fn without_halves(json: &[u8]) -> Option<Vec<u8>> {
    let mut whole = json.to_vec();
    let (mut at, mut has_half) = (0, false);
    while let Some(&byte) = json.get(at) {
        let (length, is_half) = match (byte, unit_at(json, at)) {
            (_, Some(0xd800..=0xdbff)) if matches!(unit_at(json, at + 6), Some(0xdc00..=0xdfff)) => {
                (12, false)
            }
            (_, Some(unit)) => (6, matches!(unit, 0xd800..=0xdfff)),
            (b'\\', None) => (2, false),
            (_, None) => (1, false),
        };
        if is_half {
            whole[at + 2..at + 6].fill(b'0');
            has_half = true;
        }
        at += length;
    }
    has_half.then_some(whole)
}

/// Of `\ud83d`, which begins here.
fn unit_at(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(br"\u")?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn half_an_emoji_spoils_nothing_else() {
        for (text, read_as) in [
            (r#"{"id":"7","note":"hi \ud83d"}"#, json!({"id": "7", "note": "hi \0"})),
            (r#"["\uDE80\uD83d\ude80\ud83d\u0041","\ud83d\\"]"#, json!(["\0🚀\0A", "\0\\"])),
            (r#"["\\ud83d","\ud83d"]"#, json!([r"\ud83d", "\0"])),
        ] {
            assert_eq!(read::<Value>(text.as_bytes()).unwrap(), read_as, "{text}");
        }
    }

    #[test]
    fn what_is_no_json_stays_none() {
        for text in [r#"["\ud83d""#, r#"["\ud8"]"#, r#"["\ud83"]"#, r#"["\ud83d\"]"#, r"\", r#"["\u+83d"]"#] {
            assert!(read::<Value>(text.as_bytes()).is_err(), "{text}");
        }
    }
}
