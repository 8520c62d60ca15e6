#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| boostdesk_core::shop::stores::fuzzing::store_call(bytes));
