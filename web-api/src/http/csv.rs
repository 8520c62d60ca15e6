//! Lists as CSV: RFC 4180, in UTF-8 without a mark, streamed. A cell cannot be taken for a formula.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::db::Failure;
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use tracing::error;

/// An answer that is a file called `name`: the header row, and the rows as they come. A failure on the way cuts the file
/// short, so that nobody takes it for whole.
pub(crate) fn file(
    name: &'static str,
    header: &'static [&'static str],
    rows: impl Stream<Item = Result<String, Failure>> + Send + 'static,
) -> Response {
    let rows = rows.inspect(move |row| {
        if let Err(failure) = row {
            error!(%failure, "{name} was cut short: {failure}");
        }
    });
    let text = stream::once(async move { Ok(row(header.iter().copied())) }).chain(rows);
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, disposition),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from_stream(text.map(|text| text.map(Bytes::from)))).into_response()
}

/// One line with its end.
pub(crate) fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cells: Vec<Cow<'a, str>> = cells.into_iter().map(cell).collect();
    cells.join(",") + "\r\n"
}

/// A program that opens the file reads a cell that begins like this as a formula.
fn begins_a_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn cell(text: &str) -> Cow<'_, str> {
    let harmless: Cow<'_, str> = if begins_a_formula(text) { format!("'{text}").into() } else { text.into() };
    if harmless.contains(['"', ',', '\r', '\n']) {
        return format!("\"{}\"", harmless.replace('"', "\"\"")).into();
    }
    harmless
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (cells, line) in [
            (vec!["a", "", "b c"], "a,,b c\r\n"),
            (vec!["a,b", "say \"hi\"", "two\nlines"], "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n"),
            (vec!["=1+1", "+1", "-1", "@a", "\tx"], "'=1+1,'+1,'-1,'@a,'\tx\r\n"),
            (vec!["\rx", "=1,2"], "\"'\rx\",\"'=1,2\"\r\n"),
            (vec!["a=b", "'x"], "a=b,'x\r\n"),
        ] {
            assert_eq!(row(cells), line);
        }
    }
}
