//! The language of definitions: what reads clean, what is said of the rest, and that nothing ever panics.

use std::fs;
use std::path::Path;

use weakfish::syntax::variant::parse;

#[test]
fn clean() {
    for f in fs::read_dir(Path::new("defs")).unwrap() {
        let path = f.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (ast, d) = parse(&text);
        println!("{path:?} {d:#?}");
        if path.ends_with("not-quite-weakest.variant") {
            println!("{ast:?}");
        }
        assert!(d.is_empty());
    }
}
