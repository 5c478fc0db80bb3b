//! Types of data in Python: dictionaries, by their keys.

use std::fmt::Write as _;

use super::rust::{Field, Named, Shape, Type};

fn type_of(of: &Type) -> String {
    match of {
        Type::Text => "str".to_owned(),
        Type::Whole => "int".to_owned(),
        Type::Number => "float".to_owned(),
        Type::Truth => "bool".to_owned(),
        Type::Nothing => "None".to_owned(),
        Type::List(inner) => format!("list[{}]", type_of(inner)),
        // JSON has no tuples.
        Type::Tuple(parts) if parts.iter().all(|part| *part == parts[0]) => format!("list[{}]", type_of(&parts[0])),
        Type::Tuple(_) => panic!("a list of several types"),
        Type::Maybe(inner) => format!("{} | None", type_of(inner)),
        Type::Map(inner) => format!("dict[str, {}]", type_of(inner)),
        Type::PerSide(inner) => format!("dict[Side, {}]", type_of(inner)),
        Type::Named(name) => name.clone(),
    }
}

fn keys(page: &mut String, fields: &[&Field]) {
    for Field { name, doc, of, .. } in fields {
        let _ = writeln!(page, "    {name}: {}", type_of(of));
        if !doc.is_empty() {
            let _ = writeln!(page, "    \"\"\"{}\"\"\"", doc.join("\n    "));
        }
    }
}

/// The text of a doc comment.
fn documented(page: &mut String, doc: &[String]) {
    if !doc.is_empty() {
        let _ = writeln!(page, "    \"\"\"{}\"\"\"\n", doc.join("\n    "));
    }
}

/// The declaration of a type. Keys that may be missing are in a class of their own, since Python 3.10 can't say it of one.
pub(crate) fn declaration(named: &Named) -> String {
    let (name, mut page) = (&named.name, String::new());
    match &named.shape {
        Shape::Words(words) => {
            // What a move has as a key is no name in Python.
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            let _ = writeln!(page, "{name}: TypeAlias = Literal[{}]", words.join(", "));
            if !named.doc.is_empty() {
                let _ = writeln!(page, "\"\"\"{}\"\"\"", named.doc.join("\n"));
            }
        }
        Shape::Other(of) => {
            let _ = writeln!(page, "{name}: TypeAlias = \"{}\"", type_of(of));
        }
        Shape::Either(_) => panic!("`{name}` is one of several types"),
        Shape::Fields(fields) => {
            let flat = fields.iter().filter(|field| field.flat);
            let bases: Vec<&str> = flat.flat_map(|field| field.of.names()).collect();
            let own = fields.iter().filter(|field| !field.flat);
            let (missing, certain): (Vec<&Field>, Vec<&Field>) = own.partition(|field| field.optional);
            let bases = if bases.is_empty() { "TypedDict".to_owned() } else { bases.join(", ") };
            let inner = if missing.is_empty() { name.clone() } else { format!("_{name}") };
            let _ = writeln!(page, "class {inner}({bases}):");
            documented(&mut page, &named.doc);
            keys(&mut page, &certain);
            if !missing.is_empty() {
                let _ = writeln!(page, "\n\nclass {name}({inner}, total=False):");
                documented(&mut page, &named.doc);
                keys(&mut page, &missing);
            }
        }
    }
    page
}
