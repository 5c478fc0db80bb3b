//! What holds of the sources as texts and no compiler holds: layers, names of games, purity, and the size of files.

mod imports;
mod tokens;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tokens::{TokenKind, tokenize};

/// The packages, each with the folder of its sources; which may use which, their manifests say and the compiler holds.
const PACKAGES: [&str; 10] = [
    "crates/engine/src",
    "src",
    "crates/endgame/src",
    "crates/solve/src",
    "crates/player/src",
    "crates/units/src",
    "crates/ide/src",
    "crates/fairy-stockfish/src",
    "crates/diagram/src",
    "crates/cli/src",
];

/// The modules of the engine and of the library, as the table of `ARCHITECTURE.md` lists them: each imports only from those before it.
fn layers() -> Vec<&'static str> {
    let (_, table) = include_str!("../../../ARCHITECTURE.md").split_once("| module | contents |\n").expect("the table");
    let names = table.lines().skip(1).take_while(|row| row.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    names.flat_map(|names| names.split('`').skip(1).step_by(2)).collect()
}

/// Words that are names of games and ordinary words of the field as well.
///
/// `chess` is the title of the base game; `grid` and `turning` are also what the rule parts are called.
const COMMON_WORDS: &[&str] = &["chess", "extinction", "grid", "lancer", "turning"];

/// No file of the sources is longer than this.
const MAX_LINES: usize = 1_000;

/// The Rust files of a package without its unit tests, by path under its folder of sources, and of each its text.
fn sources(package: &str) -> Vec<(PathBuf, String)> {
    let mut files = rust_files(package);
    let tests: Vec<PathBuf> = files.iter().flat_map(|(file, text)| test_modules(file, text)).collect();
    files
        .retain(|(file, _)| !tests.iter().any(|module| file.with_extension("") == *module || file.starts_with(module)));
    files
}

/// The paths of the modules that a file declares as `#[cfg(test)] mod name;`, without their extensions.
fn test_modules(file: &Path, text: &str) -> Vec<PathBuf> {
    const MARK: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let tokens = tokenize(text);
    let names = tokens.windows(MARK.len() + 2).filter(|window| {
        window.iter().zip(MARK).all(|(token, mark)| token.text == mark) && window[MARK.len() + 1].text == ";"
    });
    let folder = module_of(file).iter().collect::<PathBuf>();
    names.map(|window| folder.join(&window[MARK.len()].text)).collect()
}

#[test]
fn unit_tests_in_files_of_their_own_are_no_sources() {
    let text = "#[cfg(test)]\nmod tests;\nmod read;\n#[cfg(test)] mod inside { fn f() {} }";
    assert_eq!(test_modules(Path::new("notation/mod.rs"), text), [Path::new("notation/tests")]);
    assert_eq!(test_modules(Path::new("check/load.rs"), text), [Path::new("check/load/tests")]);
}

