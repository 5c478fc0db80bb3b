//! Men in hand: the former kinds of promoted men, and drops.

use super::findings::SourceMap;
use super::line_reader::LineReader;
use super::lines::LinesInForce;
use super::men::Men;
use super::regions::Regions;
use super::report::{Partial, Reported};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, SquareSet, Wind};
use crate::lints::{KindItem, ModelItem};
use crate::model::{
    Captured, DropBeside, DropLimit, DropRule, InHand, Kind, KindId, Rules, Setup, coming_men, kinds_in_hand,
};
use crate::source::Spanned;
use crate::syntax::ast::{self, MenList, Rule, RuleLine, RuleSetting, Whose};

/// Sets [`Kind::was`] of each kind whose captured men lose their promotion in hand; reports a kind that several kinds
/// promote to.
pub(super) fn note_promoted(
    men: &mut Men<'_>,
    rules: &Rules,
    setups: &[Setup],
    source_map: &SourceMap<'_>,
) -> Result<(), Reported> {
    let reporter = men.man_table().reporter;
    let mut whole = Ok(());
    let mut promoted: Vec<(KindId, KindId)> = Vec::new();
    for (_, promotions) in rules.promotions.iter() {
        for promotion in promotions {
            let others = promotion.to.kinds(setups).into_iter().filter(|&to| to != promotion.kind);
            promoted.extend(others.map(|to| (to, promotion.kind)));
        }
    }
    promoted.sort_unstable();
    promoted.dedup();
    let loses_promotion = |men: &Men<'_>, id: KindId| {
        let before = |captured| matches!(captured, Captured::ToHand { becomes: InHand::BeforePromotion, .. });
        men.kind(id).is_ok_and(|kind| before(kind.captured))
    };
    promoted.retain(|&(to, _)| loses_promotion(men, to));
    for of_one in promoted.chunk_by(|one, other| one.0 == other.0) {
        let &[(to, from), ..] = of_one else { continue };
        if let [_, (_, second), ..] = of_one {
            let symbol = |id| men.man_table().symbol(id);
            let (to_symbol, from, second) = (symbol(to), symbol(from), symbol(*second));
            let message = format!(
                "both `{from}` and `{second}` promote to `{to_symbol}`, so that nothing shows what a captured `{to_symbol}` was before"
            );
            let item = source_map.locate(ModelItem::Kind(to, KindItem::Captured));
            let (file, span) = item.unwrap_or((reporter.own(), reporter.title()));
            let several = Diagnostic::error(Code::CheckBeforePromotion, span, message)
                .label("before which promotion?")
                .help(format!(
                    "name the man, as in `as {from}`, in the line of `{to_symbol}`; or let each of the two promote to a man of its own"
                ));
            whole = Err(reporter.error_in(file, several));
        } else {
            let comes_back = promoted.iter().any(|&(_, before)| before == to);
            let only_promoted = !comes_back && is_only_promoted(source_map.lines, men, setups, to);
            men.set_promoted_from(to, from, only_promoted);
        }
    }
    whole.and(men.check_state_count())
}

/// Whether men of a kind come onto the board by promotion alone: each of them shows that it has promoted.
fn is_only_promoted(lines: &LinesInForce, men: &Men<'_>, setups: &[Setup], id: KindId) -> bool {
    let starts = setups.iter().flat_map(coming_men).any(|(_, kind)| kind == id);
    let in_hand =
        |kind: &Kind| matches!(kind.captured, Captured::ToHand { becomes: InHand::Kind(other), .. } if other == id);
    let becomes = men.kinds().flatten().any(|kind| kind.becomes().any(|other| other == id) || in_hand(kind));
    let arrives = lines.rules.iter().any(|line| {
        let RuleSetting::Rule(Spanned { value: Rule::Drop(drop), .. }) = &line.line.value else { return false };
        men.man_table().lookup_men(line.file, line.sides, &drop.to).iter().any(|(other, _)| *other == id)
    });
    !starts && !becomes && !arrives && men.whole().is_ok()
}

