//! The details of a verdict as data, so that clients can show them in any language.
//!
//! Records hold only the English sentence. The events of a live match hold the data.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use arena_games::{GameError, Side};

/// What happened in a match, with its values. The display text is the English sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "circumstance", rename_all = "snake_case")]
pub enum EndDetail {
    /// The result was worth more than a win.
    #[error("the first side gets {first}")]
    Payoff {
        /// The payoff of the first side.
        first: i64,
    },
    /// A position was repeated.
    #[error("the position was repeated")]
    Repeated {},
    /// A seat was not taken in time.
    #[error("nobody took the open seat")]
    OpenSeat {},
    /// No move was made for too long.
    #[error("no move was made for too long")]
    Untouched {},
    /// The player who made the match left before there was an opponent.
    #[error("the waiting player left")]
    WaitingLeft {},
    /// Both sides left.
    #[error("both sides left")]
    BothLeft {},
    /// A side aborted the match.
    #[error("the {side} side aborted the match")]
    CalledOff {
        /// The side that aborted it.
        side: Side,
    },
    /// The player who made a match between bots stopped it.
    #[error("the player who made it stopped it")]
    Stopped {},
    /// The server ended an abandoned match to free resources.
    #[error("the match was abandoned, and the server needed its place")]
    Room {},
    /// The operator voided the match without giving a reason.
    #[error("the operator voided the match")]
    Void {},
    /// A side did not make its first move in time, or a tournament's match was not started in time.
    #[error("the match was not started in time")]
    NotBegun {},
    /// A side ran out of time, but its opponent could not win any more.
    #[error("the {side} side cannot win any more")]
    CannotWin {
        /// The side that could not win.
        side: Side,
    },
    /// A bot could not be seated.
    #[error("the bot cannot play: {sentence}")]
    CannotPlay {
        /// The reason, in English.
        sentence: String,
    },
    /// A move took too long.
    #[error("took {took_ms} ms of the {allowed_ms} ms allowed for a move")]
    OverTime {
        /// The time it took, in milliseconds.
        took_ms: u64,
        /// The allowed time in milliseconds.
        allowed_ms: u64,
    },
    /// Adjudication: both sides considered the position lost for the loser.
    #[error("both sides scored the position at least {value} against the {loser} side for {moves} moves")]
    BothThoughtLost {
        /// The loser.
        loser: Side,
        /// The deficit in the loser's own evaluation.
        value: u64,
        /// The number of consecutive moves.
        moves: u64,
    },
    /// Adjudication: the loser considered the position lost.
    #[error("the {loser} side scored its own position at -{value} or below for {moves} moves")]
    ThoughtLost {
        /// The loser.
        loser: Side,
        /// The deficit in the loser's own evaluation.
        value: u64,
        /// The number of consecutive moves.
        moves: u64,
    },
    /// Adjudication: both sides considered the position drawn.
    #[error("both sides scored the position within {value} of even for {moves} moves")]
    ThoughtEven {
        /// The limit of their evaluations.
        value: u64,
        /// The number of consecutive moves.
        moves: u64,
    },
    /// Adjudication: the match reached the length limit.
    #[error("the limit of {plies} plies was reached")]
    Length {
        /// The length in plies.
        plies: u64,
    },
    /// Adjudication: the position was solved.
    #[error("the result of perfect play")]
    PerfectPlay {},
    /// A player gave no move although legal moves exist.
    #[error("gave no move")]
    NoMove {},
    /// An engine moved only after the command to stop.
    #[error("it moved after {after_ms} ms, only when told to stop")]
    Late {
        /// The time it took, in milliseconds.
        after_ms: u64,
    },
    /// An engine moved only after the command to stop, and had sent a line that is no answer.
    #[error("it moved after {after_ms} ms, only when told to stop; its earlier line {quoted} is not an answer")]
    LateSaying {
        /// The time it took, in milliseconds.
        after_ms: u64,
        /// The line.
        quoted: String,
    },
    /// An engine gave no move and was killed. It had sent a line that is no answer.
    #[error("it gave no move within {within_ms} ms and was killed; its line {quoted} is not an answer")]
    SilentSaying {
        /// The waiting time in milliseconds.
        within_ms: u64,
        /// The last such line.
        quoted: String,
    },
    /// An engine gave no move and was killed.
    #[error("it gave no move within {within_ms} ms and was killed")]
    Silent {
        /// The waiting time in milliseconds.
        within_ms: u64,
    },
    /// An engine could not be started or had exited.
    #[error("it is not running")]
    NotRunning {},
    /// An engine did not answer.
    #[error("it did not answer in time")]
    NoAnswer {},
    /// An engine produced too much output.
    #[error("it sent {bytes} bytes and no answer")]
    Flood {
        /// The number of bytes.
        bytes: u64,
    },
    /// A program exited after printing a message.
    #[error("it exited ({status}) after printing {quoted}")]
    EndedSaying {
        /// Its exit status, as the system describes it.
        status: String,
        /// Its last output.
        quoted: String,
    },
    /// A program exited.
    #[error("it exited ({status})")]
    Ended {
        /// Its exit status, as the system describes it.
        status: String,
    },
    /// A program closed its output after printing a message.
    #[error("it closed its output but kept running, after printing {quoted}")]
    ClosedSaying {
        /// Its last output.
        quoted: String,
    },
    /// A program closed its output.
    #[error("it closed its output but kept running")]
    Closed {},
    /// A player's program failed, as its client reports.
    #[error("its program failed")]
    ProgramFailed {},
    /// A player's program chose an illegal move, as its client reports.
    #[error("its program chose an illegal move")]
    ProgramErred {},
    /// A module ran out of fuel.
    #[error("its module ran out of fuel in {function}: {limit} for {scope}")]
    ModuleFuel {
        /// The function that the arena called.
        function: String,
        /// The limit that was exceeded.
        limit: u64,
        /// What the limit is for.
        scope: FuelScope,
    },
    /// A module asked for more memory than allowed.
    #[error("its module asked in {function} for more memory than {kib} KiB")]
    ModuleMemory {
        /// The function that the arena called.
        function: String,
        /// The limit in KiB.
        kib: u64,
    },
    /// A module ended by a trap.
    #[error("its module trapped in {function}: {trap}")]
    ModuleTrap {
        /// The function that the arena called.
        function: String,
        /// The trap, as the runtime describes it.
        trap: String,
    },
    /// A module ended itself by `env.abort`.
    #[error("its module aborted in {function}: {quoted}")]
    ModuleAbort {
        /// The function that the arena called.
        function: String,
        /// Its message and its place in the source.
        quoted: String,
    },
    /// A module chose a move that does not exist.
    #[error("its module chose move {index} of {moves}, counted from 0")]
    ModuleIndex {
        /// The index.
        index: i64,
        /// The number of legal moves.
        moves: u64,
    },
    /// The buffer of a module does not lie in its memory.
    #[error("its module's buffer of {bytes} bytes at {address} is outside its memory")]
    ModuleBuffer {
        /// The address.
        address: i64,
        /// The size that is needed, in bytes.
        bytes: u64,
    },
    /// An engine resigned.
    #[error("it resigned")]
    Resigned {},
    /// An engine claimed a wrong result.
    #[error("it claimed {quoted} instead of a move")]
    Claimed {
        /// Its output.
        quoted: String,
    },
    /// An engine rejected a legal move as illegal.
    #[error("it rejected a legal move as illegal: {quoted}")]
    TookForIllegal {
        /// Its output.
        quoted: String,
    },
    /// An engine refused to move.
    #[error("it refused: {quoted}")]
    Refused {
        /// Its output.
        quoted: String,
    },
    /// An engine printed something other than a move.
    #[error("it printed {quoted}")]
    Said {
        /// Its output.
        quoted: String,
    },
    /// The output of an engine is not a move.
    #[error("its answer {quoted} is not a move")]
    NotRead {
        /// Its output.
        quoted: String,
    },
    /// A move was not legal.
    #[error("{given} is not legal here (ply {ply}); legal: {legal}")]
    Illegal {
        /// The move given.
        given: String,
        /// The ply of the move, from 0.
        ply: u64,
        /// The legal moves, or the first few of them.
        legal: String,
    },
    /// A text was not a move.
    #[error("{given} is not a move of {game}: {expected}")]
    NotAMove {
        /// The text, in quotation marks.
        given: String,
        /// The game's name.
        game: String,
        /// The expected form of a move, in English.
        expected: String,
    },
}

