use arena_games::seed::Rng;
use arena_games::{BySide, Outcome};
use arena_search::{Budget, Pruning};
use serde_json::json;

use super::*;

fn start(game: &str) -> Position {
    Position::new(game, &Options::new(), None).expect("the initial position is valid")
}

fn settings(json: serde_json::Value) -> Settings {
    Settings::from_json(&json).expect("the settings are valid")
}

#[test]
fn every_game_can_be_played_to_its_end_and_read_again() {
    let mut rng = Rng::new(11);
    for game in GameId::ALL {
        let mut position = start(game.name());
        let mut first = None;
        while let Some(&mv) = position.legal().get(rng.below(position.legal().len().max(1))) {
            assert_eq!(position.outcome(), None, "{game}");
            let copy = Position::new(game.name(), position.options(), Some(&position.text())).expect("its own text");
            assert_eq!(copy.legal(), position.legal(), "{game}: {}", position.text());
            // The text of a node of an explicit tree is the tree below it.
            assert!(copy.key() == position.key() || *game == GameId::Tree, "{game}: {}", position.text());
            first.get_or_insert_with(|| position.clone());
            position = position.play(&game.move_text(mv)).expect("the move is legal");
        }
        assert!(position.outcome().is_some(), "{game}: {}", position.text());
        assert!(position.play("a1").is_err(), "{game}");
        let first = first.expect("the game has a first move");
        assert!(first.moves().is_empty() && !first.legal().is_empty(), "{game}: positions do not change");
    }
}

#[test]
fn pruning_keeps_the_value_in_every_game() {
    for game in GameId::ALL {
        let plain = start(game.name()).search(&settings(json!({"depth": 2, "pruning": "none"})), Budget::UNLIMITED);
        let pruned = start(game.name()).search(&settings(json!({"depth": 2, "tree": 2})), Budget::UNLIMITED);
        let (plain, pruned) = (plain.expect("valid"), pruned.expect("valid"));
        assert_eq!(plain.value, pruned.value, "{game}");
        assert!(pruned.nodes <= plain.nodes && plain.cutoffs == 0, "{game}");
        let tree = pruned.tree.expect("it was asked for");
        assert_eq!((plain.tree, tree.value), (None, Some(pruned.value)), "{game}");
    }
}

#[test]
fn a_kept_tree_has_the_nodes_that_were_counted() {
    fn entered(node: &Node) -> u64 {
        u64::from(node.kind != arena_search::trace::NodeKind::Pruned)
            + node.hidden
            + node.children.iter().map(entered).sum::<u64>()
    }
    let found = start("tictactoe").search(&settings(json!({"depth": 4, "tree": 2})), Budget::UNLIMITED);
    let found = found.expect("valid");
    assert_eq!(entered(&found.tree.expect("it was asked for")), found.nodes);
}

#[test]
fn a_repetition_ends_the_game() {
    let mut position = start("chess");
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        position = position.play(mv).expect("legal");
        assert_eq!(position.outcome(), None);
    }
    // The next move repeats the position for the third time, which the search sees.
    let found = position.search(&settings(json!({"depth": 1, "evaluation": "zero"})), Budget::UNLIMITED);
    assert!(found.expect("valid").root.iter().any(|root| root.mv == "f6g8" && root.value == 0));
    let over = position.play("Ng8").expect("customary notation");
    assert_eq!((over.outcome(), over.legal().len()), (Some(Outcome::DRAW), 0));
    let error = over.play("e2e4").err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.ends_with("legal: none, the game is over"), "{error}");
}

#[test]
fn values_are_for_the_side_to_move() {
    let position = Position::new("chess", &Options::new(), Some("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")).expect("valid");
    let black = position.evaluate(None, &Weights::new()).expect("valid");
    let white = Position::new("chess", &Options::new(), Some("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")).expect("valid");
    assert!(black < 0 && white.evaluate(None, &Weights::new()).expect("valid") > 0);
    let weights = Weights::from([("queen".to_owned(), 0)]);
    let error = position.evaluate(Some("nonsense"), &weights).expect_err("no such evaluation");
    assert_eq!(error.code(), "unknown_evaluation");
}

