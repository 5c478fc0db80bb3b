//! Writes the men: which can come onto the board, how they move, which are royal.

use std::collections::BTreeSet;

use super::readings::Misread;
use super::{DefinitionBuilder, Kind, Symbol};
use crate::betza::{self, EngineMovement};
use crate::collection::{TextId, mobility_key};
use crate::men::{DIAGONAL_LINE_MOVES, MenSet, PieceType};
use crate::squares::Bitboard;
use crate::start::Placed;
use crate::values::{Rank, Walling};
use weakfish::geometry::{Leap, PerSide, Side, Square, SquareSet};
use weakfish::prose::any_of;

impl DefinitionBuilder<'_> {
    /// Writes the men.
    pub(super) fn write_men(&mut self) {
        let sides = self.men_by_side();
        let all: BTreeSet<PieceType> = sides.iter().flat_map(|(_, men)| men.iter().copied()).collect();
        for man in all {
            let here = PerSide::from_fn(|side| sides[side].contains(&man));
            let has_letter = self.game.letters.letter(man).is_some();
            let own = self.game.letters.letter(man.unpromoted().unwrap_or(man));
            let Some(letter) = own.filter(|_| has_letter) else { continue };
            let letter = Symbol { promoted: man.is_promoted(), letter };
            let written = self.game.letters.betza(man).to_owned();
            let moves = betza::parse(&written).unwrap_or_else(|reason| {
                self.drop_key_because(&man.key(), &format!("its movement: {reason}"));
                EngineMovement::default()
            });
            let misread = Misread::find(man, &written, &moves, self.reading);
            let movement = match &misread {
                Some(misread) => misread.movement().to_owned(),
                None => moves.to_definition_betza(&written),
            };
            self.misread.extend(misread);
            let kind = Kind {
                man,
                letter,
                name: String::new(),
                movement: if movement.is_empty() { "no movement".to_owned() } else { movement },
                moves,
                royal: man == PieceType::KING,
                royal_at_times: false,
                sides: here,
                properties: Vec::new(),
            };
            self.kinds.insert(man, kind);
        }
        self.name_men();
        self.determine_royal_men();
        self.write_soldiers();
        self.write_blasts();
        self.write_petrified();
        self.write_lines();
        self.write_mobility_regions();
        if let Some(kind) = self.kinds.get_mut(&PieceType::HOPPER) {
            // The hopper can neither hop over its own kind nor capture it.
            kind.properties.push(format!("hops over no {}", kind.letter));
        }
        self.write_first_moves();
        for kind in self.kinds.values_mut() {
            if kind.man == PieceType::HOPPER || self.game.rules.mutually_immune_types.covers(kind.man) {
                kind.properties.push(format!("captures no {}", kind.letter));
            }
        }
    }

    /// The men that each side can have.
    fn men_by_side(&self) -> PerSide<BTreeSet<PieceType>> {
        let rules = &self.game.rules;
        let mut men: PerSide<BTreeSet<PieceType>> = PerSide::from_fn(|side| {
            let on_board = self.start.men.iter().filter(|placed| placed.side == side).map(|placed| placed.man);
            let in_hand = self.start.hands[side].keys().copied().filter(|_| rules.piece_drops);
            let free =
                self.game.letters.men().filter(|man| rules.piece_drops && rules.free_drops && !man.is_promoted());
            on_board.chain(in_hand).chain(free).collect()
        });
        loop {
            let before = men.clone();
            for side in Side::ALL {
                let mut more: BTreeSet<PieceType> =
                    before[side].iter().filter_map(|man| rules.piece_promotion(*man)).collect();
                if before[side].iter().any(|man| rules.promotes_as_pawn(side, *man)) {
                    more.extend(rules.promotion_piece_types[side].iter());
                }
                // A promoted man turns back, or has its former kind in hand.
                let owned = before[side].iter().filter(|_| rules.piece_demotion);
                let taken = before[!side].iter().filter(|_| rules.piece_drops && rules.captures_to_hand);
                let taken = taken.map(|man| man.unpromoted().unwrap_or(*man)).filter(|man| *man != PieceType::KING);
                more.extend(owned.filter_map(|man| man.unpromoted()).chain(taken));
                men[side].extend(more.into_iter().filter(|man| self.game.letters.letter(*man).is_some()));
            }
            if men == before {
                return men;
            }
        }
    }

    /// Names each man: after a built-in piece with the same movement, or after its letter.
    fn name_men(&mut self) {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let pawns = self.game.rules.promotion_pawn_types;
        let order: Vec<PieceType> = self.kinds.keys().copied().collect();
        for slots in [false, true] {
            for man in order.iter().copied().filter(|man| !man.is_promoted() && man.is_custom() == slots) {
                let Some(kind) = self.kinds.get_mut(&man) else { continue };
                let moves_so = !self.misread.iter().any(|misread| misread.is_as_meant(man));
                let alike = || {
                    let moves = Some(&kind.moves).filter(|_| moves_so);
                    PieceType::all().find(|other| moves.is_some() && other.movement().as_ref() == moves)
                };
                let pawn = pawns.white.or(pawns.black).contains(man).then_some("pawn");
                let known = man.name().or(pawn).or_else(|| alike().and_then(PieceType::name));
                let free = known.filter(|name| !taken.contains(*name)).map(str::to_owned);
                kind.name = free.unwrap_or_else(|| format!("man {}", kind.letter.of_side(Side::Black)));
                taken.insert(kind.name.clone());
            }
        }
        for man in order {
            let Some(name) = man.unpromoted().and_then(|before| Some(self.kinds.get(&before)?.name.clone())) else {
                continue;
            };
            if let Some(kind) = self.kinds.get_mut(&man) {
                kind.name = format!("promoted {name}");
            }
        }
    }

    /// Writes the first moves of Cambodian chess (`cambodianMoves`): king and ferses that the start marks
    /// have a longer one, and the king loses it to any rook that attacks it.
    fn write_first_moves(&mut self) {
        let rules = &self.game.rules;
        if !rules.cambodian_moves || !rules.gating {
            return;
        }
        if rules.castling && self.start.castling.chars().any(char::is_alphabetic) {
            // Rights to castle mark men there as well.
            return self.drop_key("cambodianMoves");
        }
        let Rank(rank) = rules.castling_rank;
        let rank = PerSide::new(rank.saturating_sub(1), self.board.ranks().saturating_sub(rank));
        let marked = |placed: &Placed| {
            let file = char::from(b'a' + placed.file);
            let letter = if placed.side == Side::White { file.to_ascii_uppercase() } else { file };
            placed.rank == rank[placed.side] && self.start.castling.contains(letter)
        };
        let mut properties = Vec::new();
        let mut inexpressible = rules.seirawan_gating;
        for (man, movement) in [(PieceType::KING, "fsN not when in check"), (PieceType::FERS, "fD")] {
            let men: Vec<bool> = self.start.men.iter().filter(|placed| placed.man == man).map(marked).collect();
            if !men.contains(&true) {
                continue;
            }
            // In the engine such a man neither keeps to its squares nor promotes by this move, and walls do not block
            // it.
            let is_bound = |man: PieceType| Side::ALL.iter().any(|&side| self.game.mobility[side].contains_key(&man));
            let exchanged = rules.piece_promotion(man).is_some();
            inexpressible |= men.contains(&false) || exchanged || is_bound(man) || !self.start.walls.is_empty();
            let rook = self.kinds.get(&PieceType::ROOK).filter(|_| man == PieceType::KING).map(|kind| kind.letter);
            if rook.is_some() {
                let pawns = rules.promotion_piece_types.iter().any(|(_, types)| types.contains(PieceType::ROOK));
                let others = rules.promoted_piece_type.0.iter().any(|(_, to)| *to == Some(PieceType::ROOK));
                inexpressible |=
                    pawns && self.kinds.contains_key(&PieceType::PAWN) || others || is_bound(PieceType::ROOK);
            }
            let until = rook.map_or_else(String::new, |rook| format!(" not once {rook} aims at it"));
            properties.push((man, format!("also at first {movement}{until}")));
        }
        if inexpressible && !properties.is_empty() {
            return self.drop_key("cambodianMoves");
        }
        for (man, property) in properties {
            self.push_property(man, property);
        }
    }

    /// Determines which men are royal: kings, and those that `extinctionPseudoRoyal` protects, always or
    /// while few are left.
    fn determine_royal_men(&mut self) {
        for side in Side::ALL {
            if self.start.count(side, PieceType::KING) > 1 {
                self.drop_key_because("king", "the engine protects only one of several kings");
            }
        }
        let rules = &self.game.rules;
        if !rules.extinction_pseudo_royal {
            return;
        }
        // A man is royal while its side has at most one more of the kind than the count. That is always, if the side
        // has no more royal men at the start and gains none.
        let most = rules.extinction_piece_count as usize + 1;
        let men: Vec<PieceType> =
            self.kinds.keys().copied().filter(|man| rules.extinction_piece_types.contains(*man)).collect();
        let royal = MenSet::of(&men);
        let few_at_start =
            Side::ALL.into_iter().all(|side| men.iter().map(|man| self.start.count(side, *man)).sum::<usize>() <= most);
        // The exchanges that lead to a man of the game.
        let exchanges = self.kinds.keys().filter_map(|from| Some((*from, rules.piece_promotion(*from)?)));
        let exchanges: Vec<_> = exchanges.filter(|(_, to)| self.game.letters.letter(*to).is_some()).collect();
        // A royal man may become another one, and only a royal man may.
        let royalty_kept = exchanges.iter().all(|(from, to)| royal.contains(*to) == royal.contains(*from));
        let from_pawns = Side::ALL.into_iter().any(|side| {
            let pawns = self.kinds.values().any(|kind| kind.sides[side] && rules.promotes_as_pawn(side, kind.man));
            pawns && men.iter().any(|man| rules.promotion_piece_types[side].contains(*man))
        });
        let always = few_at_start && royalty_kept && !from_pawns && !rules.duple_check;
        let words = match (rules.duple_check, most) {
            (true, 1) => "royal together".to_owned(),
            (false, 1) => "royal when last".to_owned(),
            (_, most) => format!("royal when {most} or fewer"),
        };
        self.drop_key_if(rules.duple_check && most > 1, "dupleCheck");
        // When men become such men by exchange, that engine counts them only after the move.
        let counted_late = !always && exchanges.iter().any(|(_, to)| royal.contains(*to));
        let exchanged = !always && exchanges.iter().any(|(from, _)| royal.contains(*from));
        let words = if counted_late { format!("{words} before moving") } else { words };
        let both_ways = counted_late && (from_pawns || rules.duple_check || men.len() > 1);
        if exchanged || both_ways || !rules.checking || most > 255 {
            return self.drop_key("extinctionPseudoRoyal");
        }
        for man in men {
            if let Some(kind) = self.kinds.get_mut(&man) {
                kind.royal = always;
                kind.royal_at_times = !always;
                kind.properties.extend((!always).then(|| words.clone()));
            }
        }
    }

    /// Writes which men die by captures (`blastOnCapture`).
    pub(super) fn write_blasts(&mut self) {
        let rules = &self.game.rules;
        if !rules.blast_on_capture {
            return;
        }
        let immune = rules.blast_immune_types;
        let royal_king = |kind: &Kind| kind.man == PieceType::KING && kind.royal && !immune.covers(kind.man);
        if self.kinds.values().any(royal_king) {
            let any_immune = self.kinds.keys().any(|&man| immune.covers(man));
            self.drop_key_if(any_immune, "blastImmuneTypes");
            return self.drop_key_because("blastOnCapture", "the engine has no end of the game when a king dies");
        }
        // In the engine an explosion next to the square that the captor has left removes a wall from it when checks are
        // judged, though the wall stays.
        let guards = self.kinds.values().any(|kind| kind.royal || kind.royal_at_times);
        if rules.walling_rule != Walling::None && !rules.wall_or_move && guards {
            let why = "a wall next to an explosion, where the captor came from, guards no king there";
            return self.drop_key_because("wallingRule", why);
        }
        let spares = |man: PieceType| man == PieceType::PAWN || immune.covers(man);
        let men: Vec<PieceType> = self.kinds.keys().copied().collect();
        let spared = self.symbols(MenSet::of(&men.iter().copied().filter(|&man| spares(man)).collect::<Vec<_>>()));
        let destroyed = match spared.as_slice() {
            [] => "all men".to_owned(),
            spared if spared.len() == men.len() => String::new(),
            spared => format!("all men but {}", any_of(spared)),
        };
        for man in men {
            if !immune.covers(man) && !rules.petrify_on_capture_types.covers(man) {
                self.push_property(man, "when capturing dies".to_owned());
            }
            if !destroyed.is_empty() {
                self.push_property(man, format!("when capturing destroys {destroyed} next to it"));
            }
        }
    }

    /// Writes which men become walls by capturing (`petrifyOnCaptureTypes`).
    pub(super) fn write_petrified(&mut self) {
        let rules = &self.game.rules;
        let men: Vec<PieceType> =
            self.kinds.keys().copied().filter(|&man| rules.petrify_on_capture_types.covers(man)).collect();
        if men.is_empty() {
            return;
        }
        let royal = men.contains(&PieceType::KING) && self.kinds.get(&PieceType::KING).is_some_and(|kind| kind.royal);
        let immune = rules.blast_on_capture && men.iter().any(|&man| rules.blast_immune_types.covers(man));
        self.drop_key_if(royal || immune || rules.walling_rule != Walling::None, "petrifyOnCaptureTypes");
        self.drop_key_if(rules.blast_on_capture && rules.petrify_blast_pieces, "petrifyBlastPieces");
        for man in men {
            self.push_property(man, "when capturing becomes a wall".to_owned());
        }
    }

    /// Writes the movement of soldiers, which go sideways only from a certain rank on
    /// (`soldierPromotionRank`).
    fn write_soldiers(&mut self) {
        let rank = self.game.rules.soldier_promotion_rank.0;
        let ranks = self.board.ranks();
        if rank <= 1 || !self.kinds.contains_key(&PieceType::SOLDIER) {
            return;
        }
        let beyond = PerSide::from_fn(|side| Bitboard::zone(side, rank, ranks).and(Bitboard::of_board(self.board)));
        if beyond.white.is_empty() {
            return self.drop_key("soldierPromotionRank");
        }
        self.regions.push(("beyond".to_owned(), beyond));
        if let Some(kind) = self.kinds.get_mut(&PieceType::SOLDIER) {
            kind.properties.push(format!("on beyond {}", kind.movement));
            "fW".clone_into(&mut kind.movement);
        }
    }

    /// Writes the regions that men are bound to.
    fn write_mobility_regions(&mut self) {
        let here = Bitboard::of_board(self.board);
        let order: Vec<PieceType> = self.kinds.keys().copied().collect();
        for man in order {
            let squares = PerSide::from_fn(|side| {
                let own = self.game.mobility[side].get(&man.plain()).copied().filter(|squares| !squares.is_empty());
                own.map_or(here, |squares| squares.and(here))
            });
            if squares == PerSide::both(here) {
                continue;
            }
            let outside = |side: Side| {
                self.start.men.iter().any(|placed| {
                    placed.man == man && placed.side == side && !squares[side].contains(placed.file, placed.rank)
                })
            };
            if let Some(side) = Side::ALL.into_iter().find(|&side| squares[side].is_empty() || outside(side)) {
                self.drop_key_because(&mobility_key(side, man), "a man outside of the squares that it may go to");
                continue;
            }
            let Some(letter) = self.letter(man) else { continue };
            let region = self.region_name(squares, &format!("squares-of-{}", letter.letter.to_ascii_lowercase()));
            self.push_property(man, format!("stays in {region}"));
        }
    }

    /// The men of a set that a side can have.
    pub(super) fn men_of(&self, side: Side, men: MenSet) -> Vec<PieceType> {
        let of_side = self.kinds.values().filter(|kind| kind.sides[side]);
        of_side.filter(|kind| men.covers(kind.man)).map(|kind| kind.man).collect()
    }

    /// Whether a side has a royal man.
    pub(super) fn has_royal(&self, side: Side) -> bool {
        self.kinds.values().any(|kind| (kind.royal || kind.royal_at_times) && kind.sides[side])
    }

    /// Writes the lines of the board and the moves along them.
    pub(super) fn write_lines(&mut self) {
        let drawn = self.game.rules.diagonal_lines.and(Bitboard::of_board(self.board)).without(self.start.walls);
        let line_movers: Vec<_> =
            DIAGONAL_LINE_MOVES.into_iter().filter(|(man, ..)| self.goes_along_lines(*man)).collect();
        if drawn.is_empty() || line_movers.is_empty() {
            return;
        }
        // There a rider comes from any of these squares to any other, also over squares between that are none of them.
        let has_apart_riders = line_movers.iter().any(|(.., rides)| *rides) && drawn.has_gaps_on_diagonals(self.board);
        let has_soldiers = line_movers.iter().any(|(man, ..)| *man == PieceType::SOLDIER);
        if has_apart_riders || has_soldiers && self.game.rules.soldier_promotion_rank.0 > 1 {
            return self.drop_key("diagonalLines");
        }
        self.lines = self.diagonal_lines(drawn.squares(self.board));
        if self.lines.is_empty() {
            return;
        }
        for (man, movement, _) in line_movers {
            self.push_property(man, format!("along lines {movement}"));
        }
    }

    /// Whether a man moves along lines. A royal man does only if it moves as a wazir by a rule of its game, not by a
    /// movement of its own.
    fn goes_along_lines(&self, man: PieceType) -> bool {
        let wazir = || {
            let given = self.game.origins.get(&man.key()).is_none_or(|(text, _)| *text == TextId::BuiltIn);
            given && self.game.letters.betza(man) == "W"
        };
        self.kinds.contains_key(&man) && (man != PieceType::KING || wazir())
    }

    /// The diagonal lines between squares of a set, as long as they go on, each as the names of its squares.
    fn diagonal_lines(&self, drawn: SquareSet) -> Vec<String> {
        let mut chains = Vec::new();
        for start in drawn.iter() {
            for leap in [Leap::new(1, 1), Leap::new(-1, 1)] {
                let next = |at: Square, leap| self.board.leap(at, leap).filter(|&at| drawn.contains(at));
                let chain = std::iter::successors(Some(start), |&at| next(at, leap));
                let chain: Vec<String> = chain.map(|square| self.board.name(square)).collect();
                if next(start, -leap).is_none() && chain.len() > 1 {
                    chains.push(chain.join(" "));
                }
            }
        }
        chains
    }
}
