//! Commands of the terminal.

use weakfish::diagnostic::nearest;

use super::arguments::People;
use super::clocks::Setting;

/// A command with what stands behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Flip,
    Moves(String),
    Hint,
    Eval(String),
    Undo(usize),
    Redo(usize),
    Go,
    Level(Option<u8>),
    Side(People),
    Swap,
    Clock(Option<Change>),
    Draw,
    Resign,
    New,
    List,
    Fen,
    Save { path: String, replaces: bool },
    Load(String),
    Quit,
}

/// Change of the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Off,
    To(Setting),
}

/// A word that is a command.
pub(super) struct Entry {
    /// Names; the first is the usual one.
    pub(super) names: &'static [&'static str],
    /// Arguments.
    pub(super) takes: &'static str,
    pub(super) does: &'static str,
}

/// All commands in the order of the help.
pub(super) const COMMANDS: [Entry; 21] = [
    entry(&["help", "?"], "", "lists the commands"),
    entry(&["moves"], "[SQUARE]", "lists the legal moves, or those of the man on a square"),
    entry(&["hint"], "", "shows a good move"),
    entry(&["eval"], "[MOVE]", "evaluates the position, or that after a move, and shows the best line"),
    entry(&["undo", "back", "takeback"], "[N]", "takes moves back, to your last turn"),
    entry(&["redo"], "[N]", "makes them again"),
    entry(&["go"], "", "lets Weakfish make the next move for you"),
    entry(&["board"], "", "shows the board"),
    entry(&["flip"], "", "turns the board round"),
    entry(&["list"], "", "shows the moves so far"),
    entry(&["fen"], "", "shows the FEN"),
    entry(&["level"], "[0 to 20]", "shows or sets how strong Weakfish plays"),
    entry(&["side"], "white|black|both|none", "sets which sides are played by people"),
    entry(&["swap"], "", "changes sides with Weakfish"),
    entry(&["clock"], "[MINUTES+SECONDS|off]", "shows the time left, or sets clocks"),
    entry(&["draw"], "", "claims a draw if the rules give one, or offers it"),
    entry(&["resign"], "", "gives up"),
    entry(&["new"], "", "begins another game from the same start"),
    entry(&["save", "save!"], "FILE", "saves the game as a text; `save!` replaces a file"),
    entry(&["load"], "FILE", "continues the last game of a text"),
    entry(&["quit", "exit"], "", "ends the program, as Ctrl-D does"),
];

const fn entry(names: &'static [&'static str], takes: &'static str, does: &'static str) -> Entry {
    Entry { names, takes, does }
}

/// Reads a command: `None` if the line is none, or what is wrong with it.
///
/// A word after a slash is always a command, and may be abbreviated.
pub(super) fn read(line: &str) -> Option<Result<Command, String>> {
    let bare = line.strip_prefix('/');
    let text = bare.unwrap_or(line);
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let exactly = COMMANDS.iter().find(|entry| entry.names.contains(&word));
    let shortened = || {
        let mut fitting = COMMANDS.iter().filter(|entry| !word.is_empty() && entry.names[0].starts_with(word));
        fitting.next().filter(|_| bare.is_some() && fitting.next().is_none())
    };
    let Some(entry) = exactly.or_else(shortened) else {
        return bare.map(|_| Err(format!("there is no command `{word}`; `help` lists them")));
    };
    if entry.takes.is_empty() && !rest.is_empty() {
        return Some(Err(format!("nothing stands behind `{}`", entry.names[0])));
    }
    Some(with_rest(entry.names[0], word, rest).ok_or_else(|| format!("write `{} {}`", entry.names[0], entry.takes)))
}

fn with_rest(name: &str, word: &str, rest: &str) -> Option<Command> {
    let text = || Some(rest.to_owned()).filter(|rest| !rest.is_empty());
    let count = || if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|&count| count > 0) };
    Some(match name {
        "help" => Command::Help,
        "moves" => Command::Moves(rest.to_owned()),
        "hint" => Command::Hint,
        "eval" => Command::Eval(rest.to_owned()),
        "undo" => Command::Undo(count()?),
        "redo" => Command::Redo(count()?),
        "go" => Command::Go,
        "board" => Command::Board,
        "flip" => Command::Flip,
        "list" => Command::List,
        "fen" => Command::Fen,
        "level" if rest.is_empty() => Command::Level(None),
        "level" => Command::Level(Some(rest.parse().ok().filter(|&level| level <= 20)?)),
        "side" => Command::Side(match rest {
            "white" => People::White,
            "black" => People::Black,
            "both" => People::Both,
            "none" => People::None,
            _ => return None,
        }),
        "swap" => Command::Swap,
        "clock" if rest.is_empty() => Command::Clock(None),
        "clock" if rest == "off" => Command::Clock(Some(Change::Off)),
        "clock" => Command::Clock(Some(Change::To(rest.parse().ok()?))),
        "draw" => Command::Draw,
        "resign" => Command::Resign,
        "new" => Command::New,
        "save" => Command::Save { path: text()?, replaces: word.ends_with('!') },
        "load" => Command::Load(text()?),
        _ => Command::Quit,
    })
}

/// The command that a word is likely to mean.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let is_word = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let names = COMMANDS.iter().flat_map(|entry| entry.names.iter().copied());
    if is_word { nearest(word, names) } else { None }
}

/// A page of all commands.
pub(super) fn help() -> String {
    let heading = |entry: &Entry| format!("{} {}", entry.names[0], entry.takes);
    let width = COMMANDS.iter().map(|entry| heading(entry).len()).max().unwrap_or_default();
    let mut page = "A move is written as people or programs write it: `e4`, `Nf3`, `exd5`, `O-O`, `b8=Q`, `Ag5 turns left`,\n\
                    `e4 flips`, `e2e4`, `g5@nw`. Tab completes it. Anything else is a command, with or without a slash:\n\n"
        .to_owned();
    for entry in &COMMANDS {
        page += &[&format!("  {:<width$}  ", heading(entry)), entry.does, "\n"].concat();
    }
    page.push('\n');
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(read("undo"), Some(Ok(Command::Undo(1))));
        assert_eq!(read("undo 3"), Some(Ok(Command::Undo(3))));
        assert_eq!(read("/mo e2"), Some(Ok(Command::Moves("e2".into()))));
        assert_eq!(read("level 20"), Some(Ok(Command::Level(Some(20)))));
        assert_eq!(read("save! a b.txt"), Some(Ok(Command::Save { path: "a b.txt".into(), replaces: true })));
        for wrong in ["level 21", "undo x", "undo 0", "side left", "clock x", "save", "/xyz", "/", "/s", "flip e2"] {
            assert!(matches!(read(wrong), Some(Err(_))), "{wrong}");
        }
        for mv in ["e4", "end", "pass", "stalemate", "O-O", "o-o", "e4 flips", "Nf3", "White resigns", "1. e4", "h"] {
            assert_eq!(read(mv), None, "{mv}");
        }
        assert_eq!((meant("hnit"), meant("e4")), (Some("hint"), None));
    }

    #[test]
    fn each_command_does_something_else() {
        let lines = COMMANDS.iter().flat_map(|entry| entry.names.iter().map(|name| (entry.names[0], *name)));
        for (first, name) in lines {
            let rest = match first {
                "save" | "load" => " x",
                "side" => " both",
                _ => "",
            };
            let command = read(&format!("{name}{rest}")).unwrap().unwrap();
            assert!((first == "quit") == (command == Command::Quit), "{name}");
        }
    }
}
