//! Quick pairing. A connection waits until another player asks for the same kind of match, or until it closes.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::agreed::{Agreed, rating_of, view_of};
use super::pairing::{Candidate, pairs};
use crate::error::ApiError;
use crate::lobby::Lobby;
use crate::queue::Queue;
use arena_games::{GameId, Options, diagnostic};
use arena_play::link::LinkId;
use arena_play::match_id::time_ordered;
use arena_protocol::FromServer;
use arena_protocol::challenge::PairRequest;
use arena_protocol::new_match::check_clock;
use arena_store::{PlayerRow, Store};

/// Interval between two rounds of pairing.
const EVERY: Duration = Duration::from_millis(500);

/// Maximum number of requests per connection.
const MOST_REQUESTS: usize = 4;

/// A player who waits for a match.
struct Seeker {
    link: LinkId,
    queue: Queue,
    player: PlayerRow,
    request: PairRequest,
    game: GameId,
    rating: f64,
    since: Instant,
    /// Players who cannot be paired with this one, because one of the two has blocked the other.
    apart: HashSet<Uuid>,
}

/// All players who wait.
pub(crate) struct Pool {
    store: Store,
    lobby: Lobby,
    waiting: Mutex<Vec<Seeker>>,
}

impl Pool {
    pub(super) fn new(store: Store, lobby: Lobby) -> Self {
        Self { store, lobby, waiting: Mutex::default() }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Seeker>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request of a connection.
    ///
    /// # Errors
    /// [`ApiError`] if the game or the clock is invalid, or the connection has too many requests.
    pub(crate) async fn wait(
        &self,
        player: &PlayerRow,
        link: LinkId,
        queue: &Queue,
        request: PairRequest,
    ) -> Result<(), ApiError> {
        let game: GameId = request.game.parse()?;
        request.clock.map_or(Ok(()), check_clock)?;
        let rating = rating_of(&self.store, player.id, game, request.clock).await?;
        let mut waiting = self.waiting();
        let own = waiting.iter().filter(|known| known.link == link);
        if own.clone().any(|known| known.request == request) {
            return Ok(());
        }
        if own.count() >= MOST_REQUESTS {
            return Err(ApiError::over_limit(diagnostic!(
                "own_wishes",
                "a connection can wait for at most {most} kinds of match; cancel one first",
                most = MOST_REQUESTS
            )));
        }
        let (queue, player, since) = (queue.clone(), player.clone(), Instant::now());
        waiting.push(Seeker { link, queue, player, request, game, rating, since, apart: HashSet::new() });
        Ok(())
    }

    /// Removes all requests of a connection.
    pub(crate) fn leave(&self, link: LinkId) {
        self.waiting().retain(|known| known.link != link);
    }

    /// Pairs players in an endless loop.
    pub(crate) async fn run(&self) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            for (one, other) in self.take_pairs() {
                self.begin(one, other).await;
            }
        }
    }

    /// Removes the players who will play each other from the pool.
    fn take_pairs(&self) -> Vec<(Seeker, Seeker)> {
        let mut waiting = self.waiting();
        waiting.retain(|known| !known.queue.is_closed());
        if waiting.len() < 2 {
            return Vec::new();
        }
        let mut alike: HashMap<PairRequest, Vec<usize>> = HashMap::new();
        for (place, known) in waiting.iter().enumerate() {
            alike.entry(known.request.clone()).or_default().push(place);
        }
        let mut taken: HashSet<Uuid> = HashSet::new();
        let mut chosen = Vec::new();
        for places in alike.into_values() {
            // Skip players who were just paired for another request.
            let places: Vec<usize> =
                places.into_iter().filter(|place| !taken.contains(&waiting[*place].player.id)).collect();
            let candidate = |place: &usize| {
                let known = &waiting[*place];
                Candidate { owner: known.player.owner(), rating: known.rating, waited: known.since.elapsed() }
            };
            let candidates: Vec<Candidate> = places.iter().map(candidate).collect();
            let may = |one: usize, other: usize| {
                let (one, other) = (&waiting[places[one]], &waiting[places[other]]);
                !one.apart.contains(&other.player.id) && !other.apart.contains(&one.player.id)
            };
            for (one, other) in pairs(&candidates, may) {
                let (one, other) = (places[one], places[other]);
                let players = [waiting[one].player.id, waiting[other].player.id];
                // A player may wait on two connections.
                if players.iter().any(|player| taken.contains(player)) {
                    continue;
                }
                taken.extend(players);
                chosen.push((one, other));
            }
        }
        let mut slots: Vec<Option<Seeker>> = std::mem::take(&mut *waiting).into_iter().map(Some).collect();
        let take = |slots: &mut Vec<Option<Seeker>>, place: usize| slots[place].take();
        let taken_out = chosen
            .into_iter()
            .filter_map(|(one, other)| Some((take(&mut slots, one)?, take(&mut slots, other)?)))
            .collect();
        // Players who were paired no longer wait for anything else.
        *waiting = slots.into_iter().flatten().filter(|known| !taken.contains(&known.player.id)).collect();
        taken_out
    }

    async fn begin(&self, mut one: Seeker, mut other: Seeker) {
        match self.store.are_apart(&one.player, &other.player).await {
            Ok(false) => {}
            Ok(true) => {
                one.apart.insert(other.player.id);
                other.apart.insert(one.player.id);
                return self.waiting().extend([one, other]);
            }
            Err(error) => {
                tracing::warn!(%error, "pairing is not possible yet");
                return self.waiting().extend([one, other]);
            }
        }
        let made = match one.game.complete_options(&Options::new()) {
            Ok(options) => {
                let PairRequest { clock, rated, .. } = one.request;
                let agreed = Agreed { id: time_ordered(), game: one.game, options, clock, rated };
                let setup = agreed.setup([view_of(&one.player), view_of(&other.player)], None);
                self.lobby.make(one.player.id, setup).await
            }
            Err(error) => Err(error.into()),
        };
        let message = match made {
            Ok(handle) => FromServer::Paired { id: handle.id(), tournament: None },
            Err(error) => error.message(None),
        };
        one.queue.send(&message);
        other.queue.send(&message);
    }
}
