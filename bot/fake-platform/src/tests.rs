//! Tests of the fake itself, with a minimal client.

use std::io::{Read, Write};
use std::net::TcpStream;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::{
    APPLICATION, CUSTOMER, CUSTOMERS_GUILD, Fault, GUILD, INVITE, OTHER_GUILD, Platform, SELLER, SHOP,
    TIMEOUT, TOKEN, a_platform,
};

/// None when the connection ends without an answer.
fn call(platform: &Platform, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(platform.address).expect("the fake listens");
    let body = body.map(Value::to_string).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let head = format!(
        "{method} /api/v10{path} HTTP/1.1\r\nhost: fake\r\nuser-agent: DiscordBot (test, 1)\r\nauthorization: Bot {TOKEN}\r\n\
         {kind}content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the fake reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Some((status, serde_json::from_str(body).unwrap_or(Value::Null)))
}

fn done(platform: &Platform, method: &str, path: &str, body: Option<&Value>) -> Value {
    let (status, answer) = call(platform, method, path, body).expect("an answer");
    assert!(status < 300, "{method} {path}: {status} {answer}");
    answer
}

fn said(text: &str) -> Value {
    json!({ "content": text, "allowed_mentions": { "parse": [] } })
}

fn to_shop() -> String {
    format!("/channels/{SHOP}/messages")
}

/// A connection of the gateway.
struct Client {
    runtime: Runtime,
    socket: WebSocketStream<tokio::net::TcpStream>,
}

impl Client {
    fn open(platform: &Platform, path: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let address = platform.address;
        let socket = runtime.block_on(async {
            let stream = tokio::net::TcpStream::connect(address).await.expect("the fake listens");
            let url = format!("ws://{address}{path}?v=10&encoding=json");
            client_async(url, stream).await.expect("the gateway opens").0
        });
        let mut client = Self { runtime, socket };
        assert_eq!(client.next()["op"], 10, "HELLO comes first");
        client
    }

    fn say(&mut self, op: u8, data: &Value) {
        let text = json!({ "op": op, "d": data }).to_string();
        self.runtime.block_on(self.socket.send(Frame::text(text))).expect("the gateway hears");
    }

    fn identify(&mut self, shard: [u64; 2]) {
        let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
        self.say(2, &json!({ "token": TOKEN, "intents": 1, "shard": shard, "properties": properties }));
    }

    /// The next payload; null at the end.
    fn next(&mut self) -> Value {
        let next = async { tokio::time::timeout(TIMEOUT, self.socket.next()).await };
        match self.runtime.block_on(next).expect("the gateway says something") {
            Some(Ok(Frame::Text(text))) => serde_json::from_str(&text).expect("JSON"),
            Some(Ok(Frame::Close(frame))) => json!({ "closed": frame.map(|frame| u16::from(frame.code)) }),
            _ => Value::Null,
        }
    }

    fn event(&mut self, name: &str) -> Value {
        let event = self.next();
        assert_eq!(event["t"], name, "{event}");
        event
    }
}

#[test]
fn answers_of_the_fake_match_the_platforms_openapi_description() {
    let platform = a_platform();
    let guild = format!("/guilds/{GUILD}");
    for path in [
        "/gateway",
        "/gateway/bot",
        "/users/@me",
        "/users/@me/guilds",
        "/applications/@me",
        "/oauth2/applications/@me",
        &format!("/users/{SELLER}"),
        &guild,
        &format!("{guild}/roles"),
        &format!("{guild}/channels"),
        &format!("{guild}/members/{SELLER}"),
        &format!("/channels/{SHOP}"),
        &format!("/invites/{INVITE}"),
    ] {
        done(&platform, "GET", path, None);
    }
    let invite = done(&platform, "GET", &format!("/invites/{INVITE}"), None);
    assert_eq!(invite["guild"]["id"], CUSTOMERS_GUILD);
    let (status, refused) = call(&platform, "GET", "/invites/nowhere", None).expect("an answer");
    assert_eq!((status, &refused["code"]), (404, &json!(10006)));
    let dm = done(&platform, "POST", "/users/@me/channels", Some(&json!({ "recipient_id": SELLER })));
    done(
        &platform,
        "POST",
        &format!("/channels/{}/messages", dm["id"].as_str().expect("an id")),
        Some(&said("Hello")),
    );
    platform.close_dms(SELLER);
    let path = format!("/channels/{}/messages", dm["id"].as_str().expect("an id"));
    let (status, refused) = call(&platform, "POST", &path, Some(&said("Hello?"))).expect("an answer");
    assert_eq!((status, &refused["code"]), (403, &json!(50007)));
}

#[test]
fn messages_can_be_posted_edited_and_deleted() {
    let platform = a_platform();
    let row = json!({ "type": 1, "components": [{ "type": 2, "style": 1, "label": "Redeem", "custom_id": "redeem" }] });
    let mut first = said("Stock: 4");
    first["embeds"] =
        json!([{ "title": "Stock", "fields": [{ "name": "One month", "value": "4", "inline": true }] }]);
    first["components"] = json!([row]);
    let made = done(&platform, "POST", &to_shop(), Some(&first));
    let path = format!("{}/{}", to_shop(), made["id"].as_str().expect("an id"));
    done(&platform, "PATCH", &path, Some(&said("Stock: 3")));
    let now = done(&platform, "GET", &path, None);
    assert_eq!((&now["content"], &now["embeds"][0]["title"]), (&json!("Stock: 3"), &json!("Stock")));
    assert_eq!(done(&platform, "GET", &to_shop(), None)[0]["id"], made["id"]);
    assert!(platform.messages(SHOP)[0].text_ever().contains("Stock: 4"));
    done(&platform, "DELETE", &path, None);
    let (status, refused) = call(&platform, "PATCH", &path, Some(&said("Stock: 2"))).expect("an answer");
    assert_eq!((status, &refused["code"]), (404, &json!(10008)));
}

#[test]
fn posting_twice_with_the_same_nonce_makes_one_message() {
    let platform = a_platform();
    let mut message = said("once");
    (message["nonce"], message["enforce_nonce"]) = (json!("n1"), json!(true));
    platform.inject_times(1, "POST /channels", Fault::LostAnswer);
    assert_eq!(call(&platform, "POST", &to_shop(), Some(&message)), None, "the answer is lost");
    let again = done(&platform, "POST", &to_shop(), Some(&message));
    let there = platform.messages(SHOP);
    assert_eq!((there.len(), &json!(there[0].id)), (1, &again["id"]));
    platform.inject_times(1, "POST /channels", Fault::LostBefore);
    assert_eq!(call(&platform, "POST", &to_shop(), Some(&said("never"))), None);
    assert_eq!(platform.messages(SHOP).len(), 1);
}

#[test]
fn requests_against_the_platforms_rules_are_recorded_as_violations() {
    let platform = a_platform();
    let refused = |body: &Value| call(&platform, "POST", &to_shop(), Some(body)).expect("an answer").0;
    assert_eq!(refused(&json!({ "content": "hello" })), 200);
    assert_eq!(refused(&said(&"x".repeat(2001))), 400);
    assert_eq!(refused(&json!({ "content": 4 })), 400);
    let (status, _) = call(&platform, "GET", "/voice/regions", None).expect("an answer");
    assert_eq!(status, 404);
    let written = platform.take_violations();
    for words in ["allowed_mentions is not set", "more than 2000 characters", "/content", "/voice/regions"] {
        assert!(written.iter().any(|violation| violation.contains(words)), "{words}: {written:?}");
    }
    platform.change_token();
    assert_eq!(call(&platform, "GET", "/users/@me", None).expect("an answer").0, 401);
}

#[test]
fn sixth_message_is_rate_limited_and_ignoring_retry_after_is_a_violation() {
    let platform = a_platform();
    let mut accepted = 0;
    let told = loop {
        match call(&platform, "POST", &to_shop(), Some(&said("again"))).expect("an answer") {
            (429, told) => break told,
            _ => accepted += 1,
        }
    };
    // More where they took longer than a bucket's window.
    assert!(accepted >= 5 && told["retry_after"].is_f64(), "{accepted}, {told}");
    assert_eq!(platform.own_rate_limits(), 1);
    platform.inject_times(
        1,
        "GET /users/@me",
        Fault::RateLimited { seconds: 600.0, global: false, headers: false },
    );
    assert_eq!(call(&platform, "GET", "/users/@me", None).expect("an answer").0, 429);
    while !platform.look(|world| world.buckets.is_impatient("GET /users/@me", "")) {
        std::thread::yield_now();
    }
    done(&platform, "GET", "/users/@me", None);
    let written = platform.take_violations();
    assert!(written.iter().any(|violation| violation.contains("Retry-After")), "{written:?}");
}

#[test]
fn resumed_session_receives_the_events_that_were_missed() {
    let platform = a_platform();
    let mut client = Client::open(&platform, "/");
    client.identify([0, 1]);
    let ready = client.event("READY")["d"].clone();
    let (session, url) = (ready["session_id"].clone(), ready["resume_gateway_url"].as_str().expect("a URL"));
    let path = url.split_once(&platform.address.to_string()).expect("the fake's own").1;
    assert_eq!(client.event("GUILD_CREATE")["d"]["id"], GUILD);
    let seen = client.event("GUILD_CREATE")["s"].clone();
    platform.drop_connections();
    assert_eq!(client.next(), Value::Null, "without a frame");
    platform.wait_until("the fake knows", |world| world.gateway.open_connections() == 0);
    platform.delete_channel(SHOP);

    let mut client = Client::open(&platform, &format!("{path}/"));
    client.say(6, &json!({ "token": TOKEN, "session_id": session, "seq": seen }));
    assert_eq!(client.event("CHANNEL_DELETE")["d"]["id"], SHOP, "what was missed");
    client.event("RESUMED");
    client.say(1, &Value::Null);
    assert_eq!(client.next()["op"], 11, "a heartbeat is acknowledged");
    platform.close_connections(4009);
    assert_eq!(client.next()["closed"], 4009);
}

#[test]
fn each_guild_is_sent_to_its_shard_and_a_wrong_token_is_closed_with_4004() {
    let platform = a_platform();
    platform.use_shards(2);
    for (shard, guild) in [(0, OTHER_GUILD), (1, GUILD)] {
        let mut client = Client::open(&platform, "/");
        client.identify([shard, 2]);
        client.event("READY");
        assert_eq!(client.event("GUILD_CREATE")["d"]["id"], guild);
    }
    platform.change_token();
    let mut client = Client::open(&platform, "/");
    client.identify([0, 2]);
    assert_eq!(client.next()["closed"], 4004);
}

#[test]
fn simulated_people_use_registered_commands_and_see_the_bots_answers() {
    let platform = a_platform();
    let commands = json!([
        { "name": "stock", "description": "What is there" },
        { "name": "keys", "description": "Keys", "default_member_permissions": 32, "options": [
            { "type": 1, "name": "revoke", "description": "Revoke one", "options": [
                { "type": 3, "name": "key", "description": "The key", "required": true, "autocomplete": true },
            ] },
        ] },
    ]);
    done(&platform, "PUT", &format!("/applications/{APPLICATION}/commands"), Some(&commands));
    let mut client = Client::open(&platform, "/");
    client.identify([0, 1]);
    (0..3).for_each(|_| drop(client.next()));
    assert!(platform.person(SELLER).is_shown("keys") && !platform.person(CUSTOMER).is_shown("keys"));

    let asked = platform.person(CUSTOMER).command("stock").send();
    let answer = |client: &mut Client, body: &Value| {
        let told = client.event("INTERACTION_CREATE")["d"].clone();
        let text = |name: &str| told[name].as_str().expect("a text").to_owned();
        let path = format!("/interactions/{}/{}/callback", text("id"), text("token"));
        done(&platform, "POST", &path, Some(body));
        (path, format!("/webhooks/{APPLICATION}/{}/messages/@original", text("token")))
    };
    let (callback, original) = answer(&mut client, &json!({ "type": 5, "data": { "flags": 64 } }));
    assert_eq!(asked.first_answer().kind, 5);
    done(&platform, "PATCH", &original, Some(&said("4 tokens")));
    assert_eq!(asked.private_answer().content, "4 tokens");
    let again = json!({ "type": 4, "data": said("once more") });
    assert_eq!(call(&platform, "POST", &callback, Some(&again)).expect("an answer").0, 400);
    assert_eq!(platform.take_violations(), ["the interaction `stock` was answered twice"]);
    asked.expire();
    assert_eq!(call(&platform, "PATCH", &original, Some(&said("late"))).expect("an answer").0, 401);

    let choices = std::thread::scope(|scope| {
        let typing = scope.spawn(|| platform.person(SELLER).command("keys revoke").autocomplete("key", "AB"));
        let choices = json!({ "choices": [{ "name": "ABCD", "value": "ABCD" }] });
        answer(&mut client, &json!({ "type": 8, "data": choices }));
        typing.join().expect("choices come")
    });
    assert_eq!(choices, [("ABCD".to_owned(), "ABCD".to_owned())]);
}
