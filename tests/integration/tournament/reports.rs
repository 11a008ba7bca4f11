//! Reports of tournaments.

use arena_tournament::report::text_width::width;
use arena_tournament::report::{Basis, Body};
use serde_json::{Value, json};

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
fn json_has_the_documented_shape_and_consistent_sums() {
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
fn says_when_the_opening_decided_every_match() {
    let decided = |positions: &str| {
        let text = format!(
            "name = \"d\"\ngame = \"tictactoe\"\nrounds = 2\nopenings = {{ positions = [{positions}] }}\n\
             [[entrants]]\nbot = \"tictactoe-perfect\"\n[[entrants]]\nname = \"mine\"\ndepth = 3\n"
        );
        let report = played(&plan(&text), 1).0;
        let found = report.warnings.into_iter().find(|warning| warning.code == "warning_opening_decided");
        found.map(|warning| warning.args["openings"].clone())
    };
    let (lost, also) = ("\"xx./oo./... x\"", "\"xx./.../oo. x\"");
    assert_eq!(decided(lost), Some(json!(1)));
    assert_eq!(decided(&format!("{lost}, {also}")), Some(json!(2)));
    assert_eq!(decided("\"x../.../... o\""), None);
}

#[test]
fn csv_quotes_names_and_has_a_row_per_entrant() {
    let plan = plan(FEW);
    let (report, _, outcome) = played(&plan, 1);
    let csv = report.to_csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("rank,name,played,wins,draws,losses,points,score,first_wins,"));
    assert!(lines[1..].iter().any(|line| line.contains(",\"a, b\",40,")), "{csv}");
    assert!(!csv.contains("ms_per_move"));
    let timed = arena_tournament::TournamentReport::new(&plan, &outcome.tally, true).to_csv();
    assert!(timed.lines().next().unwrap().ends_with(",ms_per_move"));
}

#[test]
fn the_report_fits_a_terminal_and_large_fields_have_a_small_matrix() {
    for (entrants, columns, folded) in [(12, 60, false), (12, 80, false), (13, 120, true)] {
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
        let timed = arena_tournament::TournamentReport::new(&plan, &outcome.tally, true);
        for table in [report.document().to_text(columns, true), timed.document().to_text(columns, true)] {
            assert!(table.lines().all(|line| width(line) <= columns), "{table}");
            assert_eq!(table.contains("The best 12 of 13 entrants"), folded, "{table}");
            assert!(table.contains(&format!(
                "{} matches",
                arena_tournament::report::number_format::grouped(plan.schedule.len())
            )));
        }
    }
}

#[test]
fn a_report_omits_unplayed_pairings() {
    let plan = plan(
        r#"
        name = "gauntlet"
        game = "tictactoe"
        format = "gauntlet"
        champions = 1
        rounds = 2
        [openings]
        lines = ["a1", "b1", "c1", "b2", "a1 b2"]
        [[entrants]]
        bot = "tictactoe-random"
        grid = { seed = [1, 2, 3] }
        "#,
    );
    let report = played(&plan, 1).0;
    assert_eq!((report.opening_count, report.openings_played, report.openings.len()), (5, 2, 2));
    let table = report.document().to_text(100, true);
    assert!(table.contains("2 of 5 openings played"), "{table}");
    // The challengers did not meet, so two more cells beside the diagonal have a dot.
    let matrix = table.split("Wins, draws and losses").nth(1).unwrap().split("\n\n").next().unwrap();
    assert_eq!(matrix.matches('·').count(), 3 + 2, "{table}");
    assert!(!matrix.contains("0-0-0"), "{table}");
}

