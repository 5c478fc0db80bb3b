//! The rules as the engine plays them.

mod agreement;
mod api;
mod check_rules;
mod combinations;
mod counting;
mod crowds;
mod endings;
mod finishing;
mod first_moves;
mod laws;
mod other_games;
mod perft;
mod rare_lines;
mod rules;
