//! Prints the best first move of connect four at each depth, with the number of positions that the search entered.

use arena_games::connect4::{ConnectFour, ConnectFourEvaluation};
use arena_games::{Evaluation, Game, GameError, Weights};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, SearchOptions, Searcher};

fn main() -> Result<(), GameError> {
    let start = ConnectFour::initial(&Default::default())?;
    let evaluation = ConnectFourEvaluation::named("threats", &Weights::new())?;
    for depth in 1..=10 {
        let ordering = vec![Ordering::Static];
        let options = SearchOptions { depth, pruning: Pruning::Pvs, ordering, ..SearchOptions::default() };
        let report = Searcher::new().search(&start, &options, &evaluation, &Budget::UNLIMITED, 1, &mut NoTrace);
        let best = report.line.first().expect("the game is not over");
        println!("depth {depth:2}: {best}, value {:4}, {:8} nodes", report.value, report.nodes);
    }
    Ok(())
}
