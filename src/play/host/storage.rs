//! The answers of the event log, and behaviour while it fails.

use std::time::{Duration, Instant};

use super::{Host, PendingAction, Stage};
use crate::handle::Command;
use crate::link::Rejection;
use crate::{Event, EventLogError, NumberedEvent, OfferKind};

/// The greatest number of links that wait while the event log fails. Further ones are refused.
const DEFERRED: usize = 256;

/// If a write takes longer than this, both clocks are reset to their stored readings, so that neither side loses time.
const SLOW_JOURNAL: Duration = Duration::from_millis(100);

/// The longest pause between attempts to write.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

impl Host {
    /// Handles the answer of the log.
    pub(crate) fn stored(&mut self, result: Result<(), EventLogError>, now: Instant) {
        let (since, then, pause) = match std::mem::replace(&mut self.stage, Stage::Free) {
            Stage::Storing { since, then, pause } => (since, then, pause),
            // The match was stopped meanwhile.
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

    /// Handles a failed write. Until it succeeds, commands that produce events are refused.
    fn failed(&mut self, error: &EventLogError, attempt: (Instant, PendingAction, Duration), now: Instant) {
        let (since, mut then, pause) = attempt;
        if let PendingAction::Reply((reply_to, result)) = then {
            tracing::warn!(id = %self.setup.id, %error, "a match waits for its storage");
            // A refused action has no pending events.
            self.reply((reply_to, Err(Rejection::Unavailable { kept: result.is_ok() })));
            then = PendingAction::Nothing;
        } else {
            tracing::debug!(id = %self.setup.id, %error, "no storage");
        }
        self.stage = Stage::Unstored { since, then, pause: (pause * 2).min(LONGEST_PAUSE), again: now + pause };
        std::mem::take(&mut self.waiting).into_iter().for_each(|command| self.defer(command));
    }

    /// Queues or rejects a command while the log fails.
    pub(super) fn defer(&mut self, command: Command) {
        match command {
            // Each link has at most one such command under way, so the number of links limits the queue.
            Command::Detach { .. } => self.waiting.push_back(command),
            // The sender will repeat the command.
            Command::Unload => {}
            Command::Attach { .. } if self.waiting.len() < DEFERRED => self.waiting.push_back(command),
            Command::Attach { .. } | Command::Act { .. } | Command::CallOff { .. } => self.turn_away(command),
        }
    }

    /// Tells the sender that a command was not taken and may be sent again.
    pub(super) fn turn_away(&mut self, command: Command) {
        if let Command::Attach { reply_to, .. }
        | Command::Act { reply_to, .. }
        | Command::CallOff { reply_to: Some(reply_to), .. } = command
        {
            self.reply((reply_to, Err(Rejection::Unavailable { kept: false })));
        }
    }
}
