//! Parses clocks in the notation of players: `3+2`, `5d3`, `3days`.

use std::str::FromStr;

use arena_play::ClockSetting;

/// A clock given on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockFlag(pub(super) ClockSetting);

const FORMS: &str = "expected minutes per side and seconds per move, such as 3+2, optionally with a delay in seconds, such as \
                     5d3 or 3+2d1; or days per move, such as 3days";

impl FromStr for ClockFlag {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        read(text).map(Self).ok_or_else(|| FORMS.to_owned())
    }
}

fn read(text: &str) -> Option<ClockSetting> {
    if let Some(days) = text.strip_suffix("days").or_else(|| text.strip_suffix("day")) {
        let initial_ms = milliseconds(days, 86_400_000.0).filter(|ms| *ms > 0)?;
        return Some(ClockSetting { per_move: true, ..ClockSetting::increment(initial_ms, 0) });
    }
    let (rest, delay) = text.split_once('d').unwrap_or((text, "0"));
    let (minutes, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (initial_ms, increment_ms) = (milliseconds(minutes, 60_000.0)?, milliseconds(increment, 1_000.0)?);
    let delay_ms = milliseconds(delay, 1_000.0)?;
    let clock = ClockSetting { delay_ms, ..ClockSetting::increment(initial_ms, increment_ms) };
    (initial_ms + increment_ms + delay_ms > 0).then_some(clock)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be small and not negative")]
fn milliseconds(number: &str, unit_ms: f64) -> Option<u64> {
    let number: f64 = number.trim().parse().ok()?;
    (0.0..=10_000.0).contains(&number).then(|| (number * unit_ms).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_parsed_in_the_notation_of_players() {
        let plain = ClockSetting::increment(180_000, 2_000);
        let delayed = ClockSetting { delay_ms: 3_000, ..ClockSetting::increment(300_000, 0) };
        let days = ClockSetting { per_move: true, ..ClockSetting::increment(259_200_000, 0) };
        for (text, clock) in [("3+2", plain), ("5d3", delayed), ("3days", days), ("3 days", days)] {
            assert_eq!(text.parse(), Ok(ClockFlag(clock)), "{text}");
        }
        for text in ["", "0", "x", "3+", "-3", "3+2+1", "0days", "d", "99999"] {
            assert!(text.parse::<ClockFlag>().is_err(), "{text}");
        }
    }
}
