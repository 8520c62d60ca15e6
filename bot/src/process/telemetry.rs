//! Where traces go: to a collector, by OTLP over HTTP, when the configuration names one. What is traced stands where it
//! happens; of others' spans none goes out, as they may carry what ours do not.
//!
//! Spans wait in a queue with a bound, which a thread of its own empties every few seconds: work never waits for them, and what
//! does not fit is lost.

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

/// For what is still to be sent when the process ends: less than the database has.
const LAST_WORDS: Duration = Duration::from_millis(1500);
/// For one try.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Spans that wait at most, some two kilobytes each.
const QUEUE: usize = 2048;
const BATCH: usize = 512;

/// A clone is the same. The default is off.
#[derive(Debug, Clone, Default)]
pub(crate) struct Telemetry(Option<On>);

#[derive(Debug, Clone)]
struct On {
    provider: SdkTracerProvider,
    outages: Arc<OnceLock<Outages>>,
}

impl Telemetry {
    /// To be called in the runtime that is to send.
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

    /// What hears of spans. `None`: nobody needs to.
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

    /// Who is told of a collector that cannot be reached.
    pub(crate) fn tell(&self, outages: &Outages) {
        if let Some(On { outages: told, .. }) = &self.0 {
            // Only the first one counts.
            let _ = told.set(outages.clone());
        }
    }

    /// Sends what is left, as far as there is time.
    pub(crate) async fn end(&self) {
        let Some(On { provider, .. }) = self.0.clone() else { return };
        // What could not be sent was told already.
        let _ = spawn_blocking(move || provider.shutdown_with_timeout(LAST_WORDS)).await;
    }
}

/// Sends for the exporter's thread, which no runtime has: by the HTTP client that the bot has anyway.
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
        // The call itself, too, wants to be within the runtime: it starts its timer.
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move { client.execute(request).await }).await?;
        let answered = sent.map_err(|error| root_of(&error)).and_then(|answer| match answer.status() {
            taken if taken.is_success() => Ok(answer),
            refused => Err(format!("it answers {refused}")),
        });
        if let Some(outages) = self.outages.get() {
            outages.note(Trouble::Traces, "", &answered);
        }
        // Nothing in the body of an answer would change what is done.
        let status = answered?.status();
        Ok(Response::builder().status(status).body(Bytes::new())?)
    }
}

/// The reason at the bottom, which names no address: one may hold a password.
fn root_of(error: &reqwest::Error) -> String {
    let mut root: Option<&dyn Error> = error.source();
    while let Some(deeper) = root.and_then(Error::source) {
        root = Some(deeper);
    }
    root.map_or_else(|| "it does not answer".to_owned(), ToString::to_string)
}
