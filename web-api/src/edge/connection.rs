//! One connection's clock: how long it may take over a request's head, and how long it may keep silent.
//!
//! hyper's own header timeout also ends a connection that merely waits for its next request, just when a page that polls
//! every ten seconds is about to send one. This one tells the two apart, with one timer a connection.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// From the first byte of a request to the end of its headers.
const HEAD_LIMIT: Duration = Duration::from_secs(10);
/// Without a byte either way. Longer than proxies keep idle connections, so that it is they who close them.
pub(super) const QUIET_LIMIT: Duration = Duration::from_secs(150);
/// How long the rest of a request is read after it was answered early.
pub(crate) const LINGER: Duration = Duration::from_secs(5);
/// How long a head may still take once the server stops.
const LAST_HEAD_LIMIT: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// A request's head is arriving.
    Head = 0,
    /// An answer is going out, or nothing happens.
    Quiet = 1,
    /// A handler is at work, which has its own limit.
    Serving,
}

/// What a connection does, and since when. Shared by its socket, its service and its timer.
#[derive(Debug, Clone)]
pub(crate) struct Activity {
    opened: Instant,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// When the connection last made progress, in milliseconds since it was opened, times two, plus the phase, `Head` or `Quiet`.
    word: AtomicU64,
    /// Handlers at work: more than one only in HTTP/2. While there is one, the phase is `Serving`.
    serving: AtomicU32,
    /// Whether it is HTTP/2, where bytes that arrive may concern answers under way rather than be a request's head.
    is_multiplexed: AtomicBool,
    /// Whether a request was answered before all of it was read.
    unread: AtomicBool,
    /// Whether a handler was ever called.
    has_served: AtomicBool,
    is_stopping: AtomicBool,
}

/// A handler at work, until dropped. In HTTP/1.1 the first bytes of its answer then set the time.
#[derive(Debug)]
pub(crate) struct Serving<'a>(&'a Activity);

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        if self.0.is_multiplexed() {
            self.0.answer_goes_on();
        }
        // `Release`, so that whoever sees no handler at work also sees when the phase began.
        self.0.shared.serving.fetch_sub(1, Ordering::Release);
    }
}

impl Activity {
    /// Starts in the phase of a request's head: a client that connects is expected to send one.
    pub(crate) fn begin() -> Self {
        Self { opened: Instant::now(), shared: Arc::default() }
    }

    /// Notes that the connection speaks HTTP/2: requests and answers overlap from now on.
    pub(crate) fn becomes_multiplexed(&self) {
        self.shared.is_multiplexed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn request_begins(&self) -> Serving<'_> {
        self.shared.has_served.store(true, Ordering::Relaxed);
        self.shared.serving.fetch_add(1, Ordering::Relaxed);
        // Leaves the time as it is, which saves reading the clock.
        self.shared.word.fetch_or(Phase::Quiet as u64, Ordering::Relaxed);
        Serving(self)
    }

    pub(crate) fn has_served(&self) -> bool {
        self.shared.has_served.load(Ordering::Relaxed)
    }

    pub(crate) fn input_left_unread(&self) {
        self.shared.unread.store(true, Ordering::Relaxed);
    }

    /// Notes that an HTTP/2 answer makes progress.
    pub(crate) fn answer_goes_on(&self) {
        self.enter(Phase::Quiet);
    }

    /// Notes that the server stops, from which on [`Activity::deadline`] has shorter limits.
    pub(crate) fn stops(&self) {
        self.shared.is_stopping.store(true, Ordering::Relaxed);
        self.bytes_left();
    }

    /// Returns when the connection is to be closed, unless something happens before.
    pub(crate) fn deadline(&self) -> Instant {
        let (phase, since) = self.read();
        let stopping = self.is_stopping();
        match phase {
            // Checked again soon, so that shutdown does not wait for a client that has gone meanwhile.
            Phase::Serving if stopping => Instant::now() + LAST_HEAD_LIMIT,
            Phase::Serving => Instant::now() + HEAD_LIMIT,
            // HTTP/2 clients may take long to close a connection themselves.
            Phase::Quiet if stopping && self.is_multiplexed() => since + LAST_HEAD_LIMIT,
            Phase::Quiet => since + QUIET_LIMIT,
            Phase::Head if stopping => since + LAST_HEAD_LIMIT,
            Phase::Head => since + HEAD_LIMIT,
        }
    }

    fn bytes_arrived(&self) {
        if self.read().0 == Phase::Quiet && !self.is_multiplexed() {
            self.enter(Phase::Head);
        }
    }

    fn bytes_left(&self) {
        let (phase, _) = self.read();
        let counts = if self.is_multiplexed() {
            // Before the stop `answer_goes_on` alone sets the time: HTTP/2 also sends bytes in reply to pings and settings.
            self.is_stopping() && phase != Phase::Head
        } else {
            phase != Phase::Serving
        };
        if counts {
            self.enter(phase);
        }
    }

