//! The problems of a tournament file, except values that are out of range.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Problem, SyntaxFault};

/// The problem of a file. The English message is built from the same data. Later versions may add variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum FileFault {
    /// The file is not TOML.
    #[error("{sentence}")]
    Syntax {
        /// The kind of syntax error. `None` if there is only an English message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<SyntaxFault>,
        /// The expected character, if it is a single one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
        /// The English message.
        sentence: String,
    },
    /// A key is missing.
    #[error("`{missing}` is missing")]
    Missing {
        /// The key.
        missing: String,
    },
    /// A value has the wrong type.
    #[error("{sentence}")]
    Type {
        /// The expected type: `whole number`, `number`, `text`, `true or false`, `list`, `table`. `None` if there is
        /// only an English message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wanted: Option<String>,
        /// The least value of the integer, if that is the reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u64>,
        /// The greatest value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u64>,
        /// The English message, with the actual and the expected type.
        sentence: String,
    },
    /// A name is too short, too long, or has invisible characters.
    #[error("a name has 1 to {most} printable characters")]
    Name {
        /// The greatest length.
        most: usize,
    },
    /// A number is out of range.
    #[error("{number} is {given}, outside {least} to {most}")]
    Bounds {
        /// The number.
        number: String,
        /// The given value.
        given: i64,
        /// The least value.
        least: i64,
        /// The greatest value.
        most: i64,
    },
    /// A sequential test needs a number of rounds.
    #[error("a sequential test says how many encounters it may take at most")]
    TestRounds,
    /// A key belongs to another tournament format.
    #[error("this key belongs to the format {format:?}")]
    OtherFormat {
        /// The format.
        format: String,
    },
    /// A hypothesis of a test is out of range.
    #[error("a hypothesis of {given} Elo is out of range: from -4000 to 4000")]
    Hypothesis {
        /// The given hypothesis.
        given: String,
    },
    /// The hypotheses of a test are in the wrong order.
    #[error("the first hypothesis, {first}, must be below the second, {second}")]
    HypothesesOrder {
        /// The first hypothesis.
        first: String,
        /// The second hypothesis.
        second: String,
    },
    /// An error rate is invalid.
    #[error("{rate} = {given} is no rate of errors: it is above 0 and below 1")]
    ErrorRate {
        /// The error rate.
        rate: String,
        /// The given value.
        given: String,
    },
    /// The sum of the error rates is too large.
    #[error("alpha and beta must be below 1 together, and are {sum}")]
    ErrorRates {
        /// The sum.
        sum: String,
    },
    /// The Bayesian model of a test does not count pairs of matches.
    #[error("the Bayesian model counts matches one by one: pentanomial = false")]
    BayesianPairs,
    /// Two entrants have the same name.
    #[error("{name:?} is an entrant twice (also in line {line}); each needs a name of its own")]
    EntrantTwice {
        /// The name.
        name: String,
        /// The other line with this name.
        line: usize,
    },
    /// There are too few or too many entrants.
    #[error("there are {given}; a tournament has 2 to {most}")]
    Entrants {
        /// The number of entrants.
        given: usize,
        /// The greatest number of entrants.
        most: usize,
    },
    /// A match does not have exactly two entrants.
    #[error("a match has two entrants, not {given}; a gauntlet has more")]
    NotTwo {
        /// The number of entrants.
        given: usize,
    },
    /// The number of champions is out of range.
    #[error("{given} is outside 1 to {most}: somebody is left to be met")]
    Champions {
        /// The given number.
        given: usize,
        /// The greatest number.
        most: usize,
    },
    /// This number of rounds comes to too many matches.
    #[error(
        "{rounds} rounds of up to {each} matches each are more than the {largest} matches of the largest tournament; with {entrants} entrants it has at most {most} rounds"
    )]
    Rounds {
        /// The number of rounds.
        rounds: u64,
        /// The number of matches per round.
        each: u64,
        /// The greatest number of matches of a tournament.
        largest: u64,
        /// The number of entrants.
        entrants: usize,
        /// The greatest number of rounds.
        most: u64,
    },
    /// The limits are not a table.
    #[error(
        "limits are written {{ depth = 6, nodes = 10000, time_ms = 100 }} or {{ clock = {{ initial_ms = 10000, increment_ms = 100 }} }}"
    )]
    LimitsForm,
    /// Both a time per move and a clock are given.
    #[error("a move has a time of its own or a share of a clock, not both")]
    TimeAndClock,
    /// A clock with a time per move has further settings.
    #[error("with per_move each move has its whole time: it has no increment_ms, delay_ms or moves")]
    PerMove,
    /// A margin is given although there is no time limit.
    #[error("nothing here can be late: give time_ms or a clock")]
    NothingLate,
    /// The rules of adjudication are not a table.
    #[error("a table, as [adjudication] and max_plies = 300 below it")]
    AdjudicationForm,
    /// The number of moves for a draw is 0.
    #[error("moves is 0: a draw is agreed to by at least one move of each side")]
    DrawMoves,
    /// The number of moves or the value for a resignation is 0.
    #[error("moves and value are at least 1: nobody resigns what is even")]
    ResignRule,
    /// Every match would end at once.
    #[error("0 would end every match before its first move")]
    NoPlies,
    /// The game cannot be solved exactly.
    #[error("{game} is not solved exactly; {} are", games.join(", "))]
    NotSolved {
        /// The game.
        game: String,
        /// The games that can be solved.
        games: Vec<String>,
    },
    /// An entrant is configured for another game.
    #[error("the tournament is of {game}; an entrant plays that too")]
    EntrantGame {
        /// The tournament's game.
        game: String,
    },
    /// An entrant has no settings.
    #[error("an entrant names a bot, or sets at least one key of its own")]
    NoEntrant,
    /// A bot is for another game.
    #[error("{name:?} plays {plays}, but this tournament is of {game}")]
    BotGame {
        /// The bot.
        name: String,
        /// The game of the bot.
        plays: String,
        /// The tournament's game.
        game: String,
    },
    /// A grid is not a table.
    #[error("a grid is written {{ depth = [2, 4], book = [true, false] }}")]
    GridForm,
    /// The value of a grid key is not a list.
    #[error("a grid has a list of values for each key, as depth = [2, 4, 6]")]
    GridList,
    /// The list of a grid key is empty.
    #[error("the list is empty: there would be no bot")]
    GridEmpty,
    /// The key cannot be used in a grid.
    #[error("a grid is over the switches of a bot, and names its bots itself")]
    GridKey,
    /// A key is set in the grid and outside it.
    #[error("this key stands beside the grid too: give it in one place")]
    GridBeside,
    /// A grid has too many bots.
    #[error("the grid has {given} bots; a tournament has at most {most} entrants, {room} of them left here")]
    GridSize {
        /// The number of bots in the grid.
        given: String,
        /// The greatest number of entrants of a tournament.
        most: usize,
        /// The number of bots for which there is room.
        room: usize,
    },
    /// A value of a grid is wrong.
    #[error("{inner}: {problem}")]
    InGrid {
        /// The key.
        inner: String,
        /// The problem.
        #[schema(no_recursion)]
        problem: Box<Problem>,
    },
    /// Openings are given in two ways.
    #[error("openings come from one place, and there is {other} too")]
    OnePlace {
        /// The other key.
        other: String,
    },
    /// An order is given for random plies.
    #[error("random plies have no order: it belongs to openings that are listed")]
    NoOrder,
    /// A number of plies is given without a file or book.
    #[error("this cuts the lines of a file or a book, and there is none")]
    NothingToCut,
    /// Files cannot be named here.
    #[error("no file can be named here: write positions = [\"…\"] or lines = [\"…\"] instead")]
    NoFiles,
    /// The list of openings is empty.
    #[error("there is no opening in the list")]
    NoOpening,
    /// A book has no line from this position.
    #[error("the book {book:?} has no line from this start")]
    NoLine {
        /// The book.
        book: String,
    },
    /// A book has too many lines.
    #[error("the book has too many lines: cut them with plies")]
    ManyLines,
    /// A line starts with neither a legal move nor a position.
    #[error("{given:?} is no move at the start, and this is no position either: {problem}")]
    NeitherMoveNorPosition {
        /// The beginning of the line.
        given: String,
        /// The reason why it is not a position.
        #[schema(no_recursion)]
        problem: Box<Problem>,
    },
    /// A move of an opening is not legal.
    #[error("{given:?} is no legal move here, at ply {number}")]
    OpeningMove {
        /// The move.
        given: String,
        /// The ply of the move, from 1.
        number: usize,
    },
    /// An opening is too long.
    #[error("{given} plies are more than {most}: cut them with plies")]
    LongOpening {
        /// The number of plies.
        given: usize,
        /// The greatest number of plies.
        most: usize,
    },
    /// An opening ends the game.
    #[error("the game is over at the end of this opening: nobody would move")]
    OpeningOver,
    /// The game is over in the initial position.
    #[error("the game is over at its start: nobody would move")]
    StartOver,
    /// No line of this length leaves the game unfinished.
    #[error("no line of {plies} plies leaves the game unfinished: {sentence}")]
    NoLineSoLong {
        /// The number of plies.
        plies: usize,
        /// The reason, in English.
        sentence: String,
    },
    /// There are too many openings of this length.
    #[error("there are more than {most} different openings of {plies} plies; take fewer plies, or random_plies")]
    ManyOpenings {
        /// The greatest number of openings.
        most: usize,
        /// The number of plies.
        plies: usize,
    },
    /// This many openings do not fit into memory.
    #[error("{turns} openings of that many plies are too many to hold")]
    OpeningsToHold {
        /// The number of openings.
        turns: u64,
    },
    /// A rating is not a number.
    #[error("a rating is a number, as {name}=2000")]
    Rating {
        /// The name of the rated player.
        name: String,
    },
    /// A match would need more memory than searches may use.
    #[error(
        "{name}: table_mb is {table_mb}, so that a match may need {needed_mb} MiB for its searches, but the tables of all searches share {most_mb} MiB (memory_mb in [bots], less what searches without a table need), and no table of a tournament is made smaller"
    )]
    Memory {
        /// The entrant.
        name: String,
        /// The size of its table in MiB.
        table_mb: u32,
        /// The memory that a match may need, in MiB.
        needed_mb: u64,
        /// The available memory in MiB.
        most_mb: u64,
    },
    /// A key is reserved for the operator's tournaments.
    #[error("only the operator of a server may set this")]
    OperatorsKey,
    /// An entrant exceeds the server's limits.
    #[error("{name}: {inner}: {problem}")]
    OfEntrant {
        /// The entrant.
        name: String,
        /// The key.
        inner: String,
        /// The problem.
        #[schema(no_recursion)]
        problem: Box<Problem>,
    },
}

impl From<FileFault> for Problem {
    fn from(fault: FileFault) -> Self {
        Self::File { fault }
    }
}
