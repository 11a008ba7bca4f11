//! What a search thinks of one position, in full: value, line, every root move, counts, and the tree it searched.
//!
//! The command line and the server both answer from here, so that they cannot disagree.

mod question;
mod refinements;
mod steps;
mod watch;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

pub use question::{Question, QuestionError, TreeWish, settings, written_moves};
pub use refinements::{Refinement, refinements};
pub use steps::{MOST_STEPS, PrunedMoves, StepCode, StepView, StepsPage, StepsWish};
use watch::Watch;

use super::tree::{MOST_DRAWN, Reading, SearchedTree, TreeNode, ValueScale, ValueStyle, grouped};
use super::{BotSpec, TurnLimits};
use crate::games::catalog::{Visitor, start};
use crate::games::perft::perft_of_match;
use crate::games::{
    Diagram, Evaluation, Game, GameError, GameId, GameMove, Hints, Options, Outcome, Scoring, Side, illegal,
};
use crate::search::trace::{NoTrace, Recorder};
use crate::search::{Budget, Pruning, Report, Searcher};

/// So many leaves that were never visited are listed, at most.
const MOST_PRUNED_LISTED: usize = 1_000;
/// Unless a depth is asked for, a drawing goes as deep as plain minimax would need this many nodes for.
const COMFORTABLE_DRAWING: u64 = 160;
/// The same for a tree that a program will read.
const COMFORTABLE_JSON: u64 = 5_000;
/// A tree for a program has at most so many nodes.
const MOST_IN_JSON: usize = 20_000;

/// The findings, in the fields of `arena analyse --json`. Values are from the view of the side to move.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Analysis {
    /// The game.
    #[ts(as = "String")]
    pub game: GameId,
    /// All of its options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Options,
    /// The position that was searched: the one after `moves`.
    pub position: String,
    /// The moves that led to it, as they were given.
    pub moves: Vec<String>,
    /// The side to move.
    pub side: Side,
    /// The switches of the search.
    #[ts(type = "Record<string, unknown>")]
    pub settings: Value,
    /// The depth in plies that was searched to the end.
    pub depth: u16,
    /// The value; 0 when no depth was completed.
    pub value: i32,
    /// The value in words that go on from the side's name: `wins in 5 plies`, `draws`, `stands at +12`.
    pub value_text: String,
    /// In how many plies the game is won (positive) or lost (negative), when that was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub win_in: Option<i32>,
    /// How values are read that say who wins; absent where values are payoffs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scale: Option<ValueScale>,
    /// The best move; absent when the game is over, and when a limit ended the search before a depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub best: Option<String>,
    /// Best play by both sides.
    pub line: Vec<String>,
    /// The lines of the best moves, the best first, where more than one was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<LineValue>>")]
    pub lines: Vec<LineValue>,
    /// Positions entered: root, leaves and table hits included, over all iterations.
    pub nodes: u64,
    /// Positions that were finished or at the horizon.
    pub leaves: u64,
    /// Nodes at which the remaining moves were pruned.
    pub cutoffs: u64,
    /// Positions whose value a table knew.
    pub table_hits: u64,
    /// Moves that were never searched.
    pub pruned_moves: u64,
    /// The branching factor of an even tree with as many nodes and the same depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub branching: Option<f64>,
    /// Milliseconds it took.
    pub ms: u64,
    /// The same, more precisely.
    #[serde(skip)]
    pub elapsed: Duration,
    /// Whether a limit on nodes or time ended the search early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub stopped: bool,
    /// Every root move that was searched.
    pub root: Vec<RootValue>,
    /// In an explicit tree: the values of the leaves below pruned moves, in the order of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pruned: Option<Vec<i32>>,
    /// What the opening book plays here, where one was asked for and knows the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub book: Option<BookMoves>,
    /// The position as clients draw it.
    pub diagram: Diagram,
}

/// A root move and its value for the side to move.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RootValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value, or an upper bound of it.
    pub value: i32,
    /// Whether `value` is exact.
    pub exact: bool,
    /// The depth in plies that told it; less than that of others where a limit ended the last depth before this move.
    pub depth: u16,
    /// The value in a word or two.
    #[serde(skip)]
    pub text: String,
}

/// Best play after one of the best moves.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LineValue {
    /// Its value for the side to move, exact.
    pub value: i32,
    /// The depth in plies that told it.
    pub depth: u16,
    /// The moves.
    pub moves: Vec<String>,
    /// The value in a word or two.
    #[serde(skip)]
    pub text: String,
}

/// The moves that a book plays, one of them at random.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BookMoves {
    /// The book.
    pub name: String,
    /// Its best moves.
    pub moves: Vec<String>,
}

/// The findings, and the searched tree and the steps of the search where they were asked for.
#[derive(Clone, Debug, TS)]
pub struct AnalysisAnswer {
    /// The findings.
    #[ts(flatten)]
    pub analysis: Analysis,
    /// The tree.
    #[ts(optional, as = "Option<TreeNode>")]
    pub tree: Option<SearchedTree>,
    /// A page of what the search did.
    #[ts(optional)]
    pub steps: Option<StepsPage>,
}

