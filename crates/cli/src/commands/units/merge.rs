//! `weakfish merge`: merges results of work units.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use weakfish::diagnostic::Code;
use weakfish::prose::counted;
use weakfish_units::{Merge, Place};

use super::{FolderStore, lines, read_failure, shown_name};
use crate::support::console::{self, Failure};
use crate::support::{files, interrupt};

/// Arguments of `weakfish merge`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Files of results, as `weakfish work` writes them; with files of units it is known what is missing
    #[arg(value_name = "FILE", default_value = "-")]
    results: Vec<String>,
    /// The report as JSON
    #[arg(long)]
    json: bool,
    /// Write the report as a page of HTML, too; of playtests only
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write units of what has no result yet into this file, for `weakfish work`
    #[arg(long, value_name = "FILE")]
    missing: Option<PathBuf>,
    /// Write all results into this file, each of them once, in order
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compute a part of the results anew, at least one, and compare
    #[arg(long, value_name = "PERCENT")]
    recheck: Option<Percent>,
    /// The folder with definitions, weights and openings that `weakfish units --store` has written
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

/// A part of a whole, such as `1%`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Percent(f64);

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().strip_suffix('%').unwrap_or(text).trim().parse().ok();
        let number = number.filter(|number: &f64| (0.0..=100.0).contains(number));
        number.map(Self).ok_or_else(|| format!("write a part such as `1%`, not `{text}`"))
    }
}

/// Faulty lines that are shown.
const MAX_SHOWN: usize = 10;

/// Merges results and prints the report.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let store = FolderStore(arguments.store.clone());
    let mut merge = Merge::new();
    let mut faulty = 0;
    for path in &arguments.results {
        for (line, text) in (1..).zip(lines(path)?) {
            let text = text.map_err(|error| read_failure(path, &error))?;
            if text.trim().is_empty() {
                continue;
            }
            let place = Place { file: shown_name(path), line };
            let Err(report) = merge.add(&text, place, &store) else { continue };
            if !text.ends_with('\n') {
                // A worker that was killed may have written a part of a line.
                console::eprint(format_args!("{}:{line}: the last line is cut, and left out", place.file));
                continue;
            }
            faulty += 1;
            if faulty <= MAX_SHOWN {
                console::print_failure(report.into());
            }
        }
    }
    if faulty > MAX_SHOWN {
        console::eprint(format_args!("and {} more", counted((faulty - MAX_SHOWN) as u64, "faulty line")));
    }
    if faulty > 0 {
        return Err(Failure::Reported);
    }
    if merge.plans().len() == 0 {
        let message = "there is neither a result nor a unit in these files";
        let name = arguments.results.join(" ");
        return Err(Failure::file(name, Code::UnitDamaged, message, "`weakfish work` writes results"));
    }
    if let Some(Percent(percent)) = arguments.recheck {
        interrupt::install_handler();
        let checked = merge.recheck(percent / 100.0, interrupt::flag())?;
        console::eprint(format_args!("{} computed anew, with the same bytes", counted(checked, "result")));
        interrupt::fail_if_interrupted(|| "not all of these results were computed anew".to_owned())?;
    }
    print_reports(&merge, arguments)?;
    let short = arguments.store.is_some();
    if let Some(path) = &arguments.output {
        let lines =
            merge.results().into_iter().map(|result| if short { result.to_short_line() } else { result.to_line() });
        files::write_atomically(path, &lines.map(|line| line + "\n").collect::<String>())?;
    }
    let missing = merge.missing();
    if let Some(path) = &arguments.missing {
        let lines = missing.iter().map(|unit| if short { unit.to_short_line() } else { unit.to_line() });
        files::write_atomically(path, &lines.map(|line| line + "\n").collect::<String>())?;
    }
    if missing.is_empty() {
        return Ok(());
    }
    let [done, all] = merge.progress();
    let advice = match &arguments.missing {
        Some(path) => format!("`weakfish work {}` computes the others", path.display()),
        None => "`--missing FILE` writes units of the others".to_owned(),
    };
    console::eprint(format_args!("{done} of {all} items have results; {advice}"));
    Err(Failure::Reported)
}

/// Prints the report of each plan.
fn print_reports(merge: &Merge, arguments: &Arguments) -> Result<(), Failure> {
    for (number, page) in merge.reports()?.into_iter().enumerate() {
        if let Some(json) = page.json.as_deref().filter(|_| arguments.json) {
            console::print_json_text(json)?;
        } else {
            console::print_page(&if number > 0 { format!("\n{}", page.text) } else { page.text })?;
        }
        if let Some((path, html)) = arguments.html.as_ref().zip(page.html) {
            files::write_atomically(path, &html)?;
        }
    }
    Ok(())
}