    fn is_stopping(&self) -> bool {
        self.shared.is_stopping.load(Ordering::Relaxed)
    }

    fn is_multiplexed(&self) -> bool {
        self.shared.is_multiplexed.load(Ordering::Relaxed)
    }

    fn enter(&self, phase: Phase) {
        let elapsed = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX >> 1);
        let phase = phase.min(Phase::Quiet) as u64;
        self.shared.word.store(elapsed << 1 | phase, Ordering::Relaxed);
    }

    fn read(&self) -> (Phase, Instant) {
        let serving = self.shared.serving.load(Ordering::Acquire);
        let word = self.shared.word.load(Ordering::Relaxed);
        let since = self.opened + Duration::from_millis(word >> 1);
        let phase = match word & 1 {
            _ if serving > 0 => Phase::Serving,
            0 => Phase::Head,
            _ => Phase::Quiet,
        };
        (phase, since)
    }
}

/// A socket that notes in its [`Activity`] when bytes arrive and when bytes leave.
#[derive(Debug)]
pub(crate) struct WatchedStream {
    stream: TcpStream,
    activity: Activity,
    /// Until when the rest of a request is read, once this side has sent everything.
    linger: Option<Pin<Box<Sleep>>>,
}

impl WatchedStream {
    pub(crate) fn new(stream: TcpStream, activity: Activity) -> Self {
        Self { stream, activity, linger: None }
    }

    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.activity.bytes_left();
        }
        written
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.activity.bytes_arrived();
        }
        outcome
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Closing a socket with unread data resets the connection, and the client may lose the answer. So if a request was answered
    /// before its end, the rest is read and thrown away.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.linger.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
            if !this.activity.shared.unread.load(Ordering::Relaxed) {
                return Poll::Ready(Ok(()));
            }
        }
        let until = this.linger.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        loop {
            if until.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut scratch = [MaybeUninit::uninit(); 8192];
            let mut rest = ReadBuf::uninit(&mut scratch);
            let read = ready!(Pin::new(&mut this.stream).poll_read(cx, &mut rest));
            if read.is_err() || rest.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_deadline_is_short_for_a_request_head_and_longer_between_requests() {
        let activity = Activity::begin();
        let opened = Instant::now();
        assert_eq!(activity.deadline(), opened + HEAD_LIMIT, "whoever connects is expected to ask");

        tokio::time::advance(Duration::from_secs(3)).await;
        activity.bytes_arrived();
        assert_eq!(activity.deadline(), opened + HEAD_LIMIT, "drops of a head do not prolong it");
        let serving = activity.request_begins();
        activity.bytes_arrived();
        assert!(activity.deadline() > Instant::now(), "a handler has its own limit");

        drop(serving);
        tokio::time::advance(Duration::from_secs(5)).await;
        activity.bytes_left();
        assert_eq!(activity.deadline(), Instant::now() + QUIET_LIMIT, "each byte that leaves counts as life");

        activity.bytes_arrived();
        assert_eq!(activity.deadline(), Instant::now() + HEAD_LIMIT, "the next head");
    }

    #[tokio::test(start_paused = true)]
    async fn shutdown_shortens_the_deadline_for_a_request_head() {
        let activity = Activity::begin();
        tokio::time::advance(Duration::from_secs(3)).await;
        activity.stops();
        assert_eq!(activity.deadline(), Instant::now() + LAST_HEAD_LIMIT);
        activity.bytes_arrived();
        assert_eq!(activity.deadline(), Instant::now() + LAST_HEAD_LIMIT);
    }

    #[tokio::test(start_paused = true)]
    async fn in_http2_only_answers_extend_the_idle_deadline() {
        let activity = Activity::begin();
        activity.becomes_multiplexed();
        drop(activity.request_begins());
        let answered = Instant::now();
        tokio::time::advance(Duration::from_secs(100)).await;
        activity.bytes_arrived();
        activity.bytes_left();
        assert_eq!(activity.deadline(), answered + QUIET_LIMIT, "a PING and its answer are no life");
        activity.answer_goes_on();
        assert_eq!(activity.deadline(), Instant::now() + QUIET_LIMIT);

        tokio::time::advance(Duration::from_secs(100)).await;
        activity.stops();
        assert_eq!(activity.deadline(), Instant::now() + LAST_HEAD_LIMIT);
        tokio::time::advance(Duration::from_millis(900)).await;
        activity.bytes_left();
        assert_eq!(activity.deadline(), Instant::now() + LAST_HEAD_LIMIT, "the rest of an answer is let out");

        let serving = activity.request_begins();
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(
            activity.deadline(),
            Instant::now() + LAST_HEAD_LIMIT,
            "a handler's end is not missed for long"
        );
        drop(serving);
        assert_eq!(activity.deadline(), Instant::now() + LAST_HEAD_LIMIT, "its answer is let out, too");
    }
}
