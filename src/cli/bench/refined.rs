//! `arena bench --refinements`: shows the effect of each refinement of the search in each game.
//!
//! The same positions are searched to the same depth repeatedly, each time with one more refinement.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::cases::Case;
use super::{Args, measure, milliseconds};
use crate::{CommandResult, Failure, terminal};
use arena_bots::RawBot;
use arena_bots::analysis::{Refinement, refinements};
use arena_bots::tree::grouped;
use arena_games::{GameError, GameId};
use arena_tournament::report::{Fold, Table, WIDTH};

/// Cost of searching all positions of a game.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

/// A game and the cost of each refinement.
struct Column {
    game: GameId,
    depth: u16,
    costs: Vec<Cost>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let steps = refinements();
    let mut columns = Vec::new();
    for &game in GameId::ALL {
        if !args.game.is_empty() && !args.game.contains(&game) {
            continue;
        }
        let declared = game.bench_cases().1;
        let Some(depth) = declared.first().map(|case| case.depth) else { continue };
        let cases = declared.iter().map(|case| Case::of(game, case)).collect::<Result<Vec<_>, GameError>>()?;
        let costs = steps.iter().map(|step| cost(&cases, step, args.repeat.unwrap_or(1))).collect::<Result<_, _>>()?;
        columns.push(Column { game, depth, costs });
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", as_json(&steps, &columns))?;
        return Ok(());
    }
    for (title, first, cell) in [
        ("Nodes", (|cost| grouped(cost.nodes)) as fn(&Cost) -> String, by_nodes as fn(&Cost, &Cost) -> String),
        ("Time", |cost| format!("{:.0} ms", milliseconds(cost.time)), by_time),
    ] {
        let mut rows = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let cells = columns.iter().map(|column| match index {
                0 => first(&column.costs[0]),
                _ => cell(&column.costs[index - 1], &column.costs[index]),
            });
            let name = if step.keeps_value { step.name.to_owned() } else { format!("{} *", step.name) };
            rows.push(std::iter::once(name).chain(cells).collect());
        }
        for (words, last) in
            [("in all", steps.iter().rposition(|step| step.keeps_value)), ("in all *", Some(steps.len() - 1))]
        {
            let last = last.expect("plain alpha-beta keeps the value");
            let cells = columns.iter().map(|column| cell(&column.costs[0], &column.costs[last]));
            rows.push(std::iter::once(words.to_owned()).chain(cells).collect());
        }
        let games = columns.iter().map(|column| format!("{} ({})", column.game, column.depth));
        let header = std::iter::once(title.to_owned()).chain(games);
        let table = Table { text: 0, fold: Fold::NEVER, ..Table::new(header, rows) };
        let text = match args.markdown {
            true => table.to_markdown(),
            false => table.to_text(terminal::columns().unwrap_or(WIDTH)),
        };
        writeln!(out, "{text}")?;
    }
    writeln!(
        out,
        "Each row adds one refinement and is given as a multiple of the row before; = is no change. * changes values."
    )?;
    Ok(())
}

fn cost(cases: &[Case], step: &Refinement, repeat: u32) -> Result<Cost, Failure> {
    let mut sum = Cost::default();
    for case in cases {
        let row = measure(case, step.name, RawBot { depth: None, ..step.search.clone() }, repeat)?;
        sum.nodes += row.nodes;
        sum.time += row.time;
    }
    Ok(sum)
}

fn by_nodes(before: &Cost, after: &Cost) -> String {
    if before.nodes == after.nodes { "=".to_owned() } else { multiple(before.nodes as f64, after.nodes as f64) }
}

/// The time may differ even if the number of nodes is the same.
fn by_time(before: &Cost, after: &Cost) -> String {
    multiple(before.time.as_secs_f64(), after.time.as_secs_f64())
}

fn multiple(before: f64, after: f64) -> String {
    if before <= 0.0 {
        return String::new();
    }
    match after / before {
        tiny if tiny < 0.095 => format!("×{tiny:.3}"),
        other => format!("×{other:.2}"),
    }
}

fn as_json(steps: &[Refinement], columns: &[Column]) -> Value {
    let rows = columns.iter().flat_map(|column| {
        steps.iter().zip(&column.costs).map(|(step, cost)| {
            json!({
                "game": column.game,
                "depth": column.depth,
                "refinement": step.name,
                "keeps_value": step.keeps_value,
                "nodes": cost.nodes,
                "timing_ms": milliseconds(cost.time),
            })
        })
    });
    rows.collect()
}
