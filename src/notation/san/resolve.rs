//! Finds the one legal move that a written move means, or the reason why there is none.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{DropMove, IllegalMove, ManMove, Move, MoveKind, PieceInfo, Position};
use crate::geometry::{Leap, Square, Wind};
use crate::model::{Eighths, Kind, KindId, KingTravel, ManState, Passing};
use crate::notation::foreign_moves::is_promotion;
use crate::notation::illegal_move::{
    MoveContext, Refusal, explain, explain_no_man, facing_text, game_over_error, list_some,
};
use crate::notation::man::{known_men, read_state, read_winds};
use crate::notation::san::read::{Drop, LeftMan, ManOnSquare, Promotion, SanForm, SanMove, Travel, Turn};
use crate::notation::{Letters, uci};
use crate::prose::any_of;
use crate::source::{Span, Spanned};

/// Returns the legal move that a move written in `text` means, with warnings about its signs.
///
/// # Errors
///
/// If it means no legal move, the reason in the game's terms; if it means several, their texts.
pub(crate) fn resolve(
    position: &Position,
    text: &str,
    written: &SanMove,
    letters: &Letters,
) -> Result<(Move, Vec<Diagnostic>), Diagnostic> {
    let span = written.span;
    if let Some(outcome) = position.outcome() {
        return Err(game_over_error(&outcome, span));
    }
    let all = position.legal_moves().to_vec();
    if position.game().facts().walls.placed() {
        return resolve_with_wall(position, text, written, letters, &all);
    }
    resolve_among(position, text, written, letters, &all)
}

/// [`resolve()`] in a game with walls: first the move of the man, then the wall.
fn resolve_with_wall(
    position: &Position,
    text: &str,
    written: &SanMove,
    letters: &Letters,
    all: &[Move],
) -> Result<(Move, Vec<Diagnostic>), Diagnostic> {
    let span = written.span;
    if let Some(mv) = text.get(span.range()).and_then(|text| uci::find_among(position, all, text)) {
        return Ok((mv, Vec::new()));
    }
    let of_legs = written.with_wall_of_legs(position.game().variant().board);
    let written = of_legs.as_ref().unwrap_or(written);
    let square = written.wall.as_ref().map(|wall| wall.value);
    if let Some(wall) = square {
        let with_it: Vec<Move> = all.iter().copied().filter(|mv| mv.wall() == Some(wall)).collect();
        if let Ok(found) = resolve_among(position, text, written, letters, &with_it) {
            return Ok(found);
        }
    }
    // One move for each that differs from the others in more than the wall.
    let mut without: Vec<Move> = Vec::new();
    let bare = |mv: Move| mv.man().map_or(mv, |man| man.without_wall().into());
    let mut seen = BTreeSet::new();
    without.extend(all.iter().copied().filter(|&mv| seen.insert(bare(mv))));
    let (found, warnings) = resolve_among(position, text, written, letters, &without)?;
    let Some(man) = found.man() else { return Ok((found, warnings)) };
    let walls = all.iter().filter(|&&mv| bare(mv) == bare(found)).count();
    if square.is_none() && walls == 1 {
        return Ok((found, warnings));
    }
    let man = square.map_or(man.without_wall(), |wall| man.with_wall(wall));
    // No move has a wall on the square where its man arrives.
    let illegal =
        if square == Some(man.to) { Some(IllegalMove::WallSquare) } else { position.check_move(man.into()).err() };
    Err(explain(MoveContext::new(position, all), man, &illegal.unwrap_or(IllegalMove::WallMissing), span))
}

/// [`resolve()`] with these legal moves.
fn resolve_among(
    position: &Position,
    text: &str,
    written: &SanMove,
    letters: &Letters,
    legal: &[Move],
) -> Result<(Move, Vec<Diagnostic>), Diagnostic> {
    let span = written.span;
    if let Some(mv) = text.get(span.range()).and_then(|text| uci::find_among(position, legal, text)) {
        return Ok((mv, Vec::new()));
    }
    // A man that is left behind does not affect the rest of the meaning.
    let plain: Vec<Move> =
        legal.iter().copied().filter(|mv| mv.man().is_none_or(|man| man.left_behind().is_none())).collect();
    let context = MoveContext::new(position, &plain);
    let resolver = SanResolver { context, letters, span };
    let (mv, warnings) = resolver.resolve_form(written)?;
    let mv = promotion_by_plus(position, text, written, legal, mv).unwrap_or(mv);
    let mv = match &written.left {
        Some(left) => resolver.resolve_left_man(mv, left, legal)?,
        None => mv,
    };
    Ok((mv, warnings))
}

/// The promotion that a `+` means behind a move that gives no check, in games where promoted men have `+` before their letter.
fn promotion_by_plus(position: &Position, text: &str, written: &SanMove, legal: &[Move], mv: Move) -> Option<Move> {
    let kind_of = |piece| position.game().piece_info(piece).kind;
    let man = mv.man().filter(|_| text.get(written.span.end..).is_some_and(|rest| rest.starts_with('+')))?;
    let before = kind_of(position.piece_at(man.from)?);
    let is_plain = kind_of(man.piece) == before && !position.gives_check(mv);
    let promotes = |other: &ManMove| {
        (other.from, other.to) == (man.from, man.to)
            && is_promotion(position.game().variant(), before, kind_of(other.piece))
    };
    legal.iter().filter(|_| is_plain).filter_map(|other| other.man()).find(promotes).map(Move::Man)
}

/// Resolver of a move as people write it, in a position.
struct SanResolver<'a> {
    context: MoveContext<'a>,
    letters: &'a Letters,
    span: Span,
}

