//! Writes the endings.

use std::collections::BTreeSet;

use super::{DefinitionBuilder, Kind, leap_for_side, of_side};
use crate::betza::TypedLeap;
use crate::men::{JANGGI_POINTS, MenSet, PieceType};
use crate::rules::counting_tables;
use crate::squares::Bitboard;
use crate::values::{Chasing, Counting, Enclosing, Material, PieceSelector, Verdict, Walling};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::prose::{any_of, counted};

/// Result word for the side that an ending speaks of.
fn result_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw | Verdict::None => "draw",
    }
}

/// Endings by a man on its goal: words before the men and after the place, and the result.
type Plan = &'static [(&'static str, &'static str, &'static str)];

/// When the man arrives.
const AT_ONCE: Plan = &[("", "", "wins")];
/// When its side is to move again and it is still there.
const LATER: Plan = &[("", ", to move", "wins")];
/// When it arrives where nothing attacks it, or else when its side is to move again.
const SAFE_OR_LATER: Plan = &[("", ", to move", "wins"), ("", ", safe, not to move", "wins")];
/// When it has arrived and can't be captured there; a draw if both sides achieve that.
const SECURE: Plan = &[("both ", ", secure", "draw"), ("", ", secure", "wins")];
/// When it arrives; but Black has one reply, and a king that arrives by it draws.
const LAST_REPLY: Plan =
    &[("both ", ", white to move", "draw"), ("", ", white to move", "wins"), ("white ", ", unanswered", "wins")];

