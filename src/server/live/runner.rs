//! What the task of a tournament knows beside the tournament's state.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::running::{Reply, Running};
use super::services::Live;
use crate::error::ApiError;
use crate::origin::Origin;
use crate::queue::Queue;
use crate::rate::Rate;
use arena_play::link::LinkId;
use arena_records::Record;
use arena_tournament::live::{Entry, UnderWay};

/// Maximum number of times per minute that an entrant may enter, connect or submit a version. Each adds entries to the
/// log.
const COMES: u32 = 60;
const MINUTE: Duration = Duration::from_secs(60);

/// State of the task.
pub(super) struct Runner {
    pub(super) live: Live,
    pub(super) running: Arc<Running>,
    /// Number of stored entries.
    pub(super) stored: u64,
    /// Entries and results of the next write.
    pub(super) fresh: Vec<Entry>,
    pub(super) results: Vec<(u64, Record)>,
    /// Replies to send and matches to start after that write.
    pub(super) replies: Vec<(Reply, Result<(), ApiError>)>,
    pub(super) to_begin: Vec<UnderWay>,
    /// The connections of each entrant, newest last.
    pub(super) links: HashMap<usize, Vec<(LinkId, Queue)>>,
    /// The networks of each entrant and the set of guests. Both cover entries since the server started.
    pub(super) origins: HashMap<usize, Option<Origin>>,
    pub(super) guests: BTreeSet<usize>,
    /// How often each entrant enters or connects.
    pub(super) comes: Rate<usize>,
    /// For each match that waits for an absent player, the time since when it has waited.
    pub(super) called: HashMap<u64, Instant>,
    pub(super) told: Instant,
    pub(super) has_news: bool,
}

impl Runner {
    pub(super) fn new(live: Live, running: Arc<Running>, stored: u64) -> Self {
        Self {
            live,
            running,
            stored,
            fresh: Vec::new(),
            results: Vec::new(),
            replies: Vec::new(),
            to_begin: Vec::new(),
            links: HashMap::new(),
            origins: HashMap::new(),
            guests: BTreeSet::new(),
            comes: Rate::new(COMES, MINUTE),
            called: HashMap::new(),
            told: Instant::now(),
            has_news: false,
        }
    }

    /// Applies an entry, and stores it with the next write.
    pub(super) fn add(&mut self, entry: Entry) {
        match self.running.apply(&entry) {
            Ok(()) => {
                self.has_news = true;
                self.fresh.push(entry);
            }
            Err(problem) => tracing::error!(id = %self.running.id, problem, "an entry of a tournament does not fit"),
        }
    }

    /// Marks entrants without connections as absent.
    pub(super) fn drop_links(&mut self) {
        let gone: Vec<usize> =
            self.links.iter().filter(|(_, links)| links.is_empty()).map(|(entrant, _)| *entrant).collect();
        for entrant in gone {
            self.links.remove(&entrant);
            self.running.newest().remove(&entrant);
            self.add(Entry::Went { entrant });
        }
    }
}
