//! The port: parses requests, applies faults, checks requests against the description, and records everything.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request as HttpRequest, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use jiff::fmt::rfc2822::DateTimePrinter;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::call::{Call, Reply};
use super::faults::Fault;
use super::gateway_state::Manner;
use super::limits::is_beyond_ids;
use super::rate_headers::{Headers, bucket_headers, rate_limited, told_to_wait};
use super::schema::operation;
use super::world::{Request, World};
use super::{Shared, gateway, parse, routes};

/// The connection ends instead of an answer.
#[derive(Debug, thiserror::Error)]
#[error("lost")]
struct Lost;

pub(super) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(serve_connection(stream, shared.clone()));
    }
}

async fn serve_connection(stream: TcpStream, shared: Arc<Shared>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let shared = shared.clone();
        async move { answer(shared, request).await }
    });
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}

async fn answer(shared: Arc<Shared>, request: HttpRequest<Incoming>) -> Result<Response<Full<Bytes>>, Lost> {
    let path = request.uri().path().to_owned();
    if request.headers().contains_key(header::UPGRADE) {
        return Ok(upgrade(shared, request));
    }
    if let Some(rest) = path.strip_prefix("/api/v10") {
        let rest = rest.to_owned();
        return rest_call(&shared, request, rest).await;
    }
    let ((slow, fault), mut healing) = shared.change(|world| {
        let route = format!("{} /attachments", request.method());
        (world.faults.strike(&route, &path), world.faults.healing())
    });
    tokio::time::sleep(slow).await;
    match fault {
        None => {}
        Some(Fault::AnswerWaits) => healing.changed().await.map_err(|_| Lost)?,
        Some(_) => return Err(Lost),
    }
    let found = shared.change(|world| {
        if request.headers().contains_key(header::AUTHORIZATION) {
            world.violation(format!("the token was sent to {path}"));
        }
        world.attachments.get(&path).cloned()
    });
    if found.is_none() {
        shared.change(|world| world.violation(format!("there is no {path}")));
    }
    Ok(found.map_or_else(|| raw(404, Bytes::new()), |content| raw(200, content)))
}

fn upgrade(shared: Arc<Shared>, mut request: HttpRequest<Incoming>) -> Response<Full<Bytes>> {
    let uri = request.uri().clone();
    let query = parse::query_of(uri.query());
    let known = query.get("v").map(String::as_str) == Some("10")
        && query.get("encoding").is_none_or(|encoding| encoding == "json")
        && !query.contains_key("compress");
    if !known {
        shared.change(|world| world.violation(format!("the gateway was opened as {uri}")));
    }
    let (id, orders, manner) = gateway::accept(&shared, uri.path().starts_with("/resume"));
    let key = request.headers().get("sec-websocket-key").map(|key| derive_accept_key(key.as_bytes()));
    let Some(key) = key.filter(|_| known && manner != Manner::Unavailable) else {
        shared.change(|world| world.gateway.ended(id, None));
        return raw(503, Bytes::from_static(b"upstream connect error"));
    };
    tokio::spawn(async move {
        if let Ok(upgraded) = hyper::upgrade::on(&mut request).await {
            let socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, None).await;
            gateway::run(shared, socket, id, orders, manner).await;
        } else {
            shared.change(|world| world.gateway.ended(id, None));
        }
    });
    Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::UPGRADE, "websocket")
        .header(header::CONNECTION, "Upgrade")
        .header("sec-websocket-accept", key)
        .body(Full::default())
        .expect("the head is well-formed")
}

