//! The demo's orders with a fulfilment service: one that it works on, and one that it gave up. The service is a
//! stand-in that is not called any more once the demo runs.

use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::app::{AppParts, DeliverySettings, OperatorService};
use boostdesk_core::events::Topic;
use boostdesk_core::ids::{OrderId, UserId};
use boostdesk_core::ports::{ForbiddenUrl, WebhookAnswer, WebhookCall, WebhookError, Webhooks};
use boostdesk_core::shop::delivery;
use boostdesk_core::shop::orders::{self, OrderState};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::process::failed::Failed;

/// The timeout for the rest of the tokens: longer than any demo runs.
const RESULT_TIMEOUT: Duration = Duration::from_hours(24 * 365);

/// What the service does with an order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Service {
    /// It has delivered half of the tokens, and takes its time for the others.
    IsAtIt,
    GaveUp,
}

impl Service {
    /// Returns the same shop, except that the service delivers its orders.
    pub(super) fn of(self, app: &App) -> App {
        let service = OperatorService {
            url: Url::parse("https://fulfilment.example.com/").expect("a URL"),
            secret: "whsec_ZGVtbyBkZW1vIGRlbW8gZGVtbyBkZW1v".into(),
        };
        App::new(AppParts {
            db: app.db.clone(),
            clock: app.clock.clone(),
            rng: app.rng.clone(),
            seal: app.seal.clone(),
            events: app.events.clone(),
            metrics: app.metrics.clone(),
            outages: app.outages.clone(),
            traces: app.traces.clone(),
            delivery: DeliverySettings {
                service: Some(service),
                result_timeout: RESULT_TIMEOUT,
                ..DeliverySettings::by_hand()
            },
            domains: app.domains.clone(),
            public_url: app.public_url.clone(),
            chat_platform: None,
            webhooks: Arc::new(StandIn(self)),
        })
    }

    /// Lets the service work until it is done with its part. `app`: the one that the order was redeemed through.
    pub(super) async fn work(self, app: &App, user_id: &UserId, order_id: &OrderId) -> Result<(), Failed> {
        let shutdown = CancellationToken::new();
        let mut events = app.events.listen(&[Topic::Orders]);
        let done = async {
            loop {
                let order = orders::get(app, user_id, order_id).await.map_err(Failed::trouble)?;
                let done = match self {
                    Self::IsAtIt => !order.succeeded.is_empty(),
                    Self::GaveUp => order.state == OrderState::Waiting,
                };
                if done {
                    return Ok(());
                }
                events.next().await;
            }
        };
        let stopping = async {
            let done = done.await;
            shutdown.cancel();
            done
        };
        let ((), done) = tokio::join!(delivery::run(app.clone(), shutdown.clone()), stopping);
        done
    }
}

#[derive(Debug)]
struct StandIn(Service);

impl Webhooks for StandIn {
    fn judge(&self, _: &Url) -> Result<(), ForbiddenUrl> {
        Ok(())
    }

    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        let answer = match self.0 {
            Service::IsAtIt => WebhookAnswer { status: 200, body: half_of(&call.body) },
            Service::GaveUp => WebhookAnswer { status: 410, body: Vec::new() },
        };
        async { Ok(answer) }.boxed()
    }
}

/// The first half of a job's tokens, delivered.
fn half_of(job: &[u8]) -> Vec<u8> {
    let job: Value = serde_json::from_slice(job).expect("jobs are JSON");
    let tokens = job["tokens"].as_array().map(Vec::as_slice).unwrap_or_default();
    let delivered = tokens.iter().take(tokens.len() / 2).map(|token| json!({ "token": token, "ok": true }));
    json!({ "results": delivered.collect::<Vec<_>>() }).to_string().into_bytes()
}
