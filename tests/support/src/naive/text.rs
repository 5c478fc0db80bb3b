//! FEN and machine notation.

use std::rc::Rc;

use weakfish::geometry::{PerSide, Side, Square, Wind};
use weakfish::model::{KindId, KindLimit, ManState, Mode, PartnerLanding};

use super::hands::Hands;
use super::position::Target;
use super::{Action, Game, Man, PARTS, Position};

impl Game {
    /// The man of a kind in a state, if there is such a state.
    pub(super) fn man_in_state(&self, side: Side, kind: KindId, state: &ManState) -> Option<Man> {
        let mut man = Man { side, kind, turned: [0; PARTS], mode: state.mode, promoted: state.promoted };
        let mut winds = state.facings.iter();
        for (place, part) in man.turned.iter_mut().zip(self.parts(side, kind)).filter(|(_, part)| part.named) {
            let wind = winds.next()?;
            *place = part.facings.iter().flatten().find(|facing| facing.wind == *wind)?.first;
        }
        let flips = self.variant.kind(kind).flips.is_some();
        let told = !state.promoted || self.variant.kind(kind).was.is_some();
        (winds.next().is_none() && flips == state.mode.is_some() && told).then_some(man)
    }

    /// The facings of the parts that have several.
    pub(super) fn winds(&self, man: Man) -> Vec<Wind> {
        let parts = self.parts(man.side, man.kind).iter().zip(man.turned).filter(|(part, _)| part.named);
        parts.map(|(part, turned)| part.facings[usize::from(turned)].as_ref().unwrap().wind).collect()
    }

    /// What stands in the braces, without them.
    fn state_text(&self, man: Man) -> String {
        let winds: Vec<&str> = self.winds(man).iter().map(|wind| wind.name()).collect();
        let mode = match man.mode {
            None => "",
            Some(Mode::Moving) => "-",
            Some(Mode::Capturing) => "x",
        };
        winds.join(".") + mode
    }

    fn man_text(&self, man: Man) -> String {
        let symbol = &self.variant.kind(man.kind).symbol;
        let mut text = if man.side == Side::White { symbol.clone() } else { symbol.to_lowercase() };
        if man.promoted {
            text.push('~');
        }
        let state = self.state_text(man);
        if !state.is_empty() {
            text += &format!("{{{state}}}");
        }
        text
    }

    fn square(&self, square: Square) -> String {
        let (file, rank) = (self.variant.board.file(square), self.variant.board.rank(square));
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    fn square_named(&self, name: &str) -> Option<Square> {
        self.variant.board.squares().find(|&square| self.square(square) == name)
    }

    /// Squares one after another, as in `e3f4`.
    fn squares_named(&self, text: &str) -> Result<Vec<Square>, String> {
        let starts = text.char_indices().filter(|(_, char)| char.is_ascii_lowercase()).map(|(at, _)| at);
        let starts: Vec<usize> = starts.chain([text.len()]).collect();
        let names = starts.windows(2).map(|ends| &text[ends[0]..ends[1]]);
        names.map(|name| self.square_named(name).ok_or(format!("no square {name}"))).collect()
    }
}

impl Position {
    /// The name of a square.
    pub(super) fn square_text(&self, square: Square) -> String {
        self.game.square(square)
    }

