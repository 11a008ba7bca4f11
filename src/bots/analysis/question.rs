//! The input of an analysis, parsed into validated types at the edge.

use serde_json::{Map, Value};

use super::bodies::{AnalyseBody, GivenOptions, MoveList, QuestionError, TracePage, WholeNumber};
use crate::module::module_name;
use crate::spec::OneOrMore;
use crate::{BotSpec, RawBot, Roster};
use arena_games::{FieldError, GameError, GameId, Options, diagnostic};
use arena_play::json::from_json;
use arena_search::{Ordering, Pruning, Ties};

/// The name of a bot without a given name.
const UNNAMED: &str = "custom";

/// The default number of steps of a page.
const USUAL_STEPS: usize = 500;

/// A position and the search to run on it.
#[derive(Clone, Debug)]
pub struct Question {
    pub options: Options,
    /// The position from which the moves start. The game's initial position by default.
    pub position: Option<String>,
    /// The moves to play before the search.
    pub moves: Vec<String>,
    /// The search, including the game.
    pub bot: BotSpec,
    /// The part of the tree to return, if any.
    pub tree: Option<TreeRequest>,
    /// The steps of the search to return, if any.
    pub steps: Option<StepsRequest>,
}

/// The part of the searched tree to return, and its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TreeRequest {
    /// The number of plies. By default, as many as give a tree of convenient size.
    pub plies: Option<u16>,
    /// Whether it will be drawn. Otherwise a program reads it.
    pub drawn: bool,
}

/// The steps of a search to return.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StepsRequest {
    /// The iteration depth whose steps are returned. `None` for all depths.
    pub depth: Option<u16>,
    /// The moves from the searched position to a node. Only steps at and below that node are returned.
    pub below: Vec<String>,
    /// The greatest distance in plies below that node. `None` for no limit.
    pub plies: Option<u16>,
    /// The number of the first step to return among these, counted from 0.
    pub from: u64,
    /// The greatest number of steps, at most [`MOST_STEPS`](super::MOST_STEPS).
    pub count: usize,
    /// Whether to include the boards of entered nodes, if they are small.
    pub boards: bool,
}

/// The node limit of the default search, which takes a few seconds. A node limit makes the result deterministic, unlike
/// a time limit.
const DEFAULT_NODES: i64 = 500_000;
/// The depth limit of the default search.
const DEFAULT_DEPTH: i64 = 60;
/// The size of the transposition table of the default search in MiB.
const DEFAULT_TABLE_MB: i64 = 16;

