//! Perfect bots are never beaten.

use arena_tournament::TournamentReport;

use super::{plan, played};
use crate::arena::arena;

fn row<'a>(report: &'a TournamentReport, name: &str) -> &'a arena_tournament::report::EntrantRow {
    report.entrants.iter().find(|row| row.name == name).unwrap()
}

#[test]
fn perfect_bones_bot_wins_every_won_heap() {
    for heap in 1..=40 {
        let plan = plan(&format!(
            r#"
            name = "heap"
            game = "bones"
            options = {{ heap = {heap} }}
            rounds = 5
            seed = {heap}
            [[entrants]]
            bot = "bones-perfect"
            [[entrants]]
            bot = "bones-random"
            [[entrants]]
            bot = "bones-parity"
            "#
        ));
        let report = played(&plan, 2).0;
        let perfect = row(&report, "bones-perfect");
        // The side to move wins unless the heap is a multiple of four.
        let won = if heap % 4 == 0 { perfect.second } else { perfect.first };
        assert_eq!((won.wins, won.draws, won.losses), (10, 0, 0), "heap {heap}");
    }
}

#[test]
fn a_full_search_never_loses_tic_tac_toe_in_1_000_matches_against_random_play() {
    let plan = plan(
        r#"
        name = "never"
        game = "tictactoe"
        rounds = 500
        seed = 3
        [[entrants]]
        name = "depth 9"
        depth = 9
        ordering = "static"
        [[entrants]]
        bot = "tictactoe-random"
        "#,
    );
    let report = played(&plan, 2).0;
    let deep = row(&report, "depth 9");
    assert_eq!((deep.played, deep.results.losses), (1_000, 0));
    assert!(deep.first.wins > 450 && deep.second.wins > 350, "{:?} {:?}", deep.first, deep.second);
}

#[test]
fn included_strengths_equal_the_results_of_their_ladders() {
    for game in ["bones", "tree", "tictactoe"] {
        let file = format!("{}/config/strength/{game}.csv", env!("CARGO_MANIFEST_DIR"));
        let data = tempfile::tempdir().unwrap();
        let data = data.path().to_str().unwrap();
        let run = arena(&["tournament", &format!("{game}-ladder"), "--csv", "-", "--data", data, "--quiet"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(run.out, std::fs::read_to_string(&file).unwrap(), "{file}");
    }
}
