//! Module boundaries: which part may know which, read from the `use` lines and paths of all crates.

mod house;

use std::sync::LazyLock;

use house::House;

// Read once for all tests.
static CORE: LazyLock<House> = LazyLock::new(|| House::of("core"));
static WEB_API: LazyLock<House> = LazyLock::new(|| House::of("web-api"));
static BOT: LazyLock<House> = LazyLock::new(|| House::of("bot"));

fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn no_modules_import_each_other_in_a_cycle() {
    let platform = House::of("bot/fake-platform");
    for (name, house) in
        [("core", &*CORE), ("web-api", &*WEB_API), ("bot", &*BOT), ("fake-platform", &platform)]
    {
        assert_none(&house.circles(), &format!("modules of {name} that import each other"));
    }
}

#[test]
fn core_and_web_api_do_not_depend_on_crates_of_outer_layers() {
    for other in ["axum", "tower", "hyper", "serenity", "boostdesk_web_api", "boostdesk"] {
        assert!(!CORE.crates.contains(other), "core knows {other}");
    }
    for other in ["serenity", "boostdesk"] {
        assert!(!WEB_API.crates.contains(other), "web-api knows {other}");
    }
    assert!(WEB_API.crates.contains("axum") && BOT.crates.contains("boostdesk_web_api"));
}

#[test]
fn clock_and_randomness_are_read_only_in_their_designated_modules() {
    let with = |end| [&*CORE, &*WEB_API, &*BOT].map(|house| house.with_path(end));
    let nobody = || Vec::<String>::new();
    assert_eq!(with("Timestamp::now"), [vec!["foundation::clock".to_owned()], nobody(), nobody()]);
    // A file's age is measured by the machine's clock.
    assert_eq!(with("SystemTime::now"), [nobody(), vec!["chat::uploads".to_owned()], nobody()]);
    assert_eq!(with("rand::fill"), [vec!["foundation::rng".to_owned()], nobody(), nobody()]);
    for (name, house) in [("web-api", &*WEB_API), ("bot", &*BOT)] {
        assert!(!house.crates.contains("rand"), "{name} has chances of its own");
    }
}

#[test]
fn shop_people_and_chat_reach_the_messenger_only_through_the_outbox() {
    for wing in ["shop", "people", "chat"] {
        assert_none(&CORE.between(&[wing], &["messenger"]), "only the outbox leads to the messenger");
    }
    assert!(!CORE.between(&["shop"], &["outbox", "announcements"]).is_empty(), "and it does");
    assert_none(&CORE.between(&["people"], &["shop"]), "people know no storefront");
}

#[test]
fn shop_and_developers_are_connected_only_through_the_outboxs_seller_events() {
    for wing in ["shop", "people", "chat", "outbox"] {
        assert_none(&CORE.between(&[wing], &["developers"]), "only what is written leads to services");
    }
    assert!(!CORE.between(&["shop"], &["outbox", "seller_events"]).is_empty(), "and it does");
    assert_none(&CORE.between(&["developers"], &["shop"]), "services know no storefront");
    assert_none(&CORE.between(&["kept_answers"], &["shop"]), "an answer is its feature's business");
}

/// A feature's SQL is private to it. The compiler ensures that others cannot call what they cannot name.
#[test]
fn a_features_queries_module_is_private_to_the_feature() {
    assert_none(&CORE.shared("queries"), "`queries` that others than their feature may name");
}

#[test]
fn the_foundation_imports_no_other_module_of_core() {
    for (module, named) in
        CORE.imports.iter().filter(|(module, _)| module.first().is_some_and(|wing| wing == "foundation"))
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
fn web_apis_edge_imports_no_handlers_and_its_http_module_no_upper_layers() {
    for wing in ["api", "callers", "chat", "composed_state", "pages", "router", "state"] {
        assert_none(&WEB_API.between(&["edge"], &[wing]), "what every request passes knows no handler");
    }
    for wing in ["callers", "edge", "state"] {
        assert_none(&WEB_API.between(&["http"], &[wing]), "shapes are the lowest floor");
    }
}

#[test]
fn web_apis_shared_modules_import_no_feature_and_api_imports_no_pages() {
    for shared in ["callers", "http", "state"] {
        for feature in ["api", "chat", "pages", "outbound"] {
            assert_none(
                &WEB_API.between(&[shared], &[feature]),
                "what all handlers share knows none of them",
            );
        }
    }
    assert_none(&WEB_API.between(&["api"], &["pages"]), "calls know no page");
}
