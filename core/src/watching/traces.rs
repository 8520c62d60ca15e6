//! Which trace a span continues: a trusted caller's, or that of the order which it is about. Where spans are exported to is not
//! known here; without an exporter, nothing here does anything.
//!
//! An order's trace is remembered by the process that began it, and by no other: decision 0046.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use opentelemetry::Context;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::ids::OrderId;

/// How many orders' traces are remembered. The oldest is forgotten for one more.
const MOST_ORDERS: usize = 4096;

/// Clones share the same traces. The default is off.
#[derive(Debug, Clone, Default)]
pub struct Traces(Option<Arc<Mutex<Orders>>>);

#[derive(Debug, Default)]
struct Orders {
    traces: HashMap<OrderId, SpanContext>,
    oldest_first: VecDeque<OrderId>,
}

impl Traces {
    pub fn new(are_on: bool) -> Self {
        Self(are_on.then(Arc::default))
    }

    pub fn are_on(&self) -> bool {
        self.0.is_some()
    }

    /// Lets what is done for this order from now on continue the current trace.
    pub fn begin_order(&self, order: &OrderId) {
        let Some(orders) = &self.0 else { return };
        let here = Span::current().context().span().span_context().clone();
        if !here.is_valid() {
            return;
        }
        let mut orders = orders.lock().unwrap_or_else(PoisonError::into_inner);
        if orders.traces.insert(order.clone(), here).is_none() {
            orders.oldest_first.push_back(order.clone());
        }
        if orders.oldest_first.len() > MOST_ORDERS
            && let Some(oldest) = orders.oldest_first.pop_front()
        {
            orders.traces.remove(&oldest);
        }
    }

    /// Names the order that a new span is about, and lets it continue the order's trace where that is remembered.
    pub fn continue_order(&self, span: &Span, order: &OrderId) {
        let Some(orders) = &self.0 else { return };
        span.set_attribute("order.id", order.as_str().to_owned());
        let known = orders.lock().unwrap_or_else(PoisonError::into_inner).traces.get(order).cloned();
        if let Some(known) = known {
            go_on(span, known);
        }
    }

    /// Names the order that is being made. To be called once its key is spent: before, its id is a secret.
    pub fn name_order(&self, order: &OrderId) {
        if self.are_on() {
            Span::current().set_attribute("order.id", order.as_str().to_owned());
        }
    }
}

/// Lets a new span continue a caller's trace. `traceparent` is as W3C Trace Context has it; one that is not is passed over.
pub fn continue_caller(span: &Span, traceparent: &str) {
    if let Some(caller) = parse(traceparent) {
        go_on(span, caller);
    }
}

/// Names a span once it is known what it was: `otel.name` does so only until something has asked for the span's trace.
pub fn name(span: &Span, name: String) {
    span.context().span().update_name(name);
}

fn go_on(span: &Span, from: SpanContext) {
    // Fails when nobody records this span, which is fine.
    let _ = span.set_parent(Context::new().with_remote_span_context(from));
}

/// `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`. A later version may have more behind it.
fn parse(traceparent: &str) -> Option<SpanContext> {
    let mut parts = traceparent.split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_hex = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let well_formed = is_hex(version, 2) && is_hex(trace, 32) && is_hex(span, 16) && is_hex(flags, 2);
    let known = version != "ff" && (version != "00" || parts.next().is_none());
    if !well_formed || !known {
        return None;
    }
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?) & TraceFlags::SAMPLED;
    let caller = SpanContext::new(trace, span, flags, true, TraceState::default());
    caller.is_valid().then_some(caller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callers_traceparent_header_is_parsed_as_w3c_specifies() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let caller = parse(good).expect("it is the standard's own example");
        assert_eq!(caller.trace_id().to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(caller.span_id().to_string(), "00f067aa0ba902b7");
        assert!(caller.is_sampled());
        assert!(parse("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-more").is_some());
        for bad in [
            "",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        ] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }
}
