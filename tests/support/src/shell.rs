//! Commands as they are typed.

/// The words of a command as a POSIX shell has them, without any expansion. In double quotes nothing is special.
pub fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(mark), _) if mark == character => quote = None,
            (None, ' ') => words.extend(word.take()),
            (_, '$' | '\\' | '`') if quote != Some('\'') => panic!("a shell reads {command} otherwise"),
            (None, '*' | '&' | '|' | '<' | '>' | ';' | '(') => panic!("a shell reads {command} otherwise"),
            _ => word.get_or_insert_default().push(character),
        }
    }
    assert!(quote.is_none(), "{command}");
    words.extend(word);
    words
}

#[test]
fn quotes_hold_words_together() {
    assert_eq!(words("a 'b c' --d=\"e  f\"g ''"), ["a", "b c", "--d=e  fg", ""]);
}
