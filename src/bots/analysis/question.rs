//! The input of an analysis, read into checked types where it enters the program.

use serde_json::{Map, Value};

use super::bodies::{self, AnalyseBody, GivenOptions, MoveList, QuestionError, TracePage, WholeNumber};
use crate::bots::spec::OneOrMore;
use crate::bots::{BotSpec, RawBot, Roster};
use crate::games::{GameError, GameId, Options, parser_words};
use crate::search::{Ordering, Pruning, Ties};

/// The name of a bot that was given none.
const UNNAMED: &str = "custom";

/// The number of steps of a page unless the question says otherwise.
const USUAL_STEPS: usize = 500;

/// A position and how it is to be searched.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game's options.
    pub options: Options,
    /// Where the moves begin; the start of the game unless given.
    pub position: Option<String>,
    /// The moves to play before the search.
    pub moves: Vec<String>,
    /// The search, and the game.
    pub bot: BotSpec,
    /// The tree, where it is wanted.
    pub tree: Option<TreeWish>,
    /// The steps of the search, where they are wanted.
    pub steps: Option<StepsWish>,
}

/// Which part of the searched tree is wanted, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeWish {
    /// How many plies of it; as many as are comfortable unless given.
    pub plies: Option<u16>,
    /// Whether it will be drawn rather than read by a program.
    pub drawn: bool,
}

/// Which steps of a search are returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepsWish {
    /// Only those of this depth of iterative deepening; none for those of all depths.
    pub depth: Option<u16>,
    /// Only those at and below the node that these moves lead to from the position that is searched.
    pub below: Vec<String>,
    /// Only those of nodes at most so many plies below that node; none for all.
    pub plies: Option<u16>,
    /// Of these, those from this number on, counted from 0.
    pub from: u64,
    /// At most so many, at most [`MOST_STEPS`](super::MOST_STEPS).
    pub count: usize,
    /// Whether the boards of the nodes that are entered are told, where they are small.
    pub boards: bool,
}

/// The limit of nodes of the default search: a few seconds. Nodes rather than time, so that the result is always the
/// same.
const DEFAULT_NODES: i64 = 500_000;
/// The depth limit of the default search.
const DEFAULT_DEPTH: i64 = 60;
/// The transposition table of the default search, in MiB.
const DEFAULT_TABLE_MB: i64 = 16;

/// The search where the question names none. In small games every switch has its default, which gives the published
/// node counts; in others it is a strong search with a limit.
fn default_search(game: GameId) -> RawBot {
    let usual = game.usual_search();
    if usual.small {
        return RawBot::default();
    }
    RawBot {
        depth: Some(DEFAULT_DEPTH),
        nodes: Some(DEFAULT_NODES),
        pruning: Some(Pruning::Pvs),
        ordering: Some(OneOrMore::More(vec![
            Ordering::Table,
            Ordering::Captures,
            Ordering::Killers,
            Ordering::Static,
            Ordering::History,
        ])),
        table_mb: Some(DEFAULT_TABLE_MB),
        quiescence: usual.quiescence.then_some(true),
        ..RawBot::default()
    }
}

/// The search of the bot called `named`, or of a default one, with the switches of `own` in place of its own.
///
/// Where neither a bot nor any switch but `exact_root` and limits on nodes and time is given, the large games get a strong
/// search with these limits, or one on nodes.
///
/// Ties go to the first move unless the bot or `own` say otherwise, so that an analysis always gives the same result,
/// and published counts hold.
///
/// # Errors
/// When there is no such bot, it plays another game, or a switch is wrong.
pub fn settings(game: GameId, named: Option<&str>, own: RawBot, roster: &Roster) -> Result<BotSpec, QuestionError> {
    let base = match named {
        None => {
            // These three say what to report and how long to search, not by which search.
            let limited = own.nodes.is_some() || own.time_ms.is_some();
            let silent = RawBot { exact_root: None, nodes: None, time_ms: None, ..own.clone() } == RawBot::default();
            let base = if silent { default_search(game) } else { RawBot::default() };
            let nodes = base.nodes.filter(|_| !limited);
            RawBot { name: Some(UNNAMED.to_owned()), nodes, ..base }
        }
        Some(name) => {
            if roster.engine(name).is_some() {
                return Err(QuestionError::Bot(format!("{name:?} is an external engine, which plays matches only")));
            }
            let raw =
                roster.raw(name).ok_or_else(|| QuestionError::Bot(roster.unknown(name, Some(game)).to_string()))?;
            match raw.game {
                Some(other) if other != game => {
                    return Err(QuestionError::Bot(format!("{name:?} plays {other}, not {game}")));
                }
                _ => raw.clone(),
            }
        }
    };
    // Where every move's value is asked for, the aspiration window of the bot does not apply.
    let narrows = own.exact_root == Some(true) && own.aspiration.is_none();
    let mut raw = own.over(base);
    raw.aspiration = raw.aspiration.filter(|_| !narrows);
    raw.game = Some(game);
    raw.ties = raw.ties.or(Some(Ties::First));
    Ok(raw.check(roster.books())?)
}

