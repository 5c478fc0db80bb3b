//! The endings of a variant as keys.

use super::SectionBuilder;
use crate::men::{MenSet, PieceType};
use crate::rules::Rules;
use crate::values::{Material, PieceSelector, Rights, Verdict};
use weakfish::geometry::{PerSide, Side, SquareSet, Wind};
use weakfish::model::{Condition, Ending, GameResult, Judged, KindId, QuietUnit, Wing};

const NO_CAPTURES: &str = "counts of moves that a capture does not begin anew";

/// Whether an ending draws a dead or endless game without a claim.
fn is_automatic_draw(ending: &Ending) -> bool {
    let dead = matches!(
        ending.condition,
        Condition::Quiet { unit: QuietUnit::Moves | QuietUnit::Plies, .. }
            | Condition::Position { perpetual_check: false, .. }
            | Condition::OnlyMaterial(_)
    );
    ending.result == GameResult::Draw
        && ending.side.is_none()
        && ending.judged == Judged::Always
        && ending.setups.is_empty()
        && dead
}

/// The kind and the squares of an ending by reaching a goal, if one man of one kind is enough for it.
fn goal_of_kind(ending: &Ending) -> Option<(KindId, &PerSide<SquareSet>)> {
    let Condition::ManOn { kinds, squares, least: 1, safe: false, secure: false, full: false } = &ending.condition
    else {
        return None;
    };
    let [kind] = kinds[..] else { return None };
    Some((kind, squares))
}

/// The letters of a text in order.
fn sorted(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters
}

/// An ending that is judged with another side to move.
fn judged(ending: &Ending, judged: Judged) -> Ending {
    let mut other = ending.clone();
    other.judged = judged;
    other
}

