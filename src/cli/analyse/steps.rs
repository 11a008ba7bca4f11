//! `arena analyse --steps`: describes each step of a search in a sentence. MAX is the side to move in the searched
//! position, MIN the other.

use std::io::Write;

use crate::terminal::beside;
use arena_bots::analysis::{MOST_STEPS, PrunedMoves, StepCode, StepView, StepsPage, StepsRequest};
use arena_bots::tree::{ValueStyle, grouped};
use arena_tournament::report::text_width::{LEAST_TEXT, wrapped};

/// Selects the steps to print.
#[derive(Debug, clap::Args)]
pub(super) struct StepsFlags {
    /// Print the steps of the search, one page at a time.
    #[arg(long, conflicts_with_all = ["compare", "multipv"])]
    steps: bool,
    /// With --steps: only iteration N of a deepening search.
    #[arg(long, value_name = "N", requires = "steps", value_parser = clap::value_parser!(u16).range(1..=250))]
    steps_depth: Option<u16>,
    /// With --steps: only the node after these moves, and the nodes below it.
    #[arg(long, value_name = "MOVES", requires = "steps")]
    steps_below: Option<String>,
    /// With --steps: only nodes at most N plies below that node, or below the root.
    #[arg(long, value_name = "N", requires = "steps", value_parser = clap::value_parser!(u16).range(0..=250))]
    steps_plies: Option<u16>,
    /// With --steps: number of the first step to print, counted from 0.
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 0)]
    steps_from: u64,
    /// With --steps: number of steps to print.
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 200,
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=MOST_STEPS as u64))]
    steps_count: usize,
}

impl StepsFlags {
    /// Returns the selection of steps, if steps are requested.
    pub(super) fn request(&self) -> Option<StepsRequest> {
        self.steps.then(|| StepsRequest {
            depth: self.steps_depth,
            below: self.steps_below.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_owned).collect(),
            plies: self.steps_plies,
            from: self.steps_from,
            count: self.steps_count,
            boards: false,
        })
    }
}

/// Writes a page, wrapped to `columns`. Each step is indented by its ply if there is room.
pub(super) fn write(out: &mut impl Write, page: &StepsPage, columns: usize) -> std::io::Result<()> {
    let deepest = columns.saturating_sub(8 + LEAST_TEXT);
    for (number, step) in (page.from..).zip(&page.steps) {
        let head = format!("{number:>6}  {:indent$}", "", indent = (2 * step.ply).min(deepest));
        write!(out, "{}", beside(&head, &sentence(step, page.style), columns))?;
    }
    let (shown, total) = (page.steps.len() as u64, grouped(page.total));
    let next = page.next.map_or_else(String::new, |next| format!("; the next: --steps-from {next}"));
    write!(out, "\n{}", wrapped(&format!("{} of {total} steps{next}", grouped(shown)), columns))
}

/// Describes a step.
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
        StepCode::Horizon => format!("the depth is used up: the evaluation is {value}"),
        StepCode::Quiescence => format!("the depth is used up: after quiescence search the evaluation is {value}"),
        StepCode::Hints => format!("the game's hints give the value without a search: {value}"),
        StepCode::Table => format!("the table contains this position: {value}"),
        StepCode::NullMove => format!("even if {mover} passed, {other} would not come here: {value}"),
        StepCode::Futility => format!("the evaluation is far beyond what {other} would allow: {value}"),
    }
}

/// Describes what was cut off: `2 moves cut (a1, b2)`, or `2 leaves cut (moves a1, b2)`.
fn pruned(pruned: &PrunedMoves) -> String {
    let (count, leaves) = (pruned.count, pruned.leaves);
    // In a written tree, both moves and leaves are numbers.
    let (what, by) = match (count, leaves == count) {
        (1, true) => ("1 leaf".to_owned(), "move "),
        (_, true) => (format!("{count} leaves"), "moves "),
        (1, false) => ("1 move".to_owned(), ""),
        (_, false) => (format!("{count} moves"), ""),
    };
    let more = if pruned.moves.len() < count { ", …" } else { "" };
    format!("{what} cut ({by}{}{more})", pruned.moves.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::write;
    use arena_bots::analysis::{Question, analyse};
    use arena_bots::{Roster, TurnLimits};
    use arena_tournament::report::text_width::width;

    #[test]
    fn steps_fit_sixty_columns_however_deep_they_are() {
        let roster = Roster::load(None).expect("the embedded bots are valid");
        let body = json!({
            "game": "tictactoe", "depth": 9, "pruning": "alpha-beta", "page": {"from": 100, "count": 400},
        });
        let question = Question::of_steps(body, &roster).expect("the question is valid");
        let page = analyse(&question, TurnLimits::default())
            .expect("the search succeeds")
            .steps
            .expect("steps were requested");
        let printed = |columns| {
            let mut text = Vec::new();
            write(&mut text, &page, columns).expect("writing to a vector succeeds");
            String::from_utf8(text).expect("the output is UTF-8")
        };
        let (wide, narrow) = (printed(usize::MAX), printed(60));
        assert!(wide.lines().any(|line| width(line) > 60), "{wide}");
        assert!(narrow.lines().all(|line| width(line) <= 60), "{narrow}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&wide), words(&narrow));
    }
}
