//! The reference has every construct of the language, and no other.

use std::collections::BTreeSet;

use super::super::vocabulary;
use crate::reference;

#[test]
fn the_reference_has_every_form_of_every_construct_and_no_other() {
    let mut missing = Vec::new();
    let mut known = BTreeSet::new();
    for construct in vocabulary::all() {
        let Some(entry) = construct.entry() else {
            missing.push(format!("no entry has `{}`", construct.example()));
            continue;
        };
        known.insert((entry.section, entry.name));
        for form in construct.forms {
            if !entry.forms.iter().any(|written| written.examples == form.examples) {
                missing.push(format!("{}: {} lacks `{}`", entry.page, entry.name, form.examples.join("`, `")));
            }
        }
    }
    assert!(missing.is_empty(), "the reference lacks forms:\n{}", missing.join("\n"));
    let constructs: BTreeSet<&[&str]> =
        vocabulary::all().flat_map(|each| each.forms).map(|form| form.examples).collect();
    for entry in reference::entries().iter().filter(|entry| known.contains(&(entry.section, entry.name))) {
        for form in &entry.forms {
            assert!(constructs.contains(&*form.examples), "the vocabulary lacks {:?} of {}", form.examples, entry.page);
        }
    }
}
