//! From what is written to the one legal move that is meant, or to the reason why there is none.

use super::explain::{explain, no_man};
use super::letters::Letters;
use super::machine;
use super::phrase::{Go, Phrase, Promotion, Said, Turn};
use super::scene::Scene;
use super::stationary;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{IllegalMove, Move, MoveKind, PieceInfo, Position};
use crate::geometry::Square;
use crate::model::{KindId, KingTravel, ManState};
use crate::source::{Span, Spanned};

/// The legal move that a phrase of `text` means, with warnings about what it says beside it.
///
/// # Errors
/// Why no legal move is meant, in the game's terms, or that several are.
pub fn resolve(
    position: &Position,
    text: &str,
    phrase: &Phrase,
    letters: &Letters,
) -> Result<(Move, Vec<Diagnostic>), Diagnostic> {
    let scene = Scene::new(position);
    if let Some(mv) = text.get(phrase.span.range()).and_then(|said| machine::find(position, said)) {
        return Ok((mv, Vec::new()));
    }
    let resolver = Resolver { scene, letters, span: phrase.span };
    if let Some(outcome) = position.outcome() {
        return Err(super::explain::game_over(&outcome, phrase.span));
    }
    match &phrase.said {
        Said::Go(go) => resolver.go(go).map(|mv| (mv, resolver.sign_warning(go, mv).into_iter().collect())),
        Said::Castle { last_file } => resolver.castle(*last_file).map(|mv| (mv, Vec::new())),
        Said::Legs(legs) => resolver.legs(legs).map(|mv| (mv, Vec::new())),
        Said::Turn { man, part, turn } => {
            let info = resolver.standing(man.symbol.as_ref(), man.square.value)?;
            stationary::turn(scene, man.square.value, info, part.as_ref(), turn, phrase.span).map(|mv| (mv, Vec::new()))
        }
        Said::Flip(man) => {
            let info = resolver.standing(man.symbol.as_ref(), man.square.value)?;
            stationary::flip(scene, man.square.value, info, phrase.span).map(|mv| (mv, Vec::new()))
        }
        Said::Becomes(man, state) => {
            let info = resolver.standing(man.symbol.as_ref(), man.square.value)?;
            stationary::becomes(scene, man.square.value, info, state, phrase.span).map(|mv| (mv, Vec::new()))
        }
        Said::Bare(word) => Err(resolver.bare(word)),
    }
}

struct Resolver<'a> {
    scene: Scene<'a>,
    letters: &'a Letters,
    span: Span,
}

impl<'a> Resolver<'a> {
    fn error(&self, code: Code, message: String) -> Diagnostic {
        Diagnostic::error(code, self.span, message)
    }

    /// The game's kind for a symbol of the text.
    fn kind(&self, symbol: &Spanned<String>) -> Result<KindId, Diagnostic> {
        let side = self.scene.turn();
        let meaning = self.letters.meaning(side, &symbol.value);
        self.scene.variant().kind_of_symbol(side, meaning).ok_or_else(|| {
            let kinds = self.scene.variant().kinds.iter().filter(|kind| kind.sides[side]);
            let known: Vec<_> = kinds.map(|kind| format!("`{}`", kind.symbol)).collect();
            Diagnostic::error(
                Code::MoveUnknownLetter,
                symbol.span,
                format!("{side} has no man `{meaning}` in this game"),
            )
            .label("no such man")
            .help(format!("{side} has {}", known.join(", ")))
        })
    }

