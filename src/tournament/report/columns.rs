//! The columns of an entrant's results. Each is declared once, for tables and for CSV.

use serde_json::Value;

use super::document::{Fold, Table};
use super::escape;
use super::number_format::{
    difference, grouped, halves, milliseconds, nodes, or_dash, percent, rating_text, with_error,
};
use super::rows::{EntrantRow, TournamentReport};

/// A table with a row for each entrant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EntrantTable {
    /// The score and its cost.
    Standings,
    /// The differences to the opponents and to the whole field.
    Strength,
    /// The results by seat and by encounter.
    Encounters,
    /// The matches lost by the entrant's own failure.
    Failures,
    /// The moves tried, where a move may be tried several times.
    Attempts,
}

/// A column of a table, of the CSV file or of both.
struct Column {
    table: Option<EntrantTable>,
    title: &'static str,
    cell: fn(&EntrantRow) -> String,
    /// The CSV columns, separated by spaces: the name of a field in JSON, or `name=path`, or `name=path|default`.
    fields: &'static str,
    /// Whether a report needs the column.
    is_needed: fn(&[EntrantRow]) -> bool,
}

impl Column {
    const fn new(
        table: EntrantTable,
        title: &'static str,
        fields: &'static str,
        cell: fn(&EntrantRow) -> String,
    ) -> Self {
        Self { table: Some(table), title, cell, fields, is_needed: |_| true }
    }

    /// A column of the CSV file alone.
    const fn csv(fields: &'static str) -> Self {
        Self { table: None, title: "", cell: |_| String::new(), fields, is_needed: |_| true }
    }

    const fn only_if(self, is_needed: fn(&[EntrantRow]) -> bool) -> Self {
        Self { is_needed, ..self }
    }

    /// The name and the value of each CSV column for the row with this JSON.
    fn csv_fields(&self, row: &Value) -> impl Iterator<Item = (&'static str, String)> {
        self.fields.split(' ').filter(|field| !field.is_empty()).map(|field| {
            let (name, path) = field.split_once('=').unwrap_or((field, field));
            let (path, default) = path.split_once('|').unwrap_or((path, ""));
            let text = match row.pointer(&format!("/{path}")) {
                Some(Value::String(text)) => escape::csv(text),
                Some(Value::Number(number)) if number.is_f64() => number.as_f64().unwrap_or(0.0).to_string(),
                Some(Value::Number(number)) => number.to_string(),
                _ => default.to_owned(),
            };
            (name, text)
        })
    }
}

