//! The sentences of a verdict.

use std::fmt;

use super::{Finding, LateShare, Likelihood, LostTo, NAMED};
use crate::report::number_format::{self, counted, grouped, halves};

/// Joins items as in `a, b and c`.
fn listed(mut items: Vec<String>, more: usize) -> String {
    if more > 0 {
        items.push(format!("{more} more"));
    }
    let last = items.pop().unwrap_or_default();
    if items.is_empty() { last } else { format!("{} and {last}", items.join(", ")) }
}

fn percent(likelihood: f64) -> String {
    match likelihood {
        it if it > 0.9995 => "more than 99.9%".to_owned(),
        it if it < 0.0005 => "less than 0.1%".to_owned(),
        it => number_format::percent(Some(it)),
    }
}

fn from_matches(points: f64, matches: u64, byes: u64) -> String {
    let unit = if points > 0.0 && points <= 1.0 { "point" } else { "points" };
    let byes = if byes > 0 { format!(" and {}", counted(byes, "bye", "byes")) } else { String::new() };
    format!("{} {unit} from {}{byes}", number_format::points(points), counted(matches, "match", "matches"))
}

fn in_brackets(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| format!(" ({})", number_format::percent(Some(score))))
}

fn margin(second: Option<&String>, elo: Option<f64>) -> String {
    let Some(second) = second else { return String::new() };
    match elo.map(f64::round) {
        None => format!(", ahead of {second}"),
        Some(elo) if elo > 0.0 => format!(", {elo:.0} Elo ahead of {second}"),
        Some(elo) if elo < 0.0 => format!(", although its rating is {:.0} Elo below that of {second}", -elo),
        Some(_) => format!(", level with {second} in Elo"),
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Final { winner, second, half_points: (own, other), by_seed } => {
                let seed = if *by_seed { ", as the better seed after an even tie" } else { "" };
                let [own, other] = [own, other].map(|&half| halves(half));
                write!(f, "{winner} won the knockout: {own}–{other} against {second} in the final{seed}.")
            }
            Self::First { winners, points, matches, byes, score, under_way, second, elo } => {
                let result = from_matches(*points, *matches, *byes);
                if let [winner] = &winners[..] {
                    let verb = if *under_way { "leads" } else { "is first" };
                    let (score, margin) = (in_brackets(*score), margin(second.as_ref(), *elo));
                    return write!(f, "{winner} {verb} with {result}{score}{margin}.");
                }
                let verb = if *under_way { "share the lead" } else { "share first place" };
                let more = winners.len().saturating_sub(NAMED);
                let named = winners.iter().take(NAMED).cloned().collect();
                write!(f, "{} {verb} with {result} each.", listed(named, more))
            }
            Self::Challenger { name, points, matches, score, under_way, ahead, level, behind, lost } => {
                let verb = if *under_way { "has" } else { "scored" };
                let (result, score) = (from_matches(*points, *matches, 0), in_brackets(*score));
                write!(f, "{name} {verb} {result}{score}.")?;
                let parts = [(ahead, "outscored"), (level, "is level with"), (behind, "is behind")];
                let parts = parts.iter().filter(|(count, _)| **count > 0);
                let parts: Vec<String> = parts.map(|(count, verb)| format!("{verb} {count}")).collect();
                if parts.is_empty() {
                    return Ok(());
                }
                let opponents = counted((ahead + level + behind) as u64, "opponent", "opponents");
                let points =
                    |it: &LostTo| format!("{} ({}–{})", it.name, halves(it.half_points.0), halves(it.half_points.1));
                let to = listed(lost.iter().map(points).collect(), behind - lost.len());
                let to = if lost.is_empty() { String::new() } else { format!(": {to}") };
                write!(f, " Of {opponents}, it {}{to}.", listed(parts, 0))
            }
            Self::Significant { name, least, others, sign_test, unknown } => {
                let whom = if *others == 1 { "the other entrant" } else { &format!("each of {others} others") };
                let whom = if *others == 1 && *unknown > 0 { "one other entrant" } else { whom };
                let least = percent(*least);
                let at = if (*others > 1 || *sign_test) && !least.starts_with("more") { "at least " } else { "" };
                write!(f, "{name} is significantly stronger than {whom}: the likelihood is {at}{least}")?;
                if *sign_test {
                    f.write_str(" (by the sign test where one side won everything)")?;
                }
                match unknown {
                    0 => f.write_str("."),
                    1 => f.write_str("; for 1 other it is unknown."),
                    many => write!(f, "; for {many} others it is unknown."),
                }
            }
            Self::Insignificant { name, others, more } => {
                let likelihood = |(place, it): (usize, &Likelihood)| {
                    let what = if place == 0 { format!("likelihood that {name} is stronger: ") } else { String::new() };
                    let bound = match it.bound {
                        false => "",
                        true if it.likelihood < 0.5 => "at most ",
                        true => "at least ",
                    };
                    format!("{} ({what}{bound}{})", it.name, percent(it.likelihood))
                };
                let others = others.iter().enumerate().map(likelihood).collect();
                let others = listed(others, *more);
                write!(f, "No significant difference between {name} and {others}; significant means 97.5%.")
            }
            Self::OnTime { shares, more } => {
                let share = |it: &LateShare| {
                    let LateShare { name, against, late, losses, decisive } = it;
                    let [late, losses] = [late, losses].map(|&count| grouped(count));
                    let decisive = if *decisive { ", which decided the pairing" } else { "" };
                    format!("{late} of {losses} losses of {name} against {against}{decisive}")
                };
                let more = if *more > 0 { format!("; {more} more pairings") } else { String::new() };
                let shares: Vec<String> = shares.iter().map(share).collect();
                write!(f, "Lost on time: {}{more}.", shares.join("; "))
            }
        }
    }
}
