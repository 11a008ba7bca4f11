//! Marks a submission: all tests of a task, one process for each.

use std::path::Path;

use arena_bots::{TurnLimits, make_player};
use arena_games::MoveCode;
use arena_games::seed::derive;

use super::diagnose::{Asked, causes};
use super::search::{best_moves, exact};
use super::session::{Ask, Session};
use super::task::{BeatsTest, Check, Kind, SearchTest, Task, Test};
use super::tree::{ROOT, Tree, number};

/// States that the values of one position may take to compute.
const MOST_STATES: usize = 2_000_000;
/// Characters of a position in a report. A reader looks up the nodes of a tree in it.
const LONGEST_POSITION: usize = 500;
/// Wrong answers of a test that are told.
const TOLD: usize = 3;
/// After this many tests in which the program was killed without an answer, the rest is not run.
const SILENT: usize = 2;

/// The marks of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The name of the file or folder.
    pub submission: String,
    /// Why nothing could be run, if so.
    pub refused: Option<String>,
    pub tests: Vec<TestMarks>,
}

/// The marks of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestMarks {
    pub name: String,
    pub score: u32,
    pub points: u32,
    /// Whether everything is right.
    pub passed: bool,
    /// Whether the details are never for students.
    pub hidden: bool,
    /// What was observed.
    pub details: Vec<String>,
    /// The mistake that explains it, if one was recognised.
    pub cause: Option<String>,
}

impl Marks {
    #[must_use]
    pub fn score(&self) -> u32 {
        self.tests.iter().map(|test| test.score).sum()
    }

    #[must_use]
    pub fn points(&self) -> u32 {
        self.tests.iter().map(|test| test.points).sum()
    }

    /// Returns the first recognised mistake, or what was observed first.
    #[must_use]
    pub fn comment(&self) -> &str {
        let cause = self.tests.iter().find_map(|test| test.cause.as_deref());
        let detail = || self.tests.iter().find(|test| !test.passed).and_then(|test| test.details.first());
        self.refused.as_deref().or(cause).or_else(|| detail().map(String::as_str)).unwrap_or_default()
    }
}

/// What a test found.
#[derive(Debug, Default)]
struct Found {
    right: usize,
    parts: usize,
    details: Vec<String>,
    /// The mistakes that each explain it.
    causes: Vec<String>,
}

/// Processes of a test that may fail before it ends, and the same for a program that has not answered in any test.
const PATIENCE: usize = 3;
const NO_PATIENCE: usize = 1;

/// Marks a submission.
///
/// # Errors
/// A sentence about a test of the task that cannot be marked, whatever is submitted.
pub fn mark(task: &Task, submission: &Path) -> Result<Marks, String> {
    let name = submission.file_name().unwrap_or(submission.as_os_str()).to_string_lossy().into_owned();
    let none = |test: &Test, details: Vec<String>| marks(test, Found { parts: 1, details, ..Found::default() }, None);
    let program = match task.workshop.prepare(submission) {
        Ok(program) => program,
        Err(problem) => {
            let tests = task.tests.iter().map(|test| none(test, Vec::new())).collect();
            return Ok(Marks { submission: name, refused: Some(problem), tests });
        }
    };
    let (mut silent, mut has_answered) = (0, false);
    let mut all = Vec::new();
    for test in &task.tests {
        if silent == SILENT {
            let details = vec!["not run, because the program had to be killed in the tests before".to_owned()];
            all.push(Found { parts: 1, details, ..Found::default() });
            continue;
        }
        let patience = if has_answered || all.is_empty() { PATIENCE } else { NO_PATIENCE };
        let mut session = Session::new(&program.launch, test.limits, patience);
        let found = run(test, &mut session).map_err(|problem| format!("the test {:?}: {problem}", test.name))?;
        silent += usize::from(session.is_silent());
        has_answered |= session.has_answered();
        all.push(found);
    }
    // Of the mistakes that explain a test, the one that explains most tests is named, or the first of several.
    let tests_with = |cause: &String| all.iter().filter(|found| found.causes.contains(cause)).count();
    let named: Vec<Option<String>> =
        all.iter().map(|found| found.causes.iter().rev().max_by_key(|cause| tests_with(cause)).cloned()).collect();
    let tests = task.tests.iter().zip(all).zip(named).map(|((test, found), cause)| marks(test, found, cause)).collect();
    Ok(Marks { submission: name, refused: None, tests })
}

fn marks(test: &Test, found: Found, cause: Option<String>) -> TestMarks {
    let passed = found.right == found.parts;
    let share = u64::from(test.points) * found.right as u64 / found.parts.max(1) as u64;
    let score = match (passed, test.partial) {
        (true, _) => test.points,
        (false, true) => u32::try_from(share).unwrap_or(test.points),
        (false, false) => 0,
    };
    TestMarks {
        name: test.name.clone(),
        score,
        points: test.points,
        passed,
        hidden: test.hidden,
        details: found.details,
        cause,
    }
}

