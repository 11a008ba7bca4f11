//! The player of a bot in one seat of a match, with its search memory. The memory is borrowed for a turn, kept idle
//! between turns, and created again if other searches needed it meanwhile.

use std::sync::atomic::Ordering;

use super::search_memory::{HeldPlayer, IdleSlot};
use super::{BotSpec, Choice, Player, PlayerError, SearchMemory, TurnLimits};
use arena_games::{GameError, MoveCode, Options};
use arena_play::{TableLoss, ThoughtSource};

/// Function that creates the player of a bot.
pub type MakePlayer = dyn Fn(&BotSpec, &Options, Option<&str>) -> Result<Box<dyn Player>, GameError> + Send + Sync;

/// A player whose state is kept between turns as long as no other search needs the memory.
pub struct SeatPlayer {
    memory: SearchMemory,
    spec: BotSpec,
    options: Options,
    position: Option<String>,
    seed: u64,
    rest: IdleSlot,
}

impl SeatPlayer {
    /// Creates the player of a bot without external engine, in a match with these options, start position and seed of
    /// the seat.
    #[must_use]
    pub fn new(memory: SearchMemory, spec: BotSpec, options: Options, position: Option<String>, seed: u64) -> Self {
        let rest = memory.slot();
        Self { memory, spec, options, position, seed, rest }
    }

    #[must_use]
    pub const fn spec(&self) -> &BotSpec {
        &self.spec
    }

    /// Chooses the move after `moves`, with as much of the bot's memory as is available. `searched` says whether this
    /// seat has searched in this match before.
    ///
    /// # Errors
    /// Same as [`Player::choose`].
    pub fn choose(
        &mut self,
        make: &MakePlayer,
        moves: &[MoveCode],
        limits: TurnLimits<'_>,
        searched: bool,
    ) -> Result<Option<Choice>, PlayerError> {
        // The module's memory is free again between two turns.
        let _of_module = self.memory.lend_whole(self.spec.module_bytes()).ok_or(PlayerError::NoMemory)?;
        let mut held = self.borrow(make, searched)?;
        let mut result = held.player.choose(moves, limits);
        let stopped = limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if let Ok(Some(choice)) = &mut result
            && choice.thought.from == ThoughtSource::Search
        {
            (choice.thought.table, choice.thought.table_mb) = self.shortage(&held);
            held.lost &= stopped;
        }
        // A player that remembers nothing can be created again for the next turn.
        if self.spec.remembers() && result.is_ok() {
            self.rest.put(held);
        }
        result
    }

    /// True if state from earlier turns was stored here. Another search may have needed its memory since.
    #[must_use]
    pub const fn has_played(&self) -> bool {
        self.rest.is_used()
    }

    /// Releases the state at the end of the match.
    pub fn give_back(&mut self) {
        self.rest.clear();
    }

    fn borrow(&mut self, make: &MakePlayer, searched: bool) -> Result<HeldPlayer, GameError> {
        let full = self.spec.search.table_size();
        if let Some(held) = self.rest.take() {
            // The smaller table has already made the match irreproducible, so a full table is used as soon as there is
            // room.
            let full_bytes = self.spec.search.memory_bytes();
            if held.table_mb == full || !self.memory.has_room(full_bytes) {
                return Ok(held);
            }
        }
        let (loan, table_mb) = self.memory.lend(&self.spec.search);
        let search = if table_mb == full { self.spec.search.clone() } else { self.spec.search.with_table(table_mb) };
        let spec = BotSpec { search, ..self.spec.clone() };
        let mut player = make(&spec, &self.options, self.position.as_deref())?;
        player.begin(self.seed);
        Ok(HeldPlayer::new(player, loan, table_mb, searched && self.spec.remembers()))
    }

    /// Returns the loss of search memory, if any, and the size of a smaller table.
    fn shortage(&self, held: &HeldPlayer) -> (Option<TableLoss>, Option<u32>) {
        let table_mb = (held.table_mb < self.spec.search.table_size()).then_some(held.table_mb);
        let loss = if held.lost { Some(TableLoss::Lost) } else { table_mb.map(|_| TableLoss::Smaller) };
        (loss, table_mb)
    }
}
