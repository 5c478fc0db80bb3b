//! Build script that takes the built page of the playground into the program, for `weakfish web`.
//!
//! The page is the folder that the variable `WEAKFISH_PAGE` names. Without it, a release build takes `playground/dist` of the
//! sources, or the folder `page` beside this script, which a published crate has. A build without a page is complete, too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io, path};

/// The variable that names the folder of the page; if it is empty, the program has none.
const VARIABLE: &str = "WEAKFISH_PAGE";

/// Folders in which a release build looks for the page.
const FOLDERS: [&str; 2] = ["../../playground/dist", "page"];

/// The file without which a folder is no page.
const INDEX: &str = "index.html";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let (mut files, mut folders) = (BTreeMap::new(), FOLDERS.map(PathBuf::from).to_vec());
    if let Some(named) = env::var_os(VARIABLE) {
        folders = vec![named.into()];
    } else if !is_release {
        folders.clear();
    }
    for folder in folders.into_iter().filter(|folder| folder.is_dir()) {
        println!("cargo::rerun-if-changed={}", folder.display());
        files = files_of(&folder)?;
        if files.contains_key(INDEX) {
            break;
        }
        files.clear();
    }
    if files.is_empty() && env::var_os(VARIABLE).is_some_and(|named| !named.is_empty()) {
        return Err(io::Error::other(format!("the folder that {VARIABLE} names has no {INDEX}")));
    }
    let mut code = "const EMBEDDED: &[EmbeddedFile] = &[\n".to_owned();
    for (name, (path, is_gzip)) in &files {
        let path = path.to_str().ok_or_else(|| io::Error::other("the path of the page is not UTF-8"))?;
        // Writing to a string can't fail.
        let _ = writeln!(
            code,
            "    EmbeddedFile {{ name: {name:?}, is_gzip: {is_gzip}, bytes: include_bytes!({path:?}) }},"
        );
    }
    code += "];\n";
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(target.join("page.rs"), code)
}

/// Files of the page by name, each with its path and whether that is compressed. A compressed form replaces the file itself.
fn files_of(folder: &Path) -> io::Result<BTreeMap<String, (PathBuf, bool)>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = path::absolute(entry?.path())?;
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if !path.is_file() || path.extension().is_some_and(|extension| extension == "br") {
            continue;
        }
        if let Some(name) = name.strip_suffix(".gz") {
            files.insert(name.to_owned(), (path.clone(), true));
        } else {
            files.entry(name.to_owned()).or_insert((path.clone(), false));
        }
    }
    Ok(files)
}
