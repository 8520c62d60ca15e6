//! The key file that the database's secrets are sealed under.

use std::path::Path;

use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::seal::{SealError, SealingKey};

/// Everybody reads it, and not even root changes its mode.
const PUBLIC: &str = "/proc/self/status";

#[test]
fn one_that_everybody_reads_and_that_cannot_be_mended_is_refused() {
    let refused = SealingKey::load_or_create(Path::new(PUBLIC), &Rng::system()).expect_err("it is refused");
    assert!(matches!(refused, SealError::Readable { .. }), "{refused:?}");
    assert_eq!(
        refused.to_string(),
        "/proc/self/status: others can read this key file, and its mode cannot be changed: make it 0600, and its owner \
         the one who runs this"
    );
}
