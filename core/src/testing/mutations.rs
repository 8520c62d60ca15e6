//! A short, repeatable fuzz run: the corpus of `fuzz/`, and the same mutations of it in every run.

use std::path::Path;

use crate::foundation::rng::Rng;

/// Returns each file of a target's corpus, and `each` mutations of it.
pub fn corpus_and_what_becomes_of_it(target: &str, each: usize) -> impl Iterator<Item = Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).expect("it is read")).collect();
    assert!(!corpus.is_empty(), "{} is empty", folder.display());
    let rng = Rng::seeded(11);
    (0..corpus.len()).flat_map(move |at| {
        let mutations: Vec<_> = (0..each).map(|_| mutated(&corpus, at, &rng)).collect();
        std::iter::once(corpus[at].clone()).chain(mutations)
    })
}

/// One to four changes of one file.
fn mutated(corpus: &[Vec<u8>], at: usize, rng: &Rng) -> Vec<u8> {
    let mut bytes = corpus[at].clone();
    for _ in 0..=below(4, rng) {
        change(&mut bytes, corpus, rng);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &Rng) {
    let from = below(bytes.len() + 1, rng);
    let to = (from + below(32, rng)).min(bytes.len());
    match below(7, rng) {
        0 => bytes.truncate(from),
        1 => drop(bytes.drain(from..to)),
        2 => {
            let again = bytes[from..to].to_vec();
            bytes.splice(from..from, again);
        }
        3 => {
            let odd = [0, 1, 0x7f, 0x80, 0xff, b'"', b'<', b'\n', b'9'][below(9, rng)];
            bytes[from..to].fill(odd);
        }
        4 => {
            let random = rng.bytes::<8>();
            bytes.splice(from..from, random[..=below(8, rng)].iter().copied());
        }
        5 => {
            let other = &corpus[below(corpus.len(), rng)];
            let begin = below(other.len() + 1, rng);
            let piece = &other[begin..(begin + 64).min(other.len())];
            bytes.splice(from..to, piece.iter().copied());
        }
        _ => {
            if let Some(byte) = bytes.get_mut(from) {
                *byte ^= 1 << below(8, rng);
            }
        }
    }
}

fn below(end: usize, rng: &Rng) -> usize {
    u32::from_le_bytes(rng.bytes()) as usize % end
}
