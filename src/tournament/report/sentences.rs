//! The sentences of a report about its figures, the same in text, Markdown and HTML.

use super::conditions::Conditions;
use super::facts::{EntrantRow, TournamentReport};
use super::number_format::{grouped, nodes, signed};
use super::strength::Basis;
use crate::rating::{FEW_CLUSTERS, Wdl};
use arena_games::Options;

/// Describes the tournament in one line.
pub(super) fn summary(report: &TournamentReport) -> String {
    let plural = |count: u64, one: &str| format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" });
    // Options with default values are left out.
    let usual = report.game.complete_options(&Options::new()).unwrap_or_default();
    let unusual = report.options.iter().filter(|(name, value)| usual.get(*name) != Some(value));
    let options: Vec<String> = unusual.map(|(name, value)| format!("{name} {value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    let openings = match report.random_plies {
        0 if report.openings.is_empty() => "no openings".to_owned(),
        0 if report.openings_played < report.opening_count => {
            let all = plural(report.opening_count as u64, "opening");
            format!("{} of {all} played", grouped(report.openings_played as u64))
        }
        0 => plural(report.opening_count as u64, "opening"),
        plies => format!("openings of {}", plural(plies as u64, "random ply").replace("plys", "plies")),
    };
    format!(
        "{}{}, {}, {}, {}, {openings}, seed {}",
        report.game.info().title,
        if options.len() > 60 { "" } else { &options },
        report.format.name().word().replace('-', " "),
        plural(report.entrants.len() as u64, "entrant"),
        plural(report.rounds, "round"),
        report.seed
    )
}

/// The conditions as lines of text, each with a title.
pub(super) fn conditions(report: &TournamentReport) -> Vec<(&'static str, String)> {
    let lines = |it: &Conditions| it.lines(report.seed, report.openings_played, report.opening_count);
    report.conditions.as_ref().map_or_else(Vec::new, lines)
}

/// All sentences on how to read the figures.
pub(super) fn notes(report: &TournamentReport) -> Vec<String> {
    [rating_legend(report), first_seat(report), frontier(report), switch_legend(report)].into_iter().flatten().collect()
}

/// The end reasons, each with the number of matches.
pub(super) fn ends(report: &TournamentReport) -> Vec<(String, u64)> {
    let name = |by| serde_json::to_value(by).ok().and_then(|by| by.as_str().map(str::to_owned)).unwrap_or_default();
    report.ends.iter().map(|(by, &count)| (name(by), count)).collect()
}

/// Explains the ratings and their errors.
pub(super) fn rating_legend(report: &TournamentReport) -> Option<String> {
    let zero = match &report.joint.anchor {
        None => "their mean is 0".to_owned(),
        Some(anchor) => format!("{} is fixed at {:.0}", anchor.name, anchor.rating),
    };
    let encounters = report.entrants.iter().all(|row| row.errors_from == Basis::Encounters);
    let basis = match report.entrants.iter().filter_map(|row| row.errors_openings).min() {
        Some(openings) => format!("the scores of each opening (at least {} openings)", grouped(openings as u64)),
        None if encounters => "the scores of encounters".to_owned(),
        None => "the scores of encounters, or of matches if encounters are incomplete".to_owned(),
    };
    let rated = match report.joint.openings {
        Some(openings) => format!("the scores of {} openings", grouped(openings as u64)),
        None => "the model, with independent matches".to_owned(),
    };
    Some(format!(
        "Field Elo: the Elo difference that an entrant's score corresponds to, whoever its opponents were. Joint \
         rating: all entrants on one scale, estimated from all matches; {zero}. The two differ by the strength of the \
         opponents and by the origin of the scale. A draw counts half a win in both. Errors are half of a 95 % \
         interval: ratings use {rated}, Elo and nElo use {basis}. Draws: the share of an entrant's matches."
    ))
}

/// Describes the results of the first seat, and its advantage.
pub(super) fn first_seat(report: &TournamentReport) -> Option<String> {
    let Wdl { wins, draws, losses } = report.first_seat;
    let score = report.first_seat.score()?;
    let worth = match (report.joint.first_advantage, report.joint.first_advantage_error) {
        (Some(elo), Some(error)) => {
            let by = match report.joint.first_advantage_openings {
                None => String::new(),
                Some(few) if few < FEW_CLUSTERS => format!(" (only {few} openings)"),
                Some(openings) => format!(" ({} openings)", grouped(openings as u64)),
            };
            format!("; the seat is worth {} ±{error:.0} Elo{by}", signed(elo, 0))
        }
        (Some(elo), None) => format!("; the seat is worth {} Elo", signed(elo, 0)),
        _ => String::new(),
    };
    let [wins, draws, losses] = [wins, draws, losses].map(grouped);
    Some(format!("The first seat won {wins}, drew {draws} and lost {losses} ({:.1}%){worth}.", score * 100.0))
}

/// Lists the entrants on the frontier of strength against nodes.
pub(super) fn frontier(report: &TournamentReport) -> Option<String> {
    let mut on: Vec<&EntrantRow> = report.entrants.iter().filter(|row| row.frontier).collect();
    on.sort_by(|a, b| a.nodes_per_move.unwrap_or(0.0).total_cmp(&b.nodes_per_move.unwrap_or(0.0)));
    let name = |row: &&EntrantRow| format!("{} ({})", row.name, row.nodes_per_move.map_or("–".to_owned(), nodes));
    let most = on.iter().take(8).map(name).collect::<Vec<_>>().join(", ");
    let more = if on.len() > 8 { format!(" and {} more", on.len() - 8) } else { String::new() };
    match on.len() {
        0 => None,
        1 => Some(format!(
            "No entrant is significantly stronger (97.5 %) than the one with the fewest nodes per move: {most}."
        )),
        _ => Some(format!(
            "Frontier of strength against nodes per move, each entrant significantly stronger (97.5 %) than the ones \
             before it: {most}{more}."
        )),
    }
}

/// Explains the table of switches.
pub(super) fn switch_legend(report: &TournamentReport) -> Option<String> {
    (!report.switches.is_empty()).then(|| {
        "Switch: n pairs of bots that differ only in this switch; W-D-L and Elo from their direct matches, Score \
         against the whole field, Nodes and ms as ratios with 95 % intervals; Saved: nodes, if both find the same values."
            .to_owned()
    })
}
