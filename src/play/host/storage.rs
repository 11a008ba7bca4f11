//! What the event log answers, and what is done while it fails.

use std::time::{Duration, Instant};

use super::{Host, Stage, Then};
use crate::play::handle::Command;
use crate::play::link::Rejection;
use crate::play::{Event, EventLogError, NumberedEvent, OfferKind};

/// Links that may wait for the event log to work again; more are refused.
const DEFERRED: usize = 256;

/// When storing takes longer than this, both clocks are set back to their stored readings, so that nobody loses time by it.
const SLOW_JOURNAL: Duration = Duration::from_millis(100);

/// The longest pause between two attempts to store.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

impl Host {
    /// Takes the log's answer.
    pub(crate) fn stored(&mut self, result: Result<(), EventLogError>, now: Instant) {
        let (since, then, pause) = match std::mem::replace(&mut self.stage, Stage::Free) {
            Stage::Storing { since, then, pause } => (since, then, pause),
            // It was stopped meanwhile.
            other => return self.stage = other,
        };
        if let Err(error) = result {
            return self.failed(&error, (since, then, pause), now);
        }
        if now.saturating_duration_since(since) > SLOW_JOURNAL {
            self.core.begin_time_anew(now);
        }
        let agreed = |numbered: &NumberedEvent| {
            matches!(numbered.event, Event::Answered { what: OfferKind::Rematch, accept: true, .. })
        };
        if self.fresh.iter().any(agreed) {
            self.stage = Stage::Rematching(then);
        } else {
            self.finish(then, now);
            self.go_on(now);
        }
    }

    /// It could not be stored. Until it can be, nothing that would have to be stored is taken.
    fn failed(&mut self, error: &EventLogError, attempt: (Instant, Then, Duration), now: Instant) {
        let (since, mut then, pause) = attempt;
        if let Then::Reply((reply_to, result)) = then {
            tracing::warn!(id = %self.setup.id, %error, "a match waits for its storage");
            // What was refused is not among the events that wait.
            self.reply((reply_to, Err(Rejection::Unavailable { kept: result.is_ok() })));
            then = Then::Nothing;
        } else {
            tracing::debug!(id = %self.setup.id, %error, "no storage");
        }
        self.stage = Stage::Unstored { since, then, pause: (pause * 2).min(LONGEST_PAUSE), again: now + pause };
        std::mem::take(&mut self.waiting).into_iter().for_each(|command| self.defer(command));
    }

    /// While nothing can be stored: keeps a command for later, or turns it away.
    pub(super) fn defer(&mut self, command: Command) {
        match command {
            // Each link has at most one such command under way, so the number of those that wait is bounded by the links.
            Command::Detach { .. } => self.waiting.push_back(command),
            // Whoever wants that will want it again.
            Command::CallOff { .. } | Command::LetGo => {}
            Command::Attach { .. } if self.waiting.len() < DEFERRED => self.waiting.push_back(command),
            Command::Attach { .. } | Command::Act { .. } => self.turn_away(command),
        }
    }

    /// Tells whoever sent a command that cannot be taken now that it may be sent again.
    pub(super) fn turn_away(&mut self, command: Command) {
        if let Command::Attach { reply_to, .. } | Command::Act { reply_to, .. } = command {
            self.reply((reply_to, Err(Rejection::Unavailable { kept: false })));
        }
    }
}
