//! The bot check before signing in, against a verifier of our own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use boostdesk_core::App;
use boostdesk_core::testing::{START, Shop, on_both};
use serde_json::{Value, json};

use crate::support::{Site, body, listen, refusal, unlimited};

/// Answers every question with what it was last told, and keeps the question.
#[derive(Clone, Default)]
struct Verifier {
    answer: Arc<Mutex<Value>>,
    asked: Arc<Mutex<Option<String>>>,
}

impl Verifier {
    async fn start(&self) -> String {
        let (listener, address) = listen().await;
        let app = Router::new().route("/siteverify", post(answer)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        format!("http://{address}/siteverify")
    }

    fn will_answer(&self, answer: Value) {
        *self.answer.lock().expect("no test panics here") = answer;
    }

    fn was_asked(&self) -> Option<String> {
        self.asked.lock().expect("no test panics here").take()
    }
}

async fn answer(State(verifier): State<Verifier>, question: String) -> Json<Value> {
    *verifier.asked.lock().expect("no test panics here") = Some(question);
    Json(verifier.answer.lock().expect("no test panics here").clone())
}

async fn site(app: &App, verify_url: &str) -> Site {
    site_at(app, verify_url, "https://shop.example.com").await
}

async fn site_at(app: &App, verify_url: &str, public_url: &str) -> Site {
    let mut config = unlimited();
    config.captcha.site_key.push_str("site");
    config.captcha.secret_key = Some("the-secret".to_owned().into());
    config.captcha.verify_url = verify_url.parse().expect("a URL");
    config.web.public_url = public_url.parse().expect("a URL");
    Site::open_with(app, config).await
}

/// reCAPTCHA's answer for a person who has just opened the page.
fn a_person() -> Value {
    json!({
        "success": true, "score": 0.9, "action": "login", "hostname": "shop.example.com",
        "challenge_ts": START.minus(Duration::from_secs(5)).rfc3339(),
    })
}

#[tokio::test]
async fn sign_in_requires_a_recent_passing_captcha_verdict_for_this_form_and_host() {
    on_both(async |app| {
        let (shop, verifier) = (Shop::open(&app, 1).await, Verifier::default());
        let site = site(&app, &verifier.start().await).await;
        let login = async || {
            body(site.post(
                "/api/auth/login",
                &json!({"captcha_key": "a-token", "access_code": shop.code.expose()}),
            ))
            .await
        };
        verifier.will_answer(a_person());
        assert_eq!(login().await.0, 200);
        let question = verifier.was_asked().expect("the verifier was asked");
        assert_eq!(question, "secret=the-secret&response=a-token&remoteip=127.0.0.1");

        let at = |seconds_ago: u64| json!(START.minus(Duration::from_secs(seconds_ago)).rfc3339());
        let ahead = |seconds: u64| json!(START.plus(Duration::from_secs(seconds)).rfc3339());
        let fine = [
            ("score", json!(0.5)),
            ("score", json!(1)),
            ("challenge_ts", at(120)),
            ("challenge_ts", ahead(5)),
            ("challenge_ts", json!("2026-11-20T09:13:50Z")),
            ("challenge_ts", Value::Null),
            ("hostname", json!("SHOP.example.com")),
            ("hostname", Value::Null),
            ("action", Value::Null),
        ];
        let refused = [
            ("success", json!(false)),
            ("score", json!(0.49)),
            ("score", Value::Null),
            ("action", json!("redeem")),
            ("action", json!("")),
            ("hostname", json!("evil.example.com")),
            ("hostname", json!("localhost")),
            ("challenge_ts", at(121)),
            ("challenge_ts", ahead(6)),
            ("challenge_ts", json!("yesterday")),
        ];
        for (field, value) in fine {
            let mut verdict = a_person();
            verdict[field] = value.clone();
            verifier.will_answer(verdict);
            assert_eq!(login().await.0, 200, "{field}: {value}");
        }
        for (field, value) in refused {
            let mut verdict = a_person();
            verdict[field] = value.clone();
            verifier.will_answer(verdict);
            assert_eq!(
                login().await,
                refusal(422, "Bot check failed. Please try again."),
                "{field}: {value}"
            );
        }
        verifier.will_answer(json!({"success": false, "error-codes": ["timeout-or-duplicate"]}));
        assert_eq!(login().await, refusal(422, "Bot check failed. Please try again."));
    })
    .await;
}

#[tokio::test]
async fn sign_in_on_this_machine_accepts_a_captcha_verdict_for_any_of_its_own_names() {
    on_both(async |app| {
        let (shop, verifier) = (Shop::open(&app, 1).await, Verifier::default());
        let site = site_at(&app, &verifier.start().await, "http://127.0.0.1:8080").await;
        for (host, wanted) in [("localhost", 200), ("127.0.0.1", 200), ("[::1]", 200), ("192.0.2.1", 422)] {
            let mut verdict = a_person();
            verdict["hostname"] = json!(host);
            verifier.will_answer(verdict);
            let login = json!({"captcha_key": "a-token", "access_code": shop.code.expose()});
            assert_eq!(body(site.post("/api/auth/login", &login)).await.0, wanted, "{host}");
        }
    })
    .await;
}

#[tokio::test]
async fn sign_in_without_a_captcha_token_is_refused_without_calling_the_verifier() {
    on_both(async |app| {
        let (shop, verifier) = (Shop::open(&app, 1).await, Verifier::default());
        let site = site(&app, &verifier.start().await).await;
        verifier.will_answer(a_person());
        let code = shop.code.expose();
        for request in [
            json!({"access_code": code}),
            json!({"access_code": code, "captcha_key": ""}),
            json!({"access_code": code, "captcha_key": null}),
        ] {
            let answer = body(site.post("/api/auth/login", &request)).await;
            assert_eq!(answer, refusal(422, "Bot check failed. Please try again."));
        }
        assert_eq!(verifier.was_asked(), None);
    })
    .await;
}

#[tokio::test]
async fn sign_in_answers_503_when_the_captcha_verifier_gives_no_usable_verdict() {
    on_both(async |app| {
        let (shop, verifier) = (Shop::open(&app, 1).await, Verifier::default());
        let login = json!({"captcha_key": "a-token", "access_code": shop.code.expose()});
        let out_of_reach =
            refusal(503, "The bot check cannot be reached right now. Please try again in a moment.");

        let (listener, nobody) = listen().await;
        drop(listener);
        let closed = site(&app, &format!("http://{nobody}/siteverify")).await;
        assert_eq!(body(closed.post("/api/auth/login", &login)).await, out_of_reach);

        let lost = site(&app, &format!("{}/elsewhere", verifier.start().await)).await;
        assert_eq!(
            body(lost.post("/api/auth/login", &login)).await,
            out_of_reach,
            "a verifier that answers 404"
        );

        let odd = site(&app, &verifier.start().await).await;
        verifier.will_answer(json!("what?"));
        assert_eq!(
            body(odd.post("/api/auth/login", &login)).await,
            out_of_reach,
            "one that answers nonsense"
        );

        verifier.will_answer(json!({"success": false, "error-codes": ["invalid-input-secret"]}));
        assert_eq!(body(odd.post("/api/auth/login", &login)).await, out_of_reach, "our own secret is wrong");
    })
    .await;
}
