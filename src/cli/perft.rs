//! `arena perft`: counts paths, the standard check of a move generator.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::games::catalog::{Visitor, start};
use crate::games::perft::divide;
use crate::games::{Game, GameError, GameId, Hints, Options};

/// Counts the paths of exactly DEPTH plies, for each first move and in all.
///
/// Example: arena perft tictactoe 9
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game.
    game: GameId,
    /// How many plies, at most 30.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// The position to start from; the start of the game unless given.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// An option of the game, as heap=21; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::game_option)]
    options: Vec<(String, Value)>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

struct Count<'a> {
    depth: u32,
    options: &'a Options,
    position: Option<&'a str>,
}

/// The position, and the count of each first move.
type Counts = (String, Vec<(String, u64)>);

impl Visitor for Count<'_> {
    type Output = Result<Counts, GameError>;

    fn visit<G: Game + Hints>(self) -> Self::Output {
        let position = start::<G>(self.options, self.position)?;
        let moves = divide(&position, self.depth).into_iter().map(|(mv, count)| (mv.to_string(), count)).collect();
        Ok((position.notation(), moves))
    }
}

pub(super) fn run(args: &Args) -> super::CommandResult {
    let options: Options = args.options.iter().cloned().collect();
    let count = Count { depth: args.depth, options: &options, position: args.position.as_deref() };
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