/// Reads how men in hand are dropped, each kind by its own line, and those without one by a line for all men.
pub(super) fn drops(
    lines: &LinesInForce,
    men: &Men<'_>,
    regions: &Regions<'_>,
    setups: &[Setup],
    rules: &mut Partial<Rules>,
) {
    let kinds: Vec<_> = men.kinds().collect();
    let in_hand = PerSide::from_fn(|side| kinds_in_hand(&kinds, setups, side));
    let known = men.whole().is_ok();
    let of_one = lines.rules.iter().filter(|line| line.line.man.is_some());
    for line in of_one.chain(lines.rules.iter().filter(|line| line.line.man.is_none())) {
        let RuleSetting::Rule(rule) = &line.line.value else { continue };
        let Rule::Drop(written) = &rule.value else { continue };
        let reader = DropReader { line: LineReader::of_rule(line, men.man_table(), regions), in_hand: &in_hand, known };
        let result = reader.read_line(written, &mut rules.read);
        rules.whole = rules.whole.and(result);
    }
    for side in Side::ALL {
        rules.read.drops[side].sort_by_key(|drop| drop.kind);
    }
}

/// Reads a line about drops.
struct DropReader<'m> {
    line: LineReader<'m, RuleLine>,
    /// The kinds that can be in hand.
    in_hand: &'m PerSide<Vec<KindId>>,
    /// Whether these are all.
    known: bool,
}

