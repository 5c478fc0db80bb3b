//! Import of an Interactive Diagram.

use std::collections::BTreeSet;

use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::geometry::{Board, PerSide, Side, Square, SquareSet};
use weakfish::source::{Source, Span};

use crate::Import;
use crate::definition::{Draft, Promotion, Shuffle};
use crate::text::{self, Line, SCRIPTS, Treatment};
use crate::translate::named_movement;
use crate::xbetza::Dialect;

/// The most men: as many as there are letters, plain and marked.
const MAX_MEN: usize = 52;

/// The largest size of a board.
const MAX_SIZE: u8 = 16;

/// Makes a definition of the first diagram of a page, or of a text that was copied from one.
///
/// ```
/// use weakfish::{BuiltIns, Source, load};
/// use weakfish_diagram::import_diagram;
///
/// let text = "files=8\nranks=8\npawn::::a2-h2\nrook::::a1,h1\nknight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking::::e1\n";
/// let import = import_diagram(&Source::new("orthodox.txt", text)).unwrap();
/// assert!(import.losses.is_empty());
/// let game = load(&Source::new("orthodox.variant", import.definition), &BuiltIns).unwrap();
/// assert_eq!(game.start().perft(3), 8902);
/// ```
///
/// # Errors
///
/// If the text is no diagram, a value is wrong, or a man has a movement that no definition has.
pub fn import_diagram(source: &Source) -> Result<Import, Report> {
    let (lines, diagrams) = text::read_lines(source);
    let reader = Reader { parameters: parameters(&lines), lines: &lines };
    let refused = |diagnostic: Diagnostic| Report::new(source, vec![diagnostic]);
    if !lines.iter().any(|line| text::is_man(&line.text)) {
        let empty = Diagnostic::error(Code::DiagramEmpty, Span::at(0), "there is no diagram in this text");
        return Err(refused(empty.label("no line of a man").help("a man is a line such as `knight:N:N:knight:b1,g1`")));
    }
    let (board, numbered_from) = reader.board().map_err(refused)?;
    let mut draft = Draft::new(source, Dialect::Diagram, board);
    if diagrams > 1 {
        let help = "save each diagram in a file of its own";
        draft.warn(Code::DiagramScript, Span::at(0), "only the first diagram of the page is imported", help);
    }
    reader.read(&mut draft, numbered_from);
    draft.finish()
}

/// The parameters of a text, each with its last value.
fn parameters(lines: &[Line]) -> Vec<(&str, &str, Span)> {
    let with_place = |line: &'_ Line| line.span;
    lines
        .iter()
        .filter_map(|line| text::parameter(&line.text).map(|(name, value)| (name, value, with_place(line))))
        .collect()
}

/// A man's line in its fields.
#[derive(Clone, Copy)]
struct ManLine<'l> {
    name: &'l str,
    id: &'l str,
    xbetza: &'l str,
    squares: &'l str,
    hand: &'l str,
    place: Span,
}

struct Reader<'l> {
    lines: &'l [Line],
    parameters: Vec<(&'l str, &'l str, Span)>,
}

impl<'l> Reader<'l> {
    fn value(&self, name: &str) -> Option<(&'l str, Span)> {
        let given = self.parameters.iter().rfind(|(known, ..)| *known == name);
        given.map(|&(_, value, place)| (value, place))
    }

    /// A number, or the default of the parameter; an error is recorded.
    fn number(&self, draft: &mut Draft<'_>, name: &str, default: i32) -> i32 {
        let Some((value, place)) = self.value(name) else { return default };
        value.parse().unwrap_or_else(|_| {
            let message = format!("`{name}` has a value that is no number: `{value}`");
            draft.refuse(Code::DiagramWrongValue, place, message, "write a number");
            default
        })
    }

