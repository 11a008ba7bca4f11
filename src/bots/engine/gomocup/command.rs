//! The commands that a manager sends to a program: read by `arena engine`, written by the manager of engines. Pure.

use std::fmt::{self, Display};

/// Keys of `INFO`: the rule, as a sum of bits.
pub const RULE: &str = "rule";
/// Time per move in milliseconds.
pub const TIMEOUT_TURN: &str = "timeout_turn";
/// Time for the match in milliseconds; 0 is no limit.
pub const TIMEOUT_MATCH: &str = "timeout_match";
/// Remaining time of the match in milliseconds.
pub const TIME_LEFT: &str = "time_left";
/// Most memory in bytes.
pub const MAX_MEMORY: &str = "max_memory";

/// A command, with its arguments as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Asks for name and version.
    About,
    /// Begins a match on a square board of this size.
    Start(&'a str),
    /// Begins a match on a board of these columns and rows.
    RectStart(&'a str),
    /// Begins another match on the same board.
    Restart,
    /// Says something about the match: a key and its value.
    Info(&'a str, &'a str),
    /// Asks for the first move.
    Begin,
    /// The other side's stone. Asks for a move.
    Turn(&'a str),
    /// Takes back a stone.
    TakeBack(&'a str),
    /// Begins the stones of the whole board.
    Board,
    /// Begins the stones of an opening by swap2.
    Swap2Board,
    /// A stone of the board: its column, its row, and 1 for the program's own or 2 for the other side's.
    Stone(&'a str),
    /// Ends the stones. Asks for a move.
    Done,
    /// Ends the program.
    End,
    /// Any other line.
    Unknown(&'a str),
}

impl<'a> Command<'a> {
    /// Parses a line. Programs and managers may write lower case.
    #[must_use]
    pub fn parse(line: &'a str) -> Self {
        let line = line.trim();
        if line.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Self::Stone(line);
        }
        let (word, rest) = first_word(line);
        match word.to_ascii_uppercase().as_str() {
            "ABOUT" => Self::About,
            "START" => Self::Start(rest),
            "RECTSTART" => Self::RectStart(rest),
            "RESTART" => Self::Restart,
            "INFO" => {
                let (key, value) = first_word(rest);
                Self::Info(key, value)
            }
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(rest),
            "TAKEBACK" => Self::TakeBack(rest),
            "BOARD" => Self::Board,
            "SWAP2BOARD" => Self::Swap2Board,
            "DONE" => Self::Done,
            "END" => Self::End,
            _ => Self::Unknown(word),
        }
    }

    /// True if UCI has no such command, so that the line says which protocol is spoken.
    #[must_use]
    pub const fn is_distinctive(&self) -> bool {
        matches!(
            self,
            Self::About | Self::Start(_) | Self::RectStart(_) | Self::Info(..) | Self::Begin | Self::Board | Self::End
        )
    }

    /// True if the program answers with a move.
    #[must_use]
    pub const fn asks(&self) -> bool {
        matches!(self, Self::Begin | Self::Turn(_) | Self::Done)
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((text, ""));
    (word, rest.trim())
}

impl Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::About => f.write_str("ABOUT"),
            Self::Start(size) => write!(f, "START {size}"),
            Self::RectStart(size) => write!(f, "RECTSTART {size}"),
            Self::Restart => f.write_str("RESTART"),
            Self::Info(key, value) => write!(f, "INFO {key} {value}"),
            Self::Begin => f.write_str("BEGIN"),
            Self::Turn(point) => write!(f, "TURN {point}"),
            Self::TakeBack(point) => write!(f, "TAKEBACK {point}"),
            Self::Board => f.write_str("BOARD"),
            Self::Swap2Board => f.write_str("SWAP2BOARD"),
            Self::Stone(stone) | Self::Unknown(stone) => f.write_str(stone),
            Self::Done => f.write_str("DONE"),
            Self::End => f.write_str("END"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let commands = [
            Command::About,
            Command::Start("15"),
            Command::RectStart("15,20"),
            Command::Restart,
            Command::Info(TIME_LEFT, "1000"),
            Command::Begin,
            Command::Turn("7,7"),
            Command::TakeBack("7,7"),
            Command::Board,
            Command::Swap2Board,
            Command::Stone("7,7,1"),
            Command::Done,
            Command::End,
            Command::Unknown("SUGGEST"),
        ];
        for command in commands {
            assert_eq!(Command::parse(&format!(" {command}\r")), command);
        }
        assert_eq!(Command::parse("info  RULE\t1"), Command::Info("RULE", "1"));
        assert_eq!(Command::parse(""), Command::Unknown(""));
    }
}
