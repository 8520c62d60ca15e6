//! The process when it speaks https itself. Getting certificates is tested in web-api, against a real authority.

use crate::http::get;
use crate::process::{Place, a_place, free_address};

/// A place whose ACME server cannot be reached.
fn a_secure_place(redirect: std::net::SocketAddr) -> Place {
    a_place()
        .with("WEB__TLS", "acme")
        .with("WEB__PUBLIC_URL", "https://dash.example.com")
        .with("WEB__REDIRECT_BIND", redirect)
        .with("WEB__ACME_DIRECTORY", "https://127.0.0.1:9/dir")
}

#[test]
fn https_server_starts_and_stops_while_its_acme_server_is_unreachable() {
    let redirect = free_address();
    let place = a_secure_place(redirect);
    let mut running = place.start(&[]);
    assert!(running.line().starts_with("Access code: "));
    assert_eq!(running.line(), "Dashboard: https://dash.example.com/");
    let led = get(redirect, "/a?b=c", "");
    assert_eq!(led.status, 308);
    assert!(led.head.contains("\r\nlocation: https://127.0.0.1/a?b=c\r\n"), "{}", led.head);
    assert_eq!(get(place.operations, "/readyz", "").status, 200);
    running.signal("TERM");
    running.wait().expect_code(0);
}

#[test]
fn acme_ca_file_without_a_certificate_ends_the_start_with_exit_code_1() {
    let place = a_secure_place(free_address()).with("WEB__ACME_CA_FILE", "ca.pem");
    place.write("ca.pem", "nothing");
    let line = "cannot use ca.pem: it holds no certificate. Correct web.acme_ca_file";
    place.run(&[]).expect_refusal(1, line);
    assert_eq!(place.files(), ["ca.pem"]);
}
