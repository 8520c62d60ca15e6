//! What every HTML answer needs: its content type, and escaping for JSON and text.

use axum::http::HeaderValue;

pub(crate) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// Escapes JSON for a script element, so that no text in it can end the element or start a comment.
pub(crate) fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Escapes text for use between tags and in double-quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            letter => html.push(letter),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_in_a_script_element_cannot_close_it() {
        let json = serde_json::to_string("</script><!--\u{2028}\u{2029}").expect("JSON");
        let safe = script_safe(&json);
        assert_eq!(safe, r#""\u003c/script>\u003c!--\u2028\u2029""#);
        let back: String = serde_json::from_str(&safe).expect("still JSON");
        assert_eq!(back, "</script><!--\u{2028}\u{2029}");
    }
}
