//! The documents about the code only name files that exist.

use std::fs;
use std::path::Path;

#[test]
fn documents_name_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    let documents = fs::read_dir(root.join("docs")).expect("the folder exists").map(|entry| entry.unwrap().path());
    let documents = documents.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    for document in documents.chain([root.join("CONTRIBUTING.md"), root.join("README.md")]) {
        let text = fs::read_to_string(&document).expect("the document can be read");
        let document = document.display();
        let words = text.split(|c: char| c.is_whitespace() || "`()\"[]|,".contains(c));
        for path in words.map(|word| word.trim_end_matches(['.', ':', ';'])) {
            let rooted = ["src/", "tests/", "clients/", "config/", "docs/", "benches/"];
            if rooted.iter().any(|folder| path.starts_with(folder)) && !path.contains("NAME") && !path.contains('*') {
                assert!(root.join(path).exists(), "{document} names {path}, which does not exist");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} paths were found");
}
