//! `weakfish games`.

use super::console::{Console, Failure};
use super::load::Loader;
use weakfish::builtin;

/// Lists the built-in games by family, a line each.
pub(super) fn run(console: &mut Console) -> Result<(), Failure> {
    let width = builtin::names().map(str::len).max().unwrap_or_default();
    for (number, (family, names)) in builtin::families().enumerate() {
        let gap = if number > 0 { "\n" } else { "" };
        console.line(format_args!("{gap}{family}:"))?;
        for name in names {
            let game = Loader::new(&[]).game(name)?;
            let title = &game.variant().title;
            console.line(format_args!("  {name:width$}  {title}"))?;
        }
    }
    Ok(())
}
