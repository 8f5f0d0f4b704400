//! What the macros and rustc refuse, one case named after each rule, and how they say it.

/// Rewrite the expected messages with `TRYBUILD=overwrite cargo test --test ui`, then read each of them.
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
