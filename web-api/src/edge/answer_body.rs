//! The body of an HTTP/2 answer, which a client may be slow to accept. It is sent in pieces, and holds the request's place until
//! the last of them is taken.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use crate::edge::connection::Activity;
use crate::edge::seat::Seat;

/// Bytes of an answer that hyper is given at once. It takes more only when the client's window has room for at least one.
pub(crate) const PIECE: usize = 16 * 1024;

/// Ends only after its last piece is taken, and gives its place back just before: a client that has seen the end may send its
/// next request at once.
pub(crate) struct AnswerBody {
    body: Body,
    /// What `body` has given and hyper has not taken yet.
    rest: Bytes,
    seat: Option<Seat>,
    is_over: bool,
    activity: Activity,
}

impl AnswerBody {
    /// An empty body holds no place.
    pub(crate) fn new(body: Body, seat: Option<Seat>, activity: Activity) -> Self {
        let is_over = body.is_end_stream();
        Self { body, rest: Bytes::new(), seat: seat.filter(|_| !is_over), is_over, activity }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                over => {
                    self.is_over = true;
                    self.seat = None;
                    return Poll::Ready(over);
                }
            }
        }
        self.activity.answer_goes_on();
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.is_over
    }

    fn size_hint(&self) -> SizeHint {
        let (hint, more) = (self.body.size_hint(), self.rest.len() as u64);
        let mut sum = SizeHint::new();
        sum.set_lower(hint.lower() + more);
        if let Some(upper) = hint.upper() {
            sum.set_upper(upper + more);
        }
        sum
    }
}
