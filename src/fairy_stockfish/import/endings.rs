//! How a game ends.

use super::draft::Draft;
use crate::fairy_stockfish::men::{Man, MenSet};
use crate::fairy_stockfish::squares::Squares;
use crate::fairy_stockfish::values::{Material, Value, Verdict, Whom};
use crate::geometry::{PerSide, Side};
use crate::prose::any_of;

/// The result of a condition that holds for the side which gets the verdict.
fn result(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw | Verdict::None => "draw",
    }
}

impl Draft<'_> {
    /// Says them, in the order in which the engine looks for them.
    pub(super) fn endings(&mut self) {
        self.extinction();
        self.goals();
        self.checks();
        self.out_of_moves();
        self.claims();
    }

    fn extinction(&mut self) {
        let rules = &self.game.rules;
        // The engine asks for no such end where the last men are royal, unless they can be blown up.
        let asked =
            rules.extinction_value != Verdict::None && (!rules.extinction_pseudo_royal || rules.blast_on_capture);
        if !asked {
            return;
        }
        let (value, types) = (rules.extinction_value, rules.extinction_piece_types);
        let (count, opponent) = (rules.extinction_piece_count, rules.extinction_opponent_piece_count);
        if opponent > 0 {
            self.lose("extinctionOpponentPieceCount");
            if rules.extinction_claim {
                self.lose("extinctionClaim");
            }
            return;
        }
        if count > 0 {
            return self.lose("extinctionPieceCount");
        }
        if types.has_all() {
            self.ending("without men", result(value));
        }
        // A move can take away a man of its own side only by promotion, and then that side is looked at first.
        let mut men: Vec<Man> = types.iter().filter(|man| self.game.letters.letter(*man).is_some()).collect();
        men.sort_by_key(|man| !self.promotes(*man));
        for man in men {
            let missing = Side::ALL.into_iter().any(|side| self.start.count(side, man) == 0);
            match self.letter(man) {
                Some(letter) if !missing => self.ending(format!("without {letter}"), result(value)),
                _ => {
                    self.lose_as(
                        "extinctionPieceTypes",
                        "the game is over at once, since a side has none of these men",
                    );
                }
            }
        }
    }

    /// Whether men of a kind can become others.
    fn promotes(&self, man: Man) -> bool {
        let rules = &self.game.rules;
        let pawn = Side::ALL.into_iter().any(|side| rules.promotion_pawn_types[side].contains(man));
        man == Man::PAWN || pawn || rules.promoted_piece_type.0.iter().any(|(from, to)| *from == man && to.is_some())
    }

    fn goals(&mut self) {
        let rules = &self.game.rules;
        let here = Squares::of_board(self.board);
        let goals = PerSide::from_fn(|side| {
            let men = match rules.flag_piece[side] {
                Whom::All => MenSet::ALL,
                Whom::Man(man) => MenSet::of(&[man]),
                Whom::None => MenSet::NONE,
            };
            let men = self.men_of(side, men);
            let squares = rules.flag_region[side].and(here);
            (!men.is_empty() && !squares.is_empty()).then_some((men, squares))
        });
        if goals == PerSide::both(None) {
            return;
        }
        let mut said = true;
        for (key, lost) in [
            ("flagPieceCount", rules.flag_piece_count > 1),
            ("flagPieceBlockedWin", rules.flag_piece_count > 1 && rules.flag_piece_blocked_win),
            ("flagMove", rules.flag_move),
            ("flagPieceSafe", rules.flag_piece_safe),
        ] {
            if lost {
                self.lose(key);
                said = false;
            }
        }
        if !said {
            return;
        }
        let words = |men: &[_], draft: &Self| {
            any_of(men.iter().filter_map(|man| draft.letter(*man)).map(|letter| letter.to_string()))
        };
        match (goals.white, goals.black) {
            (Some((white, on_white)), Some((black, on_black))) if white == black => {
                let place = self.place(PerSide::new(on_white, on_black), "goal");
                let men = words(&white, self);
                self.ending(format!("{men} on {place}"), "wins");
            }
            (white, black) => {
                for (side, goal) in [(Side::White, white), (Side::Black, black)] {
                    let Some((men, squares)) = goal else { continue };
                    let place = self.place_of(side, squares, "goal");
                    let men = words(&men, self);
                    self.ending(format!("{} {men} on {place}", side.to_string().to_lowercase()), "wins");
                }
            }
        }
    }

    fn checks(&mut self) {
        if !self.game.rules.check_counting {
            return;
        }
        let number = self.start.checks.unwrap_or(PerSide::both(1));
        let words = |number: u32| format!("{number} {} given", if number == 1 { "check" } else { "checks" });
        if number.white == number.black && number.white > 0 {
            self.ending(words(number.white), "wins");
        } else if number.white > 0 && number.black > 0 {
            for (side, number) in number.iter() {
                self.ending(format!("{} {}", side.to_string().to_lowercase(), words(*number)), "wins");
            }
        } else {
            self.lose("checkCounting");
        }
    }

    fn out_of_moves(&mut self) {
        let rules = &self.game.rules;
        let (checkmate, stalemate) = (rules.checkmate_value, rules.stalemate_value);
        let (counted, material) = (rules.stalemate_piece_count, rules.material_counting);
        if Side::ALL.into_iter().any(|side| self.has_royal(side)) {
            self.ending("checkmate", result(checkmate));
        }
        if counted && stalemate != Verdict::Draw {
            return self.lose("stalematePieceCount");
        }
        if material != Material::None && stalemate == Verdict::Draw {
            return self.lose("materialCounting");
        }
        self.ending("stalemate", result(stalemate));
    }

    /// Ends that a player may claim: that engine calls them optional.
    fn claims(&mut self) {
        let rules = &self.game.rules;
        let (moves, times) = (rules.n_move_rule, rules.n_fold_rule);
        let draws = rules.material_counting == Material::None;
        let repeated = rules.n_fold_value;
        if moves > 0 {
            if draws {
                self.ending(format!("{moves} moves without progress"), format!("draw on claim ({moves}-moves)"));
            } else {
                self.lose("materialCounting");
            }
        }
        if times == 0 {
            return;
        }
        if repeated != Verdict::Draw {
            self.lose("nFoldValue");
            if rules.n_fold_value_absolute {
                self.lose("nFoldValueAbsolute");
            }
        } else if !draws {
            self.lose("materialCounting");
        } else if times < 2 {
            self.lose("nFoldRule");
        } else {
            self.ending(format!("position {times} times"), "draw on claim (repetition)");
        }
        if rules.perpetual_check_illegal {
            self.lose("perpetualCheckIllegal");
        }
        if rules.move_repetition_illegal {
            self.lose("moveRepetitionIllegal");
        }
        if rules.chasing_rule.write(&self.game.letters) != "none" {
            self.lose("chasingRule");
        }
    }
}