impl AnalysisAnswer {
    /// The findings as JSON, with the `tree` and the `steps` where they were asked for.
    ///
    /// # Errors
    /// When an option of the game has no JSON form, which none does.
    pub fn to_json(&self) -> serde_json::Result<Value> {
        let mut json = serde_json::to_value(&self.analysis)?;
        if let Some(tree) = &self.tree {
            json["tree"] = serde_json::to_value(&tree.root)?;
        }
        if let Some(steps) = &self.steps {
            json["steps"] = serde_json::to_value(steps)?;
        }
        Ok(json)
    }
}

/// Searches the position in question within the bot's own limits and these.
///
/// # Errors
/// When an option, the position or a move is wrong; the sentence says where and what would be right.
pub fn analyse(question: &Question, limits: TurnLimits<'_>) -> Result<AnalysisAnswer, GameError> {
    question.bot.game.visit(Analyse { question, limits, deepened: None })
}

/// The same, telling what is known after each depth that was searched to its end, where the search deepens.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_telling(
    question: &Question,
    limits: TurnLimits<'_>,
    deepened: &mut dyn FnMut(&Analysis),
) -> Result<AnalysisAnswer, GameError> {
    question.bot.game.visit(Analyse { question, limits, deepened: Some(deepened) })
}

struct Analyse<'a> {
    question: &'a Question,
    limits: TurnLimits<'a>,
    deepened: Option<&'a mut dyn FnMut(&Analysis)>,
}

impl Visitor for Analyse<'_> {
    type Output = Result<AnalysisAnswer, GameError>;

    fn visit<G: Game + Hints>(self) -> Self::Output {
        let Question { options, position, moves, bot, tree, steps } = self.question;
        let mut position = start::<G>(options, position.as_deref())?;
        let mut last = None;
        for (ply, text) in moves.iter().enumerate() {
            let mv = position.read_move(text).ok_or_else(|| illegal(&position, shortened(text), ply))?;
            position.play(mv);
            last = Some(mv);
        }
        let evaluation = G::Evaluation::named(&bot.evaluation.name, &bot.evaluation.weights)?;
        let plies = tree.map(|wish| wish.plies.map_or_else(|| comfortable(&position, wish.drawn), usize::from));
        let room = tree.map_or(0, |wish| match (wish.drawn, wish.plies) {
            (true, None) => usize::try_from(COMFORTABLE_DRAWING).expect("a small number"),
            (true, Some(_)) => MOST_DRAWN,
            (false, _) => MOST_IN_JSON,
        });
        let options = bot.game.complete_options(options)?;
        let (question, here) = (self.question, &position);
        let deepened = self.deepened.map(|tell| {
            let options = options.clone();
            Box::new(move |report: &Report<G::Move>| tell(&describe(here, options.clone(), question, report)))
                as watch::Deepened<'_, G>
        });
        let mut watch = Watch::<G> {
            deepened,
            recorder: plies.map(|plies| Recorder::new(plies, room)),
            leaves: (G::SCORING == Scoring::Payoff).then(|| watch::Leaves::new(&position, MOST_PRUNED_LISTED)),
            steps: steps.as_ref().map(|wish| wish.listener(&position)).transpose()?,
        };
        let report = answered(search(&position, bot, &evaluation, self.limits, &mut watch));
        let mut analysis = describe(&position, options, self.question, &report);
        analysis.diagram = position.diagram(last);
        analysis.pruned = watch.leaves.map(watch::Leaves::into_values);
        let style = ValueStyle::of::<G>(&bot.search);
        let steps = watch.steps.zip(steps.as_ref());
        let steps = steps.map(|(kept, wish)| StepsPage::new::<G>(kept, wish.from, position.to_move(), style));
        let tree = watch.recorder.and_then(Recorder::into_root).map(|node| {
            let drawn = tree.is_some_and(|wish| wish.drawn);
            let root = TreeNode::read(&position, &node, Reading { line: &report.line, style, drawn });
            captioned::<G>(root, style, bot, &analysis)
        });
        Ok(AnalysisAnswer { analysis, tree, steps })
    }
}

/// The beginning of a text that is no move: a hostile one must not fill a log.
fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}

/// The bot's search, within its own limits and these. Nothing watches it where nothing needs to.
fn search<G: Game + Hints>(
    position: &G,
    bot: &BotSpec,
    evaluation: &G::Evaluation,
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
        turn: limits.turn,
        ..Budget::UNLIMITED
    };
    let mut searcher = Searcher::new();
    if watch.is_idle() {
        searcher.search(position, &bot.search, evaluation, &budget, bot.seed, &mut NoTrace)
    } else {
        searcher.search(position, &bot.search, evaluation, &budget, bot.seed, watch)
    }
}

