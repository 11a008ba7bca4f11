//! Which connections are whose: so that one that is logged out ends at once, and a player is told what is meant for it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::play::link::LinkId;
use crate::protocol::FromServer;
use crate::server::queue::Queue;
use crate::store::{PlayerKind, PlayerRow};

/// A connection of a player.
struct Link {
    id: LinkId,
    /// The token's number; none for the player's first.
    token: Option<i64>,
    cut: CancellationToken,
    /// Where it is told what the opponent says, if it wants to be.
    hears: Option<Queue>,
    /// Whether the player is the account of a program.
    is_bot: bool,
}

/// The connections of all players that have said hello.
#[derive(Default)]
pub(in crate::server) struct Online {
    players: Mutex<HashMap<Uuid, Vec<Link>>>,
}

impl Online {
    /// A player has come over this link; `cut` ends it, and what others say to the player goes to `hears`.
    pub(in crate::server) fn enters(
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

    /// Tells a player what somebody says, over all connections that want to hear it.
    pub(in crate::server) fn say(&self, player: Uuid, said: &FromServer) {
        let players = self.players();
        let hearing = players.get(&player).into_iter().flatten().filter_map(|link| link.hears.as_ref());
        hearing.for_each(|queue| queue.send(said));
    }

    /// The link has ended.
    pub(in crate::server) fn leaves(&self, player: Uuid, id: LinkId) {
        let mut players = self.players();
        if let Some(links) = players.get_mut(&player) {
            links.retain(|link| link.id != id);
            if links.is_empty() {
                players.remove(&player);
            }
        }
    }

    /// Whether a player has a connection.
    pub(in crate::server) fn is_here(&self, player: Uuid) -> bool {
        self.players().contains_key(&player)
    }

    /// At most `most` programs' accounts that have a connection.
    pub(in crate::server) fn bots(&self, most: usize) -> Vec<Uuid> {
        let players = self.players();
        let bots = players.iter().filter(|(_, links)| links.iter().any(|link| link.is_bot));
        bots.map(|(player, _)| *player).take(most).collect()
    }

    /// Ends all connections of a player.
    pub(in crate::server) fn cut(&self, player: Uuid) {
        self.players().get(&player).into_iter().flatten().for_each(|link| link.cut.cancel());
    }

    /// Ends those of its connections that came with this token.
    pub(super) fn cut_token(&self, player: Uuid, token: Option<i64>) {
        let players = self.players();
        let links = players.get(&player).into_iter().flatten();
        links.filter(|link| link.token == token).for_each(|link| link.cut.cancel());
    }

    fn players(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Link>>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
