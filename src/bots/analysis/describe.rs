//! Converts the report of a search to findings: values in words, moves as text, and captions of drawings.

use super::findings::{Analysis, BookMoves, DepthValue, LineValue, RootValue};
use super::question::{self, Question};
use crate::BotSpec;
use crate::tree::{SearchedTree, TreeNode, ValueStyle, grouped};
use arena_games::conventions::Conventions;
use arena_games::{Game, GameMove, Hints, Options, Outcome, Scoring};
use arena_search::{Pruning, Report};

/// Describes the findings of a search.
pub(super) fn describe<G: Game + Hints>(
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
        notation: Conventions::notation(position, root.mv),
        value: root.value,
        exact: root.exact,
        depth: root.depth,
        text: style.short(root.value),
    });
    let lines = report.lines.iter().map(|line| LineValue {
        value: line.value,
        depth: line.depth,
        moves: text(&line.moves),
        notation: Conventions::line_notation(position, line.moves.iter().copied()),
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
        notation: Conventions::line_notation(position, report.line.iter().copied()),
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
        depths: Vec::new(),
        root: root.collect(),
        pruned: None,
        book: book_moves(position, bot),
        diagram: position.diagram(None),
    }
}

/// Describes the findings after a completed depth. `None` if the game is over.
pub(super) fn depth_value<G: Game>(position: &G, report: &Report<G::Move>) -> Option<DepthValue> {
    report.best.map(|mv| DepthValue {
        depth: report.depth,
        value: report.value,
        mv: mv.to_string(),
        notation: Conventions::notation(position, mv),
        nodes: report.nodes,
    })
}

/// Describes the value in words. A line that ends in a drawn position makes 0 a draw.
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
    let known: Vec<G::Move> = known.filter(|mv| position.is_legal(*mv)).collect();
    let moves = known.iter().map(ToString::to_string).collect();
    let notation = Conventions::notations(position, &known);
    (!known.is_empty()).then(|| BookMoves { name: book.name.clone(), moves, notation })
}

/// Adds the title and the description of a drawing.
pub(super) fn captioned<G: Game>(
    root: TreeNode,
    style: ValueStyle,
    bot: &BotSpec,
    analysis: &Analysis,
) -> SearchedTree {
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

/// Returns the effective branching factor, the b with 1 + b + … + b^depth = nodes (Russell and Norvig, "Artificial
/// Intelligence", section 3.6), to three digits. `None` if the tree has no depth.
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
