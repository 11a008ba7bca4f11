//! What every way of pruning shares: the nodes, what they cost, what is remembered of them and in which order their
//! moves come.

use super::lines::Lines;
use super::memory::{Memory, Past};
use super::options::{Ordering, SearchOptions};
use super::ordering::{self, Rank, Scene};
use super::path::Path;
use super::table::{Bound, Entry, NO_MOVE, Table};
use super::team::{LEAST_SHARED_DEPTH, Team};
use super::trace::Trace;
use super::value::{finished, from_table, is_decided, to_table};
use super::{Budget, INFINITY};
use crate::games::seed::Rng;
use crate::games::{EVALUATION_LIMIT, Evaluation, Game, Hints};

/// The budget ran out; everything on the way up returns at once.
pub(super) struct Stopped;

/// Searches positions of one game. Keeps its memory from one search to the next, so that none allocates once warm.
///
/// The transposition table, the history and the counter moves outlive a search. Other options make it forget them;
/// before a search with another evaluation, call [`Searcher::forget`].
pub struct Searcher<G: Game> {
    pub(super) moves: Vec<G::Move>,
    /// The ranks of the moves, where there is an order.
    pub(super) ranks: Vec<Rank>,
    pub(super) lines: Lines<G::Move>,
    pub(super) path: Path,
    pub(super) memory: Memory<G::Move>,
    pub(super) table: Option<Table>,
    pub(super) counts: Counts,
    /// The static values of the positions on the path that is being searched; only a selective search has them.
    pub(super) guesses: Vec<i32>,
    /// The footprints of the moves to the positions on that path; only where the order asks for them.
    pub(super) trail: Vec<Option<usize>>,
    /// How often a value was taken that a deeper search, or one on another path, might find to be another.
    pub(super) unsure: u64,
    pub(super) next_check: u64,
    pub(super) rng: Rng,
    /// The nodes that the others of the team were told of.
    told: u64,
    /// Those that search with this one where the options ask for several threads.
    pub(super) helpers: Vec<Self>,
    /// The options of the search before.
    pub(super) last: Option<SearchOptions>,
    /// A fault, to show that the tests catch it: values of deeper searches are taken too.
    #[cfg(test)]
    pub(super) takes_deeper: bool,
}

/// What a search counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub nodes: u64,
    pub leaves: u64,
    pub cutoffs: u64,
    pub pruned: u64,
    pub table_hits: u64,
}

/// What stays the same at all nodes of one search.
pub(super) struct Setting<'a, E> {
    pub options: &'a SearchOptions,
    /// [`SearchOptions::is_selective`], asked once.
    pub selective: bool,
    /// [`SearchOptions::is_plain`], asked once.
    pub plain: bool,
    /// Whether null windows need nothing but what [`Searcher::scout`] does: no move is searched to another depth than the
    /// rest, and no other thread told of it.
    pub scouts: bool,
    /// Whether cuts are remembered for the order of later moves.
    pub learns: bool,
    /// Whether also what follows what is.
    pub continues: bool,
    pub evaluation: &'a E,
    pub budget: &'a Budget<'a>,
    /// The other threads, where there are any.
    pub team: Option<&'a Team>,
    /// The depth at which this thread helps the leader, which gives it up when the leader is beyond it.
    pub helps_at: Option<u16>,
}

/// What is known of a node before it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Nothing.
    Nothing,
    /// The side that moved here has not won.
    NotWon,
    /// Nor can the side to move win at once.
    NoWin,
}

/// A node to be searched.
pub(super) struct Node<'a, G: Game, E> {
    pub position: &'a G,
    pub depth: u16,
    pub ply: usize,
    /// Whether the move that leads here was a pass that the rules do not know.
    pub passed: bool,
    /// What the hints at the node above told of this one.
    pub told: Told,
    pub setting: &'a Setting<'a, E>,
}

