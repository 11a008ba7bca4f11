//! `arena tune`: from the file to the weights.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arena_bots::embedded::Files;
use arena_bots::{FileError, Roster, Source};
use arena_tournament::Control;
use arena_tournament::plan::file::no_files;
use arena_tournament::run::journal::Journal;
use arena_tune::spec::Overrides;
use arena_tune::{Tuned, Tuning, TuningReport, read, tune};

const SMALL: &str = r#"
name = "small"
game = "tictactoe"
bot = "tictactoe-club"
depth = 1
encounters = 30
batch = 4
seed = 3
[openings]
random_plies = 2
[test]
elo1 = 60.0
encounters = 70
[[weights]]
name = "one"
start = 10
min = 0
max = 40
c_end = 2.0
r_end = 0.2
[[weights]]
name = "win"
min = 0
max = 300
c_end = 10.0
r_end = 0.2
"#;

fn tuning(text: &str) -> Result<Tuning, FileError> {
    let no_files = |_: &str| Err(no_files());
    read(&Source { file: "test.toml", text }, &Roster::load(None).unwrap(), Overrides::default(), &no_files)
}

/// Plays the tuning, or the rest of it from its journal in `data`.
fn played(tuning: &Tuning, concurrency: usize, data: &Path) -> Tuned {
    let mut kept = Journal::resume_up_to_damage(data, &tuning.plan).unwrap().journal;
    let earlier = kept.matches().unwrap();
    let tuned = tune(tuning, concurrency, earlier, &mut kept, &mut |_| {}, &Control::default()).unwrap();
    assert!(tuned.complete);
    tuned
}

fn journal(data: &Path) -> std::path::PathBuf {
    fs::read_dir(data.join("tournaments")).unwrap().next().unwrap().unwrap().path()
}

#[test]
fn the_search_of_a_module_is_tuned_and_not_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    crate::modules::write_modules(folder.path());
    let files = arena_modules::ModuleFiles::within(vec![folder.path().to_owned()]);
    let roster = Roster::load_with(None, Some(std::sync::Arc::new(files))).unwrap();
    let read = |bot: &str, tuned: &str| {
        let no_files = |_: &str| Err(no_files());
        let text = format!(
            "name = \"x\"\ngame = \"connect4\"\n{bot}\nencounters = 4\ntest = {{ encounters = 2 }}\n\
             [openings]\nrandom_plies = 4\n[[{tuned}\nmin = 2\nmax = 6\nc_end = 1.0\nr_end = 0.1\n"
        );
        read(&Source { file: "test.toml", text: &text }, &roster, Overrides::default(), &no_files)
    };
    let width = "switches]]\nname = \"width\"\nstart = 4";
    for bot in ["bot = \"centre.wasm\"\ndepth = 2", "bot = \"connect4-club\"\nevaluation = { wasm = \"centre.wasm\" }"]
    {
        let tuning = read(bot, width).unwrap();
        let report = TuningReport::new(&tuning, &played(&tuning, 1, tempfile::tempdir().unwrap().path()));
        assert!(report.snippet.contains("wasm = \"centre.wasm\""), "{}", report.snippet);
        assert!(report.snippet.contains("width = "), "{}", report.snippet);
        // The snippet is a bot of a file beside the module.
        let bots = folder.path().join("bots");
        fs::create_dir_all(&bots).unwrap();
        fs::write(bots.join("tuned.toml"), &report.snippet).unwrap();
        let files = arena_modules::ModuleFiles::within(vec![folder.path().to_owned()]);
        Roster::load_with(Some(folder.path()), Some(std::sync::Arc::new(files))).unwrap();
    }
    let refused = |bot: &str, tuned: &str| read(bot, tuned).err().unwrap().to_string();
    let weight = refused("bot = \"centre.wasm\"", "weights]]\nname = \"two\"");
    assert!(weight.contains("is a module, whose numbers are fixed"), "{weight}");
    let chooses = refused("bot = \"last.wasm\"", width);
    assert!(chooses.contains("chooses the moves, so it has no numbers to tune"), "{chooses}");
}

