//! Every format: the same bytes at any concurrency, and after a cut at any byte of the journal.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arena_games::seed::Rng;
use arena_tournament::run::journal::Journal;
use arena_tournament::{Batch, Control, Finished, MatchResult, Plan, ResultSink, SinkError, TournamentReport, run};

use super::{at, plan, played};

const FIELD: &str = r#"
    [openings]
    random_plies = 2
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    grid = { depth = [1, 2, 3], ties = ["random", "first"] }
"#;

/// A short tournament in each format.
fn all() -> Vec<Plan> {
    let sequences = [
        "format = \"round-robin\"\nrounds = 2",
        "format = \"gauntlet\"\nchampions = 2\nrounds = 3",
        "format = \"swiss\"\nrounds = 5",
        "format = \"knockout\"\nrounds = 2\nknockout = { extra = 3, third_place = true }",
    ];
    let text = |head: &str| format!("name = \"formats\"\ngame = \"tictactoe\"\nseed = 11\n{head}\n{FIELD}");
    let mut plans: Vec<Plan> = sequences.iter().map(|head| plan(&text(head))).collect();
    plans.push(plan(&match_of("rounds = 400\n[sprt]\nelo0 = 0.0\nelo1 = 60.0")));
    plans.push(plan(&match_of("rounds = 30")));
    plans
}

fn match_of(head: &str) -> String {
    format!(
        "name = \"two\"\ngame = \"tictactoe\"\nseed = 3\nformat = \"match\"\n{head}\n[openings]\nrandom_plies = 3\n\
         [[entrants]]\ndepth = 4\n[[entrants]]\nbot = \"tictactoe-random\"\n"
    )
}

/// Collects a journal and the records.
struct Collected {
    journal: Journal,
    records: String,
}

impl ResultSink for Collected {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.journal.append(batch)
    }

    fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
        self.records.push_str(finished.record.as_ref().unwrap());
        self.records.push('\n');
        Ok(())
    }
}

/// Stores results by number, as the database does.
struct Results {
    kept: BTreeMap<u64, MatchResult>,
    discarded: Option<u64>,
}

impl ResultSink for Results {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.kept.extend(batch.finished.iter().map(|finished| (finished.pairing.index, finished.played.clone())));
        Ok(())
    }

    fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
        Ok(())
    }

    fn discard(&mut self, from: u64) -> Result<(), SinkError> {
        self.kept.split_off(&from);
        self.discarded = Some(from);
        Ok(())
    }
}

#[test]
fn a_sequential_test_keeps_the_same_results_whatever_was_played_beyond_its_end() {
    let plan = plan(&match_of("rounds = 2000\n[sprt]\nelo0 = 0.0\nelo1 = 60.0"));
    let kept = |concurrency: usize, earlier: BTreeMap<u64, MatchResult>| {
        let before: Vec<_> = earlier.values().cloned().map(Ok).collect();
        let mut sink = Results { kept: earlier, discarded: None };
        let control = Control::default();
        let outcome = run(&plan, at(concurrency), before.into_iter(), &mut sink, &mut |_| {}, &control).unwrap();
        assert!(outcome.complete && sink.kept.len() as u64 == outcome.total);
        (sink, TournamentReport::new(&plan, &outcome.tally, false).to_json())
    };
    // The time of a move varies.
    let timeless = |results: &Results| -> Vec<MatchResult> {
        let mut all: Vec<MatchResult> = results.kept.values().cloned().collect();
        all.iter_mut().flat_map(|played| &mut played.costs).for_each(|cost| cost.micros = 0);
        all
    };
    let (alone, report) = kept(1, BTreeMap::new());
    for concurrency in [2, 5] {
        let (many, same) = kept(concurrency, BTreeMap::new());
        assert!(timeless(&many) == timeless(&alone) && same == report, "other bytes at concurrency {concurrency}");
    }
    // A run that was killed after it had played beyond the end.
    let end = alone.kept.len() as u64;
    let mut beyond = alone.kept.clone();
    for index in [end, end + 1, end + 5] {
        beyond.insert(index, MatchResult { index, ..alone.kept[&0].clone() });
    }
    let (resumed, same) = kept(2, beyond);
    assert!(resumed.kept == alone.kept && same == report, "other bytes after matches beyond the end");
    assert_eq!(resumed.discarded, Some(end));
}

