//! The moves of a match in the usual notation. The notation of a move depends on the position in which it is made, so
//! the writer follows the events of a match and keeps the current position.

use super::Event;
use arena_games::MoveCode;
use arena_games::board::Board;

/// Follows the events of a match and writes their moves. It keeps and writes nothing if the game uses its canonical
/// move texts.
#[derive(Clone)]
pub struct NotationWriter(Option<Box<Positions>>);

#[derive(Clone)]
struct Positions {
    start: Box<dyn Board>,
    moves: Vec<MoveCode>,
    now: Box<dyn Board>,
}

impl NotationWriter {
    /// Creates a writer for the events after `moves`, which start from `start` and are legal.
    #[must_use]
    pub fn after(start: &dyn Board, moves: &[MoveCode]) -> Self {
        Self(start.has_notation().then(|| {
            let start = start.boxed_clone();
            let mut positions = Positions { now: start.clone(), start, moves: Vec::new() };
            moves.iter().for_each(|mv| positions.play(*mv));
            Box::new(positions)
        }))
    }

    /// Writes the moves of the next event: the move made, or the legal part of a thought's line. Empty if there are no
    /// moves, or if the game uses its canonical move texts.
    pub fn write(&mut self, event: &Event) -> Vec<String> {
        let Some(positions) = &mut self.0 else { return Vec::new() };
        match event {
            Event::Thought { thought, .. } => positions.now.written_line(&thought.line),
            Event::Moved { mv, .. } => {
                let written = positions.now.written_line(&[*mv]);
                positions.play(*mv);
                written
            }
            Event::TakenBack { ply, .. } => {
                positions.now = positions.start.clone();
                std::mem::take(&mut positions.moves).into_iter().take(*ply).for_each(|mv| positions.play(mv));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

impl Positions {
    fn play(&mut self, mv: MoveCode) {
        self.now.play(mv, self.moves.len()).expect("the match has made this move");
        self.moves.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Thought, ThoughtSource};
    use arena_games::{GameId, Options, Side};

    #[test]
    fn writes_moves_and_lines_in_their_positions_even_after_a_takeback() {
        let start = GameId::Chess.board(&Options::new(), None).expect("the initial position is valid");
        let code = |text: &str| GameId::Chess.parse_move(text).expect("the text is a move");
        let moved = |ply: usize, text: &str| Event::Moved { ply, side: Side::First, mv: code(text), clocks: None };
        let thought = |ply: usize, line: &[&str]| {
            let line = line.iter().map(|text| code(text)).collect();
            let (from, value, win_in, depth, nodes, ms) = (ThoughtSource::Search, Some(0), None, 1, 1, 1);
            let thought = Thought { from, value, win_in, depth, nodes, line, ms, table: None, table_mb: None };
            Event::Thought { side: Side::First, ply, thought: Box::new(thought) }
        };
        let events = [
            (moved(1, "e7e5"), vec!["e5"]),
            (thought(2, &["g1f3", "b8c6", "f1b5", "e1g1"]), vec!["Nf3", "Nc6", "Bb5"]),
            (moved(2, "g1f3"), vec!["Nf3"]),
            (Event::TakenBack { side: Side::First, ply: 1, clocks: None }, vec![]),
            (moved(1, "d7d5"), vec!["d5"]),
            (moved(2, "e4d5"), vec!["exd5"]),
        ];
        let mut writer = NotationWriter::after(&*start, &[code("e2e4")]);
        for (event, expected) in events {
            assert_eq!(writer.write(&event), expected, "{event:?}");
        }
    }

    #[test]
    fn writes_nothing_for_games_that_use_canonical_texts() {
        let start = GameId::TicTacToe.board(&Options::new(), None).expect("the initial position is valid");
        let mut writer = NotationWriter::after(&*start, &[]);
        let mv = GameId::TicTacToe.parse_move("b2").expect("the text is a point");
        assert!(writer.write(&Event::Moved { ply: 0, side: Side::First, mv, clocks: None }).is_empty());
    }
}
