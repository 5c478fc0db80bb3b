//! Turns and flips: finds the state that is meant, or the reason why a man can't get into it.

use super::Turn;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{IllegalMove, ManMove, Move, MoveKind, PieceInfo};
use crate::geometry::{Leap, Square, Wind};
use crate::model::{Eighths, Kind, ManState};
use crate::notation::context::MoveContext;
use crate::notation::illegal_move::{explain_in, facing_text};
use crate::notation::man::{read_state, read_winds};
use crate::prose::any_of;
use crate::source::{Span, Spanned};

/// Whether the state after a move comes from the turn that a text adds to the move.
pub(super) fn is_turn_after_moving(
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
            let smallest = kind.turns_after_moving.iter().min().copied();
            let wanted = degrees
                .as_ref()
                .map_or(smallest.map(|angle| u32::from(angle.get())), |degrees| Some(degrees.value / 45));
            let Some(eighths) = wanted.and_then(|eighths| i32::try_from(eighths).ok()) else { return false };
            let eighths = if *right { eighths } else { -eighths };
            kind.turned_by(before.side, symmetry, &before.state, None, eighths).as_ref() == Some(after)
        }
    }
}

fn wind_toward(context: MoveContext<'_>, from: Square, to: Square) -> Option<Wind> {
    let board = context.board();
    let leap = Leap::new((board.file(to) - board.file(from)) as i8, (board.rank(to) - board.rank(from)) as i8);
    (!leap.is_null()).then(|| leap.wind())
}

/// A man that turns or flips on its square.
pub(super) struct Turner<'a> {
    pub(super) context: MoveContext<'a>,
    pub(super) square: Square,
    pub(super) man: &'a PieceInfo,
    pub(super) span: Span,
}

