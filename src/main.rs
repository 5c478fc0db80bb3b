//! The `weakfish` command line.

fn main() {}
