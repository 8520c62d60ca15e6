//! Many clients at once, and slow ones: what they occupy, and that everybody else is answered.

use std::time::{Duration, Instant};

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp, details, in_no_time, on_both, tokens};
use futures::FutureExt;
use futures::future::{join_all, select_all};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{Site, assert_soon, body, open_connections, send, unlimited};
use crate::wire::Wire;

/// The most requests in flight.
const PLACES: u16 = 32;
/// More than there are places.
const CROWD: usize = 100;
const REQUESTS: usize = 20;
/// The longest that an immediate answer takes on the slowest machine.
const SOON: Duration = Duration::from_mins(1);

async fn one() -> TestApp {
    // Nothing here depends on the database.
    TestApp::new(Dialect::Sqlite, Setup::default()).await
}

fn slow_call(path: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{{"
    )
}

/// Opens connections that have each sent all but the end of a request.
async fn crowd(site: &Site, path: &str) -> Vec<Wire> {
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut wire = Wire::to(site).await;
        wire.send(&slow_call(path)).await;
        crowd.push(wire);
    }
    crowd
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_answered_promptly_while_a_crowd_of_slow_requests_is_open() {
    let app = one().await;
    let mut config = unlimited();
    config.limits.connections_per_address = 0;
    let site = Site::with_places(&app, &config, PLACES).await;
    // A crowd lasts for the ten seconds that a request has: on a slow machine the next one may overlap with it.
    let waits = async {
        loop {
            let _slow = crowd(&site, "/api/auth/login").await;
            while open_connections(&site).await <= PLACES.into() {
                assert_eq!(send(site.get("/api/config")).await.status(), 200);
            }
            let mut waits = Vec::new();
            for _ in 0..REQUESTS {
                let began = Instant::now();
                assert_eq!(send(site.get("/api/config")).await.status(), 200);
                waits.push(began.elapsed());
            }
            if open_connections(&site).await > PLACES.into() {
                return waits;
            }
        }
    };
    assert_soon(timeout(SOON, waits).await.expect("everybody else is answered while the crowd is there"));
}

/// No handler reads the body of a GET.
#[tokio::test]
async fn get_and_head_with_a_body_count_towards_the_in_flight_limit() {
    let app = one().await;
    let site = Site::with_places(&app, &unlimited(), 0).await;
    for method in [Method::GET, Method::HEAD] {
        let call = site.request(method, "/api/config");
        assert_eq!(send(call.body("{}")).await.status(), 503);
    }
}

#[tokio::test]
async fn a_sign_in_counts_towards_the_rate_limit_before_its_body_has_arrived() {
    let app = one().await;
    let mut config = unlimited();
    config.limits.login_per_minute = 3;
    let site = Site::open_with(&app, config).await;
    let mut slow = Vec::new();
    for _ in 0..3 {
        let mut wire = Wire::to(&site).await;
        wire.send(&slow_call("/api/auth/login")).await;
        slow.push(wire);
    }
    // Further ones are refused while the others' bodies are still coming.
    let refused = async {
        loop {
            let mut wire = Wire::to(&site).await;
            wire.send(&slow_call("/api/auth/exchange")).await;
            let answer = wire.read_until("}").await;
            if answer.starts_with("HTTP/1.1 429 ") {
                return;
            }
        }
    };
    timeout(SOON, refused).await.expect("the address has had its attempts");
}

#[tokio::test]
async fn a_client_that_sends_a_refused_large_body_to_its_end_still_gets_the_413() {
    let app = one().await;
    let site = Site::open(&app).await;
    let length = 24 * 1024 * 1024;
    for round in 0..10 {
        let mut stream = TcpStream::connect(site.address).await.expect("a connection");
        let head = format!(
            "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n"
        );
        // A plain client: it sends everything, and then it reads.
        let all = async {
            stream.write_all(head.as_bytes()).await.expect("it is sent");
            stream.write_all(&vec![b'x'; length]).await.expect("all of it is taken");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.expect("an answer that is not taken back");
            answer
        };
        let answer = in_no_time(all).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{round}: {answer}");
        assert!(answer.contains("At most 64 KiB are accepted.\""), "{round}: {answer}");
        assert!(answer.ends_with('}'), "{round}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_imports_of_one_seller_succeed_one_after_the_other_and_block_no_other_shop() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let mut config = unlimited();
        config.limits.connections_per_address = 0;
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        other.restock("theirs").await;
        let key = other.keys(2, 1).await.remove(0);
        let path = format!("/api/storefronts/{}/stock/OneMonthTokens.txt", shop.guild.as_str());
        let lists = join_all((0..20).map(|list| {
            let call = site.request(Method::POST, &path).header("Authorization", &token);
            body(call.header("Content-Type", "text/plain").body(tokens(&format!("list{list}"), 20)))
        }));
        let (answers, redeemed) = tokio::join!(lists, other.redeem(&key, details("mika")));
        redeemed.expect("another shop's customer does not feel it");
        assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
        assert_eq!(shop.level().await.available, 20 * 20);
    })
    .await;
}

#[tokio::test]
async fn the_limit_of_fifty_concurrent_imports_is_per_seller_including_their_helpers() {
    let app = one().await;
    let (shop, stranger) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
    let mut config = unlimited();
    config.limits.connections_per_address = 0;
    let site = Site::open_with(&app, config).await;
    let seller = site.sign_in(&shop).await;
    let members = format!("/api/storefronts/{}/members", shop.guild.as_str());
    let wanted = json!({"username": "mona", "role": "manager"});
    let (_, added) = body(site.post(&members, &wanted).header("Authorization", &seller)).await;
    let signed_in = site.login(added["accessCode"].as_str().expect("a code")).await;
    let helper = signed_in["token"].as_str().expect("a token");

    let path = format!("/api/storefronts/{}/stock/OneMonthTokens.txt", shop.guild.as_str());
    // So long that a refusal does not wait for it.
    let begin = async |token: &str| {
        let mut wire = Wire::to(&site).await;
        wire.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {token}\r\nContent-Type: text/plain\r\n\
             Content-Length: 100000\r\n\r\n"
        ))
        .await;
        wire
    };
    // A list that never ends is refused by whose storefront it is for.
    let mut foreign = begin(&site.sign_in(&stranger).await).await;
    let refused = timeout(SOON, foreign.read_until("}")).await.expect("at once");
    assert!(refused.starts_with("HTTP/1.1 404 "), "{refused}");

    // Fifty lists of one seller may be under way, whoever sends them: of 51, one is put off. All of them would be after 30 s.
    let mut lists = Vec::new();
    for number in 0..51 {
        lists.push(begin(if number % 2 == 0 { &seller } else { helper }).await);
    }
    let answers = lists.iter_mut().map(|list| Box::pin(list.read_until("}")));
    let (first, _, mut others) = in_no_time(select_all(answers)).await;
    // Others that are put off as well have arrived by the time that another call is answered.
    assert_eq!(send(site.get("/api/config")).await.status(), 200);
    assert!(first.starts_with("HTTP/1.1 429 "), "{first}");
    assert!(others.iter_mut().all(|other| other.now_or_never().is_none()), "the others wait");
}

