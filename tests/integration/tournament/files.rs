//! Tournament files: their expansion, and errors with their place.

use arena_bots::embedded::Files;
use arena_bots::{Roster, Source};
use arena_search::{SWITCHES, SwitchKind};
use arena_tournament::plan::file::{Overrides, read_with};

use super::{file, plan};

fn names(text: &str) -> Vec<String> {
    plan(text).entrants.into_iter().map(|entrant| entrant.spec.name).collect()
}

#[test]
fn a_grid_expands_to_bots_named_by_their_differences() {
    let plan = plan(
        r#"
        name = "grid"
        game = "tictactoe"
        [[entrants]]
        ties = "first"
        grid = { depth = [2, 4, 6], pruning = ["none", "alpha-beta"], book = [true, false] }
        "#,
    );
    let names: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.spec.name.as_str()).collect();
    assert_eq!(names.len(), 12);
    assert_eq!(
        names[..3],
        ["depth=2 pruning=none book=true", "depth=2 pruning=none book=false", "depth=2 pruning=alpha-beta book=true"]
    );
    for entrant in &plan.entrants {
        let spec = &entrant.spec;
        let name = format!("depth={} pruning={} book={}", spec.search.depth, spec.search.pruning, spec.book.is_some());
        assert_eq!(name, spec.name);
        assert_eq!(spec.search.ties.to_string(), "first");
    }
}

#[test]
fn an_expression_can_be_a_grid_axis() {
    let grid = "grid = { evaluation = [\"lines\", \"2*one + 8*two\", \"max(one, two)\"] }";
    assert_eq!(
        names(&format!("name = \"grid\"\ngame = \"tictactoe\"\n[[entrants]]\n{grid}\n")),
        ["evaluation=lines", "evaluation=2*one+8*two", "evaluation=max(one,two)"]
    );
}

#[test]
fn every_search_setting_can_be_a_grid_axis() {
    for switch in SWITCHES {
        let key = switch.key;
        let values = match switch.kind {
            SwitchKind::Bool => ["true".to_owned(), "false".to_owned()],
            SwitchKind::Number(min, _) => [min + 1, min + 2].map(|value| value.to_string()),
            SwitchKind::Word(words) => [0, 1].map(|at| format!("{:?}", words[at])),
            SwitchKind::Words(words) => [0, 1].map(|at| format!("[{:?}]", words[at])),
        };
        // Switches that are compatible with every other one.
        let company = ["deepening = true", "ordering = \"static\"", "table_mb = 1"];
        let company: Vec<&str> = company.into_iter().filter(|line| !line.starts_with(key)).collect();
        let company = company.join("\n");
        let plan = plan(&format!(
            "name = \"grid\"\ngame = \"tictactoe\"\n[[entrants]]\n{company}\ngrid = {{ {key} = [{}] }}\n",
            values.join(", ")
        ));
        let specs: Vec<_> = plan.entrants.iter().map(|entrant| switch.to_json(&entrant.spec.search)).collect();
        assert!(specs.len() == 2 && specs[0] != specs[1], "{key}: {specs:?}");
    }
}

#[test]
fn entrants_are_named_by_their_bot_and_changes() {
    let found = names(
        r#"
        name = "names"
        game = "tictactoe"
        [[entrants]]
        bot = "tictactoe-perfect"
        [[entrants]]
        bot = "tictactoe-perfect"
        depth = 4
        ordering = ["static", "random"]
        [[entrants]]
        bot = "tictactoe-perfect"
        name = "renamed"
        depth = 5
        [[entrants]]
        depth = 2
        evaluation = { name = "lines", weights = { two = 9 } }
        [[entrants]]
        bot = "tictactoe-club"
        grid = { evaluation = ["zero", { name = "lines", weights = { one = 2, two = 9 } }], ordering = [["static"]] }
        "#,
    );
    assert_eq!(
        found,
        [
            "tictactoe-perfect",
            "tictactoe-perfect depth=4 ordering=static+random",
            "renamed",
            "depth=2 evaluation=lines(two=9)",
            "tictactoe-club evaluation=zero ordering=static",
            "tictactoe-club evaluation=lines(one=2,two=9) ordering=static",
        ]
    );
}

#[test]
fn a_changed_bot_keeps_the_rest_but_not_its_description() {
    let plan = plan(
        r#"
        name = "changed"
        game = "tictactoe"
        [[entrants]]
        bot = "tictactoe-textbook"
        [[entrants]]
        bot = "tictactoe-textbook"
        depth = 4
        "#,
    );
    let [whole, changed] = [&plan.entrants[0].spec, &plan.entrants[1].spec];
    assert_eq!((changed.search.depth, changed.book.as_ref()), (4, whole.book.as_ref()));
    assert!(!whole.about.is_empty() && changed.about.is_empty());
}

