//! A guild's storefront belongs to somebody who manages it: opening one on the web, and taking one over from chat.

use boostdesk_fake_platform::{
    CUSTOMER, CUSTOMERS_GUILD, Fault, GUILD, LOG, MANAGER, OTHER_GUILD, OWNER, Platform, RIVAL, SELLER,
    STRANGER,
};
use serde_json::{Value, json};

use super::bot::{a_prepared_place, expect_words};
use crate::http;
use crate::process::{Place, Running};

const MEMBER: &str = "GET /guilds/{guild_id}/members/{user_id}";

struct Town {
    /// Dropped first, so that all of the bot's violations are recorded.
    #[expect(dead_code, reason = "runs until dropped")]
    running: Running,
    platform: Platform,
    place: Place,
    /// The owner's session.
    owner: String,
}

impl Town {
    /// Starts with a seller for each of these names, tied to a chat user if there is an id. Returns their sessions.
    fn with<const N: usize>(sellers: [(&str, &str); N]) -> (Self, [String; N]) {
        Self::with_claims(sellers, &[])
    }

    /// As [`Town::with`], but the first seller opened storefronts for these guilds before there was a bot, when nobody
    /// could check who manages them.
    fn with_claims<const N: usize>(sellers: [(&str, &str); N], claims: &[&str]) -> (Self, [String; N]) {
        let (platform, place) = a_prepared_place(|_| {});
        let codes = sellers.map(|(name, id)| {
            let mut command = vec!["seller", "add", name];
            command.extend(if id.is_empty() { vec![] } else { vec!["--discord-id", id] });
            place.json(&command)["accessCode"].clone()
        });
        let sign_in = |code: &Value| {
            let login = json!({ "captcha_key": "", "access_code": code });
            let answer = http::post(place.web, "/api/auth/login", "", &login);
            answer.json()["token"].as_str().expect("a token").to_owned()
        };
        if !claims.is_empty() {
            let (running, _) = place.serve_with(&[("DISCORD__TOKEN", "")]);
            let session = sign_in(&codes[0]);
            for guild in claims {
                assert_eq!(open(&place, &session, guild).0, 200, "first come, first served");
            }
            running.signal("TERM");
            running.wait().expect_code(0);
        }
        let (running, code) = place.serve();
        platform.wait_until_ready();
        let sessions = codes.each_ref().map(sign_in);
        let owner = sign_in(&code.into());
        (Self { running, platform, place, owner }, sessions)
    }

    fn open(&self, session: &str, guild: &str) -> (u16, String) {
        open(&self.place, session, guild)
    }

    fn names(&self, session: &str) -> Vec<Value> {
        let answer = http::get(self.place.web, "/api/storefronts", session).json();
        answer.as_array().expect("a list").iter().map(|storefront| storefront["name"].clone()).collect()
    }
}

