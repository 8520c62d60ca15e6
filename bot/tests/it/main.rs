//! The real binary, as operators and scripts see it: standard output, exit codes, signals.

mod backup;
mod chat;
mod commands;
mod configuration;
mod crash;
mod demo;
mod deploy;
mod http;
mod https;
#[cfg(target_os = "linux")]
mod imports;
mod process;
mod restore;
mod service;
mod serving;
mod watched;