    /// The board without its holes, and the number of its first rank.
    fn board(&self) -> Result<(Board, i32), Diagnostic> {
        let size = |name: &str| -> Result<u8, Diagnostic> {
            let Some((value, place)) = self.value(name) else { return Ok(8) };
            value.parse().ok().filter(|size| (1..=MAX_SIZE).contains(size)).ok_or_else(|| {
                let message = format!("`{name}={value}` is no size of a board here");
                Diagnostic::error(Code::DiagramWrongValue, place, message).help("a board has 1 to 16 files and ranks")
            })
        };
        let (files, ranks) = (size("files")?, size("ranks")?);
        let from = self.value("firstRank").and_then(|(value, _)| value.parse().ok()).unwrap_or(1);
        let none = || Diagnostic::error(Code::DiagramWrongValue, Span::at(0), "a board without squares");
        let whole = Board::new(files, ranks).ok_or_else(none)?;
        let holes = self.men().filter(|man| man.name == "hole");
        let mut all = SquareSet::EMPTY;
        for man in holes {
            let squares = squares(whole, man.squares, from);
            let wrong = |text: String| Diagnostic::error(Code::DiagramWrongValue, man.place, text);
            let squares = squares.map_err(wrong)?;
            let mirrored = squares.iter().filter_map(|&square| self.partner(whole, square));
            all = all.union(squares.iter().copied().chain(mirrored).collect());
        }
        Ok((whole.without(all).ok_or_else(none)?, from))
    }

    /// The lines of men and holes, in their order.
    fn men(&self) -> impl Iterator<Item = ManLine<'l>> + '_ {
        self.lines.iter().filter(|line| text::is_man(&line.text)).filter_map(|line| {
            let mut fields = line.text.split(':').map(str::trim);
            let mut next = || fields.next().unwrap_or_default();
            let (name, id, xbetza, _, squares, hand) = (next(), next(), next(), next(), next(), next());
            Some(ManLine { name, id, xbetza, squares, hand, place: line.span }).filter(|_| !name.is_empty())
        })
    }

    /// The square of Black that a square of White stands for.
    fn partner(&self, board: Board, square: Square) -> Option<Square> {
        match self.value("symmetry").map_or("mirror", |(value, _)| value) {
            "none" => None,
            "rotate" => Some(board.rotated(square)),
            _ => Some(board.mirrored_in_ranks(square)),
        }
    }

    fn read(&self, draft: &mut Draft<'_>, numbered_from: i32) {
        self.judge_parameters(draft);
        let lines: Vec<ManLine<'_>> = self.men().filter(|man| man.name != "hole").take(MAX_MEN + 1).collect();
        if let Some(last) = lines.get(MAX_MEN) {
            let message = format!("a diagram of more than {MAX_MEN} men");
            return draft.refuse(Code::DiagramWrongValue, last.place, message, "leave out men");
        }
        let files = draft.board.files();
        for (index, line) in lines.iter().enumerate() {
            let name = line.name.to_lowercase();
            let first = name.chars().next().unwrap_or_default().to_ascii_uppercase().to_string();
            let letter = if line.id.is_empty() { first } else { line.id.to_ascii_uppercase() };
            let named = named_movement(&name, files).filter(|_| line.xbetza.is_empty());
            draft.add_man(&name, &letter, named.unwrap_or(line.xbetza), line.place);
            self.place_men(draft, index, line, numbered_from);
        }
        if lines.is_empty() {
            let help = "a man is a line such as `knight:N:N:knight:b1,g1`";
            return draft.refuse(Code::DiagramEmpty, Span::at(0), "there are no men in this text".to_owned(), help);
        }
        let ids: Vec<String> = draft.men.iter().map(|man| man.symbol.clone()).collect();
        self.read_royal(draft, &ids);
        self.read_promotions(draft, &ids);
        self.read_holdings(draft);
        self.read_shuffle(draft, &ids);
        draft.stalemate_loses = self.value("stalemate").is_some_and(|(value, _)| value != "draw");
        if let Some((value, place)) = self.value("baring") {
            draft.bared_loses = value == "0";
            if value != "0" {
                draft.lose("baring", place, "baring for which some men don't count");
            }
        }
    }

