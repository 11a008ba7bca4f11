//! What ends a match when its time has come: a flag, a move that is not made, a seat that stays empty.

use std::time::{Duration, Instant};

use super::{Match, Phase};
use crate::games::Side;
use crate::play::{EndReason, GameResult, Timeouts, Verdict};

impl Match {
    /// When [`tick`](Self::tick) is due, if ever.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadlines().into_iter().flatten().map(|(at, _)| at).min()
    }

    /// Ends the match if its time has come at `now`: to be called when [`deadline`](Self::deadline) has come.
    pub fn tick(&mut self, now: Instant) {
        // Between bots without a clock nothing ever expires, and checking would be a good part of the cost of a move.
        if self.clock.is_none() && self.terms.timeouts == Timeouts::ENDLESS {
            return;
        }
        let due = self.deadlines().into_iter().flatten().filter(|(at, _)| *at <= now).min_by_key(|(at, _)| *at);
        if let Some((_, verdict)) = due {
            self.end(verdict, now);
        }
    }

    /// Everything that ends the match when its time has come.
    fn deadlines(&self) -> [Option<(Instant, Verdict)>; 4] {
        let after = |since: Instant, wait: Duration| since.checked_add(wait);
        let mut due = [None, None, None, None];
        match self.phase {
            Phase::Over(_) => return due,
            Phase::Waiting => {
                due[0] = after(self.waits_since, self.terms.timeouts.open_seat)
                    .map(|at| (at, Verdict::void(EndReason::Aborted, "nobody took the open seat")));
            }
            Phase::Live => {
                let turn = self.board.to_move();
                due[0] = match &self.clock {
                    Some(clock) => clock.flag_falls().map(|(side, at)| (at, self.flag_fallen(side))),
                    None => after(self.waits_since, self.terms.timeouts.move_without_clock).map(|at| {
                        let detail = Some("no move was made for too long".to_owned());
                        (at, Verdict { detail, ..Verdict::won(!turn, EndReason::Timeout) })
                    }),
                };
            }
        }
        for (slot, (side, since)) in due[1..].iter_mut().zip(self.away.iter()) {
            let verdict = match self.phase {
                Phase::Waiting => Verdict::void(EndReason::Aborted, "the player who was waiting left"),
                _ if self.away[!side].is_some() => Verdict::void(EndReason::Absence, "both sides left"),
                _ => Verdict::won(!side, EndReason::Absence),
            };
            *slot = since.and_then(|since| after(since, self.terms.timeouts.grace)).map(|at| (at, verdict));
        }
        due
    }

    /// The verdict when the time of `side` is up.
    fn flag_fallen(&self, side: Side) -> Verdict {
        if self.board.can_win(!side) {
            return Verdict::won(!side, EndReason::Timeout);
        }
        let detail = Some(format!("the {} side cannot win any more", !side));
        Verdict { outcome: Some(GameResult::Draw), by: EndReason::Timeout, detail }
    }
}
