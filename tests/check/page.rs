//! Pages that a person can review: a definition first, then what is said of it.

use std::fs;
use std::path::{Path, PathBuf};

use insta::Settings;
use miette::{GraphicalReportHandler, GraphicalTheme};
use weakfish::check::{Checked, Resolver};
use weakfish::diagnostic::Report;
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

/// A folder of the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name)
}

/// Finds the built-in games and the files of a folder.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Resolver for Folder {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, _from: &Source, path: &str) -> Result<Source, String> {
        let text = fs::read_to_string(self.0.join(path)).map_err(|_| "there is no such file".to_owned())?;
        Ok(Source::new(path, text))
    }
}

/// A file of the folder of mistakes, checked.
pub(crate) fn mistake(path: &Path) -> (Source, Checked) {
    let name = path.file_name().expect("a file's name").to_string_lossy();
    let source = Source::new(name, fs::read_to_string(path).expect("a readable file"));
    let checked = check(&source, &Folder(folder("errors")));
    (source, checked)
}

/// A report as the command line shows it, without colours.
pub(crate) fn rendered(report: &Report) -> String {
    let mut page = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(100)
        .with_links(false)
        .render_report(&mut page, report)
        .expect("a page");
    page.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Compares a page with the stored one of this topic and name.
pub(crate) fn assert_page(topic: &str, name: &str, page: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{topic}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}