/// Resumes from the journal in `data` to the end.
fn gone_on(plan: &Plan, data: &Path, concurrency: usize) -> (String, String) {
    let opened = Journal::resume(data, plan).unwrap();
    let mut sink = Collected { journal: opened.journal, records: String::new() };
    let earlier = sink.journal.matches().unwrap();
    let control = Control::default();
    let outcome = run(plan, at(concurrency), earlier, &mut sink, &mut |_| {}, &control).unwrap();
    assert!(outcome.complete);
    assert_eq!(outcome.tally.played(), outcome.total);
    (TournamentReport::new(plan, &outcome.tally, false).to_json(), sink.records)
}

#[test]
fn output_of_every_format_is_identical_at_any_concurrency() {
    for plan in all() {
        let (alone, one, outcome) = played(&plan, 1);
        assert_eq!(one.indexes, (0..outcome.total).collect::<Vec<_>>(), "{}", plan.config.format.name().word());
        assert_eq!((alone.matches, alone.scheduled), (outcome.total, outcome.total));
        for concurrency in [2, 5] {
            let (report, many, _) = played(&plan, concurrency);
            assert_eq!(report, alone);
            assert_eq!(many.records, one.records);
        }
    }
}

#[test]
fn every_format_resumes_from_a_journal_cut_anywhere() {
    let mut rng = Rng::new(20);
    for plan in all() {
        let folder = tempfile::tempdir().unwrap();
        let calm = gone_on(&plan, folder.path(), 3);
        let path = Journal::path(folder.path(), &plan);
        let whole = fs::read(&path).unwrap();
        for _ in 0..6 {
            // Killed repeatedly, each time somewhere in the existing journal.
            for _ in 0..3 {
                let there = fs::read(&path).unwrap();
                fs::write(&path, &there[..rng.below(there.len())]).unwrap();
                assert_eq!(
                    gone_on(&plan, folder.path(), 1 + rng.below(4)),
                    calm,
                    "{}",
                    plan.config.format.name().word()
                );
            }
            fs::write(&path, &whole).unwrap();
        }
    }
}

#[test]
fn sequential_test_ends_early_and_at_the_same_encounter() {
    let plan = plan(&match_of("rounds = 2000\n[sprt]\nelo0 = 0.0\nelo1 = 60.0"));
    let (report, written, outcome) = played(&plan, 4);
    let pairer = outcome.tally.pairer().unwrap();
    let test = pairer.test().unwrap();
    assert!(test.verdict().is_some() && outcome.total < plan.schedule.len());
    assert_eq!(test.encounters().encounters() * 2, outcome.total);
    assert_eq!(written.records.lines().count() as u64, outcome.total);
    // One encounter less decides nothing.
    let mut all = written.kept;
    all.sort_by_key(|played| played.index);
    let mut tally = plan.tally();
    for played in all.iter().filter(|played| played.index < outcome.total - 2) {
        tally.add(&plan.schedule.get(played.index).unwrap(), played);
    }
    let pairer = tally.pairer().unwrap();
    assert_eq!((pairer.low(), pairer.is_over()), (outcome.total - 2, false));
    assert_eq!(report.matches, outcome.total);
    // The page plots its course, from zero to beyond a bound.
    let row = report.placing.test.clone().unwrap();
    assert_eq!(row.course.last().map(|point| 2 * point.encounters), Some(outcome.total));
    let page = report.document().to_html();
    assert!(page.contains("log-likelihood ratio") && page.contains("H1 is accepted at 2.94"), "{page}");
    assert!(!plan_without_test().document().to_html().contains("log-likelihood ratio"));
}

fn plan_without_test() -> TournamentReport {
    played(&plan(&match_of("rounds = 30")), 2).0
}

#[test]
fn repeats_between_deterministic_bots_do_not_count() {
    let text = "name = \"same\"\ngame = \"tictactoe\"\nformat = \"match\"\nrounds = 500\n[sprt]\nelo0 = 0.0\nelo1 = 60.0\n\
                [[entrants]]\ndepth = 9\nties = \"first\"\n[[entrants]]\ndepth = 1\nties = \"first\"\n";
    let (report, _, outcome) = played(&plan(text), 3);
    let test = report.placing.test.as_ref().unwrap();
    assert_eq!((test.verdict, test.judged, test.left_out, outcome.total), (None, 1, 499, 1_000));
    let said = report.document().to_text(100, true);
    assert!(said.contains("1 encounter judged; 499 that repeat earlier ones left out"), "{said}");
    assert!(report.warnings.iter().any(|it| it.code == "warning_repeats" && it.args["tested"] == true));
}

