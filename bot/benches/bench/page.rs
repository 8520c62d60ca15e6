//! A customer's page: what comes over the wire, and when there is something to read, beside a bare React page.

use std::path::Path;
use std::process::{Command, Stdio};

use tokio::runtime::Runtime;

use crate::bare_react;
use crate::client::{self, Client};
use crate::product::Server;
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row, note};
use crate::{bare_server, live_stock, median};

const ROUNDS: usize = 21;
/// What both pages show.
const TOKENS: usize = 512;
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(TOKENS);
    let product = shop.start();
    let mut rows = runtime.block_on(budget(&product));
    match bare_react::dashboard() {
        Some(dashboard) if has_browser() => {
            rows.extend(first_content(runtime, &shop, &product, &dashboard));
        }
        _ => note("no Chromium, or no dashboard-ui/node_modules: the time to content is left out"),
    }
    rows
}

fn page() -> String {
    format!("/{GUILD}/live-stock")
}

async fn budget(product: &Server) -> Vec<Row> {
    let mut client = Client::connect(product.web).await.expect("it listens");
    let html = client.expect(&client::get(&page(), &[("accept", "text/html")])).await;
    let html = String::from_utf8(html).expect("UTF-8");
    let (mut script_and_style, mut requests) = (0, 1);
    for path in files_of(&html) {
        requests += 1;
        let request = client::get(path, &[("accept-encoding", "br")]);
        let size = client.expect(&request).await.len();
        let kind = Path::new(path).extension();
        if kind.is_some_and(|kind| kind == "js" || kind == "css") {
            script_and_style += size;
        }
    }
    vec![
        Row::figure(
            "customers' page, script and style",
            kibibytes(script_and_style),
            "KiB of Brotli",
            Aim::None,
        ),
        Row::figure("customers' page, requests to content", f64::from(requests), "", Aim::None),
    ]
}

/// What a page loads before its content: its scripts, what they import, its styles. Its icon can wait.
fn files_of(html: &str) -> Vec<&str> {
    let tags = html.split('<').filter(|tag| {
        let link = tag.starts_with("link") && !tag.contains("rel=\"icon\"");
        link || tag.starts_with("script")
    });
    let attribute = |tag: &'_ str, name: &str| tag.find(name).map(|at| at + name.len());
    let path = |tag| {
        let tag: &str = tag;
        let at = attribute(tag, "src=\"").or_else(|| attribute(tag, "href=\""))?;
        tag[at..].split('"').next()
    };
    tags.filter_map(path).collect()
}

fn first_content(runtime: &Runtime, shop: &Shop, product: &Server, dashboard: &Path) -> Vec<Row> {
    let folder = shop.folder().join("bare-react");
    bare_server::write_address(&folder, "127.0.0.1:0");
    let data = runtime.block_on(async {
        let mut client = Client::connect(product.web).await.expect("it listens");
        client.expect(&client::get(&live_stock::path(), &[])).await
    });
    bare_react::write(&folder, dashboard, &data);
    let bare = Server::bare(&folder);

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/bench/first_content.mjs");
    let output = Command::new("node")
        .arg(script)
        .arg(dashboard)
        .args([ROUNDS.to_string(), TOKENS.to_string()])
        .arg(format!("http://{}{}", product.web, page()))
        .args(["asks", "inside"].map(|name| format!("http://{}/{name}", bare.web)))
        .stderr(Stdio::inherit())
        .output()
        .expect("node starts");
    assert!(output.status.success(), "{}", output.status);
    let times: [Vec<f64>; 3] = serde_json::from_slice(&output.stdout).expect("three lists");
    let [ours, asks, inside] = times;
    let row = |what: &str, beside: &[f64], aim| {
        let ratios = ours.iter().zip(beside).map(|(ours, theirs)| ours / theirs).collect();
        let figures = (median(ours.clone()), median(beside.to_vec()), "ms");
        Row::ratio(what, figures, median(ratios), aim)
    };
    vec![
        row("time to content, beside a bare React page", &asks, Aim::AtMost(1.0)),
        row("time to content, beside one with its data inside", &inside, Aim::None),
    ]
}

fn has_browser() -> bool {
    std::env::var_os("CHROMIUM").is_some() || BROWSERS.iter().any(|path| Path::new(path).exists())
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
fn kibibytes(bytes: usize) -> f64 {
    bytes as f64 / 1024.0
}
