//! The player of a bot in one seat, with its search memory. The memory is borrowed for a turn, kept idle between turns,
//! and created again if other searches needed it meanwhile.

use std::sync::Arc;
use std::time::Duration;

use super::bot_service::BotService;
use super::error::ApiError;
use crate::bots::search_memory::{HeldPlayer, IdleSlot};
use crate::bots::{BotSpec, Choice, PlayerError, TurnLimits};
use crate::games::{GameError, MoveCode};
use crate::play::{MatchSetup, TableLoss, ThoughtSource};

/// Time by which an engine may exceed its limit, to allow for communication.
const MARGIN: Duration = Duration::from_millis(200);

/// A player whose state is kept between turns as long as no other search needs the memory.
pub(super) struct PooledPlayer {
    bots: Arc<BotService>,
    spec: BotSpec,
    setup: Arc<MatchSetup>,
    seed: u64,
    rest: IdleSlot,
}

impl PooledPlayer {
    /// Creates the player of this bot in the match of `setup`.
    ///
    /// # Errors
    /// If the bot cannot play this match.
    pub(super) fn new(
        bots: Arc<BotService>,
        spec: BotSpec,
        setup: Arc<MatchSetup>,
        seed: u64,
    ) -> Result<Self, ApiError> {
        // A player uses almost no memory before its first search. It is created once here, so that an invalid bot is
        // detected at once.
        (bots.make)(&spec, &setup.options, setup.position.as_deref())?;
        let rest = bots.memory.slot();
        Ok(Self { bots, spec, setup, seed, rest })
    }

    /// Chooses the move after `moves`, with as much of the bot's memory as is available. `searched` says whether this
    /// seat has searched in this match before.
    ///
    /// # Errors
    /// Same as [`crate::bots::Player::choose`].
    pub(super) fn choose(
        &mut self,
        moves: &[MoveCode],
        limits: TurnLimits<'_>,
        searched: bool,
    ) -> Result<Option<Choice>, PlayerError> {
        let span = tracing::debug_span!("search", bot = self.spec.name, game = %self.setup.game);
        let _entered = span.enter();
        if self.spec.engine.is_some() {
            return self.ask_engine(moves, limits);
        }
        let mut held = self.borrow(searched)?;
        let mut found = held.player.choose(moves, limits);
        let stopped = limits.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
        if let Ok(Some(choice)) = &mut found
            && choice.thought.from == ThoughtSource::Search
        {
            (choice.thought.table, choice.thought.table_mb) = self.shortage(&held);
            held.lost &= stopped;
        }
        // A player that remembers nothing can be created again for the next turn.
        if self.spec.search.remembers() && found.is_ok() {
            self.rest.put(held);
        }
        found
    }

    /// Releases the idle player at the end of the match.
    pub(super) fn give_back(&mut self) {
        self.rest.clear();
    }

    /// Asks an engine for a move: the process that has played this match, an idle one, or a new one.
    fn ask_engine(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        // With a clock, an engine might think for longer than the server allows. It therefore gets a time limit for the
        // move.
        let allotted = limits.clock.map(|clock| clock.allot().hard);
        let time = limits.time.into_iter().chain(allotted).min();
        let limits = TurnLimits { time, clock: None, other_clock: None, margin: MARGIN, ..limits };
        let mut held = match self.bots.engines.take(&self.spec, &self.setup, self.seed)? {
            Some(held) => held,
            None => {
                let (loan, table_mb) = self.bots.memory.lend(&self.spec.search);
                let mut spec = self.spec.clone();
                spec.engine = spec.engine.map(|engine| engine.with_hash(table_mb));
                let mut player = (self.bots.make)(&spec, &self.setup.options, self.setup.position.as_deref())?;
                player.begin(self.seed);
                HeldPlayer::new(player, loan, table_mb, false)
            }
        };
        // A failed engine is dropped together with its process. The next turn or match starts another one.
        let found = held.player.choose(moves, limits)?;
        self.bots.engines.put(&self.spec, &self.setup, self.seed, self.bots.memory.slot(), held);
        Ok(found)
    }

    fn borrow(&mut self, searched: bool) -> Result<HeldPlayer, GameError> {
        let full = self.spec.search.table_size();
        if let Some(held) = self.rest.take() {
            // The smaller table has already made the match irreproducible, so a full table is used as soon as there is
            // room.
            let whole = self.spec.search.memory_bytes();
            if held.table_mb == full || !self.bots.memory.has_room(whole) {
                return Ok(held);
            }
        }
        let (loan, table_mb) = self.bots.memory.lend(&self.spec.search);
        let search = if table_mb == full { self.spec.search.clone() } else { self.spec.search.with_table(table_mb) };
        let spec = BotSpec { search, ..self.spec.clone() };
        let mut player = (self.bots.make)(&spec, &self.setup.options, self.setup.position.as_deref())?;
        player.begin(self.seed);
        Ok(HeldPlayer::new(player, loan, table_mb, searched && self.spec.search.remembers()))
    }

    /// Returns the loss of search memory, if any, and the size of a smaller table.
    fn shortage(&self, held: &HeldPlayer) -> (Option<TableLoss>, Option<u32>) {
        let table_mb = (held.table_mb < self.spec.search.table_size()).then_some(held.table_mb);
        let loss = if held.lost { Some(TableLoss::Lost) } else { table_mb.map(|_| TableLoss::Smaller) };
        (loss, table_mb)
    }
}
