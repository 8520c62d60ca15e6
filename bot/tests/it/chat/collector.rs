//! A trace collector on this machine: receives OTLP over HTTP as protobuf, and keeps it.

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

use crate::service::{Sent, Service, a_service};

pub(super) struct Collector(Service);

pub(super) fn a_collector() -> Collector {
    Collector(a_service("200 OK"))
}

impl Collector {
    pub(super) fn url(&self) -> String {
        self.0.url().trim_end_matches('/').to_owned()
    }

    /// Whether a text occurs anywhere in what was sent.
    pub(super) fn holds(&self, text: &str) -> bool {
        let in_it = |sent: &Sent| sent.body.windows(text.len()).any(|part| part == text.as_bytes());
        self.0.looked_at(|sent| sent.iter().any(in_it))
    }

    pub(super) fn spans(&self) -> Vec<Span> {
        let requests = self.0.looked_at(|sent| sent.iter().map(read).collect::<Vec<_>>());
        let resources = requests.into_iter().flat_map(|request| request.resource_spans);
        resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans).collect()
    }
}

#[track_caller]
fn read(sent: &Sent) -> ExportTraceServiceRequest {
    assert!(sent.head.starts_with("post /v1/traces http/1.1\r\n"), "{}", sent.head);
    assert!(sent.head.contains("content-type: application/x-protobuf"), "{}", sent.head);
    ExportTraceServiceRequest::decode(&sent.body[..]).expect("it is OTLP")
}

/// Returns the value of a text attribute.
pub(super) fn text_of<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        any_value::Value::StringValue(text) => Some(text),
        _ => None,
    }
}