impl<'a, E> Setting<'a, E> {
    pub(super) fn new(
        options: &'a SearchOptions,
        evaluation: &'a E,
        budget: &'a Budget<'a>,
        team: Option<&'a Team>,
    ) -> Self {
        let scouts = options.keeps_value() && team.is_none();
        let learns = |key: &Ordering| {
            matches!(key, Ordering::Killers | Ordering::History | Ordering::Counter | Ordering::Continuation)
        };
        let learns = options.ordering.iter().any(learns);
        let continues = options.ordering.contains(&Ordering::Continuation);
        let (selective, plain) = (options.is_selective(), options.is_plain());
        Self { options, selective, plain, scouts, learns, continues, evaluation, budget, team, helps_at: None }
    }
}

impl<'a, G: Game, E> Node<'a, G, E> {
    /// The static value for the side to move.
    #[inline(always)]
    pub(super) fn guess(&self) -> i32
    where
        E: Evaluation<G>,
    {
        let value = self.setting.evaluation.evaluate(self.position);
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) * self.position.to_move().sign()
    }

    pub(super) fn after(&self, mv: G::Move) -> G {
        let mut child = self.position.clone();
        child.play(mv);
        child
    }

    /// How many moves are searched here at most, where that is bounded: not where a threat has to be answered.
    pub(super) fn width(&self) -> Option<usize>
    where
        G: Hints,
    {
        self.setting.options.width.filter(|_| !self.position.in_check()).map(usize::from)
    }

    /// What hints here tell of the nodes below.
    #[inline]
    pub(super) fn told_below(&self) -> Told
    where
        G: Hints,
    {
        match self.depth > 1 && self.setting.options.width.is_none() {
            _ if !G::TELLS_WINS || !self.setting.options.hints => Told::Nothing,
            true => Told::NoWin,
            false => Told::NotWon,
        }
    }

    pub(super) fn same_side(&self, child: &G) -> bool {
        child.to_move() == self.position.to_move()
    }

    pub(super) const fn child(&self, position: &'a G) -> Self {
        let (depth, ply) = (self.depth - 1, self.ply + 1);
        Node { position, depth, ply, passed: false, told: Told::Nothing, setting: self.setting }
    }
}

/// How a node is found when it is entered.
pub(super) enum Entered {
    /// It has this value: the game is over, or drawn by repetition.
    Finished(i32),
    /// It is at the horizon.
    Horizon,
    /// Its moves are to be searched.
    Open,
}

/// What the table knows of a node.
pub(super) struct Known {
    key: u64,
    upright: bool,
    /// Whether the position is in the table's part for those near the end.
    near: bool,
    entry: Option<Entry>,
    /// The count of unsure values when the node was entered.
    unsure: u64,
}

impl Known {
    /// The best move found earlier, as its index in natural order.
    pub(super) fn mv(&self) -> u16 {
        self.entry.filter(|entry| entry.upright == self.upright).map_or(NO_MOVE, |entry| entry.mv)
    }

    /// Whether the position is near the game's end.
    pub(super) const fn is_near(&self) -> bool {
        self.near
    }

    /// Whether there is such a move.
    pub(super) fn has_move(&self) -> bool {
        self.mv() != NO_MOVE
    }

    /// The static value `guessed`, or what the table knows better.
    pub(super) fn sharpened(&self, guessed: i32) -> i32 {
        match self.entry {
            Some(entry) if is_decided(entry.value) => guessed,
            Some(Entry { bound: Bound::Lower, value, .. }) => guessed.max(value),
            Some(Entry { bound: Bound::Upper, value, .. }) => guessed.min(value),
            Some(Entry { bound: Bound::Exact, value, .. }) => value,
            None => guessed,
        }
    }
}

