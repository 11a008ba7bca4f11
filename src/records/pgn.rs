//! Matches as Portable Game Notation: pure.
//!
//! Values and times stand in comments as most programs read them: what a search told as match managers write it (see
//! [`SearchComment`]), then `[%eval 0.31]` in pawns from White's side, `[%emt 0:00:01.250]` for the time that a move took,
//! `[%clk 0:04:59]` for what was left after it.

use std::fmt::Write as _;

use super::search_comment::InHundredths;
use super::tagged_game::{self, Movetext, TaggedGame, comment_words, write_player, write_tag};
use super::{MoveNote, Record, SearchComment, SeatRecord};
use crate::games::catalog::{Visitor, start};
use crate::games::conventions::{Conventions, RecordFormat, RecordNotation};
use crate::games::{Game, GameError, GameId, Hints, Side};
use crate::play::{EndReason, GameResult};
use crate::search::win_in;

/// The words that end a game.
pub const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "*"];

/// Why a record cannot be written as PGN or PDN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// Another game.
    #[error("{format} is for {}, and this match is one of {found}", format.games())]
    Game {
        /// The format.
        format: RecordFormat,
        /// The record's game.
        found: GameId,
    },
    /// The record's moves are wrong.
    #[error("the record is wrong: {0}")]
    Record(#[from] GameError),
}

/// What the tags of a game say besides its record.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtraTags<'a> {
    /// The tournament.
    pub event: Option<&'a str>,
    /// The round, as text.
    pub round: Option<&'a str>,
    /// More tags, behind the seven that every game has.
    pub tags: &'a [(String, String)],
    /// What players told of their searches, from the first move after the opening on; empty where that is not known.
    pub notes: &'a [MoveNote],
}

impl<'a> ExtraTags<'a> {
    /// What was told of the search behind the move of that ply.
    pub(super) fn note(&self, record: &Record, ply: usize) -> Option<&'a MoveNote> {
        self.notes.get(ply.checked_sub(record.opening.moves.len())?)
    }
}

/// A record as a game of PGN, with an empty line behind it.
///
/// # Errors
/// [`Unwritable`].
pub fn write(record: &Record, place: ExtraTags<'_>) -> Result<String, Unwritable> {
    struct Write<'a>(&'a Record, ExtraTags<'a>);
    impl Visitor for Write<'_> {
        type Output = Result<String, Unwritable>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            write_match(self.0, self.1, &notation::<G>(self.0.game, RecordFormat::Pgn)?)
        }
    }
    record.game.visit(Write(record, place))
}

/// How the game's matches are written in `format`.
pub(super) fn notation<G: Game>(game: GameId, format: RecordFormat) -> Result<RecordNotation<G>, Unwritable> {
    let notation = G::CONVENTIONS.records.filter(|notation| notation.format == format);
    notation.ok_or(Unwritable::Game { format, found: game })
}

/// About so many bytes are written for the tags of a match, and for each move with what is told of its search.
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
    write_roster(&mut text, place, [("White", white), ("Black", black)], result(record));
    // A variant does not begin at the start that readers expect.
    let kind = (notation.kind)(&position);
    if let Some((tag, value)) = kind {
        write_tag(&mut text, tag, value);
    }
    if kind.is_some() || record.opening.position.is_some() {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &position.notation());
    }
    write_tag(&mut text, "PlyCount", &record.moves.len().to_string());
    write_tag(&mut text, "Termination", termination(record.verdict.by));
    if let Some(clock) = white.clock.filter(|clock| Some(*clock) == black.clock) {
        // A time for each move is a period of one.
        let moves = if clock.per_move { Some(1) } else { clock.moves };
        let period = moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let (initial, increment) = (seconds(clock.initial_ms), seconds(clock.increment_ms));
        // A period without an increment is all that the standard knows.
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
        let told =
            place.note(record, ply).and_then(|note| SearchComment::of((record, ply), note, &position, (mv, &written)));
        if let Some(told) = told {
            // Writing into a string cannot fail.
            let _ = write!(comment, " {told}");
        }
        write_about::<G>(&mut comment, record, ply, side, &mut clocks);
        if !comment.is_empty() {
            // In place of the blank before the first word.
            comment.replace_range(..1, "{");
            comment.push('}');
            movetext.add(&comment);
        }
        position.play(mv);
    }
    if let Some(detail) = &record.verdict.detail {
        movetext.add(&format!("{{{}}}", comment_words(detail)));
    }
    movetext.add(result(record));
    movetext.end();
    Ok(text)
}

