//! Build script that hashes the sources of this package: the hash distinguishes results of different builds. Each
//! package that computes results has a copy, since a published package has no files of another one.

use std::path::Path;
use std::{fs, io};

/// Paths to hash, if they exist: the sources, and the versions of foreign packages.
const HASHED: [&str; 2] = ["src", "dependencies.txt"];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for path in HASHED.map(Path::new) {
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
            list(path, &mut files)?;
        }
    }
    // The hash is the same on all systems: it depends neither on the order of a folder's files nor on line ends.
    files.sort();
    let bytes = files.iter().flat_map(|(name, text)| [name.as_bytes(), &[0], text.as_slice(), &[0]]).flatten();
    let fnv1a = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.filter(|byte| **byte != b'\r').fold(0xcbf2_9ce4_8422_2325, fnv1a);
    println!("cargo::rustc-env=WEAKFISH_SOURCES={hash:016x}");
    Ok(())
}

/// Adds the files of a folder, or a file, with their names.
fn list(path: &Path, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    if path.is_dir() {
        return fs::read_dir(path)?.try_for_each(|entry| list(&entry?.path(), files));
    }
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    files.push((names.join("/"), fs::read(path)?));
    Ok(())
}
