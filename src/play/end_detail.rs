//! The details of a verdict as data, so that clients can show them in any language.
//!
//! Records hold only the English sentence. The events of a live match hold the data.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use arena_games::{Diagnostic, GameError, Side, diagnostic};

/// What happened in a match, with its values. The display text is the English sentence. The JSON form is that of stored
/// events; clients get [`EndDetail::diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "circumstance", rename_all = "snake_case")]
pub enum EndDetail {
    /// The result was worth more than a win.
    Payoff {
        /// The payoff of the first side.
        first: i64,
    },
    /// A position was repeated.
    Repeated {},
    /// A seat was not taken in time.
    OpenSeat {},
    /// No move was made for too long.
    Untouched {},
    /// The player who made the match left before there was an opponent.
    WaitingLeft {},
    /// Both sides left.
    BothLeft {},
    /// A side aborted the match.
    CalledOff {
        /// The side that aborted it.
        side: Side,
    },
    /// The player who made a match between bots stopped it.
    Stopped {},
    /// The server ended an abandoned match to free resources.
    Room {},
    /// The operator voided the match without giving a reason.
    Void {},
    /// A side did not make its first move in time, or a tournament's match was not started in time.
    NotBegun {},
    /// A side ran out of time, but its opponent could not win any more.
    CannotWin {
        /// The side that could not win.
        side: Side,
    },
    /// A bot could not be seated.
    CannotPlay {
        /// The reason, in English.
        sentence: String,
    },
    /// A move took too long.
    OverTime {
        /// The time it took, in milliseconds.
        took_ms: u64,
        /// The allowed time in milliseconds.
        allowed_ms: u64,
    },
    /// Adjudication: both sides considered the position lost for the loser.
    BothThoughtLost {
        loser: Side,
        /// The deficit in the loser's own evaluation.
        value: u64,
        /// The number of consecutive moves.
        moves: u64,
    },
    /// Adjudication: the loser considered the position lost.
    ThoughtLost {
        loser: Side,
        /// The deficit in the loser's own evaluation.
        value: u64,
        /// The number of consecutive moves.
        moves: u64,
    },
    /// Adjudication: both sides considered the position drawn.
    ThoughtEven {
        /// The limit of their evaluations.
        value: u64,
        /// The number of consecutive moves.
        moves: u64,
    },
    /// Adjudication: the match reached the length limit.
    Length {
        /// The length in plies.
        plies: u64,
    },
    /// Adjudication: the position was solved.
    PerfectPlay {},
    /// A player gave no move although legal moves exist.
    NoMove {},
    /// An engine moved only after the command to stop.
    Late {
        /// The time it took, in milliseconds.
        after_ms: u64,
    },
    /// An engine moved only after the command to stop, and had sent a line that is no answer.
    LateSaying {
        /// The time it took, in milliseconds.
        after_ms: u64,
        /// The line.
        quoted: String,
    },
    /// An engine gave no move and was killed. It had sent a line that is no answer.
    SilentSaying {
        /// The waiting time in milliseconds.
        within_ms: u64,
        /// The last such line.
        quoted: String,
    },
    /// An engine gave no move and was killed.
    Silent {
        /// The waiting time in milliseconds.
        within_ms: u64,
    },
    /// An engine could not be started or had exited.
    NotRunning {},
    /// An engine did not answer.
    NoAnswer {},
    /// An engine produced too much output.
    Flood {
        /// The number of bytes.
        bytes: u64,
    },
    /// A program exited after printing a message.
    EndedSaying {
        /// Its exit status, as the system describes it.
        status: String,
        /// Its last output.
        quoted: String,
    },
    /// A program exited.
    Ended {
        /// Its exit status, as the system describes it.
        status: String,
    },
    /// A program closed its output after printing a message.
    ClosedSaying {
        /// Its last output.
        quoted: String,
    },
    /// A program closed its output.
    Closed {},
    /// A player's program failed, as its client reports.
    ProgramFailed {},
    /// A player's program chose an illegal move, as its client reports.
    ProgramErred {},
    /// A module ran out of fuel.
    ModuleFuel {
        /// The function that the arena called.
        function: String,
        /// The limit that was exceeded.
        limit: u64,
        /// What the limit is for.
        scope: FuelScope,
    },
    /// A module asked for more memory than allowed.
    ModuleMemory {
        /// The function that the arena called.
        function: String,
        /// The limit in KiB.
        kib: u64,
    },
    /// A module ended by a trap.
    ModuleTrap {
        /// The function that the arena called.
        function: String,
        /// The trap, as the runtime describes it.
        trap: String,
    },
    /// A module ended itself by `env.abort`.
    ModuleAbort {
        /// The function that the arena called.
        function: String,
        /// Its message and its place in the source.
        quoted: String,
    },
    /// A module chose a move that does not exist.
    ModuleIndex {
        index: i64,
        /// The number of legal moves.
        moves: u64,
    },
    /// The buffer of a module does not lie in its memory.
    ModuleBuffer {
        address: i64,
        /// The size that is needed, in bytes.
        bytes: u64,
    },
    /// An engine resigned.
    Resigned {},
    /// An engine claimed a wrong result.
    Claimed {
        /// Its output.
        quoted: String,
    },
    /// An engine rejected a legal move as illegal.
    TookForIllegal {
        /// Its output.
        quoted: String,
    },
    /// An engine refused to move.
    Refused {
        /// Its output.
        quoted: String,
    },
    /// An engine printed something other than a move.
    Said {
        /// Its output.
        quoted: String,
    },
    /// The output of an engine is not a move.
    NotRead {
        /// Its output.
        quoted: String,
    },
    /// A move was not legal.
    Illegal {
        /// The move given.
        given: String,
        /// The ply of the move, from 0.
        ply: u64,
        /// The legal moves, or the first few of them.
        legal: String,
    },
    /// A text was not a move.
    NotAMove {
        /// The text, in quotation marks.
        given: String,
        /// The game's name.
        game: String,
        /// The expected form of a move, in English.
        expected: String,
    },
}

