//! The `weakfish` command line.

mod cli;

fn main() {}
