//! Engine processes that are idle between turns or matches. They are started and ready, and the next turn uses one of
//! them.
//!
//! An engine plays turns of different matches one after the other. As many engines run as searches may run, and no more
//! than that are idle. Before an engine switches to another match it begins a new game, so it keeps nothing of the
//! previous one.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::bots::BotSpec;
use crate::bots::search_memory::{HeldPlayer, IdleSlot};
use crate::games::{GameError, Options};
use crate::play::MatchSetup;

/// The idle engines, longest idle first.
pub(super) struct WarmEngines {
    most: usize,
    resting: Mutex<VecDeque<Resting>>,
}

struct Resting {
    spec: BotSpec,
    options: Options,
    /// The last match and the seed of the seat that the engine played in it.
    last: Uuid,
    seed: u64,
    slot: IdleSlot,
}

impl WarmEngines {
    /// Creates a pool for at most `most` idle engines.
    pub(super) const fn new(most: usize) -> Self {
        Self { most, resting: Mutex::new(VecDeque::new()) }
    }

    /// Takes an idle engine that can play this match. One that has played it before is preferred.
    ///
    /// # Errors
    /// If the position of the match is invalid.
    pub(super) fn take(&self, spec: &BotSpec, setup: &MatchSetup, seed: u64) -> Result<Option<HeldPlayer>, GameError> {
        loop {
            let mut resting = self.lock();
            let fits = |it: &Resting| it.spec == *spec && it.options == setup.options;
            let own = resting.iter().position(|it| fits(it) && it.last == setup.id && it.seed == seed);
            let Some(at) = own.or_else(|| resting.iter().position(fits)) else { return Ok(None) };
            let found = resting.remove(at);
            drop(resting);
            // Its memory may have been lent to another search meanwhile.
            let Some(mut held) = found.and_then(|mut found| found.slot.take()) else { continue };
            if own.is_none() {
                held.player.set_position(setup.position.as_deref())?;
                held.player.begin(seed);
            }
            return Ok(Some(held));
        }
    }

    /// Puts back an engine that has played a turn of this match.
    pub(super) fn put(&self, spec: &BotSpec, setup: &MatchSetup, seed: u64, mut slot: IdleSlot, held: HeldPlayer) {
        slot.put(held);
        let rests = Resting { spec: spec.clone(), options: setup.options.clone(), last: setup.id, seed, slot };
        let mut resting = self.lock();
        resting.push_back(rests);
        let over = if resting.len() > self.most { resting.pop_front() } else { None };
        drop(resting);
        // Dropped outside the lock, because its process gets time to exit.
        drop(over);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Resting>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
