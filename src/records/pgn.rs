//! Writes and reads matches as Portable Game Notation. No I/O.
//!
//! Comments hold values and times in the form that most programs read. The search information comes first, as match
//! managers write it (see [`SearchComment`]). Then follow the value after the move from White's side, `[%eval 0.31]` in
//! pawns or `[%eval #-3]` for a mate, `[%emt 0:00:01.250]` for the time spent on the move, and `[%clk 0:04:59]` for the
//! time left after it.

use std::fmt::Write as _;

use super::game_writer::{Movetext, comment_words, write_player, write_tag};
use super::search_comment::Score;
use super::tagged_game::{self, TaggedGame};
use super::{MoveNote, Record, SearchComment, SeatRecord};
use arena_games::conventions::{Conventions, RecordFormat, RecordNotation};
use arena_games::options::start;
use arena_games::{Diagnostic, Game, GameError, GameId, Options, Side, diagnostic, with_game};
use arena_play::{EndReason, GameResult};

/// The tokens that end a game.
pub const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "*"];

/// Why a record cannot be written as PGN or PDN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The format does not cover the record's game.
    #[error("{format} is for {}, but this match is of {found}", format.games())]
    Game {
        /// The format.
        format: RecordFormat,
        /// The record's game.
        found: GameId,
    },
    /// The record's options, position or moves are invalid.
    #[error("the record is invalid: {0}")]
    Record(#[from] GameError),
}

impl Unwritable {
    /// Returns the message for clients.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let problem = self.to_string();
        diagnostic!("unwritable", "{problem}", problem)
    }
}

/// Tags and comments that are written in addition to the record.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtraTags<'a> {
    /// The tournament's name.
    pub event: Option<&'a str>,
    /// The date of the match, as `YYYY.MM.DD`.
    pub date: Option<&'a str>,
    /// The round, as text.
    pub round: Option<&'a str>,
    /// More tags, written after the seven required ones.
    pub tags: &'a [(String, String)],
    /// Search information from the players, beginning with the first move after the opening. Empty if unknown.
    pub notes: &'a [MoveNote],
    /// The time left to the mover after each move after the opening, in milliseconds. Empty if unknown.
    pub clocks: &'a [u64],
}

impl<'a> ExtraTags<'a> {
    /// Returns the time left to the mover after the move at `ply`.
    fn clock(&self, record: &Record, ply: usize) -> Option<u64> {
        self.clocks.get(ply.checked_sub(record.opening.moves.len())?).copied()
    }

    /// Returns the search information for the move at `ply`.
    pub(super) fn note(&self, record: &Record, ply: usize) -> Option<&'a MoveNote> {
        self.notes.get(ply.checked_sub(record.opening.moves.len())?)
    }
}

/// Writes a record as a PGN game, followed by an empty line.
///
/// # Errors
/// [`Unwritable`] when the record is of another game or has an invalid move.
pub fn write(record: &Record, place: ExtraTags<'_>) -> Result<String, Unwritable> {
    with_game!(record.game, G => write_match(record, place, &notation::<G>(record.game, RecordFormat::Pgn)?))
}

/// Returns the game's notation if it uses `format`.
pub(super) fn notation<G: Game>(game: GameId, format: RecordFormat) -> Result<RecordNotation<G>, Unwritable> {
    let notation = G::CONVENTIONS.records.filter(|notation| notation.format == format);
    notation.ok_or(Unwritable::Game { format, found: game })
}

/// Estimated bytes for the tags of a match, and for each move with its comment.
const TAGS_LENGTH: usize = 2 << 10;
const MOVE_LENGTH: usize = 64;