impl<G: Game + Hints> Default for Searcher<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// A searcher that has seen nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: Vec::new(),
            ranks: Vec::new(),
            lines: Lines::new(),
            path: Path::new(),
            memory: Memory::new(),
            table: None,
            counts: Counts { nodes: 0, leaves: 0, cutoffs: 0, pruned: 0, table_hits: 0 },
            guesses: Vec::new(),
            trail: Vec::new(),
            unsure: 0,
            next_check: 0,
            told: 0,
            helpers: Vec::new(),
            rng: Rng::new(0),
            last: None,
            #[cfg(test)]
            takes_deeper: false,
        }
    }

    /// Forgets what it has seen, but keeps the memory that held it: the next search is that of a new searcher.
    pub fn forget(&mut self) {
        self.last = None;
        self.helpers.clear();
        self.path.begin(&[]);
    }

    /// The next search, and only that, is of a position that was reached by way of positions with these keys, the
    /// earliest first. Matters where [`Game::REPETITION`] is some.
    pub fn after(&mut self, history: &[u64]) -> &mut Self {
        self.path.begin(history);
        self
    }

    /// Counts the node, and tells its value where the game is over or the horizon reached.
    #[inline(always)]
    pub(super) fn settle<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>) -> Result<Option<i32>, Stopped> {
        Ok(match self.enter(node)? {
            Entered::Finished(value) => Some(value),
            Entered::Horizon => Some(node.guess()),
            Entered::Open => None,
        })
    }

    /// Counts the node and says how it is found.
    #[inline(always)]
    pub(super) fn enter<E>(&mut self, node: &Node<'_, G, E>) -> Result<Entered, Stopped> {
        if self.counts.nodes >= self.next_check {
            self.check(node.setting)?;
        }
        self.counts.nodes += 1;
        self.lines.clear(node.ply);
        let side = node.position.to_move();
        let goes_on = node.told != Told::Nothing && node.position.empties().is_some_and(|empties| empties > 0);
        let entered = match if goes_on { None } else { node.position.outcome() } {
            Some(outcome) => Entered::Finished(finished::<G>(outcome, side, node.ply, node.setting.options.distance)),
            None => {
                let drawn = self.path.visit(node.position, node.ply);
                if !drawn && node.depth > 0 {
                    return Ok(Entered::Open);
                }
                self.unsure += 1;
                if drawn { Entered::Finished(0) } else { Entered::Horizon }
            }
        };
        self.counts.leaves += 1;
        Ok(entered)
    }

    /// Whether the search may go on.
    #[cold]
    fn check<E>(&mut self, setting: &Setting<'_, E>) -> Result<(), Stopped> {
        let nodes = self.counts.nodes;
        self.next_check = setting.budget.next_check(nodes, setting.team.is_some());
        let Some(team) = setting.team else {
            return if setting.budget.spent(nodes) { Err(Stopped) } else { Ok(()) };
        };
        let all = team.count(nodes - std::mem::replace(&mut self.told, nodes));
        if setting.budget.spent(all) {
            team.end();
        }
        let overtaken = setting.helps_at.is_some_and(|depth| team.is_beyond(depth));
        if team.is_over() || overtaken { Err(Stopped) } else { Ok(()) }
    }

    /// Begins to count anew.
    pub(super) fn restart_counts(&mut self, budget: &Budget<'_>, several_threads: bool) {
        self.counts = Counts::default();
        (self.unsure, self.told) = (0, 0);
        self.next_check = budget.next_check(0, several_threads);
    }

    /// Looks the node up in the table.
    #[inline]
    pub(super) fn look_up<E>(&self, node: &Node<'_, G, E>) -> Known {
        let (mut key, mut upright, mut entry) = (0, true, None);
        let near = G::NEAR_END > 0 && node.position.empties().is_some_and(|empties| empties <= G::NEAR_END);
        if let Some(table) = &self.table {
            key = node.position.key();
            if node.setting.options.symmetry {
                let own = std::mem::replace(&mut key, node.position.canonical_key());
                upright = own == key;
            }
            entry = table.find(key, node.depth, near);
        }
        Known { key, upright, near, entry, unsure: self.unsure }
    }

    /// As [`Searcher::told_by_table`], and counts it.
    #[inline]
    pub(super) fn cut_by_table<E>(
        &mut self,
        node: &Node<'_, G, E>,
        known: &Known,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let value = self.told_by_table(node, known, alpha, beta)?;
        self.count_hit(known);
        Some(value)
    }

    /// Counts that a node's value was taken from the table.
    #[inline]
    pub(super) fn count_hit(&mut self, known: &Known) {
        self.unsure += u64::from(known.entry.is_some_and(|entry| !entry.complete));
        self.counts.table_hits += 1;
    }

    /// The node's value from the table, where it is what a search of it would find or decides as much.
    ///
    /// A value of another depth is another value: it only counts where finished positions alone made it, at most as
    /// deep as this search will look. A selective search knows no such thing as its depth, and takes deeper ones too.
    #[inline]
    pub(super) fn told_by_table<E>(&self, node: &Node<'_, G, E>, known: &Known, alpha: i32, beta: i32) -> Option<i32> {
        let entry = known.entry?;
        let depth = u16::from(entry.depth);
        let holds = depth == node.depth
            || (entry.complete && depth < node.depth)
            || (node.setting.selective && depth > node.depth);
        // A selective search sees more on its line of best play than elsewhere, so that is always searched.
        let holds = holds && (!node.setting.selective || node.depth == 0 || alpha + 1 == beta);
        #[cfg(test)]
        let holds = holds || (self.takes_deeper && depth > node.depth);
        let value = from_table::<G>(entry.value, node.ply, node.setting.options.distance);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (holds && decides).then_some(value)
    }

    /// Stores what the search of the node, with the window from `alpha` to `beta`, found.
    #[inline]
    pub(super) fn keep<E>(&self, node: &Node<'_, G, E>, known: &Known, value: i32, mv: u16, window: (i32, i32)) {
        let Some(table) = &self.table else { return };
        let (alpha, beta) = window;
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // Where no move was good enough, the one that was known before is kept.
        let mv = if mv == NO_MOVE { known.mv() } else { mv };
        let entry = Entry {
            value: to_table::<G>(value, node.ply, node.setting.options.distance),
            mv,
            depth: u8::try_from(node.depth).expect("a search is at most MAX_DEPTH plies deep"),
            bound,
            complete: self.unsure == known.unsure,
            upright: known.upright,
        };
        table.store(known.key, entry, known.near);
    }

    /// Puts the node's moves on top of the stack, ranked where an order is asked for, and says where they begin. `known`
    /// is the table's move.
    pub(super) fn list_moves<E>(&mut self, node: &Node<'_, G, E>, previous: Option<G::Move>, known: u16) -> usize {
        let base = self.list_unranked(node);
        self.rank_moves(node, previous, known, base);
        base
    }

    fn list_unranked<E>(&mut self, node: &Node<'_, G, E>) -> usize {
        let base = self.moves.len();
        if node.width().is_some() {
            node.position.likely(&mut self.moves);
        } else {
            node.position.open_moves(&mut self.moves);
        }
        base
    }

    /// As [`Searcher::list_moves`], but where the order begins with the table's move, that is brought to the front and
    /// the rest is not ranked: more often than not it cuts. Says then where it stood.
    pub(super) fn list_known_first<E>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        known: u16,
    ) -> Option<usize> {
        let base = self.list_unranked(node);
        let at = base + usize::from(known);
        if node.setting.options.ordering.first() != Some(&Ordering::Table) || at >= self.moves.len() {
            self.rank_moves(node, previous, known, base);
            return None;
        }
        self.walk(node, previous);
        self.ranks.extend((0..).take(self.moves.len() - base).map(|natural| Rank::new(0, natural)));
        self.moves.swap(base, at);
        self.ranks.swap(base, at);
        Some(at)
    }

    /// Ranks what [`Searcher::list_known_first`] did not: the move from `at` stays in front.
    pub(super) fn rank_rest<E>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        known: u16,
        base: usize,
        at: usize,
    ) {
        self.moves.swap(base, at);
        self.ranks.truncate(base);
        self.rank_moves(node, previous, known, base);
        self.pick(node, base);
    }

    /// Ranks the moves from `base` on where an order is asked for.
    #[inline]
    pub(super) fn rank_moves<E>(&mut self, node: &Node<'_, G, E>, previous: Option<G::Move>, known: u16, base: usize) {
        let keys = &node.setting.options.ordering;
        if keys.is_empty() {
            return;
        }
        self.walk(node, previous);
        let (position, ply, depth, past) = (node.position, node.ply, node.depth, self.past(node));
        let scene = Scene { position, ply, depth, previous, known, memory: &self.memory, past };
        match &self.moves[base..] {
            [_] => self.ranks.push(Rank::new(0, 0)),
            moves => ordering::rank(keys, &scene, moves, &mut self.ranks, &mut self.rng),
        }
        if self.moves.len() - base > ordering::MANY {
            ordering::sort(&mut self.moves[base..], &mut self.ranks[base..]);
        }
    }

    /// Remembers that `previous` led to the node, where the order asks for that.
    pub(super) fn walk<E>(&mut self, node: &Node<'_, G, E>, previous: Option<G::Move>) {
        if node.setting.continues {
            self.trail.truncate(node.ply);
            self.trail.resize(node.ply, None);
            self.trail.push(previous.map(|mv| node.position.footprint(mv)));
        }
    }

    /// What led to the node.
    pub(super) fn past<E>(&self, node: &Node<'_, G, E>) -> Past {
        if !node.setting.continues {
            return Past::default();
        }
        let at = |back: usize| *node.ply.checked_sub(back).and_then(|ply| self.trail.get(ply)).unwrap_or(&None);
        Past([at(0), at(1)])
    }

    /// The move to be searched next: the best of those from `index` on, which it is swapped to the front of.
    pub(super) fn pick<E>(&mut self, node: &Node<'_, G, E>, index: usize) -> G::Move {
        if !node.setting.options.ordering.is_empty() {
            ordering::pick(&mut self.moves[index..], &mut self.ranks[index..]);
        }
        self.moves[index]
    }

    /// As [`Searcher::pick`], but the moves that another thread is searching come last.
    pub(super) fn pick_free<E>(&mut self, node: &Node<'_, G, E>, base: usize, index: usize) -> G::Move {
        let mut mv = self.pick(node, index);
        let Some(team) = node.setting.team else { return mv };
        let ranked = !node.setting.options.ordering.is_empty() && self.moves.len() - index <= ordering::MANY;
        // What is put off would fall out of a bounded width.
        let bounded = node.setting.options.width.is_some();
        if index == base || !ranked || bounded || node.depth < LEAST_SHARED_DEPTH {
            return mv;
        }
        while self.ranks[index].value() > 0 && team.is_busy(node.after(mv).key()) {
            self.ranks[index] = Rank::new(0, self.ranks[index].natural());
            mv = self.pick(node, index);
        }
        mv
    }

    /// The index in natural order of the move at `index` of a list that begins at `base`.
    pub(super) fn natural<E>(&self, node: &Node<'_, G, E>, base: usize, index: usize) -> u16 {
        let ordered = !node.setting.options.ordering.is_empty();
        let natural = if ordered { self.ranks[index].natural() as usize } else { index - base };
        u16::try_from(natural).unwrap_or(NO_MOVE)
    }

    /// Takes the moves from `base` on off the stack.
    pub(super) fn drop_moves(&mut self, base: usize) {
        self.moves.truncate(base);
        self.ranks.truncate(base);
    }

    /// The move at `index` cut: counts what it spared.
    #[inline]
    pub(super) fn spare<E, T: Trace<G>>(&mut self, node: &Node<'_, G, E>, index: usize, trace: &mut T) {
        let spared = self.moves.len() - index - 1;
        if spared > 0 {
            self.counts.cutoffs += 1;
            self.counts.pruned += spared as u64;
            self.moves[index + 1..].iter().for_each(|&mv| trace.pruned(mv, node.position));
        }
    }

    /// The move at `index` cut: counts what it spared, and learns from it.
    pub(super) fn cut<E, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        previous: Option<G::Move>,
        base: usize,
        index: usize,
        trace: &mut T,
    ) {
        self.spare(node, index, trace);
        let mv = self.moves[index];
        if node.setting.learns && node.position.capture_value(mv).is_none() {
            let (side, tried) = (node.position.to_move(), &self.moves[base..index]);
            self.memory.learn(node.ply, node.depth, side, previous, mv, tried);
            if node.setting.continues {
                let footprint = |mv: &G::Move| node.position.footprint(*mv);
                let past = self.past(node);
                self.memory.learn_continuation(node.depth, side, past, footprint(&mv), tried.iter().map(footprint));
            }
        }
    }
}

/// The window that every value is in.
pub(super) const WHOLE: (i32, i32) = (-INFINITY, INFINITY);
