//! `arena check`: tries a module out in positions of a game.

use std::fmt;
use std::sync::Arc;

use super::compile;
use arena_bots::module::{
    CheckedModule, Module, ModuleChecker, ModuleFailure, ModuleLimits, ModuleRole, ModuleSeat, model_of_another_game,
};
use arena_games::models::ModelEvaluation;
use arena_games::options::start;
use arena_games::seed::Rng;
use arena_games::{Diagnostic, EVALUATION_LIMIT, Game, GameId, GameMove, Options, with_game};

/// The number of positions in which a module is tried.
const POSITIONS: usize = 500;
/// The fuel after which no further position is tried. It bounds the time that a server spends on the module of a stranger.
const MOST_FUEL: u64 = 10_000_000_000;

/// What a trial has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub game: GameId,
    /// What the module does.
    pub role: ModuleRole,
    /// Whether it is a trained model and no program.
    pub is_model: bool,
    /// The size of the file in bytes.
    pub bytes: usize,
    /// SHA-256 of the file.
    pub digest: String,
    /// The number of positions.
    pub positions: usize,
    /// The mean fuel of a call, and the most.
    pub fuel: (u64, u64),
    /// The fuel of a new instance.
    pub start_fuel: u64,
    /// The number of values outside of the range of evaluations, which are clipped.
    pub clipped: usize,
    /// The number of positions in which a second call in the same instance gave another answer.
    pub changed: usize,
    /// The first debug text.
    pub debug_text: String,
    /// Why the module would have lost, and where.
    pub failure: Option<(String, ModuleFailure)>,
}

/// Tries a module in positions that random play reaches.
///
/// # Errors
/// If the module is not accepted at all.
pub fn check(content: &[u8], game: GameId, options: &Options, limits: ModuleLimits) -> Result<Report, Diagnostic> {
    trial(&*compile(content, limits)?, (game, options), &mut || true)
}

/// Tries modules of strangers out.
#[derive(Debug)]
pub struct Checker;

impl ModuleChecker for Checker {
    fn compile(&self, content: &[u8], limits: ModuleLimits) -> Result<Arc<dyn Module>, Diagnostic> {
        compile(content, limits)
    }

    fn check(
        &self,
        content: &[u8],
        game: GameId,
        proceed: &mut dyn FnMut() -> bool,
    ) -> Result<CheckedModule, Diagnostic> {
        let module = compile(content, ModuleLimits::default())?;
        let report = trial(&*module, (game, &Options::new()), proceed)?;
        let failure = report.failure.as_ref().map(|(_, failure)| failure.clone());
        Ok(CheckedModule { report: report.to_string(), failure, module })
    }
}

fn trial(
    module: &dyn Module,
    (game, options): (GameId, &Options),
    proceed: &mut dyn FnMut() -> bool,
) -> Result<Report, Diagnostic> {
    let mut report = Report {
        game,
        role: module.role(),
        is_model: module.model().is_some(),
        bytes: module.content().len(),
        digest: module.digest().to_owned(),
        positions: 0,
        fuel: (0, 0),
        start_fuel: 0,
        clipped: 0,
        changed: 0,
        debug_text: String::new(),
        failure: None,
    };
    with_game!(game, G => {
        let initial = start::<G>(options, None).map_err(|error| Diagnostic::from(&error))?;
        if let Some(model) = module.model() {
            let evaluation = model.evaluation::<G>().ok_or_else(|| model_of_another_game(model.game(), game))?;
            return Ok(with_model(&*evaluation, &initial, report));
        }
        let seat = module.seat(initial.diagram(None).size());
        try_out(&*seat, &initial, &mut report, proceed);
    });
    Ok(report)
}

/// Evaluates positions that random play reaches. It costs a model no fuel and cannot fail.
fn with_model<G: Game>(model: &dyn ModelEvaluation<G>, initial: &G, mut report: Report) -> Report {
    let mut rng = Rng::new(1);
    let mut position = initial.clone();
    while report.positions < POSITIONS {
        let moves = position.moves();
        if moves.is_empty() {
            position = initial.clone();
            continue;
        }
        report.clipped += usize::from(model.evaluate(&position).unsigned_abs() > EVALUATION_LIMIT.unsigned_abs());
        report.positions += 1;
        position.play(moves[rng.below(moves.len())]);
    }
    report
}

