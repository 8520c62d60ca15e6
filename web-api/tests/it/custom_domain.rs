//! Custom domains, verified by a real name server on loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::testing::{Setup, Shop, on_both_with};
use boostdesk_web_api::Dns;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::dns::{Zone, address, alias, authority, name_server, patient_dns, text};
use crate::seller::Desk;
use crate::support::send;

async fn with_dns(test: impl AsyncFn(Shop, Desk, &Zone)) {
    with_dns_that(patient_dns, test).await;
}

async fn with_dns_that(asks: impl Fn(SocketAddr) -> Arc<Dns>, test: impl AsyncFn(Shop, Desk, &Zone)) {
    let zone = Zone::default();
    let setup = Setup { name_server: asks(name_server(&zone).await), ..Setup::default() };
    on_both_with(setup, async |app| {
        zone.clear();
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        test(shop, desk, &zone).await;
    })
    .await;
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
        let (status, malformed) = desk.post("/api/dashboard/domains/add", &json!(["no object"])).await;
        let told = (&malformed["success"], &malformed["errors"][0]["code"]);
        assert_eq!((status, told), (422, (&json!(false), &json!(1000))), "{malformed}");
        zone.set("shop.example.com", [alias("elsewhere.example.net.")]);
        let failed = "Domain verification failed. Please check your DNS settings.";
        assert_eq!(add(&desk, "shop.example.com").await, refused(1003, failed));

        zone.clear();
        let (status, added) = add(&desk, "Shop.Example.com").await;
        assert_eq!((status, &added["success"], &added["errors"]), (200, &json!(true), &json!([])));
        assert_eq!(
            (&added["domain"]["status"], &added["domain"]["domain"]),
            (&json!("pending"), &json!("shop.example.com"))
        );
        assert_eq!(add(&desk, "second.example.com").await.1["errors"][0]["code"], 1004);
        let foreign = Desk::of(&other).await;
        let (status, claimed) = add(&foreign, "shop.example.com").await;
        assert_eq!((status, &claimed["domain"]["status"]), (200, &json!("pending")), "{claimed}");
        let proof = &claimed["domain"]["proof"];
        assert_eq!(proof["name"], "_boostdesk.shop.example.com");
        assert_eq!(added["domain"]["proof"], Value::Null);

        // A chain of aliases ends at the target.
        zone.set("shop.example.com", [alias("alias.example.net.")]);
        zone.set("alias.example.net", [alias("STORES.example.com.")]);
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
async fn a_domain_with_an_underscore_is_verified_by_its_cname() {
    with_dns(async |_, desk, zone| {
        zone.set("my_shop.example.com", [alias("stores.example.com.")]);
        let (_, added) = add(&desk, "my_shop.example.com").await;
        assert_eq!(added["domain"]["status"], "active", "{added}");
    })
    .await;
}

#[tokio::test]
async fn a_cname_counts_while_the_name_server_of_its_target_is_down() {
    with_dns(async |_, desk, zone| {
        zone.set("shop.example.com", [alias("stores.example.com.")]);
        zone.break_down("stores.example.com");
        let (_, added) = add(&desk, "shop.example.com").await;
        assert_eq!(added["domain"]["status"], "active", "{added}");
    })
    .await;
}

#[tokio::test]
async fn a_domain_with_an_address_but_no_cname_gets_an_explanation() {
    with_dns(async |_, desk, zone| {
        zone.set("example.com", [address([93, 184, 216, 34]), authority()]);
        let (status, added) = add(&desk, "example.com").await;
        assert_eq!((status, &added["domain"]["status"]), (200, &json!("pending")));
        let diagnostics = added["domain"]["diagnostics"].as_str().expect("an explanation");
        assert!(
            diagnostics.contains("93.184.216.34") && diagnostics.contains("shop.example.com"),
            "{diagnostics}"
        );
    })
    .await;
}

#[tokio::test]
async fn each_dns_problem_is_explained_in_the_domains_diagnostics() {
    with_dns(async |_, desk, zone| {
        let name = "shop.example.com";
        let (_, added) = add(&desk, name).await;
        let check = format!("/api/dashboard/domains/check/{}", added["domain"]["_id"].as_str().expect("an id"));
        let says = async || {
            let (_, checked) = desk.post(&check, &json!({})).await;
            let domain = &checked["domain"];
            (domain["status"].clone(), domain["diagnostics"].as_str().unwrap_or_default().to_owned())
        };
        let nothing = "DNS has no record for shop.example.com yet.";
        assert_eq!(says().await, (json!("pending"), nothing.to_owned()));

        zone.set("shop.example.com.example.com", [alias("stores.example.com.")]);
        let doubled = "The CNAME stands at shop.example.com.example.com: your DNS provider adds example.com by itself. \
                       Enter only shop as its name.";
        assert_eq!(says().await, (json!("pending"), doubled.to_owned()));

        zone.clear();
        zone.set(name, [address([93, 184, 216, 34])]);
        let proxied = "shop.example.com has an address (93.184.216.34) but no CNAME. Replace it by a CNAME to \
                       stores.example.com. If your DNS provider proxies this name, switch that off for it.";
        assert_eq!(says().await, (json!("pending"), proxied.to_owned()));

        zone.set(name, [authority()]);
        let apex = "shop.example.com is a bare domain, and DNS allows no CNAME there. Use a name below it, such as \
                    shop.shop.example.com, with a CNAME to stores.example.com.";
        assert_eq!(says().await, (json!("pending"), apex.to_owned()));

        zone.break_down(name);
        let broken = "The domain's name server answers with an error (Server Failure). We keep asking.";
        assert_eq!(says().await, (json!("pending"), broken.to_owned()));

        zone.clear();
        zone.set(name, [alias("alias.example.net.")]);
        zone.set("alias.example.net", [alias("elsewhere.example.net.")]);
        let chained = "shop.example.com points to alias.example.net, from there to elsewhere.example.net, not to \
                       stores.example.com.";
        assert_eq!(says().await, (json!("failed"), chained.to_owned()));
    })
    .await;
}

#[tokio::test]
async fn a_silent_name_server_is_reported_and_a_slow_one_is_waited_for() {
    let impatient = |server| Arc::new(Dns::new(Some(server)));
    with_dns_that(impatient, async |_, desk, zone| {
        zone.silence("shop.example.com");
        let (status, added) = add(&desk, "shop.example.com").await;
        assert_eq!((status, &added["domain"]["status"]), (200, &json!("pending")));
        let silent = "The domain's name server does not answer in time. We keep asking.";
        assert_eq!(added["domain"]["diagnostics"], silent);

        zone.clear();
        zone.set("shop.example.com", [alias("alias.example.net.")]);
        zone.set("alias.example.net", [alias("stores.example.com.")]);
        zone.slow_down(Duration::from_millis(400));
        let check =
            format!("/api/dashboard/domains/check/{}", added["domain"]["_id"].as_str().expect("an id"));
        let told = async || {
            let (_, checked) = desk.post(&check, &json!({})).await;
            (checked["domain"]["status"].clone(), checked["domain"]["diagnostics"].clone())
        };
        // A busy machine may need more than two seconds before it asks.
        let active = async { while told().await != (json!("active"), Value::Null) {} };
        timeout(Duration::from_mins(1), active).await.expect("slowly, and yet");
    })
    .await;
}

#[tokio::test]
async fn a_domain_formerly_held_by_another_seller_needs_a_txt_record_as_proof() {
    with_dns(async |shop, desk, zone| {
        let foreign = Desk::of(&Shop::open(&shop.app, 2).await).await;
        let third = Desk::of(&Shop::open(&shop.app, 3).await).await;
        zone.set("shop.example.com", [alias("stores.example.com.")]);
        let remove = async |desk: &Desk, added: &Value| {
            let id = added["domain"]["_id"].as_str().expect("an id");
            assert_eq!(desk.delete(&format!("/api/dashboard/domains/delete/{id}")).await.0, 200);
        };
        let (status, added) = add(&desk, "shop.example.com").await;
        assert_eq!((status, &added["domain"]["status"]), (200, &json!("active")));
        remove(&desk, &added).await;

        // The CNAME still points here, which is no proof.
        assert_eq!(add(&foreign, "shop.example.com.").await.1["errors"][0]["code"], 1000);
        let (status, unproven) = add(&foreign, "SHOP.example.com").await;
        assert_eq!((status, &unproven["domain"]["status"]), (200, &json!("pending")));
        let proof = &unproven["domain"]["proof"];
        assert_eq!(proof["name"], "_boostdesk.shop.example.com");
        let value = proof["value"].as_str().expect("a value");
        let said = unproven["domain"]["diagnostics"].as_str().expect("a sentence");
        assert_eq!(
            said,
            "shop.example.com was another seller's. Add the TXT record to prove that it is yours."
        );

        // The former holder gets it back as before.
        let (status, added) = add(&desk, "shop.example.com").await;
        assert_eq!(status, 200, "{added}");
        remove(&desk, &added).await;

        // One seller's proof does not count for another.
        zone.set("_boostdesk.shop.example.com", [text("v=spf1 -all"), text(value)]);
        let (_, others) = add(&third, "shop.example.com").await;
        assert_eq!(others["domain"]["status"], "pending");
        let id = unproven["domain"]["_id"].as_str().expect("an id");
        let check = format!("/api/dashboard/domains/check/{id}");
        let (status, checked) = foreign.post(&check, &json!({})).await;
        assert_eq!((status, &checked["domain"]["status"]), (200, &json!("active")), "{checked}");
        let (status, mut taken) = add(&desk, "shop.example.com").await;
        let proof = taken["errors"][0].as_object_mut().expect("an error").remove("proof");
        assert!(
            proof.is_some_and(|proof| proof["name"] == "_boostdesk.shop.example.com"),
            "it could be theirs"
        );
        assert_eq!(
            (status, taken),
            refused(1406, "This domain is already in use. Please choose a different domain.")
        );

        // From here on it is the new holder's.
        remove(&foreign, &unproven).await;
        assert_eq!(add(&desk, "shop.example.com").await.1["domain"]["status"], "pending");
        assert_eq!(add(&foreign, "shop.example.com").await.1["domain"]["status"], "active");
    })
    .await;
}
