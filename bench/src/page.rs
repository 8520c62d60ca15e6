//! Pages: what is transferred, and when there is something to read on a slow phone, compared with a bare React page.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::bare_react;
use crate::client::{self, Client};
use crate::product::Server;
use crate::redeem;
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row, note};
use crate::{bare_server, live_stock, machine, median};

const ROUNDS: usize = 11;
/// The stock that a customer's page and the bare ones show.
const TOKENS: usize = 512;
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// One of the product's pages, and the aims for it.
struct Page {
    name: &'static str,
    path: String,
    /// The text to wait for.
    text: String,
    signed_in: bool,
    kibibytes: f64,
    requests: f64,
    /// As a multiple of the bare page's that fetches its data.
    time: f64,
    longest: Aim,
}

/// The browser's results for a page.
#[derive(Debug, Deserialize)]
struct Found {
    /// Times to content, in milliseconds.
    times: Vec<f64>,
    /// The longest task of each visit, in milliseconds; only those from 50 count.
    longest: Vec<f64>,
    requests: f64,
    /// The size of scripts and styles.
    kibibytes: f64,
}

fn pages() -> [Page; 3] {
    [
        Page {
            name: "customers' page",
            path: format!("/{GUILD}/live-stock"),
            text: TOKENS.to_string(),
            signed_in: false,
            kibibytes: 45.0,
            requests: 4.0,
            time: 0.9,
            longest: Aim::AtMost(50.0),
        },
        Page {
            name: "login",
            path: "/".to_owned(),
            text: "Access Dashboard".to_owned(),
            signed_in: false,
            kibibytes: 80.0,
            requests: 6.0,
            time: 1.2,
            longest: Aim::None,
        },
        Page {
            name: "home",
            path: "/dashboard".to_owned(),
            // Placeholders for the figures have only their names, so wait for another text.
            text: "Recent Activity".to_owned(),
            signed_in: true,
            kibibytes: 120.0,
            requests: 10.0,
            time: 1.5,
            longest: Aim::None,
        },
    ]
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let Some(dashboard) = bare_react::dashboard().filter(|_| has_browser()) else {
        note("no Chromium, or no dashboard-ui/node_modules: pages are left out");
        return Vec::new();
    };
    let shop = Shop::open(None);
    // One token for an order: without one, Home waits for the checklist's code.
    shop.restock(TOKENS + 1);
    let keys = shop.keys(2, 1);
    let product = shop.start();
    let folder = shop.folder().join("bare-react");
    bare_server::write_address(&folder, "127.0.0.1:0");
    let data = runtime.block_on(async {
        let mut client = Client::connect(product.web).await.expect("it listens");
        client.expect(&redeem::request(&keys[0])).await;
        client.expect(&client::get(&live_stock::path(), &[])).await
    });
    bare_react::write(&folder, &dashboard, &data);
    let bare = Server::bare(&folder);
    let token = runtime.block_on(shop.sign_in(&product));

    let pages = pages();
    let bare_page =
        |name: &str| json!({ "address": format!("http://{}/{name}", bare.web), "text": TOKENS.to_string() });
    let mut visited = vec![bare_page("asks"), bare_page("inside")];
    visited.extend(pages.iter().map(|page| {
        let token = page.signed_in.then_some(&token);
        json!({ "address": format!("http://{}{}", product.web, page.path), "text": page.text, "token": token })
    }));
    let found = visit(&dashboard, &visited);
    let [asks, inside, product @ ..] = &found[..] else { panic!("{} pages were visited", found.len()) };
    pages.iter().zip(product).flat_map(|(page, found)| rows(page, found, asks, inside)).collect()
}

fn rows(page: &Page, found: &Found, asks: &Found, inside: &Found) -> [Row; 5] {
    let Page { name, .. } = page;
    let time = |what: &str, beside: &Found, aim| {
        let ratios = found.times.iter().zip(&beside.times).map(|(ours, theirs)| ours / theirs).collect();
        let figures = (median(found.times.clone()), median(beside.times.clone()), "ms");
        Row::ratio(
            format!("{name}, time to content on a slow phone, beside {what}"),
            figures,
            median(ratios),
            aim,
        )
    };
    [
        Row::figure(
            format!("{name}, script and style"),
            found.kibibytes,
            "KiB of Brotli",
            Aim::AtMost(page.kibibytes),
        ),
        Row::figure(format!("{name}, requests"), found.requests, "", Aim::AtMost(page.requests)),
        time("a bare React page", asks, Aim::AtMost(page.time)),
        time("one with its data inside", inside, Aim::None),
        Row::figure(
            format!("{name}, longest task on a slow phone"),
            median(found.longest.clone()),
            "ms",
            page.longest,
        ),
    ]
}

fn visit(dashboard: &Path, pages: &[Value]) -> Vec<Found> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/first_content.mjs");
    let mut command = Command::new("node");
    command.arg(script).arg(dashboard).arg(ROUNDS.to_string()).arg(Value::from(pages).to_string());
    command.stderr(Stdio::inherit());
    let output = machine::on_all_cores(|| command.output()).expect("node starts");
    assert!(output.status.success(), "{}", output.status);
    serde_json::from_slice(&output.stdout).expect("what it found")
}

fn has_browser() -> bool {
    std::env::var_os("CHROMIUM").is_some() || BROWSERS.iter().any(|path| Path::new(path).exists())
}
