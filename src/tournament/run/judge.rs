//! Adjudication by the values that both sides report, or by the length of the match. No I/O.

use crate::plan::Adjudication;
use arena_games::{BySide, Side};
use arena_play::{EndDetail, EndReason, GameResult, Verdict};

/// Adjudicates one match.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    rules: Adjudication,
    /// The number of consecutive plies whose movers considered the game even.
    even: u32,
    /// The number of consecutive moves for which each side has considered itself far behind.
    losing: BySide<u32>,
    /// The number of consecutive moves for which each side has considered itself far ahead.
    winning: BySide<u32>,
}

impl Judge {
    pub(super) fn new(rules: Adjudication) -> Self {
        Self { rules, even: 0, losing: BySide::default(), winning: BySide::default() }
    }

    /// Returns the verdict, if there is one, after a move by `side` that makes the match `plies` long. `value` is that
    /// of the search of `side` before the move, if it searched.
    pub(super) fn after(&mut self, side: Side, value: Option<i32>, plies: usize) -> Option<Verdict> {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        self.note(side, value);
        if let Some(rule) = self.rules.resign {
            for loser in Side::BOTH {
                let agreed = !rule.two_sided || self.winning[!loser] >= rule.moves;
                if self.losing[loser] >= rule.moves && agreed {
                    let (value, moves) = (rule.value.into(), rule.moves.into());
                    let why = match rule.two_sided {
                        true => EndDetail::BothThoughtLost { loser, value, moves },
                        false => EndDetail::ThoughtLost { loser, value, moves },
                    };
                    let detail = Some(why.into());
                    return Some(Verdict { detail, ..Verdict::won(!loser, EndReason::AdjudicatedWin) });
                }
            }
        }
        let drawn = |by, why: EndDetail| Verdict { outcome: Some(GameResult::Draw), by, detail: Some(why.into()) };
        if let Some(rule) = self.rules.draw
            && plies >= rule.after_ply
            && self.even >= rule.moves.saturating_mul(2)
        {
            let why = EndDetail::ThoughtEven { value: rule.value.into(), moves: rule.moves.into() };
            return Some(drawn(EndReason::AdjudicatedDraw, why));
        }
        let most = self.rules.max_plies.filter(|most| plies >= *most)?;
        Some(drawn(EndReason::AdjudicatedLength, EndDetail::Length { plies: most.into() }))
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
    use crate::plan::{DrawRule, ResignRule};

    /// Feeds values of the first and the second side in turn. Returns after which ply and how the match ended.
    fn judged(rules: Adjudication, values: &[Option<i32>]) -> Option<(usize, EndReason, Option<GameResult>)> {
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
        let drawn = Some((4, EndReason::AdjudicatedDraw, Some(GameResult::Draw)));
        assert_eq!(judged(draw(0), &some(&[0, 10, -10, 5, 0, 0])), drawn);
        assert_eq!(judged(draw(6), &some(&[0, 10, -10, 5, 0, 0])).map(|it| it.0), Some(6));
        assert_eq!(judged(draw(0), &some(&[0, 0, 11, 0, 0, 0, 0])).map(|it| it.0), Some(7));
        assert_eq!(judged(draw(0), &some(&[0, 50, 0, 50, 0, 50])), None);
        // A move without a value, such as one from a book, interrupts the count.
        assert_eq!(judged(draw(0), &[Some(0), Some(0), None, Some(0), Some(0)]), None);
    }

    #[test]
    fn a_loss_needs_the_values_of_the_loser_or_of_both() {
        let resign = |two_sided| Adjudication {
            resign: Some(ResignRule { moves: 2, value: 500, two_sided }),
            ..Adjudication::default()
        };
        let values = some(&[-600, 100, -500, 100, -900, 600, -900, 700]);
        assert_eq!(judged(resign(false), &values), Some((3, EndReason::AdjudicatedWin, Some(GameResult::Second))));
        assert_eq!(judged(resign(true), &values), Some((8, EndReason::AdjudicatedWin, Some(GameResult::Second))));
        let recovers = some(&[-600, 0, -499, 0, -600, 0, 0, 0]);
        assert_eq!(judged(resign(false), &recovers), None);
        let second_loses = some(&[600, -600, 600, -600]);
        assert_eq!(judged(resign(true), &second_loses), Some((4, EndReason::AdjudicatedWin, Some(GameResult::First))));
        assert_eq!(judged(resign(false), &some(&[i32::MIN, 0, i32::MIN])).map(|it| it.0), Some(3));
    }

    #[test]
    fn a_match_ends_at_its_maximum_length() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(judged(rules, &[None; 5]), Some((3, EndReason::AdjudicatedLength, Some(GameResult::Draw))));
        assert_eq!(judged(Adjudication::default(), &some(&[0; 500])), None);
    }
}