fn run(test: &Test, session: &mut Session<'_>) -> Result<Found, String> {
    match &test.kind {
        Kind::Search(search) => run_search(test, search, session),
        Kind::Ties { position, asks } => run_ties(test, position.as_deref(), *asks, session),
        Kind::Beats(beats) => run_beats(test, beats, session),
    }
}

impl Test {
    fn tree(&self, position: Option<&str>, shuffle: Option<u64>) -> Result<Tree, String> {
        let state = self.setup.state(position).map_err(|error| error.to_string())?;
        Ok(Tree::new(self.setup.game, state, shuffle))
    }

    fn ask(&self, alpha_beta: bool) -> Ask<'static> {
        let search = if alpha_beta { "alpha-beta" } else { "minimax" };
        // A ply more than asked is searched to its end, so that this mistake can be named.
        Ask { search, depth: self.depth, states: self.states, deepest: self.depth.map(|depth| depth + 1) }
    }
}

fn run_search(test: &Test, search: &SearchTest, session: &mut Session<'_>) -> Result<Found, String> {
    let mut found = Found::default();
    let mut all: Vec<Asked> = Vec::new();
    let ask = test.ask(search.alpha_beta);
    let one = |mut tree: Tree, session: &mut Session<'_>| {
        let observed = session.ask(&mut tree, &ask);
        Asked::new(tree, test.setup.game, observed, search, test.depth)
    };
    for position in &search.positions {
        let mut text = position.clone();
        for _ in 0..=search.play {
            let tree = test.tree(text.as_deref(), None)?;
            if tree.utility(ROOT).is_some() {
                break;
            }
            let mut asked = one(tree, session)?;
            // The game goes on with the right move, so that one mistake does not repeat.
            let next = asked.best().map(|index| asked.tree.children(ROOT).start + index);
            text = next.map(|child| asked.tree.text(child));
            all.push(asked);
        }
        for order in 1..=search.orders {
            let mut asked = one(test.tree(position.as_deref(), Some(order))?, session)?;
            let given = asked.observed.value;
            if given.is_some() && given != Some(asked.value) && !asked.wrong.is_empty() {
                asked.wrong.push("the order of the moves was another one, which must not change the value".to_owned());
            }
            all.push(asked);
        }
    }
    // The first question again: a program must not keep anything from one search to the next.
    let mut kept = None;
    if all.len() > 1 && all[0].observed.problem.is_none() && search.checks.contains(&Check::Value) {
        let again = one(test.tree(search.positions[0].as_deref(), None)?, session)?;
        let before = &all[0].observed;
        let now = &again.observed;
        if now.problem.is_none() && (now.value != before.value || now.leaves() != before.leaves()) {
            kept = Some(
                "the first question is answered differently when it is asked again: a variable keeps its value from \
                 one search to the next"
                    .to_owned(),
            );
        }
    }
    found.parts = all.len() + usize::from(kept.is_some());
    found.right = all.iter().filter(|asked| asked.wrong.is_empty()).count();
    let wrong: Vec<&Asked> = all.iter().filter(|asked| !asked.wrong.is_empty()).collect();
    for asked in wrong.iter().take(TOLD) {
        found.details.push(format!("{}: {}", shown_position(&asked.tree), asked.wrong.join("; ")));
    }
    if all.len() > 1 && !wrong.is_empty() {
        found.details.push(format!("{} of {} questions are answered wrongly", wrong.len(), all.len()));
    }
    found.causes = match kept {
        Some(kept) => vec![kept],
        None => causes(&mut all, search, test.depth),
    };
    Ok(found)
}

/// Returns the position of a question. A very long one is cut off, with a note about who is to move.
fn shown_position(tree: &Tree) -> String {
    let text = tree.text(ROOT);
    if text.chars().count() <= LONGEST_POSITION {
        return text;
    }
    let side = if tree.max_to_move(ROOT) { "MAX" } else { "MIN" };
    let begin: String = text.chars().take(LONGEST_POSITION).collect();
    format!("{begin}… ({side} to move)")
}

