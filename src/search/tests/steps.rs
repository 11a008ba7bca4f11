//! The steps of a search: they match the search, and the pages of a search add up to the whole.

use super::{evaluation, plain, small_start, tree};
use crate::steps::{Step, StepFilter, StepKind, Steps};
use crate::tests::equality::sample;
use crate::trace::{Decided, NoTrace};
use crate::{Budget, Pruning, Report, SearchOptions, Searcher};
use arena_games::seed::Rng;
use arena_games::tree::Tree;
use arena_games::{Evaluation, Game, GameId, Hints, Outcome, with_game};

fn all<M>() -> StepFilter<M> {
    StepFilter { depth: None, below: Vec::new(), plies: usize::MAX, from: 0, count: usize::MAX, boards: false }
}

/// The kept steps, the number that passed the filter, and the report.
type FilteredSteps<M> = (Vec<Step<M>>, u64, Report<M>);

/// Runs a search. Returns the steps that pass the filter, their number regardless of the page, and the report.
fn steps<G: Game + Hints>(
    position: &G,
    options: &SearchOptions,
    filter: StepFilter<G::Move>,
) -> FilteredSteps<G::Move> {
    let mut listener = Steps::new(filter);
    let evaluation = evaluation::<G>(G::Evaluation::ALL[0].name);
    let report = Searcher::new().search(position, options, &evaluation, &Budget::UNLIMITED, 1, &mut listener);
    let (steps, total) = listener.into_parts();
    (steps, total, report)
}

#[test]
fn steps_of_the_textbook_tree_cut_exactly_the_leaves_4_and_6() {
    let position = tree("[[3,12,8],[2,4,6],[14,5,2]]");
    let (steps, total, report) = steps(&position, &plain(Pruning::AlphaBeta, 9), all());
    assert_eq!((steps.len() as u64, report.value), (total, 3));
    let left = steps.iter().filter_map(|step| match step.what {
        StepKind::Leave(value, Decided::Over) => Some(value),
        _ => None,
    });
    assert_eq!(left.collect::<Vec<_>>(), [3, 12, 8, 2, 14, 5, 2]);
    let cuts: Vec<_> = steps.iter().filter(|step| matches!(step.what, StepKind::Cut(..))).collect();
    let [Step { ply: 1, window: (3, 2), what: StepKind::Cut(_, 2, pruned, 2), .. }] = cuts[..] else {
        panic!("{cuts:?}");
    };
    let mut second = position;
    let moves = second.moves();
    second.play(moves[1]);
    let payoff = |mv| {
        let mut leaf: Tree = second.clone();
        leaf.play(mv);
        leaf.outcome().map(Outcome::payoff)
    };
    assert_eq!(pruned.iter().map(|&mv| payoff(mv)).collect::<Vec<_>>(), [Some(4), Some(6)]);
    // MAX secures 3 at the first node and no more at the others.
    let raised = steps.iter().filter_map(|step| match step.what {
        StepKind::Raise(_, value) if step.ply == 0 => Some(value),
        _ => None,
    });
    assert_eq!(raised.collect::<Vec<_>>(), [3]);
}

/// Checks random switches at a depth of a few plies.
fn check_steps<G: Game + Hints>() {
    let position = small_start::<G>();
    for seed in 0..6 {
        let options = SearchOptions { depth: 3, ..sample(&mut Rng::new(seed)) };
        let case = format!("{options:?} of {}", G::INFO.name);
        let (full, total, report) = steps(&position, &options, all());
        let evaluation = evaluation::<G>(G::Evaluation::ALL[0].name);
        let silent = Searcher::new().search(&position, &options, &evaluation, &Budget::UNLIMITED, 1, &mut NoTrace);
        assert_eq!(report, silent, "observing changed the report: {case}");
        assert_eq!(full.len() as u64, total, "{case}");
        let count =
            |wanted: fn(&StepKind<G::Move>) -> bool| full.iter().filter(|step| wanted(&step.what)).count() as u64;
        let entered = count(|what| matches!(what, StepKind::Enter(..)));
        assert_eq!(
            entered,
            count(|what| matches!(what, StepKind::Leave(..))),
            "not every entered node was left: {case}"
        );
        assert!(entered <= report.nodes, "{case}");
        let page = |from, count| steps(&position, &options, StepFilter { from, count, ..all() });
        let (middle, same, _) = page(7, 5);
        assert_eq!((&middle[..], same), (&full[7..12], total), "{case}");
        // The steps below a node follow it without a gap.
        let Some(first) = report.best else { continue };
        let (below, ..) = steps(&position, &options, StepFilter { below: vec![first], ..all() });
        assert!(below.iter().all(|step| step.ply > 0), "{case}");
        let start = full
            .iter()
            .position(|step| Some(step) == below.first())
            .expect("the subtree's steps are part of the whole");
        let run = below.iter().zip(&full[start..]).take_while(|(one, other)| one == other).count();
        assert!(matches!(full[start + run - 1].what, StepKind::Leave(..)), "{case}");
    }
}

#[test]
fn pages_and_subtrees_match_the_whole_and_observing_changes_nothing() {
    for &id in GameId::ALL {
        with_game!(id, G => check_steps::<G>());
    }
}
