//! Deadlines that end a match: a flag falls, no move is made, or a seat stays empty.

use std::time::{Duration, Instant};

use super::{Match, Phase};
use crate::{Claim, Detail, EndDetail, EndReason, GameResult, Readings, Refusal, Timeouts, Verdict};
use arena_games::{BySide, Side};

#[derive(Clone, Copy)]
enum DeadlineKind {
    Void(&'static EndDetail),
    /// The flag of the side falls.
    Flag(Side),
    /// The grace time of the absent side expires.
    Absent(Side),
    BothAbsent,
}

/// A side did not make its first move in time.
const NOT_BEGUN: DeadlineKind = DeadlineKind::Void(&EndDetail::NotBegun {});

impl Match {
    /// Returns when [`tick`](Self::tick) is due next, if ever.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadlines().into_iter().flatten().map(|(at, _)| at).min()
    }

    /// Ends the match if a deadline has passed at `now`. Must be called at [`deadline`](Self::deadline).
    pub fn tick(&mut self, now: Instant) {
        // Fast path: between bots without a clock nothing expires, and the check would take a good part of the time of
        // a move.
        if self.clock.is_none() && self.terms.timeouts == Timeouts::ENDLESS {
            return;
        }
        let due = self.deadlines().into_iter().flatten().filter(|(at, _)| *at <= now).min_by_key(|(at, _)| *at);
        if let Some((_, due)) = due {
            self.end(self.verdict_of(due), now);
        }
    }