impl<'a> SanResolver<'a> {
    /// An error with the whole move as its place.
    fn error(&self, code: Code, message: String) -> Diagnostic {
        Diagnostic::error(code, self.span, message)
    }

    /// The game's kind for a symbol of the text.
    fn kind_of_symbol(&self, symbol: &Spanned<String>) -> Result<KindId, Diagnostic> {
        let side = self.context.turn();
        let variant = self.context.variant();
        let meaning = self.letters.meaning(side, &symbol.value);
        variant.kind_of_any_symbol(side, meaning).ok_or_else(|| {
            let message = format!("{side} has no man `{meaning}` in this game");
            Diagnostic::error(Code::MoveUnknownLetter, symbol.span, message)
                .label("no such man")
                .help(known_men(variant, side))
        })
    }

    /// The player's man on a square, which must be of the kind in the text.
    fn own_man_on(&self, symbol: Option<&Spanned<String>>, square: Square) -> Result<&'a PieceInfo, Diagnostic> {
        let kind = symbol.map(|symbol| self.kind_of_symbol(symbol)).transpose()?;
        let context = self.context;
        let man = context.man_at(square).filter(|man| man.side == context.turn());
        let man = man.ok_or_else(|| explain_no_man(context, square, self.span))?;
        match (kind, symbol) {
            (Some(kind), Some(symbol)) if kind != man.kind => {
                let (wanted, found) = (context.kind_with_article(kind), context.kind_with_article(man.kind));
                let message = format!("on {} stands {found}, not {wanted}", context.square_name(square));
                let letter = &context.variant().kind(man.kind).symbol;
                Err(Diagnostic::error(Code::MoveWrongMan, symbol.span, message)
                    .label("another man")
                    .help(format!("the letter of {found} is `{letter}`")))
            }
            _ => Ok(man),
        }
    }

    /// The legal move that a form means, without a man that is left behind, and warnings.
    fn resolve_form(&self, written: &SanMove) -> Result<(Move, Vec<Diagnostic>), Diagnostic> {
        let mv = match &written.form {
            SanForm::Travel(travel) => {
                let mv = self.resolve_travel(travel)?;
                return Ok((mv.into(), self.sign_warning(travel, mv).into_iter().collect()));
            }
            SanForm::Castling { last_file } => self.resolve_castling(*last_file)?.into(),
            SanForm::TwoLegs(legs) => self.resolve_two_legs(legs)?.into(),
            SanForm::Turn { man, part, turn } => self.turning_man(man)?.resolve_turn(part.as_ref(), turn)?,
            SanForm::Flip(man) => self.turning_man(man)?.resolve_flip()?,
            SanForm::State(man, state) => self.turning_man(man)?.resolve_state(state)?,
            SanForm::Drop(drop) => self.resolve_drop(drop)?,
            SanForm::Wall(square) => self.resolve_wall(*square)?,
            SanForm::Word(word)
                if uci::NULL_MOVES.contains(&word.as_str()) && self.context.legal.contains(&Move::Pass) =>
            {
                return Ok((Move::Pass, Vec::new()));
            }
            SanForm::Word(word) => return Err(self.extra_move_error(word)),
        };
        Ok((mv, Vec::new()))
    }

    /// The legal move that is this one with a man left behind.
    fn resolve_left_man(&self, mv: Move, left: &LeftMan, legal: &[Move]) -> Result<Move, Diagnostic> {
        let kind = self.kind_of_symbol(&left.symbol)?;
        let leaves = |other: &ManMove| {
            Some(other.without_left_man()) == mv.man()
                && other.left_behind().is_some_and(|(left_kind, on)| {
                    left_kind == kind && left.on.as_ref().is_none_or(|square| square.value == on)
                })
        };
        let found: Vec<ManMove> = legal.iter().filter_map(|mv| mv.man()).filter(leaves).collect();
        match found.as_slice() {
            [only] => Ok((*only).into()),
            [] => {
                let name = self.context.kind_name(kind);
                let span = left.on.as_ref().map_or(left.symbol.span, |on| left.symbol.span.to(on.span));
                let message = format!("this move can't leave a {name} behind");
                let error = Diagnostic::error(Code::MoveDrop, span, message).label("not left here");
                Err(error
                    .help("only a man that moves for the first time leaves one that is in hand, and that it may leave"))
            }
            several => {
                let squares = several.iter().filter_map(|mv| mv.left_behind());
                let squares: Vec<String> = squares.map(|(_, on)| self.context.square_name(on)).collect();
                let error = self.error(Code::MoveAmbiguous, "king and partner could leave this man".to_owned());
                Err(error.label("on which square?").help(format!("write the square behind it: {}", any_of(&squares))))
            }
        }
    }

    /// Finds the player's man that a text makes turn or flip.
    fn turning_man(&self, ManOnSquare { symbol, square }: &ManOnSquare) -> Result<TurningMan<'a>, Diagnostic> {
        let man = self.own_man_on(symbol.as_ref(), square.value)?;
        Ok(TurningMan { context: self.context, square: square.value, man, span: self.span })
    }

    /// Adds a help that lists the moves to a square, unless there is another help.
    fn with_other_moves_help(&self, problem: Diagnostic, to: Square) -> Diagnostic {
        let others = self.context.move_names(|mv| mv.to() == Some(to) && mv.from() != Some(to));
        if others.is_empty() || problem.help.is_some() {
            return problem;
        }
        problem.help(format!("what can go to {} is {}", self.context.square_name(to), list_some(&others)))
    }

    /// Whether a move without a letter may be of this man: it is a pawn or another man that promotes.
    fn may_omit_letter(&self, man: &PieceInfo) -> bool {
        let variant = self.context.variant();
        if variant.kinds.iter().any(|kind| kind.symbol == "P") {
            return variant.kind(man.kind).symbol == "P";
        }
        let promotions = &variant.rules.promotions[man.side];
        promotions.is_empty() || promotions.iter().any(|rule| rule.kind == man.kind)
    }

    /// The legal move that is meant by a man's travel to another square.
    fn resolve_travel(&self, travel: &Travel) -> Result<ManMove, Diagnostic> {
        let board = self.context.board();
        let from = travel.from(board);
        let kind = travel.symbol.as_ref().map(|symbol| self.kind_of_symbol(symbol)).transpose()?;
        if let Some(from) = from {
            self.own_man_on(travel.symbol.as_ref(), from)
                .map_err(|problem| self.with_other_moves_help(problem, travel.to.value))?;
        }
        let fits_square = |square: Square| {
            travel.file.is_none_or(|file| board.file(square) == file)
                && travel.rank.is_none_or(|rank| board.rank(square) == rank)
        };
        let fits = |square: Square, man: &PieceInfo| {
            let named = kind.map_or_else(|| from.is_some() || self.may_omit_letter(man), |kind| man.kind == kind);
            fits_square(square) && named
        };
        // A man that becomes another one where it stands is written as one that promotes on its own square: `Nc1=M`.
        let becomes = travel.promotion.is_some();
        let stays = |square: Square| square == travel.to.value;
        let men: Vec<_> = (self.context.men(self.context.turn()))
            .filter(|&(square, man)| fits(square, man) && (!stays(square) || from.is_some() || becomes))
            .collect();
        let moves: Vec<ManMove> = (self.context.man_moves())
            .filter(|mv| mv.to == travel.to.value && (mv.kind != MoveKind::Stationary || becomes))
            .filter(|mv| men.iter().any(|&(square, _)| square == mv.from))
            .collect();
        if moves.is_empty() {
            return Err(self.illegal_travel(travel, kind, &men));
        }
        self.disambiguate(travel, moves)
    }

    /// The move that a text means among several to one square: by its explicit parts (en passant, promotion, turn),
    /// then by defaults: no turn, no finishing move, no castling.
    fn disambiguate(&self, travel: &Travel, mut moves: Vec<ManMove>) -> Result<ManMove, Diagnostic> {
        if travel.en_passant {
            if !moves.iter().any(|mv| matches!(mv.kind, MoveKind::EnPassant { .. })) {
                return Err(self.no_en_passant_error(travel));
            }
            moves.retain(|mv| matches!(mv.kind, MoveKind::EnPassant { .. }));
        }
        let all = moves.clone();
        self.retain_promotions(travel, &mut moves)?;
        match &travel.turn {
            Some(turn) => moves.retain(|&mv| self.is_turned_by(mv, turn)),
            None => retain_if_any(&mut moves, |&mv| !self.turns_on_arrival(mv)),
        }
        if moves.is_empty() {
            let from = all[0].from;
            let message = format!("{} can't make this turn as part of the move", self.context.the_man(from));
            let error = self.error(Code::MoveTurn, message).label("no such turn");
            return Err(error.help(self.context.man_moves_in_words(from)));
        }
        retain_if_any(&mut moves, |mv| !matches!(mv.kind, MoveKind::Finishing));
        retain_if_any(&mut moves, |mv| !matches!(mv.kind, MoveKind::Castling { .. }));
        match moves.as_slice() {
            [only] => Ok(*only),
            _ => Err(self.ambiguity_error(&moves)),
        }
    }

    /// The error of a text that means several moves: it lists them.
    fn ambiguity_error(&self, moves: &[ManMove]) -> Diagnostic {
        let context = self.context;
        let squares: BTreeSet<Square> = moves.iter().map(|mv| mv.from).collect();
        let men: Vec<_> = squares.into_iter().map(|square| context.the_man(square)).collect();
        let message = if men.len() > 1 {
            format!("this could be {}", any_of(&men))
        } else {
            "this could be more than one move".to_owned()
        };
        let names = self.context.move_names(|mv| mv.man().is_some_and(|mv| moves.contains(&mv)));
        self.error(Code::MoveAmbiguous, message).label("ambiguous").help(format!("write {}", list_some(&names)))
    }

    /// Keeps the moves with the promotion that is meant, or without one if none is.
    fn retain_promotions(&self, travel: &Travel, moves: &mut Vec<ManMove>) -> Result<(), Diagnostic> {
        let promoted_kind = |mv: &ManMove| {
            let kind = self.piece_after(*mv).kind;
            self.context.man_at(mv.from).is_none_or(|man| man.kind != kind).then_some(kind)
        };
        let kinds: BTreeSet<KindId> = moves.iter().filter_map(promoted_kind).collect();
        let letters = || any_of(kinds.iter().map(|&kind| format!("`={}`", self.context.variant().kind(kind).symbol)));
        let Some(promotion) = &travel.promotion else {
            if moves.iter().any(|mv| promoted_kind(mv).is_none()) {
                moves.retain(|mv| promoted_kind(mv).is_none());
            } else if kinds.len() > 1 {
                let man = self.context.the_man(moves[0].from);
                let message = format!("{man} promotes here, and the text does not say to which man");
                let error = self.error(Code::MovePromotion, message).label("to which man?");
                return Err(error.help(format!("add {}", letters())));
            }
            return Ok(());
        };
        let fail = |message: String| {
            let error = Diagnostic::error(Code::MovePromotion, promotion.span, message);
            Err(if kinds.is_empty() {
                error.label("no promotion here").help("leave the promotion out")
            } else {
                error.label("no such promotion").help(format!("it can become {}", letters()))
            })
        };
        let wanted = match &promotion.value {
            Promotion::Symbol(symbol) => self.kind_of_symbol(&Spanned::new(symbol.clone(), promotion.span))?,
            Promotion::Betza(betza) => {
                let has = |kind: &&KindId| {
                    let parts = &self.context.variant().kind(**kind).components;
                    matches!(parts.as_slice(), [part] if &part.betza == betza)
                };
                match kinds.iter().find(has) {
                    Some(&kind) => kind,
                    None => return fail(format!("it can't become a man that moves as `{betza}`")),
                }
            }
        };
        if !kinds.contains(&wanted) {
            let man = self.context.the_man(moves[0].from);
            return fail(format!("{man} can't become {} here", self.context.kind_with_article(wanted)));
        }
        moves.retain(|mv| promoted_kind(mv) == Some(wanted));
        Ok(())
    }

    /// The man as it stands after the move.
    fn piece_after(&self, mv: ManMove) -> &'a PieceInfo {
        self.context.position.game().piece_info(mv.piece)
    }

    /// Whether a man turns as part of its move.
    fn turns_on_arrival(&self, mv: ManMove) -> bool {
        let (before, after) = (self.context.man_at(mv.from), self.piece_after(mv));
        before.is_some_and(|before| before.kind == after.kind && before.state != after.state)
    }

    /// Whether a man ends a move with the turn that is written.
    fn is_turned_by(&self, mv: ManMove, turn: &Turn) -> bool {
        let Some(before) = self.context.man_at(mv.from) else { return false };
        let after = self.piece_after(mv);
        if before.kind != after.kind {
            return matches!(turn, Turn::To(text) if text.value == after.state.to_string());
        }
        is_turn_after_moving(self.context, before, &after.state, mv.to, turn)
    }

    /// The error of a capture en passant where nothing can be captured so: it names the crossed squares.
    fn no_en_passant_error(&self, travel: &Travel) -> Diagnostic {
        let message = format!("nothing can be captured en passant on {}", self.context.square_name(travel.to.value));
        let crossed = self.context.position.arrangement().en_passant.into_iter();
        let victims = crossed.filter(|&square| self.context.man_at(square).is_none());
        let victims: Vec<_> = victims.map(|square| self.context.square_name(square)).collect();
        let diagnostic = self.error(Code::MoveEnPassant, message).label("no long step has just crossed this square");
        if victims.is_empty() {
            diagnostic
        } else {
            diagnostic.help(format!("the crossed square is {}", victims.join(", ")))
        }
    }

    /// The reason why none of the possible men can make the move.
    fn illegal_travel(&self, travel: &Travel, kind: Option<KindId>, men: &[(Square, &PieceInfo)]) -> Diagnostic {
        let context = self.context;
        let to = travel.to.value;
        if travel.en_passant {
            return self.no_en_passant_error(travel);
        }
        let reason_for = |&(square, man): &(Square, &PieceInfo)| {
            let mv = self.candidate_move(travel, square, man)?;
            let reason = context.position.check_move(mv.into()).err()?;
            let royal = context.position.royal_men(!context.turn()).contains(to);
            let may_finish = context.variant().rules.finishing_move.is_some() && !royal;
            let finishes = may_finish && reason == IllegalMove::Unreachable;
            let reason = if finishes { IllegalMove::NotFinishing } else { reason };
            let refusal = Refusal::new(context, mv.into(), &reason);
            Some((mv, reason, refusal))
        };
        let mut refused: Vec<_> = men.iter().filter_map(reason_for).collect();
        refused.sort_by_key(|(_, _, refusal)| refusal.remoteness());
        let name = kind.map_or_else(|| "man without a letter".to_owned(), |kind| context.kind_name(kind));
        let turn = context.turn();
        let to_name = context.square_name(to);
        let several = refused.len() > 1;
        let (code, message, label, help) = match refused.into_iter().next() {
            None => {
                let message = format!("{turn} has no {name} that could go to {to_name}");
                (Code::MoveNoMan, message, "no such man", context.side_moves_in_words().unwrap_or_default())
            }
            Some((mv, _, refusal)) if several && refusal.remoteness() == Refusal::UNREACHABLE => {
                let message = format!("no {name} of {turn}'s can go to {to_name}");
                (Code::MoveUnreachable, message, "no such move", context.man_moves_in_words(mv.from))
            }
            Some((_, IllegalMove::OwnMan, _)) if several => {
                let own = context.man_at(to).map_or_else(|| "man".to_owned(), |man| context.kind_name(man.kind));
                let message = format!("{turn}'s own {own} stands on {to_name}");
                (Code::MoveOwnMan, message, "taken by a man of the same side", context.man_moves_in_words(to))
            }
            Some((mv, _, refusal)) => return refusal.diagnostic(context, mv.into(), self.span),
        };
        self.error(code, message).label(label).help(help)
    }

    /// The move that the text would mean for this man, legal or not.
    fn candidate_move(&self, travel: &Travel, from: Square, man: &PieceInfo) -> Option<ManMove> {
        let context = self.context;
        let game = context.position.game();
        let to = travel.to.value;
        if let Some(castling) = self.castling_candidate(from, man, |_, king_to| king_to == to) {
            return Some(castling);
        }
        let promoted_kind = match &travel.promotion {
            Some(Spanned { value: Promotion::Symbol(symbol), span }) => {
                self.kind_of_symbol(&Spanned::new(symbol.clone(), *span)).ok()
            }
            _ => None,
        };
        let here = context.position.piece_at(from).filter(|_| from == to);
        let mut in_place = here.into_iter().flat_map(|piece| game.turns(piece));
        if let Some(piece) = in_place.find(|&piece| Some(game.piece_info(piece).kind) == promoted_kind) {
            return Some(ManMove::new(from, to, piece, MoveKind::Stationary));
        }
        let promoted = promoted_kind.and_then(|kind| {
            let setup = context.position.arrangement().setup;
            game.piece(man.side, kind, &context.variant().start_state(setup, man.side, kind, to))
        });
        let piece = promoted.or_else(|| game.piece(man.side, man.kind, &man.state))?;
        Some(ManMove::new(from, to, piece, MoveKind::Ordinary))
    }

    /// The castling of the man on a square whose direction and goal fit, legal or not.
    fn castling_candidate(&self, from: Square, man: &PieceInfo, fits: impl Fn(i32, Square) -> bool) -> Option<ManMove> {
        let context = self.context;
        let board = context.board();
        let rule = context.variant().rules.castling[man.side].as_ref().filter(|rule| rule.king == man.kind)?;
        let setup = context.variant().setups.get(context.position.arrangement().setup.index())?;
        let (kings, partners) = if setup.shuffle.is_some() {
            let recorded = context.position.arrangement().partners[man.side];
            let partners = [recorded.first_file, recorded.last_file].into_iter().flatten();
            let kind_on = |square| context.man_at(square).map(|partner| (square, partner.kind));
            (vec![from], partners.filter_map(kind_on).collect())
        } else {
            rule.starts(man.side, &setup.men)
        };
        if kings.first() != Some(&from) {
            return None;
        }
        let on_rank = partners.into_iter().filter(|&(square, _)| board.rank(square) == board.rank(from));
        on_rank.into_iter().find_map(|(partner, _)| {
            let distance = board.file(partner) - board.file(from);
            let toward = distance.signum();
            let steps = |squares: i32| board.square(board.file(from) + toward * squares, board.rank(from));
            let nearest = |least: i32, most: i32| (least..=most).filter_map(steps).find(|&to| fits(toward, to));
            let to = match rule.travel {
                KingTravel::To { first_file, last_file } => {
                    Some(if toward < 0 { first_file } else { last_file }).filter(|&to| fits(toward, to))
                }
                KingTravel::Exactly(squares) => nearest(squares.into(), squares.into()),
                KingTravel::AtLeast(least) => nearest(least.into(), distance.abs()),
                KingTravel::Between { least, most } => nearest(least.into(), most.into()),
            }?;
            let partner_to = board.square(board.file(to) - toward, board.rank(to))?;
            let castling = MoveKind::Castling { partner_from: partner, partner_to };
            let piece = context.position.game().piece(man.side, man.kind, &man.state)?;
            Some(ManMove::new(from, to, piece, castling))
        })
    }

    /// The legal castlings that fit: the king's move, where its partner comes from and where it goes.
    fn legal_castlings(&self, fits: impl Fn(ManMove, Square, Square) -> bool) -> Vec<ManMove> {
        let fits = |mv: &ManMove| mv.kind.castling().is_some_and(|(from, to)| fits(*mv, from, to));
        let moves = self.context.man_moves().filter(fits);
        moves.collect()
    }

    /// The legal drop that is meant, or the reason why there is none.
    fn resolve_drop(&self, written: &Drop) -> Result<Move, Diagnostic> {
        let context = self.context;
        let (turn, to) = (context.turn(), written.to.value);
        let pawn = Spanned::new("P".to_owned(), self.span);
        let arriving = self.kind_of_symbol(written.symbol.as_ref().unwrap_or(&pawn))?;
        let from = written.from.as_ref().map(|symbol| self.kind_of_symbol(symbol)).transpose()?;
        let game = context.position.game();
        let is_meant = |drop: &DropMove| {
            drop.to == to && game.piece_info(drop.piece).kind == arriving && from.is_none_or(|from| from == drop.kind)
        };
        let meant: Vec<DropMove> = context.legal.iter().filter_map(|mv| mv.drop_move()).filter(is_meant).collect();
        match meant.as_slice() {
            [only] => return Ok((*only).into()),
            [] => {}
            several => {
                let own = several.iter().find(|drop| drop.kind == arriving);
                return own.map(|&drop| drop.into()).ok_or_else(|| {
                    let names = context.move_names(|mv| mv.drop_move().is_some_and(|drop| is_meant(&drop)));
                    let error = self.error(Code::MoveAmbiguous, "several men in hand can be dropped so".to_owned());
                    error.label("which one?").help(format!("write {}", any_of(names)))
                });
            }
        }
        let variant = context.variant();
        let state = variant.start_state(context.position.setup(), turn, arriving, to);
        let kind = from.unwrap_or_else(|| self.kind_in_hand(arriving));
        let Some(piece) = game.piece(turn, arriving, &state) else {
            let name = context.kind_name(arriving);
            return Err(self.error(Code::MoveDrop, format!("a {name} is never dropped on {}", context.square_name(to))));
        };
        let drop = DropMove { kind, to, piece };
        let reason = context.position.check_move(drop.into()).err().unwrap_or(IllegalMove::DropSquare);
        Err(explain(context, drop, &reason, self.span))
    }

    /// The kind in hand that may arrive as a man of this kind: the same, or one that the player has.
    fn kind_in_hand(&self, arriving: KindId) -> KindId {
        let (context, turn) = (self.context, self.context.turn());
        let hand = context.position.hand(turn);
        let becomes = |kind: KindId| context.variant().drop_of(turn, kind).to.contains(&arriving);
        let same = hand.iter().any(|&(kind, _)| kind == arriving);
        hand.iter().map(|&(kind, _)| kind).find(|&kind| !same && becomes(kind)).unwrap_or(arriving)
    }

    /// The legal castling toward one end of the rank.
    fn resolve_castling(&self, last_file: bool) -> Result<ManMove, Diagnostic> {
        let context = self.context;
        let board = context.board();
        let turn = context.turn();
        let moves = self.legal_castlings(|mv, partner, _| (board.file(partner) > board.file(mv.from)) == last_file);
        match moves.as_slice() {
            [only] => return Ok(*only),
            [] => {}
            _ => return Err(self.ambiguity_error(&moves)),
        }
        let Some(rule) = &context.variant().rules.castling[turn] else {
            let error = self.error(Code::MoveCastling, format!("{turn} never castles in this game"));
            return Err(error.label("no castling"));
        };
        let king = context.men(turn).find(|(_, man)| man.kind == rule.king);
        let candidate =
            king.and_then(|(square, man)| self.castling_candidate(square, man, |toward, _| (toward > 0) == last_file));
        let Some(candidate) = candidate else {
            let name = context.kind_name(rule.king);
            let message = format!("{turn}'s {name} does not stand where it started");
            let error = self.error(Code::MoveCastling, message).label("no castling any more");
            return Err(error.help(context.side_moves_in_words().unwrap_or_default()));
        };
        let reason = context.position.check_move(candidate.into()).err().unwrap_or(IllegalMove::Castling);
        Err(explain(context, candidate, &reason, self.span))
    }

    /// Both legs of a castling.
    fn resolve_two_legs(&self, legs: &[SanMove; 2]) -> Result<ManMove, Diagnostic> {
        let [SanMove { form: SanForm::Travel(king), .. }, SanMove { form: SanForm::Travel(partner), .. }] = legs else {
            return Err(self.error(Code::MoveUnreadable, "this is no castling".to_owned()));
        };
        let board = self.context.board();
        let moves = self.legal_castlings(|mv, partner_from, partner_to| {
            let own = (Some(mv.from), mv.to) == (king.from(board), king.to.value);
            own && (Some(partner_from), partner_to) == (partner.from(board), partner.to.value)
        });
        if let [only] = moves.as_slice() {
            return Ok(*only);
        }
        if let Some(from) = king.from(board) {
            self.own_man_on(None, from)?;
            let castling = match partner.from(board) {
                Some(partner_from) => MoveKind::Castling { partner_from, partner_to: partner.to.value },
                None => MoveKind::Ordinary,
            };
            if let Some(piece) = self.context.position.piece_at(from) {
                let mv = ManMove::new(from, king.to.value, piece, castling);
                let reason = self.context.position.check_move(mv.into()).err().unwrap_or(IllegalMove::Castling);
                return Err(explain(self.context, mv, &reason, self.span));
            }
        }
        Err(self.error(Code::MoveCastling, "there is no such castling".to_owned()))
    }

    /// The wall that is put instead of a move.
    fn resolve_wall(&self, square: Square) -> Result<Move, Diagnostic> {
        let mv = Move::Wall(square);
        match self.context.position.check_move(mv) {
            Ok(()) => Ok(mv),
            Err(reason) => Err(explain(self.context, mv, &reason, self.span)),
        }
    }

    /// The error about a pass, the end of a series or a claim that is written and not legal.
    fn extra_move_error(&self, written: &str) -> Diagnostic {
        let is_null = uci::NULL_MOVES.contains(&written);
        let word = if is_null { uci::PASS } else { written };
        let turn = self.context.turn();
        let help = self.context.side_moves_in_words();
        let rules = &self.context.variant().rules;
        let (code, message) = match (word, rules.passing[turn]) {
            (uci::END, _) if rules.series[turn].is_none() => {
                (Code::MoveSeries, "this game has no series that could be ended".to_owned())
            }
            (uci::END, _) => (Code::MoveSeries, "the series can't end here".to_owned()),
            (uci::PASS, Passing::Never) => {
                (Code::MovePass, format!("{turn} may not pass: this game has no rule that allows it"))
            }
            (uci::PASS, Passing::WhenStuck) => {
                (Code::MovePass, format!("{turn} may pass only without another legal move"))
            }
            (uci::PASS, Passing::Always) => {
                (Code::MovePass, format!("{turn} may not pass while a royal man is attacked"))
            }
            _ => (Code::MoveStalemate, "there is no stalemate to claim".to_owned()),
        };
        let message = if is_null { format!("`{written}` is a null move: {message}") } else { message };
        let diagnostic = self.error(code, message).label("not possible now");
        Diagnostic { help, ..diagnostic }
    }

    /// A warning if a move is written as a capture and is none, or the other way round.
    fn sign_warning(&self, travel: &Travel, mv: ManMove) -> Option<Diagnostic> {
        let castles = matches!(mv.kind, MoveKind::Castling { .. });
        let en_passant = matches!(mv.kind, MoveKind::EnPassant { .. });
        let captures = en_passant || (!castles && mv.from != mv.to && self.context.man_at(mv.to).is_some());
        let (message, label, help) = match (travel.capture?, captures) {
            (true, false) => ("nothing is captured here", "written as a capture", "write `-` or nothing for `x`"),
            (false, true) => ("this captures", "not written as a capture", "write `x` for a capture"),
            _ => return None,
        };
        Some(Diagnostic::warning(Code::MoveCaptureSign, self.span, message).label(label).help(help))
    }
}

