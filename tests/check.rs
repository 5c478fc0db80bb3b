//! The checker: what it makes of the shipped definitions, and a page for each of its diagnostics.

use weakfish::model::Variant;
use weakfish::{BuiltIns, builtin, check};

#[test]
fn every_built_in_is_clean_and_survives_json() {
    let mut unclean = String::new();
    for name in builtin::names() {
        let source = builtin::source(name).unwrap();
        let checked = check(&source, &BuiltIns);
        for diagnostic in checked.report.diagnostics() {
            let (line, column) = source.line_column(diagnostic.span().start);
            unclean += &format!("{name}:{line}:{column}: {} {}\n", diagnostic.code, diagnostic.message);
        }
        if let Some(variant) = checked.variant {
            let json = serde_json::to_string(&variant).unwrap();
            assert_eq!(serde_json::from_str::<Variant>(&json).unwrap(), variant, "{name}");
        } else {
            unclean += &format!("{name}: no game\n");
        }
    }
    assert!(unclean.is_empty(), "{unclean}");
}
