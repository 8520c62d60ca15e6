//! Which source of configuration wins, and the message for each mistake. The environment is a list, never the process's own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use boostdesk_core::config::{Config, Provider};
use secrecy::ExposeSecret;
use tempfile::TempDir;

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../config.toml");

struct Setup {
    dir: TempDir,
    file: String,
    variables: Vec<(OsString, OsString)>,
}

fn given(file: &str) -> Setup {
    Setup {
        dir: tempfile::tempdir().expect("a temporary directory"),
        file: file.to_owned(),
        variables: Vec::new(),
    }
}

impl Setup {
    fn and(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("shop.toml")
    }

    fn load(&self) -> Result<Config, String> {
        std::fs::write(self.path(), &self.file).expect("the file is written");
        Config::load(Some(&self.path()), self.variables.clone()).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn config(self) -> Config {
        self.load().expect("a valid configuration")
    }

    /// The message, with the temporary directory taken out of it.
    #[track_caller]
    fn error(self) -> String {
        let message = self.load().map(|_| ()).expect_err("an error");
        assert!(!message.contains('\n'), "one line: {message}");
        message.replace(&format!("{}/", self.dir.path().display()), "")
    }
}

#[track_caller]
fn check_error(file: &str, expected: &str) {
    assert_eq!(given(file).error(), expected);
}

#[track_caller]
fn check_variable_error(name: &str, value: &str, expected: &str) {
    assert_eq!(given("").and(name, value).error(), expected);
}

#[test]
fn default_configuration_values_are_as_specified() {
    let config = Config::default();
    assert_eq!(config.brand.name, "Boostdesk");
    assert!(config.brand.promo_text.contains("25%"));
    assert_eq!(config.web.bind.to_string(), "127.0.0.1:8080");
    assert_eq!(config.web.operations_bind.to_string(), "127.0.0.1:8081");
    assert_eq!(config.web.public_url.as_str(), "http://127.0.0.1:8080/");
    assert!(config.web.trusted_proxies.is_empty());
    assert_eq!(config.database.url.expose_secret(), "sqlite://data/boostdesk.db");
    assert_eq!(config.secrets.key_file, Path::new("data/secret.key"));
    assert!(config.discord.token.is_none() && config.discord.owner_id.is_none());
    assert!(!config.captcha.is_on());
    assert!((config.captcha.min_score - 0.5).abs() < f64::EPSILON);
    assert_eq!(config.domains.cname_target.as_str(), "stores.example.com");
    assert_eq!(config.domains.check_interval_s, 60);
    assert_eq!(config.delivery.provider, Provider::Manual);
    assert_eq!(config.delivery.max_replacements, 1);
    assert!(config.chat.require_session);
    assert_eq!(config.chat.max_upload_mb, 25);
    assert_eq!(config.live_page.runtime_base, "/vendor");
    let retention = config.retention;
    assert_eq!((retention.activity_days, retention.chat_days, retention.store_calls_days), (365, 0, 365));
    assert_eq!((config.limits.login_per_minute, config.limits.redeem_per_minute), (5, 10));
    assert_eq!((config.limits.public_per_minute, config.limits.preview_per_minute), (240, 10));
    assert_eq!((config.limits.session_per_minute, config.limits.chat_messages_per_minute), (1200, 60));
    assert_eq!((config.chat.uploads_mb, config.chat.keep_free_mb), (20_480, 512));
    assert_eq!((config.limits.connections_per_address, config.limits.chat_connections_per_user), (200, 20));
}

#[test]
fn the_shipped_config_toml_lists_every_key_with_its_default() {
    let defaults: toml::Table = include_str!("../../src/config/defaults.toml").parse().expect("TOML");
    let shipped = include_str!("../../../config.toml");
    let uncommented: String = shipped
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(key) if key.split_once(" = ").is_some_and(|(name, _)| !name.contains([' ', '`'])) => {
                format!("{key}\n")
            }
            _ => format!("{line}\n"),
        })
        .collect();
    assert_eq!(uncommented.parse::<toml::Table>().expect("TOML"), defaults);
}

#[test]
fn the_shipped_config_toml_loads_unchanged() {
    Config::load(Some(Path::new(SHIPPED)), []).expect("a valid configuration");
}

#[test]
fn a_file_overrides_defaults_and_an_environment_variable_overrides_the_file() {
    let file = "[web]\nbind = '127.0.0.1:9001'\n[brand]\nname = 'Shop'";
    let config = given(file).and("BOOSTDESK__WEB__BIND", "127.0.0.1:9002").config();
    assert_eq!(config.web.bind.port(), 9002);
    assert_eq!(config.brand.name, "Shop");
    assert_eq!(config.web.operations_bind.port(), 8081);
}

