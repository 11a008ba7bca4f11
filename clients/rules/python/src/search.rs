//! `Position.search` and what it returns.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arena_bots::analysis::{Question, TreeRequest, analyse, settings as checked};
use arena_bots::tree::svg;
use arena_bots::{RawBot, TurnLimits};
use arena_search::trace::NodeKind;
use arena_search::{Budget, Turn};
use arena_toolbox::{Settings, Side, roster};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods};
use serde_json::{Map, Value, json};

use super::position::Position;
use super::{object, refusal, refused};

/// What a search found. Values are for the side to move.
#[pyclass(frozen, get_all, module = "gametree_arena_rules")]
pub(crate) struct Search {
    /// The best move; None if the game is over.
    best: Option<String>,
    value: i32,
    /// Plies to the win (positive) or loss (negative), if the search found one.
    win_in: Option<i32>,
    /// The last depth in plies that was searched completely.
    depth: u16,
    /// Best play by both sides.
    line: Vec<String>,
    /// The moves that were searched, in the game's order.
    root: Vec<Py<RootMove>>,
    /// Positions entered.
    nodes: u64,
    /// Positions that were finished or at the horizon.
    leaves: u64,
    /// Nodes at which the remaining moves were pruned.
    cutoffs: u64,
    /// Moves that were pruned and never entered.
    pruned_moves: u64,
    /// Nodes whose value came from the transposition table.
    table_hits: u64,
    /// The time in milliseconds.
    ms: u64,
    /// Whether a limit ended the search.
    stopped: bool,
    /// The searched tree, if ``tree`` was given.
    tree: Option<Py<Node>>,
    /// The searched position.
    position: Py<Position>,
    settings: Py<PyDict>,
}

/// A move at the root of a search.
#[pyclass(frozen, get_all, module = "gametree_arena_rules")]
pub(crate) struct RootMove {
    r#move: String,
    /// Its value, or an upper bound of it.
    value: i32,
    exact: bool,
    /// The depth in plies of the search that found it.
    depth: u16,
    /// The positions that were entered for it.
    nodes: u64,
}

/// A node of a searched tree. Value and window are for the side to move at the root.
#[pyclass(frozen, get_all, module = "gametree_arena_rules")]
pub(crate) struct Node {
    /// The move that leads here; None at the root.
    r#move: Option<String>,
    side: &'static str,
    /// None if the node was pruned.
    value: Option<i32>,
    /// The window on entry; None for an infinite end.
    alpha: Option<i32>,
    beta: Option<i32>,
    /// ``inner``, ``leaf``, ``table`` or ``pruned``.
    kind: &'static str,
    /// Descendants that were searched but not kept.
    hidden: u64,
    /// In the order of the search.
    children: Vec<Py<Node>>,
}

