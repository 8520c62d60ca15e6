//! Lists that are read page by page.

/// Cuts `rows`, which were asked for with one more than `limit`, to a page. Returns the last of them when others follow: the
/// next page begins behind it.
pub(crate) fn cut_to_page<T>(rows: &mut Vec<T>, limit: i64) -> Option<&T> {
    let limit = usize::try_from(limit).expect("a page is small");
    if rows.len() <= limit {
        return None;
    }
    rows.truncate(limit);
    rows.last()
}
