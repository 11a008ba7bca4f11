//! Validates a request for a match and builds its setup.

use uuid::Uuid;

use super::Lobby;
use crate::error::ApiError;
use crate::time::unix_ms;
use arena_games::typed::UnreadMove;
use arena_games::{BySide, Diagnostic, GameId, Options, diagnostic};
use arena_play::match_id::time_ordered;
use arena_play::{ClockSetting, MatchSetup, Seat};
use arena_protocol::from_client::Create;
use arena_protocol::view::StartView;
use arena_protocol::{INTEGER_LIMIT, PlayerView, SeatChoice};

/// Limits of a clock: a week of initial time, thirty days per move, and an hour of increment or delay. `ClockPicker.svelte`
/// repeats the first one in minutes; clocks of tournaments have their own limits in `arena_tournament`.
const LONGEST_CLOCK_MS: u64 = 7 * 86_400_000;
const LONGEST_TURN_MS: u64 = 30 * 86_400_000;
const GREATEST_INCREMENT_MS: u64 = 3_600_000;
/// Maximum number of moves in a clock's period.
const LONGEST_PERIOD: u64 = 1_000;

/// Checks that a match may have this clock.
///
/// # Errors
/// [`ApiError`] with the field and its range.
pub(crate) fn check_clock(clock: ClockSetting) -> Result<(), ApiError> {
    let ClockSetting { initial_ms, increment_ms, moves, delay_ms, per_move } = clock;
    let longest = if per_move { LONGEST_TURN_MS } else { LONGEST_CLOCK_MS };
    let ranges = [
        ("initial_ms", initial_ms, 1, longest),
        ("increment_ms", increment_ms, 0, GREATEST_INCREMENT_MS),
        ("delay_ms", delay_ms, 0, GREATEST_INCREMENT_MS),
        ("moves", moves.map_or(1, u64::from), 1, LONGEST_PERIOD),
    ];
    for (field, given, least, most) in ranges {
        if !(least..=most).contains(&given) {
            return Err(in_clock(Diagnostic::option_range(field, given, least, most)));
        }
    }
    clock.check_per_move().map_err(in_clock)
}

fn in_clock(problem: Diagnostic) -> ApiError {
    ApiError::invalid(problem).at("clock")
}

/// Converts the moves of the start from customary to canonical notation. An illegal move stays as it is, and the match
/// is refused later.
fn canonical(game: GameId, options: &Options, start: &StartView) -> Vec<String> {
    let texts = start.moves.clone().unwrap_or_default();
    let Ok(board) = game.board(options, start.position.as_deref()) else { return texts };
    let words: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (moves, rest) = match board.read_line(&words, usize::MAX) {
        Ok(moves) => (moves, None),
        Err(UnreadMove { played, text }) => (played, Some(text)),
    };
    moves.into_iter().map(|mv| game.move_text(mv)).chain(rest).collect()
}

impl Lobby {
    /// Validates the request and returns the setup of the match.
    pub(super) async fn setup(&self, player: &PlayerView, wanted: Create) -> Result<MatchSetup, ApiError> {
        let Create { game, options, seats, shuffle, clock, rated, listed, seed, start } = wanted;
        let start = start.unwrap_or_default();
        let game: GameId = game.parse()?;
        let options = game.complete_options(&options.unwrap_or_default())?;
        clock.map_or(Ok(()), check_clock)?;
        let random = Uuid::new_v4().as_u128();
        // A player who knows the seed could predict a bot's moves, so a match with a given seed is unrated.
        let is_drawn = seed.is_none();
        let seed = seed.unwrap_or(u64::try_from(random >> 64).unwrap_or(0) % INTEGER_LIMIT);
        if seed >= INTEGER_LIMIT {
            let problem = diagnostic!("seed", "seed must be below 2^53, got {given}", given = seed);
            return Err(ApiError::invalid(problem).of("seed"));
        }
        if seats.iter().filter(|seat| **seat == SeatChoice::Me).count() == 2 {
            return Err(ApiError::invalid(diagnostic!(
                "both_seats",
                "both seats are \"me\"; make one of them \"open\" or a bot"
            ))
            .of("seats"));
        }
        let [first, second] = seats;
        let first = self.seat(player, game, first).await.map_err(|error| error.within("seats[0]"))?;
        let second = self.seat(player, game, second).await.map_err(|error| error.within("seats[1]"))?;
        let seats = BySide::new(first, second);
        let seats = if shuffle && random & 1 == 1 { seats.exchanged() } else { seats };
        Ok(MatchSetup {
            id: time_ordered(),
            game,
            opening: canonical(game, &options, &start),
            options,
            position: start.position,
            seats,
            clock,
            rated: rated && is_drawn,
            seed,
            created_ms: unix_ms(),
            made_by: None,
            listed,
        })
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