impl Turner<'_> {
    /// The legal turn that is meant.
    pub(super) fn turn(&self, part: Option<&Spanned<String>>, turn: &Turn) -> Result<Move, Diagnostic> {
        let before = &self.man.state;
        let part = match turn {
            // The facings of all parts, whether these turn together or alone.
            Turn::To(facings) if part.is_none() && before.facings.len() > 1 && facings.value.contains('.') => None,
            _ => self.part(part)?,
        };
        let state = match turn {
            Turn::By { right, degrees } => self.aside(part, *right, degrees.as_ref())?,
            Turn::To(winds) => self.to(part, winds)?,
            Turn::Toward(target) => self.toward(part, target)?,
        };
        if state == *before {
            let message = format!("{} already faces {}", self.context.the_man(self.square), facing_text(&state));
            return Err(self.error(message).label("this turn changes nothing"));
        }
        self.play(&state)
    }

    /// The legal flip that is meant.
    pub(super) fn flip(&self) -> Result<Move, Diagnostic> {
        let Some(state) = self.kind().flipped(&self.man.state) else {
            let message = format!("the {} never flips", self.name());
            let error = Diagnostic::error(Code::MoveFlip, self.span, message).label("no such move");
            return Err(error.help(self.context.moves_of_man(self.square)));
        };
        self.play(&state)
    }

    /// The legal turn or flip into a state.
    pub(super) fn change(&self, into: &Spanned<String>) -> Result<Move, Diagnostic> {
        let (variant, man) = (self.context.variant(), self.man);
        let state = read_state(variant, man.side, man.kind, &into.value, into.span, Code::MoveState);
        let state = state.map_err(|problem| {
            // Without its state this is no move at all.
            let has_states = man.state != ManState::default();
            if has_states { problem } else { problem.help(self.context.moves_of_man(self.square)) }
        })?;
        self.play(&state)
    }

    fn error(&self, message: String) -> Diagnostic {
        self.error_at(self.span, message)
    }

    fn error_at(&self, span: Span, message: String) -> Diagnostic {
        let turns = self.context.turns(self.square);
        let help = turns.unwrap_or_else(|| self.context.moves_of_man(self.square));
        Diagnostic::error(Code::MoveTurn, span, message).help(help)
    }

    fn kind(&self) -> &Kind {
        self.context.variant().kind(self.man.kind)
    }

    fn name(&self) -> String {
        self.context.kind_name(self.man.kind)
    }

    /// The angles by which a part, or the whole man, turns; the smallest first.
    fn angles(&self, part: Option<usize>) -> Vec<Eighths> {
        let kind = self.kind();
        let mut angles = match part {
            Some(part) => kind.components.get(part).map_or_else(Vec::new, |part| part.turns.clone()),
            None => kind.orientation.turns().to_vec(),
        };
        angles.sort_unstable();
        angles
    }

    /// The part that turns; `None` is all of them together.
    fn part(&self, part: Option<&Spanned<String>>) -> Result<Option<usize>, Diagnostic> {
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

    fn turned(&self, part: Option<usize>, eighths: i32) -> Option<ManState> {
        self.kind().turned_by(self.man.side, self.context.variant().black, &self.man.state, part, eighths)
    }

    fn aside(&self, part: Option<usize>, right: bool, degrees: Option<&Spanned<u32>>) -> Result<ManState, Diagnostic> {
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
        let states = angles.iter().filter_map(|&eighths| self.turned(part, signed(eighths)));
        states.filter(|state| *state != self.man.state).map(Ok).next().unwrap_or_else(|| {
            let aside = if right { "right" } else { "left" };
            let facing = facing_text(&self.man.state);
            let message =
                format!("{} faces {facing} and can't turn further {aside}", self.context.the_man(self.square));
            Err(self.error(message).label("no such turn"))
        })
    }

    /// The facings as text, or one facing of the part.
    fn to(&self, part: Option<usize>, text: &Spanned<String>) -> Result<ManState, Diagnostic> {
        let winds = read_winds(&text.value, text.span.start, Code::MoveTurn, "expected a wind or a square")?;
        let message = || format!("the {} never faces {}", self.name(), text.value);
        self.facing(part, &winds).ok_or_else(|| self.error(message()).label("no such facing"))
    }

    fn toward(&self, part: Option<usize>, target: &Spanned<Square>) -> Result<ManState, Diagnostic> {
        let (here, there) = (self.context.square_name(self.square), self.context.square_name(target.value));
        let Some(wind) = wind_toward(self.context, self.square, target.value) else {
            return Err(self.error(format!("{} stands on {there} itself", self.context.the_man(self.square))));
        };
        if let Some(state) = self.facing(part, &[wind]) {
            return Ok(state);
        }
        // The facing of a man that points in several directions lies between them.
        let states = self.kind().states(self.man.side, self.context.variant().black);
        let mut aimed = states.into_iter().filter(|state| {
            state.mode == self.man.state.mode
                && stationary_move(self.context, self.square, self.man, state)
                    .is_some_and(|mv| self.context.position.check_move(mv.into()).is_ok())
                && self.context.aims(self.square, self.man, state).contains(&target.value)
        });
        match (aimed.next(), aimed.next()) {
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
    fn facing(&self, part: Option<usize>, winds: &[Wind]) -> Option<ManState> {
        let exact = ManState { facings: winds.to_vec(), mode: self.man.state.mode };
        if part.is_none() && self.context.position.game().piece(self.man.side, self.man.kind, &exact).is_some() {
            return Some(exact);
        }
        // A single wind: of the part, or of the first part when all turn together.
        let &[wind] = winds else { return None };
        let turns = self.angles(part).into_iter().map(i32::from).flat_map(|eighths| [eighths, -eighths]);
        turns.filter_map(|eighths| self.turned(part, eighths)).find(|state| {
            let changed = state.facings.iter().zip(&self.man.state.facings).find(|(after, before)| after != before);
            changed.is_some_and(|(after, _)| *after == wind)
        })
    }

    fn play(&self, state: &ManState) -> Result<Move, Diagnostic> {
        if let Some(mv) = stationary_move(self.context, self.square, self.man, state) {
            match self.context.position.check_move(mv.into()) {
                Ok(()) => return Ok(mv.into()),
                Err(IllegalMove::Unreachable) => {}
                Err(reason) => return Err(explain_in(self.context, mv, &reason, self.span)),
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
    Some(ManMove { from: square, to: square, piece, kind: MoveKind::Stationary })
}