#[test]
fn openings_come_from_lists_books_and_enumeration() {
    let with = |openings: &str| {
        let field = FIELD.replace("random_plies = 2", openings);
        plan(&format!("name = \"o\"\ngame = \"tictactoe\"\nformat = \"gauntlet\"\nrounds = 5\n{field}"))
    };
    let texts = |plan: &Plan| -> Vec<String> {
        let moves = |round| plan.openings().of(round).moves.iter().map(|&mv| plan.config.game.move_text(mv));
        (0..5).map(|round| moves(round).collect::<Vec<_>>().join(" ")).collect()
    };
    let listed = with("lines = [\"a1 b2\", \"c3\"]\npositions = [\"x../.o./... x\"]");
    assert_eq!(texts(&listed), ["", "a1 b2", "c3", "", "a1 b2"]);
    let cut = with("lines = [\"a1 b2 c3\", \"c3\"]\nplies = 1");
    assert_eq!(texts(&cut)[..3], ["a1", "c3", "a1"]);
    let alike = with("lines = [\"a1 b2 c3\", \"c3 b2 a1\", \"c3\"]");
    assert_eq!((alike.openings().all().len(), alike.openings().available()), (2, 2));
    assert_eq!(texts(&alike)[..4], ["a1 b2 c3", "a1 b2 c3", "c3", "a1 b2 c3"]);
    assert_eq!(with("book = \"classic\"").openings().all().len(), 9);
    assert_eq!(with("all_plies = 2").openings().all().len(), 72);
    let shuffled = with("all_plies = 1\norder = \"random\"");
    assert_ne!(texts(&shuffled), texts(&with("all_plies = 1")));
    assert_ne!(listed.hash, cut.hash);
    let (report, written, _) = played(&listed, 2);
    assert_eq!(report.openings.iter().map(|row| row.results.played()).collect::<Vec<_>>(), [24, 24, 12]);
    assert_eq!(report.openings[0].position.as_deref(), Some("x../.o./... x"));
    let record: arena_records::Record = serde_json::from_str(written.records.lines().next().unwrap()).unwrap();
    assert_eq!(record.opening.position.as_deref(), Some("x../.o./... x"));
    arena_records::replay::replay(&record).unwrap();
}

#[test]
fn reports_openings_in_san() {
    let chess = "name = \"o\"\ngame = \"chess\"\nformat = \"match\"\nrounds = 1\n[openings]\n\
                 lines = [\"e2e4 e7e5 g1f3\"]\n[adjudication]\nmax_plies = 6\n\
                 [[entrants]]\ndepth = 1\n[[entrants]]\ndepth = 1\nevaluation = \"zero\"\n";
    let (report, ..) = played(&plan(chess), 1);
    let row = &report.openings[0];
    assert_eq!(row.moves.join(" "), "e2e4 e7e5 g1f3");
    assert_eq!(row.notation.as_ref().map(|moves| moves.join(" ")).as_deref(), Some("e4 e5 Nf3"));
    assert_eq!(row.title(), "e4 e5 Nf3");
}

#[test]
fn swiss_and_knockout_have_their_own_ranking() {
    let plans = all();
    let (swiss, ..) = played(&plans[2], 2);
    assert_eq!(swiss.matches, 5 * 6);
    let (knockout, _, outcome) = played(&plans[3], 2);
    let stages = outcome.tally.pairer().unwrap().knockout().unwrap().stages().to_vec();
    let champion = stages[2][0].winner.unwrap();
    assert_eq!(knockout.entrants[0].name, plans[3].entrants[champion].name());
    assert_eq!(stages.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2, 2]);
    // The reports agree with the ranking.
    assert_eq!(swiss.placing.swiss[0].name, swiss.entrants[0].name);
    assert_eq!(swiss.placing.swiss.iter().map(|row| row.byes).sum::<u64>(), 5);
    let points: f64 = swiss.placing.swiss.iter().map(|row| row.points).sum();
    assert!((points - 40.0).abs() < 1e-9, "five rounds of three encounters and a bye, two points each: {points}");
    assert!(swiss.document().to_text(100, true).contains("Sonneborn–Berger"));
    let names: Vec<String> = knockout.placing.knockout.iter().map(|row| row.stage.to_string()).collect();
    assert_eq!(names, ["quarterfinals", "semifinals", "final"]);
    let text = knockout.document().to_text(100, true);
    assert!(text.contains("third place: ") && text.contains("Without an opponent: 1."), "{text}");
    assert!(!text.contains("Buchholz"), "{text}");
    let (test, ..) = played(&plans[4], 2);
    assert!(test.placing.test.is_some() && test.document().to_text(100, true).contains("LLR"));
}
