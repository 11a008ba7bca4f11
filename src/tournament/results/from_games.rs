//! Adds up the games of a PGN or PDN file of any program. Invalid games are reported and left out.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::from_records::{RecordError, RecordTally};
use arena_games::GameId;
use arena_games::conventions::RecordFormat;
use arena_play::GameResult;
use arena_records::imported_game::{import, options};
use arena_records::pdn::{self, FirstNumber, FirstNumberShown};
use arena_records::tagged_game::{Malformed, TaggedGame, normal_result};

/// The result of reading a file of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesRead {
    /// The games that were left out, with the reasons.
    pub skipped: Vec<Malformed>,
    /// The games whose tag `Result` and last word give different results. The tag counts, unless it is `*`.
    pub contradictions: Vec<Malformed>,
    /// The number of games that were left out because an earlier one has the same tags and moves.
    pub again: u64,
    /// The convention used for the results of English draughts; `None` if the file has no such game.
    pub first_number: Option<FirstNumber>,
    /// The number of English draughts games whose ends show either convention.
    pub shown: FirstNumberShown,
}

/// Adds up the games of a file. In PGN, and in draughts other than English draughts, the first number of a result is
/// White's. In English draughts the convention is `given`, or the one shown by games that were played to the end, or
/// Black first. If such a game was played to the end, the winner on the board overrides the convention.
#[must_use]
pub fn add_games(tally: &mut RecordTally, text: &str, given: Option<FirstNumber>) -> GamesRead {
    let mut read = GamesRead::default();
    let mut waiting = Vec::new();
    let mut known = HashSet::new();
    let mut add = |read: &mut GamesRead, game: &TaggedGame, seats, ended| {
        if let Err(error) = tally.add_game(game, seats, ended) {
            read.skip(game.line, &error);
        }
    };
    for game in pdn::games(text) {
        let game = match game {
            Ok(game) => game,
            Err(bad) => {
                read.skipped.push(bad);
                continue;
            }
        };
        // Without the number of its round, a game may be the same as another one by chance.
        if game.tag("Round").is_some_and(|round| round != "-") && !known.insert(hash(&game)) {
            read.again += 1;
            continue;
        }
        let by_numbers = match by_numbers(&game) {
            Ok(by_numbers) => by_numbers,
            Err(error) => {
                read.skip(game.line, &error);
                continue;
            }
        };
        read.contradictions.extend(contradiction(&game));
        let Some(draughts) = draughts().filter(|it| pdn::is_draughts(&game) && options(*it, &game).is_ok()) else {
            let first = if game.tag("Red").is_some() { "Red" } else { "White" };
            add(&mut read, &game, [first, "Black"], by_numbers);
            continue;
        };
        match import(draughts, &game) {
            Err(bad) => read.skipped.push(bad),
            Ok(line) => {
                if let (Some(end), Some(decided)) = (line.ended, by_numbers.filter(|it| *it != GameResult::Draw)) {
                    read.shown.count(decided == GameResult::First, end);
                }
                // The convention is known only after all games have been read.
                waiting.push((game, by_numbers, line.ended));
            }
        }
    }
    if !waiting.is_empty() {
        read.first_number = Some(given.or_else(|| read.shown.found()).unwrap_or_default());
    }
    for (game, by_numbers, end) in waiting {
        let ended = match (by_numbers, end) {
            (Some(GameResult::First | GameResult::Second), Some(end @ (GameResult::First | GameResult::Second))) => {
                Some(end)
            }
            (Some(GameResult::First), _) if read.first_number == Some(FirstNumber::White) => Some(GameResult::Second),
            (Some(GameResult::Second), _) if read.first_number == Some(FirstNumber::White) => Some(GameResult::First),
            (other, _) => other,
        };
        add(&mut read, &game, ["Black", "White"], ended);
    }
    read.skipped.sort_by_key(|bad| bad.line);
    read
}

