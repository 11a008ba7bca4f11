//! `arena perft`: counts paths, the standard check of a move generator.

use std::io::Write;

use serde_json::{Map, Value, json};

use super::start::StartFlags;
use arena_games::catalog::Visitor;
use arena_games::options::start;
use arena_games::perft::{divide, divide_of_match};
use arena_games::{Game, GameError, GameId, Hints, Options};

/// Counts the paths of exactly DEPTH plies, for each first move and in total.
///
/// Only the moves count, as in published tables: a position that is drawn by the match rules continues, but one without
/// moves or with a winner does not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena perft tictactoe 9
  arena perft chess 4 --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  arena perft chess 3 --option chess960=0 --match-rules")]
pub(super) struct Args {
    /// The game.
    game: GameId,
    /// Number of plies, at most 30.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    #[command(flatten)]
    start: StartFlags,
    /// Count by the match rules: a path ends at a draw by insufficient material or by the count of quiet moves.
    #[arg(long)]
    match_rules: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

struct Count<'a> {
    depth: u32,
    options: &'a Options,
    position: Option<&'a str>,
    match_rules: bool,
}

/// The position, and the count of each first move.
type Counts = (String, Vec<(String, u64)>);

impl Visitor for Count<'_> {
    type Output = Result<Counts, GameError>;

    fn visit<G: Game + Hints>(self) -> Self::Output {
        let position = start::<G>(self.options, self.position)?;
        let counts = if self.match_rules { divide_of_match } else { divide };
        let moves = counts(&position, self.depth).into_iter().map(|(mv, count)| (mv.to_string(), count)).collect();
        Ok((position.notation(), moves))
    }
}

pub(super) fn run(args: &Args) -> super::CommandResult {
    let options = args.start.options();
    let count =
        Count { depth: args.depth, options: &options, position: args.start.position(), match_rules: args.match_rules };
    let (position, moves) = args.game.visit(count)?;
    let total = if args.depth == 0 { 1 } else { moves.iter().map(|(_, count)| count).sum::<u64>() };
    let mut out = std::io::stdout().lock();
    if args.json {
        let moves: Map<String, Value> = moves.into_iter().map(|(mv, count)| (mv, count.into())).collect();
        let report =
            json!({"game": args.game, "position": position, "depth": args.depth, "total": total, "moves": moves});
        writeln!(out, "{report}")?;
    } else {
        for (mv, count) in moves {
            writeln!(out, "{mv:>8} {count:>14}")?;
        }
        writeln!(out, "{:>8} {total:>14}", "total")?;
    }
    Ok(())
}
