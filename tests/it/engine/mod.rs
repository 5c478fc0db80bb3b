//! The rules as the engine plays them.

mod aftermath;
mod api;
mod arrays;
mod bulk_counting;
mod case_games;
mod check_rules;
mod compulsory;
mod deaths;
mod effect_interactions;
mod endings;
mod finishing_moves;
mod first_moves;
mod hands;
mod holds;
mod laws;
mod movers;
mod naive_agreement;
mod once_a_game;
mod perft;
mod perft_table;
mod random_games;
mod refusals;
mod relays;
mod rule_interactions;
mod rules;
mod walls;