fn write_match<G: Game>(
    record: &Record,
    place: ExtraTags<'_>,
    notation: &RecordNotation<G>,
) -> Result<String, Unwritable> {
    let mut position: G = start(&record.options, record.opening.position.as_deref())?;
    let mut text = String::with_capacity(TAGS_LENGTH + MOVE_LENGTH * record.moves.len());
    let [white, black] = &record.seats;
    write_roster(&mut text, place, [(notation.players[0], white), (notation.players[1], black)], result(record));
    write_start(&mut text, &position, notation)?;
    write_tag(&mut text, "PlyCount", &record.moves.len().to_string());
    write_tag(&mut text, "Termination", termination(record.verdict.by));
    if let Some(clock) = white.clock.filter(|clock| Some(*clock) == black.clock) {
        // A fixed time per move is written as a period of one move.
        let moves = if clock.per_move { Some(1) } else { clock.moves };
        let period = moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let (initial, increment) = (seconds(clock.initial_ms), seconds(clock.increment_ms));
        // The standard's periods have no increment, so an increment of 0 is left out.
        let increment =
            if moves.is_some() && clock.increment_ms == 0 { String::new() } else { format!("+{increment}") };
        write_tag(&mut text, "TimeControl", &format!("{period}{initial}{increment}"));
    }
    text.push('\n');
    let first = if position.to_move() == Side::First { 0 } else { 1 };
    let first_number = position_number(record) as usize;
    let (mut movetext, mut comment) = (Movetext::after(&mut text), String::new());
    let mut clocks = record.seats.each_ref().map(|seat| seat.clock.map(|clock| (clock.initial_ms, 0)));
    for (ply, move_text) in record.moves.iter().enumerate() {
        let (mv, side) = (legal(&position, move_text, ply)?, position.to_move());
        let number = (ply + first) / 2 + first_number;
        if side == Side::First {
            movetext.add_number(number, ".");
        } else if ply == 0 {
            movetext.add_number(number, "...");
        }
        let written = Conventions::written(&position, mv);
        movetext.add(&written);
        comment.clear();
        let search =
            place.note(record, ply).and_then(|note| SearchComment::of((record, ply), note, &position, (mv, &written)));
        if let Some(search) = search {
            // Writing into a string cannot fail.
            let _ = write!(comment, " {search}");
        }
        write_about::<G>(&mut comment, record, ply, side, &mut clocks);
        if let Some(left) = place.clock(record, ply) {
            let _ = write!(comment, " [%clk {}]", time(left));
        }
        if !comment.is_empty() {
            // Replaces the blank before the first word.
            comment.replace_range(..1, "{");
            comment.push('}');
            movetext.add(&comment);
        }
        position.play(mv);
    }
    if let Some(detail) = &record.verdict.detail {
        movetext.add(&format!("{{{}}}", comment_words(&detail.to_string())));
    }
    movetext.add(result(record));
    movetext.end();
    Ok(text)
}

/// Writes the tags of the variant and of the start position. The position is left out if readers assume it.
pub(super) fn write_start<G: Game>(
    text: &mut String,
    position: &G,
    notation: &RecordNotation<G>,
) -> Result<(), GameError> {
    let usual: G = start(&Options::new(), None)?;
    let start = |position| ((notation.kind)(position), (notation.position)(position));
    let (kind, fen) = start(position);
    if let Some((tag, value)) = kind {
        write_tag(text, tag, value);
    }
    if start(&usual) != (kind, fen.clone()) {
        write_tag(text, "SetUp", "1");
        write_tag(text, "FEN", &fen);
    }
    Ok(())
}

/// Returns the number of the first move, which is the last field of a FEN.
fn position_number(record: &Record) -> u32 {
    let fen = record.opening.position.as_deref().unwrap_or_default();
    fen.split_whitespace().nth(5).and_then(|number| number.parse().ok()).unwrap_or(1).max(1)
}

/// Returns the value after each move from the view of the first side, as `[%eval]` has it, as far as it is known.
#[must_use]
pub fn evals(record: &Record) -> Vec<Option<Score>> {
    with_game!(record.game, G => {
        let Ok(mut position) = start::<G>(&record.options, record.opening.position.as_deref()) else {
            return Vec::new();
        };
        let mut value = |(ply, text): (usize, &String)| {
            let mv = legal(&position, text, ply).ok()?;
            let value = record.value(ply).and_then(|value| Score::after_move::<G>(value, position.to_move().sign()));
            position.play(mv);
            value
        };
        record.moves.iter().enumerate().map(&mut value).collect()
    })
}