/// The Rust files in a folder of the repository and below, by path under it, and of each its text.
fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let root = weakfish_testing::root().join(folder);
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8");
                found.push((path.strip_prefix(&root).expect("below the folder").to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// The Rust files of a package, each with the package, its path and its text.
fn files_of(package: &'static str) -> impl Iterator<Item = (&'static str, PathBuf, String)> {
    rust_files(package).into_iter().map(move |(file, text)| (package, file, text))
}

/// The path of the module that a file holds: `[engine, game]`; empty for the root of the library.
fn module_of(file: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// The imports of files, tests aside.
fn read_modules(sources: &[(PathBuf, String)]) -> imports::Modules {
    let read = |(file, text): &(PathBuf, String)| {
        (file.display().to_string(), module_of(file), tokens::without_tests(&tokenize(text)))
    };
    imports::Modules::read(&sources.iter().map(read).collect::<Vec<_>>())
}

/// The imports that lead upward, or to what `lib.rs` has.
fn broken_layers(sources: &[(PathBuf, String)]) -> Vec<String> {
    let (modules, layers) = (read_modules(sources), layers());
    let layer = |file: &str| {
        let module = module_of(Path::new(file)).into_iter().next()?;
        Some(layers.iter().position(|layer| *layer == module).unwrap_or_else(|| panic!("`{module}` is in no layer")))
    };
    let arrows = modules.dependencies();
    let below_root = arrows.iter().filter_map(|(from, to)| Some((from, layer(from)?, to)));
    let broken = below_root.flat_map(|(from, here, to)| {
        let above = to.iter().filter(move |(to, _)| layer(to).is_none_or(|there| there > here));
        above.map(move |(to, line)| format!("{from}:{line} uses {to}"))
    });
    broken.collect()
}

#[test]
fn layers_import_downward_only() {
    let broken = broken_layers(&["crates/engine/src", "src"].map(sources).concat());
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

#[test]
fn an_import_from_above_is_found_however_it_is_written() {
    for (text, found) in [
        ("use crate::geometry::Square; use super::Game;", 0),
        ("use crate::notation::fen;", 1),
        ("use crate::{geometry::Square, notation::{fen, uci::{read, write}}};", 1),
        ("fn f() -> crate::check::Checked { crate::model::x() }", 1),
        ("use super::super::{notation::fen, model::Kind};", 1),
        ("mod inner { use super::super::super::check::Checked; }", 1),
        ("mod inner { use super::super::Game; } use super::Game;", 0),
        ("// use crate::check::Checked;\n/* crate::check::x() */ const S: &str = \"crate::check::x\";", 0),
        ("const S: &str = r#\"\"crate::model\"\"#; const C: char = '\"'; use crate::check::Checked;", 1),
        ("fn f<'a>(x: &'a str) -> crate::check::X<'a> {}", 1),
        ("use crate::BuiltIns;", 1),
        ("#[cfg(test)] mod tests { use crate::check::Checked; } use crate::model::Kind;", 0),
    ] {
        let root = "mod geometry; mod model; mod engine; mod notation; mod check; pub struct BuiltIns;";
        let item = "pub struct Square; pub struct Kind; pub struct Checked; pub fn fen() {}";
        let mut files = vec![(PathBuf::from("lib.rs"), root.to_owned())];
        for module in ["geometry", "model", "notation", "check"] {
            files.push((PathBuf::from(format!("{module}.rs")), item.to_owned()));
        }
        files.push((PathBuf::from("engine/mod.rs"), "mod moves; pub struct Game;".to_owned()));
        files.push((PathBuf::from("engine/moves.rs"), text.to_owned()));
        assert_eq!(broken_layers(&files).len(), found, "{text}: {:?}", broken_layers(&files));
    }
}

/// The circles of files that use one another.
fn cycles(sources: &[(PathBuf, String)]) -> Vec<Vec<String>> {
    imports::cycles(&read_modules(sources).dependencies())
}

#[test]
fn no_file_uses_itself_through_others() {
    let bindings = ["bindings/js/src", "bindings/js/player/src", "bindings/js/values/src", "bindings/python/src"];
    let circles = PACKAGES.iter().chain(&bindings).flat_map(|package| cycles(&sources(package)));
    let circles: Vec<String> = circles.map(|circle| circle.join("\n")).collect();
    assert!(circles.is_empty(), "\n{}\n", circles.join("\n\n"));
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    let circles = |files: &[(&str, &str)]| {
        let files: Vec<_> = files.iter().map(|(file, text)| (PathBuf::from(file), (*text).to_owned())).collect();
        cycles(&files)
    };
    let parent = ("a/mod.rs", "mod b; mod c; pub use b::B; pub(super) use c::{C, D as E};");
    for (b, c, found) in [
        ("use super::C; pub struct B;", "pub struct C;", 0),
        ("use super::C; pub struct B;", "use super::B; pub struct C;", 1),
        ("use super::c::C; pub struct B;", "fn f(b: super::B) {}", 1),
        ("use super::c; fn f() -> c::C {}", "use crate::a::{self, B}; pub struct C;", 1),
        ("use super::c; pub struct B;", "use super::B; pub struct C;", 0),
        ("use super::E; pub struct B;", "use super::b::{B as X}; pub struct D;", 1),
        ("pub use super::C; pub struct B;", "use super::B; pub struct C;", 0),
        ("mod x { use super::super::C; } pub struct B;", "use super::B;", 1),
        ("#[cfg(test)] mod tests { use super::super::C; } pub struct B;", "use super::B;", 0),
        ("use std::b::B; use c::C;", "use super::B;", 0),
    ] {
        assert_eq!(circles(&[("lib.rs", "mod a;"), parent, ("a/b.rs", b), ("a/c.rs", c)]).len(), found, "{b} {c}");
    }
    // A parent that only passes names on uses nothing; one with code of its own does.
    let parent = ("a/mod.rs", "mod b; use b::B; pub struct A;");
    assert_eq!(circles(&[("lib.rs", "mod a;"), parent, ("a/b.rs", "use super::A; pub struct B;")]).len(), 1);
}

/// The names of the games: file stems and titles of the definitions, as words.
fn game_names() -> BTreeSet<Vec<String>> {
    let folder = weakfish_testing::root().join("defs");
    let mut names = BTreeSet::new();
    let mut folders = vec![folder];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("a readable entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "variant") {
                files.push(path);
            }
        }
    }
    for path in files {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let title = text.lines().find_map(|line| line.trim_start().strip_prefix("game")?.split('"').nth(1));
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        names.extend([stem, title.unwrap_or_default().to_owned()].iter().map(|name| words(name)));
    }
    names.retain(|name| !(name.is_empty() || name.len() == 1 && COMMON_WORDS.contains(&name[0].as_str())));
    names
}

/// The words of a name or a text in small letters: `FoolishKing`, `foolish_king` and `Foolish King` have the same two.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for character in text.chars() {
        if !character.is_alphanumeric() || (character.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_alphanumeric(), words.last_mut()) {
            word.extend(character.to_lowercase());
        }
        before = character;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn no_code_names_a_game() {
    let names = game_names();
    let mut found = Vec::new();
    // Unit tests are no exception: a game that they need comes from a file of the tests. The words of another engine's
    // configurations are not ours to choose: some of its rules are called as games are.
    let packages = PACKAGES.into_iter().filter(|package| !package.contains("fairy-stockfish"));
    for (package, file, text) in packages.flat_map(files_of) {
        if file == Path::new("builtin.rs") {
            continue;
        }
        for token in tokenize(&text) {
            if !matches!(token.kind, TokenKind::Word | TokenKind::Text) {
                continue;
            }
            let words = words(&token.text);
            if let Some(name) = names.iter().find(|name| words.windows(name.len()).any(|window| window == *name)) {
                found.push(format!("{package}/{}:{}: {}", file.display(), token.line, name.join(" ")));
            }
        }
    }
    assert!(found.is_empty(), "the code names games:\n{}\n", found.join("\n"));
}

#[test]
fn a_game_is_found_however_it_is_written() {
    assert_eq!(words("FoolishKing foolish_king \"foolish-king\"").join(" "), ["foolish king"; 3].join(" "));
    assert_eq!(words("Gearshift Scotch 8x8"), ["gearshift", "scotch", "8x8"]);
}

/// The only files outside of the command line that start threads, and they wait for them.
const THREADS: &[&str] = &["engine/perft.rs", "chunks.rs", "search/root.rs", "evaluation/network/training.rs"];

/// What only the command line does, as paths and macros.
const IMPURE: &[&[&str]] = &[
    &["std", "::", "fs"],
    &["std", "::", "process"],
    &["std", "::", "env"],
    &["std", "::", "net"],
    &["std", "::", "thread"],
    &["Instant"],
    &["SystemTime"],
    &["io", "::", "stdin"],
    &["io", "::", "stdout"],
    &["io", "::", "stderr"],
    &["print", "!"],
    &["println", "!"],
    &["eprint", "!"],
    &["eprintln", "!"],
    &["dbg", "!"],
    &["todo", "!"],
    &["unimplemented", "!"],
];

#[test]
fn only_the_command_line_reads_prints_and_exits() {
    let mut found = Vec::new();
    let pure = PACKAGES.into_iter().filter(|package| !package.contains("cli"));
    for (package, (file, text)) in
        pure.flat_map(|package| sources(package).into_iter().map(move |file| (package, file)))
    {
        let tokens = tokens::without_tests(&tokenize(&text));
        for at in 0..tokens.len() {
            let here = |path: &&&[&str]| {
                path.iter().enumerate().all(|(i, part)| tokens.get(at + i).is_some_and(|token| token.text == *part))
            };
            let allowed =
                |path: &[&str]| path.contains(&"thread") && THREADS.iter().any(|threads| file == Path::new(threads));
            if let Some(path) = IMPURE.iter().find(here).filter(|path| !allowed(path)) {
                found.push(format!("{package}/{}:{}: {}", file.display(), tokens[at].line, path.concat()));
            }
        }
    }
    assert!(found.is_empty(), "the libraries are pure, but:\n{}\n", found.join("\n"));
}

#[test]
fn files_have_one_purpose_and_so_few_lines() {
    let long =
        PACKAGES.into_iter().flat_map(files_of).map(|(package, file, text)| (text.lines().count(), package, file));
    let long: Vec<_> = long.filter(|&(lines, ..)| lines > MAX_LINES).collect();
    assert!(long.is_empty(), "longer than {MAX_LINES} lines: {long:?}");
}

/// The packages whose manifest has `test = false` for the library: nobody compiles its unit tests.
fn untested_packages() -> Vec<&'static str> {
    let packages = PACKAGES.iter().chain(&["bindings/python/src", "grammar", "tests/fuzz/src"]);
    let is_untested = |package: &&&str| {
        let folder = weakfish_testing::root().join(package.trim_end_matches("src"));
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let (_, library) = manifest.split_once("[lib]\n").unwrap_or_default();
        library.lines().take_while(|line| !line.starts_with('[')).any(|line| line == "test = false")
    };
    packages.filter(is_untested).copied().collect()
}

/// The lines of a source with a test or with code for tests alone.
fn unit_tests(text: &str) -> Vec<usize> {
    const MARKS: [&[&str]; 2] = [&["#", "[", "test", "]"], &["#", "[", "cfg", "(", "test", ")", "]"]];
    let tokens = tokenize(text);
    let begins = |rest: &[tokens::Token], mark: &&[&str]| {
        rest.len() >= mark.len() && rest.iter().zip(mark.iter()).all(|(token, part)| token.text == *part)
    };
    let marked = (0..tokens.len()).filter(|&at| MARKS.iter().any(|mark| begins(&tokens[at..], mark)));
    marked.map(|at| tokens[at].line).collect()
}

#[test]
fn a_library_without_unit_tests_contains_none() {
    let packages = untested_packages();
    assert!(packages.len() > 7, "{packages:?}");
    let found = packages.into_iter().flat_map(files_of).flat_map(|(package, file, text)| {
        unit_tests(&text).into_iter().map(move |line| format!("{package}/{}:{line}", file.display()))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "nobody runs these tests:\n{}\n", found.join("\n"));
    for (text, lines) in [
        ("#[cfg(test)]\nmod tests {\n    #[test]\n    fn f() {}\n}", vec![1, 3]),
        ("// #[test]\nconst TEXT: &str = \"#[test]\";\n#[cfg(not(test))] fn f() {}", Vec::new()),
    ] {
        assert_eq!(unit_tests(text), lines, "{text}");
    }
}

/// A file that no module declares is compiled by nobody, and its tests are run by nobody.
#[test]
fn every_test_is_in_the_one_binary_of_its_package() {
    for (folder, root) in [
        ("tests/it", "main.rs"),
        ("tests/endgame", "main.rs"),
        ("tests/solve", "main.rs"),
        ("tests/program", "main.rs"),
        ("tests/support/src", "lib.rs"),
    ] {
        let files = rust_files(folder);
        let declared = |file: &Path| {
            let is_folder = file.file_name().is_some_and(|name| name == "mod.rs");
            let module = if is_folder { file.parent().expect("a folder") } else { file };
            let name = module.file_stem().expect("a name").to_string_lossy();
            let above = module.parent().expect("a folder");
            let parent = if above == Path::new("") { PathBuf::from(root) } else { above.join("mod.rs") };
            let declarations = ["", "pub ", "pub(crate) "].map(|public| format!("{public}mod {name};"));
            files
                .iter()
                .any(|(file, text)| *file == parent && text.lines().any(|line| declarations.iter().any(|d| d == line)))
        };
        let lost: Vec<_> =
            files.iter().map(|(file, _)| file).filter(|file| *file != Path::new(root) && !declared(file)).collect();
        assert!(lost.is_empty(), "not part of {folder}: {lost:?}");
    }
}