fn open(place: &Place, session: &str, guild: &str) -> (u16, String) {
    let wanted = json!({ "guildId": guild, "name": "A shop" });
    let answer = http::post(place.web, "/api/storefronts", session, &wanted);
    (answer.status, answer.json()["message"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn storefront_can_be_opened_on_the_web_only_by_a_server_manager_or_the_owner() {
    let (town, [untied, customer, stranger, seller]) =
        Town::with([("una", ""), ("noor", CUSTOMER), ("sam", STRANGER), ("mika", SELLER)]);
    for session in [&untied, &customer, &stranger] {
        let (status, message) = town.open(session, GUILD);
        assert_eq!(status, 403, "{message}");
        assert!(message.contains("Manage Server"), "{message}");
        assert!(town.names(session).is_empty());
    }
    // The bot is not in that guild, and cannot see who manages it.
    let (status, message) = town.open(&customer, CUSTOMERS_GUILD);
    assert_eq!(status, 403, "{message}");
    let way_in = "https://discord.com/oauth2/authorize?client_id=";
    assert!(message.contains(way_in) && message.ends_with(CUSTOMERS_GUILD), "{message}");
    // This is no possible id of a guild.
    assert_eq!(town.open(&seller, "99999999999999999999").0, 403);
    for fault in [Fault::BadGateway, Fault::LostBefore] {
        town.platform.inject(MEMBER, fault);
        let (status, message) = town.open(&seller, GUILD);
        assert_eq!(status, 403, "{message}");
        assert!(message.contains("cannot be found out"), "{message}");
        town.platform.heal();
    }
    assert_eq!(town.open(&seller, GUILD).0, 200);
    assert_eq!(town.open(&town.owner, "918430295761048371").0, 200);
    // Whoever owns a server manages it without any role.
    assert_eq!(town.open(&customer, OTHER_GUILD).0, 403);
    town.platform.give_guild_to(OTHER_GUILD, CUSTOMER);
    assert_eq!(town.open(&customer, OTHER_GUILD).0, 200);
}

#[test]
fn setup_by_a_server_manager_takes_over_the_storefront_of_a_non_manager() {
    let (town, [squatter, manager, rival]) =
        Town::with_claims([("noor", CUSTOMER), ("max", MANAGER), ("rita", RIVAL)], &[GUILD]);
    town.platform.inject(MEMBER, Fault::BadGateway);
    let setup = |who: &str| {
        let command = town.platform.person(who).command("setup").option("name", "Max's");
        // This posts a message of its own.
        command.option_channel("log_channel", LOG).send().private_answer()
    };
    expect_words(&setup(MANAGER), &["cannot be found out"]);
    assert_eq!(town.names(&squatter), ["A shop"], "nothing is taken while nobody can say");
    town.platform.heal();

    expect_words(&setup(MANAGER), &["Max's", "taken over", "noor", "does not manage"]);
    assert_eq!((town.names(&squatter).len(), town.names(&manager)), (0, vec!["Max's".into()]));
    let told = town.platform.dm_channel(CUSTOMER);
    let told = town.platform.wait_for_message("the other is told", &told, |_| true);
    expect_words(&told, &[GUILD, "was closed"]);
    let log = http::get(town.place.web, "/api/dashboard/fetch-dashboard-data", &squatter).body;
    assert!(log.contains("max manages its server"), "{log}");
    assert_eq!(town.open(&squatter, GUILD).0, 403);

    // A seller who has proven it once keeps the storefront.
    expect_words(&setup(RIVAL), &["another seller"]);
    assert!(town.names(&rival).is_empty());
    expect_words(&setup(OWNER), &["is saved"]);
    assert_eq!(town.names(&manager), ["Max's"]);
}

#[test]
fn dashboard_shows_the_former_seller_that_the_takeover_dm_could_not_be_sent() {
    let (town, [squatter, _]) =
        Town::with_claims([("noor", CUSTOMER), ("max", MANAGER)], &[GUILD, OTHER_GUILD]);
    town.platform.close_dms(CUSTOMER);
    expect_words(&town.platform.person(MANAGER).command("setup").send().private_answer(), &["taken over"]);
    let left = http::get(town.place.web, &format!("/api/storefronts/{OTHER_GUILD}"), &squatter).json();
    assert_eq!(left["problems"][0]["channel"], "DM", "{left}");
}

#[test]
fn storefront_of_a_seller_who_manages_or_managed_the_server_is_not_taken_over() {
    let (town, [manager, rival]) = Town::with_claims([("max", MANAGER), ("rita", RIVAL)], &[GUILD]);
    let setup =
        |who: &str, footer: &str| town.platform.person(who).command("setup").option("footer", footer).send();
    expect_words(&setup(RIVAL, "By rita").private_answer(), &["another seller"]);
    expect_words(&setup(MANAGER, "By max").private_answer(), &["is saved"]);
    // Max leaves the server, but was seen to manage it.
    town.platform.inject(MEMBER, Fault::Refused(404, 10007));
    expect_words(&setup(RIVAL, "By rita").private_answer(), &["another seller"]);
    assert_eq!((town.names(&manager), town.names(&rival)), (vec!["A shop".into()], vec![]));
}
