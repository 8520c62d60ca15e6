//! Custom domains, verified by a real name server on loopback.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use boostdesk_core::testing::{Setup, Shop, on_both_with};
use boostdesk_web_api::Dns;
use hickory_resolver::proto::op::{Message, MessageType, ResponseCode};
use hickory_resolver::proto::rr::rdata::{A, CNAME};
use hickory_resolver::proto::rr::{Name, RData, Record};
use serde_json::{Value, json};
use tokio::net::UdpSocket;

use crate::seller::Desk;
use crate::support::send;

type Zone = Arc<Mutex<HashMap<&'static str, RData>>>;

/// Answers from a table that a test changes as it goes.
async fn name_server(zone: Zone) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a free port");
    let address = socket.local_addr().expect("it is bound");
    tokio::spawn(async move {
        let mut buffer = [0; 1024];
        while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
            let question = Message::from_vec(&buffer[..length]).expect("a DNS message");
            let answer = answer(&question, &zone.lock().expect("not poisoned"));
            let bytes = answer.to_vec().expect("a DNS message");
            socket.send_to(&bytes, from).await.expect("the asker is on loopback");
        }
    });
    address
}

fn answer(question: &Message, zone: &HashMap<&'static str, RData>) -> Message {
    let mut answer = question.clone();
    answer.metadata.message_type = MessageType::Response;
    let query = question.queries.first().expect("a question").clone();
    let name = query.name().to_ascii().to_lowercase();
    match zone.get(name.trim_end_matches('.')) {
        None => answer.metadata.response_code = ResponseCode::NXDomain,
        Some(data) if data.record_type() == query.query_type() => {
            answer.add_answer(Record::from_rdata(query.name().clone(), 60, data.clone()));
        }
        Some(_) => {}
    }
    answer
}

fn alias(name: &str) -> RData {
    RData::CNAME(CNAME(Name::from_ascii(name).expect("a name")))
}

async fn with_dns(test: impl AsyncFn(Shop, Desk, &Zone)) {
    let zone = Zone::default();
    let server = name_server(zone.clone()).await;
    let setup = Setup { name_server: Arc::new(Dns::new(Some(server))), ..Setup::default() };
    on_both_with(setup, async |app| {
        zone.lock().expect("not poisoned").clear();
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        test(shop, desk, &zone).await;
    })
    .await;
}

fn set(zone: &Zone, name: &'static str, data: RData) {
    zone.lock().expect("not poisoned").insert(name, data);
}

fn refused(code: u16, message: &str) -> (u16, Value) {
    (422, json!({"success": false, "errors": [{"code": code, "message": message}]}))
}

async fn add(desk: &Desk, domain: &str) -> (u16, Value) {
    desk.post("/api/dashboard/domains/add", &json!({"domain": domain})).await
}

#[tokio::test]
async fn a_domain_is_verified_by_its_cname() {
    with_dns(async |shop, desk, zone| {
        let other = Shop::open(&shop.app, 2).await;
        let invalid = "Invalid domain format. Please check your domain and try again.";
        assert_eq!(add(&desk, "https://x").await, refused(1000, invalid));
        set(zone, "shop.example.com", alias("elsewhere.example.net."));
        let failed = "Domain verification failed. Please check your DNS settings.";
        assert_eq!(add(&desk, "shop.example.com").await, refused(1003, failed));

        zone.lock().expect("not poisoned").clear();
        let (status, added) = add(&desk, "Shop.Example.com").await;
        assert_eq!((status, &added["success"], &added["errors"]), (200, &json!(true), &json!([])));
        assert_eq!(
            (&added["domain"]["status"], &added["domain"]["domain"]),
            (&json!("pending"), &json!("shop.example.com"))
        );
        assert_eq!(add(&desk, "second.example.com").await.1["errors"][0]["code"], 1004);
        let foreign = Desk::of(&other).await;
        let taken = "This domain is already in use. Please choose a different domain.";
        assert_eq!(add(&foreign, "shop.example.com").await, refused(1406, taken));

        // A chain of aliases ends at the target.
        set(zone, "shop.example.com", alias("alias.example.net."));
        set(zone, "alias.example.net", alias("STORES.example.com."));
        let id = added["domain"]["_id"].as_str().expect("an id");
        let (_, checked) = desk.post(&format!("/api/dashboard/domains/check/{id}"), &json!({})).await;
        assert_eq!(
            (&checked["domain"]["status"], &checked["domain"]["diagnostics"]),
            (&json!("active"), &Value::Null)
        );
        let ask = |domain: &str| format!("http://{}/tls/ask?domain={domain}", desk.site.operations);
        assert_eq!(send(desk.site.client.get(ask("SHOP.example.com"))).await.status(), 200);
        assert_eq!(send(desk.site.client.get(ask("second.example.com"))).await.status(), 403);

        let delete = format!("/api/dashboard/domains/delete/{id}");
        assert_eq!(foreign.delete(&delete).await.0, 404);
        assert_eq!(desk.delete(&delete).await.0, 200);
        assert_eq!(desk.get("/api/dashboard/domains/list").await, (200, json!([])));
        assert_eq!(send(desk.site.client.get(ask("shop.example.com"))).await.status(), 403);
    })
    .await;
}

#[tokio::test]
async fn an_address_without_a_cname_is_explained() {
    with_dns(async |_, desk, zone| {
        set(zone, "example.com", RData::A(A(Ipv4Addr::new(192, 0, 2, 7))));
        let (status, added) = add(&desk, "example.com").await;
        assert_eq!((status, &added["domain"]["status"]), (200, &json!("pending")));
        let diagnostics = added["domain"]["diagnostics"].as_str().expect("an explanation");
        assert!(
            diagnostics.contains("192.0.2.7") && diagnostics.contains("shop.example.com"),
            "{diagnostics}"
        );
    })
    .await;
}
