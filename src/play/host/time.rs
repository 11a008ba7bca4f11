//! Deadlines of a match and of its keeper.

use std::time::{Duration, Instant};

use super::{Host, Next, Stage, Then};
use crate::games::Side;
use crate::play::Phase;
use crate::play::link::Role;

/// The sleep of a match that waits for commands only.
const FAR: Duration = Duration::from_secs(86_400);

/// The interval of checks whether a flag can be judged.
const JUDGED_EVERY: Duration = Duration::from_millis(100);

/// A flag is judged in any case this long after its fall.
const JUDGED_WITHIN: Duration = Duration::from_secs(5);

impl Host {
    /// Performs what is due at `now`. Returns the next task of the keeper.
    pub(in crate::play) fn attend(&mut self, now: Instant) -> Next {
        let due = match self.stage {
            Stage::Stopped => return Next::Rest,
            Stage::Rematching(_) => return Next::Rematch(self.core.seats().clone()),
            Stage::Unstored { again, .. } if again <= now => {
                if let Stage::Unstored { since, then, pause, .. } = std::mem::replace(&mut self.stage, Stage::Free) {
                    self.stage = Stage::Storing { since, then, pause };
                }
                self.unasked = true;
                None
            }
            Stage::Unstored { again, .. } => Some(again),
            Stage::Storing { .. } => self.due().filter(|due| *due > now),
            Stage::Free => {
                if self.rests_at().is_some_and(|at| at <= now) {
                    return Next::Rest;
                }
                if self.due().is_some_and(|due| due <= now) {
                    self.pass_time(now);
                    self.go_on(now);
                }
                self.due()
            }
        };
        self.keeper_comes = due.unwrap_or(now + FAR);
        Next::Sleep(self.keeper_comes)
    }

    /// Returns whether the keeper must wake earlier than planned.
    pub(super) fn wants_keeper(&self) -> bool {
        match self.stage {
            Stage::Free => self.due().is_some_and(|due| due < self.keeper_comes),
            Stage::Storing { .. } => false,
            Stage::Unstored { again, .. } => again < self.keeper_comes,
            Stage::Rematching(_) | Stage::Stopped => true,
        }
    }

    /// Returns the next deadline.
    fn due(&self) -> Option<Instant> {
        let deadline = self.core.deadline().map(|at| self.judges_at.map_or(at, |later| later.max(at)));
        [deadline, self.presence_at, self.rests_at()].into_iter().flatten().min()
    }

    /// Returns the instant at which to judge the match. This is normally `now`. While it is unknown whether the side
    /// whose flag fell was reachable until then, it is the instant just before the fall. If the side was unreachable,
    /// its clock was suspended, which becomes known soon.
    pub(super) fn judged(&mut self, now: Instant) -> Instant {
        self.judges_at = None;
        let Some((side, falls)) = self.core.flag_falls().filter(|(_, falls)| *falls <= now) else { return now };
        let playing = self.links.iter().find(|link| Some(link.id) == self.playing[side]);
        let is_known = playing.and_then(|link| link.listener.last_reached()).is_none_or(|last| last >= falls);
        if is_known || now >= falls + JUDGED_WITHIN {
            return now;
        }
        self.judges_at = Some(now + JUDGED_EVERY);
        falls.checked_sub(Duration::from_nanos(1)).unwrap_or(falls)
    }

    /// Returns when the match is unloaded: some time after its end, or after all people have left a match without a
    /// clock. If it is then a bot's turn, the bot moves when a player returns.
    fn rests_at(&self) -> Option<Instant> {
        let watched = || self.links.iter().any(|link| !matches!(link.role, Role::Bot(_)));
        match self.core.phase() {
            Phase::Waiting => None,
            Phase::Live => {
                let seats = self.core.seats();
                let is_gone = |side: Side| seats[side].player().is_none() || self.core.is_away(side);
                let rests = self.core.clock().is_none()
                    && Side::BOTH.into_iter().all(is_gone)
                    && seats.iter().any(|(_, seat)| seat.player().is_some())
                    && !watched();
                rests.then(|| self.last_request.checked_add(self.core.terms().timeouts.grace)).flatten()
            }
            Phase::Over(_) if self.let_go => Some(self.last_request),
            Phase::Over(_) if watched() => self.last_request.checked_add(self.timeouts.linger),
            Phase::Over(_) => Some(self.first_link_by),
        }
    }

    fn pass_time(&mut self, now: Instant) {
        let judged = self.judged(now);
        self.core.tick(judged);
        if self.presence_at.is_some_and(|at| at <= now) {
            self.presence_at = None;
            for side in Side::BOTH {
                if self.playing[side].is_none() && self.core.seats()[side].player().is_some() {
                    self.set_away(side, now);
                }
            }
        }
        self.commit(Then::Nothing, now);
    }
}
