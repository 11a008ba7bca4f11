//! The commands that a player can type.

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// A move, as text.
    Move(String),
    Help,
    Moves,
    Board,
    Undo,
    /// Turns the board around.
    Flip,
    /// Switches between symbols and letters for pieces.
    Glyphs,
    /// Shows the move of a strong bot.
    Hint,
    /// Writes the match to a file.
    Save(String),
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
  flip     the board from the other side, from now on
  glyphs   symbols for pieces in place of letters, or letters again
  undo     takes your last move back; on a server, asks for that
  resign   gives the match up
  quit     leaves (as does the end of the input)
  hint     what the strongest bot would play (not on a server)
  save FILE   writes the match: .pgn or .pdn where that is customary, or .jsonl (not on a server)
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
            "flip" => Self::Flip,
            "glyphs" | "letters" => Self::Glyphs,
            "hint" => Self::Hint,
            "save" => Self::Save(String::new()),
            "draw" => Self::Draw,
            "accept" | "yes" => Self::Accept,
            "decline" | "no" => Self::Decline,
            "resign" => Self::Resign,
            "abort" => Self::Abort,
            "quit" | "exit" => Self::Quit,
            text => match text.split_once(' ') {
                Some(("save", file)) => Self::Save(file.trim().to_owned()),
                _ => Self::Move(text.to_owned()),
            },
        }
    }
}