/// All columns, in the order of the CSV file.
const COLUMNS: &[Column] = {
    use EntrantTable::{Attempts, Encounters, Failures, Standings, Strength};
    let timed: fn(&[EntrantRow]) -> bool = |rows| rows.iter().any(|row| row.ms_per_move.is_some());
    let tried: fn(&[EntrantRow]) -> bool = |rows| rows.iter().any(|row| row.legal_rate.is_some());
    let peopled: fn(&[EntrantRow]) -> bool = |rows| rows.iter().any(|row| row.failures.absences > 0);
    let with_players: fn(&[EntrantRow]) -> bool = |rows| rows.iter().any(|row| row.spec.get("player").is_some());
    &[
        Column::csv("rank name"),
        Column::new(Standings, "Games", "played", |row| grouped(row.played)),
        Column::new(Standings, "W", "wins", |row| grouped(row.results.wins)),
        Column::new(Standings, "D", "draws", |row| grouped(row.results.draws)),
        Column::new(Standings, "L", "losses", |row| grouped(row.results.losses)),
        Column::new(Standings, "Points", "points", |row| halves(row.results.half_points())),
        Column::new(Standings, "Score", "score", |row| percent(row.score)),
        Column::new(
            Encounters,
            "First",
            "first_wins=first/wins first_draws=first/draws first_losses=first/losses",
            |row| percent(row.first.score()),
        ),
        Column::new(
            Encounters,
            "Second",
            "second_wins=second/wins second_draws=second/draws second_losses=second/losses",
            |row| percent(row.second.score()),
        ),
        Column::csv("moves nodes"),
        Column::new(Standings, "Nodes/move", "nodes_per_move", |row| or_dash(row.nodes_per_move, nodes)),
        Column::new(Standings, "ms/move", "", |row| or_dash(row.ms_per_move, milliseconds)).only_if(timed),
        Column::new(Standings, "Field Elo", "elo elo_error elo_note elo_bound", EntrantRow::elo_text),
        Column::new(Strength, "nElo", "nelo nelo_error", |row| with_error(row.nelo, row.nelo_error, 0)),
        Column::new(Strength, "LOS", "los", |row| percent(row.los)),
        Column::new(Encounters, "Draws", "draw_ratio", |row| percent(row.results.draw_share())),
        Column::new(Encounters, "Pairs W/L", "pairs_ratio", |row| or_dash(row.pairs_ratio, |it| format!("{it:.2}"))),
        Column::new(
            Encounters,
            "Encounters 0, ½, 1, 1½, 2",
            "encounters_0=pentanomial/0 encounters_half=pentanomial/1 encounters_1=pentanomial/2 \
             encounters_1_half=pentanomial/3 encounters_2=pentanomial/4",
            |row| row.pentanomial.0.map(|count| count.to_string()).join(" "),
        ),
        Column::new(
            Strength,
            "Joint rating",
            "rating rating_error rating_at_least=rating_bound/at_least rating_at_most=rating_bound/at_most",
            EntrantRow::rating_text,
        ),
        Column::new(Failures, "Crashes", "crashes=failures/crashes", |row| grouped(row.failures.crashes)),
        Column::new(Failures, "No move", "stalls=failures/stalls", |row| grouped(row.failures.stalls)),
        Column::new(Failures, "Illegal move", "illegal=failures/illegal", |row| grouped(row.failures.illegal)),
        Column::new(Attempts, "Legal moves", "legal_rate=legal_rate|1", |row| {
            percent(Some(row.legal_rate.unwrap_or(1.0)))
        })
        .only_if(tried),
        Column::new(Attempts, "Illegal tries", "illegal_tries=failures/illegal_tries|0", |row| {
            grouped(row.failures.illegal_tries)
        })
        .only_if(tried),
        Column::new(Attempts, "Replaced", "replaced_moves=failures/replaced_moves|0", |row| {
            grouped(row.failures.replaced_moves)
        })
        .only_if(tried),
        Column::new(Attempts, "Forfeits", "", |row| grouped(row.failures.illegal)).only_if(tried),
        Column::new(Failures, "Late", "late=failures/late", |row| grouped(row.failures.late)),
        Column::new(Failures, "By at most", "late_ms=failures/late_ms", |row| {
            or_dash(row.failures.late_ms, |ms| format!("{} ms", grouped(ms)))
        }),
        Column::csv("player=spec/player").only_if(with_players),
        Column::new(Failures, "Stayed away", "absences=failures/absences|0", |row| grouped(row.failures.absences))
            .only_if(peopled),
        Column::csv("ms_per_move").only_if(timed),
    ]
};

impl EntrantRow {
    /// The difference to the opponents, with its error or its bound.
    pub(super) fn elo_text(&self) -> String {
        difference(self.elo, self.elo_error, self.elo_bound, self.elo_note)
    }

    /// The rating in the whole field, with its error or its bound.
    pub(super) fn rating_text(&self) -> String {
        rating_text(self.rating, self.rating_error, self.rating_bound)
    }
}

impl TournamentReport {
    fn columns(&self) -> impl Iterator<Item = &'static Column> {
        COLUMNS.iter().filter(|column| (column.is_needed)(&self.entrants))
    }

    /// A table with one row per entrant, best first.
    pub(super) fn entrant_table(&self, table: EntrantTable) -> Table {
        let columns: Vec<&Column> = self.columns().filter(|column| column.table == Some(table)).collect();
        let header = std::iter::once("Entrant").chain(columns.iter().map(|column| column.title));
        let cells = |row: &EntrantRow| {
            std::iter::once(row.name.clone()).chain(columns.iter().map(|column| (column.cell)(row))).collect()
        };
        let table = Table::numbered(header, self.entrants.iter().map(cells));
        let anchor = self.joint.anchor.as_ref();
        let anchor = anchor.and_then(|it| self.entrants.iter().position(|row| row.name == it.name));
        Table { fold: Fold { anchor, ..table.fold }, ..table }
    }

    /// The entrants as CSV (RFC 4180 with bare line feeds), one row each, best first. Missing figures are empty.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let line = |row: &Value, part: fn((&'static str, String)) -> String| {
            self.columns().flat_map(|column| column.csv_fields(row)).map(part).collect::<Vec<_>>().join(",") + "\n"
        };
        let mut csv = line(&Value::Null, |(name, _)| name.to_owned());
        for row in &self.entrants {
            let row = serde_json::to_value(row).expect("a row is plain data with text keys");
            csv.push_str(&line(&row, |(_, text)| text));
        }
        csv
    }
}
