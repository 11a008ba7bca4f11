//! What is told of a tournament.

use minimax_arena::tournament::text::crosstable;
use serde_json::Value;

use super::{plan, played};

const FEW: &str = r#"
    name = "few, \"quoted\""
    game = "tictactoe"
    rounds = 10
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    bot = "tictactoe-casual"
    name = "a, b"
    [[entrants]]
    bot = "tictactoe-perfect"
"#;

#[test]
fn json_has_the_shape_that_is_promised_and_its_sums_agree() {
    let report = played(&plan(FEW), 2).0;
    let json: Value = serde_json::from_str(&report.to_json()).unwrap();
    for key in ["name", "game", "format", "seed", "matches", "distinct", "void", "reproducible"] {
        assert!(!json[key].is_null(), "{key}");
    }
    assert_eq!((json["matches"].as_u64(), json["format"].as_str()), (Some(60), Some("round-robin")));
    assert_eq!(json["ends"]["rules"], 60);
    let entrants = json["entrants"].as_array().unwrap();
    let sum = |key: &str| entrants.iter().map(|row| row[key].as_f64().unwrap()).sum::<f64>();
    assert_eq!((sum("played"), sum("points")), (120.0, 60.0));
    assert_eq!(sum("wins"), sum("losses"));
    for row in entrants {
        for key in ["wins", "draws", "losses"] {
            let seats = row["first"][key].as_u64().unwrap() + row["second"][key].as_u64().unwrap();
            assert_eq!(row[key].as_u64(), Some(seats), "{key}");
        }
        assert!(row["nodes_per_move"].is_number() && row.get("ms_per_move").is_none());
        assert!(row.get("elo").is_some() && row.get("elo_error").is_some() && row["spec"]["game"] == "tictactoe");
    }
    let pairs = json["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for row in entrants {
        let won: u64 = pairs
            .iter()
            .map(|pair| match &row["name"] {
                name if *name == pair["a"] => pair["wins"].as_u64().unwrap(),
                name if *name == pair["b"] => pair["losses"].as_u64().unwrap(),
                _ => 0,
            })
            .sum();
        assert_eq!(row["wins"].as_u64(), Some(won));
    }
}

#[test]
fn csv_quotes_names_and_has_a_row_for_each_entrant() {
    let plan = plan(FEW);
    let (report, _, outcome) = played(&plan, 1);
    let csv = report.to_csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("rank,name,played,wins,draws,losses,points,score,first_wins,"));
    assert!(lines[1..].iter().any(|line| line.contains(",\"a, b\",40,")), "{csv}");
    assert!(!csv.contains("ms_per_move"));
    let timed = minimax_arena::tournament::Report::new(&plan, &outcome.tally, true).to_csv();
    assert!(timed.lines().next().unwrap().ends_with(",ms_per_move"));
}

#[test]
fn the_crosstable_fits_a_hundred_columns_and_folds_a_large_field() {
    for (entrants, folded) in [(12, false), (13, true)] {
        let seeds: Vec<String> = (1..=entrants).map(|seed: u32| seed.to_string()).collect();
        let text = format!(
            r#"
            name = "wide"
            game = "tictactoe"
            rounds = 60
            [[entrants]]
            name = "a bot with quite a long name of its own"
            random_move = 1.0
            grid = {{ seed = [{}] }}
            "#,
            seeds.join(", ")
        );
        let plan = plan(&text);
        let (report, _, outcome) = played(&plan, 2);
        let timed = minimax_arena::tournament::Report::new(&plan, &outcome.tally, true);
        for table in [crosstable(&report), crosstable(&timed)] {
            let widest = table.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(100), "{table}");
            assert_eq!(table.contains(&format!("The best 12 of {entrants} entrants")), folded, "{table}");
            assert!(
                table.contains(&format!("{} matches", minimax_arena::tournament::text::grouped(plan.schedule.len())))
            );
        }
    }
}

#[test]
fn repeats_between_bots_without_chance_are_told() {
    let plan = plan(
        r#"
        name = "repeats"
        game = "tictactoe"
        rounds = 10
        [[entrants]]
        ties = "first"
        grid = { depth = [1, 4] }
        "#,
    );
    let report = played(&plan, 2).0;
    assert_eq!((report.matches, report.distinct, report.repeats), (20, 2, 18));
    assert!(report.warnings[0].contains("18 of 20 matches repeat"), "{:?}", report.warnings);
    assert!(crosstable(&report).contains("Warning: 18 of 20 matches repeat"));
    assert!(report.entrants.iter().all(|row| row.elo_error.is_none()));
}

#[test]
fn a_clock_makes_a_tournament_irreproducible_and_it_says_so() {
    let plan = plan(
        r#"
        name = "clock"
        game = "bones"
        [[entrants]]
        bot = "bones-random"
        [[entrants]]
        bot = "bones-perfect"
        time_ms = 5
        "#,
    );
    let report = played(&plan, 1).0;
    assert!(!report.reproducible);
    assert!(report.warnings.iter().any(|warning| warning.contains("clock")));
}
