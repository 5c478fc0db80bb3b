//! What is inherited, where no page shows the difference.

use weakfish::check::{BaseError, Resolver};
use weakfish::geometry::Side;
use weakfish::model::{Condition, Variant};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::games::{loaded, variant};

fn child(base: &str, text: &str) -> Variant {
    loaded("child", &format!("game \"Child\" extends {base}\n{text}")).variant().clone()
}

/// Feeble Chess ends when the white king stands on e8 and when the black one stands on e1, not the other way round.
#[test]
fn an_inherited_ending_of_one_side_stays_that_side_s() {
    let goals = |variant: &Variant| -> Vec<(Option<Side>, Condition)> {
        let goals = variant.endings.iter().filter(|ending| matches!(ending.condition, Condition::ManOn { .. }));
        goals.map(|ending| (ending.side, ending.condition.clone())).collect()
    };
    let (base, child) = (variant("feeble"), child("feeble", "endings\n  checkmated: wins\n  the rest: inherited\n"));
    assert_eq!(goals(&base).iter().map(|(side, _)| *side).collect::<Vec<_>>(), [Some(Side::White), Some(Side::Black)]);
    assert_eq!(goals(&child), goals(&base));
}

/// Every `only` takes the place of the inherited ones, and every limit of moves those of other numbers.
#[test]
fn an_ending_takes_the_place_of_those_of_its_kind() {
    let left = |endings: &str| {
        let child = child("fide", &format!("endings\n  {endings}\n  the rest: inherited\n"));
        child.endings.iter().map(|ending| ending.label.clone()).collect::<Vec<_>>()
    };
    let all = left("");
    assert_eq!(all.len(), 7);
    let without =
        |labels: &[&str]| all.iter().filter(|label| !labels.contains(&label.as_str())).cloned().collect::<Vec<_>>();
    let repetition = ["fivefold-repetition", "threefold-repetition"];
    assert_eq!(left("only: none"), without(&["insufficient-material"]));
    assert_eq!(left("only K N v K: none"), without(&["insufficient-material"]));
    assert_eq!(left("40 moves without progress: none"), without(&["75-moves", "50-moves"]));
    assert_eq!(left("position 3 times: none"), without(&repetition));
    assert_eq!(left("position 4 times, not to move: loses")[1..], without(&repetition));
}

/// Of two ancestors with a setup of this name the nearer one's is changed.
#[test]
fn a_setup_is_made_from_the_nearest_ancestor_s() {
    let own = child("not-quite-weakest", "setup short: standard with empty a1\n");
    let (near, far) = (variant("not-quite-weakest"), variant("fide"));
    assert_ne!(near.setups[0].right_half_mirrored, far.setups[0].right_half_mirrored);
    assert_eq!(own.setups[0].right_half_mirrored, near.setups[0].right_half_mirrored);
    assert_eq!(own.setups[0].men, near.setups[0].men[1..]);
}

/// Has one text besides the built-in games.
struct OneBase<'a>(&'a str);

impl Resolver for OneBase<'_> {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        builtin::names().map(str::to_owned).collect()
    }

    fn beside(&self, _from: &Source, path: &str) -> Result<Source, BaseError> {
        Ok(Source::new(path, self.0))
    }
}

