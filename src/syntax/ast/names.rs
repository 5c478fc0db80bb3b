//! Words of the user's own: names, symbols of men, lists of men.

pub(crate) use crate::model::Whose;
use crate::source::Spanned;
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// A word that names something: a setup, a region, a part of a man, a reason.
pub(crate) type Name = Spanned<String>;

/// A man's symbol as written everywhere but on boards: a capital letter, `+K` or `K'`.
pub(crate) type Symbol = Spanned<String>;

/// Kinds of men to choose from: `P or K`, `all men but K`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MenList {
    /// Whether the list names those that are not meant.
    pub(crate) all_but: bool,
    /// Men that are named; none at all where no list is written.
    pub(crate) symbols: Vec<Symbol>,
}

impl MenList {
    /// Whether no list is written.
    pub(crate) const fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Whether a man is meant by its symbol.
    pub(crate) fn includes(&self, symbol: &Symbol) -> bool {
        self.symbols.iter().any(|one| one.value == symbol.value) != self.all_but
    }
}

/// The first list of men among the children.
pub(in crate::syntax) fn men_list(node: &Node<'_>) -> MenList {
    let read = |list: Node<'_>| MenList {
        all_but: list.has(Rule::but) || node.has(Rule::but),
        symbols: list.words_of(Rule::symbol),
    };
    node.child(Rule::men_list).map(read).unwrap_or_default()
}

/// Lowers `own` or `enemy` before men.
pub(in crate::syntax) fn whose(node: &Node<'_>) -> Option<Whose> {
    let word = node.child_of(&[Rule::own, Rule::enemy])?;
    Some(if word.rule() == Rule::own { Whose::Own } else { Whose::Enemy })
}
