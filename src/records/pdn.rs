//! Writes and reads matches as Portable Draughts Notation. No I/O.
//!
//! Black moves first and is the arena's first side. Results give Black's number first. This is the convention of the
//! American Checker Federation, of the program CheckerBoard and of the collections made with it. Other programs give
//! White's number first, as in chess. The games of a file that were played to the end show which convention the file
//! follows.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::game_writer::{Movetext, comment_words, write_tag};
use super::pgn::{ExtraTags, Unwritable, legal, notation, result, termination, write_roster, write_start};
use super::search_comment::Score;
use super::tagged_game::{self, TaggedGame};
use super::{Record, SearchComment};
use arena_games::conventions::{Conventions, RecordFormat, RecordNotation};
use arena_games::options::start;
use arena_games::{Game, Side, with_game};
use arena_play::GameResult;

/// The tokens that end a game. Results give a win two points or one.
pub const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"];

/// The side whose number comes first in the results of an English draughts file: `1-0` is that side's win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstNumber {
    /// Black, who moves first.
    #[default]
    Black,
    /// White, as in Portable Game Notation.
    White,
}

impl Display for FirstNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// Writes a record as a PDN game, followed by an empty line.
///
/// # Errors
/// [`Unwritable`] when the record is of another game or has an invalid move.
pub fn write(record: &Record, place: ExtraTags<'_>) -> Result<String, Unwritable> {
    with_game!(record.game, G => write_match(record, place, &notation::<G>(record.game, RecordFormat::Pdn)?))
}

fn write_match<G: Game>(
    record: &Record,
    place: ExtraTags<'_>,
    notation: &RecordNotation<G>,
) -> Result<String, Unwritable> {
    let mut position: G = start(&record.options, record.opening.position.as_deref())?;
    let result = result(record);
    let mut text = String::new();
    let [black, white] = &record.seats;
    write_roster(&mut text, place, [("Black", black), ("White", white)], result);
    write_start(&mut text, &position, notation)?;
    write_tag(&mut text, "Termination", termination(record.verdict.by));
    text.push('\n');
    let second_begins = usize::from(position.to_move() == Side::Second);
    let mut movetext = Movetext::after(&mut text);
    for (ply, move_text) in record.moves.iter().enumerate() {
        let mv: G::Move = legal(&position, move_text, ply)?;
        let number = (ply + second_begins) / 2 + 1;
        if position.to_move() == Side::First {
            movetext.add_number(number, ".");
        } else if ply == 0 {
            movetext.add_number(number, "...");
        }
        let written = Conventions::written(&position, mv);
        movetext.add(&written);
        if let Some(value) = record.value(ply) {
            let comment = place
                .note(record, ply)
                .and_then(|note| SearchComment::of((record, ply), note, &position, (mv, &written)))
                .map(|comment| comment.to_string());
            // `[%eval]` is from White's side, which is the arena's second side.
            let value = Score::after_move::<G>(value, -position.to_move().sign()).map(Score::eval);
            let about: Vec<String> = comment.into_iter().chain(value).collect();
            if !about.is_empty() {
                movetext.add(&format!("{{{}}}", about.join(" ")));
            }
        }
        position.play(mv);
    }
    if let Some(detail) = &record.verdict.detail {
        movetext.add(&format!("{{{}}}", comment_words(&detail.to_string())));
    }
    movetext.add(result);
    movetext.end();
    Ok(text)
}

/// Iterates over the games of a PDN file.
pub fn games(text: &str) -> impl Iterator<Item = Result<TaggedGame, tagged_game::Malformed>> + '_ {
    tagged_game::games(text, RESULTS)
}

/// True for a game of draughts: it has the tag `GameType`, or its first move begins with the number of a square.
#[must_use]
pub fn is_draughts(game: &TaggedGame) -> bool {
    let by_number = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
    game.tag("GameType").is_some() || game.moves.first().is_some_and(|(mv, _)| by_number(mv))
}

/// Counts the finished games that show which [`FirstNumber`] a file uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstNumberShown {
    /// Games that show Black's number first.
    pub black: u64,
    /// Games that show White's number first.
    pub white: u64,
}

impl FirstNumberShown {
    /// Counts a finished game that `ended` with a winner. `first` is true if the first number of its result is the
    /// winner's. Draws are ignored.
    pub const fn count(&mut self, first: bool, ended: GameResult) {
        match (ended, first) {
            (GameResult::Draw, _) => {}
            (GameResult::First, true) | (GameResult::Second, false) => self.black += 1,
            (GameResult::Second, true) | (GameResult::First, false) => self.white += 1,
        }
    }

