//! Squares in the words of definitions: areas, and regions where one area is not enough.

use super::draft::{Draft, of_side};
use crate::squares::{Squares, square_name};
use weakfish::geometry::{Board, PerSide, Side};

impl Draft<'_> {
    /// The words for squares of both sides: an area, or the name of a region, which is made for them.
    pub(super) fn place(&mut self, squares: PerSide<Squares>, name: &str) -> String {
        if let Some(area) = common_area(self.board, squares) {
            return area;
        }
        let known = self.regions.iter().find(|(_, known)| *known == squares).map(|(name, _)| name.clone());
        known.unwrap_or_else(|| {
            let same =
                |other: &String| other == name || other.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
            let number = self.regions.iter().filter(|(other, _)| same(other)).count();
            let name = if number == 0 { name.to_owned() } else { format!("{name}-{}", number + 1) };
            self.regions.push((name.clone(), squares));
            name
        })
    }

    /// The words for squares of one side.
    pub(super) fn place_of(&mut self, side: Side, squares: Squares, name: &str) -> String {
        single_area(self.board, squares).unwrap_or_else(|| {
            let mut both = PerSide::default();
            both[side] = squares;
            self.place(both, name)
        })
    }

    /// The words for the squares that are no part of the board; nothing if there are none.
    pub(super) fn holes(&self) -> String {
        let boxes = boxes(self.board, self.start.walls);
        let words = boxes.into_iter().map(|(file, rank, width, height)| {
            let (first, last) = (square_name(file, rank), square_name(file + width - 1, rank + height - 1));
            if first == last { first } else { format!("{first} to {last}") }
        });
        let words = words.collect::<Vec<_>>().join(", ");
        if words.is_empty() { words } else { format!(" without {words}") }
    }

    /// The lines of the regions: their names and areas.
    pub(super) fn region_lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        for (name, squares) in &self.regions {
            let mut line = |name: String, squares: Squares| {
                let areas = areas(self.board, squares);
                lines.extend((!areas.is_empty()).then(|| (name, areas.join(", "))));
            };
            if squares.white == squares.black {
                line(name.clone(), squares.white);
            } else {
                squares.iter().for_each(|(side, squares)| line(of_side(side, name), *squares));
            }
        }
        lines
    }
}

/// One area that means these squares for each side, if there is one.
fn common_area(board: Board, squares: PerSide<Squares>) -> Option<String> {
    let here = Squares::of_board(board);
    let (white, black) = (squares.white.and(here), squares.black.and(here));
    if white == black {
        return single_area(board, white);
    }
    let last = board.ranks();
    let own = |least: u8, most: u8| {
        let zone = |side: Side| Squares::zone(side, least, last).without(Squares::zone(side, most + 1, last));
        PerSide::from_fn(|side| zone(side).and(here))
    };
    let wanted = PerSide::new(white, black);
    let mut spans = (1..=last).flat_map(|least| (least..=last).map(move |most| (least, most)));
    let (least, most) = spans.find(|&(least, most)| own(least, most) == wanted)?;
    Some(match (least, most) {
        _ if least == last => "the last rank".to_owned(),
        _ if least == most => format!("own rank {least}"),
        _ => format!("own ranks {least} to {most}"),
    })
}

fn single_area(board: Board, squares: Squares) -> Option<String> {
    match areas(board, squares).as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// Areas that make up these squares: the largest boxes first.
fn areas(board: Board, squares: Squares) -> Vec<String> {
    boxes(board, squares).into_iter().map(|one| area(board, one)).collect()
}

/// A box of squares: its first file and rank, its width and its height.
type Rectangle = (u8, u8, u8, u8);

/// Boxes that make up these squares: the largest first.
fn boxes(board: Board, squares: Squares) -> Vec<Rectangle> {
    let (files, ranks) = (board.files(), board.ranks());
    let mut rest = squares.and(Squares::of_board(board));
    let mut boxes = Vec::new();
    while !rest.is_empty() {
        let (mut best, mut most) = ((0, 0, 0, 0), 0_u32);
        for file in 0..files {
            for rank in 0..ranks {
                let mut width = files - file;
                for height in 1..=ranks - rank {
                    let row = rank + height - 1;
                    width = (0..width).find(|&more| !rest.contains(file + more, row)).unwrap_or(width);
                    let size = u32::from(width) * u32::from(height);
                    if size > most {
                        (best, most) = ((file, rank, width, height), size);
                    }
                }
            }
        }
        let (file, rank, width, height) = best;
        let within = |x, y| (file..file + width).contains(&x) && (rank..rank + height).contains(&y);
        rest = rest.without(Squares::which(within));
        boxes.push(best);
    }
    boxes
}

fn area(board: Board, (file, rank, width, height): Rectangle) -> String {
    let letter = |file: u8| char::from(b'a' + file);
    let corner = square_name(file, rank);
    match (width, height) {
        (1, 1) => corner,
        (width, 1) if width == board.files() => format!("rank {}", rank + 1),
        (width, _) if width == board.files() => format!("ranks {} to {}", rank + 1, rank + height),
        (1, height) if height == board.ranks() => format!("file {}", letter(file)),
        (_, height) if height == board.ranks() => format!("files {} to {}", letter(file), letter(file + width - 1)),
        _ => format!("{corner} to {}", square_name(file + width - 1, rank + height - 1)),
    }
}
