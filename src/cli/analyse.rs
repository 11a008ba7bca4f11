//! `arena analyse`: the analysis of a position, and the searched tree.

mod compare;
mod running;
mod steps;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;

use super::board_text::board_text;
use super::search_flags::SearchFlags;
use super::start::StartFlags;
use super::terminal::{self, beside};
use super::{CommandResult, ConfigDir, Failure};
use arena_bots::analysis::{
    Analysis, AnalysisAnswer, Question, QuestionError, RootValue, TreeRequest, analyse, analyse_telling, settings,
    written_moves,
};
use arena_bots::tree::{SearchedTree, dot, grouped, svg};
use arena_bots::{BotSpec, RawBot, TurnLimits};
use arena_games::GameId;
use arena_search::{Pruning, SearchOptions};
use arena_tournament::report::{Fold, Table};

/// Node limit for the comparison with the other pruning.
const MOST_TO_COMPARE: u64 = 2_000_000;

/// Searches a position and prints the best move, the value of each move, the line, node counts and the searched tree.
///
/// Values are for the side to move. Without --exact-root, a move that was cut off has only an upper bound, marked ≤.
///
/// Defaults apply if neither --bot nor any search switch except --nodes and --time-ms is given. Games with a tiny tree,
/// such as tictactoe, are searched to depth 6 in natural order. Other games are searched until --nodes or --time-ms is
/// reached (500000 nodes if neither is given), with pruning pvs, a table of 16 MiB and the order
/// table,captures,killers,static,history. Quiescence is on for games in which captures are usually played out.
///
/// With --compare and without --bot, --depth, --nodes and --time-ms, all searches use the depth that the most refined
/// one reaches with 20000 nodes, and each enters at most 2000000 nodes. That depth is smaller than the one of a single
/// search, because plain minimax must reach it too.
///
/// If the search deepens, which a limit on nodes or time or --deepening turns on, a terminal shows the best line so
/// far. Ctrl-C ends the search and prints the result so far; a second Ctrl-C exits at once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena analyse tictactoe --moves 'b2 a1' --depth 9 --tree tree.svg
  arena analyse chess --moves '1. e4 e5 2. Nf3' --multipv 3 --time-ms 5000
  arena analyse chess --position '8/8/8/8/5K2/8/7Q/k7 w - - 0 1' --compare
  arena analyse tree --position '[[3,12,8],[2,4,6],[14,5,2]]' --steps")]
pub(super) struct Args {
    /// The game.
    game: GameId,
    /// Moves to play first, separated by spaces: "e2e4 e7e5" or in the usual notation: "1. e4 e5 2. Nf3".
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    start: StartFlags,
    /// Use this bot's search; the flags below override its switches.
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    #[command(flatten)]
    search: SearchFlags,
    /// Print the exact value of every root move, the best first; as --exact-root.
    #[arg(long)]
    what_if: bool,
    /// Print the N best moves, each with its exact value and line. Limits apply to all of them together.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with_all = ["compare", "tree"],
        value_parser = clap::value_parser!(u16).range(1..=250))]
    multipv: u16,
    /// Compare searches side by side: the pruning methods and one refinement after another, or those given by --with.
    #[arg(long)]
    compare: bool,
    /// With --compare: also search with these switches, such as pruning=pvs,table_mb=16, which override the other
    /// flags, or with bot=NAME; repeatable.
    #[arg(long, value_name = "SWITCHES", requires = "compare")]
    with: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the searched tree to a file whose name ends in .svg, .dot or .json.
    #[arg(long, value_name = "OUT", conflicts_with = "compare")]
    tree: Option<PathBuf>,
    /// Plies of the tree to write [default: as many as can be viewed comfortably].
    #[arg(long, value_name = "N", requires = "tree", value_parser = clap::value_parser!(u16).range(0..=250))]
    tree_depth: Option<u16>,
    #[command(flatten)]
    steps: steps::StepsFlags,
}

impl Args {
    /// Returns the search switches given on the command line.
    fn own(&self) -> RawBot {
        let raw = self.search.raw();
        if self.what_if { RawBot { exact_root: Some(true), ..raw } } else { raw }
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Self {
        Self::Usage(error.into())
    }
}

/// The file format of a tree.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Dot,
    Json,
}

