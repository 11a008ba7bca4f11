//! A player that uses the built-in search: from the moves of a match to the next move.

use std::cmp::Reverse;
use std::sync::{Arc, atomic};
use std::time::Duration;

use super::engine::{EngineLog, engine_player};
use super::evaluator::Evaluator;
use super::module::{ModuleSeat, WALL_CLOCK};
use super::player::{Choice, Player, PlayerError, SearchFigures, ThinkingObserver, ThinkingUpdate, TurnLimits};
use super::timing::OwnClock;
use super::{Book, BotSpec};
use arena_games::options::start;
use arena_games::seed::{Rng, derive};
use arena_games::{Game, GameError, GameMove, MoveCode, Options, with_game};
use arena_play::running_time::Stopwatch;
use arena_play::{Thought, ThoughtSource};
use arena_search::trace::Trace;
use arena_search::{Budget, Report, RootMove, SearchOptions, Searched, Searcher, Turn, win_in};

/// After a search of fewer nodes, the use of the table is not sampled, to save time.
const MIN_NODES_FOR_SAMPLE: u64 = 100_000;

/// Creates the player of a bot. Its matches use these options and start from `position`, or from the game's own start
/// if it is `None`.
///
/// ```
/// use arena_bots::{Roster, TurnLimits, make_player};
/// use arena_games::Options;
///
/// let roster = Roster::load(None)?;
/// let bot = roster.find("tictactoe-perfect").expect("the bot is embedded");
/// let mut player = make_player(bot, &Options::new(), None)?;
/// player.begin(1);
/// let choice = player.choose(&[], TurnLimits::default())?.expect("the game is not over");
/// assert_eq!(bot.game.move_text(choice.mv).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If an option, the position or the evaluation is invalid.
pub fn make_player(spec: &BotSpec, options: &Options, position: Option<&str>) -> Result<Box<dyn Player>, GameError> {
    logged_player(spec, options, position, None)
}

/// Like [`make_player`], but also logs the communication with an engine.
///
/// # Errors
/// If an option, the position or the evaluation is invalid.
pub fn logged_player(
    spec: &BotSpec,
    options: &Options,
    position: Option<&str>,
    log: Option<&EngineLog>,
) -> Result<Box<dyn Player>, GameError> {
    if let Some(engine) = &spec.engine {
        return engine_player((spec, engine), options, position, log);
    }
    Ok(with_game!(spec.game, G => Box::new(SearchPlayer::<G>::new(spec, options, position)?)))
}

/// The player of a bot for the game `G`.
struct SearchPlayer<G: Searched> {
    search: SearchOptions,
    nodes: Option<u64>,
    time: Option<Duration>,
    random_move: f64,
    book: Option<Arc<Book>>,
    evaluator: Evaluator<G>,
    own_seed: u64,
    seed: u64,
    options: Options,
    /// Text of the start position, unless it is the game's own start.
    position: Option<String>,
    start: G,
    /// The position after `played`. It is updated in place while the match continues.
    held: G,
    played: Vec<MoveCode>,
    /// Keys of the positions before `held` and the moves played there, for games in which repetition matters.
    history: Vec<(u64, G::Move)>,
    /// Legal moves for random play. Kept to reuse the allocation.
    legal: Vec<G::Move>,
    searcher: Searcher<G>,
}

impl<G: Searched> SearchPlayer<G> {
    fn new(spec: &BotSpec, options: &Options, position: Option<&str>) -> Result<Self, GameError> {
        let start: G = start(options, position)?;
        Ok(Self {
            search: spec.search.clone(),
            nodes: spec.nodes,
            time: spec.time_ms.map(Duration::from_millis),
            random_move: spec.random_move,
            book: spec.book.clone(),
            evaluator: Evaluator::new(spec, &start)?,
            own_seed: spec.seed,
            seed: 0,
            options: options.clone(),
            position: position.map(str::to_owned),
            held: start.clone(),
            start,
            played: Vec::new(),
            history: Vec::new(),
            legal: Vec::new(),
            searcher: Searcher::new(),
        })
    }

    fn restart(&mut self) {
        self.held = self.start.clone();
        self.played.clear();
        self.history.clear();
    }

