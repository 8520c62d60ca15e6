//! What a preview never reaches: this machine, private networks, a cloud's metadata.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use boostdesk_web_api::PreviewNetwork;

use super::{Book, World};
use crate::support::Canary;

/// All known ways to write an address of this machine, of a private network or of a cloud's metadata service.
fn hosts() -> Vec<String> {
    let mut hosts: Vec<String> = [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "127.0.0.1.",
        "0x7f.0.0.1",
        "0x7f.1",
        "0x7f000001",
        "0X7F000001",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "0177.1",
        "0177.0.0.01",
        "0x7f.0x0.0x0.0x1",
        "127.0x1",
        "0",
        "0.0.0.0",
        "0x0",
        "00000",
        "%31%32%37.0.0.1",
        "１２７.０.０.１",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "127．0．0．1",
        "localhost.test",
        "[::1]",
        "[::]",
        "[0:0:0:0:0:0:0:1]",
        "[0000::0001]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:127.0.0.1]",
        "[::FFFF:0x7f000001]",
        "[::127.0.0.1]",
        "[::7f00:1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::7f00:1]",
        "[2002:7f00:1::]",
        "[2002:7f00:1::1]",
        "[2001:0:7f00:1::1]",
        "[2001::80ff:fffe]",
        "[fe80::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[fec0::1]",
        "[ff02::1]",
        "[100::1]",
        "[::ffff:169.254.169.254]",
        "[64:ff9b::169.254.169.254]",
        "[2002:a9fe:a9fe::]",
        "[::ffff:0:127.0.0.1]",
        "[2001:db8::1]",
        "[::1%25lo]",
        "169.254.169.254",
        "0xa9fea9fe",
        "2852039166",
        "0251.0376.0251.0376",
        "169.254.170.2",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "10.0.0.1",
        "10.1",
        "0xa.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "192.168.1",
        "0xc0a80001",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "192.88.99.1",
    ]
    .map(str::to_owned)
    .into();
    hosts.extend((0..60_u32).map(|number| format!("127.{}.{}.{}", number * 4, 255 - number, number + 1)));
    for interface in if_addrs::get_if_addrs().expect("this machine has interfaces") {
        hosts.push(match interface.ip() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
    }
    hosts
}

#[tokio::test]
async fn a_preview_never_reaches_an_internal_address_directly_by_name_or_by_redirect() {
    // It listens on every address of this machine, IPv4 and IPv6.
    let canary = Canary::at("[::]:0");
    let port = canary.address.port();
    let targets = Arc::new(Mutex::new(Vec::<String>::new()));
    let hop = async |State(targets): State<Arc<Mutex<Vec<String>>>>, Path(number): Path<usize>| {
        let target = targets.lock().expect("nobody panicked")[number].clone();
        (axum::http::StatusCode::FOUND, [("location", target)])
    };
    let world = World::with(Router::new().route("/to/{number}", get(hop)).with_state(targets.clone())).await;

    let mut urls: Vec<String> = hosts().iter().map(|host| format!("http://{host}:{port}/")).collect();
    urls.push(format!("https://127.0.0.1:{port}/"));
    // Names that resolve to them, alone and beside an allowed address; and one whose address changes.
    let allowed: SocketAddr = "93.184.216.34:1".parse().expect("an address");
    let insides = [
        "127.0.0.1",
        "127.8.8.8",
        "::1",
        "::ffff:127.0.0.1",
        "0.0.0.0",
        "::",
        "169.254.169.254",
        "10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::1",
        "::127.0.0.1",
        "fe80::1",
        "fd00:ec2::254",
        "192.168.0.1",
        "100.64.0.1",
    ];
    for (number, inside) in insides.into_iter().enumerate() {
        let inside = SocketAddr::new(inside.parse().expect("an address"), port);
        for (kind, answer) in
            [("one", vec![inside]), ("before", vec![inside, allowed]), ("after", vec![allowed, inside])]
        {
            let name = format!("{kind}{number}.test");
            world.book.write(&name, vec![answer]);
            urls.push(format!("http://{name}/"));
        }
    }
    world.book.write("localhost.test", vec![vec![SocketAddr::from(([127, 0, 0, 1], port))]]);
    world.book.write("localhost", vec![vec![SocketAddr::from(([127, 0, 0, 1], port))]]);
    urls.push(format!("http://localhost:{port}/"));
    urls.push(format!("http://LOCALHOST:{port}/"));
    // Each of them again, by a redirect from an allowed page.
    targets.lock().expect("nobody panicked").clone_from(&urls);
    let redirects: Vec<String> =
        (0..urls.len()).map(|number| format!("http://web.test/to/{number}")).collect();
    urls.extend(redirects);
    assert!(urls.len() >= 300, "{}", urls.len());
    for url in &urls {
        let (status, answer) = world.preview(url).await;
        assert_eq!(status, 422, "{url}: {answer}");
        assert!(canary.sings(), "{url} reached the inside");
    }

    let site = world.book.0.lock().expect("nobody panicked")["web.test"][0].clone();
    let inside = SocketAddr::from(([127, 0, 0, 1], port));
    let turncoat = targets.lock().expect("nobody panicked").len();
    targets.lock().expect("nobody panicked").push("http://turncoat.test/inside".to_owned());
    world.book.write("turncoat.test", vec![site, vec![inside]]);
    assert_eq!(world.preview(&format!("http://turncoat.test/to/{turncoat}")).await.0, 422);
    assert!(canary.sings(), "a name that changed between two hops reached the inside");
}

#[tokio::test]
async fn a_preview_connects_to_no_port_other_than_80_and_443() {
    let canary = Canary::at("127.0.0.1:0");
    let book = Arc::new(Book::default());
    let network = PreviewNetwork { names: book.clone(), any_port: false, exempt: vec![canary.address] };
    let world = World::looking_at(network, book).await;
    assert_eq!(world.preview(&format!("http://{}/", canary.address)).await.0, 422);
    assert!(canary.sings());
}
