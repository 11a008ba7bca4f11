//! Validates a request for a match and builds its setup.

use super::error::ErrorBody;
use super::from_client::Create;
use super::view::StartView;
use super::{INTEGER_LIMIT, SeatChoice};
use arena_games::typed::UnreadMove;
use arena_games::{BySide, Diagnostic, GameId, Options, diagnostic};
use arena_play::match_id::time_ordered;
use arena_play::{ClockSetting, Match, MatchSetup, Seat};

/// Limits of a clock: a week of initial time, thirty days per move, and an hour of increment or delay. `ClockPicker.svelte`
/// repeats the first one in minutes; clocks of tournaments have their own limits in `arena_tournament`.
const LONGEST_CLOCK_MS: u64 = 7 * 86_400_000;
const LONGEST_TURN_MS: u64 = 30 * 86_400_000;
const GREATEST_INCREMENT_MS: u64 = 3_600_000;
/// Maximum number of moves in a clock's period.
const LONGEST_PERIOD: u64 = 1_000;

/// A valid request for a match, whose seats are still to be filled.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// Who is to have the seats.
    pub choices: [SeatChoice; 2],
    setup: MatchSetup,
    swaps: bool,
}

impl NewMatch {
    /// Validates everything but the seats. `random` decides the seed, if the request has none, and the seats that are drawn
    /// by lot; `created_ms` is the present time.
    ///
    /// # Errors
    /// [`ErrorBody`] with the key that is invalid.
    pub fn read(wanted: Create, random: u128, created_ms: u64) -> Result<Self, ErrorBody> {
        let Create { game, options, seats, shuffle, clock, rated, listed, seed, start } = wanted;
        let start = start.unwrap_or_default();
        let game: GameId = game.parse()?;
        let options = game.complete_options(&options.unwrap_or_default())?;
        clock.map_or(Ok(()), check_clock)?;
        // A player who knows the seed could predict a bot's moves, so a match with a given seed is unrated.
        let is_drawn = seed.is_none();
        let seed = seed.unwrap_or(u64::try_from(random >> 64).unwrap_or(0) % INTEGER_LIMIT);
        if seed >= INTEGER_LIMIT {
            let problem = diagnostic!("seed", "seed must be below 2^53, got {given}", given = seed);
            return Err(ErrorBody::invalid(problem).of("seed"));
        }
        if seats.iter().filter(|seat| **seat == SeatChoice::Me).count() == 2 {
            return Err(ErrorBody::invalid(diagnostic!(
                "both_seats",
                "both seats are \"me\"; make one of them \"open\" or a bot"
            ))
            .of("seats"));
        }
        let setup = MatchSetup {
            id: time_ordered(),
            game,
            opening: canonical(game, &options, &start),
            options,
            position: start.position,
            seats: BySide::new(Seat::Open, Seat::Open),
            clock,
            rated: rated && is_drawn,
            seed,
            created_ms,
            made_by: None,
            listed,
        };
        Ok(Self { choices: seats, setup, swaps: shuffle && random & 1 == 1 })
    }

    /// Name of the game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.setup.game
    }

    /// Returns the setup of the match with these seats, in the order of `choices`.
    #[must_use]
    pub fn with(self, seats: BySide<Seat>) -> MatchSetup {
        MatchSetup { seats: if self.swaps { seats.exchanged() } else { seats }, ..self.setup }
    }
}

/// Checks that a match may have this clock.
///
/// # Errors
/// [`ErrorBody`] with the field and its range.
pub fn check_clock(clock: ClockSetting) -> Result<(), ErrorBody> {
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

fn in_clock(problem: Diagnostic) -> ErrorBody {
    ErrorBody::invalid(problem).at("clock")
}

/// Checks that a match may begin at the position of its setup.
///
/// # Errors
/// [`ErrorBody`] if the game is already over there, or if the match is rated. The creator could choose a won position.
pub fn check_start(setup: &MatchSetup, core: &Match) -> Result<(), ErrorBody> {
    if setup.position.is_none() && setup.opening.is_empty() {
        return Ok(());
    }
    if setup.rated {
        return Err(ErrorBody::invalid(diagnostic!(
            "start_rated",
            "start: a match from a custom position cannot be rated"
        ))
        .of("start"));
    }
    if core.outcome_by_rules().is_some() {
        let problem = diagnostic!("start_over", "start: the game is already over in this position");
        return Err(ErrorBody::invalid(problem).of("start"));
    }
    Ok(())
}

/// Returns the setup of the rematch of `setup`, whose seats at the end were `seats`.
#[must_use]
pub fn rematch(setup: &MatchSetup, seats: BySide<Seat>, created_ms: u64) -> MatchSetup {
    let seed = arena_games::seed::derive(setup.seed, &[1]) % INTEGER_LIMIT;
    let id = arena_play::match_id::rematch(setup.id);
    MatchSetup { id, seats: seats.exchanged(), seed, created_ms, ..setup.clone() }
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
