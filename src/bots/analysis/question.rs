//! The input of an analysis, read into checked types where it enters the program.

use serde_json::{Map, Value};

use crate::bots::spec::OneOrMore;
use crate::bots::{BotSpec, RawBot, Roster, SpecError};
use crate::games::{GameError, GameId, Options};
use crate::search::{Ordering, Pruning, Ties};

/// The name of a bot that was given none.
const UNNAMED: &str = "custom";
/// A tree is at most so many plies deep, as a search is.
const MAX_TREE_DEPTH: u64 = crate::search::MAX_DEPTH as u64;

/// The most steps of a page.
pub const MOST_STEPS: usize = 2_000;
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
    /// At most so many, at most [`MOST_STEPS`].
    pub count: usize,
    /// Whether the boards of the nodes that are entered are told, where they are small.
    pub boards: bool,
}

/// Why a question is refused. The sentence says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The game, its options, the position or a move.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A switch of the search.
    #[error(transparent)]
    Settings(#[from] SpecError),
    /// There is no such bot, or it plays another game.
    #[error("bot: {0}")]
    Bot(String),
    /// The form of the question.
    #[error("{0}")]
    Form(String),
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
            let raw = roster.raw(name).ok_or_else(|| QuestionError::Bot(roster.unknown(name, Some(game))))?;
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
    /// Reads a question as [`Question::from_json`] does, and under the key `page` which steps of the search to return,
    /// as [`StepsWish::from_json`] reads it.
    ///
    /// # Errors
    /// As [`Question::from_json`]; and where it asks for a tree.
    pub fn of_steps(mut body: Value, roster: &Roster) -> Result<Self, QuestionError> {
        let page = body.as_object_mut().and_then(|body| body.remove("page"));
        let question = Self::from_json(body, roster)?;
        if question.tree.is_some() {
            return Err(QuestionError::Form("tree_depth: belongs to /api/analyse".to_owned()));
        }
        Ok(Self { steps: Some(StepsWish::from_json(page)?), ..question })
    }

    /// Reads `{game, options?, position?, moves?, bot?, tree_depth?, …}`, where all other keys are switches of the
    /// search by the names of a bot's file. `moves` is a list or one text with spaces, where move
    /// numbers may stand.
    ///
    /// # Errors
    /// When a key is missing, unknown or of the wrong type, or its value out of range.
    pub fn from_json(body: Value, roster: &Roster) -> Result<Self, QuestionError> {
        let mut body = object(body)?;
        let StartOf { game, options, position, moves } = start_of(&mut body)?;
        let named = text(&mut body, "bot")?;
        let tree = tree_wish(body.remove("tree_depth"))?;
        for key in ["name", "about", "random_move"] {
            if body.contains_key(key) {
                return Err(QuestionError::Form(format!("{key}: belongs to a bot, not to an analysis")));
            }
        }
        let own: RawBot = serde_json::from_value(Value::Object(body))
            .map_err(|error| QuestionError::Form(format!("switches of the search: {error}")))?;
        let bot = settings(game, named.as_deref(), own, roster)?;
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

pub(super) fn object(body: Value) -> Result<Map<String, Value>, QuestionError> {
    match body {
        Value::Object(body) => Ok(body),
        _ => Err(QuestionError::Form("expected a JSON object with at least a game".to_owned())),
    }
}

/// Takes `{game, options?, position?, moves?}` out of a question.
pub(super) fn start_of(body: &mut Map<String, Value>) -> Result<StartOf, QuestionError> {
    let game: GameId = match body.remove("game") {
        Some(Value::String(name)) => name.parse()?,
        _ => return Err(QuestionError::Form("game: expected the name of a game, as \"tictactoe\"".to_owned())),
    };
    let options = match body.remove("options") {
        None | Some(Value::Null) => Options::new(),
        Some(Value::Object(options)) => options,
        Some(_) => return Err(QuestionError::Form("options: expected an object, as {\"heap\": 21}".to_owned())),
    };
    Ok(StartOf { game, options, position: text(body, "position")?, moves: moves("moves", body.remove("moves"))? })
}

/// Takes a switch out of a question; off unless given.
pub(super) fn flag(body: &mut Map<String, Value>, key: &str) -> Result<bool, QuestionError> {
    match body.remove(key) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(on)) => Ok(on),
        Some(_) => Err(QuestionError::Form(format!("{key}: expected true or false"))),
    }
}

