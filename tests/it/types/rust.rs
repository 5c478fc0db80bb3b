//! Types of Rust as serde writes them, read from sources.

use std::fs;

use syn::{Attribute, Expr, ExprLit, Fields, GenericArgument, Item, Lit, Meta, PathArguments};

/// Types that serde writes as a text.
const TEXTS: [&str; 4] = ["String", "str", "Code", "Wind"];

/// A type that has a name.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) shape: Shape,
}

/// What a named type is.
#[derive(Clone)]
pub(crate) enum Shape {
    Fields(Vec<Field>),
    /// One of some words.
    Words(Vec<String>),
    /// One of some types.
    Either(Vec<Shape>),
    Other(Type),
}

/// A field of an object.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) of: Type,
    /// Whether the object may lack it.
    pub(crate) optional: bool,
    /// Whether its own fields stand in its place.
    pub(crate) flat: bool,
}

/// A type in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Text,
    Whole,
    Number,
    Truth,
    Nothing,
    List(Box<Type>),
    Tuple(Vec<Type>),
    /// `null` as well.
    Maybe(Box<Type>),
    /// By words.
    Map(Box<Type>),
    /// By sides.
    PerSide(Box<Type>),
    Named(String),
}

/// Settings of serde that matter to how a type is written.
#[derive(Default)]
struct Settings {
    rename: Option<String>,
    case: Option<String>,
    into: Option<syn::Type>,
    flat: bool,
    skipped: bool,
    optional: bool,
}

impl Settings {
    fn read(attributes: &[Attribute]) -> Self {
        let mut settings = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            let read = attribute.parse_nested_meta(|meta| {
                let name = meta.path.require_ident()?.to_string();
                let value = meta.value().ok().map(syn::parse::ParseBuffer::parse::<syn::LitStr>).transpose()?;
                match (name.as_str(), value) {
                    ("rename", Some(value)) => settings.rename = Some(value.value()),
                    ("rename_all", Some(value)) => settings.case = Some(value.value()),
                    ("into", Some(value)) => settings.into = Some(value.parse()?),
                    ("flatten", None) => settings.flat = true,
                    ("skip", None) => settings.skipped = true,
                    ("default", _) | ("skip_serializing_if", Some(_)) => settings.optional = true,
                    ("untagged" | "deny_unknown_fields", None) | ("try_from", Some(_)) => {}
                    (other, _) => panic!("`{other}` of serde is not known here"),
                }
                Ok(())
            });
            read.expect("a setting of serde");
        }
        settings
    }

    /// The name as serde writes it.
    fn named(&self, name: &str, case: Option<&str>) -> String {
        let words = |name: &str, between: &str| {
            let mut text = String::new();
            for character in name.chars() {
                if character.is_uppercase() && !text.is_empty() {
                    text += between;
                }
                text.extend(character.to_lowercase());
            }
            text
        };
        match (&self.rename, case) {
            (Some(name), _) => name.clone(),
            (None, None) => name.to_owned(),
            (None, Some("lowercase")) => name.to_lowercase(),
            (None, Some("snake_case")) => words(name, "_"),
            (None, Some("kebab-case")) => words(name, "-"),
            (None, Some("camelCase")) => {
                let mut parts = name.split('_');
                let first = parts.next().unwrap_or_default().to_owned();
                parts.fold(first, |text, part| text + &part[..1].to_uppercase() + &part[1..])
            }
            (None, Some(other)) => panic!("`{other}` is no case that is known here"),
        }
    }
}

/// The lines of the first paragraph of a doc comment, without links.
pub(crate) fn doc(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    let lines = attributes.iter().filter_map(line).take_while(|line| !line.is_empty());
    lines.map(|line| line.replace("[`", "`").replace("`]", "`")).collect()
}

/// The items of a source file of the repository.
pub(crate) fn items(path: &str) -> Vec<Item> {
    let path = weakfish_testing::root().join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).items
}

/// The public types of a source file.
pub(crate) fn types(path: &str) -> Vec<Named> {
    items(path).iter().filter_map(named).collect()
}

fn named(item: &Item) -> Option<Named> {
    let (name, attributes, shape) = match item {
        Item::Struct(item) => {
            let settings = Settings::read(&item.attrs);
            let shape = match &settings.into {
                Some(other) => Shape::Other(Type::read(other)),
                None => Shape::Fields(fields(&item.fields, &settings)),
            };
            (&item.ident, &item.attrs, shape)
        }
        Item::Enum(item) => {
            let settings = Settings::read(&item.attrs);
            let is_word = |variant: &syn::Variant| matches!(variant.fields, Fields::Unit);
            let shape = if item.variants.iter().all(is_word) {
                let word = |variant: &syn::Variant| {
                    Settings::read(&variant.attrs).named(&variant.ident.to_string(), settings.case.as_deref())
                };
                Shape::Words(item.variants.iter().map(word).collect())
            } else {
                Shape::Either(item.variants.iter().map(|variant| either(&variant.fields, &settings)).collect())
            };
            (&item.ident, &item.attrs, shape)
        }
        Item::Type(item) => (&item.ident, &item.attrs, Shape::Other(Type::read(&item.ty))),
        _ => return None,
    };
    Some(Named { name: name.to_string(), doc: doc(attributes), shape })
}