    /// Returns the convention that more games show, or `None` if neither has more.
    #[must_use]
    pub const fn found(self) -> Option<FirstNumber> {
        if self.black > self.white {
            Some(FirstNumber::Black)
        } else if self.white > self.black {
            Some(FirstNumber::White)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imported_game::{ImportedGame, import};
    use crate::tagged_game::Malformed;
    use arena_games::{GameId, MoveCode, Options};

    fn read(game: &TaggedGame) -> Result<ImportedGame, Malformed> {
        import(GameId::Checkers, game)
    }

    #[test]
    fn record_round_trips_through_pdn() {
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
        let text = write(&record, ExtraTags::default()).expect("draughts");
        // As in CheckerBoard: Black moves first and is named first, and 1-0 is Black's win.
        assert!(text.contains("[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n"), "{text}");
        let movetext = "\n1. 11-15 22-18 {[%eval 0.20]} 2. 15x22 25x18 3. 8-11 {[%eval -1.00]} 1-0\n";
        assert!(text.contains(movetext) && text.contains("[Termination \"time forfeit\"]"), "{text}");
        let game = games(&text).next().expect("a game").expect("well formed");
        let codes: Vec<MoveCode> = moves.iter().map(|mv| GameId::Checkers.parse_move(mv).expect("a move")).collect();
        assert_eq!(
            read(&game),
            Ok(ImportedGame { options: Options::new(), position: None, moves: codes, ended: None })
        );
    }

    #[test]
    fn start_position_is_written_in_one_form() {
        let written = |position: Option<&str>| {
            let record: Record = serde_json::from_value(serde_json::json!({
                "id": "00000000-0000-0000-0000-000000000001",
                "game": "checkers",
                "options": {},
                "opening": { "position": position, "moves": [] },
                "seats": [{ "name": "Ann" }, { "name": "Ben" }],
                "seed": 1,
                "moves": [],
                "nodes": [],
                "verdict": { "outcome": "draw", "by": "agreement" },
            }))
            .expect("a record");
            let text = write(&record, ExtraTags::default()).expect("draughts");
            text.lines()
                .filter(|line| line.starts_with("[SetUp") || line.starts_with("[FEN"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        // The usual start as pydraughts, Lidraughts and CheckerBoard write it.
        let sorted_as_text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,2,3,4,5,6,7,8,9";
        for usual in [sorted_as_text, "B:W21-32:B1-12", "B:B1-12:W21-32.", "B:W21-32:B1-12:H0:F1"] {
            assert_eq!(written(Some(usual)), "", "{usual}");
        }
        assert_eq!(written(None), "");
        for same in ["W:W32,K25:BK1,14,8", "W:BK1,8,14:WK25,32.", "W:W32,K25:B8,K1,14:H0:F20"] {
            assert_eq!(written(Some(same)), "[SetUp \"1\"] [FEN \"W:WK25,32:BK1,8,14\"]", "{same}");
        }
    }

    #[test]
    fn wins_are_counted_in_moves_after_the_move() {
        let record: Record = serde_json::from_value(serde_json::json!({
            "id": "00000000-0000-0000-0000-000000000001",
            "game": "checkers",
            "options": {},
            "opening": { "position": "B:W18,32:B14", "moves": [] },
            "seats": [{ "name": "Ann" }, { "name": "Ben" }],
            "seed": 1,
            "moves": ["14x23", "32-28", "23-27"],
            "nodes": [1, 1, 1],
            "values": [999_997, -999_998, 999_999],
            "verdict": { "outcome": "first", "by": "agreement" },
        }))
        .expect("a record");
        let text = write(&record, ExtraTags::default()).expect("draughts");
        assert!(text.contains("\n1. 14x23 {[%eval #-1]} 32-28 {[%eval #-1]} 2. 23-27 1-0\n"), "{text}");
    }

    #[test]
    fn reads_ballots_and_rejects_invalid_games() {
        let game = |text: &str| games(text).next().expect("one").expect("well formed");
        let ballot = game("[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W25:B22,14\"]\n1. 25x9 2-0");
        assert_eq!(ballot.result.as_deref(), Some("2-0"));
        let taken = read(&ballot).expect("its only capture, over 18");
        assert_eq!((taken.moves.len(), taken.ended), (1, Some(GameResult::Second)), "Black has no piece left");
        assert!(read(&game("[GameType \"20\"]\n1. 32-28")).unwrap_err().to_string().contains("not English draughts"));
        assert!(
            read(&game("1. 11-15\n2. 1-5")).unwrap_err().to_string().starts_with("line 2: \"1-5\" is not a legal move")
        );
    }

    #[test]
    fn finished_games_show_whose_number_is_first() {
        let mut shown = FirstNumberShown::default();
        assert_eq!(shown.found(), None);
        shown.count(true, GameResult::Draw);
        shown.count(true, GameResult::Second);
        assert_eq!(shown.found(), Some(FirstNumber::White));
        shown.count(true, GameResult::First);
        assert_eq!(shown.found(), None);
        shown.count(false, GameResult::Second);
        assert_eq!((shown.found(), shown.black), (Some(FirstNumber::Black), 2));
    }
}
