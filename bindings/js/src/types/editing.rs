//! What an editor shows.

use serde::Serialize;
use tsify::Tsify;

/// A place in a text.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct Place {
    pub start: usize,
    pub end: usize,
}

/// What is shown beside a word.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Hover {
    pub start: usize,
    pub end: usize,
    pub markdown: String,
    /// A picture of the moves of the man that the word is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub svg: Option<String>,
}

/// Something that can be written.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Completion {
    pub label: String,
    pub insert: String,
    /// An example, a name or a title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub detail: Option<String>,
    /// In Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub doc: Option<String>,
    #[tsify(type = "\"heading\" | \"line\" | \"keyword\" | \"man\" | \"name\" | \"game\" | \"square\" | \"atom\"")]
    pub kind: &'static str,
}

/// What can be written at a place, instead of what stands there.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Completions {
    pub from: usize,
    pub to: usize,
    pub items: Vec<Completion>,
}

/// A section, or a line of one.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct OutlineItem {
    pub name: String,
    /// What stands after the colon.
    pub detail: String,
    #[tsify(
        type = "\"game\" | \"section\" | \"setup\" | \"test\" | \"fact\" | \"man\" | \"region\" | \"rule\" | \"ending\" | \"line\""
    )]
    pub kind: &'static str,
    pub start: usize,
    pub end: usize,
    pub children: Vec<OutlineItem>,
}

/// A word of a text.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Token {
    pub start: usize,
    pub end: usize,
    /// What it is, as the reference of the language has it.
    #[tsify(
        type = "\"heading\" | \"key\" | \"keyword\" | \"side\" | \"text\" | \"game\" | \"man\" | \"state\" | \"man-name\" | \"part\" | \"region\" | \"setup\" | \"movement\" | \"number\" | \"square\" | \"direction\" | \"empty\" | \"reason\" | \"position\" | \"play\" | \"move\" | \"comment\""
    )]
    pub kind: &'static str,
}

/// The sections of a text.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct Outline(pub Vec<OutlineItem>);

/// Places in a text.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct Places(pub Vec<Place>);

/// The words of a text.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct Tokens(pub Vec<Token>);
