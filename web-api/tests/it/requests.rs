//! What is the same for every request: refusals, sizes, ids, headers.

use boostdesk_core::testing::on_both;
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::json;

use crate::support::{Site, body, header, refusal, send};

const LOGIN: &str = "/api/auth/login";

#[tokio::test]
async fn an_invalid_json_body_gets_the_matching_status_and_message() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let json = "application/json";
        let not_json = refusal(400, "The request is not valid JSON.");
        let other_type = refusal(415, "Send the request as JSON (Content-Type: application/json).");
        let nearly_64_kib = format!(r#"{{"access_code":"{}"}}"#, "A".repeat(64 * 1024 - 18));
        let table = [
            (json, "", not_json.clone()),
            (json, "{", not_json.clone()),
            (json, r#"{"access_code":"a"} {}"#, not_json.clone()),
            (json, "{\"access_code\":\"\u{1}\"}", not_json.clone()),
            ("Application/JSON; charset=utf-8", "{", not_json.clone()),
            ("text/plain", "{}", other_type.clone()),
            ("application/x-www-form-urlencoded", "access_code=a", other_type.clone()),
            ("", "{}", other_type),
            (json, "[]", refusal(422, "The request has a wrong shape.")),
            (json, "{}", refusal(422, "Please enter your access code")),
            (json, r#"{"access_code":null}"#, refusal(422, "Please enter your access code")),
            (json, r#"{"access_code":7}"#, refusal(422, "`access_code` must be a text.")),
            (
                json,
                r#"{"access_code":"\u0000"}"#,
                refusal(422, "The text holds a character that cannot be stored."),
            ),
            (json, &nearly_64_kib, refusal(401, "Invalid access code.")),
        ];
        for (content_type, text, expected) in table {
            let call =
                site.request(Method::POST, LOGIN).header("Content-Type", content_type).body(text.to_owned());
            assert_eq!(body(call).await, expected, "{content_type} {text:.60}");
        }
        let missing = refusal(422, "`token` is missing.");
        assert_eq!(body(site.post("/api/auth/exchange", &json!({}))).await, missing);
        let no_text = b"{\"access_code\":\"a\",\"unknown\":\"\xff\"}";
        let call = site.request(Method::POST, LOGIN).header("Content-Type", json).body(&no_text[..]);
        assert_eq!(body(call).await, not_json);
    })
    .await;
}

#[tokio::test]
async fn a_body_over_64_kib_gets_413_with_or_without_a_content_length() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let large = format!(r#"{{"access_code":"{}"}}"#, "A".repeat(64 * 1024));
        let too_large = refusal(413, "The request is too large. At most 64 KiB are accepted.");
        let call = || site.request(Method::POST, LOGIN).header("Content-Type", "application/json");
        assert_eq!(body(call().body(large.clone())).await, too_large, "it says its length");
        let pieces = futures::stream::iter([Ok::<_, std::io::Error>(large)]);
        assert_eq!(body(call().body(reqwest::Body::wrap_stream(pieces))).await, too_large, "it does not");
    })
    .await;
}

#[tokio::test]
async fn unknown_and_malformed_paths_get_404_or_400_as_json() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let nothing = refusal(404, "There is nothing here.");
        for path in ["/api", "/api/", "/api/nothing", "/api/auth", "/api/auth/login/more", "/api/a/b/c/d/e/f"]
        {
            assert_eq!(body(site.get(path)).await, nothing, "{path}");
        }
        assert_eq!(body(site.request(Method::POST, "/nothing")).await, nothing);
        assert_eq!(
            body(site.get("/api/fetch/%00/live-stock")).await,
            refusal(400, "The address is malformed.")
        );
        assert_eq!(
            body(site.get("/api/fetch/%ff/live-stock")).await,
            refusal(400, "The address is malformed.")
        );
    })
    .await;
}

#[tokio::test]
async fn a_wrong_method_gets_405_with_the_allowed_methods() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let table = [
            (Method::GET, LOGIN, "POST"),
            (Method::DELETE, LOGIN, "POST"),
            (Method::POST, "/api/config", "GET,HEAD"),
            (Method::PUT, "/dashboard", "GET,HEAD"),
            (Method::OPTIONS, LOGIN, "POST"),
        ];
        for (method, path, allowed) in table {
            let response = send(site.request(method.clone(), path)).await;
            assert_eq!(header(&response, "allow"), allowed, "{method} {path}");
            assert_eq!(response.status(), 405, "{method} {path}");
            let id = header(&response, "x-request-id").to_owned();
            assert_eq!(
                response.text().await.expect("a body"),
                format!(
                    r#"{{"code":405,"message":"This address takes no such request.","requestId":"{id}"}}"#
                )
            );
        }
    })
    .await;
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        for path in ["/", "/dashboard", "/api/config", "/api/openapi.json"] {
            let get = send(site.get(path)).await;
            let head = send(site.request(Method::HEAD, path)).await;
            assert_eq!(head.status(), 200, "{path}");
            assert_eq!(header(&head, "content-type"), header(&get, "content-type"), "{path}");
            assert_eq!(header(&head, "content-length"), header(&get, "content-length"), "{path}");
            assert_eq!(head.text().await.expect("no body"), "", "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_answer_carries_the_requests_id() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let (one, other) = (send(site.get("/api/config")).await, send(site.get("/api/nothing")).await);
        let (one, other) = (header(&one, "x-request-id"), header(&other, "x-request-id"));
        assert_eq!((one.len(), other.len()), (16, 16));
        assert_ne!(one, other);
        let echoed = send(site.get("/").header("X-Request-Id", "edge-7f3a")).await;
        assert_eq!(header(&echoed, "x-request-id"), "edge-7f3a");
        let forged = send(site.get("/").header("X-Request-Id", "a b\"}")).await;
        assert_eq!(header(&forged, "x-request-id").len(), 16);
    })
    .await;
}

#[tokio::test]
async fn api_answers_have_a_policy_that_allows_nothing_and_are_not_cached() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        for path in ["/api/config", "/api/nothing", "/api/auth/self"] {
            let response = send(site.get(path)).await;
            assert_eq!(
                header(&response, "content-security-policy"),
                "default-src 'none'; frame-ancestors 'none'"
            );
            assert_eq!(header(&response, "x-content-type-options"), "nosniff");
            assert_eq!(header(&response, "cache-control"), "no-store");
            assert_eq!(header(&response, "content-type"), "application/json");
            let challenge = response.headers().get("www-authenticate");
            let expected = (response.status() == 401).then(|| HeaderValue::from_static("Bearer"));
            assert_eq!(challenge, expected.as_ref(), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn api_config_returns_the_default_settings_for_pages() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let (status, config) = body(site.get("/api/config")).await;
        assert_eq!(status, 200);
        assert_eq!(
            config,
            json!({
                "brand": {"name": "Boostdesk"},
                "promo": {
                    "text": "Let happy customers speak for you: 25% off **VouchBot** with this code",
                    "code": "BOOST25",
                    "url": "https://vouchbot.example.com/",
                },
                "captcha": null,
                "cnameTarget": "stores.example.com",
                "chatUrl": null,
            })
        );
    })
    .await;
}
