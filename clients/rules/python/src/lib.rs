//! The extension module of the Python package `gametree-arena-rules`. `arena-toolbox` does the work; this crate converts.

mod bots;
mod position;
mod search;
mod statistics;

use arena_toolbox::ToolboxError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

pyo3::create_exception!(
    gametree_arena_rules,
    RulesError,
    PyValueError,
    "The input is wrong: a game, an option, a position, a move or a setting. ``code`` identifies the message."
);

/// Creates the exception for wrong input.
fn refused(py: Python<'_>, error: &ToolboxError) -> PyErr {
    refusal(py, &error.to_string(), &error.code())
}

fn refusal(py: Python<'_>, message: &str, code: &str) -> PyErr {
    let error = RulesError::new_err(message.to_owned());
    match error.value(py).setattr("code", code) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Converts a mapping of Python to a JSON object. `what` names it in an error.
fn object(py: Python<'_>, given: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<Map<String, Value>> {
    let Some(given) = given else { return Ok(Map::new()) };
    let mapping = py.get_type::<PyDict>().call1((given,))?;
    let text: String = py.import("json")?.call_method1("dumps", (mapping,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| refusal(py, &format!("{what}: {error}"), "untranslated"))
}

/// Converts JSON to an object of Python.
fn to_python<'py>(py: Python<'py>, json: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json.to_string(),))
}

/// Describes all games by their names: title, sides, options, evaluations with their weights, and features.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &arena_toolbox::games())
}

/// The licences of the libraries in this extension.
#[pyfunction]
const fn licenses() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/licenses.txt"))
}

#[pymodule]
mod _rules {
    #[pymodule_export]
    use super::RulesError;
    #[pymodule_export]
    use super::bots::{HouseBot, Seat, bots};
    #[pymodule_export]
    use super::games;
    #[pymodule_export]
    use super::licenses;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::search::{Node, RootMove, Search};
    #[pymodule_export]
    use super::statistics::{match_id, report, statistics};
}
