//! The command line as pages: what is typed, what is printed, and the exit code.

use weakfish::source::Source;
use weakfish::{BuiltIns, check};

#[test]
fn pages() {
    // Commands name files of the repository, and other tests name theirs whole.
    std::env::set_current_dir(weakfish_testing::root()).expect("the folder of the repository");
    trycmd::TestCases::new().case("tests/cli/*.md").case("tests/cli/*.toml").case("README.md");
}

#[test]
fn the_definition_in_the_readme_is_sound() {
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    let definition = blocks.filter(|block| block.contains("extends fide")).collect::<String>();
    let checked = check(&Source::new("README", definition.as_str()), &BuiltIns);
    assert!(checked.report.is_empty() && checked.game.is_some(), "{:?}", checked.report);
}
