//! Links from page to page, codes of diagnostics, and the list of chapters.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use weakfish::diagnostic::Code;

use super::pages::{self, Page};

/// The links and pictures of a page, and the places that its headings name.
struct PageLinks {
    links: Vec<String>,
    anchors: BTreeSet<String>,
    title: Option<String>,
}

fn read_links(page: &Page) -> PageLinks {
    let mut reading = PageLinks { links: Vec::new(), anchors: BTreeSet::new(), title: None };
    let mut heading: Option<String> = None;
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for event in Parser::new_ext(&page.text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                reading.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let text = heading.take().expect("a heading that has begun");
                let kept = text.chars().filter(|each| each.is_alphanumeric() || matches!(each, ' ' | '-' | '_'));
                let anchor: String = kept.map(|each| if each == ' ' { '-' } else { each }).collect();
                let anchor = anchor.to_lowercase();
                // The second heading of the same words has a number.
                let before = times.entry(anchor.clone()).or_default();
                reading.anchors.insert(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
                *before += 1;
                reading.title.get_or_insert(text);
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    reading
}

/// A path without `.` and `..`.
fn normalize(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn every_link_leads_to_a_page_of_the_book_and_a_place_on_it() {
    let pages = pages::all();
    let readings: BTreeMap<&str, PageLinks> = pages.iter().map(|page| (&*page.path, read_links(page))).collect();
    let mut dead = Vec::new();
    let mut number = 0;
    for (path, reading) in &readings {
        let folder = Path::new(path).parent().unwrap();
        for link in reading.links.iter().filter(|link| !link.contains("://")) {
            number += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { PathBuf::from(path) } else { normalize(&folder.join(file)) };
            let alive = match readings.get(file.to_str().unwrap()) {
                Some(page) => anchor.is_empty() || page.anchors.contains(anchor),
                None => {
                    file.extension().is_some_and(|extension| extension != "md") && pages::docs().join(&file).exists()
                }
            };
            if !alive {
                dead.push(format!("docs/{path}: {link}"));
            }
        }
    }
    assert!(number > 300, "only {number} links are found");
    assert!(dead.is_empty(), "dead links:\n{}\n", dead.join("\n"));
}

/// `.ci/book` makes links of them.
#[test]
fn every_code_on_a_page_is_one() {
    let groups: BTreeSet<&str> = Code::ALL.iter().map(|code| code.group()).collect();
    let is_code = |text: &str| text.split_once("::").is_some_and(|(group, _)| groups.contains(group));
    let mut unknown = Vec::new();
    let mut named = BTreeSet::new();
    for page in pages::all() {
        for event in Parser::new_ext(&page.text, Options::ENABLE_TABLES) {
            match event {
                Event::Code(text) if is_code(&text) => match text.parse::<Code>() {
                    Ok(code) => drop(named.insert(code.as_str())),
                    Err(_) => unknown.push(format!("docs/{}: {text}", page.path)),
                },
                _ => {}
            }
        }
    }
    assert!(named.len() > 100, "only {} codes are found", named.len());
    assert!(unknown.is_empty(), "no such codes:\n{}\n", unknown.join("\n"));
}

#[test]
fn every_page_is_a_chapter_and_has_a_title() {
    let pages = pages::all();
    let summary = pages.iter().find(|page| page.path == "SUMMARY.md").expect("docs/SUMMARY.md");
    let mut chapters = read_links(summary).links;
    chapters.sort();
    let mut others: Vec<&str> = pages.iter().map(|page| &*page.path).filter(|path| *path != "SUMMARY.md").collect();
    others.sort_unstable();
    assert_eq!(chapters, others, "docs/SUMMARY.md does not list the pages under docs, each once");
    for page in &pages {
        assert!(read_links(page).title.is_some() && page.text.starts_with("# "), "docs/{} has no title", page.path);
    }
}
