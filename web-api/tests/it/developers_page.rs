//! The examples of `docs/developers.md`, run as they are.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use boostdesk_core::config::Config;
use boostdesk_core::db::Dialect;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::testing::{START, Setup, Shop, TestApp, free_port};
use boostdesk_web_api::Gate;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::program::Program;
use crate::support::{Site, body, send};

/// Returns the examples in this language, in the page's order: first a program, then a service.
fn examples(language: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/developers.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let begin = format!("```{language}\n");
    let blocks = page.split(&begin).skip(1).map(|rest| {
        let (code, _) = rest.split_once("```").expect("a block ends");
        code.to_owned()
    });
    blocks.collect()
}

/// A seller with a storefront, with a correct clock: services refuse calls with another time.
struct World {
    app: TestApp,
    site: Site,
    shop: Shop,
    token: String,
}

impl World {
    async fn new() -> Self {
        let mut config = Config::default();
        config.webhooks.allowed_networks = vec!["127.0.0.0/8".parse().expect("a network")];
        let setup = Setup { webhooks: Arc::new(Gate::new(&config.webhooks)), ..Setup::default() };
        // Nothing here depends on the database.
        let app = TestApp::new(Dialect::Sqlite, setup).await;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        let start = u128::try_from(START.0).expect("after 1970");
        let ahead = now.as_millis().checked_sub(start).expect("it is later than the tests' clock");
        app.clock.advance(std::time::Duration::from_millis(u64::try_from(ahead).expect("some years")));
        let shop = Shop::open(&app, 1).await;
        let site = Site::open(&app).await;
        let token = site.sign_in(&shop).await;
        Self { app, site, shop, token }
    }

    async fn call(&self, path: &str, sent: &Value) -> Value {
        let (status, answer) = body(self.site.post(path, sent).header("Authorization", &self.token)).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Runs an example to its end and returns what it printed.
    async fn run(&self, program: &str, arguments: &[&str], code: &str) -> String {
        let wanted = json!({"name": "An example", "scopes": ["read", "stock", "keys"]});
        let key = self.call("/api/api-keys", &wanted).await["key"].as_str().expect("a key").to_owned();
        let mut command = Command::new(program);
        command
            .args(arguments)
            .arg(code)
            .env("BOOSTDESK_URL", format!("http://{}", self.site.address))
            .env("BOOSTDESK_KEY", key)
            .env("GUILD", self.shop.guild.as_str())
            .stdin(Stdio::null());
        let done = spawn_blocking(move || command.output()).await.expect("it ended");
        let done = done.unwrap_or_else(|error| panic!("{program} does not start ({error}): run .ci/prepare"));
        let said = String::from_utf8(done.stdout).expect("text");
        assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
        said
    }
}

#[tokio::test]
async fn the_example_programs_of_the_developers_page_run() {
    let world = World::new().await;
    let said = world.run("sh", &["-c"], &examples("sh")[0]).await;
    let answer: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(answer["keys"].as_array().map(Vec::len), Some(2));

    let said = world.run("node", &["--input-type=module", "-e"], &examples("js")[0]).await;
    assert_eq!(said.matches('\'').count(), 4, "two keys: {said}");

    let said = world.run("python3", &["-c"], &examples("python")[0]).await;
    assert_eq!(said, "2 added, 0 there already\nOneMonthTokens.txt 2\nThreeMonthTokens.txt 0\n");
}

#[tokio::test]
async fn the_example_services_of_the_developers_page_accept_signed_events_and_refuse_unsigned() {
    let world = World::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    for (program, file, language) in [("node", "service.mjs", "js"), ("python3", "service.py", "python")] {
        let port = free_port();
        let wanted = json!({"url": format!("http://127.0.0.1:{port}/"), "events": ["key.created"]});
        let made = world.call("/api/event-endpoints", &wanted).await;
        let secret = made["secret"].as_str().expect("a secret");
        fs::write(folder.path().join(file), &examples(language)[1]).expect("a file");
        let variables = [("PORT", port.to_string()), ("WEBHOOK_SECRET", secret.to_owned())];
        let service = Program::start(program, &[file], folder.path(), &variables);
        service.listens_on(port).await;

        let unsigned = send(world.site.client.post(format!("http://127.0.0.1:{port}/")).body("{}")).await;
        assert_eq!(unsigned.status(), 401);
        world.shop.keys(2, 3).await;
        event_endpoints::send_due(&world.app).await.expect("the database answers");
        service.until("it was told", async || service.log().contains("key.created")).await;
        let told = service.log();
        assert_eq!(told.matches("key.created").count(), 1, "{told}");
        assert!(told.contains(r#""count":3"#) || told.contains(r#""count": 3"#), "{told}");
        let id = made["id"].as_str().expect("an id");
        let path = format!("/api/event-endpoints/{id}/deliveries");
        let (_, page) = body(world.site.get(&path).header("Authorization", &world.token)).await;
        assert_eq!(page["deliveries"][0]["status"], 204, "{page}");
        let gone = world.site.request(reqwest::Method::DELETE, &format!("/api/event-endpoints/{id}"));
        assert_eq!(body(gone.header("Authorization", &world.token)).await.0, 200);
    }
}