impl Format {
    fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("dot") => Ok(Self::Dot),
            Some("json") => Ok(Self::Json),
            _ => {
                let name = path.display();
                Err(Failure::Usage(anyhow::anyhow!("--tree {name}: the name must end in .svg, .dot or .json")))
            }
        }
    }
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let roster = super::modules::roster(config)?;
    let format = args.tree.as_deref().map(Format::of).transpose()?;
    let mut question = Question {
        options: args.start.options(),
        position: args.start.position().map(str::to_owned),
        moves: args.moves.as_deref().map(written_moves).unwrap_or_default(),
        bot: settings(args.game, args.bot.as_deref(), args.own(), &roster)?,
        tree: format.map(|format| TreeRequest { plies: args.tree_depth, drawn: !matches!(format, Format::Json) }),
        steps: args.steps.request(),
    };
    question.bot.search.lines = args.multipv;
    if args.compare {
        return compare::compare(&mut std::io::stdout().lock(), args, &roster, &question);
    }
    let stop = running::stop_at_interrupt()?;
    let limits = TurnLimits { stop: Some(&stop), ..TurnLimits::default() };
    let progress = running::progress(args.json);
    let answer = analyse_telling(&question, limits, &mut |found| {
        progress.bar().into_iter().for_each(|bar| bar.set_message(running::so_far(found)));
    })?;
    drop(progress);
    if let (Some(path), Some(format), Some(tree)) = (&args.tree, format, &answer.tree) {
        write_tree(path, format, tree).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let json = match answer.steps {
            None => serde_json::to_string(&answer.analysis),
            Some(_) => AnalysisAnswer { tree: None, ..answer }.to_json().map(|json| json.to_string()),
        };
        writeln!(out, "{}", json.map_err(anyhow::Error::from)?)?;
        return Ok(());
    }
    let columns = terminal::columns().unwrap_or(usize::MAX);
    if let Some(page) = &answer.steps {
        return Ok(steps::write(&mut out, page, columns)?);
    }
    write_text(&mut out, &question, &answer, stop.load(Relaxed), columns)
}

fn write_tree(path: &Path, format: Format, tree: &SearchedTree) -> anyhow::Result<()> {
    let text = match format {
        Format::Svg => svg(tree),
        Format::Dot => dot(tree),
        Format::Json => serde_json::to_string(&tree.root)? + "\n",
    };
    std::fs::write(path, text)?;
    let hidden = tree.root.hidden_below();
    let shown = grouped(tree.root.size() as u64);
    let left_out = if hidden == 0 { String::new() } else { format!("; {} more were searched", grouped(hidden)) };
    say!("wrote {} with {shown} nodes{left_out}", path.display());
    Ok(())
}

/// `interrupted` is true if Ctrl-C ended the search.
fn write_text(
    out: &mut impl Write,
    question: &Question,
    answer: &AnalysisAnswer,
    interrupted: bool,
    columns: usize,
) -> CommandResult {
    let analysis = &answer.analysis;
    let info = question.bot.game.info();
    let mover = info.sides[analysis.side];
    write!(out, "{}\n{}", info.title, board_text(question.bot.game, &analysis.diagram))?;
    let over = analysis.best.is_none() && !analysis.stopped;
    let ended_by = if interrupted { "Ctrl-C" } else { "a limit" };
    let unanswered = analysis.stopped && analysis.depth == 0;
    let turn = if over { "would be to move, but the game is over" } else { "to move" };
    writeln!(out, "{mover} {turn}\n")?;
    let mut row = |name: &str, text: &str| out.write_all(beside(&format!("{name:<10} "), text, columns).as_bytes());
    if let Some(best) = &analysis.best {
        row("Best move", best)?;
    }
    if unanswered {
        let hint = if question.bot.search.deepening { "" } else { "; --deepening gives earlier results" };
        let depth = if question.bot.search.deepening { 1 } else { question.bot.search.depth };
        row("Value", &format!("unknown: {ended_by} ended the search before depth {depth} was completed{hint}"))?;
    } else {
        row("Value", &format!("{mover} {}", analysis.value_text))?;
    }
    if analysis.lines.is_empty() && !analysis.line.is_empty() {
        row("Line", &analysis.line.join(" "))?;
    }
    for (place, line) in (1..).zip(&analysis.lines) {
        let shallower = if line.depth < analysis.depth { format!(", depth {}", line.depth) } else { String::new() };
        row(&format!("Line {place}"), &format!("{}  ({}{shallower})", line.moves.join(" "), line.text))?;
    }
    if let Some(book) = &analysis.book {
        row("Book", &format!("{} plays {}", book.name, book.moves.join(" or ")))?;
    } else if let Some(book) = &question.bot.book {
        row("Book", &format!("{} does not know this position", book.name))?;
    }
    row("Search", &search_text(&question.bot))?;
    if analysis.stopped && !unanswered {
        let reached = analysis.root.iter().filter(|root| root.depth > analysis.depth).count();
        let beyond = match (reached, analysis.root.len()) {
            (0, _) => String::new(),
            (reached, all) => format!(", depth {} for {reached} of {all} moves", analysis.depth + 1),
        };
        row("", &format!("{ended_by} ended it: only depth {} was searched in full{beyond}", analysis.depth))?;
    }
    row("Counts", &counts_text(analysis))?;
    if let Some(pruned) = &analysis.pruned {
        row("Pruned", &leaves_text(pruned))?;
    }
    // If a limit ended the search, the comparison would only show the limit.
    if !over
        && !interrupted
        && question.bot.search.lines == 1
        && question.bot.nodes.is_none()
        && question.bot.time_ms.is_none()
    {
        row("Compared", &other_count(question, analysis)?)?;
    }
    if !analysis.root.is_empty() {
        write!(out, "\n{}", root_table(analysis, question.bot.search.exact_root).to_text(columns))?;
    }
    Ok(())
}

