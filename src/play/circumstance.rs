//! The details of a verdict as a code with values, so that clients can show them in any language.
//!
//! A match is stored with the English sentence, as in its records and in earlier versions. Each circumstance has one
//! template. The template both produces the sentence and parses it, so that stored matches can be translated, too.
//! Texts of external programs and of the operator are kept unchanged.

use std::time::Duration;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use arena_games::Side;

/// The type of a value in a sentence.
trait Value: Sized {
    fn read(text: &str) -> Option<Self>;
}

impl Value for u64 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Value for i64 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Value for Side {
    fn read(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.to_string() == text)
    }
}

impl Value for String {
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

macro_rules! circumstances {
    ($($(#[$about:meta])* $name:ident { $($(#[$field:meta])* $value:ident: $type:ty),* } = $template:literal;)*) => {
        /// The details of a verdict, with their values. Later versions may add variants.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, thiserror::Error)]
        #[cfg_attr(feature = "typescript", derive(TS))]
        #[serde(tag = "circumstance", rename_all = "snake_case")]
        pub enum Circumstance {
            $(
                $(#[$about])*
                #[error($template)]
                $name { $($(#[$field])* $value: $type),* },
            )*
        }

        impl Circumstance {
            /// Parses an English sentence. Returns `None` if it matches no template.
            #[must_use]
            pub fn read(sentence: &str) -> Option<Self> {
                None$(.or_else(|| {
                    let mut values = values($template, sentence)?.into_iter();
                    let circumstance = Self::$name { $($value: <$type as Value>::read(values.next()?)?),* };
                    values.next().is_none().then_some(circumstance)
                }))*
            }
        }
    };
}

circumstances! {
    /// The result was worth more than a win.
    Payoff {
        /// The payoff of the first side.
        first: i64
    } = "the first side gets {first}";
    /// A position was repeated.
    Repeated {} = "the position was repeated";
    /// A seat was not taken in time.
    OpenSeat {} = "nobody took the open seat";
    /// No move was made for too long.
    Untouched {} = "nobody played on for too long";
    /// The player who made the match left before there was an opponent.
    WaitingLeft {} = "the player who was waiting left";
    /// Both sides left.
    BothLeft {} = "both sides left";
    /// A side aborted the match.
    CalledOff {
        /// The side that aborted it.
        side: Side
    } = "the {side} side called it off";
    /// The server ended an abandoned match to free resources.
    Room {} = "the server needed the room, and nobody was there";
    /// The operator voided the match without giving a reason.
    Void {} = "the operator made it void";
    /// A side did not make its first move in time, or a tournament's match was not started in time.
    NotBegun {} = "it was not begun in time";
    /// A side ran out of time, but its opponent could not win any more.
    CannotWin {
        /// The side that could not win.
        side: Side
    } = "the {side} side cannot win any more";
    /// A bot could not be seated.
    CannotPlay {
        /// The reason, in English.
        sentence: String
    } = "the bot cannot play: {sentence}";
    /// A move took too long.
    OverTime {
        /// The time it took, in milliseconds.
        took_ms: u64,
        /// The allowed time in milliseconds.
        allowed_ms: u64
    } = "took {took_ms} ms of the {allowed_ms} ms that a move may take";
    /// Adjudication: both sides considered the position lost for the loser.
    BothThoughtLost {
        /// The loser.
        loser: Side,
        /// The deficit in the loser's own evaluation.
        value: u64,
        /// The number of consecutive moves.
        moves: u64
    } = "the {loser} side thought itself behind by {value} for {moves} moves, and the other itself ahead by as much";
    /// Adjudication: the loser considered the position lost.
    ThoughtLost {
        /// The loser.
        loser: Side,
        /// The deficit in the loser's own evaluation.
        value: u64,
        /// The number of consecutive moves.
        moves: u64
    } = "the {loser} side thought itself behind by {value} for {moves} moves";
    /// Adjudication: both sides considered the position drawn.
    ThoughtEven {
        /// The limit of their evaluations.
        value: u64,
        /// The number of consecutive moves.
        moves: u64
    } = "both sides thought it within {value} of even for {moves} moves";
    /// Adjudication: the match reached the length limit.
    Length {
        /// The length in plies.
        plies: u64
    } = "it is {plies} plies long";
    /// Adjudication: the position was solved.
    PerfectPlay {} = "what both would come to by perfect play";
    /// A player gave no move although legal moves exist.
    NoMove {} = "gave no move";
    /// An engine moved only after the command to stop.
    Late {
        /// The time it took, in milliseconds.
        after_ms: u64
    } = "it moved after {after_ms} ms, when it was told to stop";
    /// An engine moved only after the command to stop, and had sent a line that is no answer.
    LateSaying {
        /// The time it took, in milliseconds.
        after_ms: u64,
        /// The line.
        quoted: String
    } = "it moved after {after_ms} ms, when it was told to stop, and had said {quoted}, which is no answer";
    /// An engine gave no move and was killed. It had sent a line that is no answer.
    SilentSaying {
        /// The waiting time in milliseconds.
        within_ms: u64,
        /// The last such line.
        quoted: String
    } = "it gave no move within {within_ms} ms and was killed: it said {quoted}, which is no answer";
    /// An engine gave no move and was killed.
    Silent {
        /// The waiting time in milliseconds.
        within_ms: u64
    } = "it gave no move within {within_ms} ms and was killed";
    /// An engine could not be started or had exited.
    NotRunning {} = "it is not running";
    /// An engine did not answer.
    NoAnswer {} = "it did not answer in time";
    /// An engine produced too much output.
    Flood {
        /// The number of bytes.
        bytes: u64
    } = "it sent {bytes} bytes and no answer";
    /// A program exited after printing a message.
    EndedSaying {
        /// Its exit status, as the system describes it.
        status: String,
        /// Its last output.
        quoted: String
    } = "it ended by itself ({status}), after saying {quoted}";
    /// A program exited.
    Ended {
        /// Its exit status, as the system describes it.
        status: String
    } = "it ended by itself ({status})";
    /// A program closed its output after printing a message.
    ClosedSaying {
        /// Its last output.
        quoted: String
    } = "it closed its output without ending, after saying {quoted}";
    /// A program closed its output.
    Closed {} = "it closed its output without ending";
    /// An engine resigned.
    Resigned {} = "it resigned";
    /// An engine claimed a wrong result.
    Claimed {
        /// Its output.
        quoted: String
    } = "it claimed {quoted} instead of a move";
    /// An engine rejected a legal move as illegal.
    TookForIllegal {
        /// Its output.
        quoted: String
    } = "it takes a move for illegal: {quoted}";
    /// An engine refused to move.
    Refused {
        /// Its output.
        quoted: String
    } = "it refused: {quoted}";
    /// An engine printed something other than a move.
    Said {
        /// Its output.
        quoted: String
    } = "it said {quoted}";
    /// The output of an engine is not a move.
    NotRead {
        /// Its output.
        quoted: String
    } = "its answer was {quoted}, which is no move";
    /// A move was not legal.
    Illegal {
        /// The move given.
        given: String,
        /// The ply of the move, from 0.
        ply: u64,
        /// The legal moves, or the first few of them.
        legal: String
    } = "{given} is not legal here (ply {ply}); legal: {legal}";
    /// A text was not a move.
    NotAMove {
        /// The text, in quotation marks.
        given: String,
        /// The game's name.
        game: String,
        /// The expected form of a move, in English.
        expected: String
    } = "{given} is not a move of {game}: {expected}";
}

/// Converts a duration for use in a sentence.
#[must_use]
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the parts of `sentence` in the places of the braces in `template`. `None` if the remaining text differs.
fn values<'a>(template: &str, sentence: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = template.split('{').peekable();
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    while let Some(part) = parts.next() {
        let (_, after) = part.split_once('}')?;
        // The last value extends to the fixed end of the template, whatever it contains.
        let end = if parts.peek().is_some() { rest.find(after)? } else { rest.strip_suffix(after)?.len() };
        values.push(&rest[..end]);
        rest = &rest[end + after.len()..];
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sentences_parse_back_to_their_circumstance() {
        let quoted = || "\"1-0 {White mates}\"".to_owned();
        let (value, moves) = (500, 4);
        let told = [
            Circumstance::Payoff { first: -3 },
            Circumstance::Repeated {},
            Circumstance::CannotWin { side: Side::Second },
            Circumstance::CalledOff { side: Side::First },
            Circumstance::CannotPlay { sentence: "it refused: nothing".to_owned() },
            Circumstance::OverTime { took_ms: 120, allowed_ms: 100 },
            Circumstance::ThoughtLost { loser: Side::First, value, moves },
            Circumstance::BothThoughtLost { loser: Side::First, value, moves },
            Circumstance::ThoughtEven { value, moves },
            Circumstance::Length { plies: 300 },
            Circumstance::Silent { within_ms: 10_500 },
            Circumstance::Ended { status: "signal: 9 (SIGKILL)".to_owned() },
            Circumstance::EndedSaying { status: "exit status: 3".to_owned(), quoted: quoted() },
            Circumstance::Closed {},
            Circumstance::Claimed { quoted: quoted() },
            Circumstance::TookForIllegal { quoted: quoted() },
            Circumstance::Said { quoted: quoted() },
            Circumstance::Illegal { given: "e9".to_owned(), ply: 7, legal: "a3 a4 … (20)".to_owned() },
        ];
        for circumstance in told {
            assert_eq!(Circumstance::read(&circumstance.to_string()), Some(circumstance));
        }
    }

    #[test]
    fn other_sentences_do_not_parse() {
        for sentence in
            ["", "unfair", "it resigned, I think", "the third side cannot win any more", "it is x plies long"]
        {
            assert_eq!(Circumstance::read(sentence), None, "{sentence:?}");
        }
    }

    #[test]
    fn serializes_to_a_code_with_values() {
        let told = Circumstance::CannotWin { side: Side::Second };
        assert_eq!(serde_json::to_value(&told).unwrap(), json!({"circumstance": "cannot_win", "side": "second"}));
        assert_eq!(serde_json::to_value(Circumstance::Room {}).unwrap(), json!({"circumstance": "room"}));
    }

    #[test]
    fn messages_about_refused_moves_parse() {
        use arena_games::{BadMoveText, GameError};
        let illegal = GameError::IllegalMove { text: "z9".to_owned(), ply: 2, legal: "a1 b2".to_owned() };
        assert!(matches!(Circumstance::read(&illegal.to_string()), Some(Circumstance::Illegal { ply: 2, .. })));
        let text = GameError::MoveText(BadMoveText { game: "chess", text: "z9".to_owned(), expected: "a move" });
        assert!(matches!(Circumstance::read(&text.to_string()), Some(Circumstance::NotAMove { .. })));
    }
}
