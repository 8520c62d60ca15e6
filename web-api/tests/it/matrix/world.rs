//! A seller with one of everything, and every kind of caller.

use boostdesk_core::closing;
use boostdesk_core::people::auth;
use boostdesk_core::testing::{Shop, TestApp, details, tokens};
use reqwest::{Method, RequestBuilder};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::Row;
use crate::seller::Desk;
use crate::support::send;

/// A kind of caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    Nobody,
    /// The seller's browser on another site's page: it sends the cookie by itself.
    Cookie,
    /// A caller who sends a sign-in ticket of the seller as a session.
    Ticket,
    /// A session of a seller who was removed.
    Removed,
    /// An API key of the seller with this one scope.
    Program(&'static str),
    Other,
    Viewer,
    Packer,
    Manager,
    Admin,
    Seller,
}

pub(super) struct World {
    desk: Desk,
    /// Values for a path's parameters, by a part of the path; the first that fits is used.
    ids: Vec<(&'static str, String)>,
    tokens: Vec<(Caller, String)>,
}

impl World {
    /// `number` makes the sellers differ from those of other worlds.
    pub(super) async fn of(app: &TestApp, number: u32) -> Self {
        let shop = Shop::open(app, number * 10).await;
        let other = Shop::open(app, number * 10 + 1).await;
        let gone = Shop::open(app, number * 10 + 2).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens(&format!("w{number}"), 200)).await;
        let [spent, unspent] = shop.keys(2, 2).await.try_into().expect("two");
        shop.redeem(&spent, details("mika")).await.expect("there is stock");
        let here = format!("/api/storefronts/{}", shop.guild);
        let id = async |method: Method, path: &str, sent: &Value, pointer: &str| {
            made(&desk, method, path, sent, pointer).await
        };
        let post =
            async |path: &str, sent: Value, pointer: &str| id(Method::POST, path, &sent, pointer).await;
        let get = async |path: &str, pointer: &str| id(Method::GET, path, &Value::Null, pointer).await;

        let mut tokens = vec![(Caller::Seller, desk.token.clone())];
        for (caller, role) in
            [(Caller::Viewer, "viewer"), (Caller::Packer, "packer"), (Caller::Manager, "manager")]
        {
            let wanted = json!({"username": format!("{role} {number}"), "role": role});
            let code = post(&format!("{here}/members"), wanted, "/accessCode").await;
            let answer = desk.site.login(&code).await;
            tokens.push((caller, answer["token"].as_str().expect("a token").to_owned()));
        }
        for scope in ["read", "stock", "keys", "orders"] {
            let key = post("/api/api-keys", json!({"name": scope, "scopes": [scope]}), "/key").await;
            tokens.push((Caller::Program(scope), key));
        }
        tokens.push((Caller::Other, desk.site.sign_in(&other).await));
        tokens.push((Caller::Removed, desk.site.sign_in(&gone).await));
        closing::remove_seller(app, gone.user_id.as_str()).await.expect("a seller");
        let (_, code) =
            auth::add_seller(app, &format!("admin {number}"), None, true).await.expect("a free name");
        let admin = desk.site.login(code.expose()).await["token"].as_str().expect("a token").to_owned();
        tokens.push((Caller::Admin, admin));
        let ticket = auth::issue_ticket(app, &shop.user_id).await.expect("a ticket");
        tokens.push((Caller::Ticket, ticket.expose_secret().to_owned()));

        let author = format!("author-{number}-0123456789");
        let message = json!({"author": "mika", "authorId": author, "content": "hello"});
        let message = post("/api/chat/send", message, "/data/id").await;
        let endpoint = json!({"url": "https://x.example.com/", "events": ["stock.low"]});
        let endpoint = post("/api/event-endpoints", endpoint, "/id").await;
        post(&format!("/api/event-endpoints/{endpoint}/test"), json!({}), "").await;
        let spare = json!({"username": format!("spare {number}"), "role": "viewer"});
        let block = json!({"kind": "email", "value": "noor@example.com"});
        let domain = json!({"domain": format!("shop{number}.example.com")});
        let report = json!({"title": "It is slow", "description": "It is very slow indeed"});
        post("/api/save-custom-code", json!({"code": "export default () => null"}), "").await;
        id(
            Method::PUT,
            &format!("{here}/fulfilment"),
            &json!({"mode": "webhook", "url": "https://x.example.com/"}),
            "",
        )
        .await;
        let store = format!("{here}/stores/sellauth");
        let secret = post(&format!("{store}/secrets"), json!({"secret": "sk_live_0123456789"}), "/id").await;
        id(Method::PUT, &store, &json!({"enabled": true}), "").await;
        let unsigned = desk.site.post(&format!("/api/autobuy/sellauth/{}", shop.guild), &json!({}));
        assert_eq!(send(unsigned).await.status(), 401);
        let stock = format!("{here}/stock/OneMonthTokens.txt");
        post(&format!("{stock}/export"), json!({"count": 1}), "").await;

