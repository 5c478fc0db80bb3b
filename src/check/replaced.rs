//! Inherited lines that a game's own lines of the same kind replace, for its rule sheet.

use super::game::ModelWithLines;
use super::lines::{LinesInForce, Replacement};
use super::names::ManTable;
use super::report::{FileId, Reporter};
use crate::model::KindId;
use crate::source::Span;
use crate::syntax::ast::RuleName;

/// Inherited lines that the lines of a game itself replace, as they are written, by the part of the model that replaces
/// them. Lines that are written again without a change are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// Names of the inherited setups; all of them go if the game draws one.
    pub(crate) setups: Vec<String>,
    men: Vec<(KindId, ReplacedLine)>,
    rules: Vec<(RuleName, ReplacedLine)>,
    /// By the index of an ending of the model.
    endings: Vec<(usize, ReplacedLine)>,
}

/// An inherited line that another one replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplacedLine {
    /// The line as it is written.
    pub(crate) text: String,
    /// Whether a part of it stays in force: for one side, or for some of its men.
    pub(crate) in_part: bool,
}

impl Replaced {
    /// The lines replaced by a man.
    pub(crate) fn by_man(&self, kind: KindId) -> Vec<&ReplacedLine> {
        lines_of(&self.men, kind)
    }

    /// The lines replaced by a rule.
    pub(crate) fn by_rule(&self, rule: RuleName) -> Vec<&ReplacedLine> {
        lines_of(&self.rules, rule)
    }

    /// The lines replaced by the ending of this index.
    pub(crate) fn by_ending(&self, index: usize) -> Vec<&ReplacedLine> {
        lines_of(&self.endings, index)
    }
}

/// The lines that stand beside a key.
fn lines_of<K: PartialEq + Copy>(lines: &[(K, ReplacedLine)], key: K) -> Vec<&ReplacedLine> {
    lines.iter().filter(|(other, _)| *other == key).map(|(_, line)| line).collect()
}

/// Adds a line to a list that does not have it.
fn add<K: PartialEq>(lines: &mut Vec<(K, ReplacedLine)>, line: (K, ReplacedLine)) {
    if !lines.contains(&line) {
        lines.push(line);
    }
}

/// Finds what each line of the game itself replaces.
pub(super) fn replaced(
    lines: &LinesInForce,
    (_, endings): &ModelWithLines<'_>,
    man_table: &ManTable<'_>,
    reporter: &Reporter,
) -> Replaced {
    let own = lines.own();
    let is_own = |file: FileId, span: Span, by: Span| file == own && span == by;
    let mut replaced = Replaced::default();
    for replacement in &lines.replaced {
        let by = replacement.by;
        let line = reporter.written(replacement.line.file, replacement.line.span);
        if lines.setups.iter().any(|setup| is_own(setup.file, setup.line.name.span, by)) {
            replaced.setups.push(line);
            continue;
        }
        if line == reporter.written(own, by) {
            continue;
        }
        let line = ReplacedLine { text: line, in_part: is_in_force(lines, replacement) };
        let men = man_table.men().iter().enumerate();
        for (index, _) in men.filter(|(_, man)| is_own(man.file, man.line.span, by)) {
            add(&mut replaced.men, (KindId(index as u8), line.clone()));
        }
        for rule in lines.rules.iter().filter(|rule| is_own(rule.file, rule.line.span, by)) {
            add(&mut replaced.rules, (rule.line.name.value, line.clone()));
        }
        let endings = endings.iter().enumerate();
        for (index, _) in endings.filter(|(_, ending)| is_own(ending.file, ending.line.key.span, by)) {
            add(&mut replaced.endings, (index, line.clone()));
        }
    }
    replaced
}

/// Whether a part of a replaced line is still in force.
fn is_in_force(lines: &LinesInForce, replacement: &Replacement) -> bool {
    let is_it = |file: FileId, span: Span| file == replacement.line.file && span == replacement.line.span;
    let men = lines.men.iter().filter(|man| man.removed.is_none()).map(|man| &man.man);
    men.filter(|man| man.sides.white || man.sides.black).any(|man| is_it(man.file, man.line.span))
        || lines.rules.iter().any(|rule| is_it(rule.file, rule.line.span))
        || lines.endings.iter().any(|ending| is_it(ending.file, ending.line.key.span))
}
