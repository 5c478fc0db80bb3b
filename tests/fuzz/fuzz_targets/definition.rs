#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| weakfish_fuzz::definition(text));