/// Keeps the moves with a property, if any has it.
fn retain_if_any(moves: &mut Vec<ManMove>, property: impl Fn(&ManMove) -> bool) {
    if moves.iter().any(&property) {
        moves.retain(property);
    }
}

/// Whether the state after a move comes from the turn that a text adds to the move.
fn is_turn_after_moving(
    context: MoveContext<'_>,
    before: &PieceInfo,
    after: &ManState,
    to: Square,
    turn: &Turn,
) -> bool {
    let kind = context.variant().kind(before.kind);
    let symmetry = context.variant().black;
    match turn {
        Turn::To(text) => text.value == after.to_string() || text.value == facing_text(after),
        Turn::Toward(target) => wind_toward(context, to, target.value).is_some_and(|wind| after.facings == [wind]),
        Turn::By { right, degrees } => {
            let smallest = kind.turns_of_effects().min();
            let wanted = degrees
                .as_ref()
                .map_or(smallest.map(|angle| u32::from(angle.get())), |degrees| Some(degrees.value / 45));
            let Some(eighths) = wanted.and_then(|eighths| i32::try_from(eighths).ok()) else { return false };
            let eighths = if *right { eighths } else { -eighths };
            kind.turned_by(before.side, symmetry, &before.state, None, eighths).as_ref() == Some(after)
        }
    }
}

