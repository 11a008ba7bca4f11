//! Dates in messages and requests, always in UTC.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;

use arena_games::{Diagnostic, beginning, diagnostic};

/// Formats Unix milliseconds as `2027-01-31 18:00 UTC`.
#[must_use]
pub fn utc(ms: u64) -> String {
    format(ms, "%Y-%m-%d %H:%M UTC")
}

/// Formats Unix milliseconds; see [`jiff::fmt::strtime`].
#[must_use]
pub fn format(ms: u64, form: &str) -> String {
    let known = i64::try_from(ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    known.map_or_else(|| ms.to_string(), |time| time.strftime(form).to_string())
}

/// Formats the current time; see [`format()`].
#[must_use]
pub fn now(form: &str) -> String {
    Timestamp::now().strftime(form).to_string()
}

/// Reads a date such as `2027-01-31`, which means its beginning in UTC, or a time such as `2027-01-31T18:00Z`. Returns
/// Unix milliseconds. The last day of the year 9999 counts as the latest time that can be represented.
///
/// # Errors
/// If the text is neither, or is before 1970.
pub fn parse(text: &str) -> Result<u64, Diagnostic> {
    milliseconds(text).ok_or_else(|| {
        let given = beginning(text, 40);
        diagnostic!(
            "not_a_date",
            "{given:?} is not a date such as 2027-01-31 or a time such as 2027-01-31T18:00Z",
            given
        )
    })
}

/// Returns the latest whole second. [`Timestamp::MAX`] is later by a fraction, which milliseconds do not express.
fn latest() -> Timestamp {
    Timestamp::from_second(Timestamp::MAX.as_second()).unwrap_or(Timestamp::MAX)
}

fn milliseconds(text: &str) -> Option<u64> {
    let pieces = Pieces::parse(text).ok().filter(|pieces| pieces.date().year() >= 1970)?;
    let (time, offset) = match (pieces.time(), pieces.to_numeric_offset()) {
        (None, None) => (Time::midnight(), Offset::UTC),
        (Some(time), Some(offset)) => (time, offset),
        _ => return None,
    };
    let time = offset.to_timestamp(pieces.date().to_datetime(time)).unwrap_or_else(|_| latest());
    u64::try_from(time.as_millisecond()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dates_and_times_and_writes_them() {
        for (text, written) in [
            ("2027-01-31", "2027-01-31 00:00 UTC"),
            ("2027-01-31T18:05Z", "2027-01-31 18:05 UTC"),
            ("2027-01-31T18:05:59.5+02:00", "2027-01-31 16:05 UTC"),
            ("2024-02-29", "2024-02-29 00:00 UTC"),
            ("9999-12-31", "9999-12-30 22:00 UTC"),
            ("9999-12-31T23:59:59Z", "9999-12-30 22:00 UTC"),
        ] {
            assert_eq!(parse(text).map(utc), Ok(written.to_owned()), "{text}");
        }
        for text in [
            "",
            "2027",
            "31.01.2027",
            "2027-02-30",
            "1790000000000",
            "1969-12-31",
            "1970-01-01T00:00+01:00",
            "10000-01-01",
            "2027-01-31T18:00",
        ] {
            let problem = parse(text).expect_err(text);
            assert!(problem.message.contains("2027-01-31T18:00Z"), "{problem}");
        }
        assert_eq!(format(951_782_399_007, "%Y.%m.%d %H:%M:%S"), "2000.02.28 23:59:59");
        assert_eq!(utc(u64::MAX), u64::MAX.to_string());
    }
}
