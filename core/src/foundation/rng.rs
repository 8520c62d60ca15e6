//! The one source of randomness. Tests seed it, so that a run can be repeated.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng};

#[derive(Clone)]
pub struct Rng(Source);

#[derive(Clone)]
enum Source {
    System,
    Seeded(Arc<Mutex<StdRng>>),
}

impl Rng {
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// The same bytes in every run. Never for anything that must stay secret.
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(seed)))))
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => rand::fill(&mut bytes),
            Source::Seeded(rng) => {
                rng.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
            }
        }
        bytes
    }

    /// A random UUID (version 4) for rows that need an id of their own.
    pub fn uuid(&self) -> String {
        let mut bytes: [u8; 16] = self.bytes();
        bytes[6] = (bytes[6] & 0x0f) | 0x40;
        bytes[8] = (bytes[8] & 0x3f) | 0x80;
        let hex = data_encoding::HEXLOWER.encode(&bytes);
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    }
}

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rng")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_uuid_is_version_4_in_hyphenated_lowercase_form() {
        let id = Rng::seeded(1).uuid();
        let groups: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(groups, [8, 4, 4, 4, 12], "{id}");
        assert!(id.bytes().all(|byte| byte == b'-' || b"0123456789abcdef".contains(&byte)), "{id}");
        // Version 4, of the variant of RFC 9562.
        assert_eq!((&id[14..15], id[19..20].trim_matches(['8', '9', 'a', 'b'])), ("4", ""), "{id}");
    }
}
