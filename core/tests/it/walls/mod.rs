//! The walls of the house: which part may know which, read from the `use` lines and paths of all crates.

mod house;

use house::House;

const CRATES: [&str; 4] = ["core", "web-api", "bot", "bot/fake-platform"];

fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn no_two_modules_import_each_other() {
    for folder in CRATES {
        assert_none(&House::of(folder).circles(), &format!("modules of {folder} that import each other"));
    }
}

#[test]
fn crates_point_one_way() {
    let core = House::of("core");
    for other in ["axum", "tower", "hyper", "serenity", "boostdesk_web_api", "boostdesk"] {
        assert!(!core.crates.contains(other), "core knows {other}");
    }
    let web = House::of("web-api");
    for other in ["serenity", "boostdesk"] {
        assert!(!web.crates.contains(other), "web-api knows {other}");
    }
    assert!(web.crates.contains("axum") && House::of("bot").crates.contains("boostdesk_web_api"));
}

#[test]
fn time_and_chance_come_from_the_app() {
    let with = |end| ["core", "web-api", "bot"].map(|folder| House::of(folder).with_path(end));
    let nobody = || Vec::<String>::new();
    assert_eq!(with("Timestamp::now"), [vec!["foundation::clock".to_owned()], nobody(), nobody()]);
    // A file's age is the machine's business.
    assert_eq!(with("SystemTime::now"), [nobody(), vec!["chat::uploads".to_owned()], nobody()]);
    assert_eq!(with("rand::fill"), [vec!["foundation::rng".to_owned()], nobody(), nobody()]);
    for other in ["web-api", "bot"] {
        assert!(!House::of(other).crates.contains("rand"), "{other} has chances of its own");
    }
}

#[test]
fn shop_people_and_chat_reach_the_messenger_by_the_outbox_only() {
    let core = House::of("core");
    for wing in ["shop", "people", "chat"] {
        assert_none(&core.between(&[wing], &["messenger"]), "only the outbox leads to the messenger");
    }
    assert!(!core.between(&["shop"], &["outbox", "announcements"]).is_empty(), "and it does");
    assert_none(&core.between(&["people"], &["shop"]), "people know no storefront");
}

#[test]
fn shop_and_people_reach_sellers_services_by_their_events_only() {
    let core = House::of("core");
    for wing in ["shop", "people", "chat", "outbox"] {
        assert_none(&core.between(&[wing], &["developers"]), "only what is written leads to services");
    }
    assert!(!core.between(&["shop"], &["outbox", "seller_events"]).is_empty(), "and it does");
    assert_none(&core.between(&["developers"], &["shop"]), "services know no storefront");
    assert_none(&core.between(&["kept_answers"], &["shop"]), "an answer is its feature's business");
}

/// Others call what a feature gives by name. The compiler keeps what is not theirs to name.
#[test]
fn a_features_sql_is_its_own() {
    assert_none(&House::of("core").shared("queries"), "`queries` that others than their feature may name");
}

#[test]
fn the_foundation_stands_on_nothing() {
    let core = House::of("core");
    for (module, named) in
        core.imports.iter().filter(|(module, _)| module.first().is_some_and(|wing| wing == "foundation"))
    {
        let above: Vec<String> = named
            .iter()
            .filter(|named| named.first().is_none_or(|wing| wing != "foundation"))
            .map(|named| named.join("::"))
            .collect();
        assert_none(&above, &format!("what {} knows of the floors above", module.join("::")));
    }
}

#[test]
fn the_edge_knows_no_route() {
    let web = House::of("web-api");
    for wing in ["api", "callers", "chat", "composed_state", "pages", "router", "state"] {
        assert_none(&web.between(&["edge"], &[wing]), "what every request passes knows no handler");
    }
    for wing in ["callers", "edge", "state"] {
        assert_none(&web.between(&["http"], &[wing]), "shapes are the lowest floor");
    }
}

#[test]
fn what_handlers_share_knows_no_feature() {
    let web = House::of("web-api");
    for shared in ["callers", "http", "state"] {
        for feature in ["api", "chat", "pages", "outbound"] {
            assert_none(&web.between(&[shared], &[feature]), "what all handlers share knows none of them");
        }
    }
    assert_none(&web.between(&["api"], &["pages"]), "calls know no page");
}
