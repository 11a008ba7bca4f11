//! Drawings of trees whose content is known.

use super::{Reading, SearchedTree, TreeNode, ValueStyle, dot, svg};
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::{Tree, TreeOptions};
use crate::games::{Evaluation, Game, Hints, Weights};
use crate::search::trace::Recorder;
use crate::search::{Budget, SearchOptions, Searcher, Ties};

fn searched<G: Game + Hints>(position: &G, depth: u16, plies: usize) -> SearchedTree {
    let options = SearchOptions { depth, ties: Ties::First, ..SearchOptions::default() };
    let evaluation = G::Evaluation::named("zero", &Weights::new()).expect("every game has it");
    let mut recorder = Recorder::new(plies, 1_000);
    let report = Searcher::new().search(position, &options, &evaluation, &Budget::UNLIMITED, 0, &mut recorder);
    let style = ValueStyle::of::<G>(&options);
    let node = recorder.into_root().expect("the search came to its end");
    let root = TreeNode::read(position, &node, Reading { line: &report.line, style, drawn: true });
    let (title, description) = ("A <title>".to_owned(), "A & description".to_owned());
    SearchedTree { root, title, description, sides: G::INFO.sides, style, windows: true }
}

fn textbook() -> SearchedTree {
    searched(&Tree::initial(&TreeOptions::default()).expect("the default is right"), 2, 9)
}

#[test]
fn look() {
    std::fs::write("/tmp/an/textbook.svg", svg(&textbook())).expect("w");
    std::fs::write("/tmp/an/textbook.dot", dot(&textbook())).expect("w");
    let start = TicTacToe::initial(&Default::default()).expect("s");
    std::fs::write("/tmp/an/ttt.svg", svg(&searched(&start, 9, 2))).expect("w");
    let pos = TicTacToe::parse(&Default::default(), "xo./.x./..o x").expect("s");
    std::fs::write("/tmp/an/ttt2.svg", svg(&searched(&pos, 9, 2))).expect("w");
    let heap = crate::games::bones::Bones::parse(&Default::default(), "5 first").expect("s");
    std::fs::write("/tmp/an/bones.svg", svg(&searched(&heap, 9, 9))).expect("w");
}
