//! Players who are told of each match in which they have a seat, from the moment that it runs: clients that wait for
//! matches rather than ask for them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use uuid::Uuid;

use crate::games::BySide;
use crate::play::Seat;
use crate::play::handle::MatchHandle;

/// Matches that may wait to be told to one listener; one that has more is let go of, and asks anew.
const WAITING: usize = 256;

/// Who listens.
#[derive(Default)]
pub(in crate::server) struct Seated {
    listeners: Mutex<HashMap<Uuid, Vec<mpsc::Sender<MatchHandle>>>>,
}

impl Seated {
    /// The matches that begin to run from now on in which this player holds a seat, or is kept one.
    pub(in crate::server) fn listen(&self, player: Uuid) -> mpsc::Receiver<MatchHandle> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let mut listeners = self.listeners();
        let own = listeners.entry(player).or_default();
        own.retain(|known| !known.is_closed());
        own.push(sender);
        receiver
    }

    /// Tells those who sit in a match that it runs.
    pub(super) fn tell(&self, handle: &MatchHandle, seats: &BySide<Seat>) {
        let mut listeners = self.listeners();
        if listeners.is_empty() {
            return;
        }
        for (_, seat) in seats.iter() {
            let player = match seat {
                Seat::Human { player, .. } | Seat::Reserved { player } => *player,
                Seat::Open | Seat::Bot { .. } => continue,
            };
            let Some(own) = listeners.get_mut(&player) else { continue };
            own.retain(|known| known.try_send(handle.clone()).is_ok());
            if own.is_empty() {
                listeners.remove(&player);
            }
        }
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<mpsc::Sender<MatchHandle>>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
