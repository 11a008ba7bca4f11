//! The moves of a match as people write them. A move is written by the position that it is made in, so whoever writes
//! those of a match goes through its events with the positions before them.

use super::Event;
use crate::games::MoveCode;
use crate::games::board::Board;

/// Goes through the events of a match, one after the other, and writes the moves in them. In games in which people write a
/// move by its canonical text, it keeps nothing and writes nothing.
#[derive(Clone)]
pub struct NotationWriter(Option<Box<Positions>>);

#[derive(Clone)]
struct Positions {
    start: Box<dyn Board>,
    moves: Vec<MoveCode>,
    now: Box<dyn Board>,
}

impl NotationWriter {
    /// A writer of the events that come after these moves, which begin at `start` and are legal.
    #[must_use]
    pub fn after(start: &dyn Board, moves: &[MoveCode]) -> Self {
        Self(start.has_notation().then(|| {
            let start = start.boxed_clone();
            let mut positions = Positions { now: start.clone(), start, moves: Vec::new() };
            moves.iter().for_each(|mv| positions.play(*mv));
            Box::new(positions)
        }))
    }

    /// The moves of the next event: the one that was made, or the line of a thought as far as it is legal. Empty where
    /// there are none, and where people write them by their canonical text.
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
    use crate::games::{GameId, Options, Side};
    use crate::play::{Thought, ThoughtSource};

    #[test]
    fn moves_and_lines_are_written_by_the_positions_before_them_also_after_a_takeback() {
        let start = GameId::Chess.board(&Options::new(), None).expect("the usual start");
        let code = |text: &str| GameId::Chess.parse_move(text).expect("a move");
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
    fn where_people_write_the_canonical_text_nothing_is_written() {
        let start = GameId::TicTacToe.board(&Options::new(), None).expect("the usual start");
        let mut writer = NotationWriter::after(&*start, &[]);
        let mv = GameId::TicTacToe.parse_move("b2").expect("a point");
        assert!(writer.write(&Event::Moved { ply: 0, side: Side::First, mv, clocks: None }).is_empty());
    }
}