#[test]
fn wrong_input_is_named() {
    let of = |game, options: serde_json::Value, text| {
        let options = options.as_object().cloned().unwrap_or_default();
        Position::new(game, &options, text).map(|_| ()).expect_err("wrong").to_string()
    };
    assert!(of("chequers", json!({}), None).contains("checkers"));
    assert!(of("bones", json!({"heap": 0}), None).contains("heap"));
    assert!(of("tictactoe", json!({}), Some("xxxxxxxxx")).starts_with("position of tictactoe: "));
    let search = |given| {
        let wrong = |error: arena_games::FieldError| error.to_string();
        Settings::from_json(&given).and_then(|settings| settings.options()).map(|_| ()).map_err(wrong)
    };
    let [unknown, range, useless] = [json!({"dept": 3}), json!({"depth": 0}), json!({"symmetry": true})]
        .map(|given| search(given).expect_err("wrong"));
    assert!(unknown.contains("dept"), "{unknown}");
    assert!(range.starts_with("depth: "), "{range}");
    assert!(useless.starts_with("symmetry: "), "{useless}");
}

#[test]
fn limits_end_a_search() {
    let found = start("connect4").search(&settings(json!({"nodes": 2_000})), Budget::UNLIMITED).expect("valid");
    assert!(found.stopped && found.best.is_some() && found.nodes <= 2_000 && found.depth >= 3, "{found:?}");
    let options = settings(json!({"time_ms": 5, "pruning": "pvs"})).options().expect("valid");
    assert_eq!((options.depth, options.deepening, options.pruning), (60, true, Pruning::Pvs));
}

#[test]
fn pictures_and_texts_show_every_piece_of_every_game() {
    for game in GameId::ALL {
        let position = start(game.name());
        let position = position.play(&game.move_text(position.legal()[0])).expect("legal");
        let (svg, text) = (position.svg(), position.to_string());
        let pieces = position.diagram().grid().cells.iter().filter(|cell| !cell.is_empty()).count();
        assert_eq!(svg.matches("class=\"piece").count(), pieces, "{game}: {svg}");
        assert_eq!(svg.matches('<').count(), svg.matches('>').count(), "{game}: {svg}");
        assert_eq!(text.split_whitespace().filter(|cell| *cell != ".").count(), pieces, "{game}:\n{text}");
    }
}

#[test]
fn the_catalogue_has_every_game() {
    let games = games();
    for game in GameId::ALL {
        let described = &games[game.name()];
        let BySide { first, second } = game.info().sides;
        assert_eq!(described["sides"], json!([first, second]));
        for evaluation in described["evaluations"].as_array().expect("a list") {
            let name = evaluation["name"].as_str().expect("a name");
            assert!(start(game.name()).evaluate(Some(name), &Weights::new()).is_ok(), "{game}: {name}");
        }
    }
}

#[test]
fn random_openings_leave_a_game_to_play_and_depend_on_seed_and_round() {
    let start = start("tictactoe");
    let opening = |plies, seed, round| start.random_opening(plies, seed, round).map(|found| found.moves().to_vec());
    assert_eq!(opening(0, 1, 1), Some(Vec::new()));
    assert_eq!(opening(9, 1, 1), None);
    let found: Vec<_> = (0..20).map(|round| opening(8, 3, round).expect("a game is left after 8 plies")).collect();
    assert_eq!(opening(8, 3, 0).as_ref(), Some(&found[0]));
    assert!(found.iter().all(|moves| moves.len() == 8) && found.iter().any(|moves| moves != &found[0]));
}

#[cfg(feature = "bots")]
#[test]
fn a_house_bot_plays_its_seat() {
    let position = start("connect4");
    let bot = HouseBot::new(json!({"depth": 2, "name": "two plies"}), Some("connect4")).expect("valid");
    let mut seat = bot.seat(&position, "first", 7).expect("its game");
    let choice = seat.choose(position.moves()).expect("the game is on");
    assert!(position.play(&choice.mv).is_ok() && choice.nodes > 0 && choice.value.is_some());
    let wrong = |result: Result<Seat, ToolboxError>| result.map(|_| ()).expect_err("wrong").to_string();
    assert_eq!(wrong(bot.seat(&start("hex"), "first", 7)), "two plies plays connect4, not hex");
    assert_eq!(wrong(bot.seat(&position, "third", 7)), "the side must be first or second");
    let without = HouseBot::new(json!({"depth": 2}), None).map(|_| ()).expect_err("wrong");
    assert_eq!((without.code().as_str(), without.to_string().as_str()), ("bot_without_game", "the bot needs a game"));
}

#[cfg(feature = "bots")]
#[test]
fn wrong_records_are_named_by_their_numbers() {
    let records = Records { records: vec!["{}".to_owned()], sides: None, sprt: None };
    let error = records.report().expect_err("no record");
    assert!(error.to_string().starts_with("record 1: "), "{error}");
}
