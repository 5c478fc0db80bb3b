//! Lints of promotions.

use std::collections::BTreeSet;

use super::{Finding, Lint, ModelItem, PromotionItem, RuleItem, View};
use crate::geometry::Side;
use crate::model::{KindId, Promotion, PromotionChoice};

pub(super) fn promotions(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (side, promotions) in view.rules.made.promotions.iter() {
        for (index, promotion) in promotions.iter().enumerate() {
            let lints = Lints { view, side, index, promotion };
            found.extend(lints.nowhere());
            found.extend(lints.on_shared_squares());
            found.extend(lints.of_royal());
            let targets = lints.targets();
            if targets.is_empty() && promotion.to != PromotionChoice::Nothing && view.all_setups().is_some() {
                found.push(lints.to_nothing());
            }
            for &target in &targets {
                found.extend(lints.to(target));
            }
        }
    }
    found
}

/// Whether both sides promote on the same squares, which are not as far from one side as from the other.
pub(super) fn is_shared(view: &View<'_>, promotion: &Promotion) -> bool {
    let ranks = |side| promotion.zone.iter().map(|at| view.board.own_rank(side, at)).collect::<BTreeSet<_>>();
    let alike = |side: Side| {
        let mut others = view.rules.made.promotions[side].iter();
        others.any(|other| other.kind == promotion.kind && other.zone == promotion.zone)
    };
    !promotion.zone.is_empty() && Side::ALL.into_iter().all(alike) && ranks(Side::White) != ranks(Side::Black)
}

/// One promotion of one side.
struct Lints<'a> {
    view: &'a View<'a>,
    side: Side,
    index: usize,
    promotion: &'a Promotion,
}

impl Lints<'_> {
    fn item(&self, part: PromotionItem) -> ModelItem {
        ModelItem::Rule(RuleItem::Promotion(self.side, self.index, part))
    }

    /// The kinds that can be chosen, in any setup that could be made.
    fn targets(&self) -> Vec<KindId> {
        let any = matches!(self.promotion.to, PromotionChoice::AnyStartingBut(_));
        let has = |id: &KindId| self.view.kind(*id).is_some_and(|kind| kind.sides[self.side]);
        let targets = self.promotion.to.kinds(self.view.setups.made);
        targets.into_iter().filter(|id| !any || has(id)).collect()
    }

    /// Finds that Black promotes on White's squares, although its men come from the other end of the board.
    fn on_shared_squares(&self) -> Option<Finding> {
        if self.side == Side::White || !is_shared(self.view, self.promotion) {
            return None;
        }
        let message = "Black promotes on the same squares as White, which are not as far from Black's own first rank";
        let finding = Finding::new(Lint::PromotionShared, self.item(PromotionItem::Zone), message);
        let help = "write `own ranks …` or `own squares …`, which turn around for Black, or give each side a line";
        Some(finding.label("squares of the board, for both sides").help(help))
    }

    fn nowhere(&self) -> Option<Finding> {
        let message = format!("{} has no square to promote on", self.side);
        let finding = Finding::new(Lint::PromotionNowhere, self.item(PromotionItem::Zone), message)
            .label(format!("nothing for {}", self.side))
            .help("define it for that side too, or give each side a line of its own");
        self.promotion.zone.is_empty().then_some(finding)
    }

    fn to_nothing(&self) -> Finding {
        let message = format!("there is nothing that {}'s man could become", self.side);
        Finding::new(Lint::PromotionToNothing, self.item(PromotionItem::To), message)
            .label("no man is left")
            .help("name the men it becomes, as in `to Q or R`")
    }

    /// Finds the promotion of a royal man to one that is not, after which its side could no longer be beaten, or to one
    /// that others capture, so that checks would depend on it.
    fn of_royal(&self) -> Option<Finding> {
        let royal = self.view.is_royal(self.promotion.kind);
        let captors = |kind: KindId| {
            let by = self.view.kind(kind).map(|kind| kind.captured_by.clone());
            let takes = |other: &crate::model::Kind| other.captures.as_ref().is_some_and(|list| list.contains(&kind));
            (by, self.view.kinds.made.iter().flatten().map(|other| takes(other)).collect::<Vec<_>>())
        };
        let targets = self.targets();
        let loses = targets.iter().any(|&target| !self.view.is_royal(target));
        let differs = targets.iter().any(|&target| captors(target) != captors(self.promotion.kind));
        let symbol = self.view.symbol(self.promotion.kind);
        let (message, label) = if loses {
            (format!("the royal `{symbol}` can't promote"), "it would no longer be royal")
        } else {
            (format!("the royal `{symbol}` can't promote to a man that others capture"), "other men could check it")
        };
        let finding = Finding::new(Lint::PromotionOfRoyal, self.item(PromotionItem::To), message)
            .label(label)
            .help("let another man promote, or remove `royal` from this man's line");
        (royal && (loses || differs)).then_some(finding)
    }

    fn to(&self, target: KindId) -> Vec<Finding> {
        let symbol = self.view.symbol(target);
        let mut found = Vec::new();
        if target == self.promotion.kind {
            let message = format!("`{symbol}` would promote to itself");
            let itself = Finding::new(Lint::PromotionToItself, self.item(PromotionItem::To), message)
                .label("is among these")
                .help("leave it out, as in `any starting man but K or P`; `if wished` lets it stay what it is");
            found.push(itself);
        } else if self.view.is_always_royal(target) && matches!(self.promotion.to, PromotionChoice::AnyStartingBut(_)) {
            let message = format!("a man can't promote to the royal `{symbol}`");
            let royal = Finding::new(Lint::PromotionToRoyal, self.item(PromotionItem::To), message)
                .label("is among these")
                .help(format!("leave `{symbol}` out, as in `any starting man but {symbol} or …`"));
            found.push(royal);
        }
        found.extend(self.outside_region(target));
        found
    }

    fn outside_region(&self, target: KindId) -> Option<Finding> {
        let kind = self.view.kind(target)?;
        let region = self.view.regions?.get(kind.stays_in?.index())?;
        let all = || self.view.board.squares().filter(|_| !self.promotion.from.is_empty());
        let anywhere = self.promotion.zone.iter().chain(all());
        let outside = anywhere.into_iter().find(|&square| !region.squares[self.side].contains(square))?;
        let message = format!(
            "{}'s `{}` never leaves the region `{}`, and {} is outside",
            self.side,
            kind.symbol,
            region.name,
            self.view.board.name(outside)
        );
        let finding = Finding::new(Lint::PromotionOutsideRegion, self.item(PromotionItem::To), message)
            .label("is among these")
            .help(format!("leave `{}` out, or let it promote within the region only", kind.symbol));
        Some(finding)
    }
}
