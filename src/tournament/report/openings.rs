//! The results of each opening.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::games::MoveCode;
use crate::tournament::plan::Plan;
use crate::tournament::plan::openings::Opening;
use crate::tournament::rating::Wdl;
use crate::tournament::results::Tally;

/// The most openings that are listed.
pub const LISTED_OPENINGS: usize = 1_000;

/// The results of one opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct OpeningRow {
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position; absent for the game's own start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there before the seats took over.
    pub moves: Vec<String>,
    /// The moves in the game's usual notation; absent if it has none of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// Wins, draws and losses of the first seat.
    #[serde(flatten)]
    pub results: Wdl,
}

impl OpeningRow {
    /// The title: the name, or else the position and the moves.
    #[must_use]
    pub fn title(&self) -> String {
        let position = self.position.clone();
        let moves = self.notation.as_ref().unwrap_or(&self.moves);
        let moves = (!moves.is_empty()).then(|| moves.join(" "));
        let parts: Vec<String> =
            self.name.clone().map_or_else(|| position.into_iter().chain(moves).collect(), |it| vec![it]);
        if parts.is_empty() { "the start".to_owned() } else { parts.join(": ") }
    }
}

/// Returns the results of the first seat for each opening of the plan, over all its turns.
pub(super) fn results(plan: &Plan, tally: &Tally) -> Vec<Wdl> {
    let mut results = vec![Wdl::default(); plan.openings().all().len()];
    for (turn, result) in (0..).zip(tally.turns()) {
        let sum = &mut results[plan.openings().number(turn)];
        *sum = *sum + result;
    }
    results
}

/// Returns the openings that were played, with these results. Returns none if every match began at the game's own
/// start.
pub(super) fn rows(plan: &Plan, results: &[Wdl]) -> Vec<OpeningRow> {
    let all = plan.openings().all();
    if let [only] = all
        && *only == Opening::default()
    {
        return Vec::new();
    }
    let text = |moves: &[MoveCode]| moves.iter().map(|&mv| plan.config.game.move_text(mv)).collect();
    let written = |opening: &Opening| {
        let line = plan.openings().board(opening).written_line(&opening.moves);
        (!line.is_empty()).then_some(line)
    };
    let row = |(opening, &results): (&Opening, &Wdl)| OpeningRow {
        name: opening.name.clone(),
        position: opening.position.clone(),
        moves: text(&opening.moves),
        notation: written(opening),
        results,
    };
    let played = all.iter().zip(results).filter(|(_, results)| results.played() > 0);
    played.take(LISTED_OPENINGS).map(row).collect()
}
