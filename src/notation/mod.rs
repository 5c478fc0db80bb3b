//! Positions, moves and games as text: FEN with a tail, machine moves, moves for people.
