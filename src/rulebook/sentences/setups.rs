//! Shuffled setups in words.

use crate::geometry::{Side, SquareSet};
use crate::model::{Arrays, KindId, Setup, Variant};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, capitalized, plural};

/// The sentences on the shuffle of a setup; empty for a setup without one.
pub(crate) fn shuffle_sentences(variant: &Variant, setup: &Setup) -> Option<String> {
    let shuffle = setup.shuffle.as_ref()?;
    let arrays = Arrays::new(variant.board, variant.black, setup)?;
    let names = |kinds: &[KindId]| -> Vec<String> {
        let mut names: Vec<String> = kinds.iter().map(|&kind| plural(&man_name(variant, kind))).collect();
        names.dedup();
        names
    };
    let stands =
        |kind: &KindId| Side::ALL.into_iter().any(|side| setup.shuffled_men(side).any(|man| man.kind == *kind));
    let men: Vec<KindId> = shuffle.kinds.iter().copied().filter(stands).collect();
    let squares: SquareSet = setup.shuffled_men(Side::White).map(|man| man.square).collect();
    let squares =
        if squares.is_empty() { setup.shuffled_men(Side::Black).map(|man| man.square).collect() } else { squares };
    let squares = all_of(squares.iter().map(|square| variant.board.name(square)));
    let how = if shuffle.each_side {
        "each side by itself"
    } else if Side::ALL.into_iter().all(|side| setup.shuffled_men(side).next().is_some()) {
        "Black's men opposite White's"
    } else {
        "of the side that has them"
    };
    let mut sentences = vec![format!(
        "Before the game {} are shuffled on {squares}, {how}, in one of {} arrays.",
        all_of(names(&men)),
        arrays.count()
    )];
    for list in &shuffle.both_colours {
        sentences.push(format!("Of the {} as many stand on light squares as on dark ones.", all_of(names(list))));
    }
    for between in &shuffle.between {
        let middle = man_name(variant, between.middle);
        sentences
            .push(format!("The {middle} stands between {}: one on each side of it.", any_of(names(&between.outer))));
    }
    if let Some(number) = arrays.number_of(setup) {
        sentences
            .push(capitalized(&format!("the array that is drawn has the number {number}; they are numbered from 0.")));
    }
    Some(sentences.join(" "))
}
