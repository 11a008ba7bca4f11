//! How much of its clock a bot spends on a move: a pure function of the clock.

use std::time::Duration;

/// A bot's own clock as its turn begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnClock {
    /// What is left for all its moves to come.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// After so many of its own moves, this one included, it gets more time; none where it has to do with what is left.
    pub moves_to_go: Option<u32>,
}

/// What a bot may spend on one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// No deeper iteration begins after this.
    pub soft: Duration,
    /// The search is stopped here.
    pub hard: Duration,
}

/// The number of own moves still to come that a bot reckons with.
const MOVES_TO_GO: u32 = 30;
/// Kept on the clock for delays between the bot and the clock: a fixed part, and a share of what is left.
const RESERVE: Duration = Duration::from_millis(20);
const RESERVE_SHARE: u32 = 50;

impl OwnClock {
    /// The clock after so much of it has passed while the search waited for a thread.
    #[must_use]
    pub const fn after(self, waited: Duration) -> Self {
        Self { remaining: self.remaining.saturating_sub(waited), ..self }
    }

    /// What to spend on the move: an even share of what is left with most of the increment, as a goal; several times
    /// that where an iteration is under way. The reserve is never spent.
    #[must_use]
    pub fn allot(self) -> Allotment {
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let reserve = RESERVE.max(self.remaining / RESERVE_SHARE);
        let usable = self.remaining.saturating_sub(reserve);
        let share = usable / moves + self.increment * 3 / 4;
        // Of several moves, none takes more than a third of the time.
        let most = if moves == 1 { usable } else { usable / 3 + self.increment / 2 };
        let hard = (share * 4).min(most).min(usable);
        // An iteration takes longer than all before it: past half of the goal another would hardly be completed.
        Allotment { soft: (share / 2).min(hard), hard: hard.max(Duration::from_millis(1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allot(remaining: u64, increment: u64) -> Allotment {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        OwnClock { remaining, increment, moves_to_go: None }.allot()
    }

    #[test]
    fn a_period_is_spent_by_its_end() {
        let clock =
            |moves_to_go| OwnClock { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go };
        let soft = |moves_to_go| clock(moves_to_go).allot().soft;
        assert_eq!(clock(Some(1_000)).allot(), clock(None).allot());
        assert!(soft(None) < soft(Some(10)) && soft(Some(10)) < soft(Some(2)) && soft(Some(2)) < soft(Some(1)));
        assert!(clock(Some(1)).allot().hard < Duration::from_secs(60));
    }

    #[test]
    fn a_bot_that_spends_the_most_it_may_never_loses_on_time() {
        for (start, increment) in [(1_000, 0), (60_000, 0), (180_000, 2_000), (5_000, 100), (100, 0)] {
            let mut left = start;
            for _ in 0..300 {
                let hard = u64::try_from(allot(left, increment).hard.as_millis()).expect("short");
                assert!(hard < left || left <= 1, "{hard} of {left} ms + {increment}");
                left = left - hard.min(left) + increment;
                if left <= 21 {
                    break;
                }
            }
        }
    }

    #[test]
    fn waiting_for_a_thread_leaves_less_to_search() {
        let clock = OwnClock { remaining: Duration::from_secs(60), ..OwnClock::default() };
        assert_eq!(clock.after(Duration::from_secs(59)).allot(), allot(1_000, 0));
        assert_eq!(clock.after(Duration::from_secs(61)).allot(), allot(0, 0));
    }

    #[test]
    fn more_time_is_spent_where_there_is_more() {
        let clocks = [allot(0, 0), allot(100, 0), allot(1_000, 0), allot(60_000, 0), allot(60_000, 1_000)];
        assert!(clocks.is_sorted_by(|a, b| a.soft <= b.soft && a.hard <= b.hard));
        assert!(clocks.iter().all(|time| time.soft <= time.hard));
        assert_eq!(allot(0, 0).hard, Duration::from_millis(1), "even then there is a move to be made");
        assert!((Duration::from_millis(800)..Duration::from_millis(1_200)).contains(&allot(60_000, 0).soft));
    }
}