#[test]
fn reports_the_share_of_draws_and_the_seats_advantage_by_openings() {
    let report = played(&plan(GRID), 2).0;
    let document = report.document();
    let strengths = document.sections.iter().find(|section| section.title == "Seats and encounters").unwrap();
    let Body::Table(strengths) = &strengths.body else { panic!("{strengths:?}") };
    let draws = strengths.header.iter().position(|title| title == "Draws").unwrap();
    for (row, cells) in report.entrants.iter().zip(&strengths.rows) {
        #[expect(clippy::cast_precision_loss, reason = "there are few matches")]
        let share = row.results.draws as f64 / row.played as f64;
        assert_eq!(cells[draws], format!("{:.1}%", share * 100.0), "{}", row.name);
    }
    assert_eq!(report.joint.first_advantage_openings, Some(report.openings_played));
    // Without line breaks, unlike on a terminal.
    let text = document.to_markdown();
    assert!(text.contains(&format!("Elo ({} openings)", report.openings_played)), "{text}");
    assert!(text.contains("Field Elo: the Elo difference that the score corresponds to"), "{text}");
}

#[test]
fn reports_repeats_between_deterministic_bots() {
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
    let warnings: Vec<_> = report.warnings.iter().map(|it| (&*it.code, json!(it.args))).collect();
    assert_eq!(warnings, [("warning_repeats", json!({"repeats": 18, "matches": 20, "tested": false}))]);
    assert!(report.document().to_text(100, true).contains("Warning: 18 of 20 matches repeat"));
    assert!(report.entrants.iter().all(|row| row.elo_error.is_none()));
}

#[test]
fn a_clock_marks_a_tournament_as_not_reproducible() {
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
    assert!(report.warnings.iter().any(|warning| warning.code == "warning_not_reproducible"));
    let conditions = serde_json::to_value(&report.conditions).unwrap();
    assert_eq!(conditions["limits"][1]["terms"]["time_ms"], 5, "{conditions}");
    assert_eq!(conditions["openings_from"], json!({"source": "start", "shuffled": false, "per": "round"}));
}

