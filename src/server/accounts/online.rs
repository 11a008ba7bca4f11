//! The open connections of each player, used to close them after a logout and to deliver messages for the player.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::queue::Queue;
use arena_play::link::LinkId;
use arena_protocol::FromServer;
use arena_store::{PlayerKind, PlayerRow};

/// One connection of a player.
struct Link {
    id: LinkId,
    /// The number of the token. `None` for a player's first token.
    token: Option<i64>,
    cut: CancellationToken,
    /// Queue for chat from the opponent, if the client subscribed to it.
    hears: Option<Queue>,
    /// True if the player is the account of a bot.
    is_bot: bool,
}

/// The connections of all identified players.
#[derive(Default)]
pub struct Online {
    players: Mutex<HashMap<Uuid, Vec<Link>>>,
}

impl Online {
    /// Registers a connection. Cancelling `cut` closes it, and chat for the player is sent to `hears`.
    pub fn enters(
        &self,
        player: &PlayerRow,
        id: LinkId,
        token: Option<i64>,
        cut: CancellationToken,
        hears: Option<Queue>,
    ) {
        let is_bot = matches!(player.kind, PlayerKind::Bot { .. });
        self.players().entry(player.id).or_default().push(Link { id, token, cut, hears, is_bot });
    }

    /// Sends a message to all connections of a player that receive chat.
    pub(crate) fn say(&self, player: Uuid, said: &FromServer) {
        let players = self.players();
        let hearing = players.get(&player).into_iter().flatten().filter_map(|link| link.hears.as_ref());
        hearing.for_each(|queue| queue.send(said));
    }

    /// Removes a connection that has ended.
    pub fn leaves(&self, player: Uuid, id: LinkId) {
        let mut players = self.players();
        if let Some(links) = players.get_mut(&player) {
            links.retain(|link| link.id != id);
            if links.is_empty() {
                players.remove(&player);
            }
        }
    }

    /// True if the player has a connection.
    pub fn is_here(&self, player: Uuid) -> bool {
        self.players().contains_key(&player)
    }

    /// Returns at most `most` bot accounts that are connected.
    pub fn bots(&self, most: usize) -> Vec<Uuid> {
        let players = self.players();
        let bots = players.iter().filter(|(_, links)| links.iter().any(|link| link.is_bot));
        bots.map(|(player, _)| *player).take(most).collect()
    }

    /// Closes all connections of a player.
    pub(crate) fn cut(&self, player: Uuid) {
        self.players().get(&player).into_iter().flatten().for_each(|link| link.cut.cancel());
    }

    /// Closes the connections of a player that were opened with this token.
    pub(super) fn cut_token(&self, player: Uuid, token: Option<i64>) {
        let players = self.players();
        let links = players.get(&player).into_iter().flatten();
        links.filter(|link| link.token == token).for_each(|link| link.cut.cancel());
    }

    fn players(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Link>>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