impl DropReader<'_> {
    /// Adds a rule for each kind that the line is for.
    fn read_line(&self, written: &ast::Drop, rules: &mut Rules) -> Result<(), Reported> {
        let line = self.line;
        let kinds = match &line.written.man {
            Some(symbol) => {
                let kinds = self.kind_of_line(rules)?;
                let is_in_hand = |side: Side| kinds[side].iter().any(|kind| self.in_hand[side].contains(kind));
                if !written.plain.unlimited && !Side::ALL.into_iter().any(is_in_hand) {
                    self.warn_idle(&format!("no `{}` is ever in hand", symbol.value));
                }
                kinds
            }
            None => self.other_kinds(written.plain.unlimited, rules),
        };
        let on = line.place_if_written(written.on.as_ref());
        let first_on = line.place_if_written(written.first_on.as_ref());
        let beside = self.read_beside(&written.beside);
        let to = self.read_arrivals(&written.to, &kinds);
        let limits = self.read_limits(&written.limits, if written.to.is_empty() { Ok(&kinds) } else { to.as_ref() });
        let board: SquareSet = line.regions.board()?.squares().collect();
        let (on, to, limits) = (on?, to?, limits?);
        let (first_on, beside) = (first_on?, beside?);
        let mut slid_from: Vec<Wind> = Vec::new();
        for side in &written.slid_from {
            if slid_from.contains(&side.value) {
                let message = format!("`{}` is named twice", side.value.name());
                line.warn_named_twice(side.span, message);
            } else {
                slid_from.push(side.value);
            }
        }
        for side in Side::ALL {
            rules.drops[side].extend(kinds[side].iter().map(|&kind| DropRule {
                kind,
                on: if written.forbidden { SquareSet::EMPTY } else { on.map_or(board, |on| on[side]) },
                to: if written.to.is_empty() { vec![kind] } else { to[side].clone() },
                slid_from: slid_from.clone(),
                limits: limits[side].clone(),
                beside: beside.clone(),
                first_on: first_on.map_or(SquareSet::EMPTY, |on| on[side]),
                ..written.plain.clone()
            }));
        }
        Ok(())
    }

    /// The kind that a line is for, for each side that can have it in hand.
    fn kind_of_line(&self, rules: &Rules) -> Result<PerSide<Vec<KindId>>, Reported> {
        let found = self.line.subject(|side, kind| rules.drops[side].iter().any(|drop| drop.kind == kind))?;
        Ok(PerSide::from_fn(|side| found[side].into_iter().collect()))
    }

    /// The kinds in hand that have no line of their own.
    fn other_kinds(&self, unlimited: bool, rules: &Rules) -> PerSide<Vec<KindId>> {
        let others = PerSide::from_fn(|side| {
            let has_rule = |kind: &KindId| rules.drops[side].iter().any(|drop| drop.kind == *kind);
            let all = self.line.man_table.men().iter().enumerate().map(|(index, man)| (KindId(index as u8), man));
            let all: Vec<KindId> = all.filter(|(_, man)| unlimited && man.sides[side]).map(|(id, _)| id).collect();
            let kinds = if unlimited { &all } else { &self.in_hand[side] };
            kinds.iter().copied().filter(|kind| self.line.sides[side] && !has_rule(kind)).collect::<Vec<_>>()
        });
        if others.white.is_empty() && others.black.is_empty() {
            self.warn_idle("no man that it could be for is ever in hand");
        }
        others
    }

    /// Reports a limit `at most …` that does not count a man that is dropped.
    fn report_uncounted(&self, limit: &ast::DropLimit, dropped: KindId) -> Reported {
        let dropped = self.line.man_table.symbol(dropped);
        let message = format!("this limit counts no `{dropped}`, so a drop of `{dropped}` never breaks it");
        let idle = Diagnostic::error(Code::CheckIdleLimit, limit.span, message).label("other men").help(format!(
            "count `{dropped}` too; a limit by other men is written as in `not on a file with 1 P or more`"
        ));
        self.line.error(idle)
    }

    /// Warns of a line that changes nothing.
    fn warn_idle(&self, why: &str) {
        if self.known {
            let idle = Diagnostic::warning(Code::CheckIdleRule, self.line.written.name.span, why)
                .label("never dropped")
                .help("let captured men go to a hand, as in `when captured goes to the captor's hand`, or give a setup a line `hand:`; or leave the rule out");
            self.line.warning(idle);
        }
    }

    /// Reads the kinds as which a man may arrive; each side that drops it must have one of them.
    fn read_arrivals(&self, to: &MenList, kinds: &PerSide<Vec<KindId>>) -> Result<PerSide<Vec<KindId>>, Reported> {
        let found = self.line.kinds_of_sides(to)?;
        let mut lacking = Side::ALL.into_iter().filter(|&side| !kinds[side].is_empty() && found[side].is_empty());
        match lacking.next().zip(to.symbols.first()) {
            Some((side, symbol)) => Err(self.line.unknown_man(side, symbol)),
            None => Ok(found),
        }
    }

    /// Reads the men that must be next to the square of a drop, or must not.
    fn read_beside(&self, written: &[ast::DropBeside]) -> Result<Vec<DropBeside>, Reported> {
        if let Some(beside) = written.get(DropRule::MAX_LIMITS) {
            let message = format!("a drop has at most {} such conditions", DropRule::MAX_LIMITS);
            let help = "leave out those that others cover";
            return Err(self.line.too_many(beside.span, message, help));
        }
        let mut whole = Ok(());
        let mut read = Vec::new();
        for beside in written {
            let any = MenList { all_but: true, symbols: Vec::new() };
            let men = if beside.men.is_empty() { &any } else { &beside.men };
            match self.line.kinds(PerSide::both(true), men) {
                Ok(kinds) => {
                    let of = |side: Whose| {
                        if beside.whose.is_none_or(|whose| whose == side) { kinds.clone() } else { Vec::new() }
                    };
                    let (own, enemy) = (of(Whose::Own), of(Whose::Enemy));
                    read.push(DropBeside { own, enemy, none: beside.none, orthogonally: beside.orthogonally });
                }
                Err(reported) => whole = Err(reported),
            }
        }
        whole.map(|()| read)
    }

    /// Reads the lines of the board on which a man may not be dropped; `arrivals` are the kinds that it arrives as.
    fn read_limits(
        &self,
        written: &[ast::DropLimit],
        arrivals: Result<&PerSide<Vec<KindId>>, &Reported>,
    ) -> Result<PerSide<Vec<DropLimit>>, Reported> {
        if let Some(limit) = written.get(DropRule::MAX_LIMITS) {
            let message = format!("a drop has at most {} limits", DropRule::MAX_LIMITS);
            let help = "leave out limits that others cover";
            return Err(self.line.too_many(limit.least.span, message, help));
        }
        let mut limits: PerSide<Vec<DropLimit>> = PerSide::default();
        let mut whole = Ok(());
        for limit in written {
            let least = self.line.number(limit.least, 1, 255, "number of men");
            let any = MenList { all_but: true, symbols: Vec::new() };
            let men = if limit.men.is_empty() { &any } else { &limit.men };
            let made = self.line.kinds_of_sides(men).and_then(|kinds| {
                let counted = &kinds;
                let uncounted = |arrivals: &PerSide<Vec<KindId>>| {
                    let of_side =
                        |side| arrivals[side].iter().copied().filter(move |kind| !counted[side].contains(kind));
                    Side::ALL.into_iter().flat_map(of_side).next()
                };
                match arrivals.ok().and_then(uncounted).filter(|_| limit.at_most) {
                    Some(kind) => Err(self.report_uncounted(limit, kind)),
                    None => Ok((kinds, least? as u8)),
                }
            });
            whole = whole.and(made.map(|(kinds, least)| {
                for side in Side::ALL {
                    let kinds = kinds[side].clone();
                    // A side that has no such men is not limited by them.
                    let limit = DropLimit { along: limit.along, kinds, least, last: limit.last };
                    limits[side].extend((!limit.kinds.is_empty()).then_some(limit));
                }
            }));
        }
        whole.map(|()| limits)
    }
}