impl EndDetail {
    /// Returns the message for clients. Its code is `end_` and the name of the variant.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Payoff { first } => diagnostic!("end_payoff", "the first side gets {first}", first),
            Self::Repeated {} => diagnostic!("end_repeated", "the position was repeated"),
            Self::OpenSeat {} => diagnostic!("end_open_seat", "nobody took the open seat"),
            Self::Untouched {} => diagnostic!("end_untouched", "no move was made for too long"),
            Self::WaitingLeft {} => diagnostic!("end_waiting_left", "the waiting player left"),
            Self::BothLeft {} => diagnostic!("end_both_left", "both sides left"),
            Self::CalledOff { side } => diagnostic!("end_called_off", "the {side} side aborted the match", side),
            Self::Stopped {} => diagnostic!("end_stopped", "the player who made it stopped it"),
            Self::Room {} => diagnostic!("end_room", "the match was abandoned, and the server needed its place"),
            Self::Void {} => diagnostic!("end_void", "the operator voided the match"),
            Self::NotBegun {} => diagnostic!("end_not_begun", "the match was not started in time"),
            Self::CannotWin { side } => diagnostic!("end_cannot_win", "the {side} side cannot win any more", side),
            Self::CannotPlay { sentence } => {
                diagnostic!("end_cannot_play", "the bot cannot play: {sentence}", sentence)
            }
            Self::OverTime { took_ms, allowed_ms } => diagnostic!(
                "end_over_time",
                "took {took_ms} ms of the {allowed_ms} ms allowed for a move",
                took_ms,
                allowed_ms
            ),
            Self::BothThoughtLost { loser, value, moves } => diagnostic!(
                "end_both_thought_lost",
                "both sides scored the position at least {value} against the {loser} side for {moves} moves",
                loser,
                value,
                moves
            ),
            Self::ThoughtLost { loser, value, moves } => diagnostic!(
                "end_thought_lost",
                "the {loser} side scored its own position at -{value} or below for {moves} moves",
                loser,
                value,
                moves
            ),
            Self::ThoughtEven { value, moves } => diagnostic!(
                "end_thought_even",
                "both sides scored the position within {value} of even for {moves} moves",
                value,
                moves
            ),
            Self::Length { plies } => diagnostic!("end_length", "the limit of {plies} plies was reached", plies),
            Self::PerfectPlay {} => diagnostic!("end_perfect_play", "the result of perfect play"),
            Self::NoMove {} => diagnostic!("end_no_move", "gave no move"),
            Self::Late { after_ms } => {
                diagnostic!("end_late", "it moved after {after_ms} ms, only when told to stop", after_ms)
            }
            Self::LateSaying { after_ms, quoted } => diagnostic!(
                "end_late_saying",
                "it moved after {after_ms} ms, only when told to stop; its earlier line {quoted} is not an answer",
                after_ms,
                quoted
            ),
            Self::SilentSaying { within_ms, quoted } => diagnostic!(
                "end_silent_saying",
                "it gave no move within {within_ms} ms and was killed; its line {quoted} is not an answer",
                within_ms,
                quoted
            ),
            Self::Silent { within_ms } => {
                diagnostic!("end_silent", "it gave no move within {within_ms} ms and was killed", within_ms)
            }
            Self::NotRunning {} => diagnostic!("end_not_running", "it is not running"),
            Self::NoAnswer {} => diagnostic!("end_no_answer", "it did not answer in time"),
            Self::Flood { bytes } => diagnostic!("end_flood", "it sent {bytes} bytes and no answer", bytes),
            Self::EndedSaying { status, quoted } => {
                diagnostic!("end_ended_saying", "it exited ({status}) after printing {quoted}", status, quoted)
            }
            Self::Ended { status } => diagnostic!("end_ended", "it exited ({status})", status),
            Self::ClosedSaying { quoted } => diagnostic!(
                "end_closed_saying",
                "it closed its output but kept running, after printing {quoted}",
                quoted
            ),
            Self::Closed {} => diagnostic!("end_closed", "it closed its output but kept running"),
            Self::ProgramFailed {} => diagnostic!("end_program_failed", "its program failed"),
            Self::ProgramErred {} => diagnostic!("end_program_erred", "its program chose an illegal move"),
            Self::ModuleFuel { function, limit, scope } => diagnostic!(
                "end_module_fuel",
                "its module ran out of fuel in {function}: {limit} for {scope}",
                function,
                limit,
                scope
            ),
            Self::ModuleMemory { function, kib } => diagnostic!(
                "end_module_memory",
                "its module asked in {function} for more memory than {kib} KiB",
                function,
                kib
            ),
            Self::ModuleTrap { function, trap } => {
                diagnostic!("end_module_trap", "its module trapped in {function}: {trap}", function, trap)
            }
            Self::ModuleAbort { function, quoted } => {
                diagnostic!("end_module_abort", "its module aborted in {function}: {quoted}", function, quoted)
            }
            Self::ModuleIndex { index, moves } => diagnostic!(
                "end_module_index",
                "its module chose move {index} of {moves}, counted from 0",
                index,
                moves
            ),
            Self::ModuleBuffer { address, bytes } => diagnostic!(
                "end_module_buffer",
                "its module's buffer of {bytes} bytes at {address} is outside its memory",
                address,
                bytes
            ),
            Self::Resigned {} => diagnostic!("end_resigned", "it resigned"),
            Self::Claimed { quoted } => diagnostic!("end_claimed", "it claimed {quoted} instead of a move", quoted),
            Self::TookForIllegal { quoted } => {
                diagnostic!("end_took_for_illegal", "it rejected a legal move as illegal: {quoted}", quoted)
            }
            Self::Refused { quoted } => diagnostic!("end_refused", "it refused: {quoted}", quoted),
            Self::Said { quoted } => diagnostic!("end_said", "it printed {quoted}", quoted),
            Self::NotRead { quoted } => diagnostic!("end_not_read", "its answer {quoted} is not a move", quoted),
            Self::Illegal { given, ply, legal } => {
                diagnostic!("end_illegal", "{given} is not legal here (ply {ply}); legal: {legal}", given, ply, legal)
            }
            Self::NotAMove { given, game, expected } => {
                diagnostic!("end_not_a_move", "{given} is not a move of {game}: {expected}", given, game, expected)
            }
        }
    }
}