/// The number of the first move, which a FEN ends with.
fn position_number(record: &Record) -> u32 {
    let fen = record.opening.position.as_deref().unwrap_or_default();
    fen.split_whitespace().nth(5).and_then(|number| number.parse().ok()).unwrap_or(1).max(1)
}

/// Adds to the comment of a move, each behind a blank: value, time taken and clock. `clocks` are what each side has left, and
/// how many moves it has made.
fn write_about<G: Game>(
    comment: &mut String,
    record: &Record,
    ply: usize,
    side: Side,
    clocks: &mut [Option<(u64, usize)>; 2],
) {
    // Writing into a string cannot fail.
    if let Some(value) = record.value(ply) {
        let value = value * side.sign();
        let _ = match win_in::<G>(value) {
            Some(plies) => write!(comment, " [%eval #{}]", (plies + plies.signum()) / 2),
            None => write!(comment, " [%eval {}]", InHundredths(value)),
        };
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

/// Hours, minutes and seconds.
fn time(ms: u64) -> String {
    let (seconds, rest) = (ms / 1_000, ms % 1_000);
    format!("{}:{:02}:{:02}.{rest:03}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn seconds(ms: u64) -> String {
    if ms.is_multiple_of(1_000) { (ms / 1_000).to_string() } else { format!("{}.{:03}", ms / 1_000, ms % 1_000) }
}

/// The seven tags that every game has, and which players these are; who moves first stands first, as the result's numbers do.
pub(super) fn write_roster(text: &mut String, place: ExtraTags<'_>, seats: [(&str, &SeatRecord); 2], result: &str) {
    let name = |seat: &SeatRecord| if seat.name.is_empty() { "?".to_owned() } else { seat.name.clone() };
    write_tag(text, "Event", place.event.unwrap_or("?"));
    write_tag(text, "Site", "minimax-arena");
    // A record does not say when it was played, so that it is the same whenever it is written.
    write_tag(text, "Date", "????.??.??");
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

/// The result, the first seat's number first.
pub(super) const fn result(record: &Record) -> &'static str {
    match record.verdict.outcome {
        Some(GameResult::First) => "1-0",
        Some(GameResult::Second) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// The reason in the words that the standard has for it.
pub(super) const fn termination(by: EndReason) -> &'static str {
    match by {
        EndReason::Rules | EndReason::Resignation | EndReason::Agreement => "normal",
        EndReason::Timeout => "time forfeit",
        EndReason::Illegal => "rules infraction",
        EndReason::Absence | EndReason::Crash | EndReason::Stall | EndReason::Forfeit => "abandoned",
        EndReason::AdjudicatedDraw
        | EndReason::AdjudicatedWin
        | EndReason::AdjudicatedLength
        | EndReason::AdjudicatedSolved => "adjudication",
        EndReason::Aborted => "unterminated",
    }
}

/// The move of a text at `ply`, where it is legal.
pub(super) fn legal<G: Game>(position: &G, text: &str, ply: usize) -> Result<G::Move, GameError> {
    let mv: G::Move = text.parse()?;
    if position.is_legal(mv) { Ok(mv) } else { Err(crate::games::illegal(position, text, ply)) }
}

/// All games of a PGN file, one after another.
pub fn games(text: &str) -> impl Iterator<Item = Result<TaggedGame, tagged_game::Malformed>> + '_ {
    tagged_game::games(text, RESULTS)
}

#[cfg(test)]
mod tests;
