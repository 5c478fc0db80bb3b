//! Which file uses which: the imports of all sources, followed through re-exports to the file that has the item.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::Token;

/// A path of names from the root of the crate.
type Names = Vec<String>;

/// The sources as modules.
pub(crate) struct Modules {
    /// By path: every module, those written inline too.
    modules: BTreeMap<Names, Module>,
    /// The names of the files, as they are reported.
    files: Vec<String>,
}

#[derive(Default)]
struct Module {
    /// Index of the file that holds it.
    file: usize,
    /// What `use` binds in it: the name here, and the path it stands for as it is written.
    bindings: Vec<(String, Names)>,
    /// Paths it uses, as written, with the line of each.
    uses: Vec<(Names, usize)>,
}

impl Modules {
    /// Reads files: the name of each, the path of its module, and its tokens without tests.
    pub(crate) fn read(files: &[(String, Names, Vec<Token>)]) -> Self {
        let mut all = Self { modules: BTreeMap::new(), files: files.iter().map(|(name, ..)| name.clone()).collect() };
        for (file, (_, module, tokens)) in files.iter().enumerate() {
            all.modules.entry(module.clone()).or_default().file = file;
            Reader { all: &mut all, file, tokens, module: module.clone() }.read();
        }
        all
    }

    /// For each file: the files it uses, with the line of the first use.
    pub(crate) fn dependencies(&self) -> BTreeMap<&str, BTreeMap<&str, usize>> {
        let mut arrows: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for (path, module) in &self.modules {
            for (used, line) in &module.uses {
                for file in self.files_of(path, used, 0) {
                    if file != module.file {
                        let to = arrows.entry(&self.files[module.file]).or_default();
                        to.entry(&self.files[file]).or_insert(*line);
                    }
                }
            }
        }
        arrows
    }

    /// The files of the items that a path means, seen from a module. A path to a module alone means no item.
    fn files_of(&self, from: &[String], path: &[String], depth: usize) -> BTreeSet<usize> {
        const MAX_REEXPORTS: usize = 16;
        let mut found = BTreeSet::new();
        let Some((mut here, mut rest)) = self.start(from, path) else { return found };
        while let Some((name, after)) = rest.split_first() {
            let Some(module) = self.modules.get(&here) else { return found };
            let child: Names = here.iter().chain([name]).cloned().collect();
            let is_module = self.modules.contains_key(&child);
            // A function may have the name of a module; then only the end of a path can mean it.
            let bound = module.bindings.iter().filter(|(binding, _)| binding == name || binding == "*");
            let is_passed_on = module.bindings.iter().any(|(binding, _)| binding == name);
            for (_, target) in bound.filter(|_| depth < MAX_REEXPORTS && (after.is_empty() || !is_module)) {
                let whole: Names = target.iter().chain(after).cloned().collect();
                found.extend(self.files_of(&here, &whole, depth + 1));
            }
            if is_module {
                (here, rest) = (child, after);
            } else {
                // What is passed on and in no file here is another package's.
                if found.is_empty() && !is_passed_on {
                    found.insert(module.file);
                }
                return found;
            }
        }
        found
    }

    /// The module where a path starts, and the rest of it; `None` for one of another crate.
    fn start<'p>(&self, from: &[String], path: &'p [String]) -> Option<(Names, &'p [String])> {
        let mut here = from.to_vec();
        let mut rest = path;
        let mut anchored = false;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => here.clear(),
                "super" => drop(here.pop()),
                "self" => {}
                _ => break,
            }
            (anchored, rest) = (true, after);
        }
        let first = rest.first()?;
        let child: Names = here.iter().chain([first]).cloned().collect();
        let module = self.modules.get(&here)?;
        let known = self.modules.contains_key(&child) || module.bindings.iter().any(|(name, _)| name == first);
        (anchored || known).then_some((here, rest))
    }
}

