//! Plays one match between two bots on the calling thread. It drives the match core directly, without channels or text.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::control::Control;
use super::memory::{Provided, Provision};
use super::referee::{Referee, clocks};
use super::solver::{Solvers, solvers, verdict};
use super::spectators::Spectators;
use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::results::{MatchResult, MoveCost};
use arena_bots::engine::EngineLog;
use arena_bots::{Choice, IllegalTries, Player, PlayerError, logged_player};
use arena_games::{BySide, GameError, Side};
use arena_play::{Action, EndDetail, EndReason, Match, Refusal, Seat, Terms, Timeouts};
use arena_records::search_comment::LONGEST_LINE;
use arena_records::{MoveNote, seat_seed};
use arena_syzygy::Tablebases;

/// Creates the player of the entrant with this number. A tournament of built-in bots uses [`built_in`].
pub type BotFactory<'a> = dyn Fn(usize) -> Result<Box<dyn Player>, GameError> + Sync + 'a;

/// Returns the factory of a plan's bots.
pub fn built_in(plan: &Plan) -> impl Fn(usize) -> Result<Box<dyn Player>, GameError> + Sync + '_ {
    logged(plan, None)
}

/// Like [`built_in`], and logs the communication with engines.
pub fn logged<'a>(
    plan: &'a Plan,
    log: Option<&'a EngineLog>,
) -> impl Fn(usize) -> Result<Box<dyn Player>, GameError> + Sync + 'a {
    move |entrant| logged_player(&plan.entrants[entrant].spec, &plan.config.options, None, log)
}

/// The number of attempts at a match before the tournament is given up.
const ATTEMPTS: u32 = 3;

/// Plays matches on one thread. Each bot is created when it is first needed and kept from match to match.
pub struct MatchRunner<'a> {
    plan: &'a Plan,
    bots: &'a BotFactory<'a>,
    seated: Vec<Option<Box<dyn Player>>>,
    /// The solvers that the rules ask for, once they are needed.
    solvers: Option<Solvers>,
    tablebases: Option<&'a Arc<Tablebases>>,
    provision: Provision<'a>,
    spectators: &'a Spectators,
    /// Whether depths and expected lines are kept.
    notes: bool,
}

impl<'a> MatchRunner<'a> {
    /// Creates a runner without any bots. `notes` tells whether depths and expected lines of searches are kept.
    pub fn new(plan: &'a Plan, bots: &'a BotFactory<'a>, control: &'a Control, notes: bool) -> Self {
        let seated = plan.entrants.iter().map(|_| None).collect();
        let provision = Provision::new(plan, control.memory());
        let (tablebases, spectators) = (control.tablebases(), control.spectators());
        Self { plan, bots, seated, solvers: None, tablebases, provision, spectators, notes }
    }

    /// Takes the memory that the match needs, and waits if others have it. Returns false if the wait was given up.
    ///
    /// # Errors
    /// Returns the problem if the match needs more memory than there is.
    pub fn provide(&mut self, pairing: &Pairing, given_up: impl Fn() -> bool) -> Result<bool, String> {
        if self.provision.now(pairing) == Provided::Yes {
            return Ok(true);
        }
        self.release();
        self.provision.wait(pairing, given_up)
    }

    /// Drops all players that hold memory of this process, and gives the memory back.
    pub fn release(&mut self) {
        for (player, entrant) in self.seated.iter_mut().zip(&self.plan.entrants) {
            // A running engine is kept, because it holds no memory of this process.
            if entrant.memory_bytes() > 0 {
                *player = None;
            }
        }
        self.solvers = None;
        self.provision.give_back();
    }

    /// Plays a match to its end. A failure of the arena makes it void, and it is played again.
    ///
    /// # Errors
    /// Returns the problem of the last attempt if all attempts failed.
    pub fn play(&mut self, pairing: &Pairing) -> Result<MatchResult, String> {
        let mut problem = String::new();
        if self.plan.config.adjudication.tablebase.is_some() && self.tablebases.is_none() {
            return Err("the rule adjudication.tablebase needs Syzygy tables, and there are none".to_owned());
        }
        for voided in 0..ATTEMPTS {
            let played = catch_unwind(AssertUnwindSafe(|| self.once(pairing)));
            if !matches!(played, Ok(Ok(_))) {
                self.spectators.remove(pairing);
            }
            match played {
                Ok(Ok(played)) => return Ok(MatchResult { voided, ..played }),
                Ok(Err(error)) => problem = error.to_string(),
                Err(panic) => problem = panic_text(&*panic),
            }
            self.seated.iter_mut().for_each(|player| *player = None);
        }
        Err(problem)
    }

