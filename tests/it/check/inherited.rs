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
