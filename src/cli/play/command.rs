//! What a player can type.

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// A move, by its text.
    Move(String),
    Help,
    Moves,
    Board,
    Undo,
    Resign,
    Quit,
}

pub(super) const HELP: &str = "\
Type a move, or:
  moves    the legal moves
  board    the board again
  undo     takes your last move back
  resign   gives the match up
  quit     leaves (as does the end of the input)
";

impl Command {
    pub(super) fn read(line: &str) -> Self {
        match line.trim() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "undo" => Self::Undo,
            "resign" => Self::Resign,
            "quit" | "exit" => Self::Quit,
            text => Self::Move(text.to_owned()),
        }
    }
}
