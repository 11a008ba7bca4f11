//! The documents about the code only name files that exist.

use std::fs;
use std::path::Path;

#[test]
fn documents_name_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for document in ["docs/architecture.md", "docs/adding-a-game.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(document)).expect("the document exists");
        let words = text.split(|c: char| c.is_whitespace() || "`()\"[]|,".contains(c));
        for path in words.map(|word| word.trim_end_matches(['.', ':', ';'])) {
            let rooted = ["src/", "tests/", "clients/", "config/", "docs/", "benches/"];
            if rooted.iter().any(|folder| path.starts_with(folder)) && !path.contains("NAME") {
                assert!(root.join(path).exists(), "{document} names {path}, which does not exist");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} paths were found");
}
