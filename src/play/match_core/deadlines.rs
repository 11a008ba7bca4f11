//! What ends a match when its time has come: a flag, a move that is not made, a seat that stays empty.

use std::time::{Duration, Instant};

use super::{Match, Phase};
use crate::games::Side;
use crate::play::{Circumstance, Claim, EndReason, GameResult, Readings, Refusal, Timeouts, Verdict};

/// What ends a match when its time has come.
#[derive(Clone, Copy)]
enum Due {
    Void(&'static Circumstance),
    /// The side's flag falls.
    Flag(Side),
    /// The side has stayed away for too long.
    Absent(Side),
    BothAbsent,
}

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
        if let Some((_, due)) = due {
            self.end(self.verdict_of(due), now);
        }
    }

    /// Lets the time begin anew at `now`: clocks go on from their last stored values, and whoever is away is so from then on. The
    /// same comes of [`Self::replay`], which makes all moves again for it.
    pub fn begin_time_anew(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.begin_anew(now);
        }
        for side in Side::BOTH {
            self.away[side] = self.away[side].map(|_| now);
        }
        self.touched = now;
    }

    /// What the clocks show.
    pub(super) fn readings(&self, now: Instant) -> Option<Readings> {
        self.clock.as_ref().map(|clock| clock.readings(now))
    }

    /// Everything that ends the match when its time has come.
    fn deadlines(&self) -> [Option<(Instant, Due)>; 4] {
        let Timeouts { grace, open_seat, untouched } = self.terms.timeouts;
        let after = |since: Instant, wait: Duration| since.checked_add(wait);
        let mut due = [None, None, None, None];
        due[0] = match (&self.phase, &self.clock) {
            (Phase::Over(_), _) => return due,
            (Phase::Waiting, _) => after(self.touched, open_seat).map(|at| (at, Due::Void(&Circumstance::OpenSeat {}))),
            (Phase::Live, Some(clock)) => clock.flag_falls().map(|(side, at)| (at, Due::Flag(side))),
            (Phase::Live, None) => {
                after(self.touched, untouched).map(|at| (at, Due::Void(&Circumstance::Untouched {})))
            }
        };
        if !self.is_lost_by_absence() {
            return due;
        }
        for (slot, (side, since)) in due[1..].iter_mut().zip(self.away.iter()) {
            let what = match self.phase {
                Phase::Waiting => Due::Void(&Circumstance::WaitingLeft {}),
                // The other side sees to it.
                _ if self.claims[!side] => continue,
                _ if self.away[!side].is_some() => Due::BothAbsent,
                _ => Due::Absent(side),
            };
            *slot = since.and_then(|since| after(since, grace)).map(|at| (at, what));
        }
        due
    }

    fn verdict_of(&self, due: Due) -> Verdict {
        match due {
            Due::Void(why) => Verdict::void(EndReason::Aborted, why.to_string()),
            Due::Flag(side) => self.flag_fallen(side),
            Due::Absent(side) => Verdict::won(!side, EndReason::Absence),
            Due::BothAbsent => Verdict::void(EndReason::Absence, Circumstance::BothLeft {}.to_string()),
        }
    }

    /// Whether staying away ends the match: not where one comes back for a move, as without a clock.
    pub(super) fn is_lost_by_absence(&self) -> bool {
        self.phase == Phase::Waiting || self.clock.as_ref().is_some_and(|clock| !clock.is_by_correspondence())
    }

    /// Ends the match for `side`, whose opponent has stayed away for longer than the grace time.
    pub(super) fn claim(&mut self, side: Side, what: Claim, now: Instant) -> Result<(), Refusal> {
        self.require_live()?;
        let since = self.away[!side].filter(|_| self.is_lost_by_absence()).ok_or(Refusal::NothingToClaim)?;
        let wait = self.terms.timeouts.grace.saturating_sub(now.saturating_duration_since(since));
        if !wait.is_zero() {
            return Err(Refusal::TooEarly { wait });
        }
        let verdict = if what == Claim::Win && self.board.can_win(side) {
            Verdict::won(side, EndReason::Absence)
        } else {
            Verdict { outcome: Some(GameResult::Draw), by: EndReason::Absence, detail: None }
        };
        self.end(verdict, now);
        Ok(())
    }

    /// The verdict when the time of `side` is up.
    fn flag_fallen(&self, side: Side) -> Verdict {
        if self.board.can_win(!side) {
            return Verdict::won(!side, EndReason::Timeout);
        }
        let detail = Some(Circumstance::CannotWin { side: !side }.to_string());
        Verdict { outcome: Some(GameResult::Draw), by: EndReason::Timeout, detail }
    }
}
