//! Lays the program out: what a start, a login and a quiet while run stands together, so that the kernel has to hold little
//! else of it. Where the machine's linker or loader cannot, the program is the same but for that: decision 0052.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Beginnings of the functions' names, one a line: what `make order` has found.
const FIRST: &str = include_str!("link/first.txt");

/// Only lld has it. GNU ld has the script below, too, and takes minutes for it.
const OF_LLD: &str = "-Wl,--symbol-ordering-file=/dev/null";

/// Addresses within the program as a table of bits: a tenth of what the loader reads and keeps otherwise.
const PACKED_ADDRESSES: &str = "-Wl,-z,pack-relative-relocs";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=link/first.txt");
    let out = PathBuf::from(variable("OUT_DIR"));
    let optimised = variable("OPT_LEVEL") != "0";
    let for_this_machine = variable("HOST") == variable("TARGET");
    if !optimised || !for_this_machine || variable("CARGO_CFG_TARGET_OS") != "linux" {
        return;
    }
    if runs_with(&out, OF_LLD) {
        let script = out.join("first.ld");
        fs::write(&script, linker_script()).expect("OUT_DIR can be written to");
        println!("cargo::rustc-link-arg-bin=boostdesk={}", script.display());
    }
    if runs_with(&out, PACKED_ADDRESSES) {
        println!("cargo::rustc-link-arg-bin=boostdesk={PACKED_ADDRESSES}");
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Whether a program that is linked so is made, and starts.
fn runs_with(out: &Path, argument: &str) -> bool {
    let (source, program) = (out.join("probe.rs"), out.join("probe"));
    fs::write(&source, "fn main() {}").expect("OUT_DIR can be written to");
    // What cargo was told to link with, if anything.
    let linker = env::var("RUSTC_LINKER").ok().map(|linker| format!("-Clinker={linker}"));
    let made = Command::new(variable("RUSTC"))
        .args(variable("CARGO_ENCODED_RUSTFLAGS").split('\x1f').filter(|flag| !flag.is_empty()))
        .args(linker)
        .arg(format!("-Clink-arg={argument}"))
        .arg("-o")
        .args([&program, &source])
        .output();
    made.is_ok_and(|made| made.status.success())
        && Command::new(&program).status().is_ok_and(|status| status.success())
}

/// A section for each function is what compilers make. One that is rarely entered, by their guess, has a prefix.
fn linker_script() -> String {
    let sections = FIRST.lines().map(|name| format!("    .text.{name}* .text.unlikely.{name}*\n"));
    format!(
        "SECTIONS {{\n  .text.first : {{ *(\n{}  ) }}\n}} INSERT BEFORE .text;\n",
        sections.collect::<String>()
    )
}