impl fmt::Display for EndDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic().message)
    }
}

/// What a limit of a module's fuel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Returns the message with its values, unless there is only a text.
    #[must_use]
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        match self {
            Self::Known(known) => Some(known.diagnostic()),
            Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(known) => known.fmt(f),
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
    fn from(known: EndDetail) -> Self {
        Self::Known(known)
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
    fn stored_form_has_a_tag_with_values_and_clients_get_a_message() {
        let told = Detail::from(EndDetail::CannotWin { side: Side::Second });
        let written = serde_json::to_value(&told).unwrap();
        assert_eq!(written, json!({"circumstance": "cannot_win", "side": "second"}));
        let read: Detail = serde_json::from_value(written).unwrap();
        assert_eq!(read.diagnostic(), told.diagnostic());
        let sent = json!({"code": "end_cannot_win", "args": {"side": "second"}, "message": told.to_string()});
        assert_eq!(serde_json::to_value(told.diagnostic()).unwrap(), sent);
        assert_eq!(serde_json::to_value(EndDetail::Room {}).unwrap(), json!({"circumstance": "room"}));
    }

    #[test]
    fn a_text_stays_a_text_and_equals_its_detail() {
        let read: Detail = serde_json::from_value(json!("the position was repeated")).unwrap();
        assert_eq!(read.diagnostic(), None);
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
            assert!(detail.diagnostic().is_some());
        }
    }
}
