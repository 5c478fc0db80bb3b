//! Betza strings: what they mean and how they are refused.

use weakfish::check::movement::{form, read};

#[test]
fn smoke() {
    let corpus = include_str!("data/betza-corpus.tsv");
    let mut strings: Vec<&str> = corpus.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    strings.sort_unstable();
    strings.dedup();
    let mut good = 0;
    for text in strings {
        let (movement, diagnostics) = read(text);
        let (canonical, _) = form(text);
        let said: Vec<_> = diagnostics.iter().map(|d| format!("{}@{:?}", d.code, d.span().range())).collect();
        good += usize::from(movement.is_some());
        if let Some(canonical) = &canonical {
            let again = form(&canonical.to_string());
            if again.0.as_ref() != Some(canonical) {
                println!("ROUNDTRIP {text} {canonical} {:?}", again.0.map(|f| f.to_string()));
            }
            if read(&canonical.to_string()).0 != movement {
                println!("MODEL {text} {canonical}");
            }
        }
        println!(
            "{text} => {} {} {}",
            canonical.map_or("-".into(), |f| f.to_string()),
            movement.map_or(0, |m| m.paths.len()),
            said.join(" ")
        );
    }
    println!("{good}");
}
