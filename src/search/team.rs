//! Several threads that search one position together, through one table: lazy SMP with deferred moves.
//!
//! Every thread runs the whole search; what one finds, the others take from the table. So that they do not all do the
//! same at the same time, a move that another thread is searching at the moment comes last, when its value is probably
//! known: Kerrigan, "Simplified ABDADA" (tckerrigan.com, 2016), after Weill, "The ABDADA distributed minimax search
//! algorithm", ICCA Journal 19:1 (1996). A thread that has finished a depth goes on to the next; one that was overtaken
//! gives its depth up.
//!
//! The value stays that of one thread, as the table's entries are true whoever made them; the number of nodes, and which
//! of equally good moves and lines is found, depend on who came first.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::root::{Iteration, depths};
use super::searcher::{Counts, Node, Searcher, Setting, Told};
use super::trace::{NoTrace, Trace};
use super::{Budget, Report, SearchOptions};
use crate::games::seed::Rng;
use crate::games::{Evaluation, Game, Hints};

/// No search has more threads.
pub const MAX_THREADS: u16 = 64;

/// Nearer to the horizon a move is searched sooner than one could ask who else does so.
pub(super) const LEAST_SHARED_DEPTH: u16 = 4;

/// So many searched positions are told apart; two in one place only cost time.
const BUSY: usize = 1 << 12;

/// What the threads of one search tell each other, besides the table.
pub(super) struct Team {
    /// The search has come to its end; every thread does so too.
    over: AtomicBool,
    /// The nodes of all threads, as far as they have told.
    nodes: AtomicU64,
    /// The depth that the leader, whose result is reported, is at.
    depth: AtomicU16,
    /// The keys of positions that are being searched.
    busy: Box<[AtomicU64]>,
}

impl Team {
    fn new() -> Self {
        let busy = std::iter::repeat_with(AtomicU64::default).take(BUSY).collect();
        Self { over: AtomicBool::new(false), nodes: AtomicU64::new(0), depth: AtomicU16::new(0), busy }
    }

    /// Counts `more` nodes and gives the number of all.
    pub(super) fn count(&self, more: u64) -> u64 {
        self.nodes.fetch_add(more, Relaxed) + more
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// The leader begins with a depth.
    pub(super) fn lead_to(&self, depth: u16) {
        self.depth.store(depth, Relaxed);
    }

    /// Whether the leader is beyond that depth.
    pub(super) fn is_beyond(&self, depth: u16) -> bool {
        self.depth.load(Relaxed) > depth
    }

    #[expect(clippy::cast_possible_truncation, reason = "the mask keeps only as many bits as there are places")]
    const fn place(&self, key: u64) -> &AtomicU64 {
        &self.busy[key as usize & (BUSY - 1)]
    }

    /// Whether some thread is searching the position with this key.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// Somebody begins to search the position with this key.
    pub(super) fn enter(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    /// The same thread has searched it.
    pub(super) fn leave(&self, key: u64) {
        if self.is_busy(key) {
            self.place(key).store(0, Relaxed);
        }
    }
}

/// Ends the others when the leader is done, however that comes.
struct EndOnDrop<'a>(&'a Team);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// As [`Searcher::lead`], with as many helpers as the options ask for; fewer where the system gives no more
    /// threads. The counts are those of all.
    pub(super) fn together<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        position: &G,
        (options, evaluation): (&SearchOptions, &E),
        budget: &Budget<'_>,
        order: Vec<(u32, G::Move)>,
        trace: &mut T,
    ) -> Report<G::Move> {
        let team = Team::new();
        let setting = Setting::new(options, evaluation, budget, Some(&team));
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.resize_with(usize::from(options.threads) - 1, Self::new);
        let mut report = thread::scope(|scope| {
            let _ends = EndOnDrop(&team);
            for helper in &mut helpers {
                helper.join(self, &setting);
                let (setting, order) = (&setting, order.clone());
                let work = move || helper.help(position, setting, order);
                // A system without another thread has to do with those that there are.
                thread::Builder::new().name("search-helper".to_owned()).spawn_scoped(scope, work).ok();
            }
            self.lead(position, &setting, order, trace)
        });
        for helper in &mut helpers {
            helper.table = None;
            let Counts { nodes, leaves, cutoffs, pruned, table_hits } = helper.counts;
            report.nodes += nodes;
            report.leaves += leaves;
            report.cutoffs += cutoffs;
            report.pruned += pruned;
            report.table_hits += table_hits;
        }
        self.helpers = helpers;
        report
    }

    /// Makes a helper ready for the search that `leader` begins: it shares the table and knows the path.
    fn join<E>(&mut self, leader: &mut Self, setting: &Setting<'_, E>) {
        self.table.clone_from(&leader.table);
        self.path.clone_from(&leader.path);
        self.memory.begin(setting.continues);
        self.restart_counts(setting.budget, true);
        self.rng = Rng::new(leader.rng.next_u64());
    }

    /// Searches the same as the leader until the team is done.
    fn help<E: Evaluation<G>>(&mut self, position: &G, setting: &Setting<'_, E>, mut order: Vec<(u32, G::Move)>) {
        let mut found = Iteration::unsearched(&order);
        let team = setting.team.expect("who helps is of a team");
        for depth in depths(position, setting.options) {
            if team.is_beyond(depth) {
                continue;
            }
            let setting = Setting { helps_at: Some(depth), ..*setting };
            let node = Node { position, depth, ply: 0, passed: false, told: Told::Nothing, setting: &setting };
            let ended = self.deepen(&node, &mut order, &mut found, &mut NoTrace);
            if ended.is_err() && team.is_over() {
                return;
            }
        }
    }
}
