//! Turns what a deserializer says about a field into a sentence for a person. Never repeats the value: it may be a secret.

use std::borrow::Cow;

/// `path` leads to the field (`lines[0].ok`); `said` is serde's own message.
pub(crate) fn sentence(path: &str, said: &str) -> Cow<'static, str> {
    let path = if path == "." { "" } else { path };
    if let Some(field) = quoted_after(said, "missing field ") {
        return format!("`{}` is missing.", joined(path, field)).into();
    }
    if let Some(field) = quoted_after(said, "duplicate field ") {
        return format!("`{}` is given twice.", joined(path, field)).into();
    }
    if path.is_empty() {
        return "The request has a wrong shape.".into();
    }
    if let Some((_, choices)) = said.split_once("expected one of ").or_else(|| said.split_once("expected `"))
    {
        let choices: Vec<_> = choices.split('`').filter(|part| is_word(part)).collect();
        return format!("`{path}` must be one of: {}.", choices.join(", ")).into();
    }
    format!("`{path}` {}.", expectation(said)).into()
}

fn expectation(said: &str) -> &'static str {
    let expected = said.rsplit_once("expected ").map_or(said, |(_, expected)| expected);
    let starts_with = |words: &[&str]| words.iter().any(|word| expected.starts_with(word));
    if starts_with(&[
        "u8",
        "u16",
        "u32",
        "u64",
        "i8",
        "i16",
        "i32",
        "i64",
        "usize",
        "invalid digit",
        "number too",
    ]) || expected.contains("parse integer")
    {
        "must be a whole number"
    } else if starts_with(&["a string", "string", "str"]) {
        "must be a text"
    } else if starts_with(&["a boolean", "bool", "provided string was not"]) {
        "must be true or false"
    } else if starts_with(&["a sequence", "an array", "sequence"]) {
        "must be a list"
    } else if starts_with(&["an object", "struct "]) {
        "must be an object"
    } else if starts_with(&["f32", "f64"]) {
        "must be a number"
    } else {
        "is not valid"
    }
}

fn quoted_after<'a>(said: &'a str, words: &str) -> Option<&'a str> {
    said.strip_prefix(words)?.strip_prefix('`')?.split('`').next()
}

/// Adds the field to serde's path, unless it is there: a duplicate field's path has it, a missing one's ends with its parent.
fn joined(path: &str, field: &str) -> String {
    if path.is_empty() || path == field || path.ends_with(&format!(".{field}")) {
        return if path.is_empty() { field.to_owned() } else { path.to_owned() };
    }
    format!("{path}.{field}")
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_alphanumeric() || "_-.".contains(char))
}