#[tokio::test]
async fn event_streams_per_user_are_limited_to_30() {
    let app = one().await;
    let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
    let site = Site::open(&app).await;
    let (token, others) = (site.sign_in(&shop).await, site.sign_in(&other).await);
    let open =
        async |token: &str| send(site.get("/api/dashboard/events").header("Authorization", token)).await;
    let mut streams = Vec::new();
    for _ in 0..30 {
        streams.push(open(&token).await);
    }
    assert!(streams.iter().all(|stream| stream.status() == 200));
    assert_eq!(open(&token).await.status(), 429);
    assert_eq!(open(&others).await.status(), 200, "another user has places of their own");
    streams.clear();
    let again = async {
        while open(&token).await.status() != 200 {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, again).await.expect("places are given back");
}

#[tokio::test]
async fn made_up_tokens_hit_the_public_limit_but_sessions_and_keys_this_server_knows_do_not() {
    let app = one().await;
    let (shop, mut config) = (Shop::open(&app, 1).await, unlimited());
    // One for the call below that needs no session.
    config.limits.public_per_minute = 3;
    let site = Site::open_with(&app, config).await;
    let token = site.sign_in(&shop).await;
    let program = async |site: &Site, token: &str| {
        let wanted = json!({"name": "A program", "scopes": ["read"]});
        let (_, made) = body(site.post("/api/api-keys", &wanted).header("Authorization", token)).await;
        made["key"].as_str().expect("a key").to_owned()
    };
    let key = program(&site, &token).await;
    // The key has no use on public calls, but does not make its caller count as a stranger.
    let stock = site.get(&format!("/api/fetch/{}/live-stock", shop.guild));
    assert_eq!(send(stock.header("Authorization", &key)).await.status(), 200);
    let elsewhere = Site::open(&app).await;
    let unseen = program(&elsewhere, &elsewhere.sign_in(&shop).await).await;
    let ask = async |authorization: &str| {
        send(site.get("/api/storefronts").header("Authorization", authorization)).await.status().as_u16()
    };
    let mut statuses = Vec::new();
    for guess in 0..10 {
        statuses.push(ask(&format!("bds_made-up-{guess}")).await);
        statuses.push(ask(&format!("bdk_made-up-{guess}")).await);
    }
    assert_eq!(statuses[..2], [401; 2]);
    assert_eq!(statuses[2..], [429; 18]);
    assert_eq!(ask(&token).await, 200, "whoever has signed in here is no stranger");
    assert_eq!((ask(&key).await, ask(&unseen).await), (200, 429), "nor is a program that has a key of here");
    let ended = site.post("/api/auth/logout", &json!({})).header("Authorization", &token);
    assert_eq!(send(ended).await.status(), 200);
    let gone = send(site.get("/api/auth/self").header("Authorization", &token)).await;
    assert_eq!(gone.status(), 429, "a session that has ended is one");
}
