//! The services of `deploy/examples/fulfilment`, as a seller starts them.

use std::path::Path;

use boostdesk_core::db::Dialect;
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use serde_json::json;

use super::service::{Worker, is_done, redeemed, watch, with_loopback};
use crate::program::Program;
use crate::seller::Desk;

/// Starts a service. Returns its address once it says so.
async fn start(name: &str, file: &str, folder: &Path, variables: &[(&str, &str)]) -> (Program, String) {
    let script = format!("{}/../deploy/examples/fulfilment/{file}", env!("CARGO_MANIFEST_DIR"));
    let program = Program::start(name, &[&script], folder, variables);
    program.until("it says where it listens", async || program.log().contains('\n')).await;
    let log = program.log();
    let url = log.strip_prefix("Listening on ").and_then(|rest| rest.lines().next());
    let url = url.unwrap_or_else(|| panic!("it says where it listens: {log}")).to_owned();
    (program, url)
}

/// Has orders delivered, with replacements. `patience`: how long the service lets a call wait.
async fn deliver_by(program: &str, file: &str, patience: &str) {
    let app = TestApp::new(Dialect::Sqlite, Setup { clock: Some(Clock::system()), ..with_loopback() }).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock("token.a.0\nshort.0\ntoken.a.1\ntoken.a.2\n").await;
    let desk = Desk::of(&shop).await;
    let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
    let at = |url: &str| json!({"mode": "webhook", "url": url});
    let (_, saved) = desk.put(&path, &at("http://127.0.0.1:9/")).await;
    let data = tempfile::tempdir().expect("a folder");
    let variables = [
        ("WEBHOOK_SECRET", saved["secret"].as_str().expect("it is shown once").to_owned()),
        ("BOOSTDESK_URL", format!("http://{}", desk.site.address)),
        ("DATA", data.path().display().to_string()),
        ("PATIENCE_MS", patience.to_owned()),
        ("PORT", "0".to_owned()),
    ];
    let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
    let (example, url) = start(program, file, data.path(), &variables).await;
    assert_eq!(desk.put(&path, &at(&url)).await.0, 200);

    let unsigned = desk.site.client.post(&url).body("{}").send().await.expect("an answer");
    assert_eq!(unsigned.status(), 401);
    let _worker = Worker::start(&app);
    let key = redeemed(&shop, 4).await;
    let order = watch(&app, &shop, &key, is_done).await;
    assert_eq!((order.succeeded.len(), order.failed.len()), (2, 1));
    drop(example);
    // Another one, after a restart, with the same journals.
    let (_example, url) = start(program, file, data.path(), &variables).await;
    assert_eq!(desk.put(&path, &at(&url)).await.0, 200);
    let order = watch(&app, &shop, &redeemed(&shop, 2).await, is_done).await;
    assert_eq!((order.succeeded.len(), order.failed.len()), (1, 0));
    app.db.close().await;
}

#[tokio::test]
async fn the_node_example_service_delivers_when_calls_wait_for_the_results() {
    deliver_by("node", "service.mjs", "20000").await;
}

#[tokio::test]
async fn the_node_example_service_delivers_when_it_reports_results_later() {
    deliver_by("node", "service.mjs", "0").await;
}

#[tokio::test]
async fn the_python_example_service_delivers_when_calls_wait_for_the_results() {
    deliver_by("python3", "service.py", "20000").await;
}

#[tokio::test]
async fn the_python_example_service_delivers_when_it_reports_results_later() {
    deliver_by("python3", "service.py", "0").await;
}