    /// Restarts the time at `now`: clocks continue from their last stored values, and absences count from `now`. The
    /// result is the same as that of [`Self::replay`], without playing all moves again.
    pub fn begin_time_anew(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.begin_anew(now);
        }
        for side in Side::BOTH {
            self.away[side] = self.away[side].map(|_| now);
        }
        self.touched = now;
    }

    /// Returns the clock readings.
    pub(super) fn readings(&self, now: Instant) -> Option<Readings> {
        self.clock.as_ref().map(|clock| clock.readings(now))
    }

    /// Returns the clock readings without the time that the moves from `ply` on have added, so that taking back a move
    /// gains no time.
    pub(super) fn readings_without(&self, ply: usize, now: Instant) -> Option<Readings> {
        let clock = self.clock.as_ref()?;
        let (mut left, settings) = (clock.readings(now), clock.settings());
        let opening = self.terms.opening.len();
        let mut made = BySide::new(0, 0);
        for (at, &side) in self.movers.iter().enumerate().skip(opening) {
            if at >= ply {
                let ran = made[side] > 0 || self.terms.timeouts.first_move.is_none();
                let ends_period = settings[side].moves_to_go(made[side]) == Some(1);
                left[side] = left[side].saturating_sub(settings[side].added_ms(ran, ends_period));
            }
            made[side] += 1;
        }
        Some(left)
    }

    /// Returns whether the clock runs in a turn of `side`.
    pub(super) fn is_timed(&self, side: Side) -> bool {
        let is_per_move = self.clock.as_ref().is_some_and(|clock| clock.settings()[side].per_move);
        self.terms.timeouts.first_move.is_none() || is_per_move || self.has_moved(side)
    }

    /// Returns how much time each side has for its first move, if the clock waits for it, and how much of that is left
    /// at `now` to the side to move. The latter is `None` once the clock of that side runs.
    pub(crate) fn first_move(&self, now: Instant) -> Option<(Duration, Option<Duration>)> {
        let wait = self.terms.timeouts.first_move?;
        let clock = self.clock.as_ref().filter(|clock| !clock.is_by_correspondence())?;
        let since = clock.waits_since().filter(|_| self.phase == Phase::Live);
        Some((wait, since.map(|since| wait.saturating_sub(now.saturating_duration_since(since)))))
    }

    /// Returns all deadlines of the match.
    fn deadlines(&self) -> [Option<(Instant, DeadlineKind)>; 4] {
        let Timeouts { grace, open_seat, first_move, untouched } = self.terms.timeouts;
        let after = |since: Instant, wait: Duration| since.checked_add(wait);
        let mut due = [None, None, None, None];
        due[0] = match (&self.phase, &self.clock) {
            (Phase::Over(_), _) => return due,
            (Phase::Waiting, _) => {
                after(self.touched, open_seat).map(|at| (at, DeadlineKind::Void(&EndDetail::OpenSeat {})))
            }
            (Phase::Live, Some(clock)) => match clock.waits_since() {
                Some(since) => first_move.and_then(|wait| after(since, wait)).map(|at| (at, NOT_BEGUN)),
                None => clock.flag_falls().map(|(side, at)| (at, DeadlineKind::Flag(side))),
            },
            (Phase::Live, None) => {
                after(self.touched, untouched).map(|at| (at, DeadlineKind::Void(&EndDetail::Untouched {})))
            }
        };
        if !self.is_lost_by_absence() {
            return due;
        }
        for (slot, (side, since)) in due[1..].iter_mut().zip(self.away.iter()) {
            let what = match self.phase {
                Phase::Waiting => DeadlineKind::Void(&EndDetail::WaitingLeft {}),
                // The other side decides.
                _ if self.claims[!side] => continue,
                _ if self.away[!side].is_some() => DeadlineKind::BothAbsent,
                _ => DeadlineKind::Absent(side),
            };
            *slot = since.and_then(|since| after(since, grace)).map(|at| (at, what));
        }
        due
    }

    fn verdict_of(&self, due: DeadlineKind) -> Verdict {
        match due {
            DeadlineKind::Void(why) => Verdict::void(EndReason::Aborted, why.clone()),
            DeadlineKind::Flag(side) => self.lost_by_time(side, EndReason::Timeout, None),
            DeadlineKind::Absent(side) => self.lost_by_time(side, EndReason::Absence, None),
            DeadlineKind::BothAbsent => Verdict::void(EndReason::Absence, EndDetail::BothLeft {}),
        }
    }

    /// Returns whether absence ends the match. It does not if players return only for their moves, as without a clock.
    pub(super) fn is_lost_by_absence(&self) -> bool {
        self.phase == Phase::Waiting || self.clock.as_ref().is_some_and(|clock| !clock.is_by_correspondence())
    }

    /// Returns the rest of the grace period in milliseconds if a side is away; 0 if absence loses nothing.
    pub(crate) fn grace_left_ms(&self, side: Side, now: Instant) -> Option<u64> {
        self.away[side].map(|since| self.grace_ms(since, now))
    }

    /// Returns the rest at `now` of the grace period of a side that is away since `since`.
    pub(super) fn grace_ms(&self, since: Instant, now: Instant) -> u64 {
        if !self.is_lost_by_absence() {
            return 0;
        }
        let left = self.terms.timeouts.grace.saturating_sub(now.saturating_duration_since(since));
        u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
    }

    /// Ends the match at the request of `side`, whose opponent has been away for longer than the grace time.
    pub(super) fn claim(&mut self, side: Side, what: Claim, now: Instant) -> Result<(), Refusal> {
        self.require_live()?;
        let since = self.away[!side].filter(|_| self.is_lost_by_absence()).ok_or(Refusal::NothingToClaim)?;
        let wait = self.terms.timeouts.grace.saturating_sub(now.saturating_duration_since(since));
        if !wait.is_zero() {
            return Err(Refusal::TooEarly { wait });
        }
        let verdict = match what {
            Claim::Win => self.lost_by_time(!side, EndReason::Absence, None),
            Claim::Draw => Verdict { outcome: Some(GameResult::Draw), by: EndReason::Absence, detail: None },
        };
        self.end(verdict, now);
        Ok(())
    }

    /// The verdict when the time of `side` is up or it has stayed away: a loss, or a draw if the other side cannot win.
    pub(super) fn lost_by_time(&self, side: Side, by: EndReason, detail: Option<Detail>) -> Verdict {
        if self.board.can_win(!side) {
            return Verdict { detail, ..Verdict::won(!side, by) };
        }
        let detail = Some(EndDetail::CannotWin { side: !side }.into());
        Verdict { outcome: Some(GameResult::Draw), by, detail }
    }
}
