//! The player of a bot in one seat: an engine, a search at a worker, or a search of this process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bot_service::BotService;
use super::error::ApiError;
use arena_bots::remote::{MoveTask, NoAnswer, SeatId, Task, WorkerChoice, ask, is_portable, read_choice};
use arena_bots::search_memory::HeldPlayer;
use arena_bots::{BotSpec, Choice, Lease, PlayerError, Reach, SeatPlayer, TurnLimits, WorkerId};
use arena_games::{MoveCode, diagnostic};
use arena_play::MatchSetup;

/// Time by which a bot or an engine may exceed its limit, to allow for communication and scheduling.
pub(super) const MARGIN: Duration = Duration::from_millis(200);

/// The player of a seat.
pub(super) struct PooledPlayer {
    bots: Arc<BotService>,
    spec: BotSpec,
    setup: Arc<MatchSetup>,
    seat: SeatId,
    seed: u64,
    /// The player of this process.
    own: SeatPlayer,
    /// True if workers can make its searches.
    portable: bool,
    /// The worker that keeps the player's state between turns.
    home: Option<WorkerId>,
}

impl PooledPlayer {
    /// Creates the player of this bot in the match of `setup`.
    ///
    /// # Errors
    /// If the bot cannot play this match.
    pub(super) fn new(
        bots: Arc<BotService>,
        spec: BotSpec,
        setup: Arc<MatchSetup>,
        (seat, seed): (SeatId, u64),
    ) -> Result<Self, ApiError> {
        // A player uses almost no memory before its first search. It is created once here, so that an invalid bot is
        // detected at once.
        (bots.make)(&spec, &setup.options, setup.position.as_deref())?;
        let (needed, most) = (spec.module_bytes() >> 20, bots.memory.most() >> 20);
        if needed > most {
            return Err(ApiError::unavailable(diagnostic!(
                "module_memory",
                "the module of {bot} may use {needed} MiB, but the searches of this server share {most} MiB",
                bot = &spec.name,
                needed,
                most
            )));
        }
        let (memory, options, position) = (bots.memory.clone(), setup.options.clone(), setup.position.clone());
        let own = SeatPlayer::new(memory, spec.clone(), options, position, seed);
        let portable = bots.workers.is_some() && is_portable(&spec);
        Ok(Self { bots, spec, setup, seat, seed, own, portable, home: None })
    }

    /// Returns where the next search may run. A player that remembers earlier searches stays where they were made.
    pub(super) fn reach(&self) -> Reach {
        if !self.portable || self.own.has_played() {
            return Reach::Here;
        }
        self.home.map_or(Reach::Anywhere, Reach::At)
    }

    /// Chooses the move after `moves`, where the search has its place. `searched` says whether this seat has searched in
    /// this match before.
    ///
    /// # Errors
    /// Same as [`arena_bots::Player::choose`].
    pub(super) fn choose(
        &mut self,
        moves: &[MoveCode],
        mut limits: TurnLimits<'_>,
        searched: bool,
        lease: &Lease,
    ) -> Result<Option<Choice>, PlayerError> {
        let span = tracing::debug_span!("search", bot = self.spec.name, game = %self.setup.game);
        let _entered = span.enter();
        if self.spec.engine.is_some() {
            return self.ask_engine(moves, limits);
        }
        let began = Instant::now();
        if let Some(worker) = lease.worker() {
            let answer = self.ask_worker(worker, moves, limits, searched, lease);
            if !matches!(answer, Err(NoAnswer::Lost(_))) {
                self.home = self.spec.remembers().then_some(worker);
            }
            match answer {
                Ok(found) => {
                    lease.answered();
                    return Ok(found?);
                }
                Err(NoAnswer::Stopped) => return Ok(None),
                Err(NoAnswer::Lost(problem)) => {
                    tracing::info!(worker, problem, "a worker did not answer; the search runs here");
                    lease.fall_back();
                    limits.clock = limits.clock.map(|clock| clock.after(began.elapsed()));
                }
            }
        }
        self.leave_worker();
        self.own.choose(&*self.bots.make, moves, limits, searched)
    }

    fn ask_worker(
        &self,
        worker: WorkerId,
        moves: &[MoveCode],
        limits: TurnLimits<'_>,
        searched: bool,
        lease: &Lease,
    ) -> Result<WorkerChoice, NoAnswer> {
        let lost = |problem: &str| NoAnswer::Lost(problem.to_owned());
        let workers = self.bots.workers.as_ref().ok_or_else(|| lost("there are no workers"))?;
        let task = MoveTask {
            seat: self.seat,
            bot: self.spec.to_json(),
            module: self.spec.module.as_ref().map(|it| it.module.clone()),
            options: self.setup.options.clone(),
            position: self.setup.position.clone(),
            seed: self.seed,
            moves: moves.iter().map(|mv| mv.0).collect(),
            searched,
            nodes: limits.nodes,
            time: limits.time,
            clock: limits.clock,
        };
        let limit = limits.time.unwrap_or(Duration::MAX);
        let answer = ask(&**workers, worker, &Task::Move(Box::new(task)), limit, lease.stop_flag())?;
        read_choice(&answer).ok_or_else(|| lost("the answer is invalid"))
    }

    /// Releases the player's state at the end of the match.
    pub(super) fn give_back(&mut self) {
        self.own.give_back();
        self.leave_worker();
    }

    fn leave_worker(&mut self) {
        if let (Some(worker), Some(workers)) = (self.home.take(), &self.bots.workers) {
            workers.forget(worker, self.seat);
        }
    }

    /// Asks an engine for a move: the process that has played this match, an idle one, or a new one.
    fn ask_engine(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        // With a clock, an engine might think for longer than the server allows. It therefore gets a time limit for the
        // move.
        let allotted = limits.clock.map(|clock| clock.allot().hard);
        let time = limits.time.into_iter().chain(allotted).min();
        let limits = TurnLimits { time, clock: None, other_clock: None, margin: MARGIN, ..limits };
        let mut held = match self.bots.engines.take(&self.spec, &self.setup, self.seed)? {
            Some(held) => held,
            None => {
                let (loan, table_mb) = self.bots.memory.lend(&self.spec.search);
                let mut spec = self.spec.clone();
                spec.engine = spec.engine.map(|engine| engine.with_hash(table_mb));
                let mut player = (self.bots.make)(&spec, &self.setup.options, self.setup.position.as_deref())?;
                player.begin(self.seed);
                HeldPlayer::new(player, loan, table_mb, false)
            }
        };
        // A failed engine is dropped together with its process. The next turn or match starts another one.
        let found = held.player.choose(moves, limits)?;
        self.bots.engines.put(&self.spec, &self.setup, self.seed, self.bots.memory.slot(), held);
        Ok(found)
    }
}