    /// Action in machine notation.
    pub fn text(&self, action: &Action) -> String {
        let game = &self.game;
        match *action {
            Action::Go { from, to, man, victim, .. } => {
                let before = self.man(from).unwrap();
                let mut text = game.square(from) + &game.square(to);
                let after = if self.must_promote(before, from, to, victim) {
                    Vec::new()
                } else {
                    self.after_any_part(before, from, to, victim)
                };
                if after == [man] {
                    return text;
                }
                if after.contains(&man) && man.kind != before.kind {
                    text += &game.variant.kind(man.kind).symbol.to_lowercase();
                    if after.iter().filter(|other| other.kind == man.kind).count() > 1 {
                        text += &format!("@{}", game.state_text(man));
                    }
                } else if man.kind != before.kind {
                    text += &game.variant.kind(man.kind).symbol.to_lowercase();
                    if self.promoted_may_face(before.kind, from, to) {
                        let state = game.state_text(man);
                        // A mode alone is nothing to choose.
                        if state.starts_with(['n', 'e', 's', 'w']) {
                            text += &format!("@{state}");
                        }
                    }
                } else if man != before {
                    text += &format!("@{}", game.state_text(man));
                }
                text
            }
            Action::Castle { king, partner } => {
                let mut text = game.square(king.0) + &game.square(king.1);
                let landing = game.variant.rules.castling[self.turn].as_ref().map(|rule| rule.landing);
                if landing == Some(PartnerLanding::AnyLeftOrCrossed) || king.0 == king.1 {
                    text += &format!(",{}{}", game.square(partner.0), game.square(partner.1));
                }
                text
            }
            Action::Leave { ref of, kind, on, .. } => {
                let letter = game.variant.kind(kind).symbol.to_lowercase();
                match **of {
                    Action::Castle { king, partner } if partner.0 == on => {
                        game.square(partner.0) + &game.square(king.0) + &letter
                    }
                    _ => self.text(of) + &letter,
                }
            }
            Action::Drop { to, man, .. } => format!("{}@{}", game.variant.kind(man.kind).symbol, game.square(to)),
            Action::Turn { square, man } if self.man(square).unwrap().kind != man.kind => {
                let on = game.square(square);
                format!("{on}{on}{}", game.variant.kind(man.kind).symbol.to_lowercase())
            }
            Action::Turn { square, man } => format!("{}@{}", game.square(square), game.state_text(man)),
            Action::Finish { from, to } => game.square(from) + &game.square(to),
            Action::Walled { ref action, wall } => self.text(action) + &self.wall_text(action, wall),
            Action::Wall(wall) => {
                let man = game.square(self.men(self.turn).next().unwrap().0);
                format!("{man}{man},{man}{}", game.square(wall))
            }
            Action::Pass => "pass".to_owned(),
            Action::End => "end".to_owned(),
            Action::ClaimStalemate => "stalemate".to_owned(),
        }
    }

    /// The men that a man may be after a move by any of the parts that make it.
    fn after_any_part(&self, man: Man, from: Square, to: Square, victim: Option<Square>) -> Vec<Man> {
        let makes = |target: &Target| match victim {
            None => target.stops.moves,
            Some(square) if square == to => target.stops.captures,
            Some(_) => self.victim_en_passant(man, target).is_some(),
        };
        let targets = self.targets(from, man);
        let mut parts: Vec<Option<u8>> =
            targets.iter().filter(|target| target.to == to && makes(target)).map(|target| target.part).collect();
        if parts.is_empty() {
            parts.push(None);
        }
        let captured = victim.and_then(|square| self.man(square)).map(|man| man.kind);
        let mut after: Vec<Man> = Vec::new();
        for part in parts {
            let allow = |limits: &[KindLimit], kind| self.is_below(limits, man.side, kind);
            for man in self.game.after_move(man, to, captured, part, &allow) {
                if !after.contains(&man) {
                    after.push(man);
                }
            }
        }
        after
    }

    fn promoted_may_face(&self, kind: KindId, from: Square, to: Square) -> bool {
        let promotions = &self.game.variant.rules.promotions[self.turn];
        promotions.iter().any(|promotion| {
            promotion.kind == kind
                && (promotion.zone.contains(to) || promotion.from.contains(from))
                && promotion.facing == weakfish::model::PromotedFacing::Any
        })
    }

    /// Actions with their texts, sorted by them.
    ///
    /// Where two have the same text, a capture en passant gets a mark, a castling shows both legs, and a drop begins with
    /// the kind in hand. A man that is left behind comes after the text that the move has without it.
    pub(super) fn sorted_by_text(&self, actions: Vec<Action>) -> Vec<(String, Action)> {
        let (leaving, actions): (Vec<_>, Vec<_>) =
            actions.into_iter().partition(|action| matches!(action, Action::Leave { .. }));
        let mut marked = self.texts_of_other(actions);
        let others = marked.clone();
        for action in leaving {
            let Action::Leave { ref of, kind, on, .. } = action else { continue };
            let base = &others.iter().find(|(_, other)| other == of.as_ref()).unwrap().0;
            let letter = self.game.variant.kind(kind).symbol.to_lowercase();
            let at_partner = matches!(**of, Action::Castle { partner, .. } if partner.0 == on);
            let text = match (at_partner, base.contains(',')) {
                (true, true) => format!("{base}{letter}{}", self.game.square(on)),
                (true, false) => self.text(&action),
                _ => format!("{base}{letter}"),
            };
            let shared = others.iter().any(|(other, _)| *other == text);
            marked.push((if shared { format!("{base}/{letter}") } else { text }, action));
        }
        marked.sort_by(|a, b| a.0.cmp(&b.0));
        marked
    }

