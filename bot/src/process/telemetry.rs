//! Sends traces to a collector by OTLP over HTTP, if the configuration names one. Only spans of our own crates are
//! sent, as others' may contain secrets.
//!
//! Spans wait in a bounded queue, which a thread of its own empties every few seconds: work never waits for them, and
//! spans that do not fit are lost.

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use boostdesk_core::config;
use boostdesk_core::watching::outages::{Outages, Trouble};
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider};
use reqwest::Client;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use crate::process::failed::Failed;

/// Time for the last spans when the process ends: less than the database has.
const LAST_WORDS: Duration = Duration::from_millis(1500);
/// For one request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How many spans may wait, of some two kilobytes each.
const QUEUE: usize = 2048;
const BATCH: usize = 512;

/// Clones share one exporter. The default is off.
#[derive(Debug, Clone, Default)]
pub(crate) struct Telemetry(Option<On>);

#[derive(Debug, Clone)]
struct On {
    provider: SdkTracerProvider,
    outages: Arc<OnceLock<Outages>>,
}

impl Telemetry {
    /// Has to be called in the runtime that is to send.
    pub(crate) fn new(settings: &config::Telemetry) -> Result<Self, Failed> {
        let Some(endpoint) = &settings.otlp_endpoint else { return Ok(Self::default()) };
        let outages = Arc::new(OnceLock::new());
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender::new(outages.clone()))
            .with_endpoint(format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/')))
            .with_timeout(TIMEOUT)
            .build();
        let exporter = exporter.map_err(|error| {
            Failed::usage(format!("cannot send traces: {error} (telemetry.otlp_endpoint)"))
        })?;
        let bounds = BatchConfigBuilder::default()
            .with_max_queue_size(QUEUE)
            .with_max_export_batch_size(BATCH)
            .build();
        let resource = Resource::builder()
            .with_service_name(settings.service_name.clone())
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let share = Sampler::TraceIdRatioBased(settings.sample);
        let provider = SdkTracerProvider::builder()
            .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(bounds).build())
            .with_sampler(Sampler::ParentBased(Box::new(share)))
            .with_resource(resource)
            .build();
        Ok(Self(Some(On { provider, outages })))
    }

    /// Returns the layer that collects spans. `None`: traces are off.
    pub(crate) fn layer<S>(&self) -> Option<impl Layer<S> + use<S>>
    where
        S: Subscriber + for<'s> LookupSpan<'s>,
    {
        let On { provider, .. } = self.0.as_ref()?;
        let ours = filter_fn(|metadata| metadata.is_span() && metadata.target().starts_with("boostdesk"));
        let layer = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("boostdesk"))
            .with_location(false)
            .with_level(false)
            .with_target(false)
            .with_threads(false)
            .with_tracked_inactivity(false);
        Some(layer.with_filter(ours.with_max_level_hint(LevelFilter::DEBUG)))
    }

    /// Sets whom to tell when the collector cannot be reached.
    pub(crate) fn tell(&self, outages: &Outages) {
        if let Some(On { outages: told, .. }) = &self.0 {
            // Only the first one counts.
            let _ = told.set(outages.clone());
        }
    }

    /// Sends the spans that are left, as far as there is time.
    pub(crate) async fn end(&self) {
        let Some(On { provider, .. }) = self.0.clone() else { return };
        // A failure to send is among the outages already.
        let _ = spawn_blocking(move || provider.shutdown_with_timeout(LAST_WORDS)).await;
    }
}

/// Sends for the exporter's thread, which has no runtime, by the HTTP library that the bot uses anyway.
#[derive(Debug)]
struct Sender {
    client: Client,
    runtime: Handle,
    outages: Arc<OnceLock<Outages>>,
}

impl Sender {
    fn new(outages: Arc<OnceLock<Outages>>) -> Self {
        // Another part of the process may have set the same one before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none()).build();
        let client = client.expect("an HTTP client without settings of the machine");
        Self { client, runtime: Handle::current(), outages }
    }
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let request = reqwest::Request::try_from(request)?;
        // `execute` has to be called within the runtime, too, as it starts a timer.
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move { client.execute(request).await }).await?;
        let answered = sent.map_err(|error| root_of(&error)).and_then(|answer| match answer.status() {
            taken if taken.is_success() => Ok(answer),
            refused => Err(format!("it answers {refused}")),
        });
        if let Some(outages) = self.outages.get() {
            outages.note(Trouble::Traces, "", &answered);
        }
        // The exporter has no use for the answer's body.
        let status = answered?.status();
        Ok(Response::builder().status(status).body(Bytes::new())?)
    }
}

/// The root cause, which shows no URL: a URL may contain a password.
fn root_of(error: &reqwest::Error) -> String {
    let mut root: Option<&dyn Error> = error.source();
    while let Some(deeper) = root.and_then(Error::source) {
        root = Some(deeper);
    }
    root.map_or_else(|| "it does not answer".to_owned(), ToString::to_string)
}