impl DefinitionBuilder<'_> {
    /// Writes the endings in the order in which the engine tests them.
    pub(super) fn write_endings(&mut self) {
        self.write_extinction_endings();
        self.write_flag_endings();
        self.write_castling_endings();
        self.write_check_counting();
        self.write_connect_endings();
        self.write_pass_endings();
        if self.game.rules.adjudicate_full_board {
            self.push_ending("full board", self.draw_result());
        }
        let others = self.endings.len();
        self.write_checkmate_and_stalemate();
        let decisive = self.game.rules.stalemate_value != Verdict::Draw
            || self.game.rules.material_counting == Material::Unweighted;
        if others == 0 && !decisive && !Side::ALL.into_iter().any(|side| self.has_royal(side)) {
            self.drop_key_because("stalemateValue", "a game in which a side can't lose");
        }
        self.write_n_move_and_n_fold();
        self.write_counting_rule();
    }

    /// Writes the counting rule (`countingRule`): Makruk, Cambodian or ASEAN.
    fn write_counting_rule(&mut self) {
        let rules = &self.game.rules;
        if rules.counting_rule == Counting::None {
            return;
        }
        // There a side is bared when it has one man, and only pawns promote.
        let one_king = |side: Side| self.start.count(side, PieceType::KING) == 1;
        let royal = |kind: &Kind| kind.royal || kind.royal_at_times;
        let differs =
            |kind: &Kind| royal(kind) != (kind.man == PieceType::KING) || rules.piece_promotion(kind.man).is_some();
        let has_other_men = self.kinds.values().any(differs);
        let king_promotes = rules.promotion_piece_types.iter().any(|(_, to)| to.contains(PieceType::KING));
        let drawn = self.draw_result() == "draw";
        let obstacles = [
            (has_other_men, "a man is royal or promotes otherwise than in Makruk"),
            (!drawn, "drawn games are won"),
            (self.start.counts, "the count has begun"),
            (!Side::ALL.into_iter().all(one_king), "a side does not begin with one king on the board"),
            (king_promotes, "pawns become kings"),
        ];
        if let Some((_, obstacle)) = obstacles.iter().find(|(holds, _)| *holds) {
            let lost = format!("a draw by counted moves, as in Makruk, in a game in which {obstacle}");
            return self.drop_key_because("countingRule", &lost);
        }
        let [bared, has_other_men] = counting_tables(rules.counting_rule, |man| self.letter(man).is_some());
        let named = [("counting when bared", bared), ("counting", has_other_men)];
        let mut counts = false;
        for (name, table) in named {
            let Some(table) = table else { continue };
            let limit = |(moves, against): &(u16, Option<(u16, PieceType)>)| {
                let against = against.map(|(least, man)| {
                    let least = if least == 1 { String::new() } else { format!("{least} ") };
                    format!(" against {least}{}", self.letter(man).map(|letter| letter.to_string()).unwrap_or_default())
                });
                format!("{moves} moves{}", against.unwrap_or_default())
            };
            let mut words: Vec<String> = table.limits.iter().map(limit).collect();
            words.extend(
                self.letter(PieceType::PAWN).filter(|_| table.without_pawns).map(|pawn| format!("without {pawn}")),
            );
            words.extend(table.most_men.map(|most| format!("with {most} men or fewer")));
            words.extend(table.from_men.then(|| "from the number of men".to_owned()));
            // In the engine men in hand do not count.
            words.extend(self.has_limited_hands().then(|| "on the board".to_owned()));
            self.push_rule(name, words.join(", "));
            counts = true;
        }
        if counts {
            self.push_ending("counted out", "draw on claim");
        }
    }

    /// Writes endings by too few men of a kind (`extinctionValue` and the keys beside it).
    fn write_extinction_endings(&mut self) {
        let rules = &self.game.rules;
        // The engine has no such end where the last men are royal, unless they can be blown up.
        let is_in_force =
            rules.extinction_value != Verdict::None && (!rules.extinction_pseudo_royal || rules.blast_on_capture);
        if !is_in_force {
            return;
        }
        let (value, types) = (result_word(rules.extinction_value), rules.extinction_piece_types);
        let (most, against) = (rules.extinction_piece_count, rules.extinction_opponent_piece_count);
        let few_men = |men: &str, against| {
            let few = match (most, men) {
                (0, men) => format!("no {men}"),
                (1, "men") => "1 man or fewer".to_owned(),
                (most, men) => format!("{most} {men} or fewer"),
            };
            if against == 0 { few } else { format!("{few} v {against} or more") }
        };
        let mut conditions = Vec::new();
        if types.has_all() {
            conditions.push(("men".to_owned(), false));
        }
        for man in types.iter().filter(|man| self.game.letters.letter(*man).is_some()).collect::<Vec<_>>() {
            let is_over_at_start = Side::ALL
                .into_iter()
                .any(|side| self.start.count_with_hand(side, man) <= most as usize && against == 0);
            match self.letter(man) {
                Some(letter) if !is_over_at_start => conditions.push((letter.to_string(), self.promotes(man))),
                _ => self.drop_key_because(
                    "extinctionPieceTypes",
                    "the game is over at once, since a side has too few of these men",
                ),
            }
        }
        // A side with too few men may still capture if it is to move.
        let claim = rules.extinction_claim && against > 0;
        // If both sides have too few, the engine tests the side that has just moved first. By its move that side can
        // lose a man that promotes, that becomes a wall, or that it blows up.
        let blows_up = rules.blast_on_capture && !rules.extinction_pseudo_royal;
        let both = claim || blows_up || !rules.petrify_on_capture_types.is_empty();
        let both = both || conditions.iter().any(|(_, promotes)| *promotes);
        for (men, _) in conditions.iter().filter(|_| both) {
            self.push_ending(format!("{}, not to move", few_men(men, against)), value);
        }
        for (men, _) in &conditions {
            let few = few_men(men, against + u32::from(claim));
            self.push_ending(format!("{few}{}", if both { ", to move" } else { "" }), value);
        }
    }

    /// Whether men of a kind can become others.
    pub(super) fn promotes(&self, man: PieceType) -> bool {
        let rules = &self.game.rules;
        Side::ALL.into_iter().any(|side| rules.promotes_as_pawn(side, man)) || rules.piece_promotion(man).is_some()
    }

    /// Writes endings by a man on its goal (`flagPiece`, `flagRegion`), such as King of the Hill.
    fn write_flag_endings(&mut self) {
        let rules = &self.game.rules;
        let board_squares = Bitboard::of_board(self.board);
        let goals = PerSide::from_fn(|side| {
            let men = match rules.flag_piece[side] {
                PieceSelector::All => MenSet::ALL,
                PieceSelector::Man(man) => MenSet::of(&[man]),
                PieceSelector::None => MenSet::NONE,
            };
            let men = self.men_of(side, men);
            let squares = rules.flag_region[side].and(board_squares);
            (!men.is_empty() && !squares.is_empty()).then_some((men, squares))
        });
        if goals == PerSide::both(None) {
            return;
        }
        let [white, black] = Side::ALL.map(|side| rules.flag_piece[side] == PieceSelector::Man(PieceType::KING));
        let (kings, king, number) = (white && black, white || black, rules.flag_piece_count);
        let plan = match (rules.flag_move, rules.flag_piece_safe) {
            (false, false) => AT_ONCE,
            (false, true) if !rules.flag_piece_blocked_win => SECURE,
            (true, false) if kings => LAST_REPLY,
            (true, false) if !king => LATER,
            (true, true) if !king && number == 1 => SAFE_OR_LATER,
            (_, safe) => return self.drop_key(if safe { "flagPieceSafe" } else { "flagMove" }),
        };
        if rules.flag_move && number > 1 {
            return self.drop_key("flagPieceCount");
        }
        let men = |side: Side, goals: &PerSide<Option<(Vec<PieceType>, Bitboard)>>, draft: &Self| -> Option<String> {
            let (men, _) = goals[side].as_ref()?;
            let letters = men.iter().filter_map(|man| draft.letter(*man)).map(|letter| letter.to_string());
            let any = men.len() == draft.kinds.values().filter(|kind| kind.sides[side]).count() && men.len() > 1;
            Some(match (number, any) {
                (1, true) => "any man".to_owned(),
                (1, false) => any_of(letters),
                (_, true) => format!("{number} men"),
                (_, false) => format!("{number} {}", any_of(letters)),
            })
        };
        let alike = goals.white.as_ref().map(|(men, _)| men) == goals.black.as_ref().map(|(men, _)| men);
        let mut goal_lines: Vec<(String, Option<Side>, String)> = Vec::new();
        if let (true, Some((_, white)), Some((_, black))) = (alike, &goals.white, &goals.black) {
            let area = self.area_or_region(PerSide::new(*white, *black), "goal");
            goal_lines.push((men(Side::White, &goals, self).unwrap_or_default(), None, area));
        } else {
            for side in Side::ALL {
                let (Some((_, squares)), Some(men)) = (&goals[side], men(side, &goals, self)) else { continue };
                let area = self.area_of(side, *squares, "goal");
                goal_lines.push((men, Some(side), area));
            }
        }
        if goal_lines.len() > 1 && (plan == LAST_REPLY || plan == SECURE) {
            return self.drop_key(if plan == SECURE { "flagPieceSafe" } else { "flagMove" });
        }
        for (men, side, area) in goal_lines {
            let side_words = side.map(|side| of_side(side, if number > 1 { "has " } else { "" })).unwrap_or_default();
            let have = |before: &str| if number > 1 && before == "both " { "have " } else { "" };
            // Both sides can't fulfil a line of one side.
            let plan = if plan == SECURE && side.is_some() { &plan[1..] } else { plan };
            for (before, after, result) in plan {
                self.push_ending(format!("{before}{}{side_words}{men} on {area}{after}", have(before)), *result);
            }
            if plan == AT_ONCE && number > 1 && rules.flag_piece_blocked_win {
                let men_words = men.split_once(' ').map_or(men.as_str(), |(_, men)| men);
                let men_words = if men_words == "men" { "any man" } else { men_words };
                self.push_ending(
                    format!(
                        "{}{men_words} on {area}, no square empty, not to move",
                        side.map(|side| of_side(side, "")).unwrap_or_default()
                    ),
                    "wins",
                );
            }
        }
    }

    /// Writes endings by men in a row, a square or a chain (`connectN`, `collinearN`, `connectNxN`, `connectRegion1`).
    fn write_connect_endings(&mut self) {
        let rules = &self.game.rules;
        let (row, line) = (rules.connect_n, rules.collinear_n);
        let square = rules.connect_nxn;
        let chains = self.chain_ends();
        if row == 0 && line == 0 && square == 0 && chains == PerSide::both(None) {
            return;
        }
        let value = match rules.connect_value {
            Verdict::None => return self.drop_key("connectValue"),
            value @ (Verdict::Win | Verdict::Loss | Verdict::Draw) => result_word(value),
        };
        let all = rules.connect_piece_types.has_all();
        let men = if all { vec!["men".to_owned()] } else { self.symbols(rules.connect_piece_types) };
        let kinds = [
            (rules.connect_horizontal, "ranks"),
            (rules.connect_vertical, "files"),
            (rules.connect_diagonal, "diagonals"),
        ];
        let lines: Vec<&str> = kinds.iter().filter(|(counts, _)| *counts).map(|(_, words)| *words).collect();
        if men.is_empty() {
            return;
        }
        match square {
            0 => {}
            2..=16 => self.push_ending(format!("{} {} in a square, not to move", square * square, any_of(&men)), value),
            _ => self.drop_key("connectNxN"),
        }
        if lines.is_empty() {
            return;
        }
        self.write_chain_endings(&chains, &any_of(&men), value);
        let line_words = if lines.len() == 3 { String::new() } else { format!(" on {}", any_of(lines)) };
        // The engine looks only at the side that has just moved.
        for (number, words, key) in [(row, "in a row", "connectN"), (line, "in line", "collinearN")] {
            if number > 1 {
                self.push_ending(format!("{number} {} {words}{line_words}, not to move", any_of(&men)), value);
            } else if number == 1 {
                self.drop_key(key);
            }
        }
    }

    /// The squares where a chain of a side's men begins and ends (`connectRegion1`, `connectRegion2`).
    fn chain_ends(&self) -> PerSide<Option<[Bitboard; 2]>> {
        let (rules, here) = (&self.game.rules, Bitboard::of_board(self.board));
        PerSide::from_fn(|side| {
            let ends = [&rules.connect_region_1, &rules.connect_region_2].map(|region| region[side].and(here));
            (!ends.iter().any(|squares| squares.is_empty())).then_some(ends)
        })
    }

    /// Writes the endings by a chain of men between two regions. The engine follows it to the east and to the north,
    /// never back; a single man is no chain there.
    fn write_chain_endings(&mut self, chains: &PerSide<Option<[Bitboard; 2]>>, men: &str, value: &str) {
        let rules = &self.game.rules;
        let mut steps = Vec::new();
        steps.extend(rules.connect_vertical.then_some("n"));
        steps.extend(rules.connect_diagonal.then_some("ne"));
        steps.extend(rules.connect_horizontal.then_some("e"));
        steps.extend(rules.connect_diagonal.then_some("se"));
        let steps = any_of(steps);
        for side in Side::ALL {
            let Some([from, to]) = chains[side] else { continue };
            if !from.and(to).is_empty() {
                return self
                    .drop_key_because("connectRegion1", "a man that stands in both regions joins nothing there");
            }
            let (from, to) = (self.area_of(side, from, "begin"), self.area_of(side, to, "end"));
            let condition = format!("chain of {men} between {from} and {to} by steps {steps}, not to move");
            self.push_ending(of_side(side, &condition), value);
        }
    }

    /// Writes the endings by two passes, and by a pass between kings on an open line.
    fn write_pass_endings(&mut self) {
        let rules = &self.game.rules;
        if rules.pass == PerSide::both(false) && rules.pass_on_stalemate == PerSide::both(false) {
            return;
        }
        let result = self.draw_result();
        // There a player without men can't pass.
        let needs_own = [Enclosing::Ataxx, Enclosing::Reversi].contains(&rules.enclosing_drop);
        if rules.pass_on_stalemate != PerSide::both(false) && needs_own && self.first_drops().is_empty() {
            let stalemate = result_word(rules.stalemate_value);
            self.push_ending("no men, to move", format!("{stalemate} (stalemate)"));
        }
        self.push_ending("both pass", result);
        if self.has_bikjang() {
            self.push_ending("opposition accepted", result);
        }
    }

    /// Writes the points of men.
    pub(super) fn write_points(&mut self) {
        if self.game.rules.material_counting != Material::Janggi {
            return;
        }
        let counted = JANGGI_POINTS.iter().filter_map(|(man, points)| Some(format!("{} {points}", self.letter(*man)?)));
        let counted: Vec<String> = counted.chain(["black 1.5".to_owned()]).collect();
        self.push_rule("points", counted.join(", "));
    }

    /// Result that replaces a draw.
    fn draw_result(&self) -> &'static str {
        // There men in hand count for nothing.
        let hands = self.has_limited_hands();
        match self.game.rules.material_counting {
            Material::None => "draw",
            Material::WhiteDrawOdds => "white wins",
            Material::BlackDrawOdds => "black wins",
            Material::Unweighted if hands => "more men on the board win",
            Material::Unweighted => "more men win",
            Material::Janggi if hands => "more points on the board win",
            Material::Janggi => "more points win",
        }
    }

    /// Writes the endings by castling and by the loss of the right to castle (`castlingWins`).
    fn write_castling_endings(&mut self) {
        let wings = PerSide::from_fn(|side| {
            let own = |letter: char| if side == Side::White { letter } else { letter.to_ascii_lowercase() };
            let wins = |letter: char| self.game.rules.castling_wins.0.contains(own(letter));
            let may = |letter: char| wins(letter) && self.start.castling.contains(own(letter));
            let toward = match (wins('K'), wins('Q')) {
                (false, false) => None,
                (true, true) => Some(""),
                (true, false) => Some(" toward the last file"),
                (false, true) => Some(" toward the first file"),
            };
            toward.map(|toward| (toward, may('K') || may('Q')))
        });
        if wings == PerSide::both(None) {
            return;
        }
        let castles =
            |(_, wing): (Side, &Option<(&str, bool)>)| wing.is_none_or(|(_, may)| may && self.game.rules.castling);
        if !wings.iter().all(castles) {
            return self.drop_key_because("castlingWins", "the game is over at once, since a side can't castle");
        }
        let of_sides: Vec<(String, &str)> = match (wings.white, wings.black) {
            (Some((white, _)), Some((black, _))) if white == black => vec![(String::new(), white)],
            _ => {
                let of_side = |side: Side| Some((of_side(side, ""), wings[side]?.0));
                Side::ALL.into_iter().filter_map(of_side).collect()
            }
        };
        for (side, toward) in &of_sides {
            self.push_ending(format!("{side}castled{toward}"), "wins");
        }
        // If one capture takes the right from both sides, the side that has just moved loses.
        let turns =
            if wings.white.is_some() && wings.black.is_some() { &[", not to move", ", to move"][..] } else { &[""] };
        for turn in turns {
            for (side, toward) in &of_sides {
                let has = if side.is_empty() { "" } else { "has " };
                self.push_ending(format!("{side}{has}no castling{toward}{turn}"), "loses");
            }
        }
    }

    /// Writes the ending by a number of checks (`checkCounting`), as in Three-Check.
    fn write_check_counting(&mut self) {
        if !self.game.rules.check_counting {
            return;
        }
        let number = self.start.checks.unwrap_or(PerSide::both(1));
        let words = |number: u32| format!("{} given", counted(number.into(), "check"));
        if number.white == number.black && number.white > 0 {
            self.push_ending(words(number.white), "wins");
        } else if number.white > 0 && number.black > 0 {
            for (side, number) in number.iter() {
                self.push_ending(of_side(side, &words(*number)), "wins");
            }
        } else {
            self.drop_key("checkCounting");
        }
    }

    /// Writes the results of checkmate and stalemate.
    fn write_checkmate_and_stalemate(&mut self) {
        let rules = &self.game.rules;
        let (checkmate, stalemate) = (rules.checkmate_value, rules.stalemate_value);
        let (counted, material) = (rules.stalemate_piece_count, rules.material_counting);
        let hands = self.has_limited_hands();
        if Side::ALL.into_iter().any(|side| self.has_royal(side)) {
            self.push_ending("checkmated", result_word(checkmate));
        }
        let value = match (counted, stalemate) {
            (true, Verdict::Win) if hands => "fewer men on the board win",
            (true, Verdict::Win) => "fewer men win",
            (true, Verdict::Loss) if hands => "more men on the board win",
            (true, Verdict::Loss) => "more men win",
            (_, Verdict::Draw) => self.draw_result(),
            _ => result_word(stalemate),
        };
        // Who may pass always has a move.
        if Side::ALL.into_iter().all(|side| rules.pass[side] || rules.pass_on_stalemate[side]) {
            return;
        }
        // Equal numbers are a draw by either.
        if counted && ![Material::None, Material::Unweighted].contains(&material) {
            self.drop_key("materialCounting");
        } else {
            self.push_ending("stalemated", value);
        }
    }

    /// Writes the n-move rule, repetition (`nFoldRule`) and perpetual check.
    fn write_n_move_and_n_fold(&mut self) {
        let rules = &self.game.rules;
        // Men that are dropped and never move make progress, and bring back no position.
        let grows = self.drops_without_end() && !self.has_moves();
        let (moves, times) = if grows { (0, 0) } else { (rules.n_move_rule, rules.n_fold_rule) };
        let drawn = self.draw_result();
        let claim = |value: &str, label: &str| {
            if value == "draw" { format!("draw on claim ({label})") } else { format!("{value} ({label})") }
        };
        if moves > 0 && drawn.starts_with("more men") {
            let result = format!("{drawn}, draw on claim ({moves}-moves)");
            self.push_ending(format!("{moves} moves without progress"), result);
        } else if moves > 0 {
            self.push_ending(format!("{moves} moves without progress"), claim(drawn, &format!("{moves}-moves")));
        }
        if times == 0 {
            return;
        }
        // Only kings are in check there.
        if rules.perpetual_check_illegal && self.kinds.values().any(|kind| kind.royal && kind.man == PieceType::KING) {
            let others =
                self.kinds.values().any(|kind| kind.royal_at_times || kind.royal && kind.man != PieceType::KING);
            if others || times < 2 {
                self.drop_key("perpetualCheckIllegal");
            } else {
                if rules.n_fold_value != Verdict::Draw {
                    self.push_ending(format!("both position {times} times by perpetual check"), drawn);
                }
                self.push_ending(format!("position {times} times by perpetual check"), "loses");
            }
        }
        match (rules.n_fold_value, drawn) {
            _ if times < 2 => self.drop_key("nFoldRule"),
            (Verdict::Draw, more) if more.starts_with("more men") => {
                self.push_ending(format!("position {times} times"), format!("{more}, draw on claim (repetition)"));
            }
            (Verdict::Draw, value) => self.push_ending(format!("position {times} times"), claim(value, "repetition")),
            (Verdict::None, _) => {}
            (value, _) => {
                let absolute = rules.n_fold_value_absolute;
                let (before, after) = if absolute { ("white ", "") } else { ("", ", to move") };
                let result = format!("{} (repetition)", result_word(value));
                self.push_ending(format!("{before}position {times} times{after}"), result);
            }
        }
        self.drop_key_if(rules.move_repetition_illegal, "moveRepetitionIllegal");
        self.drop_key_if(rules.chasing_rule != Chasing::None, "chasingRule");
    }

    /// Drops every key in force that no definition can express.
    pub(super) fn drop_unsupported_keys(&mut self) {
        let rules = &self.game.rules;
        let drops = rules.piece_drops;
        let any = |men: MenSet| !Side::ALL.into_iter().all(|side| self.men_of(side, men).is_empty());
        // There such men give check to one another, and a pawn takes a pawn en passant.
        let immune = rules.mutually_immune_types;
        let royal = |kind: &Kind| immune.covers(kind.man) && (kind.royal || kind.man == PieceType::PAWN);
        let immune = any(immune) && (rules.extinction_pseudo_royal || self.kinds.values().any(royal));
        let walls = rules.walling_rule != Walling::None && !self.expresses_walls();
        // For that engine a man that could only capture could never move.
        let only_captures = |kind: &Kind, side: Side, square: Square| {
            !self.can_move(&kind.moves.quiet, side, square) && self.can_move(&kind.moves.captures, side, square)
        };
        // In the engine a wall blocks a man for good.
        let walls_come = rules.walling_rule != Walling::None || any(rules.petrify_on_capture_types);
        let enclosing = rules.enclosing_drop != Enclosing::None;
        let unsupported = [
            ("sittuyinPromotion", rules.sittuyin_promotion && self.kinds.contains_key(&PieceType::PAWN)),
            ("shatarMateRule", rules.shatar_mate_rule),
            ("bikjangRule", self.has_bikjang() && rules.pass_on_stalemate != PerSide::both(false)),
            ("immobilityIllegal", rules.immobility_illegal && (walls_come || self.holds_somewhere(only_captures))),
            // Men in hand: the others of these keys are written with the drops.
            ("twoBoards", rules.two_boards),
            ("capturesToHand", rules.captures_to_hand && !drops),
            ("enclosingDrop", drops && enclosing && self.slid_in().is_none() && self.enclosing_drop().is_none()),
            ("enclosingDropStart", drops && !rules.enclosing_drop_start.is_empty() && self.enclosing_drop().is_none()),
            ("freeDrops", drops && rules.free_drops && !self.drops_without_end()),
            ("seirawanGating", rules.gating && rules.seirawan_gating && !self.writes_gating()),
            // Captures that do more than take one man.
            ("mutuallyImmuneTypes", immune),
            ("flipEnclosedPieces", rules.flip_enclosed_pieces != Enclosing::None && !self.writes_conversions()),
            // Walls in combinations that no definition has.
            ("wallingRule", walls),
            ("wallingRegion", walls && rules.walling_region != PerSide::both(Bitboard::ALL)),
            ("wallOrMove", walls && rules.wall_or_move),
        ];
        let encloses = drops && rules.enclosing_drop == Enclosing::Reversi;
        if !self.start.walls.is_empty() && encloses {
            self.drop_key_because("startFen", "lines of enclosed men go on over squares that are no part of the board");
        }
        // In the engine a hole is an obstacle: it is hopped over, and blocks lame leapers.
        if !self.start.walls.is_empty() && self.kinds.values().any(|kind| kind.moves.depends_on_path()) {
            self.drop_key_because("startFen", "squares that are no part of the board can be hopped over");
        }
        if drops && rules.enclosing_drop == Enclosing::Anyside {
            self.drop_key_because("enclosingDrop", "men that come in from the last file or rank pass over others");
        }
        for (key, _) in unsupported.iter().filter(|(_, in_force)| *in_force) {
            self.drop_key(key);
        }
    }

    /// Whether some man has squares from which it could never move, and could stay there without promoting.
    pub(super) fn can_be_stuck(&self) -> bool {
        let rules = &self.game.rules;
        self.holds_somewhere(|kind, side, square| {
            let dropped =
                self.drop_squares(side, kind.man).is_some_and(|squares| squares.squares(self.board).contains(square));
            let certain = !dropped
                && rules.promotes_as_pawn(side, kind.man)
                && rules.mandatory_pawn_promotion
                && !self.men_of(side, rules.promotion_piece_types[side]).is_empty()
                && rules.promotion_region[side].squares(self.board).contains(square);
            !self.can_move(&kind.moves.quiet, side, square) && !certain
        })
    }

    /// Whether a condition holds for a man of a side on a square.
    fn holds_somewhere(&self, holds: impl Fn(&Kind, Side, Square) -> bool) -> bool {
        self.kinds.values().any(|kind| {
            let mut sides = Side::ALL.into_iter().filter(|&side| kind.sides[side]);
            sides.any(|side| self.board.squares().any(|square| holds(kind, side, square)))
        })
    }

    /// Whether one of the moves of a side's man ends on the board.
    pub(super) fn can_move(&self, moves: &BTreeSet<TypedLeap>, side: Side, square: Square) -> bool {
        moves.iter().any(|(leap, _)| self.board.leap(square, leap_for_side(side, *leap)).is_some())
    }
}
