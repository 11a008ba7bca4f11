//! `arena perft`: counts paths, the standard check of a move generator.

use std::io::Write;

use serde_json::{Map, Value, json};

use super::start::StartFlags;
use arena_games::options::start;
use arena_games::perft::{divide, divide_of_match};
use arena_games::{Game, GameId, with_game};

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

pub(super) fn run(args: &Args) -> super::CommandResult {
    let options = args.start.options();
    let (position, moves): (String, Vec<(String, u64)>) = with_game!(args.game, G => {
        let position = start::<G>(&options, args.start.position())?;
        let counts = if args.match_rules { divide_of_match } else { divide };
        let moves = counts(&position, args.depth).into_iter().map(|(mv, count)| (mv.to_string(), count)).collect();
        (position.notation(), moves)
    });
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
