//! The arena's statistics of records.

use arena_toolbox::Records;
use pyo3::prelude::*;

use super::{refused, to_python};

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
    let figures = Records { records, sides, sprt }.statistics();
    to_python(py, &figures.map_err(|error| refused(py, &error))?)
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
    Records { records, sides, sprt }.report().map_err(|error| refused(py, &error))
}

/// The identifier of a match in a tournament: that of equal names, seed and number is equal.
#[pyfunction]
pub(crate) fn match_id(names: (String, String), seed: u64, number: u64) -> String {
    arena_toolbox::match_id((&names.0, &names.1), seed, number)
}
