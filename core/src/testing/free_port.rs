//! Ports for programs that are about to be started.

use std::net::TcpListener;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Below the system's ephemeral ports, so that nothing else in this process gets one by chance.
const FIRST: u32 = 20_000;
const COUNT: u32 = 12_000;

/// Returns a port of loopback that nobody listens on, another one each time.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // Test programs that run at the same time begin at different places.
    let begin = process::id().wrapping_mul(331);
    let ports = (0..COUNT).map(|_| {
        let nth = begin.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % COUNT;
        u16::try_from(FIRST + nth).expect("below the system's own")
    });
    let mut free = ports.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.next().expect("a free port")
}