/// The report without what is no answer: before a depth was searched in full, nothing is known of the position. A bot
/// has to move all the same; an analysis says so.
fn answered<M>(report: Report<M>) -> Report<M> {
    if report.stopped && report.depth == 0 {
        return Report { best: None, value: 0, line: Vec::new(), lines: Vec::new(), root: Vec::new(), ..report };
    }
    report
}

/// The greatest depth at which a drawing or a file of the whole tree is still of a comfortable size.
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

fn describe<G: Game + Hints>(
    position: &G,
    options: Options,
    question: &Question,
    report: &Report<G::Move>,
) -> Analysis {
    let bot = &question.bot;
    let style = ValueStyle::of::<G>(&bot.search);
    let text = |moves: &[G::Move]| moves.iter().map(ToString::to_string).collect();
    let root = report.root.iter().map(|root| RootValue {
        mv: root.mv.to_string(),
        value: root.value,
        exact: root.exact,
        depth: root.depth,
        text: style.short(root.value),
    });
    let lines = report.lines.iter().map(|line| LineValue {
        value: line.value,
        depth: line.depth,
        moves: text(&line.moves),
        text: style.short(line.value),
    });
    Analysis {
        game: bot.game,
        options,
        position: position.notation(),
        moves: question.moves.clone(),
        side: position.to_move(),
        settings: question::settings_json(bot),
        depth: report.depth,
        value: report.value,
        value_text: value_text(position, report, style),
        win_in: style.win_in(report.value),
        scale: style.scale(),
        best: report.best.map(|mv| mv.to_string()),
        line: text(&report.line),
        lines: lines.collect(),
        nodes: report.nodes,
        leaves: report.leaves,
        cutoffs: report.cutoffs,
        table_hits: report.table_hits,
        pruned_moves: report.pruned,
        branching: branching(report.nodes, report.depth),
        ms: u64::try_from(report.elapsed.as_millis()).unwrap_or(u64::MAX),
        elapsed: report.elapsed,
        stopped: report.stopped,
        root: root.collect(),
        pruned: None,
        book: book_moves(position, bot),
        diagram: position.diagram(None),
    }
}

/// The value in words; a line that ends in a drawn position makes 0 a draw.
fn value_text<G: Game>(position: &G, report: &Report<G::Move>, style: ValueStyle) -> String {
    if report.stopped && report.depth == 0 {
        return "has an unknown value: no depth was completed".to_owned();
    }
    let mut end = position.clone();
    report.line.iter().for_each(|&mv| end.play(mv));
    let drawn = G::SCORING == Scoring::WinLoss && end.outcome() == Some(Outcome::DRAW);
    match (drawn && report.value == 0, report.line.is_empty()) {
        (true, true) => "has drawn".to_owned(),
        (true, false) => "draws".to_owned(),
        (false, _) => style.sentence(report.value),
    }
}

fn book_moves<G: Game>(position: &G, bot: &BotSpec) -> Option<BookMoves> {
    let book = bot.book.as_ref()?;
    let known = book.best(position.key()).into_iter().filter_map(G::Move::from_code);
    let moves: Vec<String> = known.filter(|mv| position.is_legal(*mv)).map(|mv| mv.to_string()).collect();
    (!moves.is_empty()).then(|| BookMoves { name: book.name.clone(), moves })
}

/// Title and description of a drawing.
fn captioned<G: Game>(root: TreeNode, style: ValueStyle, bot: &BotSpec, analysis: &Analysis) -> SearchedTree {
    let info = &G::INFO;
    let mover = info.sides[analysis.side];
    let search = match bot.search.pruning {
        Pruning::None => "plain minimax".to_owned(),
        other => other.to_string(),
    };
    let nodes = grouped(analysis.nodes);
    let title = format!(
        "{}: {mover} {} — {search} to depth {}, {nodes} nodes",
        info.title, analysis.value_text, analysis.depth
    );
    let shown = grouped(root.size() as u64);
    let best = analysis.best.as_ref().map_or_else(String::new, |best| format!(" The best move is {best}."));
    let line = analysis.line.join(" ");
    let description = format!(
        "The tree of a search of {}: {shown} nodes are shown; {nodes} were entered and {} moves pruned.{best} Best \
         play: {line}.",
        analysis.position,
        grouped(analysis.pruned_moves)
    );
    let windows = bot.search.pruning != Pruning::None;
    SearchedTree { root, title, description, sides: info.sides, style, windows }
}

/// The b with 1 + b + … + b^depth = nodes: the effective branching factor (Russell and Norvig, "Artificial
/// Intelligence", section 3.6), to three digits; none where the tree has no depth.
fn branching(nodes: u64, depth: u16) -> Option<f64> {
    if depth == 0 || nodes < 2 {
        return None;
    }
    let wanted = nodes as f64;
    let size = |b: f64| (0..depth).fold(1.0, |sum: f64, _| sum.mul_add(b, 1.0));
    let (mut low, mut high) = (0.0, wanted);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        *(if size(middle) < wanted { &mut low } else { &mut high }) = middle;
    }
    Some((high * 1_000.0).round() / 1_000.0)
}
