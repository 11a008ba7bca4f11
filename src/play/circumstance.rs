//! What a verdict says in detail, as words with values, so that it can be said in any language.
//!
//! A match is stored with the English sentence, as its records and those of earlier versions have it. Each circumstance has
//! one template, which the sentence is both made of and read by, as a move is by its notation; so a match of long ago is
//! told in another language, too. What a foreign program or the operator said stands as it was said.

use std::time::Duration;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use crate::games::Side;

/// A value within a sentence.
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
        /// What a verdict says in detail, with its values. Later versions may have more of them.
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
            /// The circumstance that this English sentence tells; none where it was said by somebody else.
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
    /// The match was worth more than a win.
    Payoff {
        /// What the first side gets.
        first: i64
    } = "the first side gets {first}";
    /// A position came again.
    Repeated {} = "the position was repeated";
    /// A seat stayed open.
    OpenSeat {} = "nobody took the open seat";
    /// The match was left alone.
    Untouched {} = "nobody played on for too long";
    /// Who had made the match went away before there was an opponent.
    WaitingLeft {} = "the player who was waiting left";
    /// Nobody was there any more.
    BothLeft {} = "both sides left";
    /// A side aborted the match.
    CalledOff {
        /// Which.
        side: Side
    } = "the {side} side called it off";
    /// The server ended a match that everybody had left, to make room.
    Room {} = "the server needed the room, and nobody was there";
    /// The operator gave no reason.
    Void {} = "the operator made it void";
    /// A tournament's match was not begun.
    NotBegun {} = "it was not begun in time";
    /// Against a side that ran out of time nothing could be won.
    CannotWin {
        /// The side that could not win.
        side: Side
    } = "the {side} side cannot win any more";
    /// A bot could not be seated.
    CannotPlay {
        /// Why, in English.
        sentence: String
    } = "the bot cannot play: {sentence}";
    /// A move took too long.
    OverTime {
        /// It took so many milliseconds, …
        took_ms: u64,
        /// … of so many.
        allowed_ms: u64
    } = "took {took_ms} ms of the {allowed_ms} ms that a move may take";
    /// By adjudication: the loser and the other side agreed.
    BothThoughtLost {
        /// Who had lost.
        loser: Side,
        /// It thought itself behind by so much.
        value: u64,
        /// So many moves in a row.
        moves: u64
    } = "the {loser} side thought itself behind by {value} for {moves} moves, and so did the other";
    /// By adjudication: the loser had given up.
    ThoughtLost {
        /// Who had lost.
        loser: Side,
        /// It thought itself behind by so much.
        value: u64,
        /// So many moves in a row.
        moves: u64
    } = "the {loser} side thought itself behind by {value} for {moves} moves";
    /// By adjudication: both sides thought it drawn.
    ThoughtEven {
        /// Within so much.
        value: u64,
        /// So many moves in a row.
        moves: u64
    } = "both sides thought it within {value} of even for {moves} moves";
    /// By adjudication: the match had become too long.
    Length {
        /// It was so long.
        plies: u64
    } = "it is {plies} plies long";
    /// By adjudication: it was solved.
    PerfectPlay {} = "what both would come to by perfect play";
    /// A player had no move where there are some.
    NoMove {} = "gave no move";
    /// An engine moved after its time, when it was told to.
    Late {
        /// After so many milliseconds.
        after_ms: u64
    } = "it moved after {after_ms} ms, when it was told to stop";
    /// An engine did not move.
    Silent {
        /// It was waited for so many milliseconds.
        within_ms: u64
    } = "it gave no move within {within_ms} ms and was killed";
    /// An engine could not be started, or had ended.
    NotRunning {} = "it is not running";
    /// An engine did not answer.
    NoAnswer {} = "it did not answer in time";
    /// An engine sent too much.
    Flood {
        /// So many bytes.
        bytes: u64
    } = "it sent {bytes} bytes and no answer";
    /// A program ended by itself, and had complained.
    EndedSaying {
        /// How it ended, in the system's words.
        status: String,
        /// What it said last.
        quoted: String
    } = "it ended by itself ({status}), after saying {quoted}";
    /// A program ended by itself.
    Ended {
        /// How, in the system's words.
        status: String
    } = "it ended by itself ({status})";
    /// A program closed its output, and had complained.
    ClosedSaying {
        /// What it said last.
        quoted: String
    } = "it closed its output without ending, after saying {quoted}";
    /// A program closed its output.
    Closed {} = "it closed its output without ending";
    /// An engine resigned.
    Resigned {} = "it resigned";
    /// An engine said how the match ended, and was wrong.
    Claimed {
        /// What it said.
        quoted: String
    } = "it claimed {quoted} instead of a move";
    /// An engine took a legal move for none.
    TookForIllegal {
        /// What it said.
        quoted: String
    } = "it takes a move for illegal: {quoted}";
    /// An engine refused to move.
    Refused {
        /// What it said.
        quoted: String
    } = "it refused: {quoted}";
    /// An engine said something else than a move.
    Said {
        /// What it said.
        quoted: String
    } = "it said {quoted}";
    /// An engine said something that is no move.
    NotRead {
        /// What it said.
        quoted: String
    } = "its answer was {quoted}, which is no move";
    /// A move was not legal.
    Illegal {
        /// The move.
        given: String,
        /// The ply that it was to be, from 0.
        ply: u64,
        /// The legal moves, or the first few of them.
        legal: String
    } = "{given} is not legal here (ply {ply}); legal: {legal}";
    /// A text was no move.
    NotAMove {
        /// What was given, in quotation marks.
        given: String,
        /// The game's name.
        game: String,
        /// What its moves look like, in English.
        expected: String
    } = "{given} is not a move of {game}: {expected}";
}

/// A time for a sentence.
#[must_use]
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// What stands in `sentence` where `template` has names in braces; none where the rest is not the same.
fn values<'a>(template: &str, sentence: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = template.split('{').peekable();
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    while let Some(part) = parts.next() {
        let (_, after) = part.split_once('}')?;
        // The last value goes on to the template's end, whatever stands in it.
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
    fn a_sentence_is_read_by_what_it_is_made_of() {
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
    fn what_anybody_else_has_said_is_no_circumstance() {
        for sentence in
            ["", "unfair", "it resigned, I think", "the third side cannot win any more", "it is x plies long"]
        {
            assert_eq!(Circumstance::read(sentence), None, "{sentence:?}");
        }
    }

    #[test]
    fn on_the_wire_it_is_a_word_with_values() {
        let told = Circumstance::CannotWin { side: Side::Second };
        assert_eq!(serde_json::to_value(&told).unwrap(), json!({"circumstance": "cannot_win", "side": "second"}));
        assert_eq!(serde_json::to_value(Circumstance::Room {}).unwrap(), json!({"circumstance": "room"}));
    }

    #[test]
    fn a_move_that_is_refused_is_told_as_one() {
        use crate::games::{BadMoveText, GameError};
        let illegal = GameError::IllegalMove { text: "z9".to_owned(), ply: 2, legal: "a1 b2".to_owned() };
        assert!(matches!(Circumstance::read(&illegal.to_string()), Some(Circumstance::Illegal { ply: 2, .. })));
        let text = GameError::MoveText(BadMoveText { game: "chess", text: "z9".to_owned(), expected: "a move" });
        assert!(matches!(Circumstance::read(&text.to_string()), Some(Circumstance::NotAMove { .. })));
    }
}