#[test]
fn report_is_identical_at_any_concurrency_and_after_a_cut_at_any_byte() {
    let tuning = tuning(SMALL).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let alone = played(&tuning, 1, folder.path());
    let report = TuningReport::new(&tuning, &alone).to_json();
    let whole = fs::read(journal(folder.path())).unwrap();
    let two = tempfile::tempdir().unwrap();
    assert_eq!(TuningReport::new(&tuning, &played(&tuning, 2, two.path())).to_json(), report);
    // Eleven is coprime to the length of a line, so cuts fall everywhere in lines.
    let places = (0..whole.len()).step_by(whole.len() / 60 * 2 + 11).chain([whole.len() - 1, whole.len()]);
    let mut some_left = false;
    for cut in places {
        fs::write(journal(folder.path()), &whole[..cut]).unwrap();
        let resumed = played(&tuning, 2, folder.path());
        assert_eq!(TuningReport::new(&tuning, &resumed).to_json(), report, "cut after {cut} bytes");
        assert!(resumed.fresh <= alone.fresh);
        some_left |= (1..alone.fresh).contains(&resumed.fresh);
    }
    assert!(some_left, "no cut left a match to play");
    let again = played(&tuning, 2, folder.path());
    assert_eq!((again.fresh, TuningReport::new(&tuning, &again).to_json()), (0, report.clone()));
    // Batches build on each other: everything after a damaged line is replayed, and the old journal is kept.
    let path = journal(folder.path());
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let resumed = played(&tuning, 2, folder.path());
    assert_eq!(TuningReport::new(&tuning, &resumed).to_json(), report);
    assert!((alone.fresh / 4..alone.fresh * 3 / 4).contains(&resumed.fresh), "{} of {}", resumed.fresh, alone.fresh);
    assert_eq!(fs::read(path.with_extension("journal.old")).unwrap(), damaged);
}

