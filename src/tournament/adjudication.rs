//! When a match is ended before the rules do: by what both sides think of it, by its length, or because its result is
//! known. Pure.

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeValue;

use crate::bots::toml_file::Located;
use crate::bots::{FileError, Source};
use crate::games::{BySide, GameId, Side};
use crate::play::{By, Ended, Verdict};

/// A draw when both sides think so for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before so many plies, those of the opening included.
    #[serde(default)]
    pub after_ply: u32,
    /// For so many moves of each side in a row…
    pub moves: u32,
    /// … the mover's value was at most so far from 0.
    pub value: u32,
}

/// A loss when the losing side, or both, think so for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// For so many of its moves in a row…
    pub moves: u32,
    /// … the side was behind by at least so much.
    pub value: u32,
    /// Whether the other side has to have thought the same of itself.
    #[serde(default)]
    pub two_sided: bool,
}

/// A result by exact search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverRule {
    /// With at most so many empty places (bones: bones) left.
    pub empties: u32,
}

/// All rules by which the matches of a tournament are adjudicated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A draw by the values of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A loss by the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A draw after so many plies, those of the opening included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// The result of perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverRule>,
}

/// A longer search for the result would hold up the tournament.
const MOST_EMPTIES: u32 = 30;

impl Adjudication {
    /// Whether there is any rule.
    #[must_use]
    pub fn is_some(&self) -> bool {
        *self != Self::default()
    }
}

/// The rules in the table `adjudication` of a tournament's file.
///
/// # Errors
/// [`FileError`] with line and key.
pub(super) fn read(source: &Source<'_>, file: &Located<'_>, game: GameId) -> Result<Adjudication, FileError> {
    let Some(value) = file.get_ref().get("adjudication") else { return Ok(Adjudication::default()) };
    let DeValue::Table(inner) = value.get_ref() else {
        return Err(source.wrong(file, "adjudication", "a table, as [adjudication] and max_plies = 300 below it"));
    };
    let table = Spanned::new(value.span(), inner.clone());
    let rules: Adjudication = source.read(table.clone())?;
    let wrong = |key: &str, problem: &str| Err(source.wrong(&table, key, problem));
    if rules.draw.is_some_and(|rule| rule.moves == 0) {
        return wrong("draw", "moves is 0: a draw is agreed to by at least one move of each side");
    }
    if rules.resign.is_some_and(|rule| rule.moves == 0 || rule.value == 0) {
        return wrong("resign", "moves and value are at least 1: nobody resigns what is even");
    }
    if rules.max_plies == Some(0) {
        return wrong("max_plies", "0 would end every match before its first move");
    }
    if let Some(rule) = rules.solver {
        if !(1..=MOST_EMPTIES).contains(&rule.empties) {
            return wrong("solver", &format!("empties is {}, outside 1 to {MOST_EMPTIES}", rule.empties));
        }
        if !super::solver::covers(game) {
            let solved: Vec<&str> =
                GameId::ALL.iter().filter(|game| super::solver::covers(**game)).map(|game| game.name()).collect();
            return wrong("solver", &format!("{game} is not solved exactly; {} are", solved.join(", ")));
        }
    }
    Ok(rules)
}

/// Watches one match.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    rules: Adjudication,
    /// Plies in a row whose movers thought it even.
    even: u32,
    /// Each side's moves in a row at which it thought itself far behind.
    losing: BySide<u32>,
    /// The same, far ahead.
    winning: BySide<u32>,
}

impl Judge {
    pub(super) fn new(rules: Adjudication) -> Self {
        Self { rules, even: 0, losing: BySide::default(), winning: BySide::default() }
    }

    /// The verdict, if there is one, after a move by `side` that makes it `plies` long; `value` is what `side` thought
    /// the position before it was worth, where it thought at all.
    pub(super) fn after(&mut self, side: Side, value: Option<i32>, plies: usize) -> Option<Verdict> {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        self.note(side, value);
        if let Some(rule) = self.rules.resign {
            for loser in Side::BOTH {
                let agreed = !rule.two_sided || self.winning[!loser] >= rule.moves;
                if self.losing[loser] >= rule.moves && agreed {
                    let behind =
                        format!("the {loser} side thought itself behind by {} for {} moves", rule.value, rule.moves);
                    let detail = if rule.two_sided { behind + ", and so did the other" } else { behind };
                    return Some(Verdict { detail: Some(detail), ..Verdict::won(!loser, By::AdjudicatedWin) });
                }
            }
        }
        let drawn = |by, detail: String| Verdict { outcome: Some(Ended::Draw), by, detail: Some(detail) };
        if let Some(rule) = self.rules.draw
            && plies >= rule.after_ply
            && self.even >= rule.moves.saturating_mul(2)
        {
            let detail = format!("both sides thought it within {} of even for {} moves", rule.value, rule.moves);
            return Some(drawn(By::AdjudicatedDraw, detail));
        }
        let most = self.rules.max_plies.filter(|most| plies >= *most)?;
        Some(drawn(By::AdjudicatedLength, format!("it is {most} plies long")))
    }

