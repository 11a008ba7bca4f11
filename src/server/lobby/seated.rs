//! Notifies players of each match in which they have a seat as soon as it runs, for clients that wait for matches.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use uuid::Uuid;

use arena_games::BySide;
use arena_play::Seat;
use arena_play::handle::MatchHandle;

/// Capacity of a listener's queue. A listener whose queue is full is dropped and must subscribe again.
const WAITING: usize = 256;

/// The listeners of each player.
#[derive(Default)]
pub struct Seated {
    listeners: Mutex<HashMap<Uuid, Vec<mpsc::Sender<MatchHandle>>>>,
}

impl Seated {
    /// Subscribes to the matches that start to run from now on and in which this player holds or has reserved a seat.
    pub fn listen(&self, player: Uuid) -> mpsc::Receiver<MatchHandle> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let mut listeners = self.listeners();
        let own = listeners.entry(player).or_default();
        own.retain(|known| !known.is_closed());
        own.push(sender);
        receiver
    }

    /// Notifies the players of a match that it runs.
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
