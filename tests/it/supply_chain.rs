//! Foreign code and foreign machines: workflows that take only what they name by its hash and give their jobs the time that they
//! take, update bots that know every lock file, and the same bytes of a checkout on every system.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use weakfish_testing::root;

const WORKFLOWS: &str = ".github/workflows";

/// Text files below a folder, without what is built or installed there.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !["node_modules", "target", "dist", "book", ".git"].contains(&name) {
                found.extend(files(&path));
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            found.push((path, text));
        }
    }
    found
}

/// The jobs of a workflow: the blocks indented by two below `jobs:`.
fn jobs(workflow: &str) -> Vec<String> {
    let (_, jobs) = workflow.split_once("\njobs:\n").expect("jobs");
    let mut found: Vec<String> = Vec::new();
    for line in jobs.lines().filter(|line| !line.trim_start().starts_with('#')) {
        if line.starts_with("  ") && !line.starts_with("   ") {
            found.push(String::new());
        }
        if let Some(job) = found.last_mut() {
            *job += line;
            job.push('\n');
        }
    }
    found
}

#[test]
fn actions_are_pinned_by_hash() {
    let mut count = 0;
    for (path, text) in files(&root().join(WORKFLOWS)) {
        for line in text.lines().filter(|line| line.trim_start_matches([' ', '-']).starts_with("uses:")) {
            let (action, version) = line.split_once(" # v").unwrap_or_else(|| panic!("{}: {line}", path.display()));
            let (_, hash) = action.split_once('@').unwrap_or_default();
            let is_hash = hash.len() == 40 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            assert!(is_hash && version.split('.').count() == 3, "{}: {line}", path.display());
            count += 1;
        }
    }
    assert!(count >= 4, "only {count} actions");
}

#[test]
fn a_job_that_may_write_runs_nothing_that_was_built() {
    let mut writing = 0;
    for (path, text) in files(&root().join(WORKFLOWS)) {
        let (head, _) = text.split_once("\njobs:\n").unwrap();
        assert!(head.contains("\npermissions:"), "{} has all permissions that there are", path.display());
        assert!(!head.contains("write"), "every job of {} may write", path.display());
        let jobs = jobs(&text);
        assert!(!jobs.is_empty(), "{}", path.display());
        for job in jobs.iter().filter(|job| job.contains(": write") || job.contains("write-all")) {
            let mut commands = job.lines().filter(|line| line.contains("run:"));
            let is_safe = commands.all(|line| line.trim_start().starts_with("- run: gh release create --draft "));
            assert!(is_safe && !job.contains("checkout"), "{}:\n{job}", path.display());
            writing += 1;
        }
    }
    assert_eq!(writing, 2, "only the jobs that publish the pages and draft a release may write");
}

#[test]
fn npm_runs_no_scripts_of_packages() {
    let mut count = 0;
    for folder in [".ci", ".github", "bindings", "docs", "editors", "playground", "crates/cli/src"] {
        for (path, text) in files(&root().join(folder)) {
            // The package of this repository has none.
            let lines = text.lines().filter(|line| !line.contains("`npm install weakfish`"));
            for line in lines.filter(|line| ["npm ci", "npm install", "npx "].iter().any(|how| line.contains(how))) {
                assert!(line.contains("--ignore-scripts"), "{}: {line}", path.display());
                count += 1;
            }
        }
    }
    assert!(count >= 5, "only {count} lines");
}

#[test]
fn the_update_bot_knows_every_lock_file() {
    let bot = fs::read_to_string(root().join(".github/dependabot.yml")).unwrap();
    for (ecosystem, lock) in [("cargo", "Cargo.lock"), ("npm", "package-lock.json")] {
        let mark = format!("package-ecosystem: {ecosystem}\n");
        let (_, block) = bot.split_once(&mark).expect(ecosystem);
        let block = block.split("package-ecosystem:").next().unwrap();
        let listed: BTreeSet<&str> =
            block.lines().filter_map(|line| line.trim().strip_prefix("- /").map(str::trim)).collect();
        let paths = files(root()).into_iter().map(|(path, _)| path);
        let own: BTreeSet<String> = paths
            .filter(|path| path.file_name().is_some_and(|name| name == lock))
            .map(|path| path.parent().unwrap().strip_prefix(root()).unwrap().to_str().unwrap().to_owned())
            .collect();
        assert_eq!(listed, own.iter().map(String::as_str).collect(), "{ecosystem}");
    }
    assert!(bot.contains("package-ecosystem: github-actions\n"));
}

#[test]
fn a_job_has_the_time_that_it_takes() {
    let script = fs::read_to_string(root().join(".ci/run")).unwrap();
    let named = |line: &str| Some(line.strip_prefix("part_")?.split_once("() {")?.0.to_owned());
    let parts: BTreeSet<String> = script.lines().filter_map(named).collect();
    assert!(parts.len() > 3, "{parts:?}");
    let mut run = BTreeSet::new();
    for (path, text) in files(&root().join(WORKFLOWS)) {
        for job in jobs(&text) {
            let limit = job.lines().find_map(|line| line.trim().strip_prefix("timeout-minutes: "));
            let minutes: u32 = limit.and_then(|limit| limit.parse().ok()).unwrap_or_else(|| panic!("{job}"));
            if job.contains("run: .ci/run ${{ matrix.parts }}\n") {
                // A part takes up to a quarter of an hour, and a forge's machine may be slower.
                assert!(minutes >= 45, "{}: {minutes} minutes for .ci/run", path.display());
                let (_, rows) = job.split_once("parts:\n").unwrap();
                let rows = rows.lines().map_while(|row| row.trim().strip_prefix("- "));
                run.extend(rows.flat_map(str::split_whitespace).map(str::to_owned));
            }
        }
    }
    assert_eq!(run, parts, "the forge runs all parts");
}

#[test]
fn a_checkout_has_the_same_bytes_on_every_system() {
    let rules = fs::read_to_string(root().join(".gitattributes")).unwrap();
    assert_eq!(rules.lines().find(|line| !line.starts_with('#')), Some("* text=auto eol=lf"));
    // What Git takes each file for; where there is no Git, there is no checkout.
    let listed = Command::new("git").args(["ls-files", "--eol"]).current_dir(root()).output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else { return };
    let listed = String::from_utf8(listed.stdout).unwrap();
    let mut kinds = [0; 2];
    for line in listed.lines() {
        let (about, path) = line.split_once('\t').unwrap();
        let (content, attributes) = about.split_once("attr/").unwrap();
        let is_binary = attributes.trim() == "-text";
        let is_alike = is_binary || attributes.contains("eol=lf");
        let has_other_ends = ["i/-text", "i/crlf", "i/mixed"].iter().any(|ends| content.starts_with(ends));
        assert!(is_alike && (is_binary || !has_other_ends), "{path}: {about}");
        kinds[usize::from(is_binary)] += 1;
    }
    assert!(kinds[0] > 1000 && kinds[1] > 2, "{kinds:?}");
}
