//! The command line as pages: what is typed, what is printed, and the exit code.

use std::collections::BTreeSet;

use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

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

#[test]
fn the_bench_has_two_positions_of_each_game_of_the_first_family() {
    let lines = include_str!("../../crates/cli/src/commands/bench.tsv").lines().skip(2);
    let columns: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    assert!(columns.iter().all(|line| line.len() == 5 && line[3].parse::<u32>().is_ok_and(|depth| depth > 1)));
    for name in builtin::families().next().unwrap().1 {
        let positions: BTreeSet<_> = columns.iter().filter(|line| line[0] == name).map(|line| line[2]).collect();
        assert!(positions.len() >= 2 && positions.contains("start"), "{name}: {positions:?}");
    }
}
