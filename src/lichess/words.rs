//! Translates speeds, variants, states and reasons to the words of the lichess.org API.

use std::sync::LazyLock;

use serde_json::{Value, json};

use arena_games::conventions::RecordFormat;
use arena_games::{FieldError, GameId, Options, Side};
use arena_play::{ClockSetting, EndReason, GameResult, Phase};
use arena_server::time::DAY_MS;

/// The game of these clients: chess, the one game whose record format is PGN.
pub(super) static GAME: LazyLock<GameId> = LazyLock::new(|| {
    let known = GameId::ALL.iter().find(|game| game.record_format() == Some(RecordFormat::Pgn));
    *known.expect("one game of the catalog uses PGN")
});

/// All speeds. Ratings are separate for each of them.
pub(super) const SPEEDS: [&str; 6] = ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"];

/// Classifies a clock by the time that each side has for forty moves.
pub(super) fn speed(clock: Option<ClockSetting>) -> &'static str {
    let Some(clock) = clock.filter(|clock| !clock.per_move) else { return SPEEDS[5] };
    match (clock.initial_ms + 40 * (clock.increment_ms + clock.delay_ms)) / 1_000 {
        0..30 => SPEEDS[0],
        30..180 => SPEEDS[1],
        180..480 => SPEEDS[2],
        480..1_500 => SPEEDS[3],
        _ => SPEEDS[4],
    }
}

/// Display name of a speed.
pub(super) fn perf(speed: &str) -> Value {
    let (first, rest) = speed.split_at(1);
    json!({"name": first.to_ascii_uppercase() + rest})
}

/// The clock of a challenge.
pub(super) fn time_control(clock: Option<ClockSetting>) -> Value {
    match clock {
        None => json!({"type": "unlimited"}),
        Some(clock) if clock.per_move => json!({"type": "correspondence", "daysPerTurn": days(clock)}),
        Some(clock) => {
            let (limit, increment) = (clock.initial_ms / 1_000, clock.increment_ms / 1_000);
            let minutes = limit as f64 / 60.0;
            json!({"type": "clock", "limit": limit, "increment": increment, "show": format!("{minutes}+{increment}")})
        }
    }
}

/// Days per move of a correspondence clock, at least one.
pub(super) fn days(clock: ClockSetting) -> u64 {
    (clock.initial_ms / DAY_MS).max(1)
}

/// Parses the clock of a form: seconds and increment, or days per move. Returns `None` for unlimited time.
///
/// # Errors
/// A message that names the field.
pub(super) fn clock(
    limit: Option<&str>,
    increment: Option<&str>,
    days: Option<&str>,
) -> Result<Option<ClockSetting>, FieldError> {
    let number = |name: &str, text: &str| {
        let read: Result<u64, _> = text.parse();
        read.ok()
            .filter(|n| *n <= 604_800)
            .ok_or_else(|| FieldError::new(name, "must be a whole number of no more than a week"))
    };
    match (limit, increment, days) {
        (None, None, None) => Ok(None),
        (None, None, Some(days)) => {
            let initial_ms = number("days", days)? * DAY_MS;
            Ok(Some(ClockSetting { per_move: true, ..ClockSetting::increment(initial_ms, 0) }))
        }
        (limit, increment, None) => {
            let limit = number("clock.limit", limit.unwrap_or("0"))?;
            let increment = number("clock.increment", increment.unwrap_or("0"))?;
            // Without initial time a side starts with one increment.
            let initial = if limit == 0 { increment } else { limit };
            Ok(Some(ClockSetting::increment(initial * 1_000, increment * 1_000)))
        }
        _ => Err(FieldError::whole("either clock.limit and clock.increment, or days")),
    }
}

/// The option of the game that selects the start position by its Chess960 number.
const START: &str = "chess960";

/// Returns the variant of a match with these options and this start position.
pub(super) fn variant(options: &Options, position: Option<&str>) -> Value {
    let usual = GAME.complete_options(&Options::new()).ok();
    let is_usual = options
        .get(START)
        .is_none_or(|start| usual.and_then(|usual| usual.get(START).cloned()).as_ref() == Some(start));
    let (key, name, short) = match (is_usual, position) {
        (false, _) => ("chess960", "Chess960", "960"),
        (true, None) => ("standard", "Standard", "Std"),
        (true, Some(_)) => ("fromPosition", "From Position", "FEN"),
    };
    json!({"key": key, "name": name, "short": short})
}

/// Returns the game options of a variant. `chance` selects the start position of Chess960.
///
/// # Errors
/// A message if the variant is not supported.
pub(super) fn options(variant: &str, chance: u128) -> Result<Options, FieldError> {
    let mut options = Options::new();
    match variant {
        "standard" | "fromPosition" => {}
        "chess960" => drop(options.insert(START.to_owned(), ((chance % 960) as u64).into())),
        other => {
            let other: String = other.chars().take(40).collect();
            let problem = format!("{other:?} is not played here; there are standard, chess960 and fromPosition");
            return Err(FieldError::new("variant", problem));
        }
    }
    Ok(options)
}

