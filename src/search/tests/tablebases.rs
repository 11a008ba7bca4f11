//! Tables of endings: what their results do to values and root moves.

use std::sync::Arc;

use super::{evaluation, start};
use crate::trace::NoTrace;
use crate::{Budget, Pruning, Report, SearchOptions, Searcher, Tablebases, Ties, WIN, table_win_in, win_in};
use arena_games::chess::Chess;
use arena_games::{Game, Side};

type Move = <Chess as Game>::Move;

/// Tables that know that White wins all positions, inside the search or at the root.
#[derive(Default)]
struct Winning {
    inside: bool,
    /// The moves that keep the result at the root.
    root: Vec<&'static str>,
    /// Whether they are known only after a repetition.
    repeated: bool,
}

impl Tablebases<Chess> for Winning {
    fn result(&self, position: &Chess) -> Option<i32> {
        assert_eq!(position.reversible_plies(), 0, "only right after a capture or a pawn move");
        self.inside.then(|| if position.to_move() == Side::First { 1 } else { -1 })
    }

    fn best_moves(&self, position: &Chess, repeated: bool) -> Option<(Vec<Move>, i32)> {
        let moves = self.root.iter().map(|text| position.read_move(text).expect("a move")).collect();
        (!self.root.is_empty() && repeated == self.repeated).then_some((moves, 1))
    }
}

fn searched(searcher: &mut Searcher<Chess>, fen: &str, pruning: Pruning) -> Report<Move> {
    let position = Chess::parse(&<Chess as Game>::Options::default(), fen).expect("a position");
    let options = SearchOptions { depth: 3, pruning, table_mb: 1, ties: Ties::First, ..SearchOptions::default() };
    searcher.search(&position, &options, &evaluation::<Chess>("material"), &Budget::UNLIMITED, 0, &mut NoTrace)
}

#[test]
fn known_positions_are_wins_below_every_mate() {
    // The pawn's move is a known win, and the king's is not.
    let fen = "7k/8/8/8/8/8/4P3/K7 w - - 0 1";
    for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf] {
        let mut searcher = Searcher::new();
        searcher.set_tablebases(Some(Arc::new(Winning { inside: true, ..Winning::default() })));
        let report = searched(&mut searcher, fen, pruning);
        assert_eq!((table_win_in::<Chess>(report.value), win_in::<Chess>(report.value)), (Some(1), None), "{pruning}");
        assert!(report.best.is_some_and(|mv| mv.to_string().starts_with("e2")), "{pruning}");
        assert!(report.value < WIN - 1_000 && report.tablebase_hits > 0, "{pruning}");
        searcher.set_tablebases(None);
        let without = searched(&mut searcher, fen, pruning);
        assert_eq!((without.tablebase_hits, table_win_in::<Chess>(without.value)), (0, None), "{pruning}");
        assert_eq!(without.nodes, searched(&mut Searcher::new(), fen, pruning).nodes, "{pruning}");
    }
}

#[test]
fn a_known_root_is_searched_with_its_best_moves_alone() {
    let fen = "7k/8/8/8/8/8/4P3/K7 w - - 0 1";
    let mut searcher = Searcher::new();
    searcher.set_tablebases(Some(Arc::new(Winning { inside: true, root: vec!["a1b2", "a1a2"], repeated: false })));
    let report = searched(&mut searcher, fen, Pruning::Pvs);
    let mut moves: Vec<String> = report.root.iter().map(|root| root.mv.to_string()).collect();
    moves.sort();
    assert_eq!((moves, table_win_in::<Chess>(report.value)), (vec!["a1a2".to_owned(), "a1b2".to_owned()], Some(0)));
    assert_eq!(report.tablebase_hits, 1, "the tables are not used inside the search");
    // A mate that the search finds is shown as such.
    let mate = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1";
    searcher.set_tablebases(Some(Arc::new(Winning { root: vec!["g5g7"], ..Winning::default() })));
    assert_eq!(win_in::<Chess>(searched(&mut searcher, mate, Pruning::Pvs).value), Some(1));
}

#[test]
fn tables_are_told_of_repetitions() {
    let mut played = Vec::new();
    let mut position = start::<Chess>();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        let mv = position.read_move(text).expect("a move");
        played.push((position.key(), mv));
        position.play(mv);
    }
    for (history, hits) in [(&played[..], 1), (&played[1..], 0)] {
        let mut searcher = Searcher::new();
        searcher.set_tablebases(Some(Arc::new(Winning { root: vec!["e2e4"], repeated: true, ..Winning::default() })));
        searcher.with_history(history);
        assert_eq!(searched(&mut searcher, &position.notation(), Pruning::Pvs).tablebase_hits, hits);
    }
}