    /// The player's man on a square, which must be of the kind that the text says.
    fn standing(&self, symbol: Option<&Spanned<String>>, square: Square) -> Result<&'a PieceInfo, Diagnostic> {
        let kind = symbol.map(|symbol| self.kind(symbol)).transpose()?;
        let scene = self.scene;
        let man = scene.man_at(square).filter(|man| man.side == scene.turn());
        let man = man.ok_or_else(|| no_man(scene, square, self.span))?;
        match (kind, symbol) {
            (Some(kind), Some(symbol)) if kind != man.kind => {
                let (wanted, found) = (scene.a_kind(kind), scene.a_kind(man.kind));
                let message = format!("on {} stands {found}, not {wanted}", scene.name(square));
                let letter = &scene.variant().kind(man.kind).symbol;
                Err(Diagnostic::error(Code::MoveWrongMan, symbol.span, message)
                    .label("another man")
                    .help(format!("the letter of {found} is `{letter}`")))
            }
            _ => Ok(man),
        }
    }

    /// Says what can go to a square instead, unless other help is given.
    fn with_others(&self, problem: Diagnostic, to: Square) -> Diagnostic {
        let moves = machine::legal_moves(self.scene.position);
        let others: Vec<_> =
            moves.iter().filter(|(_, mv)| mv.to == to && mv.from != to).map(|(name, _)| format!("`{name}`")).collect();
        if others.is_empty() || problem.help.is_some() {
            return problem;
        }
        let others = super::man::or_list(&others[..others.len().min(8)]);
        problem.help(format!("what can go to {} is {others}", self.scene.name(to)))
    }

    /// Whether a man without a letter may be of this kind: such men are pawns, or whatever promotes.
    fn is_nameless(&self, man: &PieceInfo) -> bool {
        let variant = self.scene.variant();
        if variant.kinds.iter().any(|kind| kind.symbol == "P") {
            return variant.kind(man.kind).symbol == "P";
        }
        let promotions = &variant.rules.promotions[man.side];
        promotions.is_empty() || promotions.iter().any(|rule| rule.kind == man.kind)
    }

    fn go(&self, go: &Go) -> Result<Move, Diagnostic> {
        let board = self.scene.board();
        let from = go.from(board);
        let kind = go.symbol.as_ref().map(|symbol| self.kind(symbol)).transpose()?;
        if let Some(from) = from {
            self.standing(go.symbol.as_ref(), from).map_err(|problem| self.with_others(problem, go.to.value))?;
        }
        let fits_square = |square: Square| {
            go.file.is_none_or(|file| board.file(square) == file)
                && go.rank.is_none_or(|rank| board.rank(square) == rank)
        };
        let fits = |square: Square, man: &PieceInfo| {
            let named = kind.map_or_else(|| from.is_some() || self.is_nameless(man), |kind| man.kind == kind);
            fits_square(square) && named
        };
        let own = self.scene.men(self.scene.turn());
        let men: Vec<_> =
            own.filter(|&(square, man)| fits(square, man) && (square != go.to.value || from.is_some())).collect();
        let mut moves = self.scene.position.legal_moves();
        moves.retain(|mv| mv.to == go.to.value && mv.piece.is_some() && mv.kind != MoveKind::Stationary);
        moves.retain(|mv| men.iter().any(|&(square, _)| square == mv.from));
        if moves.is_empty() {
            return Err(self.refused(go, kind, &men));
        }
        self.narrowed(go, moves)
    }

    /// The one of several moves to the same square that a text means.
    fn narrowed(&self, go: &Go, mut moves: Vec<Move>) -> Result<Move, Diagnostic> {
        if go.en_passant {
            if !moves.iter().any(|mv| matches!(mv.kind, MoveKind::EnPassant { .. })) {
                return Err(self.not_en_passant(go));
            }
            moves.retain(|mv| matches!(mv.kind, MoveKind::EnPassant { .. }));
        }
        let all = moves.clone();
        self.promoted(go, &mut moves)?;
        match &go.turn {
            Some(turn) => moves.retain(|&mv| self.turns_so(mv, turn)),
            None => prefer(&mut moves, |&mv| !self.turns(mv)),
        }
        if moves.is_empty() {
            return Err(self
                .error(
                    Code::MoveTurn,
                    format!("{} can't turn so as part of this move", self.scene.the_man(all[0].from)),
                )
                .label("no such turn")
                .help(self.scene.options(all[0].from)));
        }
        prefer(&mut moves, |mv| !matches!(mv.kind, MoveKind::Finishing));
        prefer(&mut moves, |mv| !matches!(mv.kind, MoveKind::Castling { .. }));
        match moves.as_slice() {
            [only] => Ok(*only),
            _ => Err(self.ambiguous(&moves)),
        }
    }

    fn ambiguous(&self, moves: &[Move]) -> Diagnostic {
        let scene = self.scene;
        let mut squares: Vec<Square> = moves.iter().map(|mv| mv.from).collect();
        squares.sort_unstable();
        squares.dedup();
        let men: Vec<_> = squares.iter().map(|&square| scene.the_man(square)).collect();
        let message = if men.len() > 1 {
            format!("this could be {}", super::man::or_list(&men))
        } else {
            "this could be more than one move".to_owned()
        };
        let mut names: Vec<_> = moves.iter().map(|&mv| format!("`{}`", machine::write(scene.position, mv))).collect();
        names.sort();
        self.error(Code::MoveAmbiguous, message)
            .label("ambiguous")
            .help(format!("write {}", super::man::or_list(&names[..names.len().min(8)])))
    }

    /// Keeps the moves with the promotion that is meant, or without one if none is.
    fn promoted(&self, go: &Go, moves: &mut Vec<Move>) -> Result<(), Diagnostic> {
        let becomes = |mv: &Move| {
            let after = mv.piece.map(|piece| self.scene.position.game().piece_info(piece).kind);
            after.filter(|&kind| self.scene.man_at(mv.from).is_none_or(|man| man.kind != kind))
        };
        let choices = |moves: &[Move]| {
            let mut kinds: Vec<KindId> = moves.iter().filter_map(becomes).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        };
        let letters = |kinds: &[KindId]| {
            let letters: Vec<_> =
                kinds.iter().map(|&kind| format!("`={}`", self.scene.variant().kind(kind).symbol)).collect();
            super::man::or_list(&letters)
        };
        let kinds = choices(moves);
        let Some(promotion) = &go.promotion else {
            let stays = moves.iter().any(|mv| becomes(mv).is_none());
            if stays {
                moves.retain(|mv| becomes(mv).is_none());
            } else if kinds.len() > 1 {
                let message =
                    format!("{} promotes here, and this does not say to what", self.scene.the_man(moves[0].from));
                return Err(self
                    .error(Code::MovePromotion, message)
                    .label("to what?")
                    .help(format!("add {}", letters(&kinds))));
            }
            return Ok(());
        };
        let fail = |message: String| {
            let error = Diagnostic::error(Code::MovePromotion, promotion.span, message);
            Err(match kinds.as_slice() {
                [] => error.label("no promotion here").help("leave the promotion out"),
                _ => error.label("no such promotion").help(format!("it can become {}", letters(&kinds))),
            })
        };
        let wanted = match &promotion.value {
            Promotion::Symbol(symbol) => self.kind(&Spanned::new(symbol.clone(), promotion.span))?,
            Promotion::Betza(betza) => {
                let has = |kind: &&KindId| {
                    let parts = &self.scene.variant().kind(**kind).components;
                    matches!(parts.as_slice(), [part] if &part.betza == betza)
                };
                match kinds.iter().find(has) {
                    Some(&kind) => kind,
                    None => return fail(format!("it can't become a man that moves as `{betza}`")),
                }
            }
        };
        if !kinds.contains(&wanted) {
            let man = self.scene.the_man(moves[0].from);
            return fail(format!("{man} can't become {} here", self.scene.a_kind(wanted)));
        }
        moves.retain(|mv| becomes(mv) == Some(wanted));
        Ok(())
    }

    fn after(&self, mv: Move) -> Option<&'a PieceInfo> {
        mv.piece.map(|piece| self.scene.position.game().piece_info(piece))
    }

    /// Whether a man turns as part of its move.
    fn turns(&self, mv: Move) -> bool {
        match (self.scene.man_at(mv.from), self.after(mv)) {
            (Some(before), Some(after)) => before.kind == after.kind && before.state != after.state,
            _ => false,
        }
    }

    fn turns_so(&self, mv: Move, turn: &Turn) -> bool {
        let (Some(before), Some(after)) = (self.scene.man_at(mv.from), self.after(mv)) else { return false };
        if before.kind != after.kind {
            return matches!(turn, Turn::To(text) if text.value == super::man::state_text(&after.state));
        }
        stationary::is_turn_after_moving(self.scene, before, &after.state, mv.to, turn)
    }

    fn not_en_passant(&self, go: &Go) -> Diagnostic {
        let message = format!("nothing can be captured en passant on {}", self.scene.name(go.to.value));
        let victims: Vec<_> =
            self.scene.position.arrangement().en_passant.iter().map(|&square| self.scene.name(square)).collect();
        let diagnostic = self.error(Code::MoveEnPassant, message).label("no long step has just crossed this square");
        if victims.is_empty() {
            diagnostic
        } else {
            diagnostic.help(format!("the crossed square is {}", victims.join(", ")))
        }
    }

    /// Why none of the men that may be meant can make the move.
    fn refused(&self, go: &Go, kind: Option<KindId>, men: &[(Square, &PieceInfo)]) -> Diagnostic {
        let scene = self.scene;
        let to = go.to.value;
        if go.en_passant {
            return self.not_en_passant(go);
        }
        let reason_for = |&(square, man): &(Square, &PieceInfo)| {
            let mv = self.candidate(go, square, man)?;
            Some((mv, scene.position.check_move(mv).err()?))
        };
        let mut reasons: Vec<_> = men.iter().filter_map(reason_for).collect();
        reasons.sort_by_key(|(_, reason)| remoteness(reason));
        let several = reasons.len() > 1;
        let name = kind.map_or_else(|| "man without a letter".to_owned(), |kind| scene.kind_name(kind));
        let turn = scene.turn();
        match reasons.as_slice() {
            [] => self
                .error(Code::MoveNoMan, format!("{turn} has no {name} that could go to {}", scene.name(to)))
                .label("no such man")
                .help(scene.all_options().unwrap_or_default()),
            [_, _, ..] if remoteness(&reasons[0].1) == remoteness(&IllegalMove::Unreachable) => self
                .error(Code::MoveUnreachable, format!("no {name} of {turn}'s can go to {}", scene.name(to)))
                .label("no such move")
                .help(scene.options(reasons[0].0.from)),
            [(_, IllegalMove::OwnMan), ..] if several => {
                let own = scene.man_at(to).map_or_else(|| "man".to_owned(), |man| scene.kind_name(man.kind));
                self.error(Code::MoveOwnMan, format!("{turn}'s own {own} stands on {}", scene.name(to)))
                    .label("taken by a man of the same side")
                    .help(scene.options(to))
            }
            [(mv, reason), ..] => explain(scene, *mv, reason, self.span),
        }
    }

    /// What the text would mean for a man if the rules let it.
    fn candidate(&self, go: &Go, from: Square, man: &PieceInfo) -> Option<Move> {
        let scene = self.scene;
        let game = scene.position.game();
        let to = go.to.value;
        if let Some(castling) = self.castling_candidate(from, man, |king_to| king_to == to) {
            return Some(castling);
        }
        let promoted = match &go.promotion {
            Some(Spanned { value: Promotion::Symbol(symbol), span }) => {
                self.kind(&Spanned::new(symbol.clone(), *span)).ok().and_then(|kind| {
                    let setup = scene.position.arrangement().setup;
                    game.piece(man.side, kind, &scene.variant().start_state(setup, man.side, kind, to))
                })
            }
            _ => None,
        };
        let piece = promoted.or_else(|| game.piece(man.side, man.kind, &man.state))?;
        Some(Move { from, to, piece: Some(piece), kind: MoveKind::Ordinary })
    }

    /// The castling of the man on a square whose king goes to a square that fits, legal or not.
    fn castling_candidate(&self, from: Square, man: &PieceInfo, fits: impl Fn(Square) -> bool) -> Option<Move> {
        let scene = self.scene;
        let board = scene.board();
        let rule = scene.variant().rules.castling[man.side].filter(|rule| rule.king == man.kind)?;
        let setup = scene.variant().setups.get(scene.position.arrangement().setup.index())?;
        let king = setup.men.iter().find(|other| other.side == man.side && other.kind == man.kind)?;
        if king.square != from {
            return None;
        }
        let partners = setup.men.iter().filter(|other| {
            other.side == man.side && other.kind == rule.partner && board.rank(other.square) == board.rank(from)
        });
        let least = match rule.travel {
            KingTravel::Exactly(squares) | KingTravel::AtLeast(squares) => i32::from(squares),
        };
        partners.into_iter().find_map(|partner| {
            let toward = (board.file(partner.square) - board.file(from)).signum();
            let most = match rule.travel {
                KingTravel::Exactly(_) => least,
                KingTravel::AtLeast(_) => (board.file(partner.square) - board.file(from)).abs(),
            };
            let to = (least..=most)
                .filter_map(|squares| board.square(board.file(from) + toward * squares, board.rank(from)))
                .find(|&to| fits(to))?;
            let partner_to = board.square(board.file(to) - toward, board.rank(to))?;
            let castling = MoveKind::Castling { partner_from: partner.square, partner_to };
            let piece = scene.position.game().piece(man.side, man.kind, &man.state);
            Some(Move { from, to, piece, kind: castling })
        })
    }

    fn castle(&self, last_file: bool) -> Result<Move, Diagnostic> {
        let scene = self.scene;
        let board = scene.board();
        let turn = scene.turn();
        let mut moves = scene.position.legal_moves();
        moves.retain(|mv| match mv.kind {
            MoveKind::Castling { partner_from, .. } => (board.file(partner_from) > board.file(mv.from)) == last_file,
            _ => false,
        });
        match moves.as_slice() {
            [only] => return Ok(*only),
            [] => {}
            _ => return Err(self.ambiguous(&moves)),
        }
        let Some(rule) = scene.variant().rules.castling[turn] else {
            return Err(self
                .error(Code::MoveCastling, format!("{turn} never castles in this game"))
                .label("no castling"));
        };
        let king = scene.men(turn).find(|(_, man)| man.kind == rule.king);
        let candidate = king.and_then(|(square, man)| {
            self.castling_candidate(square, man, |to| (board.file(to) > board.file(square)) == last_file)
        });
        let Some(candidate) = candidate else {
            let name = scene.kind_name(rule.king);
            let message = format!("{turn}'s {name} does not stand where it started");
            let error = self.error(Code::MoveCastling, message).label("no castling any more");
            return Err(error.help(scene.all_options().unwrap_or_default()));
        };
        let reason = scene.position.check_move(candidate).err().unwrap_or(IllegalMove::Castling);
        Err(explain(scene, candidate, &reason, self.span))
    }

    /// Both legs of a castling.
    fn legs(&self, legs: &[Phrase; 2]) -> Result<Move, Diagnostic> {
        let [Phrase { said: Said::Go(king), .. }, Phrase { said: Said::Go(partner), .. }] = legs else {
            return Err(self.error(Code::MoveUnreadable, "this is no castling".to_owned()));
        };
        let board = self.scene.board();
        let mut moves = self.scene.position.legal_moves();
        moves.retain(|mv| match mv.kind {
            MoveKind::Castling { partner_from, partner_to } => {
                Some(mv.from) == king.from(board)
                    && mv.to == king.to.value
                    && Some(partner_from) == partner.from(board)
                    && partner_to == partner.to.value
            }
            _ => false,
        });
        if let [only] = moves.as_slice() {
            return Ok(*only);
        }
        if let Some(from) = king.from(board) {
            let man = self.standing(None, from)?;
            let castling = match partner.from(board) {
                Some(partner_from) => MoveKind::Castling { partner_from, partner_to: partner.to.value },
                None => MoveKind::Ordinary,
            };
            let piece = self.scene.position.game().piece(man.side, man.kind, &man.state);
            let mv = Move { from, to: king.to.value, piece, kind: castling };
            let reason = self.scene.position.check_move(mv).err().unwrap_or(IllegalMove::Castling);
            return Err(explain(self.scene, mv, &reason, self.span));
        }
        Err(self.error(Code::MoveCastling, "there is no such castling".to_owned()))
    }

    /// Why a move of no man can't be played.
    fn bare(&self, word: &str) -> Diagnostic {
        let turn = self.scene.turn();
        let help = self.scene.all_options();
        let (code, message) = match word {
            machine::END if self.scene.variant().rules.series[turn].is_none() => {
                (Code::MoveSeries, "this game has no series that could be ended".to_owned())
            }
            machine::END => (Code::MoveSeries, "the series can't end here".to_owned()),
            machine::PASS => (Code::MovePass, format!("{turn} may not pass")),
            _ => (Code::MoveStalemate, "there is no stalemate to claim".to_owned()),
        };
        let diagnostic = self.error(code, message).label("not possible now");
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// A warning if a move is said to capture and does not, or the other way round.
    fn sign_warning(&self, go: &Go, mv: Move) -> Option<Diagnostic> {
        let castles = matches!(mv.kind, MoveKind::Castling { .. });
        let en_passant = matches!(mv.kind, MoveKind::EnPassant { .. });
        let captures = en_passant || (!castles && mv.from != mv.to && self.scene.man_at(mv.to).is_some());
        let (message, label) = match (go.capture?, captures) {
            (true, false) => ("nothing is captured here", "written as a capture"),
            (false, true) => ("this captures", "not written as a capture"),
            _ => return None,
        };
        Some(Diagnostic::warning(Code::MoveCaptureSign, self.span, message).label(label))
    }
}

/// Keeps the moves with a property, if any has it.
fn prefer(moves: &mut Vec<Move>, property: impl Fn(&Move) -> bool) {
    if moves.iter().any(&property) {
        moves.retain(property);
    }
}

/// How little a reason tells about the man that was meant: the least one is told first.
const fn remoteness(reason: &IllegalMove) -> u8 {
    match reason {
        IllegalMove::Unreachable | IllegalMove::NoMan(_) => 3,
        IllegalMove::OwnMan | IllegalMove::Blocked => 2,
        IllegalMove::WrongFacing
        | IllegalMove::WrongMode
        | IllegalMove::WrongFacingAndMode
        | IllegalMove::NotFinishing => 1,
        _ => 0,
    }
}

/// The stationary move into a state.
pub(super) fn stationary_move(scene: Scene<'_>, square: Square, man: &PieceInfo, state: &ManState) -> Option<Move> {
    let piece = scene.position.game().piece(man.side, man.kind, state)?;
    Some(Move { from: square, to: square, piece: Some(piece), kind: MoveKind::Stationary })
}
