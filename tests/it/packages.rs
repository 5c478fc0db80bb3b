//! What users install: one version and one licence of all of it, and a release that is drafted with what could be built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(path: &str) -> String {
    let path = weakfish_testing::root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Versions of a package and of those of this repository that it names, in its `Cargo.toml`.
fn versions(manifest: &str) -> Vec<&str> {
    let own = manifest.lines().filter(|line| line.starts_with("version = ") || line.starts_with("weakfish"));
    own.filter_map(|line| line.split_once("version = \"")?.1.split('"').next()).collect()
}

#[test]
fn every_crate_has_the_version() {
    for (path, count) in [("Cargo.toml", 11), ("bindings/js/Cargo.toml", 1), ("bindings/js/player/Cargo.toml", 1)] {
        assert_eq!(versions(&read(path)), vec![VERSION; count], "{path}");
    }
}

#[test]
fn every_other_package_has_the_version_and_the_licence() {
    for (path, pointer) in [
        ("bindings/js/package.json", ""),
        ("bindings/js/package-lock.json", ""),
        ("editors/tree-sitter-weakfish/tree-sitter.json", "/metadata"),
        ("editors/vscode/package.json", ""),
        ("editors/vscode/package-lock.json", ""),
        ("playground/package.json", ""),
        ("playground/package-lock.json", ""),
    ] {
        let all: Value = serde_json::from_str(&read(path)).unwrap();
        let about = all.pointer(pointer).unwrap();
        assert_eq!(about["version"], VERSION, "{path}");
        if !path.ends_with("lock.json") {
            assert_eq!(about["license"], env!("CARGO_PKG_LICENSE"), "{path}");
        }
    }
    for (path, line) in [
        ("bindings/python/pyproject.toml", "dynamic = [\"version\"]"),
        ("bindings/python/Cargo.toml", "version.workspace = true"),
    ] {
        assert!(read(path).lines().any(|own| own == line), "{path} has a version of its own");
    }
    let pyffish = read("bindings/pyffish/pyproject.toml");
    for line in [format!("version = \"{VERSION}\""), format!("dependencies = [\"weakfish=={VERSION}\"]")] {
        assert!(pyffish.lines().any(|own| own == line), "bindings/pyffish/pyproject.toml lacks {line}");
    }
}

#[test]
fn the_changelog_begins_with_this_version_or_the_next() {
    let changelog = read("CHANGELOG.md");
    let first = changelog.lines().find(|line| line.starts_with("## ")).unwrap();
    assert!(first == "## [Unreleased]" || first.starts_with(&format!("## [{VERSION}] - ")), "{first}");
}

fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The lines of a job of a workflow.
fn job<'w>(workflow: &'w str, name: &str) -> &'w str {
    let (_, job) = workflow.split_once(&format!("\n  {name}:\n")).unwrap_or_else(|| panic!("no job {name}"));
    job.split("\n\n").next().unwrap()
}

/// What follows a key in the lines of a job.
fn values<'w>(job: &'w str, key: &str) -> Vec<&'w str> {
    job.lines().filter_map(|line| line.trim().strip_prefix(key)).map(str::trim).collect()
}

#[test]
fn a_release_is_drafted_with_what_could_be_built() {
    let workflow = read(".github/workflows/release.yml");
    // Without `!cancelled()`, a job is skipped as soon as any job before it, however far, has failed.
    for (name, condition) in [
        ("checksums", "${{ !cancelled() && needs.version.result == 'success' && needs.crates.result == 'success' }}"),
        ("draft", "${{ !cancelled() && needs.checksums.result == 'success' && github.ref_type == 'tag' }}"),
    ] {
        assert_eq!(values(job(&workflow, name), "if:"), [condition], "{name} waits for every platform");
    }
    let mut parts = vec!["common".to_owned()];
    parts.extend(values(job(&workflow, "program"), "- target:").into_iter().map(str::to_owned));
    parts.extend(values(job(&workflow, "python"), "- on:").into_iter().map(|system| format!("python-{system}")));
    assert!(parts.len() >= 10, "{parts:?}");

    let root = weakfish_testing::root();
    let folder = empty_folder("parts of a release");
    let sums = || {
        let run = Command::new(root.join(".ci/pack")).arg("sums").arg(&folder).output().unwrap();
        (run.status.success(), String::from_utf8(run.stderr).unwrap())
    };
    let (made, told) = sums();
    assert!(!made && told.starts_with("error: no part of a release is in "), "{told}");
    let archive = |part: &str| format!("weakfish-{VERSION}-{part}.tar.gz");
    for (index, part) in parts.iter().enumerate() {
        let of_part = folder.join(format!("release-{part}"));
        fs::create_dir_all(&of_part).unwrap();
        // The others are empty, as after a job that failed.
        if index % 2 == 0 {
            fs::write(of_part.join(archive(part)), part).unwrap();
        }
    }
    let (made, told) = sums();
    assert!(made, "{told}");
    let missing: Vec<&str> = parts.iter().skip(1).step_by(2).map(String::as_str).collect();
    let notes = fs::read_to_string(folder.join("NOTES.md")).unwrap();
    let named = format!("**Missing, since their jobs did not succeed:** {}.\n", missing.join(", "));
    assert!(notes.starts_with(&named), "{notes}");
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let listed: Vec<&str> = sums.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    let mut built: Vec<String> = parts.iter().step_by(2).map(|part| archive(part)).collect();
    built.sort();
    assert_eq!(listed, built);
}

/// The packages on whose sources the results of units depend.
const COMPUTING: [&str; 5] = [".", "crates/engine", "crates/endgame", "crates/player", "crates/units"];

#[test]
fn every_package_that_results_depend_on_hashes_its_sources() {
    let script = read("build.rs");
    for package in COMPUTING {
        assert_eq!(read(&format!("{package}/build.rs")), script, "{package}");
    }
    let units = read("crates/units/Cargo.toml");
    let named = units.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    let own: Vec<&str> = named.filter(|name| name.starts_with("weakfish")).collect();
    assert_eq!(own, ["weakfish", "weakfish-endgame", "weakfish-engine", "weakfish-player"], "their sources are hashed");
}

#[test]
fn results_of_all_programs_depend_on_the_same_foreign_packages() {
    let mut names = Vec::new();
    for package in COMPUTING {
        let manifest = read(&format!("{package}/Cargo.toml"));
        let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
        let lines = dependencies.lines().take_while(|line| !line.starts_with('['));
        let word = |line: &str| line.split(['.', ' ']).next().unwrap_or_default().to_owned();
        names.extend(lines.map(word).filter(|name| !name.is_empty() && name != "#" && !name.starts_with("weakfish")));
    }
    names.sort();
    names.dedup();
    let listed = read("crates/units/dependencies.txt");
    let pairs: Vec<(&str, &str)> = listed.lines().map(|line| line.split_once(' ').unwrap()).collect();
    assert_eq!(pairs.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names, "crates/units/dependencies.txt");
    let locked = read("Cargo.lock");
    for (name, version) in &pairs {
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(locked.contains(&entry), "Cargo.lock has another {name} than crates/units/dependencies.txt, {version}");
    }
}
