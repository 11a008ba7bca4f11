//! `arena analyse --steps`: what a search did, a sentence for each step. MAX is the side to move in the position that is
//! searched, MIN the other.

use std::io::Write;

use crate::bots::analysis::{MOST_STEPS, PrunedMoves, StepCode, StepView, StepsPage, StepsWish};
use crate::bots::tree::{ValueStyle, grouped};

/// Which steps are printed.
#[derive(Debug, clap::Args)]
pub(super) struct StepsFlags {
    /// Prints what the search did, step by step: a page of it.
    #[arg(long, conflicts_with_all = ["compare", "multipv"])]
    steps: bool,
    /// With --steps: only the depth N of a search that deepens.
    #[arg(long, value_name = "N", requires = "steps", value_parser = clap::value_parser!(u16).range(1..=250))]
    steps_depth: Option<u16>,
    /// With --steps: only at and below the node that these moves lead to.
    #[arg(long, value_name = "MOVES", requires = "steps")]
    steps_below: Option<String>,
    /// With --steps: only nodes at most N plies below that one, or below the root.
    #[arg(long, value_name = "N", requires = "steps", value_parser = clap::value_parser!(u16).range(0..=250))]
    steps_plies: Option<u16>,
    /// With --steps: the number of the first step, counted from 0.
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 0)]
    steps_from: u64,
    /// With --steps: how many.
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 200,
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=MOST_STEPS as u64))]
    steps_count: usize,
}

impl StepsFlags {
    /// What is wished, where steps are to be printed.
    pub(super) fn wish(&self) -> Option<StepsWish> {
        self.steps.then(|| StepsWish {
            depth: self.steps_depth,
            below: self.steps_below.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_owned).collect(),
            plies: self.steps_plies,
            from: self.steps_from,
            count: self.steps_count,
            boards: false,
        })
    }
}

/// Prints a page, each step indented by its ply.
pub(super) fn write(out: &mut impl Write, page: &StepsPage) -> std::io::Result<()> {
    for (number, step) in (page.from..).zip(&page.steps) {
        writeln!(out, "{number:>6}  {:indent$}{}", "", sentence(step, page.style), indent = 2 * step.ply)?;
    }
    let (shown, total) = (page.steps.len() as u64, grouped(page.total));
    match page.next {
        Some(next) => writeln!(out, "\n{} of {total} steps; the next: --steps-from {next}", grouped(shown)),
        None => writeln!(out, "\n{} of {total} steps", grouped(shown)),
    }
}

/// What a step says.
fn sentence(step: &StepView, style: Option<ValueStyle>) -> String {
    let written = |value: i32| style.map_or_else(|| value.to_string(), |style| style.short(value));
    let value = step.value.map(written).unwrap_or_default();
    let alpha = step.alpha.map_or_else(|| "−∞".to_owned(), written);
    let beta = step.beta.map_or_else(|| "∞".to_owned(), written);
    let (mover, other) = if step.max { ("MAX", "MIN") } else { ("MIN", "MAX") };
    let mv = step.mv.as_deref().unwrap_or_default();
    let depth = step.depth.unwrap_or_default();
    let plies = if depth == 1 { "ply" } else { "plies" };
    match step.code {
        StepCode::Iteration => format!("the search to depth {depth} begins"),
        StepCode::Enter if mv.is_empty() => format!("the root: {mover} is to move, α = {alpha}, β = {beta}"),
        StepCode::Enter => format!("{mv}: {mover} is to move, α = {alpha}, β = {beta}"),
        StepCode::Raise if step.max => format!("{mv} is the best so far: MAX has at least {value} here"),
        StepCode::Raise => format!("{mv} is the best so far: MIN allows at most {value} here"),
        StepCode::Cut => {
            let cut = step.pruned.as_ref().map(pruned).unwrap_or_default();
            format!("β ≤ α: {mover} already has {value} here, so {other} will not come: {cut}")
        }
        StepCode::Reduce => format!("{mv} comes late and is searched {depth} {plies} less deep"),
        StepCode::AgainWindow => format!("{mv} is better than expected: it is searched again, for its value"),
        StepCode::AgainDepth => format!("{mv} is better than expected: it is searched again, to the full depth"),
        StepCode::Skip => format!("{mv} can hardly change the value: it is not searched"),
        StepCode::Searched => format!("the value is {value}"),
        StepCode::Over => format!("the game is over: {value}"),
        StepCode::Repetition => format!("the position came before: {value}"),
        StepCode::Horizon => format!("no ply is left: the evaluation says {value}"),
        StepCode::Quiescence => format!("no ply is left: when captures are played out, the evaluation says {value}"),
        StepCode::Hints => format!("the game knows without searching: {value}"),
        StepCode::Table => format!("the table knows this position: {value}"),
        StepCode::NullMove => format!("even if {mover} passed, {other} would not come here: {value}"),
        StepCode::Futility => format!("the evaluation is far beyond what {other} would allow: {value}"),
    }
}

/// What was cut: `2 leaves cut (4, 6)`.
fn pruned(pruned: &PrunedMoves) -> String {
    let (count, leaves) = (pruned.count, pruned.leaves);
    let what = match (count, leaves == count) {
        (1, true) => "1 leaf".to_owned(),
        (_, true) => format!("{count} leaves"),
        (1, false) => "1 move".to_owned(),
        (_, false) => format!("{count} moves"),
    };
    let more = if pruned.moves.len() < count { ", …" } else { "" };
    format!("{what} cut ({}{more})", pruned.moves.join(", "))
}
