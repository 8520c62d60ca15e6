//! Fetches URLs of other sites. Redirects are followed one by one and each is checked; size and time are limited.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use reqwest::Client;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tracing::debug;
use url::Url;

use super::network::PreviewNetwork;
use super::{client_builder, root_of};

const MOST_HOPS: usize = 5;
/// The time for all hops together.
const TIME_LIMIT: Duration = Duration::from_secs(8);
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// Fetches at the same time.
const AT_WORK: usize = 16;

/// Nothing could be fetched. Callers are not told why: the reasons would map the internal network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nothing could be fetched")]
pub(crate) struct NotFetched;

#[derive(Debug)]
pub(crate) struct Fetched {
    /// The URL after all redirects.
    pub(crate) url: Url,
    pub(crate) media_type: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether the body was longer than the limit.
    pub(crate) cut: bool,
}

pub(crate) struct Fetcher {
    network: PreviewNetwork,
    /// Built when it is first needed.
    client: OnceLock<Client>,
    work: Arc<Semaphore>,
}

impl Fetcher {
    pub(crate) fn new(network: PreviewNetwork) -> Self {
        Self { network, client: OnceLock::new(), work: Arc::new(Semaphore::new(AT_WORK)) }
    }

    /// Fetches at most `limit` bytes, counted after decompression.
    pub(crate) async fn fetch(
        &self,
        url: Url,
        accept: &'static str,
        limit: usize,
    ) -> Result<Fetched, NotFetched> {
        let _place = self.work.acquire().await.map_err(|_| NotFetched)?;
        timeout(TIME_LIMIT, self.follow(url, accept, limit)).await.unwrap_or(Err(NotFetched))
    }

    async fn follow(&self, mut url: Url, accept: &'static str, limit: usize) -> Result<Fetched, NotFetched> {
        for _ in 0..=MOST_HOPS {
            self.network.check(&url).map_err(|_| NotFetched)?;
            let answer = self.client().get(url.clone()).header(ACCEPT, accept).send().await;
            let answer = answer.map_err(|error| not_fetched(&error))?;
            let text = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
            if answer.status().is_redirection() {
                url = url.join(text(LOCATION).ok_or(NotFetched)?).map_err(|_| NotFetched)?;
                continue;
            }
            if !answer.status().is_success() {
                return Err(NotFetched);
            }
            let media_type = text(CONTENT_TYPE).unwrap_or_default().split(';').next().unwrap_or_default();
            let media_type = media_type.trim().to_ascii_lowercase();
            let (bytes, cut) = read(answer, limit).await?;
            return Ok(Fetched { url, media_type, bytes, cut });
        }
        Err(NotFetched)
    }

    fn client(&self) -> &Client {
        self.client.get_or_init(|| {
            let client = client_builder()
                .dns_resolver(Arc::new(self.network.guarded_names()))
                // A proxy would look names up itself, and unchecked.
                .no_proxy()
                .referer(false)
                .pool_max_idle_per_host(0)
                .connect_timeout(CONNECT_LIMIT)
                .user_agent("Mozilla/5.0 (compatible; BoostdeskPreview/1.0)")
                .build();
            client.expect("these settings fit together")
        })
    }
}

fn not_fetched(error: &reqwest::Error) -> NotFetched {
    debug!(cause = root_of(error), "nothing could be fetched");
    NotFetched
}

/// Decompresses piece by piece, so that the rest of a decompression bomb is never unpacked.
async fn read(mut answer: reqwest::Response, limit: usize) -> Result<(Vec<u8>, bool), NotFetched> {
    let mut bytes = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|error| not_fetched(&error))? {
        let room = limit - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            return Ok((bytes, true));
        }
    }
    Ok((bytes, false))
}
