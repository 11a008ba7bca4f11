//! `arena bench`: a fixed set of searches. Its signature changes only when a search does; its speed shows what that
//! cost or gained.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::CommandResult;
use super::analyse::{align_right, new_table};
use crate::bots::analysis::{Question, analyse};
use crate::bots::spec::{EvaluationSpec, OneOrMore, RawEvaluation};
use crate::bots::tree::thousands;
use crate::bots::{RawBot, TurnLimits};
use crate::games::seed::{Rng, derive};
use crate::games::{GameId, Weights};
use crate::search::{Ordering, Pruning, Ties};

/// Runs a fixed set of searches: nodes, speed, and a signature of all node counts and values.
///
/// Equal signatures mean equal searches; compare speeds on the same machine and build only.
///
/// Example: arena bench
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Prints JSON; the fields whose names begin with timing differ from run to run.
    #[arg(long)]
    json: bool,
    /// How often each search is run; the fastest run counts.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    repeat: u32,
}

/// A position and how deep to search it.
struct Case {
    name: &'static str,
    game: &'static str,
    position: Option<String>,
    moves: &'static [&'static str],
    depth: i64,
}

fn cases() -> Vec<Case> {
    let case = |name, game, position: Option<&str>, moves, depth| Case {
        name,
        game,
        position: position.map(str::to_owned),
        moves,
        depth,
    };
    vec![
        case("tictactoe, empty board", "tictactoe", None, &[], 9),
        case("tictactoe, an opening", "tictactoe", None, &["a1", "b2"], 6),
        case("tictactoe, a fork", "tictactoe", Some("x../.o./..x o"), &[], 6),
        case("bones, 24 left", "bones", Some("24 first"), &[], 24),
        case("bones, cut off", "bones", None, &[], 12),
        case("tree, textbook", "tree", None, &[], 2),
        Case { name: "tree, 5^6 random leaves", game: "tree", position: Some(random_tree()), moves: &[], depth: 6 },
        Case { name: "tree, cut off", game: "tree", position: Some(random_tree()), moves: &["2"], depth: 4 },
    ]
}

/// A tree of branching 5 and depth 6 with the same random leaves for ever.
fn random_tree() -> String {
    fn subtree(depth: u32, rng: &mut Rng) -> Value {
        match depth {
            0 => Value::from(rng.below(201) as i64 - 100),
            _ => (0..5).map(|_| subtree(depth - 1, rng)).collect(),
        }
    }
    subtree(6, &mut Rng::new(2_026)).to_string()
}

/// The switches that every position is searched with.
fn settings() -> Vec<(&'static str, RawBot)> {
    let search = |pruning, ordering: &[Ordering], deepening| RawBot {
        pruning: Some(pruning),
        ordering: Some(OneOrMore::More(ordering.to_vec())),
        deepening: Some(deepening),
        ties: Some(Ties::First),
        ..RawBot::default()
    };
    let zero = EvaluationSpec { name: "zero".to_owned(), weights: Weights::new() };
    vec![
        ("none", search(Pruning::None, &[], false)),
        ("alpha-beta", search(Pruning::AlphaBeta, &[], false)),
        (
            "alpha-beta, zero",
            RawBot {
                distance: Some(false),
                evaluation: Some(RawEvaluation::Weighted(zero)),
                ..search(Pruning::AlphaBeta, &[], false)
            },
        ),
        ("alpha-beta, static", search(Pruning::AlphaBeta, &[Ordering::Static], false)),
        ("alpha-beta, random", search(Pruning::AlphaBeta, &[Ordering::Random], false)),
        ("alpha-beta, deepening", search(Pruning::AlphaBeta, &[], true)),
        ("alpha-beta, exact root", RawBot { exact_root: Some(true), ..search(Pruning::AlphaBeta, &[], false) }),
    ]
}

struct Row {
    case: &'static str,
    settings: &'static str,
    depth: u16,
    value: i32,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let mut rows = Vec::new();
    for case in cases() {
        for (name, raw) in settings() {
            rows.push(measure(&case, name, raw, args.repeat)?);
        }
    }
    let counts: Vec<u64> = rows.iter().flat_map(|row| [row.nodes, i64::from(row.value).cast_unsigned()]).collect();
    let signature = format!("{:016x}", derive(0, &counts));
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let time = rows.iter().map(|row| row.time).sum();
    let mut out = std::io::stdout().lock();
    if args.json {
        let report = json!({
            "signature": signature,
            "nodes": nodes,
            "searches": rows.iter().map(Row::json).collect::<Vec<_>>(),
            "timing_ms": milliseconds(time),
            "timing_nodes_per_second": speed(nodes, time),
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    let mut table = new_table(&["Position", "Search", "Depth", "Nodes", "ms", "Nodes/s"]);
    for row in &rows {
        table.add_row(row.cells());
    }
    align_right(&mut table, 2..6);
    writeln!(out, "{}\n", table.trim_fmt())?;
    writeln!(
        out,
        "{} nodes in {:.1} ms: {} nodes a second",
        thousands(nodes),
        milliseconds(time),
        thousands(speed(nodes, time))
    )?;
    writeln!(out, "signature {signature}")?;
    Ok(())
}

fn measure(case: &Case, settings: &'static str, raw: RawBot, repeat: u32) -> Result<Row, super::Failure> {
    let game: GameId = case.game.parse()?;
    let base =
        RawBot { name: Some("bench".to_owned()), game: Some(game), depth: Some(case.depth), ..RawBot::default() };
    let question = Question {
        options: crate::games::Options::new(),
        position: case.position.clone(),
        moves: case.moves.iter().map(|&mv| mv.to_owned()).collect(),
        bot: raw.over(base).check(&[]).map_err(anyhow::Error::from)?,
        tree: None,
    };
    let mut found = analyse(&question, TurnLimits::default())?.analysis;
    for _ in 1..repeat {
        let again = analyse(&question, TurnLimits::default())?.analysis;
        found.elapsed = found.elapsed.min(again.elapsed);
    }
    Ok(Row {
        case: case.name,
        settings,
        depth: found.depth,
        value: found.value,
        nodes: found.nodes,
        time: found.elapsed,
    })
}

impl Row {
    fn json(&self) -> Value {
        json!({
            "position": self.case,
            "search": self.settings,
            "depth": self.depth,
            "value": self.value,
            "nodes": self.nodes,
            "timing_ms": milliseconds(self.time),
        })
    }

    fn cells(&self) -> [String; 6] {
        [
            self.case.to_owned(),
            self.settings.to_owned(),
            self.depth.to_string(),
            thousands(self.nodes),
            format!("{:.2}", milliseconds(self.time)),
            thousands(speed(self.nodes, self.time)),
        ]
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Nodes a second; 0 where the clock saw no time pass.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is positive and far below 2^64")]
fn speed(nodes: u64, time: Duration) -> u64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}
