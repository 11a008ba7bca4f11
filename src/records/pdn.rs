//! Matches as Portable Draughts Notation: pure.
//!
//! Black moves first and is our first side; a result is told from White's side.

use super::Record;
use super::pgn::{Place, Unwritable, legal, notation, termination, write_roster};
use super::tagged_game::{self, TaggedGame, comment_words, write_lines, write_tag};
use crate::games::catalog::{Visitor, start};
use crate::games::conventions::{RecordFormat, RecordNotation};
use crate::games::{Game, Hints, Side};
use crate::play::GameResult;

/// The words that end a game: of two points, or of one.
pub const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"];

/// A record as a game of PDN, with an empty line behind it.
///
/// # Errors
/// [`Unwritable`].
pub fn write(record: &Record, place: Place<'_>) -> Result<String, Unwritable> {
    struct Write<'a>(&'a Record, Place<'a>);
    impl Visitor for Write<'_> {
        type Output = Result<String, Unwritable>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            write_match(self.0, self.1, &notation::<G>(self.0.game, RecordFormat::Pdn)?)
        }
    }
    record.game.visit(Write(record, place))
}

fn write_match<G: Game>(record: &Record, place: Place<'_>, notation: &RecordNotation<G>) -> Result<String, Unwritable> {
    let mut position: G = start(&record.options, record.opening.position.as_deref())?;
    let result = match record.verdict.outcome {
        Some(GameResult::First) => "0-1",
        Some(GameResult::Second) => "1-0",
        Some(GameResult::Draw) => "1/2-1/2",
        None => "*",
    };
    let mut text = String::new();
    let [black, white] = &record.seats;
    write_roster(&mut text, place, [white, black], result);
    if let Some((tag, value)) = (notation.kind)(&position) {
        write_tag(&mut text, tag, value);
    }
    if let Some(start) = &record.opening.position {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", start);
    }
    write_tag(&mut text, "Termination", termination(record.verdict.by));
    text.push('\n');
    let second_begins = usize::from(position.to_move() == Side::Second);
    let mut words = Vec::new();
    for (ply, move_text) in record.moves.iter().enumerate() {
        let mv: G::Move = legal(&position, move_text, ply)?;
        let number = (ply + second_begins) / 2 + 1;
        if position.to_move() == Side::First {
            words.push(format!("{number}."));
        } else if ply == 0 {
            words.push(format!("{number}..."));
        }
        words.push((notation.write_move)(&position, mv));
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
pub fn games(text: &str) -> impl Iterator<Item = Result<TaggedGame, tagged_game::Malformed>> + '_ {
    tagged_game::games(text, RESULTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameId, MoveCode, Options};
    use crate::records::line::{Line, line};
    use crate::records::tagged_game::Malformed;

    fn read(game: &TaggedGame) -> Result<Line, Malformed> {
        line(GameId::Checkers, game)
    }

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
        assert_eq!(read(&game), Ok(Line { options: Options::new(), position: None, moves: codes }));
    }

    #[test]
    fn a_ballot_begins_anywhere_and_nonsense_is_refused() {
        let game = |text: &str| games(text).next().expect("one").expect("well formed");
        let ballot = game("[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W25:B22,14\"]\n1. 25x9 2-0");
        assert_eq!(ballot.result.as_deref(), Some("2-0"));
        assert_eq!(read(&ballot).expect("its only capture, over 18").moves.len(), 1);
        assert!(read(&game("[GameType \"20\"]\n1. 32-28")).unwrap_err().to_string().contains("not English draughts"));
        assert!(
            read(&game("1. 11-15\n2. 1-5")).unwrap_err().to_string().starts_with("line 2: \"1-5\" is no legal move")
        );
    }
}
