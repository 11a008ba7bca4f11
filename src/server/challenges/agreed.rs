//! The match that two players have agreed on.

use uuid::Uuid;

use crate::error::ApiError;
use crate::time::unix_ms;
use arena_games::{BySide, GameId, Options};
use arena_play::{ClockSetting, MatchSetup, Seat, Speed};
use arena_protocol::{INTEGER_LIMIT, PlayerView};
use arena_store::{PlayerRow, Store};

pub(super) fn view_of(player: &PlayerRow) -> PlayerView {
    PlayerView { id: player.id, name: player.name.clone() }
}

/// Returns a player's rating for a game and clock, or 1500 if there is none.
pub(super) async fn rating_of(
    store: &Store,
    player: Uuid,
    game: GameId,
    clock: Option<ClockSetting>,
) -> Result<f64, ApiError> {
    let speed = Speed::of(clock);
    let ratings = store.ratings_of(player, unix_ms()).await?;
    let known = ratings.into_iter().find(|row| row.game == game && row.speed == speed);
    Ok(known.map_or(1_500.0, |row| row.strength.rating))
}

/// A match that two players have agreed on.
pub(super) struct Agreed {
    pub(super) id: Uuid,
    pub(super) game: GameId,
    pub(super) options: Options,
    pub(super) clock: Option<ClockSetting>,
    pub(super) rated: bool,
}

impl Agreed {
    /// Creates the setup of the match. The first of the two players gets the seat `seat`, or a random seat if it is
    /// `None`.
    pub(super) fn setup(self, players: [PlayerView; 2], seat: Option<usize>) -> MatchSetup {
        let random = Uuid::new_v4().as_u128();
        let [one, other] = players.map(|player| Seat::person(player.id, player.name));
        let seats = BySide::new(one, other);
        let exchanged = seat.map_or(random & 1 == 1, |seat| seat == 1);
        let Self { id, game, options, clock, rated } = self;
        MatchSetup {
            id,
            game,
            options,
            position: None,
            opening: Vec::new(),
            seats: if exchanged { seats.exchanged() } else { seats },
            clock,
            rated,
            seed: u64::try_from(random >> 64).unwrap_or(0) % INTEGER_LIMIT,
            created_ms: unix_ms(),
            made_by: None,
            listed: false,
        }
    }
}