    /// Names what is lost, unknown, or in a script of the page.
    fn judge_parameters(&self, draft: &mut Draft<'_>) {
        for &(name, value, place) in &self.parameters {
            match text::treatment(name) {
                Some(Treatment::Read | Treatment::Looks) => {}
                Some(Treatment::Lost(what)) => {
                    if !value.is_empty() && value != "0" {
                        draft.lose(name, place, what);
                    }
                }
                None => {
                    let help = did_you_mean(name, text::parameter_names());
                    let unknown = format!("`{name}` is no parameter of diagrams that is known here");
                    draft.warnings.push(Diagnostic::warning(Code::DiagramUnknownParameter, place, unknown).help(help));
                    draft.comments.push(format!("Not read: {name}={value}"));
                }
            }
        }
        if let Some((value, place)) =
            self.value("symmetry").filter(|(value, _)| !["mirror", "rotate", "none"].contains(value))
        {
            let message = format!("`symmetry={value}` is no symmetry");
            draft.refuse(Code::DiagramWrongValue, place, message, "write `mirror`, `rotate` or `none`");
        }
        let page = draft.source.text.as_str();
        if let Some((at, function)) = SCRIPTS.iter().find_map(|function| Some((page.find(function)?, *function))) {
            let place = Span::new(at, at + function.len());
            draft.lose(function.trim_end_matches('('), place, "rules in a script of the page");
        }
    }

    /// Puts the men of a line on the board and in hand.
    fn place_men(&self, draft: &mut Draft<'_>, man: usize, line: &ManLine<'_>, numbered_from: i32) {
        let board = draft.board;
        let (white, black) = line.squares.split_once(",,").unwrap_or((line.squares, ""));
        let mut placed: Vec<(Side, Square)> = Vec::new();
        for (side, text) in [(Side::White, white), (Side::Black, black)] {
            match squares(board, text, numbered_from) {
                Ok(squares) => placed.extend(squares.into_iter().map(|square| (side, square))),
                Err(message) => {
                    let help = "name squares as in `a1,h1` or `a2-h2`";
                    draft.refuse(Code::DiagramWrongValue, line.place, message, help);
                }
            }
        }
        let partners: Vec<_> = placed.iter().filter(|(side, _)| *side == Side::White).collect();
        let partners = partners.into_iter().filter_map(|(_, square)| self.partner(board, *square)).collect::<Vec<_>>();
        placed.extend(partners.into_iter().map(|square| (Side::Black, square)));
        for (side, square) in placed {
            if draft.placed.insert(square, (side, man)).is_some_and(|other| other != (side, man)) {
                let message = format!("two men stand on {}", board.name(square));
                draft.refuse(Code::DiagramWrongValue, line.place, message, "move one of them");
            }
        }
        if !line.hand.is_empty() {
            let (white, black) = line.hand.split_once(',').unwrap_or((line.hand, line.hand));
            for (side, text) in [(Side::White, white), (Side::Black, black)] {
                match text.trim().parse::<u16>() {
                    Ok(0) => {}
                    Ok(count) => draft.hands[side].push((man, count)),
                    Err(_) => {
                        let message = format!("`{}` is no number of men in hand", text.trim());
                        draft.refuse(Code::DiagramWrongValue, line.place, message, "write one or two numbers, `2,1`");
                    }
                }
            }
        }
    }