        let ids = vec![
            (
                "/api/api-keys/{id}",
                post("/api/api-keys", json!({"name": "spare", "scopes": ["read"]}), "/id").await,
            ),
            ("/api/blocklist/{id}", post("/api/blocklist", block, "/id").await),
            ("/api/bugs/", post("/api/bugs/create", report.clone(), "/bug/_id").await),
            ("/api/chat/messages/{id}", message),
            ("/api/custom-code/", get("/api/custom-code/versions", "/versions/0/id").await),
            ("/api/dashboard/domains/", post("/api/dashboard/domains/add", domain, "/domain/_id").await),
            (
                "/api/event-endpoints/deliveries/",
                get(&format!("/api/event-endpoints/{endpoint}/deliveries"), "/deliveries/0/id").await,
            ),
            ("/api/event-endpoints/{id}", endpoint),
            ("/exports/{id}", get(&format!("{stock}/exports"), "/0/id").await),
            ("/members/{id}", post(&format!("{here}/members"), spare, "/id").await),
            ("/store-calls/{id}", get(&format!("{here}/store-calls"), "/calls/0/id").await),
            ("/secrets/{id}", secret),
            ("/api/suggestions/", post("/api/suggestions/create", report, "/suggestion/id").await),
            ("/api/user/sessions/{id}", get("/api/user/sessions", "/0/id").await),
            ("{guildId}", shop.guild.to_string()),
            ("{orderId}", spent.order_id().to_string()),
            ("{key}", unspent.expose().to_owned()),
            ("{stock}", "OneMonthTokens.txt".to_owned()),
            ("{provider}", "sellauth".to_owned()),
            ("{authorId}", author),
            ("{jobId}", "0b0e1c9e-5a1b-4b55-9d4f-6a1f6f5b7a11".to_owned()),
            ("{name}", "0123456789abcdef.png".to_owned()),
        ];
        Self { desk, ids, tokens }
    }

    fn path(&self, row: &Row) -> String {
        let mut path = row.path.to_owned();
        for (place, value) in &self.ids {
            let named = place.starts_with('{');
            if named {
                path = path.replace(place, value);
            } else if row.path.contains(place) {
                path = path.replace("{id}", value);
            }
        }
        let query = match row.path {
            "/api/chat/changes" => "?after=0",
            "/api/link/preview" => "?url=https://127.0.0.1/",
            "/api/link/image" => "?url=https://127.0.0.1/&sig=x",
            _ => "",
        };
        assert!(!path.contains('{'), "{path}");
        path + query
    }

    /// Returns the status of this operation for this caller.
    pub(super) async fn call(&self, caller: Caller, row: &Row) -> u16 {
        let request = self.desk.site.request(row.method.clone(), &self.path(row));
        let request = match row.body.strip_prefix("text:") {
            Some(text) => request.header("Content-Type", "text/plain").body(text),
            None if row.body.is_empty() => request,
            None => request.header("Content-Type", "application/json").body(self.filled(row.body)),
        };
        send(self.signed(request, caller)).await.status().as_u16()
    }

    /// As [`World::call`], with an invalid body.
    pub(super) async fn call_badly(&self, caller: Caller, row: &Row) -> u16 {
        let request = self.desk.site.request(row.method.clone(), &self.path(row));
        let request = request.header("Content-Type", "application/json").body("{");
        send(self.signed(request, caller)).await.status().as_u16()
    }

    /// Fills in the ids that a body refers to, such as the unspent key.
    fn filled(&self, body: &str) -> String {
        let filled = self.ids.iter().filter(|(place, _)| place.starts_with('{'));
        filled.fold(body.to_owned(), |body, (place, value)| body.replace(place, value))
    }

    fn signed(&self, request: RequestBuilder, caller: Caller) -> RequestBuilder {
        let token = |caller| &self.tokens.iter().find(|(known, _)| *known == caller).expect("a token").1;
        match caller {
            Caller::Nobody => request,
            Caller::Cookie => {
                request.header("Cookie", format!("boostdesk_session={}", token(Caller::Seller)))
            }
            caller => request.header("Authorization", token(caller)),
        }
    }
}

/// Calls as the seller. Returns the value at this place of the answer.
async fn made(desk: &Desk, method: Method, path: &str, sent: &Value, pointer: &str) -> String {
    let request = desk.site.request(method, path).header("Authorization", &desk.token);
    let answer = send(if sent.is_null() { request } else { request.json(sent) }).await;
    let (status, text) = (answer.status(), answer.text().await.expect("a body"));
    assert!(status.is_success(), "{path}: {status} {text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let found = answer.pointer(pointer).unwrap_or_else(|| panic!("{path}{pointer}: {answer}"));
    found.as_str().map_or_else(|| found.to_string(), str::to_owned)
}
