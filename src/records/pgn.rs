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
use crate::games::conventions::{RecordFormat, RecordNotation};
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
        let written = (notation.write_move)(&position, mv);
        movetext.add(&written);
        comment.clear();
        let told = place
            .note(record, ply)
            .and_then(|note| SearchComment::of((record, ply), note, &position, (mv, &written), notation.write_move));
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
    fen.split_whitespace().nth(5).and_then(|number| number.parse().ok()).unwrap_or(1)
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
mod tests {
    use super::*;
    use crate::games::MoveCode;
    use crate::records::imported_game::import;

    fn record(json: serde_json::Value) -> Record {
        let mut whole = serde_json::json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "chess",
            "options": {},
            "opening": { "moves": [] },
            "seats": [{ "name": "An \"A\"" }, { "name": "B" }],
            "seed": 1,
            "verdict": { "outcome": "second", "by": "rules" },
        });
        for (key, value) in json.as_object().expect("an object") {
            whole[key] = value.clone();
        }
        let moves = whole["moves"].as_array().map_or(0, Vec::len);
        whole["nodes"] = vec![0; moves].into();
        serde_json::from_value(whole).expect("a record")
    }

    #[test]
    fn a_record_is_written_with_what_is_known() {
        let record = record(serde_json::json!({
            "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
            "opening": { "moves": ["f2f3"] },
            "seats": [
                { "name": "An \"A\"", "clock": { "initial_ms": 60_000, "increment_ms": 500 } },
                { "name": "B", "clock": { "initial_ms": 60_000, "increment_ms": 500 } },
            ],
            "values": [null, -31, 7, 999_999],
            "ms": [0, 1_250, 61_000, 3],
        }));
        let text =
            write(&record, ExtraTags { event: Some("Cup"), round: Some("3.1"), tags: &[], notes: &[] }).expect("chess");
        let expected = "[Event \"Cup\"]\n[Site \"minimax-arena\"]\n[Date \"????.??.??\"]\n[Round \"3.1\"]\n\
            [White \"An \\\"A\\\"\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n[Termination \"normal\"]\n\
            [TimeControl \"60+0.500\"]\n\n\
            1. f3 e5 {[%eval 0.31] [%emt 0:00:01.250] [%clk 0:00:59.250]} 2. g4 {[%eval\n\
            0.07] [%emt 0:01:01.000] [%clk 0:00:00.500]} Qh4# {[%eval #-1] [%emt\n\
            0:00:00.003] [%clk 0:00:59.747]} 0-1\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_a_search_told_stands_before_the_value_and_reads_back() {
        let record = Record {
            nodes: vec![0, 31_000, 12, 5],
            ..record(serde_json::json!({
                "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
                "opening": { "moves": ["f2f3"] },
                "values": [null, 31, null, 999_999],
                "ms": [0, 1_250, 0, 3],
            }))
        };
        let code = |text: &str| GameId::Chess.parse_move(text).expect("a move");
        // What is not legal ends the line; a move that was not searched has none.
        let line = ["e7e5", "g1h3", "d8h4", "h2h4"].map(code).to_vec();
        let notes = [
            MoveNote { depth: 12, line },
            MoveNote { depth: 3, line: vec![code("g2g4")] },
            MoveNote { depth: 1, line: Vec::new() },
        ];
        let text = write(&record, ExtraTags { notes: &notes, ..ExtraTags::default() }).expect("chess");
        let words: Vec<&str> = text.split_whitespace().collect();
        let comment = "e5 {+0.31/12 1.250s, n=31000, pv=\"e5 Nh3 Qh4+\" [%eval -0.31] [%emt 0:00:01.250]} 2. g4 \
                       {[%emt 0:00:00.000]} Qh4# {+M1/1 0.003s, n=5 [%eval #-1] [%emt 0:00:00.003]} 0-1";
        assert!(words.join(" ").ends_with(comment), "{text}");
        let game = games(&text).next().expect("a game").expect("well formed");
        let (at, said) = &game.searches[0];
        assert_eq!((*at, said.depth, said.nodes, said.ms), (1, 12, Some(31_000), Some(1_250)));
        assert_eq!((said.line.join(" ").as_str(), game.searches.len()), ("e5 Nh3 Qh4+", 2));
    }

    #[test]
    fn what_is_written_reads_back_as_the_same_moves() {
        let fen = "r3k2r/1P1p4/8/4p3/8/1N3N2/8/R3K2R b KQkq - 3 12";
        let moves = ["d7d5", "b7a8q", "e8e7", "b3d2", "d5d4", "e1c1"];
        let record = record(serde_json::json!({
            "moves": moves, "opening": { "position": fen, "moves": [] },
            "verdict": { "outcome": "draw", "by": "adjudicated-length", "detail": "too {long}" },
        }));
        let text = write(&record, ExtraTags::default()).expect("chess");
        assert!(text.contains("12... d5 13. bxa8=Q+ Ke7 14. Nbd2 d4 15. O-O-O {too long} 1/2-1/2"), "{text}");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"r3k2r/") && text.contains("{too long} 1/2-1/2"), "{text}");
        assert!(text.contains("[Termination \"adjudication\"]") && text.contains("O-O-O"), "{text}");
        let games: Vec<TaggedGame> = games(&text).collect::<Result<_, _>>().expect("well formed");
        let line = import(GameId::Chess, &games[0]).expect("legal");
        let codes: Vec<MoveCode> = moves.iter().map(|mv| GameId::Chess.parse_move(mv).expect("a move")).collect();
        assert_eq!((line.moves, line.position.as_deref()), (codes, Some(fen)));
    }

    #[test]
    fn a_clock_by_periods_is_told_with_its_moves() {
        let clock = serde_json::json!({ "initial_ms": 60_000, "moves": 2 });
        let record = record(serde_json::json!({
            "moves": ["g2g3", "g7g6", "f2f3", "f7f6"],
            "seats": [{ "name": "A", "clock": clock }, { "name": "B", "clock": clock }],
            "ms": [10_000, 0, 5_000, 1_000],
        }));
        let text = write(&record, ExtraTags::default()).expect("chess");
        assert!(text.contains("[TimeControl \"2/60\"]"), "{text}");
        let clocks: Vec<&str> =
            text.split("%clk").skip(1).filter_map(|rest| rest.trim_start().split(']').next()).collect();
        assert_eq!(clocks, ["0:00:50.000", "0:01:00.000", "0:01:45.000", "0:01:59.000"]);
    }

    #[test]
    fn chess960_has_its_variant_and_start() {
        let record = record(serde_json::json!({ "options": { "chess960": 0 }, "moves": ["g2g3", "g7g6"] }));
        let text = write(&record, ExtraTags::default()).expect("chess");
        assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"), "{text}");
        let game = games(&text).next().expect("a game").expect("well formed");
        assert_eq!(import(GameId::Chess, &game).expect("legal").moves.len(), 2);
    }

    #[test]
    fn which_player_and_version_it_was_is_written_and_read_again() {
        let seat = SeatRecord {
            player: Some(uuid::Uuid::from_u128(7)),
            version: Some("2.0 \"b\"".to_owned()),
            ..SeatRecord::named("Ann")
        };
        let mut of_players = record(serde_json::json!({ "moves": ["e2e4"], "nodes": [0] }));
        of_players.seats = [seat.clone(), SeatRecord::named("Ann")];
        let text = write(&of_players, ExtraTags::default()).expect("it is chess");
        assert!(text.contains("[WhitePlayerId \"00000000-0000-0000-0000-000000000007\"]"), "{text}");
        let game = games(&text).next().expect("there is one").expect("it is well formed");
        assert_eq!(["White", "Black"].map(|side| game.seat(side)), [Some(seat), Some(SeatRecord::named("Ann"))]);
        assert_eq!(game.seat("Nobody"), None);
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_line() {
        let wrong = |text: &str| {
            import(GameId::Chess, &games(text).next().expect("one").expect("well formed")).expect_err("it is wrong")
        };
        let refused = |text: &str| wrong(text).to_string();
        assert_eq!(refused("1. e4 e5\n2. Ke3"), "line 2: \"Ke3\" is no legal move here, or more than one (ply 2)");
        assert!(refused("[Variant \"Atomic\"]\n1. e4").contains("\"atomic\" is neither"));
        assert!(refused("[Variant \"Chess960\"]\n1. e4").contains("needs the tag FEN"));
        assert!(refused("[FEN \"nonsense\"]\n1. e4").starts_with("line 1: the tag FEN:"));
        assert_eq!(wrong("1. e2e4 e7e5 2. Ng1f3 O-O").line, 1);
        let bones = Record { game: GameId::Bones, ..record(serde_json::json!({ "moves": [] })) };
        assert!(write(&bones, ExtraTags::default()).unwrap_err().to_string().contains("PGN is for chess"));
    }
}
