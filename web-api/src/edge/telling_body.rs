//! A body that calls back when it is over: read to its end, or given up.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use crate::http::error::ApiError;

/// How a body ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    /// The client broke off, or the body was dropped before its end.
    GivenUp,
}

/// Calls `tell` once, at the body's end. If `tell` returns an error, reading that end fails with it.
pub(crate) struct TellingBody<F: FnOnce(End) -> Result<(), ApiError>> {
    body: Body,
    tell: Option<F>,
}

impl<F> TellingBody<F>
where
    F: FnOnce(End) -> Result<(), ApiError> + Send + Unpin + 'static,
{
    /// Wraps `body`, which must not be empty: an empty body may never be polled, and would count as given up.
    pub(crate) fn wrap(body: Body, tell: F) -> Body {
        Body::new(Self { body, tell: Some(tell) })
    }
}

impl<F: FnOnce(End) -> Result<(), ApiError>> TellingBody<F> {
    fn tell(&mut self, end: End) -> Result<(), Error> {
        let told = self.tell.take().map_or(Ok(()), |tell| tell(end));
        told.map_err(|refused| Error::new(refused.message().to_owned()))
    }
}

impl<F> HttpBody for TellingBody<F>
where
    F: FnOnce(End) -> Result<(), ApiError> + Unpin,
{
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let told = match &frame {
            Some(Ok(_)) if !self.body.is_end_stream() => Ok(()),
            Some(Ok(_)) | None => self.tell(End::Whole),
            Some(Err(_)) => self.tell(End::GivenUp),
        };
        Poll::Ready(match told {
            Ok(()) => frame,
            Err(refused) => Some(Err(refused)),
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<F: FnOnce(End) -> Result<(), ApiError>> Drop for TellingBody<F> {
    fn drop(&mut self) {
        // Nobody reads on, so an error would reach nobody.
        let _ = self.tell(End::GivenUp);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use http_body_util::BodyExt;

    use super::*;

    type Heard = Arc<Mutex<Vec<End>>>;

    fn told() -> (Heard, impl FnOnce(End) -> Result<(), ApiError> + Send + Unpin + 'static) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = told.clone();
        (told, move |end| {
            heard.lock().expect("not poisoned").push(end);
            Ok(())
        })
    }

    #[tokio::test]
    async fn a_body_reports_once_whether_it_was_read_whole_or_given_up() {
        let (heard, tell) = told();
        let body = TellingBody::wrap(Body::from("all of it"), tell);
        assert_eq!(body.collect().await.expect("a body").to_bytes(), "all of it");
        assert_eq!(*heard.lock().expect("not poisoned"), [End::Whole]);

        let (heard, tell) = told();
        drop(TellingBody::wrap(Body::from("unread"), tell));
        assert_eq!(*heard.lock().expect("not poisoned"), [End::GivenUp]);
    }

    #[tokio::test]
    async fn a_body_fails_when_its_end_callback_returns_an_error() {
        let body = TellingBody::wrap(Body::from("all of it"), |_| Err(ApiError::overloaded()));
        assert!(body.collect().await.is_err());
    }
}
