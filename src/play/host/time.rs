//! Deadlines of a match and of its timer.

use std::time::{Duration, Instant};

use super::{Host, Next, PendingAction, Stage};
use crate::Phase;
use crate::link::Role;
use arena_games::Side;

/// The sleep of a match that waits for commands only.
const FAR: Duration = Duration::from_secs(86_400);

impl Host {
    /// Performs what is due at `now`. Returns the next task of the timer.
    pub(crate) fn attend(&mut self, now: Instant) -> Next {
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
        self.timer_wakes = due.unwrap_or(now + FAR);
        Next::Sleep(self.timer_wakes)
    }

    /// Returns whether the timer must wake earlier than planned.
    pub(crate) fn wants_timer(&self) -> bool {
        match self.stage {
            Stage::Free => self.due().is_some_and(|due| due < self.timer_wakes),
            Stage::Storing { .. } => false,
            Stage::Unstored { again, .. } => again < self.timer_wakes,
            Stage::Rematching(_) | Stage::Stopped => true,
        }
    }

    /// Returns the next deadline.
    fn due(&self) -> Option<Instant> {
        [self.core.deadline(), self.presence_at, self.rests_at()].into_iter().flatten().min()
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
            Phase::Over(_) if self.unload => Some(self.last_request),
            Phase::Over(_) if watched() => self.last_request.checked_add(self.timeouts.linger),
            Phase::Over(_) => Some(self.first_link_by),
        }
    }

    fn pass_time(&mut self, now: Instant) {
        self.core.tick(now);
        if self.presence_at.is_some_and(|at| at <= now) {
            self.presence_at = None;
            for side in Side::BOTH {
                if self.playing[side].is_none() && self.core.seats()[side].player().is_some() {
                    self.set_away(side, now);
                }
            }
        }
        self.commit(PendingAction::Nothing, now);
    }
}