impl SectionBuilder<'_> {
    /// Maps every ending to keys, or records that the engine lacks it.
    pub(super) fn map_endings(&mut self) {
        let endings = &self.variant.endings;
        let mut claimed_draws = Vec::new();
        let is_race = self.map_racing_kings();
        self.map_castling_wins();
        let indexed = endings.iter().enumerate();
        for (at, ending) in indexed.filter(|(_, ending)| !is_race || goal_of_kind(ending).is_none()) {
            let (before, after) = (&endings[..at], &endings[at + 1..]);
            // Of two sides that have too few men, the engine looks first at the one that has just moved.
            let is_few = matches!(ending.condition, Condition::AtMost { .. });
            let whole = if !is_few {
                ending
            } else if ending.judged == Judged::NotToMove && after.contains(&judged(ending, Judged::ToMove)) {
                continue;
            } else if ending.judged == Judged::ToMove && before.contains(&judged(ending, Judged::NotToMove)) {
                &judged(ending, Judged::Always)
            } else {
                ending
            };
            if ending.judged == Judged::Always && ending.side.is_none() && self.may_be_missing_at_once(ending) {
                self.record_loss(format!(
                    "men of both sides that may be missing after one move, in the ending `{}`",
                    ending.label
                ));
            }
            if let Err(loss) = self.map_ending(whole) {
                self.record_loss(loss);
            }
            if ending.result == GameResult::DrawOnClaim && ending.condition != Condition::CountedOut {
                claimed_draws.push(&ending.condition);
            }
        }
        self.map_automatic_draws();
        let quiet_draws = claimed_draws.iter().filter(|condition| matches!(condition, Condition::Quiet { .. })).count();
        self.record_loss_if(
            quiet_draws > 1 || claimed_draws.len() - quiet_draws > 1,
            "several draws to be claimed of one kind",
        );
    }

    /// Maps the goal of Racing Kings (`flagMove`), where Black has one reply after White; returns whether the
    /// game has it.
    fn map_racing_kings(&mut self) -> bool {
        let goal_endings: Vec<&Ending> =
            self.variant.endings.iter().filter(|ending| goal_of_kind(ending).is_some()).collect();
        let forms: Vec<_> =
            goal_endings.iter().map(|ending| (ending.both, ending.side, ending.judged, ending.result)).collect();
        let racing_forms = [
            (true, None, Judged::WhiteToMove, GameResult::Draw),
            (false, None, Judged::WhiteToMove, GameResult::Wins),
            (false, Some(Side::White), Judged::Unanswered, GameResult::Wins),
        ];
        let Some((kind, squares)) = goal_endings.first().copied().and_then(goal_of_kind) else { return false };
        let same_goal = goal_endings.iter().all(|ending| goal_of_kind(ending) == Some((kind, squares)));
        let is_race = forms == racing_forms && same_goal && self.piece_type(kind) == Some(PieceType::KING);
        if is_race {
            self.rules.flag_move = true;
            self.rules.flag_piece = PerSide::both(PieceSelector::Man(PieceType::KING));
            self.rules.flag_region = PerSide::from_fn(|side| self.to_bitboard(squares[side]));
        }
        is_race
    }

    /// Draws without a claim, once no side can win or no side does. The engine has them on claim if there is no other
    /// claim.
    fn map_automatic_draws(&mut self) {
        for ending in self.variant.endings.iter().filter(|ending| is_automatic_draw(ending)) {
            let mut difference = "must be claimed";
            if let Condition::Quiet { count, unit: QuietUnit::Moves } = ending.condition
                && self.rules.n_move_rule == 0
            {
                self.record_loss_if(!self.variant.rules.progress.captures, NO_CAPTURES);
                self.rules.n_move_rule = count.into();
            } else if let Condition::Position { times, .. } = ending.condition
                && self.rules.n_fold_rule == 0
            {
                self.rules.n_fold_rule = times.into();
            } else {
                difference = "is not called";
            }
            let note = format!("the draw `{}` {difference} there", ending.label);
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// The number of checks that each side must give, as a field of a FEN; empty without such an ending.
    pub(super) fn check_counts_field(&mut self) -> String {
        let mut numbers: PerSide<Option<u8>> = PerSide::default();
        for ending in &self.variant.endings {
            let Condition::ChecksGiven(number) = &ending.condition else { continue };
            for side in Side::ALL.into_iter().filter(|side| ending.side.is_none_or(|only| only == *side)) {
                numbers[side] = Some(*number);
            }
        }
        match (numbers.white, numbers.black) {
            (Some(white), Some(black)) if white < 10 && black < 10 => format!("{white}+{black} "),
            (None, None) => String::new(),
            _ => {
                self.record_loss("checks that count for one side only, or more than nine");
                String::new()
            }
        }
    }

    /// Maps an ending to keys; the error describes the rule that the engine lacks.
    fn map_ending(&mut self, ending: &Ending) -> Result<(), String> {
        if is_automatic_draw(ending) && self.rules.material_counting == Material::None {
            return Ok(());
        }
        if !ending.setups.is_empty() {
            return Err(format!("the ending `{}` in certain setups alone", ending.label));
        }
        let is_general = ending.side.is_none() && !ending.both && ending.judged == Judged::Always;
        if let Condition::Position { times, perpetual_check } = &ending.condition
            && !is_general
            && !ending.on_claim
            && ending.worth.is_full()
        {
            self.map_decisive_repetition(ending, *times, *perpetual_check)
        } else if matches!(ending.condition, Condition::Castled(_) | Condition::NoCastling(_)) {
            // Mapped together.
            Ok(())
        } else if let Condition::Chain { kinds, from, to, steps } = &ending.condition {
            self.map_chain(ending, kinds.as_deref(), [from, to], steps)
        } else {
            self.map_plain_ending(ending)
        }
    }

    /// Maps an ending that holds with either side to move.
    fn map_plain_ending(&mut self, ending: &Ending) -> Result<(), String> {
        let Ending {
            side,
            both: of_both,
            judged,
            setups: _,
            condition,
            result,
            worth,
            on_claim,
            // With the engine's points the sides never tie.
            tie_on_claim: _,
            on_board,
            label,
        } = ending;
        let both = side.is_none();
        if *of_both || *judged != Judged::Always {
            return Err(format!("who must be to move, or that both sides must fulfil it, in the ending `{label}`"));
        }
        if *on_claim {
            return Err(format!("the claim of a win in the ending `{label}`"));
        }
        if !worth.is_full() {
            return Err(format!("the score of {worth} for the winner in the ending `{label}`"));
        }
        let counts = self.rules.material_counting == Material::Janggi;
        let verdict = match result {
            // There men in hand count for nothing.
            GameResult::MorePoints if counts && (*on_board || !self.facts.drops.hands) => Verdict::Draw,
            GameResult::Draw | GameResult::DrawOnClaim if counts => {
                return Err(format!("a draw without counting points in the ending `{label}`"));
            }
            GameResult::Wins => Verdict::Win,
            GameResult::Loses => Verdict::Loss,
            GameResult::Draw | GameResult::DrawOnClaim => Verdict::Draw,
            GameResult::WhiteWins
            | GameResult::BlackWins
            | GameResult::MoreMen
            | GameResult::FewerMen
            | GameResult::MorePoints => return Err(format!("the winner of the ending `{label}`")),
        };
        let claimed = [GameResult::DrawOnClaim, GameResult::MorePoints].contains(result);
        let one_sided = || Err(format!("the ending `{label}` for one side only"));
        match (condition, verdict) {
            (Condition::BothPass, Verdict::Draw) if both => {}
            (Condition::OppositionAccepted, Verdict::Draw) if both && self.rules.bikjang_rule => {}
            (Condition::Checkmate, _) if both && !claimed => self.rules.checkmate_value = verdict,
            (Condition::Stalemate, _) if both && !claimed => self.rules.stalemate_value = verdict,
            (Condition::Checkmate | Condition::Stalemate, _) => return one_sided(),
            (Condition::Quiet { count, unit: QuietUnit::Moves }, _) if claimed && both => {
                if !self.variant.rules.progress.captures {
                    return Err(NO_CAPTURES.to_owned());
                }
                self.rules.n_move_rule = u32::from(*count);
            }
            (Condition::Position { times, perpetual_check: false }, _) if claimed => {
                self.rules.n_fold_rule = u32::from(*times);
            }
            (Condition::Position { times, perpetual_check: true }, Verdict::Loss) if both => {
                // The engine tests perpetual check only together with repetition.
                let plain = Condition::Position { times: *times, perpetual_check: false };
                let ends = |other: &&Ending| other.condition == plain;
                let Some(repetition) = self.variant.endings.iter().find(ends) else {
                    return Err(format!("the ending `{label}` without an end by repetition"));
                };
                // Perpetual check by both sides is a draw there.
                let drawn = [GameResult::Draw, GameResult::DrawOnClaim, GameResult::MorePoints];
                let of_both = |other: &Ending| other.both && other.condition == *condition;
                if !drawn.contains(&repetition.result) && !self.variant.endings.iter().any(of_both) {
                    return Err(format!("the ending `{label}` without a draw where both sides give perpetual check"));
                }
                self.rules.perpetual_check_illegal = true;
            }
            // Exported with its rule.
            (Condition::CountedOut, _) if both && claimed => {}
            (Condition::ChecksGiven(_), Verdict::Win) => self.rules.check_counting = true,
            (Condition::ManOn { kinds, squares, least: 1, safe: false, secure: false, full: false }, Verdict::Win) => {
                let all = kinds.len() == self.variant.kinds.len();
                let men = match kinds.as_slice() {
                    [one] => self.piece_type(*one).map_or(PieceSelector::None, PieceSelector::Man),
                    _ if all => PieceSelector::All,
                    _ => return Err(format!("the ending `{label}` by several kinds of men but not all")),
                };
                for side in Side::ALL.into_iter().filter(|side| ending.concerns(*side)) {
                    if !self.rules.flag_region[side].is_empty() {
                        return Err(format!("several endings such as `{label}`"));
                    }
                    self.rules.flag_piece[side] = men;
                    self.rules.flag_region[side] = self.to_bitboard(squares[side]);
                }
            }
            (Condition::AtMost { count: 0, kinds: None, against: 0 }, _) if self.holds_as_for_both(*side, None) => {
                self.map_extinction(MenSet::ALL, verdict)?;
            }
            (Condition::AtMost { count: 0, kinds: Some(kinds), against: 0 }, _)
                if self.holds_as_for_both(*side, Some(kinds)) && kinds.len() == 1 =>
            {
                let men = kinds.iter().filter_map(|kind| self.piece_type(*kind)).collect::<Vec<_>>();
                self.map_extinction(MenSet::of(&men), verdict)?;
            }
            // Losses: conditions without a key.
            _ => return Err(format!("the ending `{label}`")),
        }
        Ok(())
    }

    /// Maps a repetition that a side wins or loses (`nFoldValue`), and the draw by perpetual check of both sides.
    fn map_decisive_repetition(&mut self, ending: &Ending, times: u8, perpetual_check: bool) -> Result<(), String> {
        let label = &ending.label;
        if perpetual_check {
            // Exported with the ending by perpetual check of one side.
            let of_one = |other: &Ending| {
                let alike = other.condition == ending.condition && other.result == GameResult::Loses;
                alike && !other.both && other.side.is_none() && other.judged == Judged::Always
            };
            let drawn = ending.both && ending.judged == Judged::Always && ending.result == GameResult::Draw;
            let has_other = self.variant.endings.iter().any(of_one);
            return if drawn && has_other { Ok(()) } else { Err(format!("the ending `{label}`")) };
        }
        let (value, absolute) = match (ending.side, ending.judged, ending.result) {
            (None, Judged::ToMove, GameResult::Wins) | (None, Judged::NotToMove, GameResult::Loses) => {
                (Verdict::Win, false)
            }
            (None, Judged::ToMove, GameResult::Loses) | (None, Judged::NotToMove, GameResult::Wins) => {
                (Verdict::Loss, false)
            }
            (Some(Side::White), Judged::Always, GameResult::Wins)
            | (Some(Side::Black), Judged::Always, GameResult::Loses) => (Verdict::Win, true),
            (Some(Side::White), Judged::Always, GameResult::Loses)
            | (Some(Side::Black), Judged::Always, GameResult::Wins) => (Verdict::Loss, true),
            _ => return Err(format!("the ending `{label}` for one side only")),
        };
        if self.rules.n_fold_rule > 0 {
            return Err("several endings by repetition".to_owned());
        }
        self.rules.n_fold_rule = times.into();
        (self.rules.n_fold_value, self.rules.n_fold_value_absolute) = (value, absolute);
        Ok(())
    }

    /// Maps the endings by castling and by the loss of the right to it (`castlingWins`), which the engine has for the same
    /// wings.
    fn map_castling_wins(&mut self) {
        let letters = |side: Side, wing: Option<Wing>| {
            let letters = match wing {
                None => "KQ",
                Some(Wing::LastFile) => "K",
                Some(Wing::FirstFile) => "Q",
            };
            if side == Side::White { letters.to_owned() } else { letters.to_ascii_lowercase() }
        };
        let (mut wins, mut losses, mut known) = (String::new(), Vec::new(), true);
        for ending in &self.variant.endings {
            let sides = ending.side.map_or_else(|| Side::ALL.to_vec(), |side| vec![side]);
            let plain = !ending.both && !ending.on_claim && ending.worth.is_full() && ending.setups.is_empty();
            if let Condition::Castled(wing) = ending.condition {
                known &= plain && ending.judged == Judged::Always && ending.result == GameResult::Wins;
                wins.extend(sides.into_iter().map(|side| letters(side, wing)));
            } else if let Condition::NoCastling(wing) = ending.condition {
                known &= plain && ending.result == GameResult::Loses;
                losses.push((ending.judged, sides.into_iter().map(|side| letters(side, wing)).collect::<String>()));
            }
        }
        if wins.is_empty() && losses.is_empty() {
            return;
        }
        let of_both = wins.chars().any(char::is_uppercase) && wins.chars().any(char::is_lowercase);
        let turns: &[Judged] = if of_both { &[Judged::NotToMove, Judged::ToMove] } else { &[Judged::Always] };
        let lost = |turn: Judged| -> String {
            losses.iter().filter(|(of, _)| *of == turn).map(|(_, letters)| letters.as_str()).collect()
        };
        let alike = turns.iter().all(|turn| sorted(&lost(*turn)) == sorted(&wins));
        // All endings of the side that has moved come first.
        let in_order = losses.is_sorted_by_key(|(turn, _)| turns.iter().position(|of| of == turn));
        let others = losses.iter().any(|(turn, _)| !turns.contains(turn));
        if known && alike && in_order && !others {
            self.rules.castling_wins = Rights(wins);
        } else {
            self.record_loss("endings by castling that differ from those by the loss of the right to it");
        }
    }

    /// Maps a chain of men (`connectRegion1`). The engine follows it only to the east and to the north, and tests it
    /// after a move of its side.
    fn map_chain(
        &mut self,
        ending: &Ending,
        kinds: Option<&[KindId]>,
        [from, to]: [&PerSide<SquareSet>; 2],
        steps: &[Wind],
    ) -> Result<(), String> {
        let refused = |what: &str| Err(format!("{what} in the ending `{}`", ending.label));
        let value = match ending.result {
            GameResult::Wins => Verdict::Win,
            GameResult::Loses => Verdict::Loss,
            GameResult::Draw
            | GameResult::DrawOnClaim
            | GameResult::WhiteWins
            | GameResult::BlackWins
            | GameResult::MoreMen
            | GameResult::FewerMen
            | GameResult::MorePoints => return refused("the result"),
        };
        if ending.both || ending.judged != Judged::NotToMove || ending.on_claim || !ending.worth.is_full() {
            return refused("what the engine does not ask for");
        }
        let [north, north_east, east, south_east] = [0, 2, 4, 6].map(|wind| steps.contains(&Wind::new(wind)));
        let known = [north, north_east, east, south_east].into_iter().filter(|has| *has).count();
        if known < steps.len() || north_east != south_east {
            return refused("the steps");
        }
        let men = kinds.map_or(MenSet::ALL, |kinds| {
            MenSet::of(&kinds.iter().filter_map(|kind| self.piece_type(*kind)).collect::<Vec<_>>())
        });
        let terms = |rules: &Rules| {
            (
                rules.connect_value,
                rules.connect_piece_types,
                [rules.connect_vertical, rules.connect_horizontal, rules.connect_diagonal],
            )
        };
        let mut wanted = self.rules.clone();
        (wanted.connect_value, wanted.connect_piece_types) = (value, men);
        wanted.connect_vertical = north;
        (wanted.connect_horizontal, wanted.connect_diagonal) = (east, north_east);
        let has_chain = Side::ALL.into_iter().any(|side| !self.rules.connect_region_1[side].is_empty());
        if has_chain && terms(&wanted) != terms(&self.rules) {
            return refused("another chain beside that");
        }
        for side in ending.side.map_or_else(|| Side::ALL.to_vec(), |side| vec![side]) {
            let (begin, end) = (self.to_bitboard(from[side]), self.to_bitboard(to[side]));
            if !begin.and(end).is_empty() || !self.rules.connect_region_1[side].is_empty() {
                return refused("the squares");
            }
            (wanted.connect_region_1[side], wanted.connect_region_2[side]) = (begin, end);
        }
        self.rules = wanted;
        Ok(())
    }

    /// Whether one move can take from both sides the men that an ending counts. A royal man dies by no move of its
    /// side.
    fn may_be_missing_at_once(&self, ending: &Ending) -> bool {
        let Condition::AtMost { kinds, .. } = &ending.condition else { return false };
        let counts = |id: &KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(id));
        self.facts.effects.deaths() && self.variant.kinds().any(|(id, kind)| counts(&id) && !kind.royal)
    }

    /// Whether an ending by missing men is for both sides, or for one where the other always has a royal man among them.
    fn holds_as_for_both(&self, side: Option<Side>, kinds: Option<&Vec<KindId>>) -> bool {
        let has_royal = |side: Side| {
            let always_royal = |id: KindId| {
                let kind = self.variant.kind(id);
                kind.royal && kind.royalty.is_constant() && kinds.is_none_or(|kinds| kinds.contains(&id))
            };
            self.variant.kinds().any(|(id, _)| always_royal(id) && self.count_at_start(side, id) > 0)
        };
        side.is_none_or(|side| has_royal(!side))
    }

    /// Maps an ending by missing men to `extinctionValue` and `extinctionPieceTypes`, which have room for one
    /// result only.
    fn map_extinction(&mut self, men: MenSet, verdict: Verdict) -> Result<(), String> {
        if ![Verdict::None, verdict].contains(&self.rules.extinction_value) {
            return Err("endings by missing men with different results".to_owned());
        }
        self.rules.extinction_value = verdict;
        self.rules.extinction_piece_types = self.rules.extinction_piece_types.or(men);
        Ok(())
    }
}
