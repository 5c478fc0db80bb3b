//! Settings of an engine as a text gives them, `nodes=200 weights=own.weights`, and those of Weakfish itself.

use weakfish_player::evaluation::WeightsChoice;
use weakfish_player::search::Level;

/// The command that means Weakfish itself.
const BUILT_IN: &str = "self";

/// The largest hash table of an engine, in MiB.
pub const MAX_HASH_MEBIBYTES: u32 = 1 << 16;

/// The most threads of an engine.
const MAX_THREADS: u64 = 1 << 16;

/// An engine as a text describes it: settings, then the command that starts a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineText {
    /// Settings, in their order.
    pub settings: Vec<(String, String)>,
    /// The program and its arguments; empty for Weakfish itself, which is also called `self`.
    pub command: Vec<String>,
}

impl EngineText {
    /// Reads `nodes=200 Hash=64 program --argument`, with quotes as in a shell.
    ///
    /// # Errors
    ///
    /// A quote or a backslash is not closed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quote or a backslash at the end is not closed")?;
        let mut words = words.into_iter().peekable();
        let mut settings = Vec::new();
        while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
            settings.push((key.to_owned(), value.to_owned()));
            words.next();
        }
        let mut command: Vec<String> = words.collect();
        if command == [BUILT_IN] {
            command.clear();
        }
        Ok(Self { settings, command })
    }
}

/// Settings of Weakfish itself. Their names are read without regard to case, with or without `option.` before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerSettings {
    /// Its name in reports.
    pub name: Option<String>,
    /// Its weights.
    pub weights: WeightsChoice,
    /// Its level; full strength if there is none.
    pub level: Option<u8>,
    /// Its hash table in MiB, if not of the default size.
    pub hash: Option<u32>,
    /// Its threads, if not one.
    pub threads: Option<u32>,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Depth of the search.
    pub depth: Option<u32>,
    /// Its time control, as it is written.
    pub tc: Option<String>,
    /// Its time for each move, as it is written.
    pub movetime: Option<String>,
}

/// A setting that can't be used in units: the problem and the help.
pub type SettingProblem = (&'static str, &'static str);

/// Reads the number of a setting, which is from 1 to `most`.
///
/// # Errors
///
/// It is no such number.
pub fn parse_number(name: &str, value: &str, most: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number: &u64| (1..=most).contains(number));
    let bounds = if most < u64::from(u32::MAX) { format!("from 1 to {most}") } else { "above 0".to_owned() };
    number.ok_or_else(|| format!("`{name}` wants a number {bounds}, not `{value}`"))
}

/// The name of a setting of Weakfish itself: without regard to case, with or without `option.` before it.
fn own_setting(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_prefix("option.").map(str::to_owned).unwrap_or(name)
}

impl PlayerSettings {
    /// Reads the settings of a text, which names no program.
    ///
    /// # Errors
    ///
    /// Why it can't be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let EngineText { settings, command } = EngineText::parse(text)?;
        if !command.is_empty() {
            let (problem, help) = NO_PROGRAM;
            return Err(format!("{problem}; {help}"));
        }
        Self::of(&settings)
    }

    /// Reads settings, each with its name.
    ///
    /// # Errors
    ///
    /// Why one can't be read.
    pub fn of(settings: &[(String, String)]) -> Result<Self, String> {
        let mut read = Self::default();
        for (name, value) in settings {
            read.set(name, value)?;
        }
        Ok(read)
    }

    /// Sets a value by the name of the setting.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let name = &*own_setting(name);
        let number = |most: u64| parse_number(name, value, most);
        let small = |most: u64| number(most).map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        match name {
            "name" => self.name = Some(value.to_owned()),
            "weights" => self.weights = value.into(),
            "level" => {
                let level = value.parse().ok().filter(|&level| level <= Level::MAX);
                let wrong = || format!("`{name}` wants a number from 0 to {}, not `{value}`", Level::MAX);
                self.level = Some(level.ok_or_else(wrong)?);
            }
            "hash" => self.hash = Some(small(MAX_HASH_MEBIBYTES.into())?),
            "threads" => self.threads = Some(small(MAX_THREADS)?),
            "nodes" => self.nodes = Some(number(u64::MAX)?),
            "depth" => self.depth = Some(small(u64::MAX)?),
            "tc" => self.tc = Some(value.to_owned()),
            "movetime" => self.movetime = Some(value.to_owned()),
            // The default protocol of engines is UCI.
            "protocol" if value.eq_ignore_ascii_case("uci") => {}
            "variant" | "letters" | "protocol" => {
                let reason = "only a program has its own names and letters; write its command behind the settings";
                return Err(reason.to_owned());
            }
            _ => {
                let known = "`name`, `weights`, `level`, `hash`, `threads`, `nodes`, `depth`, `tc` and `movetime`";
                return Err(format!("Weakfish itself has no setting `{name}`, only {known}"));
            }
        }
        Ok(())
    }

    /// Whether it has a clock or a time for each move.
    pub const fn is_timed(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some()
    }

    /// Whether it has a limit of its own.
    pub const fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.is_timed()
    }
}

/// Refusal of a program as the engine of a unit.
pub const NO_PROGRAM: SettingProblem = ("units are played by Weakfish itself", "leave out the command of the program");

/// The name of Weakfish itself in reports.
pub fn own_name() -> String {
    format!("Weakfish {}", env!("CARGO_PKG_VERSION"))
}