    /// Advances the held position to the one after `moves`.
    fn follow(&mut self, moves: &[MoveCode]) -> Result<(), GameError> {
        if !moves.starts_with(&self.played) {
            self.restart();
        }
        for (ply, &code) in moves.iter().enumerate().skip(self.played.len()) {
            match G::Move::from_code(code).filter(|mv| self.held.is_legal(*mv)) {
                Some(mv) => {
                    if G::REPETITION.is_some() {
                        self.history.push((self.held.key(), mv));
                    }
                    self.held.play(mv);
                }
                None => {
                    let text = G::Move::from_code(code).map_or_else(|| "?".to_owned(), |mv| mv.to_string());
                    return Err(GameError::IllegalMove { text, ply, legal: String::new() });
                }
            }
            self.played.push(code);
        }
        Ok(())
    }

    /// Returns a move without a search: a random one, or one from the book.
    fn unsearched(&mut self, rng: &mut Rng) -> Option<(MoveCode, ThoughtSource)> {
        if self.random_move > 0.0 && rng.chance(self.random_move) {
            self.legal.clear();
            self.held.legal(&mut self.legal);
            let mv = self.legal[rng.below(self.legal.len())];
            let from = if self.legal.len() == 1 { ThoughtSource::Forced } else { ThoughtSource::Random };
            return Some((mv.code(), from));
        }
        let known = self.book.as_ref()?.best(self.held.key());
        let legal = |code: &MoveCode| G::Move::from_code(*code).is_some_and(|mv| self.held.is_legal(mv));
        let known: Vec<MoveCode> = known.into_iter().filter(legal).collect();
        (!known.is_empty()).then(|| (known[rng.below(known.len())], ThoughtSource::Book))
    }

    fn searched(
        &mut self,
        limits: TurnLimits<'_>,
        began: Stopwatch,
        seed: u64,
    ) -> Result<Option<(MoveCode, Thought, SearchFigures)>, PlayerError> {
        self.evaluator.begin_turn();
        let found = match &self.evaluator.module {
            Some(module) if self.evaluator.chooses => self.chosen(&**module, limits, began)?,
            _ => self.found(limits, began, seed),
        };
        self.evaluator.end_turn()?;
        let worked = began.elapsed().saturating_sub(limits.turn.map_or(Duration::ZERO, Turn::suspended));
        if self.evaluator.module.is_some() && worked >= WALL_CLOCK {
            return Err(PlayerError::TooSlow);
        }
        Ok(found)
    }

    /// Lets the module choose the move.
    fn chosen(
        &self,
        module: &dyn ModuleSeat,
        limits: TurnLimits<'_>,
        began: Stopwatch,
    ) -> Result<Option<(MoveCode, Thought, SearchFigures)>, PlayerError> {
        let legal = self.held.moves();
        let legal: Vec<MoveCode> = legal.into_iter().map(GameMove::code).collect();
        let mut proceed = || {
            if let Some(turn) = limits.turn.filter(|turn| turn.may_be_over()) {
                turn.give_way(None);
            }
            let worked = began.elapsed().saturating_sub(limits.turn.map_or(Duration::ZERO, Turn::suspended));
            !limits.stop.is_some_and(|stop| stop.load(atomic::Ordering::Relaxed)) && worked < WALL_CLOCK
        };
        let chosen = module.choose(&|bytes| self.held.encode(bytes), &legal, &mut proceed)?;
        Ok(chosen
            .map(|index| (legal[index], unsearched(ThoughtSource::Search, legal[index]), SearchFigures::default())))
    }

