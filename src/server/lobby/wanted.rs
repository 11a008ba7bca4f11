//! Fills the seats of a new match.

use uuid::Uuid;

use super::Lobby;
use crate::error::ApiError;
use crate::time::unix_ms;
use arena_games::{BySide, GameId, diagnostic};
use arena_play::{MatchSetup, Seat};
use arena_protocol::from_client::Create;
use arena_protocol::new_match::NewMatch;
use arena_protocol::{PlayerView, SeatChoice};

impl Lobby {
    /// Validates the request and returns the setup of the match.
    pub(super) async fn setup(&self, player: &PlayerView, wanted: Create) -> Result<MatchSetup, ApiError> {
        let new = NewMatch::read(wanted, Uuid::new_v4().as_u128(), unix_ms())?;
        let (game, [first, second]) = (new.game(), new.choices.clone());
        let first = self.seat(player, game, first).await.map_err(|error| error.within("seats[0]"))?;
        let second = self.seat(player, game, second).await.map_err(|error| error.within("seats[1]"))?;
        Ok(new.with(BySide::new(first, second)))
    }

    async fn seat(&self, player: &PlayerView, game: GameId, choice: SeatChoice) -> Result<Seat, ApiError> {
        Ok(match choice {
            SeatChoice::Me => Seat::person(player.id, player.name.clone()),
            SeatChoice::Open => Seat::Open,
            SeatChoice::Player(id) if id == player.id => {
                return Err(ApiError::invalid(diagnostic!("own_seat", "write \"me\" for your own seat")));
            }
            SeatChoice::Player(id) => {
                let store = &self.inner.store;
                let Some(other) = store.player(id).await? else {
                    return Err(ApiError::invalid(diagnostic!(
                        "nobody_to_seat",
                        "a seat cannot be reserved for {id}, because there is no such player",
                        id
                    )));
                };
                if let Some(own) = store.player(player.id).await?
                    && store.are_apart(&own, &other).await?
                {
                    return Err(ApiError::not_from_you());
                }
                Seat::Reserved { player: id }
            }
            SeatChoice::NamedBot(name) => self.inner.bots.named(&name, game).map_err(|error| error.within("bot"))?,
            SeatChoice::Bot(spec) => self.inner.bots.custom(spec, game).map_err(|error| error.within("bot"))?,
        })
    }
}
