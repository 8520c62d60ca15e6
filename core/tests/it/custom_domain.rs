//! A seller's own domain follows what DNS says.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::events::{Event, Topic};
use boostdesk_core::health;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::ports::{Found, NameServer, NameServerError};
use boostdesk_core::shop::custom_domain::{self, Domain, DomainError, DomainStatus};
use boostdesk_core::testing::{Setup, Shop, on_both_with};
use futures::FutureExt;
use futures::future::{BoxFuture, join_all};

/// A name server that returns what it was told last, and the same texts for any name.
#[derive(Debug)]
struct Dns(Mutex<Result<Found, NameServerError>>, Mutex<Result<Vec<String>, NameServerError>>);

impl Dns {
    fn says(&self, found: Found) {
        *self.0.lock().unwrap() = Ok(found);
    }

    fn alias(&self, names: &[&str]) {
        self.says(Found::Alias(names.iter().map(|name| (*name).to_owned()).collect()));
    }
}

impl NameServer for Dns {
    fn look_up<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Found, NameServerError>> {
        async { self.0.lock().unwrap().clone() }.boxed()
    }

    fn texts<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Vec<String>, NameServerError>> {
        async { self.1.lock().unwrap().clone() }.boxed()
    }
}

async fn with_dns(test: impl AsyncFn(App, Shop, &Dns)) {
    let dns = Arc::new(Dns(Mutex::new(Ok(Found::Nothing)), Mutex::new(Ok(Vec::new()))));
    let setup = Setup { name_server: dns.clone(), ..Setup::default() };
    on_both_with(setup, async |app| {
        dns.says(Found::Nothing);
        *dns.1.lock().unwrap() = Ok(Vec::new());
        let shop = Shop::open(&app, 1).await;
        test(app.app.clone(), shop, &dns).await;
    })
    .await;
}

async fn add(app: &App, shop: &Shop, domain: &str) -> Result<Domain, DomainError> {
    custom_domain::add(app, &shop.user_id, domain, &Client::default()).await
}

async fn check(app: &App, shop: &Shop) -> Domain {
    let domain = custom_domain::list(app, &shop.user_id).await.unwrap().remove(0);
    custom_domain::check(app, &shop.user_id, &domain.id).await.unwrap()
}

/// Returns the domains among the troubles that the owner sees.
async fn troubles(app: &App) -> Vec<String> {
    health::troubles(app).await.unwrap().domains.into_iter().map(|failed| failed.domain).collect()
}

/// Otherwise whoever adds names could read what our name server knows of the internal network.
#[tokio::test]
async fn dns_diagnostics_do_not_reveal_internal_ip_addresses() {
    with_dns(async |app, shop, dns| {
        let inside = [
            "10.0.0.5",
            "127.0.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.168.1.1",
            "::1",
            "fd00::1",
            "fe80::1",
        ];
        let addresses = inside.iter().chain(&["93.184.216.34"]);
        dns.says(Found::Addresses(addresses.map(|text| text.parse::<IpAddr>().unwrap()).collect()));
        let told = add(&app, &shop, "shop.example.com").await.unwrap().diagnostics.unwrap();
        assert!(told.contains("93.184.216.34"), "{told}");
        assert!(inside.iter().all(|address| !told.contains(address)), "{told}");
    })
    .await;
}

#[tokio::test]
async fn dns_records_decide_whether_an_added_domain_is_refused_active_or_pending() {
    with_dns(async |app, shop, dns| {
        let remove = async |domain: Domain| {
            custom_domain::remove(&app, &shop.user_id, &domain.id, &Client::default()).await.unwrap();
        };
        dns.alias(&["elsewhere.example.net"]);
        let refused = add(&app, &shop, "shop.example.com").await;
        assert!(matches!(refused, Err(DomainError::PointsElsewhere)));

        dns.alias(&["alias.example.net", "Stores.Example.com."]);
        let domain = add(&app, &shop, " Shop.Example.com ").await.unwrap();
        assert_eq!((domain.domain.as_str(), domain.status), ("shop.example.com", DomainStatus::Active));
        assert!(custom_domain::is_active(&app, "SHOP.example.com.").await.unwrap());
        assert!(!custom_domain::is_active(&app, "other.example.com").await.unwrap());
        remove(domain).await;
        assert!(!custom_domain::is_active(&app, "shop.example.com").await.unwrap());

        dns.says(Found::Addresses(vec![IpAddr::V4(Ipv4Addr::new(93, 184, 216, 34))]));
        let domain = add(&app, &shop, "shop.example.com").await.unwrap();
        assert_eq!(domain.status, DomainStatus::Pending);
        assert!(domain.diagnostics.as_ref().unwrap().contains("93.184.216.34"));
        remove(domain).await;

        *dns.0.lock().unwrap() = Err(NameServerError("down".to_owned()));
        let domain = add(&app, &shop, "shop.example.com").await.unwrap();
        assert_eq!(domain.status, DomainStatus::Pending);
    })
    .await;
}

