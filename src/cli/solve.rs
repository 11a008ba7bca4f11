//! `arena solve`: solves a small game completely.

use std::io::Write as _;

use super::Failure;
use super::start::StartFlags;
use super::terminal::{self, beside};
use arena_bots::analysis::{Count, GameToSolve, GamesCount, SolutionView, SolveError, written_moves};
use arena_bots::tree::grouped;
use arena_games::{GameId, Side};

/// Solves a small game completely: its value, the value of each first move, the results of all games, and the number of
/// positions.
///
/// All lines are played to the end, so the game must be small, or the position must be near its end.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena solve tictactoe
  arena solve bones --option heap=8
  arena solve tictactoe --moves 'b2 a1' --json
  arena solve connect4 --position '44444432222226' --most 5000000")]
pub(super) struct Args {
    /// The game.
    game: GameId,
    #[command(flatten)]
    start: StartFlags,
    /// Moves to play first.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Stop after this many positions; each takes about 100 bytes.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000)]
    most: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> super::CommandResult {
    let request = GameToSolve {
        game: args.game,
        options: args.start.options(),
        position: args.start.position().map(str::to_owned),
        moves: written_moves(&args.moves),
        list: args.json,
        map: false,
    };
    let solved = request.solve(args.most).map_err(|error| match error {
        SolveError::Game(error) => Failure::Usage(error.into()),
        other => Failure::Work(other.into()),
    })?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let json = serde_json::to_string(&solved).map_err(anyhow::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        out.write_all(summary_text(&solved, terminal::columns().unwrap_or(usize::MAX)).as_bytes())?;
    }
    Ok(())
}

/// Formats a count in groups of three digits, or in scientific notation if it is not exact.
fn count(count: Count) -> String {
    count.exact().map_or_else(|| format!("{:.3e}", count.0), grouped)
}

fn outcome(game: GameId, payoff: i32, plies: u32) -> String {
    let sides = &game.info().sides;
    let end = if plies == 1 { "in 1 ply".to_owned() } else { format!("in {plies} plies") };
    match payoff.signum() {
        0 => format!("a draw, {end}"),
        sign => {
            let winner = sides[if sign > 0 { Side::First } else { Side::Second }];
            let by = if payoff.abs() > 1 { format!(" by {}", payoff.abs()) } else { String::new() };
            format!("{winner} wins{by} {end}")
        }
    }
}

fn split(game: GameId, games: GamesCount) -> String {
    let sides = &game.info().sides;
    let GamesCount { first, drawn, second } = games;
    format!(
        "{} won by {}, {} by {}, {} drawn",
        count(first),
        sides[Side::First],
        count(second),
        sides[Side::Second],
        count(drawn)
    )
}

fn summary_text(solved: &SolutionView, columns: usize) -> String {
    let SolutionView { game, position, payoff, plies, games, positions, asymmetric, by_ply, moves, .. } = solved;
    let all = Count(games.first.0 + games.drawn.0 + games.second.0);
    let layers: Vec<String> = by_ply.iter().map(|nodes| count(*nodes)).collect();
    let rows = [
        ("position", position.clone()),
        ("value", outcome(*game, *payoff, *plies)),
        ("games", format!("{}: {}", count(all), split(*game, *games))),
        (
            "positions",
            format!("{}, {} without symmetric ones", grouped(*positions as u64), grouped(*asymmetric as u64)),
        ),
        ("nodes", format!("{}, by ply {}", count(solved.nodes), layers.join(" "))),
    ];
    let mut text: String = rows.iter().map(|(name, text)| beside(&format!("{name:<9}  "), text, columns)).collect();
    for mv in moves {
        let like = mv.like.as_ref().map(|like| format!(", as {like}")).unwrap_or_default();
        let detail = format!("{}; {}{like}", outcome(*game, mv.payoff, mv.plies), split(*game, mv.games));
        text.push_str(&beside(&format!("{:>8}   ", mv.mv), &detail, columns));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::Options;
    use arena_tournament::report::text_width::width;

    #[test]
    fn summaries_fit_terminals_of_60_80_and_120_columns() {
        let bones = GameToSolve {
            game: GameId::ALL[1],
            options: Options::new(),
            position: None,
            moves: Vec::new(),
            list: false,
            map: false,
        };
        let solved = bones.solve(1_000).expect("the game is small");
        for columns in [60, 80, 120] {
            let shown = summary_text(&solved, columns);
            assert!(shown.lines().all(|line| width(line) <= columns), "{columns}: {shown}");
        }
        insta::assert_snapshot!("solved-60", summary_text(&solved, 60));
    }
}
