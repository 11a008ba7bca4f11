//! Snapshots of tables on narrow and wide terminals. `INSTA_UPDATE=always` accepts new ones.

use arena_tournament::report::terminal::crosstable_in;
use arena_tournament::report::text_width::width;

use super::{plan, played};

const FIELD: &str = r#"
name = "A field of four, one of them with a name that is longer than others"
game = "tictactoe"
rounds = 4
seed = 1
[openings]
random_plies = 2
[[entrants]]
bot = "tictactoe-random"
[[entrants]]
name = "a bot with quite a long name of its own"
depth = 2
[[entrants]]
depth = 1
[[entrants]]
depth = 4
"#;

const SWISS: &str = r#"
name = "Swiss"
game = "tictactoe"
format = "swiss"
rounds = 2
seed = 1
[openings]
random_plies = 2
[[entrants]]
grid = { depth = [1, 2, 3, 4, 5] }
"#;

#[test]
fn tables_fit_terminals_of_60_80_and_120_columns() {
    for (name, text) in [("field", FIELD), ("swiss", SWISS)] {
        let (report, ..) = played(&plan(text), 1);
        for columns in [60, 80, 120] {
            let table = crosstable_in(&report, columns);
            let widest = table.lines().map(width).max().unwrap();
            assert!(widest <= columns, "{name} at {columns}: {widest}\n{table}");
            insta::assert_snapshot!(format!("{name}-{columns}"), table);
        }
    }
}
