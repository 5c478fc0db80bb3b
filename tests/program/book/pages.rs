//! The pages of the book and their blocks.

use std::fs;
use std::path::PathBuf;

/// The folder of the book.
pub(super) fn docs() -> PathBuf {
    weakfish_testing::root().join("docs")
}

/// A page: its path from `docs`, and its text.
pub(super) struct Page {
    pub(super) path: String,
    pub(super) text: String,
}

/// All pages, `SUMMARY.md` among them, in the order of their paths.
pub(super) fn all() -> Vec<Page> {
    let docs = docs();
    let mut pages = Vec::new();
    let mut folders = vec![docs.clone()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(&docs).unwrap().to_str().unwrap().replace('\\', "/");
                pages.push(Page { path, text });
            }
        }
    }
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages
}

/// A block between fences.
pub(super) struct Block<'a> {
    /// What stands behind the fence that opens it.
    pub(super) info: &'a str,
    /// Its lines.
    pub(super) text: &'a str,
    /// Where its lines start in the page.
    pub(super) start: usize,
    /// The number of the line that opens it.
    pub(super) line: usize,
}

impl<'a> Block<'a> {
    /// The first word behind the fence.
    pub(super) fn kind(&self) -> &'a str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The other words behind it.
    pub(super) fn marks(&self) -> impl Iterator<Item = &'a str> {
        self.info.split(' ').skip(1)
    }
}

impl Page {
    /// The blocks of the page, in order.
    pub(super) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<(&str, usize, usize)> = None;
        let mut at = 0;
        for (line, text) in self.text.split_inclusive('\n').enumerate() {
            let next = at + text.len();
            match (open, text.strip_prefix("```")) {
                (None, Some(info)) => open = Some((info.trim(), next, line + 1)),
                (Some((info, start, line)), Some(_)) => {
                    blocks.push(Block { info, text: &self.text[start..at], start, line });
                    open = None;
                }
                _ => {}
            }
            at = next;
        }
        assert!(open.is_none(), "docs/{}: a block is not closed", self.path);
        blocks
    }

    /// Stores another text, or tells that the stored one is not this.
    pub(super) fn compare(&self, now: &str, how: &str) -> Option<String> {
        if self.text == now {
            return None;
        }
        if updating() {
            fs::write(docs().join(&self.path), now).unwrap();
            return None;
        }
        let first = self.text.lines().zip(now.lines()).position(|(stored, now)| stored != now);
        let line = first.unwrap_or_else(|| self.text.lines().count().min(now.lines().count()));
        let found = now.lines().nth(line).unwrap_or_default();
        Some(format!("docs/{}:{}: {how}; now it is\n    {found}", self.path, line + 1))
    }
}

/// Whether pages are written anew, as snapshots are.
pub(super) fn updating() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}