    fn note(&mut self, side: Side, value: Option<i32>) {
        let beyond = |limit: u32, value: i64| value >= i64::from(limit);
        let is_even = self.rules.draw.zip(value).is_some_and(|(rule, value)| value.unsigned_abs() <= rule.value);
        self.even = if is_even { self.even + 1 } else { 0 };
        let resign = self.rules.resign.zip(value.map(i64::from));
        let behind = resign.is_some_and(|(rule, value)| beyond(rule.value, -value));
        let ahead = resign.is_some_and(|(rule, value)| beyond(rule.value, value));
        self.losing[side] = if behind { self.losing[side] + 1 } else { 0 };
        self.winning[side] = if ahead { self.winning[side] + 1 } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds values of the first and the second side in turn; after how many plies and how it ended.
    fn judged(rules: Adjudication, values: &[Option<i32>]) -> Option<(usize, By, Option<Ended>)> {
        let mut judge = Judge::new(rules);
        let sides = [Side::First, Side::Second].into_iter().cycle();
        (1..).zip(values).zip(sides).find_map(|((plies, value), side)| {
            judge.after(side, *value, plies).map(|verdict| (plies, verdict.by, verdict.outcome))
        })
    }

    fn some(values: &[i32]) -> Vec<Option<i32>> {
        values.iter().copied().map(Some).collect()
    }

    #[test]
    fn a_draw_needs_both_sides_for_long_enough_and_late_enough() {
        let draw = |after_ply| Adjudication {
            draw: Some(DrawRule { after_ply, moves: 2, value: 10 }),
            ..Adjudication::default()
        };
        let drawn = Some((4, By::AdjudicatedDraw, Some(Ended::Draw)));
        assert_eq!(judged(draw(0), &some(&[0, 10, -10, 5, 0, 0])), drawn);
        assert_eq!(judged(draw(6), &some(&[0, 10, -10, 5, 0, 0])).map(|it| it.0), Some(6));
        assert_eq!(judged(draw(0), &some(&[0, 0, 11, 0, 0, 0, 0])).map(|it| it.0), Some(7));
        assert_eq!(judged(draw(0), &some(&[0, 50, 0, 50, 0, 50])), None);
        // A move without a value, from a book, agrees to nothing.
        assert_eq!(judged(draw(0), &[Some(0), Some(0), None, Some(0), Some(0)]), None);
    }

    #[test]
    fn a_loss_needs_the_loser_or_both() {
        let resign = |two_sided| Adjudication {
            resign: Some(ResignRule { moves: 2, value: 500, two_sided }),
            ..Adjudication::default()
        };
        let values = some(&[-600, 100, -500, 100, -900, 600, -900, 700]);
        assert_eq!(judged(resign(false), &values), Some((3, By::AdjudicatedWin, Some(Ended::Second))));
        assert_eq!(judged(resign(true), &values), Some((8, By::AdjudicatedWin, Some(Ended::Second))));
        let recovers = some(&[-600, 0, -499, 0, -600, 0, 0, 0]);
        assert_eq!(judged(resign(false), &recovers), None);
        let second_loses = some(&[600, -600, 600, -600]);
        assert_eq!(judged(resign(true), &second_loses), Some((4, By::AdjudicatedWin, Some(Ended::First))));
        assert_eq!(judged(resign(false), &some(&[i32::MIN, 0, i32::MIN])).map(|it| it.0), Some(3));
    }

    #[test]
    fn a_match_ends_at_its_greatest_length() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(judged(rules, &[None; 5]), Some((3, By::AdjudicatedLength, Some(Ended::Draw))));
        assert_eq!(judged(Adjudication::default(), &some(&[0; 500])), None);
    }
}