    fn once(&mut self, pairing: &Pairing) -> Result<MatchResult, Box<dyn Error>> {
        let mut referee = Referee::new(self.plan, pairing, Instant::now());
        let mut contest = begin(self.plan, pairing, referee.now)?;
        let seed = pairing.seed(self.plan.config.seed);
        let position = self.plan.opening(pairing).position.as_deref();
        let mut started = BySide::new(false, false);
        let (began, mut shown) = (referee.now, false);
        let mut costs = Vec::with_capacity(16);
        let mut notes = Vec::new();
        let mut tries: BySide<IllegalTries> = BySide::default();
        self.solve(&mut contest, position, referee.now)?;
        while let Some(side) = contest.turn() {
            shown |= self.spectators.show(pairing, &contest, began);
            let entrant = pairing.seats[side];
            if self.seated[entrant].is_none() {
                self.seated[entrant] = Some((self.bots)(entrant)?);
            }
            let player = self.seated[entrant].as_mut().expect("it was made just now");
            let first = !std::mem::replace(&mut started[side], true);
            let limits = referee.limits(&contest, side);
            let moves = contest.moves();
            let answer = catch_unwind(AssertUnwindSafe(|| {
                if first {
                    player.set_position(position)?;
                    player.begin(seat_seed(seed, side));
                }
                player.choose(moves, limits)
            }));
            let tried = player.take_tries();
            tries[side].illegal += tried.illegal;
            tries[side].replaced += tried.replaced;
            if answer.is_err() {
                // The state of the player may be broken.
                self.seated[entrant] = None;
            }
            let ply = moves.len();
            let (action, value) = match answer {
                Ok(Ok(Some(Choice { mv, thought, elapsed, figures }))) => {
                    let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
                    let value = thought.value;
                    costs.push(MoveCost { side, nodes: thought.nodes, micros, value });
                    let kept = (shown || self.spectators.may_come()).then(|| Box::new(thought.clone()));
                    if self.notes {
                        let mut line = thought.line;
                        line.truncate(LONGEST_LINE);
                        notes.push(MoveNote { depth: thought.depth, line, figures });
                    }
                    (referee.charge(&mut contest, side, elapsed, Action::Move { ply, mv, thought: kept }), value)
                }
                Ok(Ok(None)) => (Action::Fail { by: EndReason::Stall, detail: EndDetail::NoMove {}.into() }, None),
                // The module would have moved on a faster machine.
                Ok(Err(PlayerError::TooSlow)) => return Err(PlayerError::TooSlow.into()),
                Ok(Err(error)) => (referee.failure(&mut contest, side, &error), None),
                Err(panic) => (Action::Fail { by: EndReason::Crash, detail: panic_text(&*panic).into() }, None),
            };
            if contest.verdict().is_none() {
                submit(&mut contest, side, action, referee.now, &mut costs);
            }
            if contest.moves().len() > ply && contest.verdict().is_none() {
                referee.judge(&mut contest, side, value);
                self.solve(&mut contest, position, referee.now)?;
            }
            // A move that came too late was not made, so it has no cost.
            costs.truncate(contest.moves().len() - contest.terms().opening.len());
            notes.truncate(costs.len());
        }
        if shown {
            self.spectators.over(pairing, &contest);
        }
        for (_, &entrant) in pairing.seats.iter() {
            if let Some(player) = &mut self.seated[entrant] {
                player.rest();
            }
        }
        let verdict = contest.verdict().expect("a match without a turn is over").clone();
        let late_ms = referee.late().and_then(|late| u64::try_from(late.as_millis()).ok());
        let (index, moves) = (pairing.index, contest.into_moves());
        Ok(MatchResult { index, moves, costs, notes, late_ms, tries, verdict, voided: 0 })
    }

    /// Ends the match if the rules ask for a solver or tables and these know the result.
    fn solve(&mut self, contest: &mut Match, position: Option<&str>, now: Instant) -> Result<(), GameError> {
        if contest.verdict().is_some() {
            return Ok(());
        }
        let config = &self.plan.config;
        let solvers = match &mut self.solvers {
            Some(solvers) => solvers,
            None => {
                let made = solvers(config.game, &config.options, &config.adjudication, self.tablebases)?;
                self.solvers.insert(made)
            }
        };
        if let Some(verdict) = verdict(solvers, position, contest.moves())? {
            contest.adjudicate(verdict, now).expect("a live match can be ended");
        }
        Ok(())
    }
}

/// Creates the match before its first move. The seats have no names here: the record takes them from the plan.
pub(super) fn begin(plan: &Plan, pairing: &Pairing, now: Instant) -> Result<Match, GameError> {
    let nameless = || Seat::Bot { name: String::new(), spec: Value::Null };
    let opening = plan.opening(pairing);
    let terms = Terms { clock: clocks(plan, pairing), timeouts: Timeouts::ENDLESS, opening: opening.moves.to_vec() };
    Match::new(plan.start(pairing).boxed_clone(), terms, BySide::new(nameless(), nameless()), now)
}

/// Submits an entrant's action. If the match refuses it, the entrant loses.
fn submit(contest: &mut Match, side: Side, action: Action, now: Instant, costs: &mut Vec<MoveCost>) {
    let Err(refusal) = contest.handle(side, action, now) else { return };
    costs.pop();
    let detail = match refusal {
        Refusal::Illegal(error) => (&*error).into(),
        other => other.to_string().into(),
    };
    contest.handle(side, Action::Fail { by: EndReason::Illegal, detail }, now).expect("a live match takes a failure");
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked".to_owned())
}