/// A man that gets stuck is told in every game that inherits it, unless the game that has it says that it is meant.
#[test]
fn what_a_base_says_on_purpose_is_not_told_of_its_heirs() {
    let told = |reason: &str| {
        let base = format!("game \"Base\" extends fide\nmen\n  N lance: fR{reason}\n");
        let heir = Source::new("heir.variant", "game \"Heir\" extends \"base.variant\"\n");
        let checked = check(&heir, &OneBase(&base));
        checked.report.diagnostics().map(|diagnostic| diagnostic.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(told(""), ["check::stuck-man"]);
    assert_eq!(told("  // allow check::stuck-man: it is a lance"), [""; 0]);
}

/// The opposite of an inherited rule, in words that say what holds without one, takes it out.
#[test]
fn what_holds_without_a_rule_takes_an_inherited_one_out() {
    for (rule, line) in [
        ("check: forbidden", "check: allowed"),
        ("immobility: forbidden", "immobility: allowed"),
        ("passing: allowed", "passing: forbidden"),
        ("capture: compulsory", "capture: optional"),
    ] {
        let base = format!("game \"Base\" extends fide\nrules\n  {rule}\n");
        let text = format!("game \"Heir\" extends \"base.variant\"\nrules\n  {line}\n");
        let checked = check(&Source::new("heir.variant", text.as_str()), &OneBase(&base));
        let told: Vec<_> = checked.report.diagnostics().collect();
        // `none` could be meant as `forbidden` there, so nothing proposes it.
        if ["check: allowed", "immobility: allowed"].contains(&line) {
            assert!(told.is_empty(), "{line}: {told:#?}");
        } else {
            let [told] = &told[..] else { panic!("{line}: {told:#?}") };
            assert!(told.message.starts_with("this takes out the inherited rule"), "{line}: {told:#?}");
            assert_eq!(told.edits[0].text, "none");
        }
        let plain = "game \"Heir\" extends fide\n";
        let plain = check(&Source::new("heir.variant", plain), &BuiltIns);
        assert_eq!(checked.game.unwrap().variant().rules, plain.game.unwrap().variant().rules, "{line}");
    }
}

fn endings(text: &str) -> Vec<String> {
    loaded("endings", text).variant().endings.iter().map(|ending| ending.label.clone()).collect()
}

/// A list adds to the inherited endings and replaces those of its kinds; in edition 1 it takes their place.
#[test]
fn the_rest_is_inherited() {
    let list = "endings\n  stalemated: loses (stuck)\n  checkmated: loses (mate)\n";
    let own = |head: &str, tail: &str| endings(&format!("{head}game \"Own\" extends fide\n{list}{tail}"));
    let rest: Vec<String> = endings("game \"Own\" extends fide\n").split_off(2);
    let all: Vec<String> = ["stuck", "mate"].map(str::to_owned).into_iter().chain(rest).collect();
    for head in ["", "weakfish 2\n"] {
        assert_eq!(own(head, ""), all, "{head}");
        assert_eq!(own(head, "  the rest: inherited\n"), all, "{head}");
        assert_eq!(own(head, "  the rest: none\n"), all[..2], "{head}");
    }
    assert_eq!(own("weakfish 1\n", ""), all[..2]);
    assert_eq!(own("weakfish 1\n", "  the rest: inherited\n"), all);
    let notes = |text: &str| {
        let checked = check(&Source::new("own.variant", text), &BuiltIns);
        checked.report.diagnostics().map(|told| told.code.to_string()).collect::<Vec<_>>()
    };
    // The formatter writes a text of edition 1 as one of the present edition that means the same.
    for (tail, endings_there) in
        [("", &all[..2]), ("  the rest: inherited\n", &all[..]), ("  the rest: none\n", &all[..2])]
    {
        let text = weakfish::format::format(&format!("weakfish 1\ngame \"Own\" extends fide\n{list}{tail}"));
        assert!(text.starts_with("weakfish 2\n"), "{text}");
        assert_eq!(endings(&text), endings_there, "{text}");
        assert!(!notes(&text).contains(&"check::endings-kept".to_owned()), "{text}");
    }
    assert_eq!(notes(&format!("game \"Own\" extends fide\n{list}")), ["check::endings-kept"]);
    assert_eq!(notes(&format!("weakfish 2\ngame \"Own\" extends fide\n{list}")), [""; 0]);
}

/// A line for one side is an exception to a line for both, in whichever order they stand.
#[test]
fn a_rule_for_one_side_is_an_exception() {
    let castles = |lines: [&str; 2]| {
        let game = child("shatranj", &format!("rules\n  {}\n  {}\n", lines[0], lines[1]));
        (usize::from(game.rules.castling.white.is_some()), usize::from(game.rules.castling.black.is_some()))
    };
    let both = "castling: K 2 toward R, R to the last square K crossed";
    assert_eq!(castles([both, "black castling: none"]), (1, 0));
    assert_eq!(castles(["white castling: none", both]), (0, 1));
    let report = |lines: &str| {
        let text = format!("game \"Own\" extends shatranj\nrules\n{lines}");
        let checked = check(&Source::new("own.variant", text.as_str()), &BuiltIns);
        checked.report.diagnostics().map(|told| told.code.to_string()).collect::<Vec<_>>()
    };
    let each = format!("  {both}\n  white castling: none\n  black castling: none\n");
    assert_eq!(report(&each), ["check::repeated-line"]);
}
