//! `GET /ws/chat`: the room over a WebSocket.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::chat;
use boostdesk_core::ids::Revision;
use futures::SinkExt;
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;

use crate::callers::admission::Admitted;
use crate::chat::access::ChatCaller;
use crate::chat::body::ClientFrame;
use crate::chat::frame::{Frame, News};
use crate::chat::listener::{Listener, StreamQuery, Visitor, welcome};
use crate::chat::room::Room;
use crate::edge::conversation::Upgradable;
use crate::edge::limits::Weight;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Query;
use crate::state::WebState;

/// Most bytes of a client's frame, and of a message made of several frames.
const FRAME_LIMIT: usize = 64 * 1024;
/// Bytes that each connection keeps. Most messages fit; the library's default is 128 KiB.
const READ_BUFFER: usize = 512;
/// Bytes that are collected before they are written to the socket.
const WRITE_BUFFER: usize = 4 * 1024;
const WRITE_BUFFER_LIMIT: usize = 256 * 1024;
/// Most pieces of news that are written with one flush.
const BATCH: usize = 64;
/// How long one write may take.
const WRITE_LIMIT: Duration = Duration::from_secs(10);
const PING: Duration = Duration::from_secs(25);
/// Frames in a row that are refused before the socket is closed.
const MOST_REFUSED_FRAMES: u32 = 50;

const AWAY: (u16, &str) = (1001, "The server stops.");
const SIGNED_OUT: (u16, &str) = (4401, "You need to log in.");
const TOO_SLOW: (u16, &str) = (4408, "You read too slowly.");
const NUISANCE: (u16, &str) = (1008, "Too many frames were refused.");
const NOT_THE_PROTOCOL: (u16, &str) = (1002, "That is no frame of a WebSocket.");
const NO_TEXT: (u16, &str) = (1007, "A text is UTF-8.");
const TOO_LONG: (u16, &str) = (1009, "A frame has at most 64 KiB.");
const GONE: (u16, &str) = (1000, "");

pub(crate) async fn connect(
    State(web): State<WebState>,
    State(room): State<Arc<Room>>,
    caller: ChatCaller,
    Query(query): Query<StreamQuery>,
    connection: Upgradable,
    upgrade: std::result::Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    let visitor = Visitor::admit(&web, caller, &query).await?;
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(WebSocketUpgradeRejection::InvalidWebSocketVersionHeader(_)) => {
            let message = "This server speaks version 13 of WebSocket.";
            let refused = ApiError::new(StatusCode::UPGRADE_REQUIRED, message);
            let speaks = [(SEC_WEBSOCKET_VERSION, "13"), (UPGRADE, "websocket"), (CONNECTION, "upgrade")];
            return Ok((speaks, refused).into_response());
        }
        Err(refused) => return Ok(refused.into_response()),
    };
    let listener = visitor.join(&room)?;
    let listening = room.listeners.token();
    // Subscribes before the handshake is answered, so that the client misses nothing after it.
    let Some((news, revision)) = room.listen(&web.stopping).await else {
        return Err(ApiError::unavailable("The server stops."));
    };
    let talk = Box::new(Talk { web, room, listener, strikes: 0 });
    let upgrade = upgrade
        .max_message_size(FRAME_LIMIT)
        .max_frame_size(FRAME_LIMIT)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_BUFFER_LIMIT);
    Ok(upgrade.on_upgrade(move |socket| {
        // Boxed: a future reserves space for a value both where it is captured and where it is passed on.
        let mut socket = Box::new(socket);
        Box::pin(async move {
            talk.run(&mut socket, news, revision).await;
            drop((connection, listening));
        })
    }))
}

struct Talk {
    web: WebState,
    room: Arc<Room>,
    listener: Listener,
    strikes: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Refused<'a> {
    code: u16,
    message: &'a str,
    client_id: Option<String>,
}