    fn read_royal(&self, draft: &mut Draft<'_>, ids: &[String]) {
        let mut royal = Vec::new();
        for (name, property) in [("royal", true), ("iron", false)] {
            for &(_, value, place) in self.parameters.iter().filter(|(known, ..)| *known == name) {
                let men = men_meant(ids, value);
                if men.is_empty() {
                    let message = format!("`{name}={value}` means no man");
                    draft.refuse(Code::DiagramWrongValue, place, message, "give the number of its line, or its ID");
                }
                if property {
                    royal.extend(men);
                } else {
                    for man in men {
                        draft.men[man].properties.push("captured by none".to_owned());
                    }
                }
            }
        }
        if royal.is_empty() {
            royal.extend(ids.len().checked_sub(1));
        }
        for man in royal {
            draft.men[man].royal = true;
        }
        let place = self.value("royal").map_or(Span::at(0), |(_, place)| place);
        for side in Side::ALL {
            let count = draft.placed.values().filter(|(owner, man)| *owner == side && draft.men[*man].royal).count();
            if count > 1 {
                let place = self.value("extinction").map_or(place, |(_, place)| place);
                draft.lose("extinction", place, "when a side with several royal men has lost");
            } else if count == 0 {
                draft.lose("royal", place, format!("how {side} loses, without a royal man at the start"));
            }
        }
    }

    fn read_promotions(&self, draft: &mut Draft<'_>, ids: &[String]) {
        let count = usize::try_from(self.number(draft, "maxPromote", 1)).unwrap_or_default().min(draft.men.len());
        let zone = self.number(draft, "promoZone", 1).clamp(0, draft.board.ranks().into());
        let offset = self.number(draft, "promoOffset", 0);
        let holdings = self.number(draft, "holdingsType", 0);
        if count == 0 || zone == 0 {
            let place = self.value("maxPromote").or(self.value("promoZone")).map_or(Span::at(0), |(_, place)| place);
            let help = "where the page has such a script, write its promotions into the definition";
            let message = "no man promotes, unless a script of the page lets it";
            return draft.warn(Code::DiagramScript, place, message, help);
        }
        let ranks = i32::from(draft.board.ranks());
        let choice = self.choice(draft, ids, zone, holdings);
        for man in 0..count {
            let to = if offset == 0 {
                choice.men.clone()
            } else {
                let wanted = i64::from(offset) + man as i64;
                let beyond = usize::try_from(wanted).ok().filter(|&to| to < draft.men.len());
                let to = beyond.or(usize::try_from(offset).ok().filter(|&to| to < draft.men.len()));
                to.into_iter().map(|to| (to, zone)).collect()
            };
            let is_other = |to: usize| to != man && draft.men[to].royal == draft.men[man].royal;
            let to: Vec<(usize, i32)> = to.into_iter().filter(|&(to, _)| is_other(to)).collect();
            if draft.men[man].royal && offset == 0 {
                let place = self.value("maxPromote").map_or(Span::at(0), |(_, place)| place);
                draft.lose("maxPromote", place, "promotions of a royal man");
            }
            if to.is_empty() && offset == 0 {
                let place = self.value("promoChoice").map_or(draft.men[man].place, |(_, place)| place);
                let message = "no man promotes, since no other man has a letter of `promoChoice`";
                draft.warn(Code::DiagramScript, place, message, "name men by their IDs in `promoChoice`");
            }
            if to.is_empty() || draft.men[man].royal && offset == 0 {
                continue;
            }
            let forward = draft.men[man].translation.goes_forward;
            if offset != 0 && holdings == 0 && !(man == 0 && zone == 1 && forward) {
                let place = self.value("promoOffset").map_or(Span::at(0), |(_, place)| place);
                let lost = "promotions by moves within the zone only if they capture";
                draft.lose("promoOffset", place, lost);
            }
            let compulsory_at_end = man == 0 || choice.declines && zone > 1;
            // A man that only goes forward is in the zone after each move that begins there.
            let word = if forward { "on" } else { "on or from" };
            if !forward && to.iter().any(|&(_, within)| within < zone) {
                let place = self.value("promoChoice").map_or(Span::at(0), |(_, place)| place);
                draft.lose("promoChoice", place, "men that some men choose only on some ranks of the zone");
            }
            let chosen_on = |rank: i32| -> Vec<usize> {
                to.iter().filter(|&&(_, within)| within >= rank || !forward).map(|&(to, _)| to).collect()
            };
            // Ranks count from the far end; each group of them with the same men is a line.
            let mut first = zone;
            while first > 0 {
                let to = chosen_on(first);
                let last = (1..=first).rev().take_while(|&rank| chosen_on(rank) == to).last().unwrap_or(first);
                let on = match (first, last) {
                    (1, _) => "last rank".to_owned(),
                    _ if first == last => format!("own rank {}", ranks - first + 1),
                    _ => format!("own rank {} to {}", ranks - first + 1, ranks - last + 1),
                };
                let optional = match (compulsory_at_end && last == 1, first) {
                    (true, 1) => "",
                    (true, _) => ", optional but on last rank",
                    (false, _) => ", optional",
                };
                let limits = if offset == 0 { choice.limits_of(&to, draft) } else { String::new() };
                if !to.is_empty() {
                    let options = limits + optional;
                    draft.promotions.push(Promotion { man, on: format!("{word} {on}"), to, options });
                }
                first = last - 1;
            }
        }
    }

