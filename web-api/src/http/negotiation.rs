//! Which of two forms of an answer the client would rather have.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

/// Returns whether the client would rather have JSON than a page. A browser's address bar would not.
///
/// With equal weights, a form that is named beats one that only a wildcard matches.
/// <https://www.rfc-editor.org/rfc/rfc9110#name-accept>
pub(crate) fn prefers_json(headers: &HeaderMap) -> bool {
    let texts = || headers.get_all(ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    let (json, page) = (welcome(texts(), "application", "json"), welcome(texts(), "text", "html"));
    json > page
}

/// Returns the weight of a media type in thousandths, and how exactly it was named.
fn welcome<'a>(texts: impl Iterator<Item = &'a str>, kind: &str, form: &str) -> (u32, u8) {
    let ranges = texts.flat_map(|text| text.split(',')).filter_map(|range| {
        let mut parts = range.split(';').map(str::trim);
        let (range_kind, range_form) = parts.next()?.split_once('/')?;
        let exactness = match (range_kind, range_form) {
            ("*", "*") => 0,
            (some, "*") if some.eq_ignore_ascii_case(kind) => 1,
            (some, other) if some.eq_ignore_ascii_case(kind) && other.eq_ignore_ascii_case(form) => 2,
            _ => return None,
        };
        Some((quality(parts), exactness))
    });
    // The most specific range is the one that counts.
    let (quality, exactness) = ranges.max_by_key(|(_, exactness)| *exactness).unwrap_or((0, 0));
    if quality == 0 { (0, 0) } else { (quality, exactness) }
}

/// Returns the weight among an item's parameters, in thousandths.
pub(crate) fn quality<'a>(mut parameters: impl Iterator<Item = &'a str>) -> u32 {
    let q = parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    let Some(q) = q else { return 1000 };
    let Some((whole, thousandths)) = q.split_once('.') else { return if q == "0" { 0 } else { 1000 } };
    if whole != "0" {
        return 1000;
    }
    format!("{thousandths:0<3.3}").parse().unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_chosen_only_if_the_accept_header_prefers_it_to_html() {
        #[rustfmt::skip]
        let table = [
            ("application/json",                                              true),
            ("Application/JSON",                                              true),
            ("application/json, text/plain, */*",                             true),
            ("application/json;q=0.9, text/html;q=0.8",                       true),
            ("application/*, text/html;q=0.1",                                true),
            ("text/html;q=0.1, */*",                                          true),
            ("",                                                              false),
            ("*/*",                                                           false),
            ("text/html",                                                     false),
            ("text/html, application/json",                                   false),
            ("text/html, application/json;q=0.9",                             false),
            ("application/json;q=0",                                          false),
            ("image/png",                                                     false),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false),
        ];
        for (accept, json) in table {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().expect("a header value"))]);
            assert_eq!(prefers_json(&headers), json, "{accept}");
        }
        assert!(!prefers_json(&HeaderMap::new()));
    }
}