/// Refuses what is left of a question of which everything known was taken.
pub(super) fn nothing_else(body: &Map<String, Value>, known: &str) -> Result<(), QuestionError> {
    match body.keys().next() {
        None => Ok(()),
        Some(key) => {
            Err(QuestionError::Form(format!("{}: unknown; there are {known}", crate::games::beginning(key, 32))))
        }
    }
}

fn text(body: &mut Map<String, Value>, key: &str) -> Result<Option<String>, QuestionError> {
    match body.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(QuestionError::Form(format!("{key}: expected a text"))),
    }
}

/// The moves of a text, which are separated by blanks. The numbers that people write before them, as in `1. e4 e5
/// 2.Nf3` or `3... d5`, are left out.
#[must_use]
pub fn written_moves(text: &str) -> Vec<String> {
    let unnumbered = |word: &'_ str| {
        let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let mv = after.trim_start_matches(['.', '…']);
        // Digits alone are a move in some games.
        if after.len() < word.len() && mv.len() < after.len() { mv.to_owned() } else { word.to_owned() }
    };
    text.split_whitespace().map(unnumbered).filter(|word| !word.is_empty()).collect()
}

/// A list of moves, or one text with spaces.
pub(super) fn moves(key: &str, value: Option<Value>) -> Result<Vec<String>, QuestionError> {
    let refuse = || QuestionError::Form(format!("{key}: expected a list of moves, as [\"b2\", \"a1\"]"));
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(written_moves(&text)),
        Some(Value::Array(list)) => {
            let moves = list.into_iter().map(|mv| if let Value::String(mv) = mv { Ok(mv) } else { Err(refuse()) });
            moves.collect()
        }
        Some(_) => Err(refuse()),
    }
}

fn tree_wish(value: Option<Value>) -> Result<Option<TreeWish>, QuestionError> {
    let plies = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(value) => value.as_u64().filter(|plies| *plies <= MAX_TREE_DEPTH),
    };
    match plies.and_then(|plies| u16::try_from(plies).ok()) {
        Some(plies) => Ok(Some(TreeWish { plies: Some(plies), drawn: false })),
        None => Err(QuestionError::Form(format!("tree_depth: expected a whole number from 0 to {MAX_TREE_DEPTH}"))),
    }
}

impl Default for StepsWish {
    fn default() -> Self {
        Self { depth: None, below: Vec::new(), plies: None, from: 0, count: USUAL_STEPS, boards: false }
    }
}

impl StepsWish {
    /// Reads `{depth?, below?, plies?, from?, count?, boards?}`; nothing is the first page of all.
    ///
    /// # Errors
    /// What is wrong and what would be right.
    pub fn from_json(page: Option<Value>) -> Result<Self, QuestionError> {
        let mut page = match page {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(page)) => page,
            Some(_) => return Err(QuestionError::Form("page: expected an object, as {\"from\": 500}".to_owned())),
        };
        let boards = match page.remove("boards") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(boards)) => boards,
            Some(_) => return Err(QuestionError::Form("page.boards: expected true or false".to_owned())),
        };
        let mut number = |key: &str, least: u64, most: u64| match page.remove(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64().filter(|number| (least..=most).contains(number)) {
                Some(number) => Ok(Some(number)),
                None => Err(QuestionError::Form(format!("page.{key}: expected a whole number from {least} to {most}"))),
            },
        };
        let small = |number: Option<u64>| number.and_then(|number| u16::try_from(number).ok());
        let depths = u64::from(crate::search::MAX_DEPTH);
        let usual = Self::default();
        let wish = Self {
            depth: small(number("depth", 1, depths)?),
            plies: small(number("plies", 0, depths)?),
            from: number("from", 0, 1 << 53)?.unwrap_or(usual.from),
            count: match number("count", 1, MOST_STEPS as u64)? {
                None => usual.count,
                Some(count) => usize::try_from(count).unwrap_or(usual.count),
            },
            below: moves("page.below", page.remove("below"))?,
            boards,
        };
        match page.keys().next() {
            None => Ok(wish),
            Some(key) => {
                let known = "depth, below, plies, from, count and boards";
                Err(QuestionError::Form(format!("page.{key}: unknown; there are {known}")))
            }
        }
    }
}

/// The beginning of a text that is no move: a hostile one must not fill a log.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}
