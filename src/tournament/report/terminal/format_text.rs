//! The parts of a report that depend on the format, for a terminal.

use std::fmt::Write;

use super::layout::table;
use crate::rating::{NoFigure, TestVerdict};
use crate::report::format_report::{FormatReport, StageRow, SwissPair, SwissRoundRow, SwissRow, TestRow, TieRow};
use crate::report::number_format::{figure, grouped, halves, points};
use crate::report::tables::byes_cell;
use crate::report::text_width::cut;

/// The most rows of a table.
const SHOWN: usize = 32;
/// The most pairs of a round.
const PAIRS: usize = 8;
/// The longest name.
const NAME: usize = 40;

/// Formats the table of a Swiss tournament, the bracket of a knockout and the state of a sequential test. Empty if the
/// report has none of them.
pub(super) fn format_text(report: &FormatReport, columns: usize) -> String {
    let mut text = String::new();
    swiss_text(&mut text, &report.swiss, columns);
    rounds_text(&mut text, &report.swiss_rounds);
    for stage in &report.knockout {
        stage_text(&mut text, stage);
    }
    if let Some(test) = &report.test {
        test_text(&mut text, test);
    }
    text
}

fn swiss_text(text: &mut String, rows: &[SwissRow], columns: usize) {
    if rows.is_empty() {
        return;
    }
    let header = ["#", "Entrant", "Points", "Buchholz", "Sonneborn–Berger", "Won", "Byes"];
    let row = |(place, row): (usize, &SwissRow)| {
        let SwissRow { name, points: own, buchholz, sonneborn_berger, wins, .. } = row;
        let mut cells = vec![(place + 1).to_string(), cut(name, NAME)];
        cells.extend([points(*own), points(*buchholz), figure(*sonneborn_berger, 2)]);
        cells.extend([grouped(*wins), byes_cell(row)]);
        cells
    };
    let shown = rows.iter().enumerate().take(SHOWN).map(row);
    let rows_of_text: Vec<Vec<String>> = std::iter::once(header.map(str::to_owned).to_vec()).chain(shown).collect();
    text.push_str(&table(&rows_of_text, columns));
    if rows.len() > SHOWN {
        let _ = writeln!(text, "The best {SHOWN} of {}; --json has all.", grouped(rows.len() as u64));
    }
}

/// Lists the pairs of each round; of a large field only the best ones.
fn rounds_text(text: &mut String, rounds: &[SwissRoundRow]) {
    for SwissRoundRow { round, pairs, bye } in rounds {
        let _ = writeln!(text, "round {round}");
        for SwissPair { a, b, half_points, .. } in pairs.iter().take(PAIRS) {
            let (a, b) = (cut(a, NAME), cut(b, NAME));
            let _ = match half_points {
                Some((mine, yours)) => writeln!(text, "  {a} {} – {} {b}", halves(*mine), halves(*yours)),
                None => writeln!(text, "  {a} – {b}"),
            };
        }
        if pairs.len() > PAIRS {
            let _ = writeln!(text, "  and {} more; --json has all", grouped((pairs.len() - PAIRS) as u64));
        }
        if let Some(bye) = bye {
            let _ = writeln!(text, "  {}: a bye", cut(bye, NAME));
        }
    }
}

fn stage_text(text: &mut String, stage: &StageRow) {
    let _ = writeln!(text, "{}", stage.stage);
    let played: Vec<(usize, &TieRow)> = stage.ties.iter().enumerate().filter(|(_, tie)| tie.b.is_some()).collect();
    for &(number, tie) in played.iter().take(SHOWN) {
        let (a, b) = (cut(&tie.a, NAME), cut(tie.b.as_deref().unwrap_or_default(), NAME));
        let (mine, yours) = (halves(tie.half_points.0), halves(tie.half_points.1));
        let on = match &tie.winner {
            Some(winner) if tie.by_seed => format!(": {} by its seed", cut(winner, NAME)),
            Some(winner) => format!(": {}", cut(winner, NAME)),
            None => String::new(),
        };
        let third = if stage.is_for_third_place(number) { "third place: " } else { "" };
        let _ = writeln!(text, "  {third}{a} {mine} – {yours} {b}{on}");
    }
    let byes = stage.ties.len() - played.len();
    if byes > 0 {
        let _ = writeln!(text, "  {byes} advanced without an opponent");
    }
    if played.len() > SHOWN {
        let _ = writeln!(text, "  and {} more; --json has all", played.len() - SHOWN);
    }
}

fn test_text(text: &mut String, test: &TestRow) {
    let [a, b, c, d, e] = test.pentanomial.0;
    let ratio = match (test.llr, test.note) {
        (Some(llr), _) => figure(llr, 2),
        (None, note) => format!("none yet ({})", note.map_or("", NoFigure::text)),
    };
    let verdict = match test.verdict {
        Some(TestVerdict::H0) => "H0 is accepted: the difference is not the higher one",
        Some(TestVerdict::H1) => "H1 is accepted: the difference is the higher one",
        None => "not decided",
    };
    let _ = writeln!(text, "Sequential test of {}, {}", cut(&test.entrant, NAME), test.hypotheses);
    let [lower, upper] = [test.lower, test.upper].map(|bound| figure(bound, 2));
    let _ = writeln!(text, "  LLR {ratio}, bounds ({lower}, {upper}): {verdict}");
    let _ = writeln!(text, "  encounters by points 0 ½ 1 1½ 2: {a} {b} {c} {d} {e}");
    let _ = writeln!(text, "  {}", test.basis());
}