#[test]
fn shows_openings_in_san() {
    let plan = plan(
        r#"
        name = "chess"
        game = "chess"
        [openings]
        lines = ["e4 e5 Nf3"]
        order = "random"
        [adjudication]
        max_plies = 6
        [[entrants]]
        bot = "chess-random"
        grid = { seed = [1, 2] }
        "#,
    );
    let report = played(&plan, 1).0;
    let [opening] = &report.openings[..] else { panic!("{:?}", report.openings) };
    assert_eq!(opening.moves, ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(opening.notation, Some(["e4", "e5", "Nf3"].map(str::to_owned).to_vec()));
    let conditions = serde_json::to_value(&report.conditions).unwrap();
    assert_eq!(conditions["adjudication_rules"], json!({"max_plies": 6}));
    assert_eq!(conditions["openings_from"], json!({"source": "list", "shuffled": true, "per": "round"}));
}

const GRID: &str = r#"
    name = "a grid"
    game = "tictactoe"
    rounds = 20
    seed = 3
    anchor = "tictactoe-random=100"
    [openings]
    random_plies = 2
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    grid = { depth = [1, 3, 5], pruning = ["none", "alpha-beta"] }
"#;

#[test]
fn errors_use_complete_encounters_and_ratings_the_whole_field() {
    let plan = plan(GRID);
    let report = played(&plan, 2).0;
    assert_eq!(report.joint.anchor.as_ref().map(|anchor| anchor.rating), Some(100.0));
    for row in &report.entrants {
        assert_eq!(row.errors_from, Basis::Encounters, "{}", row.name);
        assert_eq!(2 * row.pentanomial.encounters(), row.played);
        assert!(row.rating.is_some() || row.rating_bound.is_some(), "{}", row.name);
    }
    let anchor = report.entrants.iter().find(|row| row.name == "tictactoe-random").unwrap();
    assert_eq!((anchor.rating, anchor.rating_error), (Some(100.0), Some(0.0)));
    // The seats' results add up to the same matches.
    assert_eq!(report.first_seat.played(), report.matches);
    assert!(report.curve.windows(2).all(|two| two[0].matches < two[1].matches));
    assert_eq!(report.curve[0].elo.len(), report.entrants.len());
}

#[test]
fn errors_fall_back_to_matches_after_an_interrupted_encounter() {
    let plan = plan(GRID);
    let (_, _, outcome) = played(&plan, 1);
    let mut tally = plan.tally();
    let pairing = plan.schedule.get(0).unwrap();
    drop(outcome);
    let verdict = arena_play::Verdict {
        outcome: Some(arena_play::GameResult::First),
        by: arena_play::EndReason::Rules,
        detail: None,
    };
    let alone = arena_tournament::MatchResult {
        index: 0,
        moves: vec![],
        costs: vec![],
        notes: vec![],
        late_ms: None,
        tries: Default::default(),
        verdict,
        voided: 0,
    };
    tally.add(&pairing, &alone);
    let report = arena_tournament::TournamentReport::new(&plan, &tally, false);
    assert_eq!(report.entrants[0].errors_from, Basis::Matches);
    assert_eq!(report.entrants[0].elo_note.map(arena_tournament::rating::NoFigure::text), Some("all won"));
}

#[test]
fn a_grid_reports_the_gain_of_each_switch() {
    let report = played(&plan(GRID), 2).0;
    let steps: Vec<(&str, &str, &str, usize)> =
        report.switches.iter().map(|row| (&*row.key, &*row.from, &*row.to, row.comparisons)).collect();
    assert_eq!(steps, [("depth", "1", "3", 2), ("depth", "3", "5", 2), ("pruning", "none", "alpha-beta", 3)]);
    let pruning = &report.switches[2];
    assert!(pruning.same_value && pruning.nodes_saved.unwrap() > 0.3, "{pruning:?}");
    assert_eq!(pruning.direct.played(), 3 * 40);
    let deeper = &report.switches[0];
    assert!(!deeper.same_value && deeper.nodes_saved.is_none());
    assert!(deeper.nodes_ratio.unwrap().mean > 1.0 && deeper.score_difference.unwrap() > 0.0, "{deeper:?}");
    assert!(deeper.ms_ratio.is_none());
    // The cheapest entrant is on the frontier; alpha-beta keeps its more expensive twins off it.
    let on: Vec<&str> = report.entrants.iter().filter(|row| row.frontier).map(|row| &*row.name).collect();
    assert!(on.contains(&"tictactoe-random"), "{on:?}");
}

#[test]
fn the_frontier_claims_nothing_about_entrants_without_nodes() {
    let mut report = played(&plan(GRID), 2).0;
    for row in &mut report.entrants {
        row.frontier = row.name == "tictactoe-random";
    }
    let text = report.document().to_markdown();
    assert!(text.contains("No entrant is significantly stronger"), "{text}");
    report.entrants.iter_mut().find(|row| !row.frontier).unwrap().nodes_per_move = None;
    let text = report.document().to_markdown();
    assert!(text.contains("No entrant with known nodes is significantly stronger"), "{text}");
}

#[test]
fn rejects_a_wrong_anchor_with_line_and_key() {
    let refused = |anchor: &str| {
        let text = GRID.replace("tictactoe-random=100", anchor);
        super::file(&text).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused("nobody").contains("anchor: there is no entrant \"nobody\""), "{}", refused("nobody"));
    assert!(refused("nobody").contains("test.toml") && refused("nobody").contains("line 6"));
    assert!(
        refused("tictactoe-random=much").contains("a rating must be a number"),
        "{}",
        refused("tictactoe-random=much")
    );
    // A name that contains an equals sign.
    let plan = plan(&GRID.replace("tictactoe-random=100", "depth=3 pruning=none"));
    assert_eq!(plan.anchor, Some((3, 0.0)));
}

#[test]
fn a_report_lists_its_conditions() {
    let report = played(&plan(GRID), 2).0;
    let conditions = report.conditions.as_ref().unwrap();
    assert!(conditions.arena.starts_with("minimax-arena ") && conditions.machine.is_none(), "{conditions:?}");
    let entrants: usize = conditions.limits.iter().map(|row| row.entrants.len()).sum();
    assert_eq!(entrants, report.entrants.len());
    for text in [report.document().to_text(100, true), report.document().to_markdown(), report.document().to_html()] {
        for said in ["Limits", "depth 3", "Adjudication", "Openings", "one for each round", "Seed", &conditions.arena] {
            assert!(text.contains(said), "{said} in {text}");
        }
    }
}

#[test]
fn an_opening_per_encounter_plays_more_openings() {
    let per = |per: &str| {
        let file = format!(
            "name = \"per\"\ngame = \"connect4\"\nrounds = 2\n[openings]\nrandom_plies = 3\n{per}[[entrants]]\n\
             grid = {{ depth = [1, 2, 3] }}\nties = \"random\"\n"
        );
        plan(&file)
    };
    let (by_round, by_encounter) = (per(""), per("per = \"encounter\"\n"));
    assert_ne!(by_round.hash, by_encounter.hash);
    assert_eq!(by_round.hash, per("per = \"round\"\n").hash);
    let [report, more] = [&by_round, &by_encounter].map(|plan| played(plan, 2).0);
    assert_eq!((report.openings_played, more.openings_played), (2, 6));
    // Each opening is played twice, with swapped seats.
    assert!(more.openings.iter().all(|row| row.results.played() == 2), "{:?}", more.openings);
    // If encounters share openings, errors are clustered by opening.
    assert!(report.entrants.iter().all(|row| row.errors_openings == Some(2)));
    assert!(more.entrants.iter().all(|row| row.errors_openings.is_none()));
    assert!(
        report.warnings.iter().any(|it| it.code == "warning_few_openings" && it.args["openings"] == 2),
        "{:?}",
        report.warnings
    );
}

#[test]
fn few_openings_are_no_warning_when_there_are_no_others() {
    let warned = |rounds: u32| {
        let file = format!(
            "name = \"few\"\ngame = \"tictactoe\"\nrounds = {rounds}\n[openings]\nrandom_plies = 1\n[[entrants]]\n\
             grid = {{ depth = [1, 2, 3] }}\n"
        );
        let report = played(&plan(&file), 2).0;
        (report.openings_played, report.warnings.iter().any(|warning| warning.code == "warning_few_openings"))
    };
    assert_eq!(warned(5), (5, true));
    assert_eq!(warned(9), (9, false));
}

#[test]
fn the_page_folds_long_tables_and_charts_losers_last() {
    let entrant = |number: u32| format!("[[entrants]]\nname = \"e{number:02}\"\ndepth = {}\n", 1 + number % 3);
    let many: String = (0..70).map(entrant).collect();
    let text = format!("name = \"many\"\ngame = \"tictactoe\"\nformat = \"swiss\"\nrounds = 1\n{many}");
    let page = played(&plan(&text), 2).0.document().to_html();
    assert!(page.matches("<details><summary>30 more</summary>").count() >= 2, "standings and strengths");
    // With three entrants, the one that lost all matches has a bound that may exceed the others' ratings.
    let few = r#"
        name = "few"
        game = "connect4"
        format = "swiss"
        rounds = 3
        seed = 3
        [openings]
        random_plies = 2
        [adjudication]
        max_plies = 30
        [[entrants]]
        bot = "connect4-random"
        [[entrants]]
        depth = 1
        [[entrants]]
        depth = 2
        pruning = "none"
        [[entrants]]
        depth = 2
        [[entrants]]
        name = "slips"
        depth = 2
        random_move = 0.1
    "#;
    let report = played(&plan(few), 2).0;
    let lost = report.entrants.iter().find(|row| row.name == "connect4-random").unwrap();
    assert!(lost.rating.is_none() && lost.rating_bound.is_some(), "{:?}", lost.rating_bound);
    let page = report.document().to_html();
    let chart = page.split("<figcaption>Ratings</figcaption>").nth(1).unwrap().split("</figure>").next().unwrap();
    let last = chart.rfind("class=\"name end\"").unwrap();
    assert!(chart[last..].contains("connect4-random"), "{chart}");
    assert!(!page.contains("<details>"));
}