/// Appends the value, the time taken and the clock of a move, each after a blank. `clocks` holds the time left and the
/// number of moves made, by side.
fn write_about<G: Game>(
    comment: &mut String,
    record: &Record,
    ply: usize,
    side: Side,
    clocks: &mut [Option<(u64, usize)>; 2],
) {
    // Writing into a string cannot fail.
    if let Some(score) = record.value(ply).and_then(|value| Score::after_move::<G>(value, side.sign())) {
        let _ = write!(comment, " {}", score.eval());
    }
    let seat = side as usize;
    if let Some(ms) = record.ms.as_ref().and_then(|ms| ms.get(ply)).filter(|_| ply >= record.opening.moves.len()) {
        let _ = write!(comment, " [%emt {}]", time(*ms));
        if let (Some((left, made)), Some(clock)) = (&mut clocks[seat], record.seats[seat].clock) {
            let again = if clock.moves_to_go(*made) == Some(1) { clock.initial_ms } else { 0 };
            *left = left.saturating_sub(*ms) + clock.increment_ms + again;
            *made += 1;
            let _ = write!(comment, " [%clk {}]", time(*left));
        }
    }
}

/// Formats a time as hours, minutes and seconds.
fn time(ms: u64) -> String {
    let (seconds, rest) = (ms / 1_000, ms % 1_000);
    format!("{}:{:02}:{:02}.{rest:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn seconds(ms: u64) -> String {
    if ms.is_multiple_of(1_000) { (ms / 1_000).to_string() } else { format!("{}.{:03}", ms / 1_000, ms % 1_000) }
}

/// Writes the seven required tags, `place.tags`, and the ids and versions of the players. The side that moves first
/// comes first, as in the result.
pub(super) fn write_roster(text: &mut String, place: ExtraTags<'_>, seats: [(&str, &SeatRecord); 2], result: &str) {
    let name = |seat: &SeatRecord| if seat.name.is_empty() { "?".to_owned() } else { seat.name.clone() };
    write_tag(text, "Event", place.event.unwrap_or("?"));
    write_tag(text, "Site", "minimax-arena");
    // A record has no date, so the same match always gives the same text.
    write_tag(text, "Date", place.date.unwrap_or("????.??.??"));
    write_tag(text, "Round", place.round.unwrap_or("?"));
    for (side, seat) in seats {
        write_tag(text, side, &name(seat));
    }
    write_tag(text, "Result", result);
    for (name, value) in place.tags {
        write_tag(text, name, value);
    }
    for (side, seat) in seats {
        write_player(text, side, seat);
    }
}

/// Returns the result token, with the first seat's number first.
pub(super) const fn result(record: &Record) -> &'static str {
    match record.verdict.outcome {
        Some(GameResult::First) => "1-0",
        Some(GameResult::Second) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Returns the standard's term for an end reason.
pub(super) const fn termination(by: EndReason) -> &'static str {
    match by {
        EndReason::Rules | EndReason::Resignation | EndReason::Agreement => "normal",
        EndReason::Timeout => "time forfeit",
        EndReason::Illegal => "rules infraction",
        EndReason::Absence | EndReason::Crash | EndReason::Stall | EndReason::Forfeit => "abandoned",
        EndReason::AdjudicatedDraw
        | EndReason::AdjudicatedWin
        | EndReason::AdjudicatedLength
        | EndReason::AdjudicatedSolved
        | EndReason::AdjudicatedTablebase => "adjudication",
        EndReason::Aborted => "unterminated",
    }
}

/// Parses the move `text` at `ply` and checks that it is legal.
pub(super) fn legal<G: Game>(position: &G, text: &str, ply: usize) -> Result<G::Move, GameError> {
    let mv: G::Move = text.parse()?;
    if position.is_legal(mv) { Ok(mv) } else { Err(arena_games::illegal(position, text, ply)) }
}

/// Iterates over the games of a PGN file.
///
/// ```
/// use arena_records::pgn;
///
/// let mut games = pgn::games("[White \"Ann\"]\n\n1. e4 e5 2. Nf3 1-0\n");
/// let game = games.next().expect("the text has a game")?;
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("Ann"), 3));
/// # Ok::<(), arena_records::tagged_game::Malformed>(())
/// ```
pub fn games(text: &str) -> impl Iterator<Item = Result<TaggedGame, tagged_game::Malformed>> + '_ {
    tagged_game::games(text, RESULTS)
}

#[cfg(test)]
mod tests;
