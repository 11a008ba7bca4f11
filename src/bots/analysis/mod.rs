//! The complete analysis of one position: value, line, all root moves, counts, and the searched tree.
//!
//! The command line and the server both use this module, so that they give the same answers.

mod bodies;
mod describe;
mod findings;
mod question;
mod refinements;
mod setup;
mod solved;
mod steps;
mod watch;
mod within;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

pub use bodies::{
    AnalyseBody, GivenOptions, MOST_STEPS, MoveList, PositionBody, QuestionError, SolveBody, TracePage, WholeNumber,
    written_moves,
};
use describe::{captioned, depth_value, describe};
pub use findings::{Analysis, AnalysisAnswer, BookMoves, DepthValue, LineValue, RootValue};
use question::shortened;
pub use question::{Question, StepsRequest, TreeRequest, default_search, settings};
pub use refinements::{Refinement, refinements};
pub use setup::{Field, Problem, Setup, SetupView};
pub use solved::{
    Count, GameToSolve, GamesCount, MapMove, MapPosition, SolutionView, SolveError, SolvedMoveView, SolvedPosition,
};
pub use steps::{PrunedMoves, StepCode, StepView, StepsPage};
use watch::Watch;
pub use within::{AnalysisLimits, PortableQuestion, analyse_within};

use super::evaluator::Evaluator;
use super::tree::{MOST_DRAWN, Reading, TreeNode, ValueStyle};
use super::{BotSpec, TurnLimits};
use arena_games::options::start;
use arena_games::perft::perft_of_match;
use arena_games::{Diagnostic, Game, GameError, Scoring, illegal, typed, with_game};
use arena_search::trace::Recorder;
use arena_search::{Budget, Report, Searched, Searcher};

/// The greatest number of unvisited leaves that are listed.
const MOST_PRUNED_LISTED: usize = 1_000;
/// Without a requested depth, a drawing is as deep as this number of nodes of plain minimax allows.
const COMFORTABLE_DRAWING: u64 = 160;
/// The same limit for a tree that a program reads.
const COMFORTABLE_JSON: u64 = 5_000;
/// The greatest number of nodes of a tree for a program.
const MOST_IN_JSON: usize = 20_000;

/// Searches the position of the question within the bot's own limits and `limits`.
///
/// # Errors
/// Returns an error that says where an option, the position or a move is invalid, and what would be valid.
pub fn analyse(question: &Question, limits: TurnLimits<'_>) -> Result<AnalysisAnswer, GameError> {
    with_game!(question.bot.game, G => answer::<G>(question, limits, None))
}

/// Does what [`analyse`] does. If the search uses deepening, calls `deepened` with the findings after each completed
/// depth.
///
/// # Errors
/// Returns the errors of [`analyse`].
pub fn analyse_telling(
    question: &Question,
    limits: TurnLimits<'_>,
    deepened: &mut dyn FnMut(&Analysis),
) -> Result<AnalysisAnswer, GameError> {
    with_game!(question.bot.game, G => answer::<G>(question, limits, Some(deepened)))
}

fn answer<G: Searched>(
    question: &Question,
    limits: TurnLimits<'_>,
    deepened: Option<&mut dyn FnMut(&Analysis)>,
) -> Result<AnalysisAnswer, GameError> {
    let Question { options, position, moves, bot, tree, steps } = question;
    let mut position = start::<G>(options, position.as_deref())?;
    let played = typed::play_line(&mut position, moves, usize::MAX)
        .map_err(|wrong| illegal(&position, shortened(&wrong.text), wrong.played.len()))?;
    let evaluator = Evaluator::new(bot, &position)?;
    let plies = tree.map(|request| request.plies.map_or_else(|| comfortable(&position, request.drawn), usize::from));
    let room = tree.map_or(0, |request| match (request.drawn, request.plies) {
        (true, None) => usize::try_from(COMFORTABLE_DRAWING).expect("the constant is small"),
        (true, Some(_)) => MOST_DRAWN,
        (false, _) => MOST_IN_JSON,
    });
    let options = bot.game.complete_options(options)?;
    let here = &position;
    let (mut deepened, told) = (deepened, options.clone());
    let mut watch = Watch::<G> {
        depths: Vec::new(),
        deepened: Box::new(move |report| {
            if let Some(tell) = &mut deepened {
                tell(&describe(here, told.clone(), question, report));
            }
            depth_value(here, report)
        }),
        recorder: plies.map(|plies| Recorder::new(plies, room)),
        leaves: (G::SCORING == Scoring::Payoff).then(|| watch::Leaves::new(&position, MOST_PRUNED_LISTED)),
        steps: steps.as_ref().map(|request| request.listener(&position)).transpose()?,
    };
    evaluator.begin_turn();
    let report = answered(search(&position, bot, &evaluator, limits, &mut watch));
    evaluator.end_turn().map_err(|failure| GameError::Evaluation {
        game: G::INFO.name,
        problem: Diagnostic::untranslated(&failure.to_string()),
    })?;
    let mut analysis = describe(&position, options, question, &report);
    if watch.depths.len() > 1 {
        analysis.depths = watch.depths;
    }
    analysis.diagram = position.diagram(played.last().copied());
    analysis.pruned = watch.leaves.map(watch::Leaves::into_values);
    let style = ValueStyle::of::<G>(&bot.search);
    let steps = watch.steps.zip(steps.as_ref());
    let steps = steps.map(|(recorded, request)| StepsPage::new::<G>(recorded, request.from, position.to_move(), style));
    let tree = watch.recorder.and_then(Recorder::into_root).map(|node| {
        let drawn = tree.is_some_and(|request| request.drawn);
        let root = TreeNode::read(&position, &node, Reading { line: &report.line, style, drawn });
        captioned::<G>(root, style, bot, &analysis)
    });
    Ok(AnalysisAnswer { analysis, tree, steps })
}

/// Runs the bot's search within its own limits and `limits`.
fn search<G: Searched>(
    position: &G,
    bot: &BotSpec,
    evaluator: &Evaluator<G>,
    limits: TurnLimits<'_>,
    watch: &mut Watch<'_, G>,
) -> Report<G::Move> {
    let began = Instant::now();
    let clock = || began.elapsed();
    let own = bot.time_ms.map(Duration::from_millis);
    let budget = Budget {
        nodes: bot.nodes.into_iter().chain(limits.nodes).min(),
        time: own.into_iter().chain(limits.time).min(),
        clock: Some(&clock),
        stop: limits.stop,
        failed: evaluator.failed(),
        turn: limits.turn,
        ..Budget::UNLIMITED
    };
    G::search(&mut Searcher::new(), position, &bot.search, &evaluator.evaluation, &budget, bot.seed, watch)
}

/// Clears the findings of a report whose search completed no depth. A bot would still have to move, but an analysis
/// reports that nothing is known.
fn answered<M>(report: Report<M>) -> Report<M> {
    if report.stopped && report.depth == 0 {
        return Report { best: None, value: 0, line: Vec::new(), lines: Vec::new(), root: Vec::new(), ..report };
    }
    report
}

/// Returns the greatest depth at which a drawing or a file of the whole tree still has a convenient size.
fn comfortable<G: Game>(position: &G, drawn: bool) -> usize {
    let most = if drawn { COMFORTABLE_DRAWING } else { COMFORTABLE_JSON };
    let mut nodes = 1;
    let mut deepest = 0;
    for depth in 1.. {
        let more = perft_of_match(position, depth);
        nodes += more;
        if more == 0 || (nodes > most && depth > 1) {
            break;
        }
        deepest += 1;
    }
    deepest
}
