//! Reading JSON that others have written, leniently.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Reads JSON, also what its grammar allows and Rust cannot represent. An unpaired surrogate (RFC 8259, section 8.2), which
/// JavaScript writes where a text was cut, becomes NUL, which cannot be stored in any case. A number beyond `f64` (section
/// 6) becomes a very large one, so that it does not count as missing.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(json).or_else(|error| {
        let mut held = json.to_vec();
        let had_half = fill_halves(&mut held);
        if cap_infinities(&mut held) || had_half { serde_json::from_slice(&held) } else { Err(error) }
    })
}

/// Returns whether this is a list, which serde accepts in place of an object.
pub fn is_list(json: &[u8]) -> bool {
    json.trim_ascii_start().starts_with(b"[")
}

/// What is given as an object, and not as a list of an object's values.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfMap<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for OfMap<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(OfMap(PhantomData)).map(Self)
    }
}

/// Reads a list of objects, for `deserialize_with`.
pub fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let objects = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(object)| object).collect())
}

/// Reads a text, for `deserialize_with`. Anything else counts as absent.
pub fn text_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => Some(text),
        _ => None,
    })
}

/// Replaces unpaired surrogates by NUL. Returns whether there was one.
fn fill_halves(json: &mut [u8]) -> bool {
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
            json[at + 2..at + 6].fill(b'0');
            has_half = true;
        }
        at += length;
    }
    has_half
}

/// Replaces numbers beyond `f64` by a very large one. Returns whether there was one.
fn cap_infinities(json: &mut [u8]) -> bool {
    let (mut at, mut has_infinity, mut is_in_text) = (0, false, false);
    while let Some(&byte) = json.get(at) {
        let of_number = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let length = match byte {
            b'\\' => 2,
            b'-' | b'0'..=b'9' if !is_in_text => json[at..].iter().take_while(of_number).count(),
            _ => 1,
        };
        is_in_text ^= byte == b'"';
        if length > 2 && is_infinite(&json[at..at + length]) {
            let digits = at + usize::from(byte == b'-');
            json[digits..at + length].fill(b' ');
            // It fits: the shortest number beyond `f64` (`1e309`) is as long.
            json[digits..digits + 5].copy_from_slice(b"1e308");
            has_infinity = true;
        }
        at += length;
    }
    has_infinity
}

fn is_infinite(literal: &[u8]) -> bool {
    let number = str::from_utf8(literal).ok().and_then(|literal| literal.parse::<f64>().ok());
    number.is_some_and(f64::is_infinite) && serde_json::from_slice::<IgnoredAny>(literal).is_ok()
}

/// The UTF-16 code unit of the escape (`\ud83d`) that begins here, if there is one.
fn unit_at(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(br"\u")?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_lone_surrogate_in_json_becomes_nul_and_leaves_the_rest_intact() {
        for (text, read_as) in [
            (r#"{"id":"7","note":"hi \ud83d"}"#, json!({"id": "7", "note": "hi \0"})),
            (r#"["\uDE80\uD83d\ude80\ud83d\u0041","\ud83d\\"]"#, json!(["\0🚀\0A", "\0\\"])),
            (r#"["\\ud83d","\ud83d"]"#, json!([r"\ud83d", "\0"])),
        ] {
            assert_eq!(read::<Value>(text.as_bytes()).unwrap(), read_as, "{text}");
        }
    }

    #[test]
    fn a_json_number_too_large_for_f64_is_capped_and_leaves_the_rest_intact() {
        for (text, read_as) in [
            (r#"{"id":"7","meta":1e400}"#, json!({"id": "7", "meta": 1e308})),
            (
                r#"[-1E+999,1,"1e400","\"1e400",1e-400,2.5e3,1e309,-1e309]"#,
                json!([-1e308, 1, "1e400", "\"1e400", 0.0, 2500.0, 1e308, -1e308]),
            ),
            (r#"[1e400,"\ud83d"]"#, json!([1e308, "\0"])),
        ] {
            assert_eq!(read::<Value>(text.as_bytes()).unwrap(), read_as, "{text}");
        }
        for text in ["[1.e400]", "[01e400]", "[1e400", "[-e400]", r#"["1e400]"#] {
            assert!(read::<Value>(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn invalid_json_is_still_rejected() {
        for text in [r#"["\ud83d""#, r#"["\ud8"]"#, r#"["\ud83"]"#, r#"["\ud83d\"]"#, r"\", r#"["\u+83d"]"#] {
            assert!(read::<Value>(text.as_bytes()).is_err(), "{text}");
        }
    }
}