#[test]
fn included_tournaments_are_valid_and_of_moderate_size() {
    let roster = Roster::load(None).unwrap();
    let files = Files::default().all("tournaments").unwrap();
    assert!(files.len() >= 4, "{files:?}");
    for (name, text) in files {
        let beside =
            |path: &str| Files::default().beside("tournaments", path).map_err(|error| error.to_string().into());
        let plan =
            read_with(&Source { file: &name, text: &text }, &roster, Overrides::default(), &beside).unwrap().plan;
        assert!((20..10_000).contains(&plan.schedule.len()), "{name}: {}", plan.schedule.len());
        assert!(plan.is_reproducible(), "{name}");
    }
}

/// A valid file, so that each invalid one differs in one thing.
fn with(head: &str, tail: &str) -> String {
    format!(
        "name = \"wrong\"\ngame = \"tictactoe\"\n{head}\n[[entrants]]\nbot = \"tictactoe-random\"\n[[entrants]]\n{tail}\n"
    )
}

#[track_caller]
fn refused(text: &str, line: usize, key: Option<&str>, parts: &[&str]) {
    let error = file(text).err().unwrap_or_else(|| panic!("this was accepted:\n{text}"));
    let sentence = error.to_string();
    assert_eq!((error.file.as_str(), error.line, error.key.as_deref()), ("test.toml", Some(line), key), "{sentence}");
    for part in parts {
        assert!(sentence.contains(part), "{part:?} is not in: {sentence}");
    }
}

#[test]
fn names_errors_in_entrants() {
    let entrants = |tail: &str| with("", tail);
    assert!(file(&entrants("depth = 3")).is_ok());
    refused(&entrants("bot = \"tictactoe-perfekt\""), 7, Some("bot"), &["\"tictactoe-perfekt\"", "tictactoe-perfect"]);
    refused(&entrants("bot = \"bones-random\""), 7, Some("bot"), &["plays bones", "tictactoe"]);
    refused(&entrants("bot = 7"), 7, Some("bot"), &["text in quotes"]);
    refused(&entrants("bot = \"tictactoe-random\""), 7, Some("bot"), &["is also used in line 4"]);
    refused(&entrants("name = \"tictactoe-random\"\ndepth = 1"), 7, Some("name"), &["is also used"]);
    refused(&entrants("grid = { depth = [2, 2] }"), 7, Some("grid"), &["\"depth=2\"", "is also used"]);
    refused(&entrants(""), 6, Some("bot"), &["must name a bot"]);
    refused(&entrants("name = \"x\"\ngame = \"bones\""), 8, Some("game"), &["is tictactoe"]);
    refused(&entrants("name = \"x\"\ndepth = 0"), 8, Some("depth"), &["must be between 1 and 250, got 0"]);
    refused(&entrants("name = \"x\"\nnodes = -1"), 8, Some("nodes"), &["must be between 1 and"]);
    refused(&entrants("name = \"x\"\npruning = \"alphabeta\""), 8, Some("pruning"), &["alphabeta", "alpha-beta"]);
    refused(&entrants("name = \"x\"\ndepht = 3"), 8, Some("depht"), &["there is no key", "depth", "bot, grid, limits"]);
    refused(&entrants("name = \"x\"\nevaluation = \"liens\""), 8, Some("evaluation"), &["liens", "lines"]);
    refused(
        "name = \"x\"\ngame = \"bones\"\n[[entrants]]\nbot = \"bones-random\"",
        3,
        Some("entrants"),
        &["between 2 and 1000 entrants"],
    );
    refused("name = \"x\"\ngame = \"bones\"", 1, Some("entrants"), &["between 2 and 1000 entrants", "0"]);
}

#[test]
fn names_errors_in_grids() {
    let grid = |tail: &str| with("", &format!("about = \"a grid\"\n{tail}"));
    refused(&grid("grid = 3"), 8, Some("grid"), &["{ depth = [2, 4]"]);
    refused(&grid("grid = { depth = 3 }"), 8, Some("grid.depth"), &["a list"]);
    refused(&grid("grid = { depth = [] }"), 8, Some("grid.depth"), &["at least one value"]);
    refused(&grid("grid = { name = [\"a\"] }"), 8, Some("grid.name"), &["cannot be varied"]);
    refused(&grid("depth = 2\ngrid = { depth = [1] }"), 9, Some("grid.depth"), &["outside the grid"]);
    refused(&grid("grid = { depth = [1, 999] }"), 8, Some("grid"), &["depth: must be between 1 and 250, got 999"]);
    refused(&grid("grid = { depth = [1, \"two\"] }"), 8, Some("grid.depth"), &["\"two\"", "expected a whole number"]);
    refused(&grid("[entrants.grid]\ndepht = [1]"), 9, Some("depht"), &["unknown field", "depth"]);
    // Nine keys with ten values would be 10^9 bots; none is created.
    let ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    let keys = ["depth", "nodes", "time_ms", "seed", "random_move", "book", "ties", "distance", "deepening"];
    let table: Vec<String> = keys.iter().map(|key| format!("{key} = {ten}")).collect();
    let text = grid(&format!("grid = {{ {} }}", table.join(", ")));
    refused(&text, 8, Some("grid"), &["1000000000 bots", "at most 1000 in total"]);
}

