//! Gives the tables to the search.

use std::any::Any;
use std::sync::Arc;

use arena_games::Game;
use arena_games::chess::{Chess, ChessMove};

use crate::Tablebases;

impl arena_search::Tablebases<Chess> for Tablebases {
    fn result(&self, position: &Chess) -> Option<i32> {
        let board = position.board();
        if board.occupied().len() as usize > self.largest() || board.halfmove_clock() > 0 {
            return None;
        }
        self.wdl(board).ok().map(crate::Wdl::sign)
    }

    fn best_moves(&self, position: &Chess, repeated: bool) -> Option<(Vec<ChessMove>, i32)> {
        let board = position.board();
        if board.occupied().len() as usize > self.largest() {
            return None;
        }
        let ranked = self.rank_moves(board, repeated).ok()?;
        let best = ranked.iter().max_by_key(|ranked| ranked.rank)?;
        let equal = ranked.iter().filter(|ranked| ranked.rank == best.rank);
        Some((equal.filter_map(|ranked| position.from_inner(ranked.mv)).collect(), best.sign()))
    }
}

/// Returns the tables for searches of `G`: `None` unless `G` is chess.
#[must_use]
pub fn for_game<G: Game>(tablebases: &Arc<Tablebases>) -> Option<Arc<dyn arena_search::Tablebases<G>>> {
    let chess: Arc<dyn arena_search::Tablebases<Chess>> = tablebases.clone();
    (&chess as &dyn Any).downcast_ref().cloned()
}
