//! Fetches what others' addresses lead to: hop by hop, each of them checked, and never more than so much in so long.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use reqwest::{Client, redirect};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use url::Url;

use super::network::PreviewNetwork;

const MOST_HOPS: usize = 5;
/// All hops together.
const TIME_LIMIT: Duration = Duration::from_secs(8);
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// Fetches at the same time.
const AT_WORK: usize = 16;

/// Nothing could be fetched. Who asked is not told more: it would map the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nothing could be fetched")]
pub(crate) struct NotFetched;

#[derive(Debug)]
pub(crate) struct Fetched {
    /// Where the hops ended.
    pub(crate) url: Url,
    pub(crate) media_type: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether there was more.
    pub(crate) cut: bool,
}

pub(crate) struct Fetcher {
    network: PreviewNetwork,
    /// Made when the first link comes.
    client: OnceLock<Client>,
    work: Arc<Semaphore>,
}

impl Fetcher {
    pub(crate) fn new(network: PreviewNetwork) -> Self {
        Self { network, client: OnceLock::new(), work: Arc::new(Semaphore::new(AT_WORK)) }
    }

    /// At most `limit` bytes, unpacked.
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
            let answer = answer.map_err(|_| NotFetched)?;
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
            // Whoever needs it first installs it.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let client = Client::builder()
                .dns_resolver(Arc::new(self.network.guarded_names()))
                .redirect(redirect::Policy::none())
                // A proxy would look names up by itself.
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

/// Unpacked piece by piece: a bomb ends at the limit, and its rest is never unpacked.
async fn read(mut answer: reqwest::Response, limit: usize) -> Result<(Vec<u8>, bool), NotFetched> {
    let mut bytes = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|_| NotFetched)? {
        let room = limit - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            return Ok((bytes, true));
        }
    }
    Ok((bytes, false))
}