async fn rest_call(
    shared: &Shared,
    request: HttpRequest<Incoming>,
    path: String,
) -> Result<Response<Full<Bytes>>, Lost> {
    let Some((operation, named)) = operation(request.method().as_str(), &path) else {
        let what = format!("{} {path} is not in the description", request.method());
        shared.change(|world| world.violation(what));
        return Ok(json_answer(&Reply::refused(404, 0, "404: Not Found")));
    };
    let query = parse::query_of(request.uri().query());
    let (head, body) = request.into_parts();
    // The caller may give up in the middle.
    let body = body.collect().await.map_err(|_| Lost)?.to_bytes();
    let header = |name: header::HeaderName| {
        head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    };
    let (authorization, agent, kind) =
        (header(header::AUTHORIZATION), header(header::USER_AGENT), header(header::CONTENT_TYPE));
    let (body, files) = parse::body(&kind, body).await.unwrap_or_else(|what| {
        shared.change(|world| world.violation(format!("{}: {what}", operation.route)));
        (Value::Null, Vec::new())
    });
    let call = Call { route: &operation.route, operation, path, named, query, body, files };
    let major = call.major();
    let with_ids = format!("{} {}", head.method, call.path);

    let ((slow, fault), mut healing) = shared.change(|world| {
        let exempt = call.is_by_token();
        if world.buckets.is_impatient(call.route, &major)
            || !exempt && world.buckets.is_impatient("global", "")
        {
            world.violation(format!("{} was sent before its Retry-After was over", call.route));
        }
        if agent.is_empty() {
            world.violation(format!("{} has no User-Agent", call.route));
        }
        (world.faults.strike(call.route, &with_ids), world.faults.healing())
    });
    tokio::time::sleep(slow).await;

    let (reply, headers) = match &fault {
        Some(Fault::Hangs) => std::future::pending().await,
        Some(Fault::LostBefore) => return Err(Lost),
        Some(Fault::BadGateway) => {
            shared.change(|world| note(world, &call, 502));
            return Ok(raw(502, Bytes::from_static(b"<html><title>502 Bad Gateway</title></html>")));
        }
        Some(Fault::Refused(status, code)) => {
            (Reply::refused(*status, *code, "Refused on purpose"), Vec::new())
        }
        Some(Fault::RateLimited { seconds, global, headers }) => {
            let told = shared.change(|world| {
                let (route, major) = if *global { ("global", "") } else { (call.route, major.as_str()) };
                world.buckets.refuse(route, major, *seconds);
                if *headers { told_to_wait(call.route, *seconds, *global) } else { Vec::new() }
            });
            (rate_limited(*seconds, *global), told)
        }
        _ => shared.change(|world| take(world, &call, &major, &authorization)),
    };
    shared.change(|world| note(world, &call, reply.status));
    match fault {
        Some(Fault::LostAnswer) => return Err(Lost),
        Some(Fault::AnswerHangs) => std::future::pending::<()>().await,
        Some(Fault::AnswerWaits) => healing.changed().await.map_err(|_| Lost)?,
        _ => {}
    }
    let mut response = json_answer(&reply);
    let now = shared.change(|world| jiff::Timestamp::now() + world.clock_ahead);
    let now = DateTimePrinter::new().timestamp_to_rfc9110_string(&now).expect("a year of four digits");
    response.headers_mut().insert(header::DATE, now.parse().expect("a header's value"));
    for (name, value) in headers {
        response.headers_mut().insert(name, value.parse().expect("a header's value"));
    }
    Ok(response)
}

fn note(world: &mut World, call: &Call, status: u16) {
    world.requests.push(Request { route: call.route.to_owned(), path: call.path.clone(), status });
}

fn take(world: &mut World, call: &Call, major: &str, authorization: &str) -> (Reply, Headers) {
    if !call.is_open() && authorization != format!("Bot {}", world.token) {
        return (Reply::refused(401, 0, "401: Unauthorized"), Vec::new());
    }
    let unknown: Vec<_> = call.query.keys().filter(|name| !call.operation.queries.contains(name)).collect();
    if !unknown.is_empty() {
        world.violation(format!("{} takes no {unknown:?}", call.route));
    }
    let standing = world.buckets.count(call.route, major);
    let reset_after = standing.reset_after.as_secs_f64();
    if standing.refused {
        return (rate_limited(reset_after, false), told_to_wait(call.route, reset_after, false));
    }
    let headers = bucket_headers(call.route, standing.limit, standing.remaining, reset_after);
    if call.named.values().any(|id| is_beyond_ids(id)) {
        return (Reply::refused(400, 50035, "Invalid Form Body"), headers);
    }
    let faults = call.operation.faults_of_request(&call.body);
    if !faults.is_empty() {
        for fault in &faults {
            world.violation(format!("{}: {fault}", call.route));
        }
        return (Reply::refused(400, 50035, "Invalid Form Body"), headers);
    }
    let reply = routes::take(world, call);
    for fault in call.operation.faults_of_answer(reply.status, &reply.body) {
        world.violation(format!("the fake's own answer to {}: {fault}", call.route));
    }
    (reply, headers)
}

fn json_answer(reply: &Reply) -> Response<Full<Bytes>> {
    if reply.status == 204 {
        return raw(204, Bytes::new());
    }
    let mut response = raw(reply.status, Bytes::from(reply.body.to_string()));
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    response
}

fn raw(status: u16, body: Bytes) -> Response<Full<Bytes>> {
    Response::builder().status(status).body(Full::new(body)).expect("the head is well-formed")
}