/// Returns the search for a question that names none. In small games every switch has its default, which gives the
/// published node counts. In other games it is a strong search with a node limit.
pub fn default_search(game: GameId) -> RawBot {
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

/// Returns the search of the bot `named`, or of a default one, with the switches of `own` overriding its own.
///
/// If neither a bot nor any switch except `exact_root` and limits on nodes and time is given, large games use a strong
/// search with these limits, or with a node limit.
///
/// Ties go to the first move unless the bot or `own` say otherwise, so that an analysis is deterministic and published
/// counts hold.
///
/// # Errors
/// Returns an error if the bot does not exist or plays another game, or if a switch is invalid.
pub fn settings(game: GameId, named: Option<&str>, own: RawBot, roster: &Roster) -> Result<BotSpec, QuestionError> {
    let base = match named {
        None => {
            // These three switches set the output and the limits of a search, but not the kind of search.
            let limited = own.nodes.is_some() || own.time_ms.is_some();
            let silent = RawBot { exact_root: None, nodes: None, time_ms: None, ..own.clone() } == RawBot::default();
            let base = if silent { default_search(game) } else { RawBot::default() };
            let nodes = base.nodes.filter(|_| !limited);
            RawBot { name: Some(UNNAMED.to_owned()), nodes, ..base }
        }
        Some(name) if module_name(name).is_some() => {
            RawBot { game: Some(game), ..RawBot::of_module(name, default_search(game), roster.modules())? }
        }
        Some(name) => {
            if roster.engine(name).is_some() {
                return Err(QuestionError::Bot(diagnostic!(
                    "engine_in_analysis",
                    "{name:?} is an external engine; only bots of the arena's own search can analyse",
                    name
                )));
            }
            let raw = roster.raw(name).ok_or_else(|| QuestionError::Bot(roster.unknown(name, Some(game))))?;
            match raw.game {
                Some(other) if other != game => {
                    return Err(QuestionError::Bot(diagnostic!(
                        "analysis_of_other_game",
                        "{name:?} plays {other}, not {game}",
                        name,
                        other = other.to_string(),
                        game = game.to_string()
                    )));
                }
                _ => raw.clone(),
            }
        }
    };
    if base.module.is_some() {
        let name = base.name.unwrap_or_default();
        return Err(QuestionError::Bot(diagnostic!(
            "module_in_analysis",
            "{name:?} is a module that chooses its moves itself; only bots of the arena's own search can analyse",
            name
        )));
    }
    // If exact root values are requested, the aspiration window of the bot does not apply.
    let narrows = own.exact_root == Some(true) && own.aspiration.is_none();
    let mut raw = own.over(base);
    raw.aspiration = raw.aspiration.filter(|_| !narrows);
    raw.game = Some(game);
    raw.ties = raw.ties.or(Some(Ties::First));
    Ok(roster.check(raw)?)
}

/// Returns a bot's switches for the report of an analysis, without those that do not belong to a search.
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
    /// Reads a question of `/api/trace`: an [`AnalyseBody`] without a tree, whose search steps are returned.
    ///
    /// # Errors
    /// Returns the errors of [`Question::from_json`].
    pub fn of_steps(body: Value, roster: &Roster) -> Result<Self, QuestionError> {
        let mut body: AnalyseBody = from_json(&body).map_err(QuestionError::Form)?;
        if body.tree_depth.is_some() {
            return Err(QuestionError::Form(FieldError::new("tree_depth", "belongs to /api/analyse")));
        }
        let steps = body.page.take().map_or_else(StepsRequest::default, StepsRequest::of);
        Ok(Self { steps: Some(steps), ..Self::of(body, roster)? })
    }

    /// Reads a question of `/api/analyse`: an [`AnalyseBody`] without a page of steps.
    ///
    /// # Errors
    /// Returns an error if a key is missing, unknown, of the wrong type or out of range.
    pub fn from_json(body: Value, roster: &Roster) -> Result<Self, QuestionError> {
        let body: AnalyseBody = from_json(&body).map_err(QuestionError::Form)?;
        if body.page.is_some() {
            return Err(QuestionError::Form(FieldError::new("page", "belongs to /api/trace")));
        }
        Self::of(body, roster)
    }

    fn of(body: AnalyseBody, roster: &Roster) -> Result<Self, QuestionError> {
        let StartOf { game, options, position, moves } =
            StartOf::of(&body.game, body.options, body.position, body.moves)?;
        let switches: Map<String, Value> = body.switches.into_iter().collect();
        for key in ["name", "about", "random_move"] {
            if switches.contains_key(key) {
                return Err(QuestionError::Form(FieldError::new(key, "belongs to a bot, not to an analysis")));
            }
        }
        let own: RawBot = from_json(&Value::Object(switches)).map_err(QuestionError::Form)?;
        let bot = settings(game, body.bot.as_deref(), own, roster)?;
        let tree = body.tree_depth.map(|plies| TreeRequest { plies: Some(plies.to()), drawn: false });
        Ok(Self { options, position, moves, bot, tree, steps: None })
    }
}

/// A game and a position of it.
#[derive(Clone, Debug)]
pub(super) struct StartOf {
    pub game: GameId,
    /// The options of the game.
    pub options: Options,
    /// The position from which the moves start. The game's initial position by default.
    pub position: Option<String>,
    /// The moves to play first.
    pub moves: Vec<String>,
}

impl StartOf {
    /// Reads these keys of a body.
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

impl Default for StepsRequest {
    fn default() -> Self {
        Self { depth: None, below: Vec::new(), plies: None, from: 0, count: USUAL_STEPS, boards: false }
    }
}

impl StepsRequest {
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

/// Returns the beginning of an invalid move text, so that a hostile text cannot fill a log.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}