#[test]
fn standard_opentelemetry_variables_are_overridden_by_the_file_and_our_own_variables() {
    let endpoint = |file: &str, ours: Option<&str>| {
        let standard = given(file).and("OTEL_EXPORTER_OTLP_ENDPOINT", "http://standard:4318");
        let all = match ours {
            Some(ours) => standard.and("BOOSTDESK__TELEMETRY__OTLP_ENDPOINT", ours),
            None => standard,
        };
        all.config().telemetry.otlp_endpoint.map(String::from)
    };
    let file = "[telemetry]\notlp_endpoint = 'http://file:4318'";
    assert_eq!(Config::default().telemetry.otlp_endpoint, None);
    assert_eq!(endpoint("", None).as_deref(), Some("http://standard:4318/"));
    assert_eq!(endpoint(file, None).as_deref(), Some("http://file:4318/"));
    assert_eq!(endpoint(file, Some("")), None, "ours turns it off");
    assert_eq!(given("").and("OTEL_SERVICE_NAME", "shop-2").config().telemetry.service_name, "shop-2");
    assert_eq!(given("").and("OTEL_SERVICE_NAME", "").config().telemetry.service_name, "boostdesk");
    for wrong in ["collector:4318", "mika:hunter2@collector:4318", "http://mika:hunter2@collector:4318"] {
        check_variable_error(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            wrong,
            "OTEL_EXPORTER_OTLP_ENDPOINT: `telemetry.otlp_endpoint` must be empty or a URL such as http://127.0.0.1:4318, without a name and a password",
        );
    }
}

/// A token that is read from a file may have a line break.
#[test]
fn a_bot_token_is_trimmed_and_must_be_a_single_word() {
    let token = |text: &str| given("").and("BOOSTDESK__DISCORD__TOKEN", text).config().discord.token;
    for text in ["MTk4.Gh-9.a_b", "MTk4.Gh-9.a_b\r\n", " MTk4.Gh-9.a_b\n"] {
        assert_eq!(token(text).expect("a token").expose_secret(), "MTk4.Gh-9.a_b");
    }
    assert!(token("\n").is_none());
    for wrong in ["Bot MTk4", "MT\nk4", "MTk4\u{200b}"] {
        check_variable_error(
            "BOOSTDESK__DISCORD__TOKEN",
            wrong,
            "BOOSTDESK__DISCORD__TOKEN: `discord.token` must be empty or a bot token: one word, as the platform shows it",
        );
    }
}

#[test]
fn an_environment_variable_is_parsed_by_the_type_of_its_key() {
    let config = given("")
        .and("BOOSTDESK__BRAND__NAME", "42")
        .and("BOOSTDESK__LIMITS__LOGIN_PER_MINUTE", "7")
        .and("BOOSTDESK__DELIVERY__SIMULATED_FAILURES", "1")
        .and("BOOSTDESK__CHAT__REQUIRE_SESSION", "false")
        .and("BOOSTDESK__WEB__TRUSTED_PROXIES", "10.0.0.0/8, 127.0.0.1, ::ffff:10.1.0.0/112")
        .config();
    assert_eq!(config.brand.name, "42");
    assert_eq!(config.limits.login_per_minute, 7);
    assert!((config.delivery.simulated_failures - 1.0).abs() < f64::EPSILON);
    assert!(!config.chat.require_session);
    let proxies: Vec<_> = config.web.trusted_proxies.iter().map(ToString::to_string).collect();
    assert_eq!(proxies, ["10.0.0.0/8", "127.0.0.1/32", "10.1.0.0/16"]);
}

