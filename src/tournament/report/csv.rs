//! A report's entrants as CSV, and the quoting of its fields.

use std::fmt::Write;

use serde_json::Value;

use super::facts::TournamentReport;
use super::strength::RatingBound;
use crate::rating::{Pentanomial, Wdl};
use crate::results::Failures;

const HEADER: &str = "rank,name,played,wins,draws,losses,points,score,first_wins,first_draws,first_losses,second_wins,\
                      second_draws,second_losses,moves,nodes,nodes_per_move,elo,elo_error,elo_note,elo_bound,nelo,\
                      nelo_error,los,draw_ratio,pairs_ratio,encounters_0,encounters_half,encounters_1,\
                      encounters_1_half,encounters_2,rating,rating_error,rating_at_least,rating_at_most,\
                      crashes,stalls,illegal,late,late_ms";

impl TournamentReport {
    /// The entrants as CSV (RFC 4180 with bare line feeds), one row each, best first. Missing figures are empty.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let timed = self.entrants.iter().any(|row| row.ms_per_move.is_some());
        let has_players = self.entrants.iter().any(|row| row.spec.get("player").is_some());
        let peopled = self.entrants.iter().any(|row| row.failures.absences > 0);
        let mut csv = HEADER.to_owned();
        csv.push_str(if has_players { ",player" } else { "" });
        csv.push_str(if peopled { ",absences" } else { "" });
        csv.push_str(if timed { ",ms_per_move\n" } else { "\n" });
        for row in &self.entrants {
            let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let wdl = |Wdl { wins, draws, losses }: Wdl| format!("{wins},{draws},{losses}");
            let Pentanomial(encounters) = row.pentanomial;
            let (least, most) = match row.rating_bound {
                None => (None, None),
                Some(RatingBound::AtLeast(elo)) => (Some(elo), None),
                Some(RatingBound::AtMost(elo)) => (None, Some(elo)),
            };
            let mut fields = vec![
                row.rank.to_string(),
                quoted(&row.name),
                row.played.to_string(),
                wdl(row.results),
                row.points.to_string(),
                number(row.score),
                wdl(row.first),
                wdl(row.second),
                row.moves.to_string(),
                row.nodes.to_string(),
                number(row.nodes_per_move),
                number(row.elo),
                number(row.elo_error),
                row.elo_note.map(|note| note.text().to_owned()).unwrap_or_default(),
            ];
            let more = [row.elo_bound, row.nelo, row.nelo_error, row.los, row.draw_ratio, row.pairs_ratio];
            fields.extend(more.map(number));
            fields.extend(encounters.map(|count| count.to_string()));
            fields.extend([row.rating, row.rating_error, least, most].map(number));
            let Failures { crashes, stalls, illegal, late, late_ms, absences } = row.failures;
            fields.extend([crashes, stalls, illegal, late].map(|count| count.to_string()));
            fields.push(late_ms.map(|ms| ms.to_string()).unwrap_or_default());
            if has_players {
                fields.push(row.spec.get("player").and_then(Value::as_str).unwrap_or_default().to_owned());
            }
            if peopled {
                fields.push(absences.to_string());
            }
            if timed {
                fields.push(number(row.ms_per_move));
            }
            let _ = writeln!(csv, "{}", fields.join(","));
        }
        csv
    }
}

/// Quotes a field if necessary. A spreadsheet takes a text that begins with one of these signs for a formula, even after
/// blanks, so such a field gets an apostrophe, as OWASP recommends. Some spreadsheets separate fields by semicolons.
#[must_use]
pub fn quoted(text: &str) -> String {
    if text.starts_with('\t') || text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        return format!("\"'{}\"", text.replace('"', "\"\""));
    }
    if text.contains([',', ';', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_are_no_formulas() {
        for (name, field) in [
            ("plain", "plain"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("=1+1", "\"'=1+1\""),
            ("+49", "\"'+49\""),
            ("-x\"y", "\"'-x\"\"y\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            (" =1+1", "\"' =1+1\""),
            ("\u{a0}＝1", "\"'\u{a0}＝1\""),
            ("x;=1", "\"x;=1\""),
            ("a=b", "a=b"),
        ] {
            assert_eq!(quoted(name), field);
        }
    }
}