type End = ControlFlow<(u16, &'static str)>;

impl Talk {
    async fn run(mut self: Box<Self>, socket: &mut WebSocket, news: Receiver<News>, revision: Revision) {
        let (code, reason) = match self.converse(socket, news, revision).await {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => GONE,
        };
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let closing = async {
            if socket.send(close).await.is_err() {
                // The client has closed it: what is still to be sent is the reply to that.
                let _ = socket.flush().await;
            }
        };
        let _ = timeout(Duration::from_secs(1), closing).await;
    }

    async fn converse(
        &mut self,
        socket: &mut WebSocket,
        mut news: Receiver<News>,
        revision: Revision,
    ) -> End {
        Box::pin(greet(socket, welcome(&self.room, &self.listener, revision))).await?;
        let mut heard_from = true;
        let mut ping = std::pin::pin!(sleep_until(Instant::now() + PING));
        loop {
            tokio::select! {
                biased;
                happened = news.recv() => match happened {
                    Ok(happened) => self.pass_on(socket, &mut news, happened).await?,
                    Err(RecvError::Lagged(_)) => return ControlFlow::Break(TOO_SLOW),
                    Err(RecvError::Closed) => return ControlFlow::Break(AWAY),
                },
                said = socket.recv() => {
                    heard_from = true;
                    match said {
                        Some(Ok(Message::Text(text))) => Box::pin(self.hear(socket, text.as_bytes())).await?,
                        Some(Ok(Message::Binary(bytes))) => Box::pin(self.hear(socket, &bytes)).await?,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Err(error)) => return ControlFlow::Break(end_after(error)),
                        Some(Ok(Message::Close(_))) | None => return ControlFlow::Break(GONE),
                    }
                }
                () = self.listener.run_out(&self.web) => self.renew().await?,
                () = ping.as_mut() => {
                    if !std::mem::take(&mut heard_from) {
                        return ControlFlow::Break(GONE);
                    }
                    ping.as_mut().reset(Instant::now() + PING);
                    within_limit(socket.send(Message::Ping(bytes::Bytes::new()))).await?;
                }
            }
        }
    }

    /// Writes this news and what else is queued, with one flush.
    async fn pass_on(&mut self, socket: &mut WebSocket, news: &mut Receiver<News>, first: News) -> End {
        let (mut next, mut taken) = (Some(first), 0);
        let (mut frames, mut is_in_doubt) = (Vec::new(), false);
        while let Some(happened) = next {
            match happened {
                News::Frame(frame) => frames.push(frame),
                News::People(frame) => frames.extend(self.listener.hears_of_people.then_some(frame)),
                News::Private(whose, frame) => frames.extend(self.listener.is(&whose).then_some(frame)),
                News::Sessions(whose) => {
                    is_in_doubt |= whose.as_ref().is_none_or(|whose| self.listener.is(whose));
                }
                News::Stop => return ControlFlow::Break(AWAY),
            }
            taken += 1;
            if taken == BATCH {
                break;
            }
            next = match news.try_recv() {
                Ok(happened) => Some(happened),
                Err(TryRecvError::Empty | TryRecvError::Closed) => None,
                // The channel reports a lag once only: if it were ignored here, news would be missing silently.
                Err(TryRecvError::Lagged(_)) => return ControlFlow::Break(TOO_SLOW),
            };
        }
        if is_in_doubt {
            // Not within the time limit of a write: the database may be slow.
            self.renew().await?;
        }
        within_limit(async {
            for frame in frames {
                socket.feed(Message::Text(frame.text())).await?;
            }
            socket.flush().await
        })
        .await
    }

    /// Ends the conversation if the listener's admission has ended.
    async fn renew(&mut self) -> End {
        match Box::pin(self.listener.renew(&self.web)).await {
            Admitted::Still => ControlFlow::Continue(()),
            Admitted::SignedOut => ControlFlow::Break(SIGNED_OUT),
            Admitted::RoleTurned => ControlFlow::Break(GONE),
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, text: &[u8]) -> End {
        let taken = match self.admit(text) {
            Ok(frame) => {
                // The news of an ended session may still be on its way from another process.
                self.renew().await?;
                self.take(frame).await
            }
            Err(error) => Err(error),
        };
        let error = match taken {
            Ok(answer) => {
                self.strikes = 0;
                return match answer {
                    Some(frame) => write(socket, frame).await,
                    None => ControlFlow::Continue(()),
                };
            }
            Err(error) => error,
        };
        self.strikes += 1;
        if self.strikes > MOST_REFUSED_FRAMES {
            return ControlFlow::Break(NUISANCE);
        }
        error.log();
        let refused = Refused {
            code: error.status().as_u16(),
            message: error.message(),
            client_id: ClientFrame::client_id_in(text),
        };
        write(socket, Frame::new("error", &refused)).await
    }

    /// Parses a frame, and counts it against its limit.
    fn admit(&self, text: &[u8]) -> Result<ClientFrame> {
        let (frame, subject) = (ClientFrame::parse(text)?, &self.listener.speaker.subject);
        match frame {
            ClientFrame::Message(_) => self.web.limits.count_chat(subject)?,
            ClientFrame::Hello(_) | ClientFrame::Typing => {
                self.web.limits.count_session(subject, Weight::Call)?;
            }
        }
        Ok(frame)
    }

    /// Returns the direct answer, if any: a message that is sent again is not broadcast again.
    async fn take(&mut self, frame: ClientFrame) -> Result<Option<Frame>> {
        match frame {
            ClientFrame::Message(message) => {
                let (author, new) = message.split()?;
                let said = chat::send(&self.web.app, &self.listener.speaker, &author, new).await?;
                self.listener.name(said.message.by());
                Ok(said.is_known.then_some(said.message).and_then(|message| self.room.told_before(message)))
            }
            ClientFrame::Hello(who) => {
                let author = chat::introduce(&self.web.app, &self.listener.speaker, &who.author()?).await?;
                self.listener.name(author);
                Ok(None)
            }
            ClientFrame::Typing => {
                let author = self.listener.author.as_ref();
                let author = author.ok_or_else(|| ApiError::refused("Say who you are first."))?;
                chat::refuse_silenced(&self.web.app, &self.listener.speaker, author).await?;
                self.room.presence.types(&self.web.app, &self.listener.speaker, author);
                Ok(None)
            }
        }
    }
}

fn end_after(error: axum::Error) -> (u16, &'static str) {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => TOO_LONG,
        Some(tungstenite::Error::Utf8(_)) => NO_TEXT,
        Some(tungstenite::Error::Protocol(_)) => NOT_THE_PROTOCOL,
        _ => GONE,
    }
}

async fn greet(socket: &mut WebSocket, welcome: Vec<Frame>) -> End {
    for frame in welcome {
        write(socket, frame).await?;
    }
    ControlFlow::Continue(())
}

async fn write(socket: &mut WebSocket, frame: Frame) -> End {
    within_limit(socket.send(Message::Text(frame.text()))).await
}

async fn within_limit(write: impl Future<Output = std::result::Result<(), axum::Error>>) -> End {
    match timeout(WRITE_LIMIT, write).await {
        Ok(Ok(())) => ControlFlow::Continue(()),
        Ok(Err(_)) => ControlFlow::Break(GONE),
        Err(_) => ControlFlow::Break(TOO_SLOW),
    }
}