    /// The men that may be chosen by a promotion, as `promoChoice` has them.
    fn choice(&self, draft: &mut Draft<'_>, ids: &[String], zone: i32, holdings: i32) -> Choice {
        let (text, place) = self.value("promoChoice").unwrap_or(("QNRB", Span::at(0)));
        let mut choice = Choice::default();
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',').peekable();
        let mut mark = None;
        while let Some(letter) = letters.next() {
            if matches!(letter, '*' | '!') {
                mark = Some(letter);
                continue;
            }
            let mut digits = String::new();
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let within = digits.parse::<i32>().map_or(zone, |within| within.min(zone));
            let men = men_meant(ids, &letter.to_string());
            if men.is_empty() && self.value("promoChoice").is_some() {
                draft.comments.push(format!("No man is the {letter} of promoChoice."));
            }
            if mark == Some('!') {
                choice.declines = true;
            } else {
                for man in men {
                    if draft.men[man].royal && self.value("promoChoice").is_some() {
                        draft.lose("promoChoice", place, "promotions to a royal man");
                    }
                    if mark == Some('*') && holdings <= 0 {
                        draft.lose(
                            "promoChoice",
                            place,
                            "promotions to men of the holdings, which captures don't fill",
                        );
                    }
                    let stock = |side| {
                        let in_hand =
                            draft.hands[side].iter().filter(|(other, _)| *other == man).map(|(_, count)| count);
                        in_hand.fold(draft.homes(side, man).len() as u16, |sum, count| sum.saturating_add(*count))
                    };
                    let most = PerSide::from_fn(stock);
                    if mark == Some('*') && most.white != most.black {
                        draft.lose("promoChoice", place, "stocks of both sides that differ");
                    }
                    if mark == Some('*') && most.white == 0 {
                        continue;
                    }
                    if mark == Some('*') {
                        choice.limits.push((man, most.white));
                    }
                    choice.men.push((man, within));
                }
            }
            mark = None;
        }
        if text.is_empty() {
            choice.men.extend((0..ids.len()).filter(|&man| !draft.men[man].royal).map(|man| (man, zone)));
        }
        choice.men.dedup();
        // Letters are shared out first, since the limits name them.
        draft.share_out_letters();
        choice
    }

    fn read_holdings(&self, draft: &mut Draft<'_>) {
        let holdings = self.number(draft, "holdingsType", 0);
        let offset = usize::try_from(self.number(draft, "promoOffset", 0)).unwrap_or_default();
        if holdings >= 0 {
            if holdings == 0 && draft.hands.iter().any(|(_, men)| !men.is_empty()) {
                draft.comments.push("Without holdings, men in hand can only be chosen by promotions.".to_owned());
            }
            draft.hands = PerSide::default();
            return;
        }
        draft.drops = true;
        draft.comments.push("Men in hand are dropped on any empty square: the text has no rule for it.".to_owned());
        draft.share_out_letters();
        for man in 0..draft.men.len() {
            let before = man.checked_sub(offset).filter(|_| holdings == -1 && offset > 0);
            let becomes = before.map_or_else(String::new, |before| format!(" as {}", draft.men[before].symbol));
            if !draft.men[man].royal {
                draft.men[man].properties.push(format!("when captured goes to the captor's hand{becomes}"));
            }
        }
    }

    fn read_shuffle(&self, draft: &mut Draft<'_>, ids: &[String]) {
        let Some((value, place)) = self.value("shuffle").filter(|(value, _)| !value.is_empty() && *value != "none")
        else {
            return;
        };
        if value.contains([',', ':']) {
            return draft.lose("shuffle", place, "several groups of men that change squares, or symmetrical ones");
        }
        let mut shuffle = Shuffle::default();
        let mut is_marked = false;
        for letter in value.chars() {
            if letter == '!' {
                is_marked = true;
                continue;
            }
            let men = men_meant(ids, &letter.to_string());
            if men.is_empty() {
                let message = format!("`shuffle` names `{letter}`, which no man has");
                draft.refuse(Code::DiagramWrongValue, place, message, "name men by their IDs");
            }
            shuffle.both_colours.extend(men.iter().filter(|_| is_marked));
            shuffle.men.extend(men);
            is_marked = false;
        }
        let castles = shuffle.men.iter().any(|&man| !draft.men[man].translation.castling.is_empty());
        draft.shuffled = Some(shuffle);
        if castles && draft.rook_of_shuffle().is_none() {
            draft.lose("shuffle", place, "a castling man that changes squares without a partner at both ends");
        }
    }
}

