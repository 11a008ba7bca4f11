//! Commands for running matches.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::link::{LinkId, Listener, Role};
use super::{Action, Detail, running_time};

/// The sender of a request, and where its reply goes.
#[derive(Clone)]
pub struct ReplyTo {
    pub link: LinkId,
    /// The listener that gets the reply.
    pub listener: Arc<dyn Listener>,
    /// The number of the request, chosen by the client.
    pub re: Option<u64>,
    /// The time at which the request was received, by [`running_time::now`].
    pub at: Instant,
}

impl ReplyTo {
    /// Creates the sender of a request that is received now.
    #[must_use]
    pub fn now(link: LinkId, listener: Arc<dyn Listener>, re: Option<u64>) -> Self {
        Self { link, listener, re, at: running_time::now() }
    }
}

/// A command for a match.
pub enum Command {
    /// Adds a link, which has the events up to `since`, if any.
    Attach {
        /// The sender.
        reply_to: ReplyTo,
        /// The role of the link.
        role: Role,
        /// The number of the last event that the link has.
        since: Option<u64>,
    },
    /// Removes a link.
    Detach {
        link: LinkId,
        /// The request to answer, if any.
        reply_to: Option<ReplyTo>,
    },
    /// Ends the match without a result.
    CallOff {
        /// The reason.
        detail: Detail,
        /// The request to answer, if any.
        reply_to: Option<ReplyTo>,
    },
    /// Unloads the match once it is over, even if it is watched, because its stored data have changed.
    Unload,
    /// Performs an action for a link.
    Act {
        /// The sender.
        reply_to: ReplyTo,
        action: Action,
    },
}

/// The reason why a command was not accepted. Contains the command, so that the sender can retry.
pub enum SendError {
    /// Too many commands are waiting. Retry later.
    Busy(Box<Command>),
    /// The match is no longer running.
    Stopped(Box<Command>),
}

impl fmt::Debug for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Busy(_) => "Busy",
            Self::Stopped(_) => "Stopped",
        })
    }
}
