//! Models as JSON in which values are changed: more of them are games than of damaged texts.

use serde_json::{Value, json};
use weakfish::engine::{CompileError, Game};
use weakfish::lints;
use weakfish::model::{SetupId, Variant};
use weakfish::rulebook::page;

use super::damage::seeds;
use super::within_time_limit;
use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::games::one_file_games;

/// Where the values of a document stand, as pointers.
fn pointers(value: &Value, here: &str, all: &mut Vec<String>) {
    all.push(here.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &format!("{here}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                pointers(field, &format!("{here}/{key}"), all);
            }
        }
        _ => {}
    }
}

/// Changes a value of a document.
fn mutate(dice: &mut Dice, document: &mut Value) {
    let mut all = Vec::new();
    pointers(document, "", &mut all);
    let at = &all[1 + dice.below(all.len() - 1)];
    let elsewhere = document.pointer(&all[dice.below(all.len())]).cloned().unwrap();
    let value = document.pointer_mut(at).unwrap();
    if dice.percent(10) {
        *value = elsewhere;
        return;
    }
    match value {
        Value::Number(number) if dice.percent(60) => {
            // Nearby numbers are more often valid than others.
            let near = number.as_i64().unwrap_or(0) + dice.pick(&[-2, -1, 1, 2, 3, 8]);
            *value = json!(near);
        }
        Value::Number(_) => {
            let numbers =
                [-1_000_000, -129, -128, -16, -1, 0, 1, 15, 16, 17, 64, 99, 100, 127, 128, 200, 255, 256, 65536];
            *value = json!(dice.pick(&numbers));
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => match dice.below(3) {
            0 => text.clear(),
            1 => *text = dice.text(12),
            _ => {
                *text = dice.pick(&["n", "nne", "sw", "white", "moving", "empty", "occupied", "whole", "K"]).to_owned();
            }
        },
        Value::Null => *value = dice.pick(&[0, 1, 3]).into(),
        Value::Array(items) => mutate_list(dice, items),
        Value::Object(fields) => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            if let Some(key) = keys.get(dice.below(keys.len().max(1))) {
                let taken = fields.remove(key);
                if dice.flip() {
                    fields.insert(keys[dice.below(keys.len())].clone(), taken.unwrap());
                }
            }
        }
    }
}

fn mutate_list(dice: &mut Dice, items: &mut Vec<Value>) {
    let end = items.len();
    match dice.below(5) {
        0 => items.clear(),
        1 if end > 0 => drop(items.remove(dice.below(end))),
        2 if end > 1 => items.swap(dice.below(end), dice.below(end)),
        3 if end > 0 => {
            let copy = items[dice.below(end)].clone();
            items.resize(end + dice.pick(&[1, 2, 10, 300]), copy);
        }
        _ => items.reverse(),
    }
}

/// Reads, lints, shows, compiles and plays a model, as far as it is one: the setup and the moves are chosen by numbers.
fn use_model(document: Value, choices: &[usize]) {
    let Ok(variant) = serde_json::from_value::<Variant>(document) else { return };
    assert!(variant.validate().is_empty());
    for finding in lints::all(&variant) {
        assert!(!finding.message.is_empty() && !finding.help.is_empty(), "{finding:?}");
    }
    assert!(!page::game(&variant).is_empty());
    let setups = variant.setups.len();
    let game = match Game::compile(variant) {
        Ok(game) => game,
        Err(CompileError::Invalid(errors)) => panic!("valid, and yet not: {errors}"),
        Err(_) => return,
    };
    let mut position = game.start_of(SetupId((choices[0] % setups) as u8));
    for choice in &choices[1..] {
        let moves = position.legal_moves().to_vec();
        // Where a game is drawn, men can still move.
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        position.play(moves[choice % moves.len()]).expect("a legal move");
    }
}

#[test]
fn a_changed_model_is_refused_or_is_a_game() {
    let mut documents: Vec<Value> = seeds("model").iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    documents.extend(one_file_games().iter().map(|(_, game)| serde_json::to_value(game.variant()).unwrap()));
    check_law(250, |dice| {
        let mut document = documents[dice.below(documents.len())].clone();
        for _ in 0..dice.between(1, 3) {
            mutate(dice, &mut document);
        }
        let choices = dice.list(7, 7, |dice| dice.below(1000));
        within_time_limit("a changed model", move || use_model(document, &choices));
    });
}
