//! Gives a body to hyper's own refusals in HTTP/1.1. To a request whose head it cannot parse, or is too large, hyper answers by
//! itself, without a body and before any service is called (hyperium/hyper#3844).
//!
//! Only up to the connection's first request. After that the body of an answer could look like a refusal, and to lengthen it
//! would be to split the answer. Later refusals stay as hyper writes them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use bytes::{Buf, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::edge::connection::Activity;
use crate::http::error::{self, ErrorBody};

/// What hyper writes after the status line, up to the date.
const HEADERS: &str = "connection: close\r\ncontent-length: 0\r\ndate: ";
/// Bytes of a date such as `Sat, 28 Nov 2026 20:39:24 GMT`.
const DATE: usize = 29;
/// No refusal is longer.
const LONGEST: usize = 160;

pub(crate) struct WordedRefusals<S> {
    stream: S,
    activity: Activity,
    /// The refusal that is being written in place of hyper's.
    refusal: Bytes,
}

impl<S> WordedRefusals<S> {
    pub(crate) fn new(stream: S, activity: Activity) -> Self {
        Self { stream, activity, refusal: Bytes::new() }
    }
}

/// Returns the same refusal with a body, if `written` is one of hyper's.
fn worded(written: &[u8]) -> Option<Bytes> {
    if written.len() > LONGEST || !written.starts_with(b"HTTP/1.1 4") {
        return None;
    }
    let (status, headers) = str::from_utf8(written).ok()?.split_once("\r\n")?;
    let date = headers.strip_prefix(HEADERS)?.strip_suffix("\r\n\r\n").filter(|date| date.len() == DATE)?;
    let code = StatusCode::from_bytes(status.get(9..12)?.as_bytes()).ok()?;
    let message = match code {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            "The address and headers, or the length they name, are too large. At most 32 KiB and 100 headers are accepted."
        }
        _ => "This is no valid HTTP request.",
    };
    let body = error::json(&ErrorBody::new(code, message));
    let head = format!(
        "{status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\ndate: {date}\r\n\r\n",
        body.len()
    );
    Some([head.into_bytes(), body].concat().into())
}

impl<S: AsyncWrite + Unpin> WordedRefusals<S> {
    /// Writes all of the refusal, and then says that hyper's `length` bytes were written.
    fn poll_refuse(&mut self, cx: &mut Context<'_>, length: usize) -> Poll<io::Result<usize>> {
        while self.refusal.has_remaining() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &self.refusal))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.refusal.advance(written);
        }
        Poll::Ready(Ok(length))
    }

    /// Whether a refusal is to be written in place of `bytes`.
    fn refuses(&mut self, bytes: &[u8]) -> bool {
        if self.refusal.is_empty()
            && !self.activity.has_served()
            && let Some(refusal) = worded(bytes)
        {
            self.refusal = refusal;
            self.activity.input_left_unread();
        }
        !self.refusal.is_empty()
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WordedRefusals<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.refuses(bytes) {
            return self.poll_refuse(cx, bytes.len());
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [bytes] = pieces
            && self.refuses(bytes)
        {
            return self.poll_refuse(cx, bytes.len());
        }
        Pin::new(&mut self.stream).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WordedRefusals<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const REFUSAL: &str = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\
                           date: Sat, 28 Nov 2026 20:39:24 GMT\r\n\r\n";

    #[tokio::test]
    async fn hypers_refusals_get_a_body_only_before_the_first_request() {
        let activity = Activity::begin();
        let mut stream = WordedRefusals::new(Vec::new(), activity.clone());
        stream.write_all(REFUSAL.as_bytes()).await.expect("memory");
        assert!(stream.stream.ends_with(b"are accepted.\"}"));
        stream.stream.clear();
        drop(activity.request_begins());
        stream.write_all(REFUSAL.as_bytes()).await.expect("memory");
        assert_eq!(stream.stream, REFUSAL.as_bytes());
    }

    #[tokio::test]
    async fn a_refusal_is_written_completely_through_a_stream_that_takes_few_bytes_at_a_time() {
        let (near, mut far) = tokio::io::duplex(7);
        let writes = tokio::spawn(async move {
            WordedRefusals::new(near, Activity::begin()).write_all(REFUSAL.as_bytes()).await
        });
        let mut told = String::new();
        far.read_to_string(&mut told).await.expect("memory");
        writes.await.expect("no panic").expect("memory");
        assert_eq!(told.as_bytes(), worded(REFUSAL.as_bytes()).expect("a refusal"));
    }

    #[test]
    fn only_hypers_own_empty_refusals_get_a_body() {
        assert!(worded(REFUSAL.as_bytes()).is_some());
        for other in [
            REFUSAL.replace("431", "200"),
            REFUSAL.replace("length: 0", "length: 1"),
            format!("{REFUSAL}x"),
            REFUSAL.replace("date", "x-request-id: 1\r\ndate"),
            String::new(),
        ] {
            assert!(worded(other.as_bytes()).is_none(), "{other}");
        }
    }
}
