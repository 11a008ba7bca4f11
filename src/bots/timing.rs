//! Time management: how much of its clock a bot spends on a move. A pure function of the clock.

use std::time::Duration;

/// A bot's own clock at the start of its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OwnClock {
    /// Time left for all remaining moves.
    pub remaining: Duration,
    /// Time added by each move.
    pub increment: Duration,
    /// Number of own moves, including this one, until more time is added. `None` if the remaining time must last to the
    /// end.
    pub moves_to_go: Option<u32>,
}

/// Time limits for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// No deeper iteration starts after this time.
    pub soft: Duration,
    /// The search is stopped after this time.
    pub hard: Duration,
}

/// Assumed number of own moves still to come.
const MOVES_TO_GO: u32 = 30;
/// Time kept on the clock for delays between the bot and the clock: a minimum, and a fraction of the remaining time.
const RESERVE: Duration = Duration::from_millis(20);
const RESERVE_SHARE: u32 = 50;

impl OwnClock {
    /// Returns the clock after `waited` has passed while the search waited for a thread.
    #[must_use]
    pub const fn after(self, waited: Duration) -> Self {
        Self { remaining: self.remaining.saturating_sub(waited), ..self }
    }

    /// Returns the time to spend on the move. The soft limit follows from an even share of the remaining time plus most
    /// of the increment. The hard limit is several times that share, so that a running iteration can finish. The
    /// reserve is never spent.
    #[must_use]
    pub fn allot(self) -> Allotment {
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let reserve = RESERVE.max(self.remaining / RESERVE_SHARE);
        let usable = self.remaining.saturating_sub(reserve);
        let share = usable / moves + self.increment * 3 / 4;
        // With several moves to go, no move takes more than a third of the time plus half of the increment.
        let most = if moves == 1 { usable } else { usable / 3 + self.increment / 2 };
        let hard = (share * 4).min(most).min(usable);
        // An iteration takes longer than all previous ones together. After half of the share, another one would rarely
        // finish.
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
    fn fewer_moves_to_go_allot_more_time_per_move() {
        let clock =
            |moves_to_go| OwnClock { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go };
        let soft = |moves_to_go| clock(moves_to_go).allot().soft;
        assert_eq!(clock(Some(1_000)).allot(), clock(None).allot());
        assert!(soft(None) < soft(Some(10)) && soft(Some(10)) < soft(Some(2)) && soft(Some(2)) < soft(Some(1)));
        assert!(clock(Some(1)).allot().hard < Duration::from_secs(60));
    }

    #[test]
    fn spending_every_hard_limit_never_loses_on_time() {
        for (start, increment) in [(1_000, 0), (60_000, 0), (180_000, 2_000), (5_000, 100), (100, 0)] {
            let mut left = start;
            for _ in 0..300 {
                let hard = u64::try_from(allot(left, increment).hard.as_millis()).expect("fits into u64");
                assert!(hard < left || left <= 1, "{hard} of {left} ms + {increment}");
                left = left - hard.min(left) + increment;
                if left <= 21 {
                    break;
                }
            }
        }
    }

    #[test]
    fn waiting_for_a_thread_reduces_the_search_time() {
        let clock = OwnClock { remaining: Duration::from_secs(60), ..OwnClock::default() };
        assert_eq!(clock.after(Duration::from_secs(59)).allot(), allot(1_000, 0));
        assert_eq!(clock.after(Duration::from_secs(61)).allot(), allot(0, 0));
    }

    #[test]
    fn allotted_time_grows_with_the_clock() {
        let clocks = [allot(0, 0), allot(100, 0), allot(1_000, 0), allot(60_000, 0), allot(60_000, 1_000)];
        assert!(clocks.is_sorted_by(|a, b| a.soft <= b.soft && a.hard <= b.hard));
        assert!(clocks.iter().all(|time| time.soft <= time.hard));
        assert_eq!(allot(0, 0).hard, Duration::from_millis(1), "an empty clock still allows a move");
        assert!((Duration::from_millis(800)..Duration::from_millis(1_200)).contains(&allot(60_000, 0).soft));
    }
}