    /// Searches for the move.
    fn found(
        &mut self,
        limits: TurnLimits<'_>,
        began: Stopwatch,
        seed: u64,
    ) -> Option<(MoveCode, Thought, SearchFigures)> {
        let stricter = |own: Option<Duration>, limit: Option<Duration>| own.into_iter().chain(limit).min();
        let allotted = limits.clock.map(OwnClock::allot);
        let clock = || began.elapsed();
        let budget = Budget {
            nodes: self.nodes.into_iter().chain(limits.nodes).min(),
            // The bot's own limit and its clock count all elapsed time, because they affect the opponent. The server's
            // limit counts only the time in which the search had its turn. A bot limited by depth or nodes therefore
            // plays the same moves however busy the server is.
            time: stricter(self.time, allotted.map(|time| time.hard)),
            work: limits.time.or(self.evaluator.module.as_ref().map(|_| WALL_CLOCK)),
            soft: allotted.map(|time| time.soft),
            clock: Some(&clock),
            stop: limits.stop,
            failed: self.evaluator.failed(),
            turn: limits.turn,
        };
        let searcher = self.searcher.with_history(&self.history);
        let distance = self.search.distance;
        let mut deepened = Deepened { observer: limits.observer, distance, began };
        let report =
            G::search(searcher, &self.held, &self.search, &self.evaluator.evaluation, &budget, seed, &mut deepened);
        let thought = thought_of::<G>(&report, distance, 0);
        let table_per_mille = searcher.table_per_mille().filter(|_| report.nodes >= MIN_NODES_FOR_SAMPLE);
        let selective_depth = Some(report.selective_depth);
        let figures = SearchFigures { selective_depth, table_per_mille, told_ms: None };
        Some((report.best?.code(), thought, figures))
    }
}

/// Returns the thought of a search. `distance` is the search's option of that name.
fn thought_of<G: Game>(report: &Report<G::Move>, distance: bool, ms: u64) -> Thought {
    Thought {
        from: ThoughtSource::Search,
        value: Some(report.value),
        win_in: win_in::<G>(report.value).filter(|_| distance),
        depth: report.depth,
        nodes: report.nodes,
        line: report.line.iter().map(|mv| mv.code()).collect(),
        ms,
        table: None,
        table_mb: None,
    }
}

/// Returns the thought of a move that was not searched.
fn unsearched(from: ThoughtSource, mv: MoveCode) -> Thought {
    let line = vec![mv];
    Thought { from, value: None, win_in: None, depth: 0, nodes: 0, line, ms: 0, table: None, table_mb: None }
}

/// Passes the results of each depth on, if somebody wants to see them.
struct Deepened<'a> {
    observer: Option<&'a dyn ThinkingObserver>,
    distance: bool,
    began: Stopwatch,
}

impl<G: Game> Trace<G> for Deepened<'_> {
    fn listens(&self) -> bool {
        false
    }

    fn deepened(&mut self, report: &dyn Fn() -> Report<G::Move>) {
        let Some(observer) = self.observer.filter(|observer| observer.is_watched()) else { return };
        let report = report();
        let ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let thought = thought_of::<G>(&report, self.distance, ms);
        let code = |one: RootMove<G::Move>| {
            let RootMove { mv, value, exact, depth, nodes } = one;
            RootMove { mv: mv.code(), value, exact, depth, nodes }
        };
        let mut root: Vec<RootMove<MoveCode>> = report.root.into_iter().map(code).collect();
        root.sort_by_key(|one| (thought.line.first() != Some(&one.mv), Reverse(one.value)));
        observer.deepened(ThinkingUpdate { thought, root });
    }
}

impl<G: Searched> Player for SearchPlayer<G> {
    fn set_position(&mut self, position: Option<&str>) -> Result<(), GameError> {
        if self.position.as_deref() != position {
            self.start = start(&self.options, position)?;
            self.position = position.map(str::to_owned);
            self.restart();
        }
        Ok(())
    }

    fn begin(&mut self, seed: u64) {
        self.seed = derive(seed, &[self.own_seed]);
        self.restart();
        self.searcher.forget();
        self.evaluator.module.as_deref().inspect(|module| module.begin_match());
    }

    fn choose(&mut self, moves: &[MoveCode], limits: TurnLimits<'_>) -> Result<Option<Choice>, PlayerError> {
        let began = Stopwatch::start();
        self.follow(moves)?;
        if self.held.outcome().is_some() {
            return Ok(None);
        }
        let mut rng = Rng::new(derive(self.seed, &[moves.len() as u64]));
        let chosen = match self.unsearched(&mut rng) {
            Some((mv, from)) => Some((mv, unsearched(from, mv), SearchFigures::default())),
            None => self.searched(limits, began, rng.next_u64())?,
        };
        Ok(chosen.map(|(mv, thought, figures)| {
            let elapsed = began.elapsed();
            let ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            Choice { mv, thought: Thought { ms, ..thought }, elapsed, figures }
        }))
    }
}