pub(super) const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

/// Status of a match as number and name.
pub(super) fn status(phase: &Phase) -> (u32, &'static str) {
    let verdict = match phase {
        Phase::Waiting => return (10, "created"),
        Phase::Live => return (20, "started"),
        Phase::Over(verdict) => verdict,
    };
    let is_won = verdict.outcome.is_some_and(|outcome| outcome.winner().is_some());
    match verdict.by {
        EndReason::Aborted => (25, "aborted"),
        EndReason::Rules if is_won => (30, "mate"),
        EndReason::Resignation => (31, "resign"),
        EndReason::Absence | EndReason::Stall | EndReason::Crash | EndReason::Forfeit => (33, "timeout"),
        EndReason::Timeout => (35, "outoftime"),
        EndReason::Illegal => (36, "cheat"),
        _ if is_won => (38, "unknownFinish"),
        _ => (34, "draw"),
    }
}

/// Colour of the winner, if there is one.
pub(super) fn winner(phase: &Phase) -> Option<&'static str> {
    let Phase::Over(verdict) = phase else { return None };
    verdict.outcome.and_then(GameResult::winner).map(colour)
}

/// Reasons to decline a challenge: the key, and the text for people.
const REASONS: [(&str, &str); 11] = [
    ("generic", "declined"),
    ("later", "not now; ask again later"),
    ("tooFast", "this clock is too fast; ask for a slower one"),
    ("tooSlow", "this clock is too slow; ask for a faster one"),
    ("timeControl", "not with this clock"),
    ("rated", "ask for a rated match"),
    ("casual", "ask for a match that is not rated"),
    ("standard", "only the usual start is played"),
    ("variant", "not this variant"),
    ("noBot", "bots are not played against"),
    ("onlyBot", "only bots are played against"),
];

/// Returns the text for a key. Unknown keys give the generic reason.
pub(super) fn reason(key: &str) -> &'static str {
    REASONS.iter().find(|(known, _)| *known == key).unwrap_or(&REASONS[0]).1
}

/// Returns the key for a text.
pub(super) fn reason_key(told: &str) -> &'static str {
    REASONS.iter().find(|(_, known)| *known == told).unwrap_or(&REASONS[0]).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_play::Verdict;

    #[test]
    fn classifies_speed_by_the_time_for_forty_moves() {
        let at =
            |initial: u64, increment: u64| speed(Some(ClockSetting::increment(initial * 1_000, increment * 1_000)));
        let speeds = [at(15, 0), at(60, 0), at(60, 3), at(600, 0), at(1_500, 0), speed(None)];
        assert_eq!(speeds, SPEEDS);
    }

    #[test]
    fn parsed_clocks_are_reported_unchanged() {
        for (limit, increment, days) in [(Some("300"), Some("3"), None), (None, None, Some("2")), (None, None, None)] {
            let read = clock(limit, increment, days).expect("a valid clock");
            let written = time_control(read);
            let expected = match (limit, days) {
                (Some(_), _) => json!({"type": "clock", "limit": 300, "increment": 3, "show": "5+3"}),
                (_, Some(_)) => json!({"type": "correspondence", "daysPerTurn": 2}),
                _ => json!({"type": "unlimited"}),
            };
            assert_eq!(written, expected);
        }
        assert!(clock(Some("60"), None, Some("2")).is_err() && clock(Some("-1"), None, None).is_err());
        assert_eq!(
            clock(Some("0"), Some("2"), None).expect("a valid clock").map(|clock| clock.initial_ms),
            Some(2_000)
        );
    }

    #[test]
    fn maps_end_reasons_to_status_names() {
        use arena_play::GameResult::{Draw, First};
        for (by, outcome, word) in [
            (EndReason::Rules, Some(First), "mate"),
            (EndReason::Rules, Some(Draw), "draw"),
            (EndReason::Timeout, Some(Draw), "outoftime"),
            (EndReason::Absence, Some(First), "timeout"),
            (EndReason::Agreement, Some(Draw), "draw"),
            (EndReason::Aborted, None, "aborted"),
            (EndReason::AdjudicatedWin, Some(First), "unknownFinish"),
        ] {
            let phase = Phase::Over(Verdict { outcome, by, detail: None });
            assert_eq!(status(&phase).1, word);
            assert_eq!(winner(&phase).is_some(), outcome == Some(First));
        }
    }

    #[test]
    fn reasons_round_trip_and_variants_are_distinguished() {
        for (key, told) in REASONS {
            assert_eq!((reason(key), reason_key(told)), (told, key));
        }
        assert_eq!(reason("because"), reason("generic"));
        let key = |name| {
            variant(&GAME.complete_options(&options(name, 7).expect("a valid variant")).expect("valid options"), None)["key"]
                .clone()
        };
        assert_eq!((key("standard"), key("chess960")), ("standard".into(), "chess960".into()));
        assert!(options("atomic", 0).is_err());
    }
}
