//! What happens in the world of the nodes, and what a node asks of the database.

use std::time::Duration;

use super::keeping::Copied;
use super::lines::Told;
use super::speech::{Down, Up};
use crate::cluster::leases::{Lease, Life};
use crate::store::shared::{Change, Growth, SharedLogError, Snapshot};

/// A write, by its writer, the number by the writer's own count, and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) writer: Life,
    pub(super) own: u64,
    pub(super) text: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Request {
    Join(Life, Duration),
    Renew(Life, Duration),
    Adopt(Life),
    Count(Life),
    Look(Life),
    /// Whether another life is on the list.
    Lives(Life, Life),
    Append(Written),
    /// What comes after this change.
    Read(u64),
    /// A life has everything up to this change, and wants to know by how much the log has grown.
    Passed(Life, u64),
    Begin(Life, Copied),
    Put(Life, Copied, u64),
    Finish(Life, Copied),
    Shorten(Life),
    Newest,
    Part(u64, u64),
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Granted(Life, Duration),
    Ended(Life),
    Owns(Life, Vec<Lease>),
    /// The same, with who leads and who lives.
    Seen(Life, Vec<Lease>, Option<Life>, Vec<Life>),
    /// Whether the second of these lives is on the list, as the first has asked.
    Lives(Life, Life, bool),
    /// The number of the write; none where its writer may not write.
    Appended(Written, Option<u64>),
    Read(Result<Vec<Change>, SharedLogError>),
    Grown(Growth),
    Begun(Copied, bool),
    Put(Copied, u64),
    Newest(Option<Snapshot>),
    /// A part, and the copy of which it is one; none where it is not there any more.
    Part(u64, Option<Copied>),
}

#[derive(Debug)]
pub(super) enum Happens {
    Tick(usize),
    /// It arrives at the database, from a node in its so-manieth start.
    Asked(usize, u32, Request),
    Answered(usize, u32, Answer),
    Kill(usize),
    Start(usize),
    /// A node stands still for so long.
    Pause(usize, u64),
    /// The links of a node are cut for so long.
    Cut(usize, u64),
    /// The database crashes and is back at once.
    Crash,
    /// A client looks round.
    Looks(usize),
    /// What a client has said in its session arrives.
    Comes(u64, Up),
    /// What was said on a connection arrives at the node of the match.
    Said(u64, Up),
    /// What is sent on a connection arrives at the node that carries it, and at the client.
    Carried(u64, Down),
    Heard(u64, Down),
    /// A connection or a session is gone.
    Gone(u64),
    /// A connection is found to be lost at the node that the client came to, and at that of the match.
    Lost(u64),
    Left(u64),
    /// What is told over a line arrives, and a sign of its node.
    Told(u64, Told),
    Beats(u64),
}