#[test]
fn names_errors_in_the_tournament() {
    let head = |head: &str| with(head, "depth = 2");
    refused(&head("rounds = 0"), 3, Some("rounds"), &["must be between 1 and 1000000, got 0"]);
    refused(&head("rounds = -5"), 3, Some("rounds"), &["must be between"]);
    refused(&head("rounds = 2.5"), 3, Some("rounds"), &["2.5"]);
    refused(&head("seed = -1"), 3, Some("seed"), &["must be between 0 and"]);
    refused(&head("concurrency = 0"), 3, Some("concurrency"), &["must be between 1 and 256, got 0"]);
    refused(&head("format = \"swish\""), 3, Some("format"), &["swish", "round-robin", "swiss"]);
    refused(&head("round = 3"), 3, Some("round"), &["unknown field", "rounds"]);
    refused(&head("options = { heap = 3 }"), 3, Some("options"), &["heap"]);
    refused(&head("[openings]\nrandom_plies = -2"), 4, Some("random_plies"), &["must be between 0 and 100, got -2"]);
    refused(&head("[openings]\nrandom_plies = 9"), 4, Some("random_plies"), &["at most 8 plies are possible"]);
    refused(&head("[openings]\nrandom = 9"), 4, Some("random"), &["unknown field", "random_plies"]);
    let openings = |tail: &str| head(&format!("[openings]\n{tail}"));
    refused(&openings("file = \"x.txt\""), 4, Some("file"), &["no file can be named here"]);
    refused(&openings("random_plies = 1\nfile = \"x.txt\""), 5, Some("file"), &["one source", "random_plies"]);
    refused(&openings("book = \"clasic\""), 4, Some("book"), &["\"clasic\"", "classic"]);
    refused(&openings("all_plies = 9"), 4, Some("all_plies"), &["at most 8 plies are possible"]);
    refused(&openings("all_plies = -1"), 4, Some("all_plies"), &["must be between 1 and 100, got -1"]);
    refused(&openings("order = \"random\""), 4, Some("order"), &["have no order"]);
    refused(&openings("plies = 3"), 4, Some("plies"), &["shortens the lines"]);
    refused(&openings("lines = []"), 4, Some("lines"), &["no opening"]);
    refused(&openings("lines = [\n\"a1 b2\",\n\"a1 a1\"]"), 6, Some("lines"), &["is not legal", "ply 2"]);
    refused(&openings("lines = [\"a1 b1 a2 b2 a3\"]"), 4, Some("lines"), &["over at the end"]);
    refused(&openings("positions = [\"xxx/oo./... o\"]"), 4, Some("positions"), &[]);
    refused(&head("rounds = "), 3, Some("rounds"), &[]);
    refused(&head("").replace("wrong", " "), 1, Some("name"), &["printable"]);
    refused(&head("").replace("\"tictactoe\"", "\"tictactoo\""), 2, Some("game"), &["tictactoo", "bones"]);
    refused(&head("champions = 2"), 3, Some("champions"), &["belongs to the format \"gauntlet\""]);
    refused(&head("format = \"gauntlet\"\nchampions = 2"), 4, Some("champions"), &["must be between 1 and 1, got 2"]);
    refused(&head("format = \"gauntlet\"\nchampions = -1"), 4, Some("champions"), &["must be between 1 and"]);
    refused(&head("[knockout]\nextra = 2"), 3, Some("knockout"), &["belongs to the format \"knockout\""]);
    refused(
        &head("format = \"knockout\"\n[knockout]\nextra = -2"),
        5,
        Some("extra"),
        &["must be between 0 and 1000, got -2"],
    );
    refused(&head("[sprt]\nelo0 = 0\nelo1 = 5"), 3, Some("sprt"), &["belongs to the format \"match\""]);
    let test = |tail: &str| head(&format!("format = \"match\"\nrounds = 9\n[sprt]\n{tail}"));
    assert!(file(&test("elo0 = 0.0\nelo1 = 5.0")).is_ok());
    refused(&test("elo0 = 5\nelo1 = 0"), 6, Some("elo0"), &["5", "below the second, 0"]);
    refused(&test("elo0 = 0\nelo1 = 5000"), 7, Some("elo1"), &["5000", "between -4000 and 4000"]);
    refused(&test("elo0 = 0\nelo1 = 5\nalpha = -0.1"), 8, Some("alpha"), &["above 0 and below 1"]);
    refused(&test("elo0 = 0\nelo1 = 5\nmodel = \"bayes\""), 8, Some("model"), &["bayes", "bayesian"]);
    refused(
        &test("elo0 = 0\nelo1 = 5\nmodel = \"bayesian\"\npentanomial = true"),
        9,
        Some("pentanomial"),
        &["single matches"],
    );
    refused(&head("format = \"match\"\n[sprt]\nelo0 = 0\nelo1 = 5"), 1, Some("rounds"), &["maximum number of rounds"]);
    let three = head("format = \"match\"") + "[[entrants]]\ndepth = 3\n";
    refused(&three, 4, Some("entrants"), &["two entrants, got 3"]);
    let field = with("rounds = 1000000", "grid = { seed = [1, 2, 3, 4, 5, 6, 7, 8, 9] }");
    refused(&field, 3, Some("rounds"), &["10000000 matches", "at most 111111 rounds"]);
}
