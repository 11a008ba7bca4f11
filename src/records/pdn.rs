//! English draughts as Portable Draughts Notation, written and read: pure.
//!
//! Black moves first and is our first side; a result is told from White's side, as in chess.

use super::Record;
use super::pgn::{Place, Unwritable, legal, termination, write_roster};
use super::tagged::{self, Tagged, comment_words, write_lines, write_tag};
use crate::games::checkers::Checkers;
use crate::games::{Game, GameId, GameMove, MoveCode, Options, Side, catalog};
use crate::play::Ended;

/// The words that end a game: of two points, or of one as in chess.
pub const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"];

/// English draughts among the kinds of draughts.
const GAME_TYPE: &str = "21";

/// A record as a game of PDN, with an empty line behind it.
///
/// # Errors
/// [`Unwritable`].
pub fn write(record: &Record, place: Place<'_>) -> Result<String, Unwritable> {
    if record.game != GameId::Checkers {
        return Err(Unwritable::Game { format: "PDN", right: GameId::Checkers, found: record.game });
    }
    let mut position: Checkers = catalog::start(&record.options, record.opening.position.as_deref())?;
    let result = match record.verdict.outcome {
        Some(Ended::First) => "0-1",
        Some(Ended::Second) => "1-0",
        Some(Ended::Draw) => "1/2-1/2",
        None => "*",
    };
    let mut text = String::new();
    let [black, white] = &record.seats;
    write_roster(&mut text, place, [white, black], result);
    write_tag(&mut text, "GameType", GAME_TYPE);
    if let Some(start) = &record.opening.position {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", start);
    }
    write_tag(&mut text, "Termination", termination(record.verdict.by));
    text.push('\n');
    let second_begins = usize::from(position.to_move() == Side::Second);
    let mut words = Vec::new();
    for (ply, move_text) in record.moves.iter().enumerate() {
        let mv = legal(&position, move_text, ply)?;
        let number = (ply + second_begins) / 2 + 1;
        if position.to_move() == Side::First {
            words.push(format!("{number}."));
        } else if ply == 0 {
            words.push(format!("{number}..."));
        }
        words.push(mv.to_string());
        if let Some(value) = record.value(ply) {
            // From White's side, which is our second.
            let value = -value * position.to_move().sign();
            words.push(format!("{{[%eval {:.2}]}}", f64::from(value) / 100.0));
        }
        position.play(mv);
    }
    if let Some(detail) = &record.verdict.detail {
        words.push(format!("{{{}}}", comment_words(detail)));
    }
    words.push(result.to_owned());
    write_lines(&mut text, &words);
    Ok(text)
}

/// All games of a PDN file, one after another.
pub fn games(text: &str) -> impl Iterator<Item = Result<Tagged, tagged::Malformed>> + '_ {
    tagged::games(text, RESULTS)
}

/// The start and the moves of a game: its position, where it is not the usual start, and what was played.
///
/// # Errors
/// [`tagged::Malformed`] with the line of the first thing that is wrong.
pub fn line(game: &Tagged) -> Result<(Option<String>, Vec<MoveCode>), tagged::Malformed> {
    let wrong = |line: usize, problem: String| tagged::Malformed::new(line, &problem);
    if let Some(kind) = game.tag("GameType").filter(|kind| kind.split(',').next() != Some(GAME_TYPE)) {
        return Err(wrong(game.line, format!("GameType {kind:?} is not English draughts, which is {GAME_TYPE}")));
    }
    let position = game.tag("FEN").map(str::to_owned);
    let mut board: Checkers = catalog::start(&Options::new(), position.as_deref())
        .map_err(|error| wrong(game.line, format!("the tag FEN: {error}")))?;
    let mut moves = Vec::with_capacity(game.moves.len());
    for (text, line) in &game.moves {
        let mv = find(&board, text).ok_or_else(|| {
            wrong(*line, format!("{text:?} is no legal move here, or more than one (ply {})", moves.len()))
        })?;
        board.play(mv);
        moves.push(mv.code());
    }
    Ok((position, moves))
}

/// The legal move that `text` means: written whole, or, of a capture, by its first and last squares alone.
fn find(board: &Checkers, text: &str) -> Option<<Checkers as Game>::Move> {
    let mut legal = Vec::new();
    board.legal(&mut legal);
    let squares = |text: &str| text.split(['-', 'x']).map(str::to_owned).collect::<Vec<_>>();
    let wanted = squares(text);
    if let Some(exact) = legal.iter().find(|mv| squares(&mv.to_string()) == wanted) {
        return Some(*exact);
    }
    let ends = |path: &[String]| path.first().cloned().zip(path.last().cloned());
    let mut fitting =
        legal.into_iter().filter(|mv| wanted.len() == 2 && ends(&squares(&mv.to_string())) == ends(&wanted));
    let found = fitting.next();
    found.filter(|_| fitting.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_and_reads_back() {
        let moves = ["11-15", "22-18", "15x22", "25x18", "8-11"];
        let record: Record = serde_json::from_value(serde_json::json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "checkers",
            "options": {},
            "opening": { "moves": ["11-15"] },
            "seats": [{ "name": "Ann" }, { "name": "Ben" }],
            "seed": 1,
            "moves": moves,
            "nodes": [0, 1, 1, 1, 1],
            "values": [null, 20, null, null, 100],
            "verdict": { "outcome": "first", "by": "timeout" },
        }))
        .expect("a record");
        let text = write(&record, Place::default()).expect("draughts");
        assert!(text.contains("[White \"Ben\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n"), "{text}");
        let movetext = "\n1. 11-15 22-18 {[%eval 0.20]} 2. 15x22 25x18 3. 8-11 {[%eval -1.00]} 0-1\n";
        assert!(text.contains(movetext) && text.contains("[Termination \"time forfeit\"]"), "{text}");
        let game = games(&text).next().expect("a game").expect("well formed");
        let codes: Vec<MoveCode> = moves.iter().map(|mv| GameId::Checkers.parse_move(mv).expect("a move")).collect();
        assert_eq!(line(&game), Ok((None, codes)));
    }

    #[test]
    fn a_ballot_begins_anywhere_and_nonsense_is_refused() {
        let game = |text: &str| games(text).next().expect("one").expect("well formed");
        let ballot = game("[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W25:B22,14\"]\n1. 25x9 2-0");
        assert_eq!(ballot.result.as_deref(), Some("2-0"));
        assert_eq!(line(&ballot).expect("its only capture, over 18").1.len(), 1);
        assert!(line(&game("[GameType \"20\"]\n1. 32-28")).unwrap_err().to_string().contains("not English draughts"));
        assert!(
            line(&game("1. 11-15\n2. 1-5")).unwrap_err().to_string().starts_with("line 2: \"1-5\" is no legal move")
        );
    }
}
