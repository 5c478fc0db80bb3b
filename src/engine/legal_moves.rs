use std::ops::ControlFlow;

use super::core::Selection;
use super::width::each_width;
use super::{Move, MoveList, Position};

/// The legal moves of a position, or some of them.
///
/// They are found when they are asked for. Their order is the same each time, and tells nothing.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use weakfish::engine::MoveList;
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let position = game.start();
/// assert_eq!(position.legal_moves().count(), 20);
/// assert!(position.legal_moves().captures().is_empty());
///
/// // One after another, until told to stop.
/// let found = position.legal_moves().visit(|mv| match mv.to() == game.variant().board.parse("e4") {
///     true => ControlFlow::Break(mv),
///     false => ControlFlow::Continue(()),
/// });
/// assert!(found.is_break());
///
/// // Again and again into the same memory.
/// let mut list = MoveList::new();
/// position.legal_moves().list_into(&mut list);
/// assert_eq!(list.len(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LegalMoves<'a> {
    position: &'a Position,
    selection: Selection,
}

impl<'a> LegalMoves<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        Self { position, selection: Selection::All }
    }

    /// Only those that capture a man, en passant too.
    #[must_use]
    pub const fn captures(self) -> Self {
        Self { selection: Selection::Captures, ..self }
    }

    /// Only those that capture nothing.
    #[must_use]
    pub const fn quiets(self) -> Self {
        Self { selection: Selection::Quiets, ..self }
    }

    /// Their number. It is found without making a list of them.
    pub fn count(self) -> usize {
        each_width!(self.position.core(), core => core.count_legal(self.selection))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.visit(|_| ControlFlow::Break(())).is_continue()
    }

    /// Whether a move is one of them.
    pub fn contains(self, mv: Move) -> bool {
        self.visit(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }).is_break()
    }

    /// Shows them to a function, one after another, until it breaks off; gives what it broke off with.
    pub fn visit<B>(self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut result = ControlFlow::Continue(());
        // What finds the moves is not copied for every function.
        let visit: &mut dyn FnMut(Move) -> ControlFlow<()> = &mut |mv| {
            result = visit(mv);
            if result.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        each_width!(self.position.core(), core => core.each_legal(self.selection, visit));
        result
    }

    /// A list of them.
    pub fn to_vec(self) -> Vec<Move> {
        self.into_iter().collect()
    }

    /// Puts them into a list, in place of what is in it.
    #[inline]
    pub fn list_into(self, list: &mut MoveList) {
        list.clear();
        each_width!(self.position.core(), core => core.list_legal(self.selection, list));
    }
}

impl IntoIterator for LegalMoves<'_> {
    type Item = Move;
    type IntoIter = <MoveList as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        let mut list = MoveList::new();
        self.list_into(&mut list);
        list.into_iter()
    }
}
