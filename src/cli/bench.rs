//! `arena bench`: a fixed set of searches. Its signature changes only if a search changes; its speed shows the cost or
//! gain of a change.

mod cases;
mod refined;

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::{CommandResult, terminal};
use arena_bots::analysis::analyse;
use arena_bots::tree::grouped;
use arena_bots::{RawBot, TurnLimits};
use arena_games::GameId;
use arena_games::seed::derive;
use arena_tournament::report::{Fold, Table, WIDTH};
use cases::{Case, cases, settings};

/// Runs a fixed set of searches of all games and prints nodes, speed and a signature of all node counts and values.
///
/// Equal signatures mean identical searches, on any machine. Compare speeds only between runs of the same build on the
/// same machine. With --refinements, the command prints how many nodes and how much time each refinement of the search
/// saves in each game. That takes about a minute.
///
/// Example: arena bench
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print JSON; fields whose names begin with timing differ between runs.
    #[arg(long)]
    json: bool,
    /// Runs per search; the fastest one counts [default: 3, with --refinements 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    repeat: Option<u32>,
    /// Show the effect of each refinement, added one after another.
    #[arg(long)]
    refinements: bool,
    /// With --refinements: print Markdown tables.
    #[arg(long, requires = "refinements", conflicts_with = "json")]
    markdown: bool,
    /// With --refinements: only this game; repeatable.
    #[arg(long, requires = "refinements", value_name = "GAME")]
    game: Vec<GameId>,
}

struct Row {
    game: GameId,
    case: String,
    settings: &'static str,
    depth: u16,
    value: i32,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args) -> CommandResult {
    if args.refinements {
        return refined::run(args);
    }
    let mut rows = Vec::new();
    for case in cases()? {
        for (name, raw) in settings(case.small) {
            rows.push(measure(&case, name, raw, args.repeat.unwrap_or(3))?);
        }
    }
    let signature_of = |rows: &mut dyn Iterator<Item = &Row>| {
        let counts: Vec<u64> = rows.flat_map(|row| [row.nodes, i64::from(row.value).cast_unsigned()]).collect();
        format!("{:016x}", derive(0, &counts))
    };
    let signature = signature_of(&mut rows.iter());
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let time = rows.iter().map(|row| row.time).sum();
    let mut out = std::io::stdout().lock();
    if args.json {
        // Signatures per game stay the same when another game is added.
        let of_game = |game: &GameId| signature_of(&mut rows.iter().filter(|row| row.game == *game));
        let signatures: Value = GameId::ALL.iter().map(|game| (game.name().to_owned(), of_game(game))).collect();
        let report = json!({
            "signature": signature,
            "signatures": signatures,
            "nodes": nodes,
            "searches": rows.iter().map(Row::json).collect::<Vec<_>>(),
            "timing_ms": milliseconds(time),
            "timing_nodes_per_second": speed(nodes, time),
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    let header = ["Search", "Depth", "Nodes", "ms", "Nodes/s"];
    let table = Table { fold: Fold::NEVER, ..Table::numbered(header, rows.iter().map(Row::cells)) };
    writeln!(out, "{}", table.to_text(terminal::columns().unwrap_or(WIDTH)))?;
    writeln!(
        out,
        "{} nodes in {:.1} ms: {} nodes a second",
        grouped(nodes),
        milliseconds(time),
        grouped(speed(nodes, time))
    )?;
    writeln!(out, "signature {signature}")?;
    Ok(())
}

fn measure(case: &Case, settings: &'static str, raw: RawBot, repeat: u32) -> Result<Row, super::Failure> {
    let base =
        RawBot { name: Some("bench".to_owned()), game: Some(case.game), depth: Some(case.depth), ..RawBot::default() };
    let question = case.question(raw.over(base).check(&[]).map_err(anyhow::Error::from)?);
    let mut analysis = analyse(&question, TurnLimits::default())?.analysis;
    for _ in 1..repeat {
        let again = analyse(&question, TurnLimits::default())?.analysis;
        analysis.elapsed = analysis.elapsed.min(again.elapsed);
    }
    Ok(Row {
        game: case.game,
        case: case.name.clone(),
        settings,
        depth: analysis.depth,
        value: analysis.value,
        nodes: analysis.nodes,
        time: analysis.elapsed,
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

    fn cells(&self) -> Vec<String> {
        vec![
            format!("{}: {}", self.case, self.settings),
            self.depth.to_string(),
            grouped(self.nodes),
            format!("{:.2}", milliseconds(self.time)),
            grouped(speed(self.nodes, self.time)),
        ]
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Returns nodes per second, or 0 if no time was measured.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a speed is positive and far below 2^64")]
fn speed(nodes: u64, time: Duration) -> u64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}
