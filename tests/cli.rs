//! The command line as pages: what is typed, what is printed, and the exit code.

#[test]
fn pages() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}