fn run_ties(test: &Test, position: Option<&str>, asks: usize, session: &mut Session<'_>) -> Result<Found, String> {
    let mut found = Found { parts: 1, ..Found::default() };
    let ask = Ask { search: "move", ..test.ask(false) };
    let mut tree = test.tree(position, None)?;
    let (_, values) =
        exact(&mut tree, test.depth, MOST_STATES).ok_or("the position has too many states to be marked")?;
    let best = best_moves(&values, tree.max_to_move(ROOT));
    let mut times = vec![0; values.len()];
    for _ in 0..asks {
        let mut tree = test.tree(position, None)?;
        let observed = session.ask(&mut tree, &ask);
        match (observed.problem, observed.action) {
            (Some(problem), _) => {
                found.details.push(problem.to_string());
                return Ok(found);
            }
            (None, Some(action)) => times[action] += 1,
            (None, None) => {}
        }
    }
    let name = |index: &usize| tree.action(ROOT, *index);
    let names = |of: &[usize]| of.iter().map(name).collect::<Vec<_>>().join(", ");
    if let Some(bad) = (0..times.len()).find(|index| times[*index] > 0 && !best.contains(index)) {
        found.details.push(format!(
            "the program chooses {} in {} of {asks} cases, worth {}; the best moves are {}",
            name(&bad),
            times[bad],
            number(values[bad]),
            names(&best)
        ));
        return Ok(found);
    }
    let never: Vec<usize> = best.iter().copied().filter(|index| times[*index] == 0).collect();
    if never.is_empty() {
        found.right = 1;
        return Ok(found);
    }
    found.details.push(format!(
        "of the equal moves {}, the program never chooses {} in {asks} cases",
        names(&best),
        names(&never)
    ));
    found.causes = vec![if never.len() + 1 == best.len() {
        "always the same of the equal moves is chosen".to_owned()
    } else if never.as_slice() == &best[best.len() - 1..] {
        "the last of the equal moves is never chosen: the random index ends one too early".to_owned()
    } else {
        "some of the equal moves are never chosen".to_owned()
    }];
    Ok(found)
}

/// The chance of a wrong verdict of the sequential test, either way.
const ERROR: f64 = 0.05;

/// Wald's sequential test of the share of points: whether it is at least `high`, against at most `low`. A draw counts as
/// half a win and half a loss.
#[derive(Debug)]
pub(crate) struct Sequential {
    win: f64,
    loss: f64,
    sum: f64,
}

impl Sequential {
    pub(crate) fn new(low: f64, high: f64) -> Self {
        // A share of 1 would be refuted by a single draw.
        let (low, high) = (low.max(0.001), high.min(0.999));
        Self { win: (high / low).ln(), loss: ((1.0 - high) / (1.0 - low)).ln(), sum: 0.0 }
    }

    /// Adds a result, and returns the verdict once there is one.
    pub(crate) fn add(&mut self, points: f64) -> Option<bool> {
        self.sum += points * self.win + (1.0 - points) * self.loss;
        let bound = ((1.0 - ERROR) / ERROR).ln();
        if self.sum >= bound {
            Some(true)
        } else if self.sum <= -bound {
            Some(false)
        } else {
            None
        }
    }
}

fn run_beats(test: &Test, beats: &BeatsTest, session: &mut Session<'_>) -> Result<Found, String> {
    let mut found = Found { parts: 1, ..Found::default() };
    let mut sequential = Sequential::new(beats.score - beats.margin, beats.score);
    let (mut points, mut played, mut lost_by_failure) = (0.0, 0_usize, 0);
    let mut verdict = None;
    while played < beats.games && verdict.is_none() && lost_by_failure < 3 {
        let (result, failure) = play(test, beats, session, played as u64)?;
        if let Some(failure) = failure {
            lost_by_failure += 1;
            if found.details.len() < TOLD {
                found.details.push(format!("game {}: {failure}", played + 1));
            }
        }
        points += result;
        played += 1;
        verdict = sequential.add(result);
    }
    #[expect(clippy::cast_precision_loss, reason = "few games are played")]
    let share = points / played as f64;
    let enough = verdict.unwrap_or(lost_by_failure < 3 && share >= beats.score);
    found.right = usize::from(enough);
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    found.details.insert(
        0,
        format!(
            "{} of the points in {played} games against {}; at least {} are needed",
            percent(share),
            beats.bot.name,
            percent(beats.score)
        ),
    );
    Ok(found)
}

/// Plays a game, and returns the points of the program and why it lost, unless by the rules.
fn play(test: &Test, beats: &BeatsTest, session: &mut Session<'_>, game: u64) -> Result<(f64, Option<String>), String> {
    let first = game.is_multiple_of(2);
    let mut bot = make_player(&beats.bot, &test.setup.options, None).map_err(|error| error.to_string())?;
    bot.begin(derive(1, &[game]));
    let mut moves: Vec<MoveCode> = Vec::new();
    let mut state = test.setup.state(None).map_err(|error| error.to_string())?;
    let ask = Ask { search: "move", deepest: None, ..test.ask(false) };
    loop {
        if let Some(utility) = state.utility() {
            let own = if first { utility } else { -utility };
            return Ok((
                if own > 0.0 {
                    1.0
                } else if own < 0.0 {
                    0.0
                } else {
                    0.5
                },
                None,
            ));
        }
        let mv = if state.max_to_move() == first {
            let mut tree = test.tree(Some(&state.text()), None)?;
            let observed = session.ask(&mut tree, &ask);
            match (observed.problem, observed.action) {
                (Some(problem), _) => return Ok((0.0, Some(problem.to_string()))),
                (None, None) => return Ok((0.0, Some("the program names no move".to_owned()))),
                (None, Some(index)) => tree.moves(ROOT)[index],
            }
        } else {
            let choice = bot.choose(&moves, TurnLimits::default()).map_err(|error| error.to_string())?;
            choice.ok_or("the bot takes the game for finished")?.mv
        };
        moves.push(mv);
        state = state.after(mv);
    }
}