/// Returns the game whose record format is PDN.
fn draughts() -> Option<GameId> {
    GameId::ALL.iter().copied().find(|game| game.record_format() == Some(RecordFormat::Pdn))
}

impl GamesRead {
    fn skip(&mut self, line: usize, error: &RecordError) {
        self.skipped.push(Malformed { line, problem: error.to_string() });
    }
}

/// Returns the side with the larger number in a game's result, or a draw. Returns `None` if the game has no result. The
/// result after the moves counts if the tag has none, as in a file that was saved before its tag was filled in.
fn by_numbers(game: &TaggedGame) -> Result<Option<GameResult>, RecordError> {
    let text = game.tag("Result").filter(|text| *text != "*").or(game.result.as_deref()).unwrap_or("*");
    decided(text).ok_or_else(|| RecordError::Result(text.to_owned()))
}

/// Returns the decision of a result, which may be none. Returns `None` if the text is no result.
fn decided(text: &str) -> Option<Option<GameResult>> {
    match normal_result(text) {
        "*" => Some(None),
        "1/2-1/2" | "1-1" => Some(Some(GameResult::Draw)),
        "1-0" | "2-0" => Some(Some(GameResult::First)),
        "0-1" | "0-2" => Some(Some(GameResult::Second)),
        _ => None,
    }
}

/// Returns a message if the tag and the word at the end of a game are different results.
fn contradiction(game: &TaggedGame) -> Option<Malformed> {
    let (tag, last) = (game.tag("Result")?, game.result.as_deref()?);
    let counts = if tag == "*" { "the result after the moves counts" } else { "the tag counts" };
    let problem = || format!("the tag Result says {tag}, but the moves end with {last}; {counts}");
    (decided(last) != decided(tag)).then(|| Malformed { line: game.line, problem: problem() })
}

