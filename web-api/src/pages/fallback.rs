//! Answers requests that match no route: with one of the dashboard's files, a redirect that drops a trailing slash, or a 404.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};

use crate::callers::own_domain::AtOwnDomain;
use crate::http::error::ApiError;
use crate::pages::assets;
use crate::pages::customers::not_found_at_own_domain;
use crate::pages::template::{Page, Pages};

/// Where the files of customers' pages are.
const CUSTOMERS_FILES: [&str; 2] = ["/assets/public/", "/vendor/"];

/// Returns one of the dashboard's files or a 404: as JSON below `/api`, as a page elsewhere.
pub(crate) async fn anything_else(
    State(pages): State<Pages>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reads = matches!(method, Method::GET | Method::HEAD);
    if let Some(file) = assets::response(uri.path(), &headers).filter(|_| reads) {
        return file;
    }
    nothing(&uri, reads, || pages.dashboard(Page::NotFound, ""))
}

/// The same at a seller's own domain, where only the files of customers' pages are served.
pub(crate) async fn anything_else_at_own_domain(
    State(pages): State<Pages>,
    at: AtOwnDomain,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reads = matches!(method, Method::GET | Method::HEAD);
    let is_customers = CUSTOMERS_FILES.iter().any(|folder| uri.path().starts_with(folder));
    if let Some(file) = assets::response(uri.path(), &headers).filter(|_| reads && is_customers) {
        return file;
    }
    nothing(&uri, reads, || not_found_at_own_domain(&pages, &at, ApiError::not_found()))
}

fn nothing(uri: &Uri, reads: bool, page: impl FnOnce() -> Response) -> Response {
    if let Some(plain) = without_slash(uri).filter(|_| reads) {
        return Redirect::permanent(&plain).into_response();
    }
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    if is_api || !reads {
        return ApiError::not_found().into_response();
    }
    let mut response = page();
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Returns the URL without its trailing slash, if it is then a customer's page.
fn without_slash(uri: &Uri) -> Option<String> {
    let plain = uri.path().strip_suffix('/')?;
    let parts: Vec<&str> = plain.strip_prefix("/api").unwrap_or(plain).split('/').collect();
    let is_page =
        matches!(parts[..], ["", _, "live-stock"] | ["", _, "order", _, "status"] | ["", "redeem-order", _]);
    // With an empty part at the front, the redirect would lead to another host (`//host/…`, and for browsers `/\host/…`).
    if !is_page || parts[1..].contains(&"") || plain.contains('\\') {
        return None;
    }
    Some(uri.query().map_or_else(|| plain.to_owned(), |query| format!("{plain}?{query}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_paths_with_one_trailing_slash_redirect_and_never_to_another_host() {
        #[rustfmt::skip]
        let table = [
            ("/1/live-stock/",               Some("/1/live-stock")),
            ("/api/1/live-stock/?a=b",       Some("/api/1/live-stock?a=b")),
            ("/1/order/A/status/",           Some("/1/order/A/status")),
            ("/redeem-order/1/",             Some("/redeem-order/1")),
            ("/1/live-stock",                None),
            ("/1/live-stock//",              None),
            ("//live-stock/",                None),
            ("//example.com/live-stock/",    None),
            ("/api//example.com/live-stock/", None),
            ("/\\example.com/live-stock/",   None),
            ("/nothing/",                    None),
            ("/",                            None),
        ];
        for (path, plain) in table {
            assert_eq!(without_slash(&path.parse().expect("a target")).as_deref(), plain, "{path}");
        }
    }
}