struct Reader<'a> {
    all: &'a mut Modules,
    file: usize,
    tokens: &'a [Token],
    module: Names,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    fn here(&mut self) -> &mut Module {
        let file = self.file;
        let module = self.all.modules.entry(self.module.clone()).or_default();
        module.file = file;
        module
    }

    fn read(mut self) {
        let mut depth = 0;
        // The depths of braces at which inline modules close.
        let mut inline = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            match self.text(at) {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if inline.last() == Some(&depth) {
                        inline.pop();
                        self.module.pop();
                    }
                }
                "mod" if self.text(at + 2) == "{" => {
                    inline.push(depth);
                    self.module.push(self.text(at + 1).to_owned());
                    self.here();
                }
                "use" => {
                    // `pub use` and `pub(crate) use` pass a name on; they use nothing themselves.
                    let passes_on = at > 0 && matches!(self.text(at - 1), "pub" | ")");
                    at = self.tree(at + 1, &Vec::new(), passes_on);
                }
                _ => self.path(at),
            }
            at += 1;
        }
    }

    /// Reads a tree of imports that starts at a token; gives the place of the token after it.
    fn tree(&mut self, mut at: usize, before: &Names, passes_on: bool) -> usize {
        let mut path = before.clone();
        let line = self.tokens.get(at).map_or(0, |token| token.line);
        loop {
            match self.text(at) {
                "{" => {
                    at += 1;
                    while !matches!(self.text(at), "}" | "") {
                        at = self.tree(at, &path, passes_on);
                        if self.text(at) == "," {
                            at += 1;
                        }
                    }
                    return at + 1;
                }
                "::" => {}
                name => path.push(name.to_owned()),
            }
            at += 1;
            if matches!(self.text(at), ";" | "," | "}" | "as" | "") {
                break;
            }
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if self.text(at) == "as" {
            self.text(at + 1).clone_into(&mut name);
            at += 2;
        }
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
            name = path.last().cloned().unwrap_or_default();
        }
        if name == "*" {
            path.pop();
        }
        if !passes_on {
            self.here().uses.push((path.clone(), line));
        }
        // A name that stands for itself would be looked up for ever.
        if path.len() > 1 {
            self.here().bindings.push((name, path));
        }
        at
    }

    /// A path in the code, `module::item`, unless a longer one goes through this token.
    fn path(&mut self, at: usize) {
        let starts = self.text(at + 1) == "::" && (at == 0 || self.text(at - 1) != "::");
        if !starts {
            return;
        }
        let mut path = vec![self.text(at).to_owned()];
        let mut next = at + 1;
        while self.text(next) == "::" && !matches!(self.text(next + 1), "<" | "{" | "*") {
            path.push(self.text(next + 1).to_owned());
            next += 2;
        }
        let line = self.tokens[at].line;
        self.here().uses.push((path, line));
    }
}

/// The files that a file uses, directly or through others.
fn reached<'a>(from: &'a str, arrows: &BTreeMap<&'a str, BTreeMap<&'a str, usize>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut fresh = vec![from];
    while let Some(file) = fresh.pop() {
        fresh.extend(arrows.get(file).into_iter().flat_map(BTreeMap::keys).filter(|&&to| reached.insert(to)));
    }
    reached
}

/// All circles, each once: for files each of which uses all others, directly or through others, which of them uses
/// which.
pub(crate) fn cycles(arrows: &BTreeMap<&str, BTreeMap<&str, usize>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<_, _> = arrows.keys().map(|&file| (file, reached(file, arrows))).collect();
    let mut groups: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (&file, others) in &reached {
        let back = |other: &&str| reached.get(other).is_some_and(|others| others.contains(file));
        let circle: Vec<&str> = others.iter().copied().filter(back).collect();
        if !circle.is_empty() {
            groups.insert(circle);
        }
    }
    let circle = |group: &Vec<&str>| -> Vec<String> {
        let arrows = group.iter().flat_map(|from| {
            let to = arrows[from].iter().filter(|(to, _)| group.contains(to));
            to.map(move |(to, line)| format!("{from}:{line} uses {to}"))
        });
        arrows.collect()
    };
    groups.iter().map(circle).collect()
}