    /// The texts of actions that leave no man behind.
    fn texts_of_other(&self, actions: Vec<Action>) -> Vec<(String, Action)> {
        // The texts of the men's actions, each once however many walls may follow it.
        let mut of_men: Vec<&Action> = Vec::new();
        for action in actions.iter().map(Action::of_man) {
            if !of_men.contains(&action) {
                of_men.push(action);
            }
        }
        let all: Vec<String> = of_men.iter().map(|action| self.text(action)).collect();
        let shared = |text: &String| all.iter().filter(|other| *other == text).count() > 1;
        let texts: Vec<String> = actions.iter().map(|action| self.text(action.of_man())).collect();
        let marked = |(action, text): (Action, &String)| {
            if let Action::Drop { kind, .. } = action
                && shared(text)
            {
                return (format!("{}={text}", self.game.variant.kind(kind).symbol), action);
            }
            let mark = match *action.of_man() {
                Action::Go { to, victim: Some(victim), .. } if victim != to && shared(text) => "ep".to_owned(),
                Action::Castle { partner, .. } if shared(text) => {
                    format!(",{}{}", self.game.square(partner.0), self.game.square(partner.1))
                }
                _ => String::new(),
            };
            let wall = match &action {
                Action::Walled { action, wall } => self.wall_text(action, *wall),
                _ => String::new(),
            };
            (text.clone() + &mark + &wall, action)
        };
        actions.into_iter().zip(&texts).map(marked).collect()
    }