/// A bot's switches as an analysis reports them: without what belongs to a bot rather than to a search.
pub(super) fn settings_json(bot: &BotSpec) -> Value {
    let mut json = bot.to_json();
    if let Some(map) = json.as_object_mut() {
        for key in ["game", "about", "random_move"] {
            map.remove(key);
        }
        if bot.name == UNNAMED {
            map.remove("name");
        }
    }
    json
}

impl Question {
    /// Reads a question of `/api/trace`: an [`AnalyseBody`] without a tree, of whose search the steps are told.
    ///
    /// # Errors
    /// As [`Question::from_json`].
    pub fn of_steps(body: Value, roster: &Roster) -> Result<Self, QuestionError> {
        let mut body: AnalyseBody = bodies::read(body)?;
        if body.tree_depth.is_some() {
            return Err(QuestionError::Form("tree_depth: belongs to /api/analyse".to_owned()));
        }
        let steps = body.page.take().map_or_else(StepsWish::default, StepsWish::of);
        Ok(Self { steps: Some(steps), ..Self::of(body, roster)? })
    }

    /// Reads a question of `/api/analyse`: an [`AnalyseBody`] without a page of steps.
    ///
    /// # Errors
    /// When a key is missing, unknown or of the wrong type, or its value out of range.
    pub fn from_json(body: Value, roster: &Roster) -> Result<Self, QuestionError> {
        let body: AnalyseBody = bodies::read(body)?;
        if body.page.is_some() {
            return Err(QuestionError::Form("page: belongs to /api/trace".to_owned()));
        }
        Self::of(body, roster)
    }

    fn of(body: AnalyseBody, roster: &Roster) -> Result<Self, QuestionError> {
        let StartOf { game, options, position, moves } =
            StartOf::of(&body.game, body.options, body.position, body.moves)?;
        let switches: Map<String, Value> = body.switches.into_iter().collect();
        for key in ["name", "about", "random_move"] {
            if switches.contains_key(key) {
                return Err(QuestionError::Form(format!("{key}: belongs to a bot, not to an analysis")));
            }
        }
        let own: RawBot = parser_words::json(&Value::Object(switches))
            .map_err(|problem| QuestionError::Form(format!("switches of the search: {problem}")))?;
        let bot = settings(game, body.bot.as_deref(), own, roster)?;
        let tree = body.tree_depth.map(|plies| TreeWish { plies: Some(plies.to()), drawn: false });
        Ok(Self { options, position, moves, bot, tree, steps: None })
    }
}

/// A game, and the position that is asked about.
#[derive(Clone, Debug)]
pub(super) struct StartOf {
    /// The game.
    pub game: GameId,
    /// Its options.
    pub options: Options,
    /// Where the moves begin; the start of the game unless given.
    pub position: Option<String>,
    /// The moves to play first.
    pub moves: Vec<String>,
}

impl StartOf {
    /// The start that a body gives by these keys.
    pub(super) fn of(
        game: &str,
        options: Option<GivenOptions>,
        position: Option<String>,
        moves: Option<MoveList>,
    ) -> Result<Self, GameError> {
        let options = options.unwrap_or_default().0;
        Ok(Self { game: game.parse()?, options, position, moves: moves.unwrap_or_default().0 })
    }
}

impl Default for StepsWish {
    fn default() -> Self {
        Self { depth: None, below: Vec::new(), plies: None, from: 0, count: USUAL_STEPS, boards: false }
    }
}

impl StepsWish {
    fn of(page: TracePage) -> Self {
        let usual = Self::default();
        Self {
            depth: page.depth.map(WholeNumber::to),
            below: page.below.unwrap_or_default().0,
            plies: page.plies.map(WholeNumber::to),
            from: page.from.map_or(usual.from, WholeNumber::to),
            count: page.count.map_or(usual.count, WholeNumber::to),
            boards: page.boards.unwrap_or(usual.boards),
        }
    }
}

/// The beginning of a text that is no move: a hostile one must not fill a log.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}