/// The wind from one square to another; `None` if they are the same.
fn wind_toward(context: MoveContext<'_>, from: Square, to: Square) -> Option<Wind> {
    let board = context.board();
    let leap = Leap::new((board.file(to) - board.file(from)) as i8, (board.rank(to) - board.rank(from)) as i8);
    (!leap.is_null()).then(|| leap.wind())
}

/// A man that turns or flips on its square.
struct TurningMan<'a> {
    pub(super) context: MoveContext<'a>,
    pub(super) square: Square,
    pub(super) man: &'a PieceInfo,
    pub(super) span: Span,
}

impl TurningMan<'_> {
    /// The legal move for a turn as it is written.
    pub(super) fn resolve_turn(&self, part: Option<&Spanned<String>>, turn: &Turn) -> Result<Move, Diagnostic> {
        let before = &self.man.state;
        let part = match turn {
            // The facings of all parts, whether these turn together or alone.
            Turn::To(facings) if part.is_none() && before.facings.len() > 1 && facings.value.contains('.') => None,
            Turn::By { .. } | Turn::To(_) | Turn::Toward(_) => self.resolve_part(part)?,
        };
        let state = match turn {
            Turn::By { right, degrees } => self.state_turned_aside(part, *right, degrees.as_ref())?,
            Turn::To(winds) => self.state_turned_to(part, winds)?,
            Turn::Toward(target) => self.state_turned_toward(part, target)?,
        };
        if state == *before {
            let message = format!("{} already faces {}", self.context.the_man(self.square), facing_text(&state));
            return Err(self.error(message).label("this turn changes nothing"));
        }
        self.legal_move_into(&state)
    }

    /// The legal move for a flip.
    pub(super) fn resolve_flip(&self) -> Result<Move, Diagnostic> {
        let Some(state) = self.kind().flipped(&self.man.state) else {
            let message = format!("the {} never flips", self.name());
            let error = Diagnostic::error(Code::MoveFlip, self.span, message).label("no such move");
            return Err(error.help(self.context.man_moves_in_words(self.square)));
        };
        self.legal_move_into(&state)
    }

    /// The legal turn or flip into a state.
    pub(super) fn resolve_state(&self, into: &Spanned<String>) -> Result<Move, Diagnostic> {
        let (variant, man) = (self.context.variant(), self.man);
        let state = read_state(variant, man.side, man.kind, &into.value, into.span, Code::MoveState);
        let state = state.map_err(|problem| {
            // Without its state this is no move at all.
            let has_states = man.state != ManState::default();
            if has_states { problem } else { problem.help(self.context.man_moves_in_words(self.square)) }
        })?;
        self.legal_move_into(&state)
    }

    fn error(&self, message: String) -> Diagnostic {
        self.error_at(self.span, message)
    }

    /// An error about a turn, with a help that lists the legal turns.
    fn error_at(&self, span: Span, message: String) -> Diagnostic {
        let turns = self.context.turns_in_words(self.square);
        let help = turns.unwrap_or_else(|| self.context.man_moves_in_words(self.square));
        Diagnostic::error(Code::MoveTurn, span, message).help(help)
    }

    fn kind(&self) -> &Kind {
        self.context.variant().kind(self.man.kind)
    }

    fn name(&self) -> String {
        self.context.kind_name(self.man.kind)
    }

    /// The turning angles of a part, or of the whole man; the smallest first.
    fn angles(&self, part: Option<usize>) -> Vec<Eighths> {
        let kind = self.kind();
        let mut angles = match part {
            Some(part) => kind.components.get(part).map_or_else(Vec::new, |part| part.turns.clone()),
            None => kind.orientation.turns().to_vec(),
        };
        angles.sort_unstable();
        angles
    }

    /// The part that turns, by its name or as the only one that can; `None` is all of them together.
    fn resolve_part(&self, part: Option<&Spanned<String>>) -> Result<Option<usize>, Diagnostic> {
        let kind = self.kind();
        if let Some(part) = part {
            let index = kind.components.iter().position(|other| other.name.as_deref() == Some(&part.value));
            return index.map(Some).ok_or_else(|| {
                let names: Vec<_> = kind.components.iter().filter_map(|part| part.name.as_deref()).collect();
                let error = format!("the {} has no part named `{}`", self.name(), part.value);
                let error = Diagnostic::error(Code::MovePart, part.span, error).label("no such part");
                if names.is_empty() {
                    error.help(format!("the {} turns as a whole, or not at all", self.name()))
                } else {
                    error.help(format!("its parts are {}", any_of(&names)))
                }
            });
        }
        if !self.angles(None).is_empty() {
            return Ok(None);
        }
        let alone: Vec<_> = (0..kind.components.len()).filter(|&part| !self.angles(Some(part)).is_empty()).collect();
        match alone.as_slice() {
            [] => Err(self.error(format!("the {} never turns", self.name())).label("no such move")),
            [only] => Ok(Some(*only)),
            _ => Err(self.error(format!("the {}'s parts turn alone; say which", self.name())).label("which part?")),
        }
    }

    /// The state after a turn of a part by some eighths clockwise.
    fn state_turned_by(&self, part: Option<usize>, eighths: i32) -> Option<ManState> {
        self.kind().turned_by(self.man.side, self.context.variant().black, &self.man.state, part, eighths)
    }

    /// The state after a turn to the left or the right: by the smallest angle that changes it, or by the one given.
    fn state_turned_aside(
        &self,
        part: Option<usize>,
        right: bool,
        degrees: Option<&Spanned<u32>>,
    ) -> Result<ManState, Diagnostic> {
        let mut angles = self.angles(part);
        if let Some(degrees) = degrees {
            let given = angles.iter().copied().find(|&eighths| eighths.degrees() == degrees.value);
            let Some(given) = given else {
                let known: Vec<_> = angles.iter().map(|&eighths| format!("{}°", eighths.degrees())).collect();
                let message = format!("the {} turns by {}, never by {}°", self.name(), any_of(&known), degrees.value);
                return Err(self.error(message).label("no such turn"));
            };
            angles = vec![given];
        }
        let signed = |eighths: Eighths| if right { i32::from(eighths) } else { -i32::from(eighths) };
        let states = angles.iter().filter_map(|&eighths| self.state_turned_by(part, signed(eighths)));
        states.filter(|state| *state != self.man.state).map(Ok).next().unwrap_or_else(|| {
            let aside = if right { "right" } else { "left" };
            let facing = facing_text(&self.man.state);
            let message =
                format!("{} faces {facing} and can't turn further {aside}", self.context.the_man(self.square));
            Err(self.error(message).label("no such turn"))
        })
    }

    /// The state after a turn to these facings, or of the part to this facing.
    fn state_turned_to(&self, part: Option<usize>, text: &Spanned<String>) -> Result<ManState, Diagnostic> {
        let winds = read_winds(&text.value, text.span.start, Code::MoveTurn, "expected a wind or a square")?;
        let message = || format!("the {} never faces {}", self.name(), text.value);
        self.state_with_facings(part, &winds).ok_or_else(|| self.error(message()).label("no such facing"))
    }

    /// The state that faces a square.
    fn state_turned_toward(&self, part: Option<usize>, target: &Spanned<Square>) -> Result<ManState, Diagnostic> {
        let (here, there) = (self.context.square_name(self.square), self.context.square_name(target.value));
        let Some(wind) = wind_toward(self.context, self.square, target.value) else {
            return Err(self.error(format!("{} stands on {there} itself", self.context.the_man(self.square))));
        };
        if let Some(state) = self.state_with_facings(part, &[wind]) {
            return Ok(state);
        }
        // The facing of a man that points in several directions lies between them.
        let states = self.kind().states(self.man.side, self.context.variant().black);
        let mut aiming_states = states.into_iter().filter(|state| {
            state.mode == self.man.state.mode
                && stationary_move(self.context, self.square, self.man, state)
                    .is_some_and(|mv| self.context.find_but_for_wall(mv).is_some())
                && self.context.first_leap_targets(self.square, self.man, state).contains(&target.value)
        });
        match (aiming_states.next(), aiming_states.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => {
                let message = format!("in more than one facing the {} aims at {there}", self.name());
                Err(self.error(message).label("ambiguous"))
            }
            (None, _) => {
                let message = format!("{there} lies {wind} of {here}, and the {} never faces {wind}", self.name());
                Err(self.error_at(target.span, message).label("no such facing"))
            }
        }
    }

    /// The state with these facings, or with this one facing of a part; the mode stays.
    fn state_with_facings(&self, part: Option<usize>, winds: &[Wind]) -> Option<ManState> {
        let exact = ManState { facings: winds.to_vec(), ..self.man.state };
        if part.is_none() && self.context.position.game().piece(self.man.side, self.man.kind, &exact).is_some() {
            return Some(exact);
        }
        // A single wind: of the part, or of the first part when all turn together.
        let &[wind] = winds else { return None };
        let turns = self.angles(part).into_iter().map(i32::from).flat_map(|eighths| [eighths, -eighths]);
        turns.filter_map(|eighths| self.state_turned_by(part, eighths)).find(|state| {
            let changed = state.facings.iter().zip(&self.man.state.facings).find(|(after, before)| after != before);
            changed.is_some_and(|(after, _)| *after == wind)
        })
    }

    /// The turn or flip into a state if it is legal, or else the reason why not.
    fn legal_move_into(&self, state: &ManState) -> Result<Move, Diagnostic> {
        if let Some(mv) = stationary_move(self.context, self.square, self.man, state) {
            if let Some(legal) = self.context.find_but_for_wall(mv) {
                return Ok(legal);
            }
            match self.context.position.check_move(mv.into()) {
                Ok(()) => return Ok(mv.into()),
                Err(IllegalMove::Unreachable) => {}
                Err(reason) => return Err(explain(self.context, mv, &reason, self.span)),
            }
        }
        let (man, from) = (self.context.the_man(self.square), &self.man.state);
        let message = if from.mode.is_none() && from.facings.len() == 1 {
            format!("{man} faces `{from}`, and no turn of it leads to `{state}`")
        } else {
            format!("{man} is in the state `{from}` and can't change to `{state}` in one move")
        };
        Err(self.error(message).label("no such turn or flip"))
    }
}

/// The stationary move into a state.
fn stationary_move(context: MoveContext<'_>, square: Square, man: &PieceInfo, state: &ManState) -> Option<ManMove> {
    let piece = context.position.game().piece(man.side, man.kind, state)?;
    Some(ManMove::new(square, square, piece, MoveKind::Stationary))
}
