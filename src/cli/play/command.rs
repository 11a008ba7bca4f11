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
    Draw,
    Accept,
    Decline,
    Resign,
    Abort,
    Quit,
}

pub(super) const HELP: &str = "\
Type a move (the list of moves shows how; e4, Nf3 and O-O too where that is customary), or:
  moves    the legal moves
  board    the board again
  undo     takes your last move back; on a server, asks for that
  resign   gives the match up
  quit     leaves (as does the end of the input)
On a server also:
  draw     offers a draw
  accept, decline   answers what the other side offers
  abort    calls the match off before its second move
";

impl Command {
    pub(super) fn read(line: &str) -> Self {
        match line.trim() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "undo" => Self::Undo,
            "draw" => Self::Draw,
            "accept" | "yes" => Self::Accept,
            "decline" | "no" => Self::Decline,
            "resign" => Self::Resign,
            "abort" => Self::Abort,
            "quit" | "exit" => Self::Quit,
            text => Self::Move(text.to_owned()),
        }
    }
}