/// What a limit of a module's fuel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum FuelScope {
    /// A new instance, with its function `start`.
    Start,
    /// One evaluation.
    Evaluation,
    /// One move.
    Move,
    /// All moves of a match.
    Match,
}

impl fmt::Display for FuelScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "the start",
            Self::Evaluation => "an evaluation",
            Self::Move => "a move",
            Self::Match => "the match",
        })
    }
}

/// The details of a verdict. Two details with the same sentence are equal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Detail {
    /// What happened, as data.
    Known(EndDetail),
    /// The text of a record, an external program or the operator.
    Text(String),
}

impl Detail {
    /// Returns the circumstance, unless there is only a text.
    #[must_use]
    pub fn circumstance(&self) -> Option<&EndDetail> {
        match self {
            Self::Known(circumstance) => Some(circumstance),
            Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(circumstance) => circumstance.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl PartialEq for Detail {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Detail {}

impl Hash for Detail {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl From<EndDetail> for Detail {
    fn from(circumstance: EndDetail) -> Self {
        Self::Known(circumstance)
    }
}

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Detail {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&GameError> for Detail {
    fn from(error: &GameError) -> Self {
        match error {
            GameError::IllegalMove { text, ply, legal } => {
                let (given, legal) = (text.clone(), legal.clone());
                EndDetail::Illegal { given, ply: *ply as u64, legal }.into()
            }
            GameError::MoveText(bad) => EndDetail::NotAMove {
                given: format!("{:?}", bad.text),
                game: bad.game.to_owned(),
                expected: bad.expected.to_owned(),
            }
            .into(),
            other => other.to_string().into(),
        }
    }
}

/// Converts a duration for use in a sentence.
#[must_use]
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn serializes_to_a_code_with_values() {
        let told = Detail::from(EndDetail::CannotWin { side: Side::Second });
        let written = serde_json::to_value(&told).unwrap();
        assert_eq!(written, json!({"circumstance": "cannot_win", "side": "second"}));
        let read: Detail = serde_json::from_value(written).unwrap();
        assert_eq!(read.circumstance(), told.circumstance());
        assert_eq!(serde_json::to_value(EndDetail::Room {}).unwrap(), json!({"circumstance": "room"}));
    }

    #[test]
    fn a_text_stays_a_text_and_equals_its_circumstance() {
        let read: Detail = serde_json::from_value(json!("the position was repeated")).unwrap();
        assert_eq!(read.circumstance(), None);
        assert_eq!(read, EndDetail::Repeated {}.into());
    }

    #[test]
    fn refused_moves_keep_their_sentence() {
        use arena_games::BadMoveText;
        let illegal = GameError::IllegalMove { text: "z9".to_owned(), ply: 2, legal: "a1 b2".to_owned() };
        let text = GameError::MoveText(BadMoveText { game: "chess", text: "z9".to_owned(), expected: "a move" });
        for error in [illegal, text] {
            let detail = Detail::from(&error);
            assert_eq!(detail.to_string(), error.to_string());
            assert!(detail.circumstance().is_some());
        }
    }
}
