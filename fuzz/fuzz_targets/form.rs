#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| boostdesk_web_api::fuzzing::form(bytes));