/// A variant of an enum whose variants have no tags.
fn either(of: &Fields, settings: &Settings) -> Shape {
    match of {
        Fields::Unnamed(inner) => Shape::Other(Type::read(&inner.unnamed[0].ty)),
        Fields::Named(_) | Fields::Unit => Shape::Fields(fields(of, settings)),
    }
}

fn fields(fields: &Fields, outer: &Settings) -> Vec<Field> {
    let field = |field: &syn::Field| {
        let own = Settings::read(&field.attrs);
        let (name, optional) = (field.ident.as_ref()?.to_string(), own.optional || outer.optional);
        let of = match Type::read(&field.ty) {
            Type::Maybe(inner) if optional => *inner,
            of => of,
        };
        let name = own.named(&name, outer.case.as_deref());
        (!own.skipped).then(|| Field { name, doc: doc(&field.attrs), of, optional, flat: own.flat })
    };
    fields.iter().filter_map(field).collect()
}

impl Named {
    /// Gives it and the types in it other names.
    pub(crate) fn rename(&mut self, name: &dyn Fn(&str) -> String) {
        self.name = name(&self.name);
        self.shape.rename(name);
    }

    /// Its fields, if it has any.
    pub(crate) fn fields(&self) -> &[Field] {
        if let Shape::Fields(fields) = &self.shape { fields } else { &[] }
    }

    pub(crate) fn fields_mut(&mut self) -> impl Iterator<Item = &mut Field> {
        if let Shape::Fields(fields) = &mut self.shape { fields.iter_mut() } else { [].iter_mut() }
    }

    /// The types that are named in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.shape.names()
    }

    /// The types whose fields stand among its own, or don't.
    pub(crate) fn parts_that_may_be_missing(&self) -> Vec<String> {
        let flat = self.fields().iter().filter(|field| field.flat && matches!(field.of, Type::Maybe(_)));
        flat.flat_map(|field| field.of.names()).map(str::to_owned).collect()
    }
}

impl Shape {
    fn rename(&mut self, name: &dyn Fn(&str) -> String) {
        match self {
            Self::Words(_) => {}
            Self::Fields(fields) => fields.iter_mut().for_each(|field| field.of.rename(name)),
            Self::Either(shapes) => shapes.iter_mut().for_each(|shape| shape.rename(name)),
            Self::Other(of) => of.rename(name),
        }
    }

    fn names(&self) -> Vec<&str> {
        match self {
            Self::Words(_) => Vec::new(),
            Self::Fields(fields) => fields.iter().flat_map(|field| field.of.names()).collect(),
            Self::Either(shapes) => shapes.iter().flat_map(Self::names).collect(),
            Self::Other(of) => of.names(),
        }
    }
}

impl Type {
    fn rename(&mut self, name: &dyn Fn(&str) -> String) {
        match self {
            Self::Text | Self::Whole | Self::Number | Self::Truth | Self::Nothing => {}
            Self::List(inner) | Self::Maybe(inner) | Self::Map(inner) | Self::PerSide(inner) => inner.rename(name),
            Self::Tuple(parts) => parts.iter_mut().for_each(|part| part.rename(name)),
            Self::Named(own) => *own = name(own),
        }
    }

    /// Reads a type of Rust.
    pub(crate) fn read(of: &syn::Type) -> Self {
        match of {
            syn::Type::Reference(reference) => Self::read(&reference.elem),
            syn::Type::Slice(slice) => Self::List(Box::new(Self::read(&slice.elem))),
            syn::Type::Array(array) => {
                let Expr::Lit(ExprLit { lit: Lit::Int(length), .. }) = &array.len else { panic!("a length in digits") };
                Self::Tuple(vec![Self::read(&array.elem); length.base10_parse().expect("a length")])
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Self::Nothing,
            syn::Type::Tuple(tuple) => Self::Tuple(tuple.elems.iter().map(Self::read).collect()),
            syn::Type::Path(path) => {
                let last = path.path.segments.last().expect("a name");
                let inner = arguments(&last.arguments);
                let first = || Box::new(Self::read(inner.first().expect("an argument")));
                match last.ident.to_string().as_str() {
                    text if TEXTS.contains(&text) => Self::Text,
                    "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i32" | "i64" => Self::Whole,
                    "f64" => Self::Number,
                    "bool" => Self::Truth,
                    "Vec" => Self::List(first()),
                    "Option" => Self::Maybe(first()),
                    "BTreeMap" => Self::Map(Box::new(Self::read(inner[1]))),
                    "PerSide" => Self::PerSide(first()),
                    "Box" | "Js" | "Arg" | "Arc" => *first(),
                    name => Self::Named(name.to_owned()),
                }
            }
            _ => panic!("this type is not known here"),
        }
    }

    /// The names that it has in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Text | Self::Whole | Self::Number | Self::Truth | Self::Nothing => Vec::new(),
            Self::List(inner) | Self::Maybe(inner) | Self::Map(inner) | Self::PerSide(inner) => inner.names(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::names).collect(),
            Self::Named(name) => vec![name],
        }
    }
}

/// The types between angle brackets.
pub(crate) fn arguments(arguments: &PathArguments) -> Vec<&syn::Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
    let mut types = Vec::new();
    for argument in &arguments.args {
        if let GenericArgument::Type(of) = argument {
            types.push(of);
        }
    }
    types
}
