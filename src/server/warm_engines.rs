//! The engines that rest between two turns or two matches, started and ready: whoever's turn is next has them go on.
//!
//! An engine plays one turn of one match after another: only as many run at a time as searches may, and no more rest than
//! that. One that has to go on with another match is told so, and finds nothing of what it knew of the one before.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::bots::BotSpec;
use crate::bots::search_memory::{HeldPlayer, IdleSlot};
use crate::games::{GameError, Options};
use crate::play::MatchSetup;

/// The engines that rest, the longest first.
pub(super) struct WarmEngines {
    most: usize,
    resting: Mutex<VecDeque<Resting>>,
}

struct Resting {
    spec: BotSpec,
    options: Options,
    /// The match that it played last, and by which name.
    last: Uuid,
    seed: u64,
    slot: IdleSlot,
}

impl WarmEngines {
    /// At most so many rest.
    pub(super) const fn new(most: usize) -> Self {
        Self { most, resting: Mutex::new(VecDeque::new()) }
    }

    /// One that rests and can go on with this match: the one that has played it, if any.
    ///
    /// # Errors
    /// When the position of the match is wrong.
    pub(super) fn take(&self, spec: &BotSpec, setup: &MatchSetup, seed: u64) -> Result<Option<HeldPlayer>, GameError> {
        loop {
            let mut resting = self.lock();
            let fits = |it: &Resting| it.spec == *spec && it.options == setup.options;
            let own = resting.iter().position(|it| fits(it) && it.last == setup.id && it.seed == seed);
            let Some(at) = own.or_else(|| resting.iter().position(fits)) else { return Ok(None) };
            let found = resting.remove(at);
            drop(resting);
            // Its memory may have been needed meanwhile.
            let Some(mut held) = found.and_then(|mut found| found.slot.take()) else { continue };
            if own.is_none() {
                held.player.set_position(setup.position.as_deref())?;
                held.player.begin(seed);
            }
            return Ok(Some(held));
        }
    }

    /// One that has played a turn of this match rests.
    pub(super) fn put(&self, spec: &BotSpec, setup: &MatchSetup, seed: u64, mut slot: IdleSlot, held: HeldPlayer) {
        slot.put(held);
        let rests = Resting { spec: spec.clone(), options: setup.options.clone(), last: setup.id, seed, slot };
        let mut resting = self.lock();
        resting.push_back(rests);
        let over = if resting.len() > self.most { resting.pop_front() } else { None };
        drop(resting);
        // Outside the lock: its process is given time to end.
        drop(over);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Resting>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
