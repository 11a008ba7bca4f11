//! Converts commands typed in the terminal to messages about a match on a server.

use std::io::Write;

use super::{ExpectedReply, View};
use crate::play::command::{Command, HELP};
use arena_play::OfferKind;
use arena_protocol::FromClient;

impl View {
    /// Returns the message for a command, or `None` if the command was handled here.
    pub(in crate::play) fn message_for(
        &mut self,
        command: Command,
        out: &mut impl Write,
    ) -> std::io::Result<Option<FromClient>> {
        let ends_turn = matches!(command, Command::Move(_) | Command::Resign | Command::Abort);
        let message = match command {
            Command::Nothing | Command::Quit => None,
            Command::Help => {
                write!(out, "{HELP}")?;
                None
            }
            Command::Moves if self.is_my_turn() => {
                writeln!(out, "{}", self.legal.join(" "))?;
                None
            }
            Command::Moves => {
                writeln!(out, "It is not your turn.")?;
                None
            }
            Command::Board => {
                self.show(out)?;
                None
            }
            Command::Flip | Command::Glyphs => {
                self.toggle(command == Command::Flip);
                self.show(out)?;
                None
            }
            Command::Hint | Command::Save(_) => {
                writeln!(out, "Not available on a server; the page offers the record after the match.")?;
                None
            }
            command => self.of_the_match(command, out)?,
        };
        if message.is_some() {
            self.waits = if ends_turn { ExpectedReply::Event } else { ExpectedReply::Answer };
        }
        Ok(message)
    }

    /// Returns the message for a command that needs a match, or `None` if there is nothing to send.
    fn of_the_match(&self, command: Command, out: &mut impl Write) -> std::io::Result<Option<FromClient>> {
        let Some(id) = self.id else {
            writeln!(out, "There is no match yet.")?;
            return Ok(None);
        };
        Ok(match command {
            Command::Undo => Some(FromClient::Offer { id, what: OfferKind::Takeback }),
            Command::Draw => Some(FromClient::Offer { id, what: OfferKind::Draw }),
            Command::Accept | Command::Decline => {
                if self.offered.is_none() {
                    writeln!(out, "Nothing has been offered.")?;
                }
                self.offered.map(|what| FromClient::Answer { id, what, accept: command == Command::Accept })
            }
            Command::Resign => Some(FromClient::Resign { id, because: None }),
            Command::Abort => Some(FromClient::Abort { id }),
            Command::Move(text) => {
                let mv = self.canonical(&text).unwrap_or(text);
                Some(FromClient::Move { id, ply: self.ply, mv })
            }
            _ => None,
        })
    }

    /// Returns the server's text of a move. `None` if the move is not legal here; the server then explains why.
    fn canonical(&self, text: &str) -> Option<String> {
        let mut board = self.start.clone()?;
        for (ply, mv) in self.moves.iter().enumerate() {
            board.play(self.game.parse_move(mv).ok()?, ply).ok()?;
        }
        board.read_move(text).map(|mv| self.game.move_text(mv))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;
    use crate::board_text::BoardStyle;
    use arena_games::{GameId, Options};

    #[test]
    fn moves_are_sent_in_the_servers_notation() {
        let mut view = View::new(GameId::Chess, BoardStyle::default());
        let start = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
        let diagram = GameId::Chess.board(&Options::new(), Some(start)).expect("the position is valid").diagram();
        let state = json!({"game": "chess", "options": {}, "seats": [{"kind": "open"}, {"kind": "open"}],
            "status": "live", "start": {"position": start}, "ply": 2, "moves": ["e2e4", "e8d8"], "diagram": diagram,
            "offers": {}, "thoughts": []});
        let id = Uuid::nil();
        let mut hear = |message: Value| {
            let message = serde_json::from_value(message).expect("the message is valid");
            view.on_message(message, &mut Vec::new()).expect("writing to a vector succeeds")
        };
        hear(json!({"type": "snapshot", "match": id, "seq": 1, "state": state}));
        let moved = json!({"kind": "moved", "ply": 2, "side": "first", "move": "e4e5", "diagram": diagram});
        hear(json!({"type": "event", "match": id, "seq": 2, "event": moved}));
        let taken_back = json!({"kind": "taken_back", "ply": 2, "side": "first", "diagram": diagram});
        hear(json!({"type": "event", "match": id, "seq": 3, "event": taken_back}));
        assert_eq!(view.written(&["e1g1".to_owned(), "d8e8".to_owned()]), "O-O Ke8");
        assert_eq!(view.written(&["e1g1".to_owned(), "a1a8".to_owned()]), "e1g1 a1a8", "one of them is not legal");
        for (typed, sent) in [("O-O", "e1g1"), ("Rh8+", "h1h8"), ("e5", "e4e5"), ("h1h2", "h1h2"), ("Nf3", "Nf3")] {
            let message = view
                .message_for(Command::Move(typed.to_owned()), &mut Vec::new())
                .expect("writing to a vector succeeds");
            assert_eq!(message, Some(FromClient::Move { id, ply: 2, mv: sent.to_owned() }), "{typed}");
        }
    }
}
