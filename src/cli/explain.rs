//! `weakfish explain`.

use weakfish::diagnostic::{Code, Diagnostic, did_you_mean, nearest};
use weakfish::source::{Source, Span};

use super::console::{Console, Failure};

/// Explains one code, or lists all: a line each, the code, a tab, and what it means.
pub(super) fn run(console: &mut Console, code: Option<&str>) -> Result<(), Failure> {
    match code {
        None => Code::ALL.iter().try_for_each(|code| console.line(format_args!("{code}\t{}", code.meaning()))),
        Some(name) => {
            let code: Code = name.parse().map_err(|_| unknown(name))?;
            console.line(format_args!("{code}: {}\n", code.meaning()))?;
            console.page(&code.explanation().to_string())
        }
    }
}

/// Codes that were meant by a name that is none.
fn unknown(name: &str) -> Failure {
    let bare = |code: &Code| code.as_str().split_once("::").map_or("", |(_, bare)| bare);
    let same: Vec<_> = Code::ALL.iter().filter(|code| bare(code) == name).map(|code| format!("`{code}`")).collect();
    let all = Code::ALL.iter().map(|code| code.as_str());
    let help = if !same.is_empty() {
        format!("did you mean {}?", same.join(" or "))
    } else if nearest(name, all.clone()).is_some() {
        did_you_mean(name, all)
    } else {
        "`weakfish explain --list` lists all codes; diagnostics show theirs in the first line".to_owned()
    };
    let problem =
        Diagnostic::error(Code::CommandUnknownCode, Span::new(0, name.len()), format!("there is no code `{name}`"))
            .label("not known")
            .help(help);
    Failure::new(&Source::new("command line", name), vec![problem])
}