/// The choices of a promotion.
#[derive(Clone, Debug, Default)]
struct Choice {
    /// The men, each with the number of last ranks on which it may be chosen.
    men: Vec<(usize, i32)>,
    /// The most of some men on the board.
    limits: Vec<(usize, u16)>,
    /// Whether a man may stay what it is before the last rank.
    declines: bool,
}

impl Choice {
    /// The option of a promotion to these men that limits them.
    fn limits_of(&self, men: &[usize], draft: &Draft<'_>) -> String {
        let limits = self.limits.iter().filter(|(man, _)| men.contains(man));
        let limits: Vec<String> = limits.map(|(man, most)| format!("{most} {}", draft.men[*man].symbol)).collect();
        if limits.is_empty() { String::new() } else { format!(", at most {} on the board", limits.join(" or ")) }
    }
}

/// The men that a number or an ID means.
fn men_meant(ids: &[String], text: &str) -> Vec<usize> {
    match text.parse::<usize>() {
        Ok(number) => (1..=ids.len()).filter(|&other| other == number).map(|number| number - 1).collect(),
        Err(_) => (0..ids.len()).filter(|&man| ids[man] == text.to_ascii_uppercase()).collect(),
    }
}

/// The squares of a list such as `a1,h1,b2-g2`; the error names the first word that is none.
fn squares(board: Board, text: &str, numbered_from: i32) -> Result<Vec<Square>, String> {
    let square = |name: &str| -> Option<(i32, i32)> {
        let mut letters = name.chars();
        let file =
            letters.next().map(|file| file.to_ascii_lowercase()).filter(char::is_ascii_lowercase)? as i32 - 'a' as i32;
        let rank = letters.as_str().parse::<i32>().ok()?.checked_sub(numbered_from)?;
        Some((file, rank)).filter(|&(file, rank)| {
            (0..i32::from(board.files())).contains(&file) && (0..i32::from(board.ranks())).contains(&rank)
        })
    };
    let mut found = BTreeSet::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let corners = square(first.trim()).zip(square(last.trim()));
        let Some(((x, y), (to_x, to_y))) = corners else {
            return Err(format!("`{word}` names no squares of this board"));
        };
        for file in x.min(to_x)..=x.max(to_x) {
            let ranks = y.min(to_y)..=y.max(to_y);
            found.extend(ranks.filter_map(|rank| board.square(file, rank)));
        }
    }
    Ok(found.into_iter().collect())
}
