//! The slow part of the build script, in a crate of its own: profiles can optimise a crate, but not a build script.

use std::io::Write as _;

/// Brotli at its best.
pub fn brotli(content: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let (buffer, quality, window) = (4096, 11, 22);
    let mut writer = brotli::CompressorWriter::new(&mut packed, buffer, quality, window);
    writer.write_all(content).and_then(|()| writer.flush()).expect("memory takes what is written to it");
    drop(writer);
    packed
}