impl Node {
    fn new(py: Python<'_>, node: arena_toolbox::Node) -> PyResult<Py<Self>> {
        let children = node.children.into_iter().map(|child| Self::new(py, child)).collect::<PyResult<_>>()?;
        let kind = match node.kind {
            NodeKind::Inner => "inner",
            NodeKind::Leaf => "leaf",
            NodeKind::Table => "table",
            NodeKind::Pruned => "pruned",
        };
        let (side, value, hidden) = (Side::name(node.side), node.value, node.hidden);
        Py::new(py, Self { r#move: node.mv, side, value, alpha: node.alpha, beta: node.beta, kind, hidden, children })
    }
}

#[pymethods]
impl Node {
    fn __repr__(&self) -> String {
        let shown = |end: Option<i32>, infinite: &str| end.map_or(infinite.to_owned(), |end| end.to_string());
        format!(
            "<Node {} {} value {} in [{}, {}], {} children>",
            self.r#move.as_deref().unwrap_or("root"),
            self.kind,
            shown(self.value, "unknown"),
            shown(self.alpha, "-∞"),
            shown(self.beta, "∞"),
            self.children.len()
        )
    }
}

#[pymethods]
impl RootMove {
    fn __repr__(&self) -> String {
        format!("<RootMove {} {}{}>", self.r#move, if self.exact { "" } else { "≤ " }, self.value)
    }
}

#[pymethods]
impl Search {
    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("no move");
        format!("<Search {best} value {} depth {}, {} nodes>", self.value, self.depth, self.nodes)
    }

    /// Draws the searched tree, to the depth of ``tree`` or to one that fits a page. The search is repeated for it.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let wrong = |error: &dyn std::fmt::Display| refusal(py, &error.to_string(), "untranslated");
        let position = &self.position.get().0;
        let mut given = object(py, Some(self.settings.bind(py).as_any()), "settings")?;
        let plies = given.remove("tree").and_then(|plies| u16::try_from(plies.as_u64()?).ok());
        if let Some(weights) = given.remove("weights") {
            let name = given.remove("evaluation").unwrap_or_else(|| position.game().evaluations()[0].name.into());
            given.insert("evaluation".to_owned(), json!({ "name": name, "weights": weights }));
        }
        let unlimited = !given.contains_key("nodes") && !given.contains_key("time_ms");
        let mut raw: RawBot = serde_json::from_value(Value::Object(given)).map_err(|error| wrong(&error))?;
        if unlimited {
            // Without any switch, an analysis chooses a search of its own.
            raw.depth = raw.depth.or(Some(6));
        }
        let bot = checked(position.game(), None, raw, roster()).map_err(|error| wrong(&error))?;
        let moves = position.moves().iter().map(|mv| position.game().move_text(*mv)).collect();
        let question = Question {
            options: position.options().clone(),
            position: position.start().map(str::to_owned),
            moves,
            bot,
            tree: Some(TreeRequest { plies, drawn: true }),
            steps: None,
        };
        let answer = py.detach(|| analyse(&question, TurnLimits::default())).map_err(|error| wrong(&error))?;
        Ok(answer.tree.as_ref().map(svg).unwrap_or_default())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.to_svg(py)
    }
}

/// The time between two looks at the signals of Python.
const LOOK_EVERY_MS: u64 = 50;

/// Lets Python handle its signals during a search, so that Ctrl-C ends it.
struct Signals<'a> {
    began: Instant,
    looked_ms: AtomicU64,
    stop: &'a AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Signals<'_> {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Turn for Signals<'_> {
    fn may_be_over(&self) -> bool {
        self.now_ms() >= self.looked_ms.load(Ordering::Relaxed) + LOOK_EVERY_MS
    }

    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general over the lifetime")]
    fn give_way(&self, _left: Option<Duration>) {
        self.looked_ms.store(self.now_ms(), Ordering::Relaxed);
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.stop.store(true, Ordering::Relaxed);
            *self.raised.lock().expect("no thread panics while it holds this lock") = Some(error);
        }
    }

    fn suspended(&self) -> Duration {
        Duration::ZERO
    }
}

/// Searches a position with these settings.
pub(crate) fn search(position: &Bound<'_, Position>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Search> {
    let py = position.py();
    let given = given.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
    let json: Map<String, Value> = object(py, Some(given.as_any()), "settings")?;
    let settings = Settings::from_json(&Value::Object(json)).map_err(|error| refused(py, &error.into()))?;
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    let signals = Signals { began, looked_ms: AtomicU64::new(0), stop: &stop, raised: Mutex::new(None) };
    let clock = || began.elapsed();
    let budget = Budget { clock: Some(&clock), stop: Some(&stop), turn: Some(&signals), ..Budget::UNLIMITED };
    let core = &position.get().0;
    let found = py.detach(|| core.search(&settings, budget)).map_err(|error| refused(py, &error))?;
    if let Some(error) = signals.raised.into_inner().expect("no thread panics while it holds this lock") {
        return Err(error);
    }
    let root = found.root.into_iter().map(|one| {
        let arena_toolbox::RootMove { mv, value, exact, depth, nodes } = one;
        Py::new(py, RootMove { r#move: mv, value, exact, depth, nodes })
    });
    Ok(Search {
        best: found.best,
        value: found.value,
        win_in: found.win_in,
        depth: found.depth,
        line: found.line,
        root: root.collect::<PyResult<_>>()?,
        nodes: found.nodes,
        leaves: found.leaves,
        cutoffs: found.cutoffs,
        pruned_moves: found.pruned_moves,
        table_hits: found.table_hits,
        ms: found.ms,
        stopped: found.stopped,
        tree: found.tree.map(|node| Node::new(py, node)).transpose()?,
        position: position.clone().unbind(),
        settings: given.unbind(),
    })
}