/// Returns a hash of the tags and moves of a game.
fn hash(game: &TaggedGame) -> u64 {
    let mut hash = DefaultHasher::new();
    game.tags.hash(&mut hash);
    game.moves.iter().for_each(|(mv, _)| mv.hash(&mut hash));
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Wdl;
    use crate::results::RecordSums;

    /// Returns three games: Black takes the last piece, White takes it, and a game that is not played to the end.
    fn file([black_won, white_won, unfinished]: [&str; 3]) -> String {
        let game = |[black, white]: [&str; 2], fen: &str, moves: &str, result: &str| {
            format!(
                "[Black \"{black}\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n[FEN \"{fen}\"]\n\n{moves} {result}\n\n"
            )
        };
        [
            game(["Ann", "Ben"], "B:B14:W18", "1. 14x23", black_won),
            game(["Ben", "Ann"], "W:W25:B22,14", "1... 25x9", white_won),
            game(["Ann", "Ben"], "B:B1,2:W31,32", "1. 1x6 31-27", unfinished),
        ]
        .concat()
    }

    fn points(text: &str, given: Option<FirstNumber>) -> ([u64; 2], GamesRead) {
        let mut tally = RecordTally::default();
        let read = add_games(&mut tally, text, given);
        let RecordSums { entrants: names, tally: sums, .. } = tally.finish();
        let of =
            |name: &str| names.iter().position(|known| known.label == name).map(|place| sums.standings()[place].all());
        (["Ann", "Ben"].map(|name| of(name).map_or(0, Wdl::half_points)), read)
    }

    #[test]
    fn finished_games_determine_whose_number_is_first() {
        // Ann wins all three games, in either convention.
        for (results, shown) in
            [(["1-0", "0-1", "1-0"], FirstNumber::Black), (["0-1", "1-0", "0-1"], FirstNumber::White)]
        {
            let (halves, read) = points(&file(results), None);
            assert_eq!((halves, read.first_number), ([6, 0], Some(shown)), "{results:?}");
            assert!(read.skipped.is_empty() && read.shown.black + read.shown.white == 2, "{read:?}");
        }
    }

    #[test]
    fn black_is_first_unless_a_convention_is_given_or_shown() {
        let silent = file(["*", "*", "1-0"]);
        assert_eq!(points(&silent, None).0, [2, 0]);
        assert_eq!(points(&silent, Some(FirstNumber::White)).0, [0, 2]);
        // The end of a game overrides the given convention.
        assert_eq!(points(&file(["0-1", "1-0", "*"]), Some(FirstNumber::Black)).0, [4, 0]);
    }

    #[test]
    fn invalid_games_are_reported_and_left_out() {
        let text =
            file(["1-0", "0-1", "1-0"]).replace("1. 1x6", "1. 1x7") + "[Black \"Ann\"]\n\n1. 11-15 0-1\n\n[Black]\n";
        let (halves, read) = points(&text, None);
        assert_eq!(halves, [4, 0]);
        let problems: Vec<(usize, &str)> = read.skipped.iter().map(|bad| (bad.line, bad.problem.as_str())).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].0 == 20 && problems[0].1.contains("\"1x7\" is not a legal move"), "{problems:?}");
        assert!(problems[1].0 == 22 && problems[1].1.contains("White"), "{problems:?}");
        assert_eq!(problems[2].0, 26);
    }

    #[test]
    fn contradictory_results_are_reported() {
        let game = |tag: &str, last: &str| {
            format!("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"{tag}\"]\n\n1. e4 e5 {last}\n\n")
        };
        let text = [game("1-0", "0-1"), game("1/2", "½-½"), game("0-1", "*"), game("*", "1-0")].concat();
        let (halves, read) = points(&text, None);
        assert_eq!((halves, read.skipped.len()), ([5, 3], 0), "{read:?}");
        let problems: Vec<(usize, &str)> =
            read.contradictions.iter().map(|bad| (bad.line, bad.problem.as_str())).collect();
        assert_eq!(problems[0], (1, "the tag Result says 1-0, but the moves end with 0-1; the tag counts"));
        assert_eq!(
            problems[2],
            (19, "the tag Result says *, but the moves end with 1-0; the result after the moves counts")
        );
        assert_eq!(problems.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 13, 19]);
        // In draughts, a win has two points or one.
        let draughts = "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"2-0\"]\n\n1. 11-15 1-0\n";
        assert!(points(draughts, None).1.contradictions.is_empty());
    }

    #[test]
    fn games_from_one_position_belong_to_one_opening() {
        let game = |[white, black]: [&str; 2], fen: &str| {
            format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n[FEN \"{fen}\"]\n\n1. Ra3 1-0\n\n")
        };
        let text = [
            game(["Ann", "Ben"], "r3k2r/8/8/p7/8/8/8/R3K2R w KQ a6 0 9"),
            game(["Ben", "Ann"], "r3k2r/8/8/p7/8/8/8/R3K2R w KQ - 0 9"),
            game(["Ann", "Ben"], "r3k2r/8/8/p7/8/8/8/R3K2R w K - 0 9"),
        ];
        let mut tally = RecordTally::default();
        assert_eq!(add_games(&mut tally, &text.concat(), None).skipped, []);
        let sums = tally.finish().tally;
        assert_eq!(sums.clusters().by_opening(|number| number).len(), 2);
        assert_eq!(sums.standings()[0].encounters.encounters(), 1, "the first two games are an encounter");
    }

    #[test]
    fn a_game_that_stands_twice_counts_once() {
        let game = |round: &str| {
            format!("[Round \"{round}\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n")
        };
        let text = [game("1"), game("2"), game("1"), game("?"), game("?"), game("-"), game("-")].concat();
        let (halves, read) = points(&text, None);
        assert_eq!((halves, read.again), ([12, 0], 1), "{read:?}");
    }

    #[test]
    fn white_is_first_in_chess_and_other_draughts() {
        for moves in ["1. e4 e5", "[GameType \"20\"]\n\n1. 32-28 19-23"] {
            let text = format!("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n{moves} 1-0\n");
            assert_eq!(points(&text, None).0, [2, 0], "{moves}");
        }
    }
}
