//! Differences of stored moves.

use weakfish::testing::stored_moves::differences;

#[test]
fn pages_differ_by_setup_and_move() {
    let page = "setup a\n  a w\n  a2a3\n  a10b1\n  b2b3\n  pass\nsetup b\n  a2a3\n";
    assert!(differences(page, &page.replace('\n', "\r\n")).is_empty());
    assert_eq!(
        differences(page, "setup a\n  b w\n  a2a4\n  b2b3\n  end\nsetup c\n  a2a3\n"),
        [
            "setup a: 3 moves gone, 2 new",
            "  - position a w",
            "  + position b w",
            "  - a10b1",
            "  - a2a3",
            "  - pass",
            "  + a2a4",
            "  + end",
            "setup b: gone",
            "setup c: new",
        ]
    );
}

#[test]
fn long_lines_are_broken() {
    let moves: Vec<String> = (10..60).map(|to| format!("  a1b{to}")).collect();
    let lines = differences("setup a\n", &format!("setup a\n{}\n", moves.join("\n")));
    assert_eq!(lines[0], "setup a: 50 moves new");
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines.iter().all(|line| line.len() <= 96));
}
