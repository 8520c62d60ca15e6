//! Stands in for `tokio-tungstenite` 0.21 under serenity 0.12 (`[patch.crates-io]`), built on 0.24: the older one
//! depends on a `rustls-webpki` with known vulnerabilities (serenity issue #3557).
//!
//! Works around two bugs of serenity's reader that cannot be fixed from outside: it takes the end of a connection for
//! silence and polls on without ever yielding, and it does not pass on close codes. To be removed with the next
//! serenity; nothing else belongs here.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::task::{Context, Poll, ready};

use current::tungstenite::client::IntoClientRequest;
use current::tungstenite::handshake::client::Response;
use current::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use current::tungstenite::{Error, Message};
use futures::{Sink, SinkExt, Stream};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

pub use current::{MaybeTlsStream, tungstenite};

tokio::task_local! {
    /// Receives the code that the other side closes a connection with that is read in this scope. 0: none.
    pub static CLOSE_CODE: Arc<AtomicU16>;
}

#[derive(Debug)]
pub struct WebSocketStream<S>(current::WebSocketStream<S>);

/// The same as the original, for the arguments that serenity uses.
pub async fn connect_async_with_config<R: IntoClientRequest + Unpin>(
    request: R,
    config: Option<WebSocketConfig>,
    disable_nagle: bool,
) -> Result<(WebSocketStream<MaybeTlsStream<TcpStream>>, Response), Error> {
    let (stream, response) = current::connect_async_with_config(request, config, disable_nagle).await?;
    Ok((WebSocketStream(stream), response))
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocketStream<S> {
    pub async fn close(&mut self, frame: Option<CloseFrame<'_>>) -> Result<(), Error> {
        self.0.close(frame).await
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for WebSocketStream<S> {
    type Item = Result<Message, Error>;

    /// Never ends: after its last message it gives an error, however often it is asked.
    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let item = ready!(Pin::new(&mut self.0).poll_next(context));
        if let Some(Ok(Message::Close(frame))) = &item {
            let code = frame.as_ref().map_or(0, |frame| u16::from(frame.code));
            // Outside of such a scope nobody needs the code.
            let _ = CLOSE_CODE.try_with(|left| left.store(code, Ordering::Relaxed));
        }
        Poll::Ready(Some(item.unwrap_or(Err(Error::ConnectionClosed))))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Sink<Message> for WebSocketStream<S> {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.0.poll_ready_unpin(context)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        self.0.start_send_unpin(message)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.0.poll_flush_unpin(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.0.poll_close_unpin(context)
    }
}
