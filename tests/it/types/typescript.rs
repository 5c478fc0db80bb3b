//! Types and calls in TypeScript.

use std::fmt::Write as _;

use syn::{Attribute, FnArg, ImplItem, Item, Pat, ReturnType, Visibility};

use super::rust::{self, Field, Named, Shape, Type};

/// A doc comment at some depth.
fn comment(indent: &str, lines: &[String]) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => format!("{indent}/**\n{indent} * {}\n{indent} */\n", lines.join(&format!("\n{indent} * "))),
    }
}

fn type_of(of: &Type) -> String {
    match of {
        Type::Text => "string".to_owned(),
        Type::Whole | Type::Number => "number".to_owned(),
        Type::Truth => "boolean".to_owned(),
        Type::Nothing => "void".to_owned(),
        Type::List(inner) => format!("{}[]", type_of(inner)),
        Type::Tuple(parts) => format!("[{}]", parts.iter().map(type_of).collect::<Vec<_>>().join(", ")),
        Type::Maybe(inner) => format!("{} | null", type_of(inner)),
        Type::Map(inner) => format!("Record<string, {}>", type_of(inner)),
        Type::PerSide(inner) => format!("Record<SideName, {}>", type_of(inner)),
        Type::Named(name) if name == "Object" => "Record<string, string>".to_owned(),
        Type::Named(name) => name.clone(),
    }
}

fn object(page: &mut String, fields: &[Field]) {
    *page += "{\n";
    for Field { name, doc, of, optional, .. } in fields.iter().filter(|field| !field.flat) {
        *page += &comment("  ", doc);
        let _ = writeln!(page, "  {name}{}: {};", if *optional { "?" } else { "" }, type_of(of));
    }
    page.push('}');
}

/// The declaration of a type.
pub(crate) fn declaration(named: &Named) -> String {
    let mut page = comment("", &named.doc);
    let name = &named.name;
    if let Shape::Fields(fields) = &named.shape {
        // Where such a part may be missing, each of its fields may be.
        let base = |field: &Field| match &field.of {
            Type::Maybe(inner) => format!("Partial<{}>", type_of(inner)),
            of if field.optional => format!("Partial<{}>", type_of(of)),
            of => type_of(of),
        };
        let flat: Vec<String> = fields.iter().filter(|field| field.flat).map(base).collect();
        let extends = if flat.is_empty() { String::new() } else { format!(" extends {}", flat.join(", ")) };
        let _ = write!(page, "export interface {name}{extends} ");
        object(&mut page, fields);
    } else {
        let _ = write!(page, "export type {name} = ");
        shape(&mut page, &named.shape);
        page.push(';');
    }
    page.push('\n');
    page
}

fn shape(page: &mut String, of: &Shape) {
    match of {
        Shape::Fields(fields) => object(page, fields),
        Shape::Words(words) => *page += &words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | "),
        Shape::Other(of) => *page += &type_of(of),
        Shape::Either(shapes) => {
            for (number, of) in shapes.iter().enumerate() {
                if number > 0 {
                    *page += " | ";
                }
                shape(page, of);
            }
        }
    }
}

/// What `#[wasm_bindgen(…)]` says of a method.
fn bindgen(attributes: &[Attribute]) -> (bool, Option<String>) {
    let (mut constructs, mut name) = (false, None);
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("wasm_bindgen")) {
        let read = attribute.parse_nested_meta(|meta| {
            constructs |= meta.path.is_ident("constructor");
            if meta.path.is_ident("js_name") {
                name = Some(meta.value()?.parse::<syn::Ident>()?.to_string());
            }
            Ok(())
        });
        read.expect("settings of wasm-bindgen");
    }
    (constructs, name)
}

/// A parameter of a call: those that may be left out, and functions, are said by their types.
fn parameter(argument: &FnArg) -> Option<String> {
    let FnArg::Typed(argument) = argument else { return None };
    let Pat::Ident(name) = &*argument.pat else { panic!("a name") };
    let name = match name.ident.to_string().as_str() {
        "mv" => "move".to_owned(),
        name => name.to_owned(),
    };
    if let syn::Type::Reference(reference) = &*argument.ty
        && let syn::Type::Path(path) = &*reference.elem
        && let Some(last) = path.path.segments.last()
        && last.ident == "Callback"
    {
        let &[given, returned] = rust::arguments(&last.arguments).as_slice() else { panic!("two types") };
        let given = match Type::read(given) {
            Type::Nothing => String::new(),
            given => format!("{name}: {}", type_of(&given)),
        };
        return Some(format!("{name}: ({given}) => {}", type_of(&Type::read(returned))));
    }
    Some(match Type::read(&argument.ty) {
        Type::Maybe(inner) => format!("{name}?: {}{}", read_only(&inner), type_of(&inner)),
        of => format!("{name}: {}{}", read_only(&of), type_of(&of)),
    })
}

/// What is given is not changed.
fn read_only(of: &Type) -> &'static str {
    if matches!(of, Type::List(_)) { "readonly " } else { "" }
}

/// The class whose methods are calls.
pub(crate) fn class(path: &str, name: &str) -> String {
    let mut page = String::new();
    for item in rust::items(path) {
        match item {
            Item::Struct(item) if item.ident == name => {
                page += &comment("", &rust::doc(&item.attrs));
                let _ = writeln!(page, "export class {name} {{");
            }
            Item::Impl(item) if item.attrs.iter().any(|attribute| attribute.path().is_ident("wasm_bindgen")) => {
                let methods = item.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => Some(method),
                    _ => None,
                });
                methods.for_each(|method| call(&mut page, method));
            }
            _ => {}
        }
    }
    page + "}\n"
}

fn call(page: &mut String, method: &syn::ImplItemFn) {
    let (constructs, name) = bindgen(&method.attrs);
    if constructs {
        *page += "  constructor();\n  free(): void;\n";
        return;
    }
    let name = name.unwrap_or_else(|| method.sig.ident.to_string());
    *page += &comment("  ", &rust::doc(&method.attrs));
    let ReturnType::Type(_, returned) = &method.sig.output else { panic!("`{name}` returns nothing") };
    let returned = match &**returned {
        syn::Type::Path(path) if path.path.segments[0].ident == "Result" => {
            type_of(&Type::read(rust::arguments(&path.path.segments[0].arguments)[0]))
        }
        returned => type_of(&Type::read(returned)),
    };
    let parameters: Vec<String> = method.sig.inputs.iter().filter_map(parameter).collect();
    let line = format!("  {name}({}): {returned};\n", parameters.join(", "));
    if line.chars().count() <= 120 {
        *page += &line;
    } else {
        let _ = writeln!(page, "  {name}(\n    {},\n  ): {returned};", parameters.join(",\n    "));
    }
}
