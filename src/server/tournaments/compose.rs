//! Checks a tournament file while it is being composed. Converts it between TOML and JSON, and returns its plan or its
//! errors with their places.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::{LARGEST_FILE, Planned, Tournaments};
use crate::bot_service::of_entrant;
use crate::error::ApiError;
use crate::live::only_games;
use crate::machine;
use crate::settings::Composing;
use arena_bots::{FileError, Source};
use arena_games::{Diagnostic, diagnostic};
use arena_protocol::compose::{ComposeBody, ComposedView, FileProblem, PlanView, PlannedEntrant};
use arena_tournament::plan::Engines;
use arena_tournament::{Estimate, Plan, estimate, largest_match};

/// Time for which the bots of a plan are tried to estimate its duration.
const TRIAL: Duration = Duration::from_millis(300);

/// The keys and tables of a file in their customary order.
const ORDER: [&str; 16] = [
    "name",
    "game",
    "format",
    "rounds",
    "champions",
    "seed",
    "concurrency",
    "anchor",
    "options",
    "openings",
    "limits",
    "knockout",
    "sprt",
    "adjudication",
    "entrants",
    "about",
];
/// Keys whose whole numbers are written with a decimal point. TOML distinguishes 1 from 1.0, and JSON does not.
const FRACTIONS: [&str; 5] = ["random_move", "elo0", "elo1", "alpha", "beta"];
/// Order of an entrant's keys. All other keys follow.
const ENTRANT_ORDER: [&str; 2] = ["name", "bot"];

impl Tournaments {
    /// Checks a file and returns its plan or its errors. Nothing is stored.
    ///
    /// # Errors
    /// If neither or both kinds of file are given, or the file is too large. Errors inside the file are part of the
    /// answer.
    pub async fn compose(&self, body: ComposeBody) -> Result<ComposedView, ApiError> {
        let toml = toml_of(body)?;
        let tournaments = self.clone();
        let composed = tokio::task::spawn_blocking(move || tournaments.composed(toml, None, |_| ())).await;
        composed.map_err(|error| ApiError::internal(format!("a tournament's file: {error}")))
    }

    /// Like [`Self::compose`], within the limits for players if there are any. Shows a valid plan to `look`. Blocks.
    pub(super) fn composed(&self, toml: String, bounds: Option<&Composing>, look: impl FnOnce(&Plan)) -> ComposedView {
        let file = toml::from_str::<toml::Table>(&toml).ok().and_then(|table| serde_json::to_value(table).ok());
        let source = Source { file: "the file", text: &toml };
        let planned = self.inner.configured.planned(&source, Engines::Refused).map_err(|error| place(&toml, error));
        let acceptable = |planned: Planned| {
            self.check_sizes(&planned.plan).map_err(|what| plain(None, what))?;
            let checked = bounds.map_or(Ok(()), |bounds| within(&planned, bounds));
            checked.map(|()| planned).map_err(|(key, what)| plain(key, what))
        };
        let (problem, plan) = match planned.and_then(acceptable) {
            Ok(planned) => {
                look(&planned.plan);
                (None, Some(self.view(&planned, bounds)))
            }
            Err(problem) => (Some(problem), None),
        };
        ComposedView { toml, file, problem, plan, cost: None }
    }

    fn view(&self, planned: &Planned, bounds: Option<&Composing>) -> PlanView {
        let Planned { plan, concurrency, .. } = planned;
        let concurrency = super::concurrency(*concurrency).min(bounds.map_or(usize::MAX, |bounds| bounds.concurrency));
        let guess = reckoned(plan);
        #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
        let seconds = guess.seconds / concurrency as f64;
        PlanView {
            entrants: entrants(plan),
            matches: plan.schedule.len(),
            openings: plan.openings().available(),
            reproducible: plan.is_reproducible(),
            concurrency,
            seconds,
            busy_seconds: seconds * self.slowdown_now(concurrency),
            at_least: guess.at_least,
            plies: guess.plies,
        }
    }

    /// Returns how many times as long a tournament with `own` matches at a time takes under the present load.
    fn slowdown_now(&self, own: usize) -> f64 {
        let controls = self.running().values().map(|it| Arc::clone(&it.control)).collect::<Vec<_>>();
        let matches = controls.iter().filter(|it| !it.is_paused()).map(|it| it.concurrency()).sum();
        #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
        let (searches, matches_f) = (self.inner.bots.pool.load().running as f64, matches as f64);
        // The load of the machine includes the server's own threads.
        let searches = machine::load().map_or(searches, |all| searches.max(all - matches_f));
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        slowdown(processors, own, searches, matches)
    }

    /// Checks the size of a plan's bots and matches. Used for plans from clients.
    pub(super) fn check_sizes(&self, plan: &Plan) -> Result<(), Diagnostic> {
        plan.entrants.iter().try_for_each(|entrant| self.inner.bots.check_size(&entrant.spec))?;
        self.check_memory(plan)
    }

