//! The OpenAPI document, and the copy that the dashboard's types are generated from.

use std::path::Path;

use boostdesk_core::testing::on_both;
use serde_json::Value;

use crate::support::{Site, body};

#[tokio::test]
async fn the_document_is_served_as_it_is_generated() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let (status, served) = body(site.get("/api/openapi.json")).await;
        assert_eq!(status, 200);
        assert_eq!(served["openapi"], "3.1.0");
        assert_eq!(served, generated());
    })
    .await;
}

#[test]
fn the_dashboards_copy_of_the_openapi_document_is_up_to_date() {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dashboard-ui/openapi.json");
    let text = std::fs::read_to_string(copy).expect("`make openapi` writes dashboard-ui/openapi.json");
    let copy: Value = serde_json::from_str(&text).expect("dashboard-ui/openapi.json is JSON");
    assert!(copy == generated(), "dashboard-ui/openapi.json is stale: run `make openapi`");
}

#[test]
fn every_operation_documents_its_summary_tags_responses_and_a_401_if_it_needs_auth() {
    let document = generated();
    let paths = document["paths"].as_object().expect("paths");
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().expect("operations") {
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            assert!(operation["tags"].is_array(), "{method} {path} has no tag");
            let responses = operation["responses"].as_object().expect("responses");
            let told = responses.values().all(|response| response["description"].is_string());
            assert!(told, "{method} {path} has an answer without a description");
            let guarded = operation["security"].as_array().is_some_and(|ways| !ways.is_empty());
            assert_eq!(
                guarded,
                operation["responses"]["401"].is_object()
                    && !path.contains("/auth/login")
                    && !path.contains("/auth/exchange")
                    && !path.contains("/autobuy/"),
                "{method} {path}"
            );
        }
    }
}

fn generated() -> Value {
    serde_json::to_value(boostdesk_web_api::openapi()).expect("the document has a JSON form")
}
