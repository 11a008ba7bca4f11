//! Plays the examples of `docs/tournaments.md` and compares the printed lines.

use crate::arena::arena;

const DOCUMENT: &str = include_str!("../../../docs/tournaments.md");

/// A file of the document and the lines below it.
struct Example<'a> {
    file: &'a str,
    printed: Vec<&'a str>,
}

/// The TOML blocks that are complete tournaments, each with the following text block.
fn examples() -> Vec<Example<'static>> {
    let blocks: Vec<(&str, &str)> =
        DOCUMENT.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect();
    let whole =
        |(kind, text): &(&str, &str)| *kind == "toml" && text.starts_with("name = ") && text.contains("[[entrants]]");
    let pairs = blocks.windows(2).filter(|two| whole(&two[0]) && two[1].0 == "text");
    pairs.map(|two| Example { file: two[0].1, printed: two[1].1.lines().collect() }).collect()
}

#[test]
fn documented_examples_of_every_format_print_the_documented_output() {
    let examples = examples();
    for format in ["round-robin", "gauntlet", "swiss", "knockout", "match"] {
        let key = format!("format = \"{format}\"");
        assert!(examples.iter().any(|example| example.file.contains(&key)), "{format} has no example");
    }
    for Example { file, printed } in examples {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("t.toml"), file).unwrap();
        let run = arena(&["tournament", &path("t.toml"), "--data", &path("data"), "--quiet"]);
        assert_eq!(run.code, 0, "{file}\n{}", run.err);
        for line in printed.into_iter().filter(|line| !line.is_empty() && *line != "…") {
            assert!(run.out.lines().any(|found| found == line), "{line:?} is not printed:\n{}", run.out);
        }
    }
}
