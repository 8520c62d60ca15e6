//! Properties of any text that people type and programs send: nothing panics, an accepted text has one spelling, and
//! parsing that spelling again changes nothing.

use boostdesk_core::db::Dialect;
use boostdesk_core::foundation::email::is_email;
use boostdesk_core::foundation::hostname::Hostname;
use boostdesk_core::ids::{GuildId, OrderId};
use boostdesk_core::people::auth::AccessCode;
use boostdesk_core::shop::blocklist::{self, BlockKind, BlocklistError};
use boostdesk_core::shop::keys::{self, KeyError, KeyFilter, RedeemKey};
use boostdesk_core::shop::redeem::invite_code;
use boostdesk_core::shop::stock;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};

/// How many cases tests with a database try.
const CASES: usize = 100;

/// Any text, and texts that are almost valid.
fn text(almost: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), almost]
}

/// Some values, the same ones each time.
fn samples<S: Strategy>(strategy: &S) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..CASES).map(|_| strategy.new_tree(&mut runner).expect("a value").current()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() })]

    #[test]
    fn a_hostname_has_one_canonical_spelling(typed in text("[ ]?[A-Za-z0-9_-]{0,64}(\\.[a-zA-Z0-9-]{1,10}){0,4}\\.?")) {
        if let Some(name) = Hostname::parse(&typed) {
            prop_assert_eq!(Hostname::parse(name.as_str()), Some(name.clone()));
            prop_assert_eq!(name.as_str(), name.as_str().to_ascii_lowercase());
            prop_assert!(!name.as_str().ends_with('.') && name.as_str().len() <= 253);
            let louder = typed.to_ascii_uppercase();
            prop_assert_eq!(Hostname::parse(&louder), Some(name));
        }
    }

    #[test]
    fn a_redeem_key_has_one_canonical_spelling(typed in text("[0-9A-Za-z]{5}([ _-]?[0-9A-Za-z]{5}){3}")) {
        if let Some(key) = RedeemKey::parse(&typed) {
            let again = RedeemKey::parse(key.expose()).expect("its own spelling");
            prop_assert_eq!(again.expose(), key.expose());
            prop_assert_eq!(key.expose().len(), 23);
            let order = OrderId::parse(&typed).expect("an order's id is a key");
            prop_assert_eq!(order.as_str(), key.expose());
        }
    }

    #[test]
    fn an_access_code_has_one_canonical_spelling(typed in text("[0-9A-Za-z]{4}([ -]?[0-9A-Za-z]{4}){7}")) {
        if let Some(code) = AccessCode::parse(&typed) {
            let again = AccessCode::parse(&code.expose().replace('-', " ").to_lowercase()).expect("the same code");
            prop_assert_eq!(again.expose(), code.expose());
            prop_assert!(!code.masked().chars().any(char::is_alphanumeric));
        }
    }

    #[test]
    fn an_invite_link_yields_its_code(typed in text("(https?://)?(discord\\.gg/|DISCORD.com/invite/)?[A-Za-z0-9-]{0,12}[/?#]?")) {
        if let Some(code) = invite_code(&typed) {
            prop_assert_eq!(invite_code(code), Some(code));
            let link = format!("https://discord.gg/{code}");
            prop_assert_eq!(invite_code(&link), Some(code));
        }
    }

    #[test]
    fn a_parsed_guild_id_consists_of_digits_and_parses_to_itself(typed in text("[0-9]{16,21}")) {
        if let Some(guild) = GuildId::parse(&typed) {
            prop_assert_eq!(GuildId::parse(guild.as_str()), Some(guild.clone()));
            prop_assert!(guild.as_str().bytes().all(|byte| byte.is_ascii_digit()));
        }
    }
}

#[tokio::test]
async fn an_import_counts_each_line_once_and_matches_its_preview() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let lines = prop_oneof!["[a-c.]{0,3}", "[ \\t]{0,2}", any::<String>()];
    let files = proptest::collection::vec(lines, 0..20).prop_map(|lines| lines.join("\n"));
    for file in samples(&files) {
        let preview = stock::preview(&app, &shop.user_id, &shop.guild, &file).await;
        let counts = preview.expect("a small file").counts;
        let imported = shop.restock(&file).await;
        assert_eq!(imported, counts, "what was said before is what is done: {file:?}");
        let text = file.strip_prefix('\u{feff}').unwrap_or(&file);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(imported.added + imported.duplicates + imported.invalid, lines, "{file:?}");
        assert_eq!(shop.restock(&file).await.added, 0, "and nothing is new the second time: {file:?}");
    }
}

#[tokio::test]
async fn a_blocklist_entry_added_again_with_surrounding_whitespace_is_the_same_entry() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let addresses = text(
        "([0-9]{1,3}\\.){3}[0-9]{1,3}(/[0-9]{1,2})?|(::ffff:)?[0-9a-f]{0,4}:[0-9a-f]{1,4}::(/[0-9]{1,3})?",
    );
    let emails = text("[a-zA-Z]{1,8}@[a-zA-Z]{1,8}\\.[a-z]{2}");
    let values = samples(&addresses).into_iter().map(|value| (BlockKind::Address, value));
    let values = values.chain(samples(&emails).into_iter().map(|value| (BlockKind::Email, value)));
    for (kind, value) in values {
        let add = async |value: &str| blocklist::add(&app, &shop.user_id, kind, value, None).await;
        match add(&value).await {
            Ok(id) => assert_eq!(add(&format!(" {value}\n")).await.expect("the same"), id, "{value:?}"),
            Err(BlocklistError::BadAddress) => {}
            Err(BlocklistError::BadEmail) => assert!(!is_email(value.trim()), "{value:?}"),
            Err(other) => panic!("{value:?}: {other}"),
        }
    }
}

#[tokio::test]
async fn any_cursor_text_is_accepted_or_rejected_as_bad_cursor() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.keys(2, 3).await;
    for cursor in samples(&text("-?[0-9]{0,20}")) {
        let page =
            keys::list(&app, &shop.user_id, &shop.guild, KeyFilter::default(), Some(&cursor), None).await;
        assert!(matches!(page, Ok(_) | Err(KeyError::BadCursor)), "{cursor:?}: {page:?}");
    }
}