#[tokio::test]
async fn a_domain_has_one_holder_and_a_seller_has_at_most_one_domain() {
    with_dns(async |app, shop, _| {
        let other = Shop::open(&app, 2).await;
        for bad in ["", "example", "https://example.com", "1.2.3.4"] {
            assert!(matches!(add(&app, &shop, bad).await, Err(DomainError::Invalid)), "{bad}");
        }
        assert!(matches!(add(&app, &shop, "stores.example.com").await, Err(DomainError::InUse(_))));
        let claims = join_all([&shop, &other, &shop, &other].map(|shop| add(&app, shop, "shop.example.com")));
        let claims = claims.await;
        let theirs = |domain: &Domain| custom_domain::proof_for(&app, domain).is_none();
        assert_eq!(claims.iter().filter(|claim| claim.as_ref().is_ok_and(theirs)).count(), 1);
        assert_eq!(claims.iter().filter(|claim| claim.is_ok()).count(), 2, "the slower one can prove it");
        for claim in claims.into_iter().filter_map(Result::err) {
            assert!(matches!(claim, DomainError::SecondDomain), "{claim}");
        }
        let shops = [&shop, &other];
        for shop in shops {
            let _ = add(&app, shop, &format!("{}.example.com", &shop.user_id.as_str()[..8])).await;
        }
        for shop in shops {
            assert!(matches!(add(&app, shop, "third.example.com").await, Err(DomainError::SecondDomain)));
            assert_eq!(custom_domain::list(&app, &shop.user_id).await.unwrap().len(), 1);
        }
        let foreign = custom_domain::list(&app, &other.user_id).await.unwrap().remove(0);
        let removed = custom_domain::remove(&app, &shop.user_id, &foreign.id, &Client::default()).await;
        assert!(matches!(removed, Err(DomainError::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn a_pending_domain_fails_when_it_points_elsewhere_and_becomes_active_once_corrected() {
    with_dns(async |app, shop, dns| {
        add(&app, &shop, "shop.example.com").await.unwrap();
        assert_eq!(check(&app, &shop).await.status, DomainStatus::Pending);
        assert!(troubles(&app).await.is_empty(), "its record is still to be made");
        dns.alias(&["elsewhere.example.net"]);
        let failed = check(&app, &shop).await;
        assert_eq!(troubles(&app).await, ["shop.example.com"]);
        assert_eq!(failed.status, DomainStatus::Failed);
        assert_eq!(
            failed.diagnostics.as_deref(),
            Some("shop.example.com points to elsewhere.example.net, not to stores.example.com.")
        );
        // The domain is still checked, and recovers by itself.
        dns.alias(&["stores.example.com"]);
        let active = check(&app, &shop).await;
        assert_eq!((active.status, active.diagnostics), (DomainStatus::Active, None));
    })
    .await;
}

#[tokio::test]
async fn a_pending_domain_without_a_dns_record_fails_after_two_days() {
    with_dns(async |app, shop, _| {
        add(&app, &shop, "shop.example.com").await.unwrap();
        app.clock.advance(Duration::from_hours(47));
        assert_eq!(check(&app, &shop).await.status, DomainStatus::Pending);
        app.clock.advance(Duration::from_hours(1));
        assert_eq!(check(&app, &shop).await.status, DomainStatus::Failed);
    })
    .await;
}

#[tokio::test]
async fn an_active_domain_fails_at_the_third_missing_record_within_an_hour_but_not_on_dns_outages() {
    with_dns(async |app, shop, dns| {
        dns.alias(&["stores.example.com"]);
        add(&app, &shop, "shop.example.com").await.unwrap();
        let miss = async || {
            app.clock.advance(Duration::from_mins(15));
            check(&app, &shop).await.status
        };
        dns.says(Found::Nothing);
        assert_eq!((miss().await, miss().await), (DomainStatus::Active, DomainStatus::Active));
        assert_eq!(troubles(&app).await, ["shop.example.com"]);
        *dns.0.lock().unwrap() = Err(NameServerError("down".to_owned()));
        assert_eq!(miss().await, DomainStatus::Active);
        // The hour of the first misses is over, so counting begins anew.
        app.clock.advance(Duration::from_hours(1));
        dns.says(Found::Nothing);
        assert_eq!((miss().await, miss().await), (DomainStatus::Active, DomainStatus::Active));
        assert_eq!(miss().await, DomainStatus::Failed);
    })
    .await;
}

#[tokio::test]
async fn a_failed_domain_is_still_checked_and_can_recover_a_year_later() {
    with_dns(async |app, shop, dns| {
        dns.alias(&["stores.example.com"]);
        add(&app, &shop, "shop.example.com").await.unwrap();
        dns.says(Found::Nothing);
        for _ in 0..3 {
            check(&app, &shop).await;
        }
        app.clock.advance(Duration::from_hours(365 * 24));
        assert_eq!(check(&app, &shop).await.status, DomainStatus::Failed);
        dns.alias(&["stores.example.com"]);
        assert_eq!(check(&app, &shop).await.status, DomainStatus::Active);
    })
    .await;
}

#[tokio::test]
async fn a_domain_moves_from_an_unproven_holder_to_the_seller_with_the_txt_proof() {
    with_dns(async |app, shop, dns| {
        let other = Shop::open(&app, 2).await;
        let state = async |shop: &Shop| {
            let domain = check(&app, shop).await;
            (domain.status, custom_domain::proof_for(&app, &domain).map(|proof| proof.value))
        };
        dns.alias(&["stores.example.com"]);
        add(&app, &shop, "shop.example.com").await.unwrap();
        let claim = add(&app, &other, "shop.example.com").await.unwrap();
        assert_eq!(claim.status, DomainStatus::Pending);
        let proof = custom_domain::proof_for(&app, &claim).expect("it is another's");
        assert_eq!(proof.name, "_boostdesk.shop.example.com");
        assert!(claim.diagnostics.is_some_and(|text| text.contains("Add the TXT record")));
        assert_eq!(state(&other).await, (DomainStatus::Pending, Some(proof.value.clone())));
        assert_eq!(state(&shop).await, (DomainStatus::Active, None));

        dns.1.lock().unwrap().as_mut().unwrap().push(proof.value);
        let mut events = app.events.listen(&[Topic::CustomDomains]);
        assert_eq!(state(&other).await, (DomainStatus::Active, None));
        let told: Vec<Event> = std::iter::from_fn(|| events.next().now_or_never()).collect();
        assert!(told.contains(&Event::of_user(Topic::CustomDomains, &shop.user_id)), "{told:?}");
        let (failed, proof) = state(&shop).await;
        assert_eq!(failed, DomainStatus::Failed);
        let said = custom_domain::list(&app, &shop.user_id).await.unwrap().remove(0).diagnostics;
        assert_eq!(said.as_deref(), Some("Another seller has proven that shop.example.com is theirs."));

        // Both have a proof: the domain stays where it is, and no third seller gets it.
        dns.1.lock().unwrap().as_mut().unwrap().push(proof.expect("it is another's"));
        assert_eq!(state(&shop).await.0, DomainStatus::Failed);
        assert_eq!(state(&other).await, (DomainStatus::Active, None));
        let third = Shop::open(&app, 3).await;
        let refused = add(&app, &third, "shop.example.com").await;
        assert!(matches!(refused, Err(DomainError::InUse(Some(_)))), "{refused:?}");
        // Without the former holder's record their hold ends.
        dns.1.lock().unwrap().as_mut().unwrap().remove(0);
        assert_eq!(state(&shop).await, (DomainStatus::Active, None));
        assert_eq!(state(&other).await.0, DomainStatus::Failed);
        assert_eq!(custom_domain::active_names(&app).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn an_unproven_claim_fails_after_two_days_and_gives_no_hold_on_the_domain() {
    with_dns(async |app, shop, dns| {
        let (other, third) = (Shop::open(&app, 2).await, Shop::open(&app, 3).await);
        dns.alias(&["stores.example.com"]);
        let held = add(&app, &shop, "shop.example.com").await.unwrap();
        let claim = add(&app, &other, "shop.example.com").await.unwrap();
        app.clock.advance(Duration::from_hours(48));
        assert_eq!(check(&app, &other).await.status, DomainStatus::Failed);
        // Whoever removes an unproven claim held nothing: others need no proof against them.
        custom_domain::remove(&app, &other.user_id, &claim.id, &Client::default()).await.unwrap();
        add(&app, &other, "shop.example.com").await.unwrap();
        custom_domain::remove(&app, &shop.user_id, &held.id, &Client::default()).await.unwrap();
        // Another seller had the name a moment ago, and its CNAME is theirs.
        assert_eq!(check(&app, &other).await.status, DomainStatus::Pending);
        let claim = add(&app, &third, "shop.example.com").await.unwrap();
        assert_eq!(claim.status, DomainStatus::Pending);
        assert!(custom_domain::proof_for(&app, &claim).is_some());
        assert_eq!(add(&app, &shop, "shop.example.com").await.unwrap().status, DomainStatus::Active);
    })
    .await;
}

#[tokio::test]
async fn a_pending_claim_fails_when_another_seller_proves_the_domain() {
    with_dns(async |app, shop, dns| {
        let (winner, waiting) = (Shop::open(&app, 2).await, Shop::open(&app, 3).await);
        dns.alias(&["stores.example.com"]);
        add(&app, &shop, "shop.example.com").await.unwrap();
        let claim = add(&app, &winner, "shop.example.com").await.unwrap();
        add(&app, &waiting, "shop.example.com").await.unwrap();
        assert_eq!(check(&app, &waiting).await.status, DomainStatus::Pending);
        let proof = custom_domain::proof_for(&app, &claim).expect("it is another's");
        dns.1.lock().unwrap().as_mut().unwrap().push(proof.value);
        assert_eq!(check(&app, &winner).await.status, DomainStatus::Active);
        let failed = check(&app, &waiting).await;
        let said = "Another seller has proven that shop.example.com is theirs.";
        assert_eq!((failed.status, failed.diagnostics.as_deref()), (DomainStatus::Failed, Some(said)));
    })
    .await;
}

#[tokio::test]
async fn a_name_server_outage_does_not_fail_a_pending_claim() {
    with_dns(async |app, shop, dns| {
        let other = Shop::open(&app, 2).await;
        add(&app, &shop, "shop.example.com").await.unwrap();
        add(&app, &other, "shop.example.com").await.unwrap();
        app.clock.advance(Duration::from_hours(48));
        *dns.1.lock().unwrap() = Err(NameServerError("It is down.".to_owned()));
        let claim = check(&app, &other).await;
        assert_eq!(claim.status, DomainStatus::Pending);
        assert_eq!(claim.diagnostics.as_deref(), Some("It is down. We keep asking."));
    })
    .await;
}

#[tokio::test]
async fn a_seller_can_add_at_most_50_domains_a_day() {
    with_dns(async |app, shop, _| {
        for number in 0..50 {
            let domain = add(&app, &shop, &format!("shop{number}.example.com")).await.unwrap();
            custom_domain::remove(&app, &shop.user_id, &domain.id, &Client::default()).await.unwrap();
        }
        let one_more = async || add(&app, &shop, "shop.example.com").await;
        assert!(matches!(one_more().await, Err(DomainError::TooOften)));
        assert!(custom_domain::list(&app, &shop.user_id).await.unwrap().is_empty());
        add(&app, &Shop::open(&app, 2).await, "shop.example.org").await.expect("others are not concerned");
        app.clock.advance(Duration::from_hours(24));
        one_more().await.expect("a day is over");
    })
    .await;
}

#[tokio::test]
async fn a_domain_check_scheduled_while_the_clock_was_ahead_is_brought_forward() {
    with_dns(async |app, shop, _| {
        let ahead = Duration::from_hours(3);
        app.clock.advance(ahead);
        add(&app, &shop, "shop.example.com").await.unwrap();
        app.clock.set_back(ahead);
        assert_eq!(custom_domain::shorten_waits(&app).await.unwrap(), 1);
        assert_eq!(custom_domain::shorten_waits(&app).await.unwrap(), 0);
    })
    .await;
}