/// Plays at random from `initial` and asks the module in each position, until it fails.
fn try_out<G: Game>(seat: &dyn ModuleSeat, initial: &G, report: &mut Report, proceed: &mut dyn FnMut() -> bool) {
    let mut rng = Rng::new(1);
    let mut position = initial.clone();
    let wanted = match report.role {
        ModuleRole::Evaluation => POSITIONS,
        ModuleRole::Bot => POSITIONS / 10,
    };
    // The fuel of the first calls, and of everything.
    let (mut used, mut spent) = (0, 0);
    while report.positions < wanted && spent < MOST_FUEL && proceed() {
        let moves = position.moves();
        if moves.is_empty() {
            if position == *initial {
                break;
            }
            position = initial.clone();
            continue;
        }
        let mut fuel = 0;
        let ended = ask(seat, &position, &moves, report, &mut fuel, proceed);
        report.fuel.1 = report.fuel.1.max(fuel);
        report.positions += 1;
        used += fuel;
        spent += seat.used_fuel();
        if report.debug_text.is_empty() {
            report.debug_text = seat.debug_text();
        }
        if let Err(failure) = ended {
            report.failure = Some((position.notation(), failure));
            break;
        }
        position.play(moves[rng.below(moves.len())]);
    }
    report.fuel.0 = used.checked_div(report.positions as u64).unwrap_or(0);
}

/// Asks the module twice in a new instance. `fuel` becomes the fuel of the first call.
fn ask<G: Game>(
    seat: &dyn ModuleSeat,
    position: &G,
    moves: &[G::Move],
    report: &mut Report,
    fuel: &mut u64,
    proceed: &mut dyn FnMut() -> bool,
) -> Result<(), ModuleFailure> {
    let encode = |bytes: &mut Vec<u8>| position.encode(bytes);
    let codes: Vec<_> = moves.iter().map(|mv| mv.code()).collect();
    seat.begin_match();
    seat.begin_turn();
    report.start_fuel = seat.used_fuel();
    let answers = match report.role {
        ModuleRole::Evaluation => {
            let first = seat.evaluate(&encode);
            *fuel = seat.used_fuel() - report.start_fuel;
            report.clipped += usize::from(first.unsigned_abs() > EVALUATION_LIMIT.unsigned_abs());
            [first, seat.evaluate(&encode)].map(i64::from)
        }
        ModuleRole::Bot => {
            let first = seat.choose(&encode, &codes, proceed)?;
            *fuel = seat.used_fuel() - report.start_fuel;
            [first, seat.choose(&encode, &codes, proceed)?].map(|index| index.map_or(-1, |index| index as i64))
        }
    };
    report.changed += usize::from(answers[0] != answers[1]);
    seat.end_turn()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, bytes, digest, positions, fuel: (mean, most), start_fuel, .. } = self;
        let what = match self.role {
            ModuleRole::Evaluation if self.is_model => "a trained model",
            ModuleRole::Evaluation => "an evaluation",
            ModuleRole::Bot => "a bot",
        };
        writeln!(f, "{what} for {game}, {bytes} bytes, SHA-256 {digest}")?;
        match self.is_model {
            true => writeln!(f, "tried in {positions} positions")?,
            false => writeln!(
                f,
                "tried in {positions} positions: {mean} fuel a call, at most {most}, and {start_fuel} for an instance"
            )?,
        }
        if self.clipped > 0 {
            writeln!(f, "{} values are beyond ±{EVALUATION_LIMIT} and were clipped", self.clipped)?;
        }
        if self.changed > 0 {
            writeln!(
                f,
                "in {} positions, a second call in the same turn gave another answer; it is repeatable but hard to tune",
                self.changed
            )?;
        }
        if !self.debug_text.is_empty() {
            writeln!(f, "debug text: {}", self.debug_text.trim_end())?;
        }
        match &self.failure {
            Some((position, failure)) => write!(f, "it loses at {position}: {failure}"),
            None => write!(f, "it passes"),
        }
    }
}
