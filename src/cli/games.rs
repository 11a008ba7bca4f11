//! `arena games`: what there is to play.

use std::io::Write;

use crate::games::{GameId, OptionKind};

/// Lists the games with their options and evaluations.
///
/// Example: arena games
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> super::CommandResult {
    let mut out = std::io::stdout().lock();
    for id in GameId::ALL {
        let info = id.info();
        writeln!(out, "{}: {}. {}", info.name, info.title, info.about)?;
        for option in info.options {
            let range = match &option.kind {
                OptionKind::Integer { min, max, default } => format!("{min} to {max}, default {default}"),
                OptionKind::Boolean { default } => format!("true or false, default {default}"),
                OptionKind::Tree { default } => format!("nested arrays, default {default}"),
            };
            writeln!(out, "  option {}: {} ({range})", option.name, option.about)?;
        }
        for evaluation in id.evaluations() {
            let weights: Vec<String> =
                evaluation.weights.iter().map(|weight| format!("{} = {}", weight.name, weight.default)).collect();
            let weights = if weights.is_empty() { String::new() } else { format!(" ({})", weights.join(", ")) };
            writeln!(out, "  evaluation {}: {}{weights}", evaluation.name, evaluation.about)?;
        }
    }
    Ok(())
}
