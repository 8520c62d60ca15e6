//! Live stock, which every open page asks for every ten seconds: answers for a second of the server's processor time.

use std::path::Path;
use std::time::Duration;

use tokio::runtime::Runtime;

use crate::client::{self, Client};
use crate::product::Server;
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row};
use crate::{bare_server, median};

const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(1500);
const CONNECTIONS: usize = 32;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(500);
    let product = shop.start();
    let request = client::get(&path(), &[]);
    let bare = runtime.block_on(bare_beside(&shop, &product, &request));

    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let [product, bare] =
            [&product, &bare].map(|server| runtime.block_on(answers_a_second(server, &request)));
        ours.push(product);
        theirs.push(bare);
        ratios.push(product / bare);
    }
    let figures = (median(ours) / 1000.0, median(theirs) / 1000.0, "k/s of CPU");
    vec![Row::ratio("live stock, beside bare axum", figures, median(ratios), Aim::AtLeast(0.8))]
}

pub(crate) fn path() -> String {
    format!("/api/fetch/{GUILD}/live-stock")
}

/// A bare server that answers what the product does.
async fn bare_beside(shop: &Shop, product: &Server, request: &[u8]) -> Server {
    let folder = shop.folder().join("bare");
    bare_server::write_address(&folder, "127.0.0.1:0");
    record(&folder, product, request).await;
    Server::bare(&folder)
}

/// Writes down what the product answers.
pub(crate) async fn record(folder: &Path, product: &Server, request: &[u8]) {
    let mut client = Client::connect(product.web).await.expect("it listens");
    let answer = client.ask(request).await.expect("it answers");
    assert_eq!(answer.status, 200);
    bare_server::write(folder, "live-stock", "/api/fetch/{guild}/live-stock", answer.head, answer.body);
}

async fn answers_a_second(server: &Server, request: &[u8]) -> f64 {
    let before = server.processor_time();
    let answers = client::load(server.web, request, CONNECTIONS, ROUND).await;
    let used = server.processor_time().saturating_sub(before);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let answers = answers as f64;
    answers / used.as_secs_f64()
}