    pub fn fen(&self) -> String {
        let board = self.game.variant.board;
        let rows: Vec<String> = (0..i32::from(board.ranks())).rev().map(|rank| self.row(rank)).collect();
        let mut castling = String::new();
        for (side, rights) in self.castling.iter() {
            for (wing, (right, letter)) in rights.iter().zip(['K', 'Q']).enumerate() {
                if *right {
                    let letter = self.inner_partner(side, wing).unwrap_or(letter);
                    castling.push(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        let mut crossed = self.en_passant_squares();
        crossed.sort_by_key(|&square| (board.file(square), board.rank(square)));
        crossed.dedup();
        let crossed: String = crossed.into_iter().map(|square| self.game.square(square)).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let mut fen = format!(
            "{}{} {} {} {} {} {}",
            rows.join("/"),
            self.hands_text(),
            if self.turn == Side::White { 'w' } else { 'b' },
            or_dash(castling),
            or_dash(crossed),
            self.halfmove,
            self.fullmove
        );
        let mut pair = |key: &str, a: u32, b: u32| {
            if (a, b) != (0, 0) {
                fen += &format!(" {key}={a}/{b}");
            }
        };
        pair("still", self.still.white, self.still.black);
        if self.has_series() {
            pair("series", self.last_series, self.series);
        }
        if !self.moved.is_empty() {
            let mut moved = self.moved.clone();
            moved.sort_by_key(|&square| (board.file(square), board.rank(square)));
            fen += " moved=";
            for square in moved {
                fen += &self.game.square(square);
            }
        }
        if self.quiet_series > 0 {
            fen += &format!(" quiet={}", self.quiet_series);
        }
        if (self.checks.white, self.checks.black) != (0, 0) {
            fen += &format!(" checks={}/{}", self.checks.white, self.checks.black);
        }
        if self.passed_up.white || self.passed_up.black {
            let letters = [(self.passed_up.white, 'w'), (self.passed_up.black, 'b')];
            fen += " lapsed=";
            fen.extend(letters.into_iter().filter(|(has, _)| *has).map(|(_, letter)| letter));
        }
        let wings = [self.castled.white, self.castled.black].concat();
        if wings.contains(&true) {
            fen += " castled=";
            fen.extend(wings.into_iter().zip("KQkq".chars()).filter(|(has, _)| *has).map(|(_, letter)| letter));
        }
        if self.passed > 0 {
            fen += &format!(" passed={}", self.passed);
        }
        if let Some((plies, limit)) = self.counted {
            fen += &format!(" count={plies}/{limit}");
        }
        if !self.unmoved.is_empty() {
            let mut unmoved = self.unmoved.clone();
            unmoved.sort_by_key(|&square| (board.file(square), board.rank(square)));
            fen += " unmoved=";
            for square in unmoved {
                fen += &self.game.square(square);
            }
        }
        if !self.once.is_empty() {
            let mut once = self.once.clone();
            once.sort_by_key(|&square| (board.file(square), board.rank(square)));
            fen += " once=";
            fen.extend(once.into_iter().map(|square| self.game.square(square)));
        }
        fen
    }

    /// The men in hand between brackets: White's, then Black's, each in the order of the kinds.
    fn hands_text(&self) -> String {
        if !self.game.has_hands() {
            return String::new();
        }
        let mut text = String::new();
        for side in Side::ALL {
            for (kind, data) in self.game.variant.kinds() {
                let symbol = if side == Side::White { data.symbol.clone() } else { data.symbol.to_lowercase() };
                text += &symbol.repeat(self.hands[side][kind.index()] as usize);
            }
        }
        format!("[{text}]")
    }

    fn row(&self, rank: i32) -> String {
        let board = self.game.variant.board;
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..i32::from(board.files()) {
            let square = board.square(file, rank);
            let text = match square.map(|square| self.man(square)) {
                Some(None) if square.is_some_and(|square| self.walls.contains(&square)) => "*".to_owned(),
                Some(None) => {
                    empty += 1;
                    continue;
                }
                Some(Some(man)) => self.game.man_text(man),
                None => "*".to_owned(),
            };
            if empty > 0 {
                row += &empty.to_string();
            }
            empty = 0;
            row += &text;
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    }

    /// Reads a FEN; what is wrong with it is only said in general.
    pub fn from_fen(game: &Rc<Game>, fen: &str) -> Result<Self, String> {
        let mut fields = fen.split_whitespace();
        let mut field = |name: &str| fields.next().ok_or(format!("no {name} in {fen}"));
        let mut position = Self::start(game);
        let placement = field("placement")?;
        let (board, hands) = placement.split_once('[').unwrap_or((placement, "]"));
        (position.board, position.walls) = read_placement(game, board)?;
        position.hands = read_hands(game, hands.strip_suffix(']').ok_or(placement)?)?;
        position.turn = if field("side")? == "w" { Side::White } else { Side::Black };
        let castling = field("castling rights")?;
        let right = |letter: char| castling.contains(letter);
        position.castling = PerSide::new([right('K'), right('Q')], [right('k'), right('q')]);
        let crossed = field("en passant")?;
        position.halfmove = field("halfmove")?.parse().map_err(|_| "halfmove")?;
        position.fullmove = field("fullmove")?.parse().map_err(|_| "fullmove")?;
        position.unmoved.clear();
        position.once.clear();
        for field in fields {
            let (key, value) = field.split_once('=').ok_or(field)?;
            if key == "lapsed" {
                position.passed_up = PerSide::new(value.contains('w'), value.contains('b'));
                continue;
            }
            if key == "castled" {
                let has = |letter: char| value.contains(letter);
                position.castled = PerSide::new([has('K'), has('Q')], [has('k'), has('q')]);
                continue;
            }
            if key == "moved" {
                position.moved = game.squares_named(value)?;
                position.moved.sort_unstable();
                continue;
            }
            if key == "once" {
                position.once = game.squares_named(value)?;
                continue;
            }
            if key == "unmoved" {
                position.unmoved = game.squares_named(value)?;
                continue;
            }
            let (a, b) = value.split_once('/').unwrap_or((value, "0"));
            let (a, b): (u32, u32) = (a.parse().map_err(|_| field)?, b.parse().map_err(|_| field)?);
            match key {
                "still" => position.still = PerSide::new(a, b),
                "series" => (position.last_series, position.series) = (a, b),
                "quiet" => position.quiet_series = a,
                "checks" => position.checks = PerSide::new(a, b),
                "passed" => position.passed = a,
                "count" => position.counted = Some((a, b)),
                _ => return Err(format!("unknown {field}")),
            }
        }
        position.read_crossed(crossed)?;
        Ok(position)
    }

    fn read_crossed(&mut self, text: &str) -> Result<(), String> {
        self.crossed.clear();
        let on = if text == "-" { Vec::new() } else { self.game.squares_named(text)? };
        // Inside a series the crossed squares are those of the mover's own men.
        let side = if self.series > 0 { self.turn } else { !self.turn };
        let forward = if side == Side::White { 1 } else { -1 };
        let board = self.game.variant.board;
        let named: Vec<(String, Square)> = on.into_iter().map(|square| (self.game.square(square), square)).collect();
        if !self.game.steps_ahead(side) {
            let own = |square: Square| self.man(square).is_some();
            let (steppers, crossed): (Vec<Square>, Vec<Square>) =
                named.iter().map(|(_, square)| *square).partition(|&square| own(square));
            for square in crossed {
                let stepper = self.stepper_across(side, square, &steppers).ok_or("nothing crossed a square")?;
                self.crossed.push((square, stepper));
            }
            return Ok(());
        }
        for (name, square) in named {
            let stepper = (1..16)
                .filter_map(|steps| board.square(board.file(square), board.rank(square) + forward * steps))
                .find(|&square| self.man(square).is_some())
                .ok_or(format!("nothing crossed {name}"))?;
            self.crossed.push((square, stepper));
        }
        Ok(())
    }
}

fn read_placement(game: &Game, text: &str) -> Result<(Vec<Option<Man>>, Vec<Square>), String> {
    let board = game.variant.board;
    let mut men = vec![None; board.len()];
    let mut walls = Vec::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(board.ranks()) {
        return Err(format!("{} ranks", rows.len()));
    }
    for (row, rank) in rows.into_iter().zip((0..i32::from(board.ranks())).rev()) {
        let mut file = 0;
        let mut rest = row;
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len();
            if digits > 0 {
                file += rest[..digits].parse::<i32>().map_err(|_| rest)?;
                rest = &rest[digits..];
                continue;
            }
            if let Some(after) = rest.strip_prefix('*') {
                walls.extend(board.square(file, rank));
                file += 1;
                rest = after;
                continue;
            }
            let (side, kind, symbol) = read_symbol(game, rest)?;
            rest = &rest[symbol.len()..];
            let square = board.square(file, rank).ok_or(row)?;
            let mut man = game.start_man(side, kind, square);
            let (promoted, after) = rest.strip_prefix('~').map_or((false, rest), |after| (true, after));
            rest = after;
            if let Some((state, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                man = read_state(game, side, kind, state).ok_or(format!("{symbol} can't be in state {state}"))?;
                rest = after;
            }
            if promoted {
                man = game.promoted(man);
            }
            men[square.index()] = Some(man);
            file += 1;
        }
        if file != i32::from(board.files()) {
            return Err(format!("{row} has {file} files"));
        }
    }
    walls.sort_unstable();
    Ok((men, walls))
}

/// The longest symbol at the start of a text.
fn read_symbol(game: &Game, text: &str) -> Result<(Side, KindId, String), String> {
    let symbols = game
        .variant
        .kinds()
        .flat_map(|(id, kind)| [(Side::White, id, kind.symbol.clone()), (Side::Black, id, kind.symbol.to_lowercase())]);
    let fitting = symbols.filter(|(_, _, symbol)| text.starts_with(symbol.as_str()));
    fitting.max_by_key(|(_, _, symbol)| symbol.len()).ok_or_else(|| text.to_owned())
}

fn read_hands(game: &Game, text: &str) -> Result<Hands, String> {
    let mut hands = game.no_hands();
    let mut rest = text;
    while !rest.is_empty() {
        let (side, kind, symbol) = read_symbol(game, rest)?;
        hands[side][kind.index()] += 1;
        rest = &rest[symbol.len()..];
    }
    Ok(hands)
}

fn read_state(game: &Game, side: Side, kind: KindId, text: &str) -> Option<Man> {
    let winds = text.trim_end_matches(['-', 'x']);
    let mode = match &text[winds.len()..] {
        "-" => Some(Mode::Moving),
        "x" => Some(Mode::Capturing),
        "" => None,
        _ => return None,
    };
    let facings = winds.split('.').filter(|wind| !wind.is_empty()).map(|wind| wind.parse().ok());
    game.man_in_state(side, kind, &ManState { facings: facings.collect::<Option<_>>()?, mode, promoted: false })
}
