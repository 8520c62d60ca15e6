//! A bad configuration or command line: exit code 2, one line, and nothing is created.

use crate::process::a_place;

#[test]
fn unknown_key_in_the_configuration_file_is_reported() {
    let place = a_place();
    place.write("config.toml", "[web]\nbnd = '127.0.0.1:9000'");
    place.run(&[]).expect_refusal(2, "config.toml: unknown key `web.bnd`, did you mean `web.bind`?");
    assert_eq!(place.files(), ["config.toml"]);
}

#[test]
fn invalid_value_in_an_environment_variable_is_reported() {
    let place = a_place().with("WEB__BIND", "here");
    let line = "BOOSTDESK__WEB__BIND: `web.bind` must be an address such as 127.0.0.1:8080, not `here`";
    place.run(&["serve"]).expect_refusal(2, line);
    assert!(place.files().is_empty());
}

#[test]
fn missing_configuration_file_named_by_the_config_option_is_reported() {
    let line = "shop.toml: no such file. Give --config the path of a configuration file";
    a_place().run(&["--config", "shop.toml"]).expect_refusal(2, line);
    for command in [&["seller", "list"][..], &["check"], &["openapi"]] {
        a_place().run(&[command, &["--config", "shop.toml"]].concat()).expect_refusal(2, line);
    }
}

#[test]
fn webhook_secret_that_is_not_base64_is_reported() {
    let place = a_place()
        .with("DELIVERY__PROVIDER", "webhook")
        .with("DELIVERY__WEBHOOK_URL", "http://127.0.0.1:9/")
        .with("DELIVERY__WEBHOOK_SECRET", "not base64!");
    let line = "BOOSTDESK__DELIVERY__WEBHOOK_SECRET: `delivery.webhook_secret` must be base64, with or without `whsec_` \
                before it";
    place.run(&[]).expect_refusal(2, line);
    assert!(place.files().is_empty());
}

#[test]
fn invalid_command_line_is_reported_in_one_line_with_exit_code_2() {
    for arguments in [&["sell"][..], &["key", "create", "1"], &["--log-format", "xml"], &["seller"]] {
        let ended = a_place().run(arguments);
        ended.expect_code(2);
        assert_eq!(ended.stdout, "");
        let lines: Vec<&str> = ended.stderr.lines().collect();
        assert!(
            matches!(lines[..], [line] if line.starts_with("boostdesk: ") && line.ends_with("`--help`")),
            "{lines:?}"
        );
    }
    let place = a_place();
    let line = "`42` is no guild id: it has 17 to 20 digits.";
    place.run(&["storefront", "add", "42", "--seller", "mika"]).expect_refusal(2, line);
}
