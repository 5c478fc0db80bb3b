//! Setups.

use super::{DefinitionMaker, square};

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] =
    &["toward the middle", "men of a facing line", "other setup", "black drawn freely", "shuffled"];

impl DefinitionMaker<'_> {
    pub(super) fn setups(&mut self) {
        let rows = if self.ranks >= 6 && self.dice.percent(60) { 2 } else { 1 };
        let crowded = self.dice.between(30, 95);
        let mut board = vec![vec!['.'; self.files]; self.ranks];
        self.army(&mut board, rows, crowded);
        let rotates = self.parts.contains("rotates");
        if self.has("black drawn freely", 15) {
            let mut other = vec![vec!['.'; self.files]; self.ranks];
            self.army(&mut other, rows, crowded);
            put_black(&mut board, &other, rows, rotates);
        } else {
            let white = board.clone();
            put_black(&mut board, &white, rows, rotates);
        }
        for (symbol, white) in self.of_one_side.clone() {
            let others = if white { symbol.to_ascii_lowercase() } else { symbol };
            board.iter_mut().flatten().filter(|cell| **cell == others).for_each(|cell| *cell = '.');
        }
        for &(file, rank) in &self.holes {
            board[rank][file] = '*';
        }
        self.line("setup first");
        for row in board.iter().rev() {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            self.line(format!("  {}", cells.join(" ")));
        }
        let mut facing = Vec::new();
        if self.has("toward the middle", 40) {
            facing.push("toward the middle".to_owned());
        }
        let faced = self.faced_man(&board);
        let is_faced = faced.is_some();
        facing.extend(faced);
        if !facing.is_empty() {
            self.line(format!("  facing: {}", facing.join(", ")));
        }
        // A man with a state of its own can't be shuffled.
        if !is_faced {
            self.shuffle(&board, rows, rotates);
        }
        if self.has("other setup", 15) {
            let (out, into) = (self.random_kind(), self.random_kind());
            let is_drawn =
                [out, out.to_ascii_lowercase()].iter().all(|man| board.iter().flatten().any(|cell| cell == man));
            if is_drawn && out != into && !self.royals.contains(&out) && !self.royals.contains(&into) {
                let (small_out, small_into) = (out.to_ascii_lowercase(), into.to_ascii_lowercase());
                self.line(format!("setup second: first with {into} for {out}, {small_into} for {small_out}"));
            }
        }
    }

    /// A line that shuffles men of the board, with conditions that they meet as drawn.
    fn shuffle(&mut self, board: &[Vec<char>], rows: usize, rotates: bool) {
        // What is shuffled changes nothing else in a definition.
        let mut dice = self.dice.clone();
        if !dice.percent(15) {
            return;
        }
        let like_white = {
            let mut other = board.to_vec();
            put_black(&mut other, board, rows, rotates);
            other == board
        };
        let rank = dice.below(rows);
        let mut men: Vec<char> = board[rank].iter().copied().filter(char::is_ascii_uppercase).collect();
        men.sort_unstable();
        men.dedup();
        let keep = dice.between(50, 100);
        men.retain(|_| dice.percent(keep));
        for index in (1..men.len()).rev() {
            men.swap(index, dice.below(index + 1));
        }
        let Some((last, others)) = men.split_last().filter(|(_, others)| !others.is_empty()) else { return };
        let list: Vec<String> = others.iter().map(char::to_string).collect();
        let list = if list.is_empty() { last.to_string() } else { format!("{} or {last}", list.join(", ")) };
        let mut line = format!("  shuffled: {list} on own rank {}", rank + 1);
        let files = |man: char| (0..board[rank].len()).filter(move |&file| board[rank][file] == man);
        for &man in &men {
            let light = files(man).filter(|file| (file + rank) % 2 == 1).count();
            if 2 * light == files(man).count() && dice.percent(60) {
                line += &format!(", {man} on both colours");
            }
            let outer = dice.pick(&men);
            let between =
                files(man).all(|file| files(outer).any(|other| other < file) && files(outer).any(|other| other > file));
            if man != outer && between && dice.percent(60) {
                line += &format!(", {man} between {outer}");
            }
        }
        if !like_white || dice.percent(20) {
            line += ", each side by itself";
        }
        self.parts.insert("shuffled");
        self.line(line);
    }

    /// A man of the board that turns, with its square and a facing.
    fn faced_man(&mut self, board: &[Vec<char>]) -> Option<String> {
        let mut turning = Vec::new();
        for (rank, row) in board.iter().enumerate() {
            for (file, man) in row.iter().enumerate() {
                if self.turners.contains(&man.to_ascii_uppercase()) {
                    turning.push((*man, file + 1, rank + 1));
                }
            }
        }
        // How men face changes nothing else in a definition.
        let mut dice = self.dice.clone();
        if turning.is_empty() || !dice.percent(20) {
            return None;
        }
        self.parts.insert("men of a facing line");
        let (man, file, rank) = dice.pick(&turning);
        // Not toward the enemy, who could be in check out of turn.
        let back = if man.is_ascii_uppercase() { "s" } else { "n" };
        let wind = dice.pick(&[back, "e", "w"]);
        Some(format!("{man} on {} {wind}", square(file, rank)))
    }

    /// White's men on the first ranks.
    fn army(&mut self, board: &mut [Vec<char>], rows: usize, crowded: usize) {
        let others: Vec<char> = self.kinds.iter().copied().filter(|kind| !self.royals.contains(kind)).collect();
        for (number, row) in board.iter_mut().take(rows).enumerate() {
            for cell in row.iter_mut().filter(|_| !others.is_empty()) {
                if self.dice.percent(crowded) {
                    *cell = if number == 1 && others.contains(&'P') && self.dice.percent(80) {
                        'P'
                    } else {
                        self.dice.pick(&others)
                    };
                }
            }
        }
        let king = self.files / 2;
        board[0][king] = 'K';
        for royal in self.royals.clone().into_iter().filter(|&royal| royal != 'K') {
            let file = if royal == 'R' { self.dice.pick(&[0, self.files - 1]) } else { self.dice.below(self.files) };
            if file != king {
                board[0][file] = royal;
            }
            if royal == 'R' {
                for cell in &mut board[0][file.min(king) + 1..file.max(king)] {
                    *cell = if self.dice.percent(80) { '.' } else { *cell };
                }
            }
        }
        if self.kinds.contains(&'R') && !self.royals.contains(&'R') && self.dice.percent(50) {
            for file in [0, self.files - 1] {
                board[0][file] = 'R';
            }
            for (file, cell) in board[0].iter_mut().enumerate() {
                if file != king && file > 0 && file + 1 < self.files && self.dice.percent(60) {
                    *cell = '.';
                }
            }
        }
    }
}

fn put_black(board: &mut [Vec<char>], like: &[Vec<char>], rows: usize, rotates: bool) {
    let (files, ranks) = (board[0].len(), board.len());
    for rank in 0..rows {
        for (file, cell) in board[ranks - 1 - rank].iter_mut().enumerate() {
            let from = if rotates { files - 1 - file } else { file };
            *cell = like[rank][from].to_ascii_lowercase();
        }
    }
}
