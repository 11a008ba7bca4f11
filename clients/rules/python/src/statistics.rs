//! The arena's statistics of records.

use arena_records::Record;
use arena_tournament::RecordTally;
use arena_tournament::rating::{Hypotheses, Model};
use arena_tournament::report::WIDTH;
use arena_tournament::statistics::{Field, Selection};
use pyo3::prelude::*;

use super::{refusal, to_python};

fn field(py: Python<'_>, records: &[String], sides: Option<(&str, &str)>, sprt: Option<(f64, f64)>) -> PyResult<Field> {
    let wrong = |line: usize, error: &dyn std::fmt::Display| {
        refusal(py, &format!("record {}: {error}", line + 1), "untranslated")
    };
    let mut tally = RecordTally::default();
    for (line, text) in records.iter().enumerate() {
        let record: Record = serde_json::from_str(text).map_err(|error| wrong(line, &error))?;
        tally.add(&record).map_err(|error| wrong(line, &error))?;
    }
    let test = sprt.map(|(elo0, elo1)| Hypotheses::new(elo0, elo1, 0.05, 0.05, Model::Normalized)).transpose();
    let test = test.map_err(|error| refusal(py, &error.to_string(), &error.problem.code))?;
    let named = Selection { subject: sides.map(|it| it.0), opponent: sides.map(|it| it.1), ..Selection::default() };
    Field::new(tally, None, &named, test.as_ref()).map_err(|problem| refusal(py, &problem, "untranslated"))
}

/// The figures of ``arena stats --json`` for records, each a JSON text. ``sides`` are the entrant whose figures are given
/// and its opponent; ``sprt`` are two hypotheses in normalised Elo, tested with error rates of 5 %.
#[pyfunction]
#[pyo3(signature = (records, sides = None, sprt = None))]
pub(crate) fn statistics<'py>(
    py: Python<'py>,
    records: Vec<String>,
    sides: Option<(String, String)>,
    sprt: Option<(f64, f64)>,
) -> PyResult<Bound<'py, PyAny>> {
    let sides = sides.as_ref().map(|(a, b)| (a.as_str(), b.as_str()));
    to_python(py, &field(py, &records, sides, sprt)?.json())
}

/// The text of ``arena stats`` for records, each a JSON text.
#[pyfunction]
#[pyo3(signature = (records, sides = None, sprt = None))]
pub(crate) fn report(
    py: Python<'_>,
    records: Vec<String>,
    sides: Option<(String, String)>,
    sprt: Option<(f64, f64)>,
) -> PyResult<String> {
    let sides = sides.as_ref().map(|(a, b)| (a.as_str(), b.as_str()));
    Ok(field(py, &records, sides, sprt)?.document().to_text(WIDTH, false))
}
