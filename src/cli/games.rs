//! `weakfish games`.

use super::console::{Console, Failure};
use super::load::Loader;
use weakfish::builtin;

/// Lists the built-in games, a line each.
pub(super) fn run(console: &mut Console) -> Result<(), Failure> {
    let width = builtin::names().map(str::len).max().unwrap_or_default();
    for name in builtin::names() {
        let game = Loader::new(&[]).game(name)?;
        let title = &game.variant().title;
        console.line(format_args!("{name:width$}  {title}"))?;
    }
    Ok(())
}