#[test]
fn a_list_in_an_environment_variable_may_use_toml_syntax() {
    let config = given("").and("BOOSTDESK__WEB__TRUSTED_PROXIES", r#"["10.0.0.0/8"]"#).config();
    assert_eq!(config.web.trusted_proxies.len(), 1);
}

#[test]
fn an_integer_is_accepted_where_a_fraction_is_expected() {
    let config = given("[captcha]\nmin_score = 1").config();
    assert!((config.captcha.min_score - 1.0).abs() < f64::EPSILON);
}

#[test]
fn unrelated_environment_variables_are_ignored() {
    given("").and("PATH", "/bin").and("BOOSTDESK_DASHBOARD_DIST", "/tmp").config();
}

#[test]
fn an_explicitly_given_config_file_must_exist() {
    let message = Config::load(Some(Path::new("nowhere/shop.toml")), []).expect_err("an error").to_string();
    assert_eq!(message, "nowhere/shop.toml: no such file. Give --config the path of a configuration file");
}

#[test]
fn the_error_for_an_unknown_key_names_the_key_and_its_file() {
    check_error("[web]\nbnd = 'x'", "shop.toml: unknown key `web.bnd`, did you mean `web.bind`?");
    check_error("[web]\nsomething = 'x'", "shop.toml: unknown key `web.something`");
    check_error("[wibble]\nbind = 'x'", "shop.toml: unknown key `wibble`");
    check_error("bind = 'x'", "shop.toml: unknown key `bind`");
}

#[test]
fn the_error_for_an_unknown_key_names_the_key_and_its_environment_variable() {
    check_variable_error(
        "BOOSTDESK__WEB__BND",
        "x",
        "BOOSTDESK__WEB__BND: unknown key `web.bnd`, did you mean `web.bind`?",
    );
    check_variable_error("BOOSTDESK__WEB", "x", "BOOSTDESK__WEB: unknown key `web`");
    check_variable_error(
        "BOOSTDESK_WEB__BIND",
        "x",
        "BOOSTDESK_WEB__BIND sets nothing, did you mean `BOOSTDESK__WEB__BIND`?",
    );
    check_variable_error("BOOSTDESK__A__B__C", "x", "BOOSTDESK__A__B__C: unknown key `a.b.c`");
}

#[test]
fn the_error_for_invalid_toml_names_the_file_and_line() {
    let message = given("[web]\nbind = 'x'\nbind").error();
    assert!(message.starts_with("shop.toml: line 3: "), "{message}");
}

#[test]
fn the_error_for_a_value_of_the_wrong_type_names_the_expected_type() {
    check_error("[web]\nbind = 8080", "shop.toml: `web.bind` must be a text in quotes, not a whole number");
    check_error("web = 1", "shop.toml: `web` must be a section: write it as [web]");
    check_error(
        "[web]\ntrusted_proxies = [1]",
        "shop.toml: `web.trusted_proxies` must be a list of networks such as 10.0.0.0/8, not `1`",
    );
    check_variable_error(
        "BOOSTDESK__LIMITS__LOGIN_PER_MINUTE",
        "many",
        "BOOSTDESK__LIMITS__LOGIN_PER_MINUTE: `limits.login_per_minute` must be a whole number, not `many`",
    );
    check_variable_error(
        "BOOSTDESK__CHAT__REQUIRE_SESSION",
        "yes",
        "BOOSTDESK__CHAT__REQUIRE_SESSION: `chat.require_session` must be true or false, not `yes`",
    );
}

#[test]
fn the_error_for_an_invalid_value_says_what_is_expected() {
    let says = |file, problem| check_error(file, &format!("shop.toml: {problem}"));
    says("[web]\nbind = 'x'", "`web.bind` must be an address such as 127.0.0.1:8080, not `x`");
    says(
        "[web]\noperations_bind = '0.0.0.0:8081'",
        "`web.operations_bind` must be a loopback address such as 127.0.0.1:8081, not `0.0.0.0:8081`",
    );
    says(
        "[web]\npublic_url = 'https://shop.example.com/path'",
        "`web.public_url` must be a URL without a path, such as https://shop.example.com, not `https://shop.example.com/path`",
    );
    says(
        "[web]\ntrusted_proxies = ['lan']",
        "`web.trusted_proxies` must be a list of networks such as 10.0.0.0/8, not `lan`",
    );
    says(
        "[delivery]\nsimulated_failures = 1.5",
        "`delivery.simulated_failures` must be a number from 0 to 1, not `1.5`",
    );
    says(
        "[delivery]\nsimulated_failures = nan",
        "`delivery.simulated_failures` must be a number from 0 to 1, not `NaN`",
    );
    says("[web]\ntls = 'on'", "`web.tls` must be `off` or `acme`, not `on`");
    says("[web]\nacme_contact = 'mika'", "`web.acme_contact` must be empty or an email address, not `mika`");
    says(
        "[delivery]\nprovider = 'post'",
        "`delivery.provider` must be `manual`, `webhook` or `simulated`, not `post`",
    );
    says(
        "[discord]\nowner_id = '12'",
        "`discord.owner_id` must be empty or an id of 17 to 20 digits, in quotes, not `12`",
    );
    says(
        "[discord]\napi_base = 'x'",
        "`discord.api_base` must be empty or a URL without a path, such as https://shop.example.com, not `x`",
    );
    says(
        "[domains]\nresolver = '1.1.1.1'",
        "`domains.resolver` must be empty or an address such as 1.1.1.1:53, not `1.1.1.1`",
    );
    says(
        "[domains]\ncheck_interval_s = 0",
        "`domains.check_interval_s` must be a whole number from 1 to 4294967295, not `0`",
    );
    says(
        "[domains]\ncname_target = 'a b'",
        "`domains.cname_target` must be a host name such as stores.example.com, not `a b`",
    );
    says(
        "[limits]\npublic_per_minute = -1",
        "`limits.public_per_minute` must be a whole number from 0 to 4294967295, not `-1`",
    );
    says("[secrets]\nkey_file = ''", "`secrets.key_file` must be a path, not ``");
    says(
        "[live_page]\nruntime_base = 'vendor'",
        "`live_page.runtime_base` must be a path such as /vendor or a URL, not `vendor`",
    );
}

#[test]
fn only_the_winning_source_of_a_value_is_validated_and_named_in_the_error() {
    check_variable_error(
        "BOOSTDESK__WEB__BIND",
        "x",
        "BOOSTDESK__WEB__BIND: `web.bind` must be an address such as 127.0.0.1:8080, not `x`",
    );
    given("[web]\nbind = 'x'").and("BOOSTDESK__WEB__BIND", "127.0.0.1:9000").config();
}

#[test]
fn errors_and_debug_output_never_show_secrets() {
    for url in [
        "mysql://shop:hunter2@db/shop",
        "postgres://shop:hunter2@db:99999/shop",
        "sqlite://shop.db?mode=hunter2",
    ] {
        assert_eq!(
            given(&format!("[database]\nurl = '{url}'")).error(),
            "shop.toml: `database.url` must be `sqlite://` and the path of a file, or a `postgres://` address, with a port and options that can be read"
        );
    }
    let config =
        given("[discord]\ntoken = 'hunter2'\n[database]\nurl = 'postgres://shop:hunter2@db/shop'").config();
    assert!(!format!("{config:?}").contains("hunter2"), "{config:?}");
}

#[test]
fn inconsistent_combinations_of_keys_are_rejected_with_a_message() {
    check_error(
        "[captcha]\nsite_key = 'x'",
        "shop.toml: `captcha.site_key` needs `captcha.secret_key` beside it",
    );
    check_error(
        "[captcha]\nsecret_key = 'x'",
        "shop.toml: `captcha.secret_key` needs `captcha.site_key` beside it",
    );
    check_error(
        "[delivery]\nprovider = 'webhook'",
        "shop.toml: `delivery.provider` is `webhook`, which needs `delivery.webhook_url`",
    );
    check_error(
        "[web]\noperations_bind = '127.0.0.1:8080'",
        "shop.toml: `web.operations_bind` must differ from `web.bind`",
    );
    check_variable_error(
        "BOOSTDESK__WEB__BIND",
        "127.0.0.1:8081",
        "BOOSTDESK__WEB__BIND: `web.bind` must differ from `web.operations_bind`",
    );
    check_error(
        "[web]\ntls = 'acme'\npublic_url = 'https://shop.example.com'\nredirect_bind = '127.0.0.1:8080'",
        "shop.toml: `web.redirect_bind` must differ from `web.bind`",
    );
    for url in ["", "public_url = 'http://shop.example.com'", "public_url = 'https://192.0.2.7'"] {
        check_error(
            &format!("[web]\ntls = 'acme'\n{url}"),
            "shop.toml: `web.tls` is `acme`, which needs a `web.public_url` such as https://shop.example.com",
        );
    }
    given("[web]\ntls = 'acme'\npublic_url = 'https://shop.example.com'\nredirect_bind = '0.0.0.0:80'")
        .config();
    check_error(
        "[web]\nredirect_bind = '0.0.0.0:80'",
        "shop.toml: `web.redirect_bind` leads to https, which needs `web.tls` to be `acme`",
    );
}

#[test]
fn public_url_follows_the_bound_address_unless_it_is_configured() {
    let config = given("[web]\nbind = '0.0.0.0:9000'").config();
    assert_eq!(config.web.public_url.as_str(), "http://127.0.0.1:9000/");

    let mut config = given("[web]\nbind = '127.0.0.1:0'").config();
    config.listening_on("127.0.0.1:45678".parse().expect("an address"));
    assert_eq!(config.web.public_url.as_str(), "http://127.0.0.1:45678/");

    let file = "[web]\nbind = '127.0.0.1:0'\npublic_url = 'https://shop.example.com'";
    let mut config = given(file).config();
    config.listening_on("127.0.0.1:45678".parse().expect("an address"));
    assert_eq!(config.web.public_url.as_str(), "https://shop.example.com/");
}
