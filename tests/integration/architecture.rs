//! Checks the references in `docs/architecture.md` and other guides: the named files and items exist.

use std::fs;
use std::path::Path;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// True if the source, in Rust or TypeScript, defines an item of this name.
fn defines(source: &str, item: &str) -> bool {
    let kinds = ["fn ", "struct ", "enum ", "trait ", "macro_rules! ", "mod ", "type ", "const ", "function "];
    source.lines().map(str::trim_start).filter(|line| !line.starts_with("//")).any(|line| {
        kinds.iter().any(|kind| {
            line.split_once(&format!("{kind}{item}"))
                .is_some_and(|(_, rest)| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    })
}

#[test]
fn questions_lead_to_existing_items() {
    for (document, least) in [("docs/architecture.md", 15), ("docs/adding-a-game.md", 10)] {
        let found = rows(document);
        assert!(found >= least, "{document}: only {found} questions are answered");
    }
}

/// Counts the table rows that ask a question. Each row's file must define its item.
fn rows(document: &str) -> usize {
    let mut rows = 0;
    for line in text(document).lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [question, file, item] = cells[..] else { continue };
        if !question.ends_with('?') {
            continue;
        }
        let (file, item) = (file.trim_matches('`'), item.trim_matches('`'));
        assert!(defines(&text(file), item), "{question} {file} defines no {item}");
        rows += 1;
    }
    rows
}

#[test]
fn named_paths_exist() {
    let documents = ["docs/architecture.md", "docs/adding-a-game.md", "CONTRIBUTING.md"];
    let mut count = 0;
    for document in documents {
        let words = text(document);
        let words = words.split(|c: char| c.is_whitespace() || "`()\"[]|,".contains(c));
        for path in words.map(|word| word.trim_end_matches(['.', ':', ';'])) {
            let rooted = ["src/", "tests/", "clients/", "config/", "docs/", "benches/"];
            if rooted.iter().any(|root| path.starts_with(root)) && !path.contains("NAME") {
                let found = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
                assert!(found.exists(), "{document} names {path}, which is not there");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} paths were found");
}

#[test]
fn an_item_is_found_by_its_whole_name() {
    assert!(defines("pub(super) fn next(&mut self) {", "next"));
    assert!(!defines("pub fn next_event(&mut self) {", "next"));
    assert!(!defines("// fn next is gone", "next"));
}
