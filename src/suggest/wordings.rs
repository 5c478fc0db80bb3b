//! The table of other words, `wordings.txt`.

use std::sync::LazyLock;

/// A row of `wordings.txt`.
#[derive(PartialEq, Eq)]
pub(super) struct Wording {
    pub(super) place: &'static str,
    pub(super) written: &'static str,
    pub(super) meant: &'static str,
}

pub(super) static WORDINGS: LazyLock<Vec<Wording>> = LazyLock::new(|| {
    let wording = |row: &'static str| {
        let (place, row) = row.split_once(": ").filter(|_| !row.starts_with('#'))?;
        let (written, meant) = row.split_once(" ->")?;
        Some(Wording { place, written, meant: meant.trim() })
    };
    include_str!("wordings.txt").lines().filter_map(wording).collect()
});

/// Whether the language has another word for this one.
pub(super) fn is_wording(word: &str) -> bool {
    WORDINGS.iter().any(|wording| wording.written == word)
}
