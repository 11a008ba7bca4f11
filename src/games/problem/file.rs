//! What is wrong with a file of a tournament, beyond values that are out of their bounds.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Problem, SyntaxFault};

/// What is wrong with a file. The English sentence is made of the same; later versions may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum FileFault {
    /// It is no TOML.
    #[error("{sentence}")]
    Syntax {
        /// What stands there; none where English alone has words for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<SyntaxFault>,
        /// The sign that is expected in its place, where it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
        /// The same in English.
        sentence: String,
    },
    /// A key is missing.
    #[error("`{missing}` is missing")]
    Missing {
        /// Which.
        missing: String,
    },
    /// A value is of another type.
    #[error("{sentence}")]
    Type {
        /// What is needed: `whole number`, `number`, `text`, `true or false`, `list`, `table`; none where English alone has
        /// words for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wanted: Option<String>,
        /// The least that a whole number may be here, where that is why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u64>,
        /// The most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u64>,
        /// What stands there and what is needed, in English.
        sentence: String,
    },
    /// A name has too few or too many letters, or some that cannot be seen.
    #[error("a name has 1 to {most} printable characters")]
    Name {
        /// So many it may have.
        most: usize,
    },
    /// A number has to be within bounds, for a reason.
    #[error("{number} is {given}, outside {least} to {most}")]
    Bounds {
        /// Which number.
        number: String,
        /// What was given.
        given: i64,
        /// The least that it may be.
        least: i64,
        /// The most.
        most: i64,
    },
    /// A sequential test needs a number of rounds.
    #[error("a sequential test says how many encounters it may take at most")]
    TestRounds,
    /// A key belongs to another format.
    #[error("this key belongs to the format {format:?}")]
    OtherFormat {
        /// To which.
        format: String,
    },
    /// A hypothesis of a test is out of range.
    #[error("a hypothesis of {given} Elo is out of range: from -4000 to 4000")]
    Hypothesis {
        /// What was given.
        given: String,
    },
    /// The hypotheses of a test are in the wrong order.
    #[error("the first hypothesis, {first}, must be below the second, {second}")]
    HypothesesOrder {
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
    /// A rate of errors is none.
    #[error("{rate} = {given} is no rate of errors: it is above 0 and below 1")]
    ErrorRate {
        /// Which.
        rate: String,
        /// What was given.
        given: String,
    },
    /// The rates of errors are too large together.
    #[error("alpha and beta must be below 1 together, and are {sum}")]
    ErrorRates {
        /// What they are together.
        sum: String,
    },
    /// A test by this model does not count encounters.
    #[error("the Bayesian model counts matches one by one: pentanomial = false")]
    BayesianPairs,
    /// Two entrants have one name.
    #[error("{name:?} is an entrant twice (also in line {line}); each needs a name of its own")]
    EntrantTwice {
        /// The name.
        name: String,
        /// Where else it stands.
        line: usize,
    },
    /// There are too few or too many entrants.
    #[error("there are {given}; a tournament has 2 to {most}")]
    Entrants {
        /// So many there are.
        given: usize,
        /// So many there may be.
        most: usize,
    },
    /// A match between two has more entrants, or fewer.
    #[error("a match has two entrants, not {given}; a gauntlet has more")]
    NotTwo {
        /// So many there are.
        given: usize,
    },
    /// There are as many champions as entrants, or none.
    #[error("{given} is outside 1 to {most}: somebody is left to be met")]
    Champions {
        /// So many were given.
        given: usize,
        /// So many there may be.
        most: usize,
    },
    /// So many rounds come to too many matches.
    #[error(
        "{rounds} rounds of up to {each} matches each are more than the {largest} matches of the largest tournament; with {entrants} entrants it has at most {most} rounds"
    )]
    Rounds {
        /// So many rounds.
        rounds: u64,
        /// So many matches in each.
        each: u64,
        /// So many matches a tournament may have.
        largest: u64,
        /// So many entrants there are.
        entrants: usize,
        /// So many rounds there may be.
        most: u64,
    },
    /// The limits are no table.
    #[error(
        "limits are written {{ depth = 6, nodes = 10000, time_ms = 100 }} or {{ clock = {{ initial_ms = 10000, increment_ms = 100 }} }}"
    )]
    LimitsForm,
    /// There is a time for each move and a clock.
    #[error("a move has a time of its own or a share of a clock, not both")]
    TimeAndClock,
    /// A clock with a time for each move has more.
    #[error("with per_move each move has its whole time: it has no increment_ms, delay_ms or moves")]
    PerMove,
    /// There is a margin where nothing can be late.
    #[error("nothing here can be late: give time_ms or a clock")]
    NothingLate,
    /// The rules of adjudication are no table.
    #[error("a table, as [adjudication] and max_plies = 300 below it")]
    AdjudicationForm,
    /// A draw is agreed to by no move.
    #[error("moves is 0: a draw is agreed to by at least one move of each side")]
    DrawMoves,
    /// A loss is agreed to by no move, or by nothing.
    #[error("moves and value are at least 1: nobody resigns what is even")]
    ResignRule,
    /// Every match would end at once.
    #[error("0 would end every match before its first move")]
    NoPlies,
    /// The game is not solved.
    #[error("{game} is not solved exactly; {} are", games.join(", "))]
    NotSolved {
        /// The game.
        game: String,
        /// Those that are.
        games: Vec<String>,
    },
    /// An entrant plays another game.
    #[error("the tournament is of {game}; an entrant plays that too")]
    EntrantGame {
        /// The tournament's game.
        game: String,
    },
    /// An entrant is nothing.
    #[error("an entrant names a bot, or sets at least one key of its own")]
    NoEntrant,
    /// A bot plays another game.
    #[error("{name:?} plays {plays}, but this tournament is of {game}")]
    BotGame {
        /// The bot.
        name: String,
        /// What it plays.
        plays: String,
        /// The tournament's game.
        game: String,
    },
    /// A grid is no table.
    #[error("a grid is written {{ depth = [2, 4], book = [true, false] }}")]
    GridForm,
    /// A key of a grid has no list.
    #[error("a grid has a list of values for each key, as depth = [2, 4, 6]")]
    GridList,
    /// A key of a grid has an empty list.
    #[error("the list is empty: there would be no bot")]
    GridEmpty,
    /// A grid is not over such a key.
    #[error("a grid is over the switches of a bot, and names its bots itself")]
    GridKey,
    /// A key stands in the grid and beside it.
    #[error("this key stands beside the grid too: give it in one place")]
    GridBeside,
    /// A grid has too many bots.
    #[error("the grid has {given} bots; a tournament has at most {most} entrants, {room} of them left here")]
    GridSize {
        /// So many it has.
        given: String,
        /// So many entrants a tournament may have.
        most: usize,
        /// For so many there is room.
        room: usize,
    },
    /// A value of a grid is wrong.
    #[error("{inner}: {problem}")]
    InGrid {
        /// Its key.
        inner: String,
        /// What is wrong with it.
        #[schema(no_recursion)]
        problem: Box<Problem>,
    },
    /// Openings come from two places.
    #[error("openings come from one place, and there is {other} too")]
    OnePlace {
        /// The other one.
        other: String,
    },
    /// Random plies have no order.
    #[error("random plies have no order: it belongs to openings that are listed")]
    NoOrder,
    /// There is nothing to cut.
    #[error("this cuts the lines of a file or a book, and there is none")]
    NothingToCut,
    /// No file can be named here.
    #[error("no file can be named here: write positions = [\"…\"] or lines = [\"…\"] instead")]
    NoFiles,
    /// There is no opening.
    #[error("there is no opening in the list")]
    NoOpening,
    /// A book has no line.
    #[error("the book {book:?} has no line from this start")]
    NoLine {
        /// The book.
        book: String,
    },
    /// A book has too many lines.
    #[error("the book has too many lines: cut them with plies")]
    ManyLines,
    /// A line begins with no move and is no position.
    #[error("{given:?} is no move at the start, and this is no position either: {problem}")]
    NeitherMoveNorPosition {
        /// How it begins.
        given: String,
        /// Why it is no position.
        #[schema(no_recursion)]
        problem: Box<Problem>,
    },
    /// A move of an opening is not legal.
    #[error("{given:?} is no legal move here, at ply {number}")]
    OpeningMove {
        /// The move.
        given: String,
        /// Its ply, from 1.
        number: usize,
    },
    /// An opening is too long.
    #[error("{given} plies are more than {most}: cut them with plies")]
    LongOpening {
        /// So many plies it has.
        given: usize,
        /// So many it may have.
        most: usize,
    },
    /// An opening ends the game.
    #[error("the game is over at the end of this opening: nobody would move")]
    OpeningOver,
    /// The game is over where it starts.
    #[error("the game is over at its start: nobody would move")]
    StartOver,
    /// No game is so long.
    #[error("no line of {plies} plies leaves the game unfinished: {sentence}")]
    NoLineSoLong {
        /// So many plies.
        plies: usize,
        /// Why, in English.
        sentence: String,
    },
    /// There are too many openings of a length.
    #[error("there are more than {most} different openings of {plies} plies; take fewer plies, or random_plies")]
    ManyOpenings {
        /// So many can be listed.
        most: usize,
        /// So many plies.
        plies: usize,
    },
    /// So many openings cannot be held.
    #[error("{turns} openings of that many plies are too many to hold")]
    OpeningsToHold {
        /// So many openings.
        turns: u64,
    },
    /// A rating is no number.
    #[error("a rating is a number, as {name}=2000")]
    Rating {
        /// Whose it is.
        name: String,
    },
    /// A match would need more memory than there is for searches.
    #[error(
        "{name}: table_mb is {table_mb}, so that a match may need {needed_mb} MiB for its searches, but the tables of all searches share {most_mb} MiB (memory_mb in [bots], less what searches without a table need), and no table of a tournament is made smaller"
    )]
    Memory {
        /// The entrant.
        name: String,
        /// Its table, in MiB.
        table_mb: u32,
        /// What a match may need, in MiB.
        needed_mb: u64,
        /// What there is, in MiB.
        most_mb: u64,
    },
    /// A key is for the operator's tournaments alone.
    #[error("only the operator of a server may set this")]
    OperatorsKey,
    /// An entrant asks for more than the server takes.
    #[error("{name}: {inner}: {problem}")]
    OfEntrant {
        /// The entrant.
        name: String,
        /// The key.
        inner: String,
        /// What is wrong with it.
        #[schema(no_recursion)]
        problem: Box<Problem>,
    },
}

impl From<FileFault> for Problem {
    fn from(fault: FileFault) -> Self {
        Self::File { fault }
    }
}
