//! The rest of an HTTP/1.1 request that was answered before all of it was read, such as the body of a request that is refused
//! by its headers. It comes before the next request on its connection: either it is read and thrown away before the answer is
//! sent, or the answer says that the connection ends with it (RFC 9112, 9.6). hyper does neither: it closes the connection, and
//! a client that has meanwhile sent its next request there gets no answer to it.

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

use crate::edge::connection::Activity;

/// Most bytes that are read and thrown away: as many as the body of a call may have.
const MOST: u64 = 64 * 1024;
/// How long they may take to arrive. The answer waits for them.
const LIMIT: Duration = Duration::from_secs(2);

/// What a request's handler leaves of its body.
pub(crate) struct Rest {
    left: Arc<Mutex<Option<Left>>>,
    /// The client sends its body only when it is told to go on, which happens when the body is first polled.
    waits_to_be_asked: bool,
}

struct Left {
    body: Incoming,
    was_polled: bool,
}

/// Gives itself back when it is dropped before its end.
struct KeptBody {
    body: Option<Left>,
    left: Arc<Mutex<Option<Left>>>,
    activity: Activity,
}

/// `None`: the request has no body.
pub(crate) fn keep(request: Request<Incoming>, activity: &Activity) -> (Request<Body>, Option<Rest>) {
    if request.body().is_end_stream() {
        return (request.map(Body::new), None);
    }
    let left = Arc::new(Mutex::new(None));
    let rest = Rest { left: left.clone(), waits_to_be_asked: request.headers().contains_key(EXPECT) };
    let request = request.map(|body| {
        let body = Some(Left { body, was_polled: false });
        Body::new(KeptBody { body, left, activity: activity.clone() })
    });
    (request, Some(rest))
}

impl Rest {
    /// Call it with the request's answer.
    pub(crate) async fn settle<B>(self, mut answer: Response<B>, activity: &Activity) -> Response<B> {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Left { body, was_polled }) = left else { return answer };
        let comes = was_polled || !self.waits_to_be_asked;
        // A client whose body did not arrive in time has had its time.
        if comes && answer.status() != StatusCode::REQUEST_TIMEOUT && throw_away(body).await {
            activity.input_was_read();
        } else {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }
}

/// Whether that was all of it.
async fn throw_away(mut body: Incoming) -> bool {
    if body.size_hint().lower() > MOST {
        return false;
    }
    let read = async {
        let mut size = 0;
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return false };
            size += frame.data_ref().map_or(0, |data| data.len() as u64);
            if size > MOST {
                return false;
            }
        }
        true
    };
    timeout(LIMIT, read).await.unwrap_or(false)
}

impl HttpBody for KeptBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(Left { body, was_polled }) = &mut self.body else { return Poll::Ready(None) };
        *was_polled = true;
        let frame = ready!(Pin::new(&mut *body).poll_frame(cx));
        if body.is_end_stream() || !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(|left| left.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or(SizeHint::with_exact(0), |left| left.body.size_hint())
    }
}

impl Drop for KeptBody {
    fn drop(&mut self) {
        if let Some(left) = self.body.take() {
            self.activity.input_left_unread();
            *self.left.lock().unwrap_or_else(PoisonError::into_inner) = Some(left);
        }
    }
}
