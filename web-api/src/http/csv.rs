//! Lists as CSV: RFC 4180, in UTF-8 without a byte order mark, streamed. A cell cannot be taken for a formula.

use std::borrow::Cow;

use axum::response::Response;
use boostdesk_core::db::Failure;
use futures::{Stream, StreamExt, stream};

use super::download;

/// An answer that is a file called `name`: the header row, and the rows as they come.
pub(crate) fn file(
    name: &'static str,
    header: &'static [&'static str],
    rows: impl Stream<Item = Result<String, Failure>> + Send + 'static,
) -> Response {
    let rows = stream::once(async move { Ok(row(header.iter().copied())) }).chain(rows);
    download::file(name, "text/csv; charset=utf-8", rows)
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
    fn csv_cells_are_quoted_and_formulas_escaped_where_necessary() {
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
