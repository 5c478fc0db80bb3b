//! One version and one licence of all that users install.

use std::fs;
use std::path::Path;

use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Versions of a package and of those of this repository that it names, in its `Cargo.toml`.
fn versions(manifest: &str) -> Vec<&str> {
    let own = manifest.lines().filter(|line| line.starts_with("version = ") || line.starts_with("weakfish"));
    own.filter_map(|line| line.split_once("version = \"")?.1.split('"').next()).collect()
}

#[test]
fn every_crate_has_the_version() {
    for (path, count) in [("Cargo.toml", 9), ("bindings/js/Cargo.toml", 1), ("bindings/python/Cargo.toml", 1)] {
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
    let python = read("bindings/python/pyproject.toml");
    assert!(python.contains("\ndynamic = [\"version\"]\n"), "its version is not that of its Cargo.toml");
}

#[test]
fn the_changelog_begins_with_this_version_or_the_next() {
    let changelog = read("CHANGELOG.md");
    let first = changelog.lines().find(|line| line.starts_with("## ")).unwrap();
    assert!(first == "## [Unreleased]" || first.starts_with(&format!("## [{VERSION}] - ")), "{first}");
}
