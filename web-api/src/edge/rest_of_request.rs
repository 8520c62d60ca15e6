//! The rest of a request that was answered before all of it was read, such as the body of a request that is refused by its
//! headers. hyper drops it, and many clients then lose the answer, or the next one.
//!
//! In HTTP/1.1 it comes before the next request on its connection: either it is read and thrown away before the answer is sent, or
//! the answer says that the connection ends with it (RFC 9112, 9.6). In HTTP/2 it is thrown away while the answer is sent, so that
//! the stream is not reset meanwhile, which RFC 9113, 8.1 allows and clients take for a failure.

use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONNECTION, EXPECT};
use axum::http::{HeaderValue, Request, Response, StatusCode};
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::edge::connection::{Activity, LINGER};

/// Most bytes that an answer waits for: as many as the body of a call may have.
const MOST: u64 = 64 * 1024;
/// How long it waits for them.
const LIMIT: Duration = Duration::from_secs(2);

/// What a request's handler leaves of its body.
pub(crate) struct Rest {
    left: Arc<Mutex<Left>>,
    /// The client sends its body only when it is told to go on, which happens when the body is first polled.
    waits_to_be_asked: bool,
}

enum Left {
    /// All of it was read, or it is still being read.
    Nothing,
    /// It broke off, or makes no sense.
    Broken,
    Body(Unread),
}

struct Unread {
    body: Incoming,
    was_polled: bool,
}

/// Gives itself back when it is dropped before its end.
struct KeptBody {
    /// `None` at its end.
    unread: Option<Unread>,
    left: Arc<Mutex<Left>>,
}

/// `None`: the request has no body.
pub(crate) fn keep(request: Request<Incoming>) -> (Request<Body>, Option<Rest>) {
    if request.body().is_end_stream() {
        return (request.map(Body::new), None);
    }
    let left = Arc::new(Mutex::new(Left::Nothing));
    let rest = Rest { left: left.clone(), waits_to_be_asked: request.headers().contains_key(EXPECT) };
    let request = request.map(|body| {
        let unread = Some(Unread { body, was_polled: false });
        Body::new(KeptBody { unread, left })
    });
    (request, Some(rest))
}

impl Rest {
    /// Settles the rest of a request in HTTP/1.1 before its answer is sent.
    pub(crate) async fn settle<B>(self, mut answer: Response<B>, activity: &Activity) -> Response<B> {
        let was_read = match self.take() {
            Left::Nothing => true,
            // What still arrives is for whoever has the connection then.
            _ if answer.status() == StatusCode::SWITCHING_PROTOCOLS => true,
            Left::Broken => false,
            // A client whose body did not arrive in time has had its time.
            Left::Body(_) if answer.status() == StatusCode::REQUEST_TIMEOUT => false,
            Left::Body(unread) => self.comes(&unread) && throw_away_soon(unread.body).await,
        };
        if !was_read {
            activity.input_left_unread();
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }

    /// Settles the rest of a request in HTTP/2, where its answer need not wait.
    pub(crate) fn settle_beside(self, tracker: &TaskTracker) {
        if let Left::Body(unread) = self.take()
            && self.comes(&unread)
        {
            tracker.spawn(timeout(LINGER, throw_away(unread.body, u64::MAX)));
        }
    }

    fn take(&self) -> Left {
        mem::replace(&mut *self.left.lock().unwrap_or_else(PoisonError::into_inner), Left::Nothing)
    }

    fn comes(&self, unread: &Unread) -> bool {
        unread.was_polled || !self.waits_to_be_asked
    }
}

async fn throw_away_soon(body: Incoming) -> bool {
    if body.size_hint().lower() > MOST {
        return false;
    }
    timeout(LIMIT, throw_away(body, MOST)).await.unwrap_or(false)
}

/// Whether that was all of it.
async fn throw_away(mut body: Incoming, most: u64) -> bool {
    let mut size = 0;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        size += frame.data_ref().map_or(0, |data| data.len() as u64);
        if size > most {
            return false;
        }
    }
    true
}

impl HttpBody for KeptBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let this = &mut *self;
        let Some(Unread { body, was_polled }) = &mut this.unread else { return Poll::Ready(None) };
        *was_polled = true;
        let frame = ready!(Pin::new(&mut *body).poll_frame(cx));
        match &frame {
            Some(Ok(_)) if !body.is_end_stream() => {}
            Some(Ok(_)) | None => this.unread = None,
            Some(Err(_)) => this.give_back(Left::Broken),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.unread.as_ref().is_none_or(|unread| unread.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.unread.as_ref().map_or(SizeHint::with_exact(0), |unread| unread.body.size_hint())
    }
}

impl KeptBody {
    fn give_back(&mut self, left: Left) {
        self.unread = None;
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) = left;
    }
}

impl Drop for KeptBody {
    fn drop(&mut self) {
        if let Some(unread) = self.unread.take() {
            self.give_back(Left::Body(unread));
        }
    }
}
