//! A node in the world of the nodes: what it has, and knows of the others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use uuid::Uuid;

use super::game::{Said, Stored};
use super::happens::Written;
use super::homing::{Settling, life};
use super::keeping::{Copied, Taking};
use crate::cluster::leases::Tenure;
use crate::cluster::node::Standing;
use crate::games::seed::Rng;
use crate::play::homes::Homes;
use crate::play::host::Host;
use crate::play::match_id::NodeTag;

pub(super) struct Node {
    pub(super) start: u32,
    pub(super) up: bool,
    pub(super) still_until: u64,
    pub(super) cut_until: u64,
    /// How fast its clock runs, in thousandths, and how far its wall clock is off, in milliseconds.
    pub(super) rate: u64,
    pub(super) skew: i64,
    pub(super) tenure: Tenure,
    /// Where it stands, as it last saw.
    pub(super) standing: Standing,
    /// What its store has of what it has done of the log.
    pub(super) stored: Stored,
    /// What its own disk has of that for certain, and the texts that come after.
    pub(super) disk: Stored,
    pub(super) tail: Vec<u64>,
    /// The copy that it puts up, and when it asked for that last.
    pub(super) putting: Option<(Copied, u64)>,
    /// What it takes, where the log begins after what it has.
    pub(super) taking: Option<Taking>,
    /// When it last read the log, and looked after it.
    pub(super) read: u64,
    pub(super) looked: u64,
    /// The matches that run there, and what has happened in them and is not under way to the log.
    pub(super) hosts: BTreeMap<u64, Host>,
    pub(super) unwritten: VecDeque<Said>,
    /// Whether it serves in its present life, and how often it has begun to.
    pub(super) open: bool,
    pub(super) opened: u64,
    /// Where it takes matches to live, since it serves.
    pub(super) homes: Homes,
    /// Whether it waits until it has everything that others wrote, and for what: to lead, and to take over from those who do
    /// not live any more, where these do.
    pub(super) settling: Option<Settling>,
    /// The write under way, when it was sent last, and its number once that is known.
    pub(super) write: Option<(Written, u64, Option<u64>)>,
    pub(super) own: u64,
}

impl Node {
    /// One that is new.
    pub(super) fn new(node: usize, rng: &mut Rng) -> Self {
        Self {
            start: 0,
            up: true,
            still_until: 0,
            cut_until: 0,
            rate: 970 + rng.below(60) as u64,
            skew: rng.below(8_000) as i64 - 4_000,
            tenure: Tenure::new(life(node, 0)),
            standing: Standing::default(),
            stored: Stored::default(),
            disk: Stored::default(),
            tail: Vec::new(),
            putting: None,
            taking: None,
            read: 0,
            looked: 0,
            hosts: BTreeMap::new(),
            unwritten: VecDeque::new(),
            open: false,
            opened: 0,
            homes: Homes::new(NodeTag::of(Uuid::nil()), BTreeSet::new()),
            settling: None,
            write: None,
            own: 1,
        }
    }
}
