//! Traces: from a request or an interaction through its transaction to the message about it, without a secret.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use boostdesk_fake_platform::{LOG, TIMEOUT, TOKEN};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use tokio::runtime::Runtime;

use super::bot::{Bot, EMAIL, a_bot_with};
use super::collector::{Collector, a_collector, text_of};
use crate::http;
use crate::process::{Place, free_address};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const LONGEST_STOP: Duration = Duration::from_secs(10);

fn a_traced_bot(collector: &Collector, settings: impl FnOnce(Place) -> Place) -> Bot {
    a_bot_with(|place| settings(place.with("TELEMETRY__OTLP_ENDPOINT", collector.url())))
}

/// Returns the only span of this name, and all of its trace.
#[track_caller]
fn trace_of(spans: &[Span], name: &str) -> (Span, Vec<Span>) {
    let begun: Vec<_> = spans.iter().filter(|span| span.name == name).collect();
    let [root] = begun[..] else {
        panic!("one `{name}`: {:?}", spans.iter().map(|span| &span.name).collect::<Vec<_>>())
    };
    let trace = spans.iter().filter(|span| span.trace_id == root.trace_id).cloned().collect();
    (root.clone(), trace)
}

/// Returns the names from a trace's root down to the first span called `name`.
#[track_caller]
fn way_to(trace: &[Span], name: &str) -> Vec<String> {
    let found = trace.iter().find(|span| span.name == name);
    let mut span = found.unwrap_or_else(|| panic!("`{name}` in {trace:#?}"));
    let mut way = vec![span.name.clone()];
    while let Some(parent) = trace.iter().find(|parent| parent.span_id == span.parent_span_id) {
        way.insert(0, parent.name.clone());
        span = parent;
    }
    way
}

fn check_redeems(settings: impl FnOnce(Place) -> Place) {
    let collector = a_collector();
    let mut bot = a_traced_bot(&collector, settings);
    bot.log_to_channel();
    bot.import(4, "traced");
    let (unspent, on_web, in_chat) = (bot.key(2), bot.key(2), bot.key(2));
    bot.redeem_on_web(&on_web);
    bot.wait_for_words(LOG, &["redeemed", &on_web]);
    bot.redeem(&in_chat).private_answer();
    bot.wait_for_words(LOG, &["redeemed", &in_chat]);
    let begun = [("POST /api/redeem/{guildId}", &on_web), ("redeem", &in_chat)];
    let are_sent = || {
        let spans = collector.spans();
        let is_there = |name: &str, key: &str| {
            spans.iter().any(|span| span.name == name && text_of(&span.attributes, "order.id") == Some(key))
        };
        begun.iter().all(|(begin, key)| is_there(begin, key) && is_there("announcement", key))
    };
    assert!(bot.platform.is_so_within(TIMEOUT, are_sent), "both traces are sent");
    let code = bot.code.clone();
    bot.stop();

    let spans = collector.spans();
    for (begin, key) in begun {
        let (root, trace) = trace_of(&spans, begin);
        assert!(root.parent_span_id.is_empty());
        assert_eq!(root.kind, SpanKind::Server as i32);
        assert_eq!(text_of(&root.attributes, "order.id"), Some(&**key));
        let embed = "POST /channels/{channel}/messages";
        let way = [begin, "transaction", "work", "announcement", embed];
        assert_eq!(way_to(&trace, embed), way);
        let told = trace.iter().find(|span| span.name == "announcement").expect("it is on the way");
        assert_eq!(text_of(&told.attributes, "order.id"), Some(&**key));
        let places = trace.iter().filter_map(|span| text_of(&span.attributes, "code.function.name"));
        assert!(
            places.clone().any(|place| place.contains("redeem::service")),
            "{:?}",
            places.collect::<Vec<_>>()
        );
    }
    assert!(collector.holds(&on_web), "an order's id stands in its trace");
    for secret in [&unspent, EMAIL, TOKEN, &code, "traced-"] {
        assert!(!collector.holds(secret), "`{secret}` in a trace");
    }
}

#[test]
fn redeem_trace_continues_to_its_log_channel_message_and_holds_no_secret() {
    check_redeems(|place| place);
    let runtime = Runtime::new().expect("threads can be started");
    let url = runtime.block_on(boostdesk_core::testing::postgres_database());
    check_redeems(|place| place.with("DATABASE__URL", url));
}

/// Returns the span of a request whose caller names a trace, or `None` if it is in another trace.
fn traced_as_the_caller_says(trusted: &str) -> Option<Span> {
    let collector = a_collector();
    let mut bot = a_traced_bot(&collector, |place| place.with("WEB__TRUSTED_PROXIES", trusted));
    let mut stream = http::connect(bot.place.web);
    let request = format!(
        "GET /api/chat/nothing HTTP/1.1\r\nhost: {}\r\ntraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n\
         connection: close\r\n\r\n",
        bot.place.web
    );
    stream.write_all(request.as_bytes()).expect("the server reads");
    stream.read_to_string(&mut String::new()).expect("the server answers, and closes");
    let is_sent = || collector.spans().iter().any(|span| span.name == "GET none");
    assert!(bot.platform.is_so_within(TIMEOUT, is_sent), "the request's span is sent");
    bot.stop();
    let spans = collector.spans();
    let named = |span: &Span| data_encoding::HEXLOWER.encode(&span.trace_id) == TRACE;
    spans.into_iter().find(named)
}

#[test]
fn traceparent_is_continued_from_a_trusted_proxy_and_ignored_from_others() {
    assert_eq!(traced_as_the_caller_says("10.0.0.0/8"), None);
    let continued = traced_as_the_caller_says("127.0.0.1").expect("a proxy is believed");
    assert_eq!(continued.name, "GET none");
    assert_eq!(continued.parent_span_id, [0x00, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7]);
}

#[test]
fn no_traces_are_sent_when_the_otlp_endpoint_is_set_to_nothing() {
    let collector = a_collector();
    let mut bot = a_bot_with(|place| {
        place.write("config.toml", format!("[telemetry]\notlp_endpoint = '{}'", collector.url()));
        place.with("TELEMETRY__OTLP_ENDPOINT", "")
    });
    bot.import(2, "quiet");
    bot.redeem_on_web(&bot.key(2));
    bot.stop();
    assert!(collector.spans().is_empty());
}

/// Sells with this collector configured, and stops after `until`. Returns the log.
fn sell_with(collector: &str, until: impl FnOnce(&Bot)) -> String {
    let mut bot = a_bot_with(|place| place.with("TELEMETRY__OTLP_ENDPOINT", collector));
    bot.log_to_channel();
    bot.import(2, "alone");
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.wait_for_words(LOG, &["redeemed", &key]);
    until(&bot);
    let asked = Instant::now();
    let log = bot.stop();
    assert!(asked.elapsed() < LONGEST_STOP, "stopped after {:?}", asked.elapsed());
    log
}

#[test]
fn unreachable_trace_collector_is_logged_only_once() {
    let log = sell_with(&format!("http://{}", free_address()), |bot| {
        let is_known = || bot.place.metrics().contains("boostdesk_outages{trouble=\"traces\"} 1");
        assert!(bot.platform.is_so_within(TIMEOUT, is_known), "it was found out");
    });
    assert_eq!(log.matches("the collector takes no traces").count(), 1, "{log}");
}

#[test]
fn trace_collector_that_does_not_answer_delays_neither_redeems_nor_the_stop() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    sell_with(&format!("http://{}", silent.local_addr().expect("it is bound")), |_| {});
}