    /// Checks that the bots of every match of the plan fit into the search memory.
    pub(super) fn check_memory(&self, plan: &Plan) -> Result<(), Diagnostic> {
        let bound = self.inner.bots.memory.most();
        let Some((largest, bytes)) = largest_match(plan).filter(|(_, bytes)| *bytes > bound) else { return Ok(()) };
        let entrant = &plan.entrants[largest];
        let (name, table_mb) = (entrant.name().to_owned(), entrant.spec.search.table_mb);
        let (needed_mb, most_mb) = (bytes.div_ceil(1 << 20), bound >> 20);
        Err(diagnostic!(
            "match_memory",
            "{name}: a match with table_mb = {table_mb} needs {needed_mb} MiB for its searches, but all searches share {most_mb} MiB; lower table_mb, or raise memory_mb in [bots]",
            name,
            table_mb,
            needed_mb,
            most_mb
        ))
    }
}

/// Estimates how long a plan takes with one match at a time.
pub(super) fn reckoned(plan: &Plan) -> Estimate {
    estimate(plan, TRIAL)
}

/// Returns how many times as long a tournament with `own` matches at a time takes while `searches` threads with a higher
/// priority and other tournaments with `matches` threads are busy too.
#[expect(clippy::cast_precision_loss, reason = "a rough figure")]
fn slowdown(processors: usize, own: usize, searches: f64, matches: usize) -> f64 {
    // Threads with a low priority still get a little of a busy machine.
    let free = (processors as f64 - searches).max(0.1 * processors as f64);
    ((own + matches) as f64 / free).max(1.0)
}

/// Returns the file as TOML.
///
/// # Errors
/// If neither or both kinds of file are given, or the file is too large.
pub(super) fn toml_of(body: ComposeBody) -> Result<String, ApiError> {
    let toml = match (body.toml, body.file) {
        (Some(toml), None) => toml,
        (None, Some(Value::Object(file))) => written(&file),
        _ => {
            return Err(ApiError::bad_request(diagnostic!(
                "toml_or_file",
                "give either toml or file, and file as an object"
            )));
        }
    };
    if toml.len() > LARGEST_FILE {
        return Err(ApiError::largest_file(LARGEST_FILE));
    }
    Ok(toml)
}

/// Describes a problem that the parser does not find.
fn plain(key: Option<&str>, problem: Diagnostic) -> FileProblem {
    let (problem, key) = (Box::new(problem), key.map(str::to_owned));
    FileProblem { line: None, table: None, entrant: None, key, problem }
}

fn entrants(plan: &Plan) -> Vec<PlannedEntrant> {
    let view = |entrant: &arena_tournament::plan::Entrant| PlannedEntrant {
        name: entrant.name().to_owned(),
        summary: entrant.spec.summary(),
        spec: entrant.spec.to_json(),
    };
    plan.entrants.iter().map(view).collect()
}

/// Locates an error for a form: the table, and the index of the entrant.
fn place(toml: &str, error: FileError) -> FileProblem {
    let FileError { line, key, problem, .. } = error;
    let mut table = None;
    let mut entrants: usize = 0;
    for text in toml.lines().take(line.unwrap_or(0)) {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("[[") {
            entrants += usize::from(rest.starts_with("entrants"));
            table = rest.split(']').next().map(|name| name.trim().to_owned());
        } else if let Some(rest) = text.strip_prefix('[') {
            table = rest.split(']').next().map(|name| name.trim().to_owned());
        }
    }
    let entrant = if table.as_deref() == Some("entrants") { entrants.checked_sub(1) } else { None };
    FileProblem { line, table, entrant, key, problem }
}

/// Converts a file from JSON to TOML in the customary layout.
pub(super) fn written(file: &Map<String, Value>) -> String {
    let mut text = String::new();
    let mut tables = String::new();
    for (key, value) in in_order(file, &ORDER) {
        match value {
            Value::Null => {}
            Value::Object(table) if key != "options" || !table.is_empty() => {
                let _ = writeln!(tables, "\n[{}]", bare(key));
                lines(&mut tables, table, &[]);
            }
            Value::Object(_) => {}
            Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_object) => {
                for table in items.iter().filter_map(Value::as_object) {
                    let _ = writeln!(tables, "\n[[{}]]", bare(key));
                    lines(&mut tables, table, &ENTRANT_ORDER);
                }
            }
            value => {
                let _ = writeln!(text, "{} = {}", bare(key), inline(key, value));
            }
        }
    }
    text + &tables
}

fn lines(text: &mut String, table: &Map<String, Value>, order: &[&str]) {
    for (key, value) in in_order(table, order).into_iter().filter(|(_, value)| !value.is_null()) {
        let _ = writeln!(text, "{} = {}", bare(key), inline(key, value));
    }
}