#[test]
fn bad_weights_improve_and_the_test_confirms_it() {
    let files = Files::default().one("tuning/tictactoe-lines.toml").unwrap().unwrap();
    let text = files.1.replace("4_000", "1_500");
    let tuning = tuning(&text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tuned = played(&tuning, 2, folder.path());
    let report = TuningReport::new(&tuning, &tuned);
    let test = report.test.as_ref().unwrap();
    assert!(test.elo.unwrap() > 0.0 && test.los.unwrap() > 0.95, "{:?}", report.test);
    assert!(report.weights.iter().any(|row| row.start != row.tuned));
    assert_eq!(report.curve.first().unwrap().encounters, 0);
    assert_eq!(report.curve.last().unwrap().encounters, 1_500);
    let document = report.document();
    let (plain, page) = (document.to_text(usize::MAX, true), document.to_html());
    assert!(plain.contains("Test against the start") && !plain.contains("NaN") && !plain.contains("inf"), "{plain}");
    // A narrow terminal wraps everything except the bot, which is for copying.
    let narrow = document.to_text(60, true);
    let prose = narrow.split("The tuned bot").next().unwrap();
    assert!(prose.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    assert!(narrow.contains(&report.snippet) && document.to_markdown().contains("\n## Progress\n"));
    assert_eq!(page.matches("<svg").count(), report.weights.len() + 1);
    assert!(
        !page.contains("NaN") && !page.contains("http:") && !page.contains("https:"),
        "the page must be self-contained"
    );
    assert!(document.to_markdown().contains("win: "));
}

#[test]
fn the_printed_bot_is_valid() {
    for text in [
        SMALL.to_owned(),
        SMALL
            .replace("tictactoe-club", "tictactoe-textbook")
            .replace("\"one\"", "\"two\"")
            .replace("\"win\"", "\"quiet\""),
    ] {
        let tuning = tuning(&text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tuned = played(&tuning, 2, folder.path());
        let report = TuningReport::new(&tuning, &tuned);
        let bots = tempfile::tempdir().unwrap();
        fs::create_dir(bots.path().join("bots")).unwrap();
        fs::write(bots.path().join("bots/mine.toml"), &report.snippet).unwrap();
        let roster = Roster::load(Some(bots.path())).unwrap();
        let name = format!("{}-tuned", tuning.bot.name);
        assert_eq!(*roster.find(&name).unwrap(), tuning.version(&name, &tuned.values), "{}", report.snippet);
    }
}

#[test]
fn accepts_the_included_files_and_names_errors() {
    let files = Files::default().all("tuning").unwrap();
    assert!(files.len() >= 2);
    for (name, text) in files {
        tuning(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let refused = |from: &str, to: &str, line: usize, key: &str, part: &str| {
        assert!(SMALL.contains(from), "{from}");
        let text = SMALL.replacen(from, to, 1);
        let error = tuning(&text).err().unwrap_or_else(|| panic!("this was accepted:\n{text}"));
        let sentence = error.to_string();
        assert_eq!((error.line, error.key.as_deref()), (Some(line), Some(key)), "{sentence}");
        assert!(sentence.contains(part), "{part:?} is not in: {sentence}");
    };
    refused("tictactoe-club", "tictactoe-clubb", 4, "bot", "tictactoe-club");
    refused("tictactoe-club", "connect4-club", 4, "bot", "plays connect4");
    refused("depth = 1", "depth = 0", 5, "depth", "must be between 1 and 250, got 0");
    refused("depth = 1", "evaluation = \"liens\"", 5, "evaluation", "lines");
    refused("depth = 1", "time_ms = 5", 5, "time_ms", "matches would not be reproducible");
    refused("encounters = 30", "encounters = 0", 6, "encounters", "must be between 1 and 1000000, got 0");
    refused("batch = 4", "batch = -4", 7, "batch", "must be between 1");
    refused("seed = 3", "seed = -1", 8, "seed", "must be between 0");
    refused("random_plies = 2", "file = \"there.txt\"", 10, "file", "no file can be named");
    refused("random_plies = 2", "random_plies = 9", 10, "random_plies", "at most 8 plies are possible");
    refused("[test]", "[spsa]\nalpha = 2.0\n[test]", 12, "alpha", "must be greater than 0 and at most 1, got 2");
    refused("[test]", "[spsa]\nstability = nan\n[test]", 12, "stability", "between 0 and 1");
    refused("elo1 = 60.0", "elo1 = -60.0", 12, "elo1", "must be below");
    refused("elo1 = 60.0", "model = \"bayesian\"", 12, "model", "encounters");
    refused("encounters = 70", "encounters = -1", 13, "encounters", "must be between 0");
    refused("\"one\"", "\"three\"", 15, "name", "one, two, win, centre");
    refused("\"win\"", "\"one\"", 22, "name", "tuned twice");
    refused("start = 10", "start = 50", 16, "start", "must be between min and max, got 50 (min = 0, max = 40)");
    refused("min = 0", "min = -20000", 17, "min", "got -20000");
    refused("max = 40", "max = 0", 18, "max", "must be greater than min");
    refused("c_end = 2.0", "c_end = 0", 19, "c_end", "greater than 0 and at most 40");
    refused("r_end = 0.2", "r_end = nan", 20, "r_end", "got NaN");
    refused("r_end = 0.2", "rend = 0.2", 20, "rend", "unknown field");
    let none = SMALL.split("[[weights]]").next().unwrap();
    assert!(tuning(none).err().unwrap().to_string().contains("nothing to tune"));
}

/// A weight and a switch.
const MIXED: &str = r#"
name = "mixed"
game = "connect4"
bot = "connect4-strong"
depth = 1
encounters = 40
batch = 4
[openings]
random_plies = 4
[test]
encounters = 10
[[weights]]
name = "three"
start = 4
min = 1
max = 20
c_end = 2.0
r_end = 0.2
[[switches]]
name = "width"
start = 3
min = 2
max = 7
c_end = 1.0
r_end = 0.2
"#;

#[test]
fn sets_switches_in_every_version() {
    let tuning = tuning(MIXED).unwrap_or_else(|error| panic!("{error}"));
    let bot = tuning.version("x", &[7, 5]);
    assert_eq!((bot.evaluation.weights["three"], bot.search.width), (7, Some(5)));
    assert_eq!(tuning.bot.search.width, Some(3), "the initial bot must have the values of the file");
    let folder = tempfile::tempdir().unwrap();
    let tuned = played(&tuning, 2, folder.path());
    let report = TuningReport::new(&tuning, &tuned);
    let plain = report.document().to_text(usize::MAX, true);
    assert!(plain.contains("width: Number of moves to search per position"), "{plain}");
    assert!(report.snippet.contains(&format!("width = {}", tuned.values[1])), "{}", report.snippet);
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert!(json["weights"][0]["error"].is_f64() && json["weights"][0]["last"].is_f64(), "{json}");
    assert_eq!(json["weights"][1]["kind"], "switch");
}

#[test]
fn names_untunable_values() {
    let refused = |from: &str, to: &str, key: &str, part: &str| {
        assert!(MIXED.contains(from), "{from}");
        let text = MIXED.replacen(from, to, 1);
        let error = tuning(&text).err().unwrap_or_else(|| panic!("this was accepted:\n{text}"));
        assert_eq!(error.key.as_deref(), Some(key), "{error}");
        assert!(error.to_string().contains(part), "{part:?} is not in: {error}");
    };
    refused("\"width\"", "\"widht\"", "name", "is not a numeric switch");
    refused("\"width\"", "\"widt\"", "name", "width");
    refused("\"width\"", "\"threads\"", "name", "is not a numeric switch");
    refused("name = \"width\"\nstart = 3\n", "name = \"width\"\n", "start", "is required");
    refused("min = 2\nmax = 7", "min = 0\nmax = 7", "min", "must be between 1 and 65535, got 0");
    // A switch without effect is rejected as in a file of bots.
    let window = "name = \"aspiration\"\nstart = 30\nmin = 20\nmax = 70";
    refused("name = \"width\"\nstart = 3\nmin = 2\nmax = 7", window, "switches", "deepening = true");
}

#[test]
fn the_documented_example_prints_the_documented_output() {
    let document = include_str!("../../docs/tuning.md");
    let blocks: Vec<&str> = document.split("```").skip(1).step_by(2).collect();
    // Plays the last example with a switch, not the file with all keys.
    let example = blocks.windows(2).rfind(|two| two[0].contains("[[switches]]") && two[1].starts_with("text\n"));
    let [file, printed] = example.expect("the document has such an example") else {
        unreachable!("a window of two blocks")
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), file.strip_prefix("toml\n").unwrap()).unwrap();
    let output = arena(folder.path(), &["t.toml", "-q"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).unwrap();
    for line in printed.lines().skip(1).filter(|line| !line.is_empty() && *line != "…") {
        assert!(found.lines().any(|other| other == line), "{line:?} is not printed:\n{found}");
    }
}

fn arena(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.current_dir(folder).arg("tune").args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
fn writes_every_report_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), SMALL).unwrap();
    let all = ["t.toml", "-q", "--json", "t.json", "--markdown", "t.md", "--html", "t.html"];
    let output = arena(folder.path(), &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let plain = String::from_utf8(output.stdout).unwrap();
    assert!(plain.starts_with("small\n") && plain.contains("[[bot]]\nname = \"tictactoe-club-tuned\""), "{plain}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let before = [read("t.json"), read("t.md"), read("t.html")];
    let data = folder.path().join("data");
    let lines = fs::read_to_string(journal(&data)).unwrap();
    let half: String = lines.split_inclusive('\n').take(40).collect();
    fs::write(journal(&data), half).unwrap();
    let output = arena(folder.path(), &[&all[..], &["--resume", "--concurrency", "1"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        (String::from_utf8(output.stdout).unwrap(), [read("t.json"), read("t.md"), read("t.html")]),
        (plain, before)
    );
    let output = arena(folder.path(), &["t.toml", "--resume", "--seed", "9"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("of a different tournament"), "{output:?}");
    let output = arena(folder.path(), &["tictactoe-liens"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("tictactoe-lines"), "{output:?}");
}

/// An engine whose option `Hash` is tuned.
fn engine_file(more: &str) -> String {
    format!(
        "name = \"engine\"\ngame = \"tictactoe\"\nencounters = 4\nbatch = 2\ndepth = 1\n\
         engine = {{ protocol = \"uci\", command = [{:?}, \"engine\", \"tictactoe\"], start_ms = 600_000 }}\n\
         [openings]\nrandom_plies = 2\n[test]\nencounters = 4\n{more}",
        env!("CARGO_BIN_EXE_arena")
    )
}

const HASH: &str = "[[engine_options]]\nname = \"Hash\"\nstart = 16\nmin = 1\nmax = 64\nc_end = 8.0\nr_end = 0.05\n";

#[test]
fn tunes_the_options_of_an_engine() {
    use arena_bots::engine::EngineSpec;
    use arena_games::GameId;
    let versions = engine_file(HASH);
    let tuning = tuning(&versions).unwrap_or_else(|error| panic!("{error}"));
    let options = |spec: &EngineSpec| -> Vec<String> {
        spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect()
    };
    let version = tuning.version("plus", &[32]);
    assert_eq!(options(version.engine.as_ref().unwrap()), ["Hash=32"]);
    assert_eq!(tuning.bot.game, GameId::TicTacToe);
    let data = tempfile::tempdir().unwrap();
    let tuned = played(&tuning, 1, data.path());
    let report = TuningReport::new(&tuning, &tuned);
    assert_eq!((report.encounters, report.evaluation.as_deref()), (4, None));
    assert!(report.snippet.starts_with("[[entrants]]\n") && report.snippet.contains("Hash = "), "{}", report.snippet);
    assert!(report.document().to_text(100, true).contains("options of an engine"));
}

#[test]
fn rejects_what_an_engine_cannot_be_tuned_by() {
    let weights = "[[weights]]\nname = \"one\"\nmin = 0\nmax = 4\nc_end = 1.0\nr_end = 0.1\n";
    for (text, words) in [
        (engine_file(weights), "an engine is tuned by [[engine_options]]"),
        (engine_file(&HASH.replace("Hash", "Hasch")), "no such option"),
        (engine_file(&HASH.replace("max = 64", "max = 999999999")), "Hash"),
        (engine_file(HASH).replace("depth = 1\n", ""), "no limit: give depth"),
        (
            engine_file(HASH).replace("depth = 1", "depth = 1\nbot = \"tictactoe-club\""),
            "either bot names what is tuned",
        ),
        (format!("{SMALL}{HASH}"), "an engine is tuned by [[engine_options]]"),
    ] {
        let error = tuning(&text).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(words), "{words}: {error}");
    }
}
