//! For `crate::fuzzing`.

use super::page;

/// Reads a page's head.
pub fn page_head(bytes: &[u8]) {
    let base = "https://news.example.com/a/b".parse().expect("a URL");
    let page = page::read(bytes, &base);
    for url in [&page.image, &page.video].into_iter().flatten() {
        assert!(matches!(url.scheme(), "http" | "https"), "{url}");
    }
    assert!(page.title.is_none_or(|title| title.chars().count() <= 200), "the title is cut");
}