/// Returns the entries with the keys of `order` first, then the others in their given order.
fn in_order<'a>(table: &'a Map<String, Value>, order: &[&str]) -> Vec<(&'a String, &'a Value)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| order.iter().position(|known| known == key).unwrap_or(order.len()));
    entries
}

/// Formats a key, quoted if necessary.
fn bare(key: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { quoted(key) }
}

/// Quotes a text. JSON's escapes are valid in TOML.
fn quoted(text: &str) -> String {
    // The only control character that JSON does not escape.
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

fn inline(key: &str, value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Number(number) if FRACTIONS.contains(&key) && !number.is_f64() => format!("{number}.0"),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| inline(key, item)).collect::<Vec<_>>().join(", "))
        }
        Value::Object(table) => {
            let entries: Vec<String> = table
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| format!("{} = {}", bare(key), inline(key, value)))
                .collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
        value => value.to_string(),
    }
}

/// Checks the limits for players. The error contains the key in the file.
pub(super) fn within(planned: &Planned, bounds: &Composing) -> Result<(), (Option<&'static str>, Diagnostic)> {
    let plan = &planned.plan;
    let at = |key, problem: Diagnostic| Err((Some(key), problem));
    if !bounds.games.is_empty() && !bounds.games.contains(&plan.config.game) {
        return at("game", only_games(&bounds.games));
    }
    if plan.entrants.len() as u64 > u64::from(bounds.entrants) {
        return at("entrants", Diagnostic::option_range("entrants", plan.entrants.len(), 2, bounds.entrants));
    }
    if plan.schedule.len() > bounds.matches {
        return at("rounds", Diagnostic::option_range("matches", plan.schedule.len(), 2, bounds.matches));
    }
    // The solver's searches have no limits.
    if plan.config.adjudication.solver.is_some() {
        return at("solver", diagnostic!("operators_key", "only the operator of a server may set this"));
    }
    for entrant in &plan.entrants {
        let given = entrant.spec.nodes.unwrap_or(u64::MAX);
        if given > bounds.nodes {
            let problem = of_entrant(entrant.name(), "nodes", &Diagnostic::range(given, 1, bounds.nodes));
            return Err((None, problem));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_converts_to_customary_toml_and_back() {
        let file = json!({
            "entrants": [{"depth": 2, "name": "a \"quoted\" name"}, {"grid": {"depth": [2, 4], "random_move": [0, 0.5]}, "bot": "x"}],
            "seed": 1, "game": "tictactoe", "name": "N", "openings": {"random_plies": 2}, "options": {}, "rounds": null,
            "limits": {"clock": {"initial_ms": 1000}},
        });
        let text = written(file.as_object().unwrap());
        assert_eq!(
            text,
            "name = \"N\"\ngame = \"tictactoe\"\nseed = 1\n\n[openings]\nrandom_plies = 2\n\n[limits]\nclock = { initial_ms = 1000 }\n\n\
             [[entrants]]\nname = \"a \\\"quoted\\\" name\"\ndepth = 2\n\n[[entrants]]\nbot = \"x\"\ngrid = { depth = [2, 4], random_move = [0.0, 0.5] }\n"
        );
        let back = serde_json::to_value(toml::from_str::<toml::Table>(&text).unwrap()).unwrap();
        assert_eq!((&back["entrants"][0], &back["limits"]), (&file["entrants"][0], &file["limits"]));
        assert_eq!(back["entrants"][1]["grid"]["random_move"], json!([0.0, 0.5]));
    }

    #[test]
    fn a_busy_machine_slows_a_tournament_down() {
        let cases = [
            ((4, 3, 0.0, 0), 1.0, "idle"),
            ((4, 3, 0.0, 3), 1.5, "six threads share four processors"),
            ((4, 3, 2.0, 0), 1.5, "two processors search for people"),
            ((2, 1, 0.0, 1), 1.0, "there is room for both"),
            ((2, 1, 1.0, 1), 2.0, "two matches share one processor"),
            ((2, 1, 9.0, 0), 5.0, "a little is left"),
        ];
        for ((processors, own, searches, matches), expected, why) in cases {
            let found = slowdown(processors, own, searches, matches);
            assert!((found - expected).abs() < 1e-9, "{why}: {found}");
        }
    }

    #[test]
    fn locates_an_error_by_table_and_entrant() {
        let toml = "name = \"N\"\n[openings]\nrandom_plies = -1\n[[entrants]]\ndepth = 2\n[[entrants]]\ndepth = 0\n";
        let at = |line| {
            let error = FileError::new("", Some(line), None, "");
            let FileProblem { table, entrant, .. } = place(toml, error);
            (table.unwrap_or_default(), entrant)
        };
        assert_eq!(at(1), (String::new(), None));
        assert_eq!(at(3), ("openings".to_owned(), None));
        assert_eq!([at(5), at(7)].map(|it| it.1), [Some(0), Some(1)]);
    }
}
