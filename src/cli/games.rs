//! `arena games`: lists the games.

use std::fmt::Write as _;
use std::io::Write as _;

use super::terminal;
use arena_games::{GameId, OptionKind};
use arena_tournament::report::text_width::wrapped;

/// Lists the games with their options, evaluations and features of positions.
///
/// Example: arena games
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> super::CommandResult {
    let text: String = GameId::ALL.iter().map(|game| described(*game)).collect();
    // Output to a program is not wrapped: one line per item.
    let columns = terminal::columns().unwrap_or(usize::MAX);
    std::io::stdout().lock().write_all(wrapped(&text, columns).as_bytes())?;
    Ok(())
}

/// Describes a game, its options, its evaluations and its features, one line each.
fn described(game: GameId) -> String {
    let info = game.info();
    let mut text = format!("{}: {}. {}\n", info.name, info.title, info.about);
    for option in info.options {
        let range = match &option.kind {
            OptionKind::Integer { min, max, default } => format!("{min} to {max}, default {default}"),
            OptionKind::Boolean { default } => format!("true or false, default {default}"),
            OptionKind::Choice { names, default } => format!("{}, default {default}", names.join(" or ")),
            OptionKind::Tree { default } => format!("nested arrays, default {default}"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  option {}: {} ({range})", option.name, option.about);
    }
    for evaluation in game.evaluations() {
        let weights: Vec<String> =
            evaluation.weights.iter().map(|weight| format!("{} = {}", weight.name, weight.default)).collect();
        let weights = if weights.is_empty() { String::new() } else { format!(" ({})", weights.join(", ")) };
        let _ = writeln!(text, "  evaluation {}: {}{weights}", evaluation.name, evaluation.about);
    }
    for feature in game.features() {
        let _ = writeln!(text, "  feature {}: {}", feature.name, feature.about);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_tournament::report::text_width::width;

    #[test]
    fn the_list_fits_terminals_of_60_80_and_120_columns() {
        for columns in [60, 80, 120] {
            for game in GameId::ALL {
                let shown = wrapped(&described(*game), columns);
                assert!(shown.lines().all(|line| width(line) <= columns), "{columns}: {shown}");
            }
            insta::assert_snapshot!(format!("game-{columns}"), wrapped(&described(GameId::ALL[1]), columns));
        }
    }
}
