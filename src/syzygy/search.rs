//! Gives the tables to the search.

use std::any::Any;
use std::sync::Arc;

use arena_games::Game;
use arena_games::chess::{Chess, ChessMove};

use crate::Tablebases;

/// Tables that are used up to a number of pieces.
struct Limited {
    tablebases: Arc<Tablebases>,
    pieces: usize,
}

impl Limited {
    fn covers(&self, position: &Chess) -> bool {
        position.board().occupied().len() as usize <= self.pieces
    }
}

impl arena_search::Tablebases<Chess> for Limited {
    fn result(&self, position: &Chess) -> Option<i32> {
        let board = position.board();
        if !self.covers(position) || board.halfmove_clock() > 0 {
            return None;
        }
        self.tablebases.wdl(board).ok().map(crate::Wdl::sign)
    }

    fn best_moves(&self, position: &Chess, repeated: bool) -> Option<(Vec<ChessMove>, i32)> {
        if !self.covers(position) {
            return None;
        }
        let ranked = self.tablebases.rank_moves(position.board(), repeated).ok()?;
        let best = ranked.iter().max_by_key(|ranked| ranked.rank)?;
        let equal = ranked.iter().filter(|ranked| ranked.rank == best.rank);
        Some((equal.filter_map(|ranked| position.from_inner(ranked.mv)).collect(), best.sign()))
    }
}

/// Returns the tables for searches of `G`, used for positions with at most `pieces` pieces, kings included. `None` unless
/// `G` is chess.
#[must_use]
pub fn for_game<G: Game>(tablebases: &Arc<Tablebases>, pieces: usize) -> Option<Arc<dyn arena_search::Tablebases<G>>> {
    let limited = Limited { tablebases: Arc::clone(tablebases), pieces: pieces.min(tablebases.largest()) };
    let chess: Arc<dyn arena_search::Tablebases<Chess>> = Arc::new(limited);
    (&chess as &dyn Any).downcast_ref().cloned()
}
