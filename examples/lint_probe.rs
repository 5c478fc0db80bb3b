//! Temporary.
use std::fs;
use std::path::{Path, PathBuf};
use weakfish::check::{BaseError, Resolver};
use weakfish::fairy_stockfish::Collection;
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

struct Files;
impl Resolver for Files {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }
    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }
    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let at = Path::new(&from.name).parent().unwrap().join(path);
        let text = fs::read_to_string(&at).map_err(|e| BaseError::Unreadable(e.to_string()))?;
        Ok(Source::new(at.to_string_lossy(), text))
    }
}

fn walk(at: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(at).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|e| e == "variant") {
            found.push(path);
        }
    }
}

fn report(corpus: &str, source: &Source) {
    let checked = check(source, &Files);
    println!("{corpus}\t{}\t#checked\t{}", source.name, checked.game.is_some());
    for diagnostic in checked.report.diagnostics() {
        let (line, _) = source.line_column(diagnostic.span().start);
        let text = source.text.lines().nth(line - 1).unwrap_or("");
        println!("{corpus}\t{}\t{}\t{}\t{}", source.name, diagnostic.code, diagnostic.message, text);
    }
}

fn main() {
    for arg in std::env::args().skip(1) {
        let (corpus, path) = arg.split_once('=').unwrap();
        if corpus == "ini" {
            let bases = fs::read_to_string("/work/shared/imports/_bases.ini").unwrap();
            let name = Path::new(path).file_stem().unwrap().to_string_lossy().into_owned();
            let text = bases + "\n" + &fs::read_to_string(path).unwrap();
            let collection = Collection::read(&Source::new(path, text));
            let names: Vec<String> = collection.names().map(str::to_owned).collect();
            for game in names {
                match collection.import(&game) {
                    Ok(import) => {
                        let kept: Vec<_> = import.definition.lines().filter(|line| !line.contains("// allow")).collect();
                        let text = kept.join("\n") + "\n";
                        let _ = fs::write(format!("/tmp/lintprobe/{name}-{game}.variant"), &text);
                        report(if import.losses.is_empty() { "ini" } else { "ini-lossy" }, &Source::new(format!("{name}/{game}"), text));
                    }
                    Err(_) => println!("ini\t{game}\t#refused"),
                }
            }
        } else if corpus == "md" {
            let text = fs::read_to_string(path).unwrap();
            for (number, block) in text.split("```").enumerate().filter(|(number, _)| number % 2 == 1) {
                if let Some((info, body)) = block.split_once('\n') {
                    if info.starts_with("variant") {
                        report("docs", &Source::new(format!("{path}:{number}"), body));
                    }
                }
            }
        } else {
            let mut found = Vec::new();
            walk(Path::new(path), &mut found);
            for file in found {
                let Ok(text) = fs::read_to_string(&file) else { continue };
                report(corpus, &Source::new(file.to_string_lossy(), text));
            }
        }
    }
}