fn search_text(bot: &BotSpec) -> String {
    let SearchOptions { distance, exact_root, .. } = bot.search;
    let distance = if distance { "" } else { ", wins not scored by distance" };
    let exact = if exact_root { ", every root move exact" } else { "" };
    format!("{}{distance}{exact}", bot.summary())
}

fn counts_text(analysis: &Analysis) -> String {
    let count =
        |count: u64, one: &str, more: &str| format!("{} {}", grouped(count), if count == 1 { one } else { more });
    let parts = [
        count(analysis.nodes, "node", "nodes"),
        count(analysis.leaves, "leaf", "leaves"),
        count(analysis.cutoffs, "cutoff", "cutoffs"),
        count(analysis.pruned_moves, "move pruned", "moves pruned"),
        format!("{} ms", analysis.ms),
    ];
    parts.join(", ")
}

fn leaves_text(leaves: &[i32]) -> String {
    const SHOWN: usize = 40;
    if leaves.is_empty() {
        return "no leaf".to_owned();
    }
    let shown: Vec<String> = leaves.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if leaves.len() > SHOWN { ", …" } else { "" };
    format!("{} {}{more}", if leaves.len() == 1 { "the leaf" } else { "the leaves" }, shown.join(", "))
}

/// Counts the nodes of the same search with the other pruning, to show the effect of pruning.
fn other_count(question: &Question, analysis: &Analysis) -> Result<String, Failure> {
    if !question.bot.search.keeps_value() {
        return Ok("not compared: these switches change the value".to_owned());
    }
    let (other, words) = match question.bot.search.pruning {
        Pruning::None => (Pruning::AlphaBeta, "with alpha-beta"),
        _ => (Pruning::None, "without pruning"),
    };
    let question = pruned_by(question, other);
    let limits = TurnLimits { nodes: Some(MOST_TO_COMPARE), ..TurnLimits::default() };
    let rerun = analyse(&question, limits)?.analysis;
    let nodes = grouped(rerun.nodes);
    if rerun.stopped {
        return Ok(format!("more than {nodes} nodes {words} (the count stopped there)"));
    }
    let factor = |more: u64, fewer: u64| more as f64 / fewer.max(1) as f64;
    let compared = match (rerun.nodes, analysis.nodes) {
        (other, own) if other > own => format!(", {:.1} times as many", factor(other, own)),
        (other, own) if other < own => format!(", {:.1} times fewer", factor(own, other)),
        _ => ", as many".to_owned(),
    };
    Ok(format!("{nodes} nodes {words}{compared}"))
}

fn root_table(analysis: &Analysis, best_first: bool) -> Table {
    let mut moves: Vec<_> = analysis.root.iter().collect();
    if best_first {
        moves.sort_by_key(|root| std::cmp::Reverse(root.value));
    }
    // Values of different depths cannot be compared: moves of the last depth come first, the others state their depth.
    moves.sort_by_key(|root| std::cmp::Reverse(root.depth));
    let deepest = moves.first().map_or(0, |root| root.depth);
    let cells = |root: &RootValue| {
        let bound = if root.exact { "" } else { "≤ " };
        let note = match analysis.best.as_ref() == Some(&root.mv) {
            true => "best".to_owned(),
            false if root.depth < deepest => format!("to depth {}", root.depth),
            false => String::new(),
        };
        vec![root.mv.clone(), format!("{bound}{}", root.text), note]
    };
    let rows: Vec<_> = moves.into_iter().map(cells).collect();
    Table { text: 0, fold: Fold::NEVER, ..Table::new(["Move", "Value", ""], rows) }
}

/// Returns the same question with another pruning, without the switches that are incompatible with it.
fn pruned_by(question: &Question, pruning: Pruning) -> Question {
    let mut question = Question { tree: None, steps: None, ..question.clone() };
    let search = &mut question.bot.search;
    search.pruning = pruning;
    search.hints &= pruning != Pruning::None;
    search.aspiration = search.aspiration.filter(|_| !matches!(pruning, Pruning::None | Pruning::Mtdf));
    question
}
