//! The documents only name files, codes and fields that exist, and the packages have one version.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn documents_name_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    let files = fs::read_dir(root.join("docs")).expect("the folder exists").map(|entry| entry.unwrap().path());
    let documents = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    for document in documents.chain([root.join("CONTRIBUTING.md"), root.join("README.md")]) {
        let text = fs::read_to_string(&document).expect("the document can be read");
        let document = document.display();
        let words = text.split(|c: char| c.is_whitespace() || "`()\"[]|,".contains(c));
        for path in words.map(|word| word.trim_end_matches(['.', ':', ';'])) {
            let rooted = ["src/", "tests/", "clients/", "config/", "docs/", "benches/"];
            if rooted.iter().any(|folder| path.starts_with(folder))
                && !["NAME", "GAME", "*"].iter().any(|part| path.contains(part))
            {
                assert!(root.join(path).exists(), "{document} names {path}, which does not exist");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} paths were found");
}

/// Returns the files below this folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder exists").map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let deeper = folders.iter().flat_map(|folder| self::files(folder, extension));
    files.into_iter().filter(|path| path.extension().is_some_and(|own| own == extension)).chain(deeper).collect()
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns the words of lower-case letters that stand between backticks, without those in code blocks.
fn quoted(document: &str) -> BTreeSet<&str> {
    let texts = document.split("```").step_by(2);
    let words = texts.flat_map(|text| text.split('`').skip(1).step_by(2));
    words.filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')).collect()
}

#[test]
fn references_of_the_protocol_name_existing_codes_and_fields() {
    /// Moves, contents of cells, parts of paths, values in messages, and the code of messages without translation.
    const OTHERS: [&str; 21] = [
        "admin",
        "announcements",
        "bone",
        "crosstable",
        "d",
        "deleted",
        "guests",
        "invite",
        "k",
        "limit",
        "logout",
        "m",
        "needed",
        "o",
        "pass",
        "steer",
        "swap",
        "underway",
        "untranslated",
        "wait_ms",
        "x",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &PathBuf| fs::read_to_string(path).expect("the file can be read");
    let sources: Vec<String> = files(&root.join("src"), "rs").iter().map(read).collect();
    let codes: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.split("diagnostic!(").skip(1))
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"'))
        .map(|(code, _)| code)
        .collect();
    assert!(codes.len() > 300, "{codes:?}");
    let types: Vec<String> = files(&root.join("clients/web/src/wire"), "ts").iter().map(read).collect();
    // Comments of the types may be sentences.
    let declared = types
        .iter()
        .flat_map(|text| text.split("/**").map(|part| part.split_once("*/").map_or(part, |(_, code)| code)));
    let fields: BTreeSet<&str> = declared.flat_map(|text| text.split(|c| !is_of_a_word(c))).collect();
    let settings = read(&root.join("config/arena.toml"));
    let keys: BTreeSet<&str> = settings
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, _)| key)
        .chain(settings.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')))
        .collect();
    for document in ["docs/protocol.md", "docs/http.md"] {
        let text = read(&root.join(document));
        let known = [&codes, &fields, &keys];
        let unknown: Vec<&str> = quoted(&text)
            .into_iter()
            .filter(|word| !OTHERS.contains(word) && !known.iter().any(|known| known.contains(word)))
            .collect();
        assert!(unknown.is_empty(), "{document} names {unknown:?}, which the server never sends");
    }
}

/// All packages are released together, and the launcher of npm asks for the platforms' packages by their version.
#[test]
fn packages_have_the_version_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).expect("the file can be read");
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("clients/python/pyproject.toml").contains(&format!("\nversion = \"{version}\"\n")));
    let folders = ["clients/typescript", "clients/install", "clients/rules/typescript"];
    for file in folders.map(|folder| format!("{folder}/package.json")) {
        let package: serde_json::Value = serde_json::from_str(&read(&file)).expect("the file is JSON");
        assert_eq!(package["version"], version, "{file}");
        for (name, asked) in package["optionalDependencies"].as_object().into_iter().flatten() {
            assert_eq!(asked, version, "{file}: {name}");
        }
    }
}
