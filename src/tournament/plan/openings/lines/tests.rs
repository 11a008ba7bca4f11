use super::*;
use crate::plan::openings::Order;

/// Returns the openings of a file, and its defects.
fn read_all(game: GameId, file: &str, text: &str, plies: Option<usize>) -> Result<(Vec<Opening>, Defects), FileError> {
    let options = Options::new();
    let start = game.board(&options, None).unwrap();
    let defects = RefCell::default();
    let reader = Reader { game, options: &options, start: &*start, plies, defects: &defects };
    let openings = match reader.file(&Source { file, text })? {
        OpeningsFile::List(openings) => openings,
        OpeningsFile::Lines(lines) => {
            let drawn = lines.draw(&reader, Order::Sequential, usize::MAX, 0);
            defects.borrow_mut().skipped.extend(drawn.skipped);
            drawn.openings
        }
    };
    Ok((openings, defects.into_inner()))
}

fn read(game: GameId, file: &str, text: &str, plies: Option<usize>) -> Result<Vec<Opening>, FileError> {
    read_all(game, file, text, plies).map(|(openings, _)| openings)
}

fn skipped(defects: &Defects) -> Vec<String> {
    defects.skipped.iter().map(ToString::to_string).collect()
}

#[test]
fn invalid_games_are_left_out_and_reported() {
    let pdn = "[Event \"a\"]\n1. 11-15 23x18 0-1\n\n[Event \"b\"]\n1. 11-15 23-9 0-1\n\n[Event x]\n\n\
               [GameType \"20\"]\n1. 32-28 *\n\n[FEN \"W:W25,32:B1,22,14\"]\n1... 25x9 *\n";
    let game = GameId::Checkers;
    let (found, defects) = read_all(game, "x.pdn", pdn, Some(2)).unwrap();
    let moves = |opening| shown(game, opening).2;
    assert_eq!(found.iter().map(moves).collect::<Vec<_>>(), [vec!["11-15", "23-18"], vec!["25x18x9"]]);
    let said = skipped(&defects);
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].starts_with("x.pdn, line 4: moves: ply 2: \"23-9\" is not legal"), "{said:?}");
    assert!(said[1].starts_with("x.pdn, line 7: game: a tag is written") && said[2].contains("21"), "{said:?}");
    let only = read(game, "x.pdn", "1. 11-15 1-5 *", Some(2)).unwrap_err();
    assert!(only.to_string().contains("\"1-5\" is not legal"), "returns the first error if all fail");
}

fn shown(game: GameId, opening: &Opening) -> (Option<&str>, Option<&str>, Vec<String>) {
    let moves = opening.moves.iter().map(|&mv| game.move_text(mv)).collect();
    (opening.name.as_deref(), opening.position.as_deref(), moves)
}

#[test]
fn openings_that_lead_to_one_position_are_one_opening() {
    let number = |game, file: &str, lines: &[&str]| read(game, file, &lines.join("\n"), None).unwrap().len();
    let places = "r3k2r/8/8/p7/8/8/P7/R3K2R w";
    let with = |rest: &str| format!("{places} {rest}");
    let same = ["KQ a6 0 9", "KQ - 0 9", "KQ - 7 30", "HA - 0 9"].map(with);
    let other = ["KQkq - 0 9", "K - 0 9"].map(with);
    let lines: Vec<&str> = same.iter().chain(&other).map(String::as_str).collect();
    assert_eq!(number(GameId::Chess, "x.epd", &lines), 3);
    assert_eq!(number(GameId::Chess, "x.txt", &["e4 e5 Nf3", "Nf3 e5 e4", "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3"]), 1);
    assert_eq!(number(GameId::Gomoku, "x.txt", &["h8 h9 i8", "i8 h9 h8", "h8 i8 h9"]), 2);
    assert_eq!(number(GameId::Hex, "x.txt", &["a1 b2 c3", "c3 b2 a1"]), 1);
}

#[test]
fn reads_every_kind_of_file() {
    let chess = GameId::Chess;
    let pgn = "[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n\n1. e4 {!} e5 2. Nf3 (2. f4) Nc6 *\n\n1. e4 e5 2. Nc3 *";
    let found = read(chess, "x.pgn", pgn, Some(2)).unwrap();
    assert_eq!(found.len(), 1, "alike after two plies");
    let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
    assert_eq!(shown(chess, &found[0]), (Some("C20 King's Pawn"), None, moves.clone()));
    let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"open\";\n";
    let found = read(chess, "x.epd", epd, None).unwrap();
    let position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(shown(chess, &found[0]), (Some("open"), Some(position), vec![]));
    let text = "# two\nopen: e4 e5\n\ne2e4 e7e5 g1f3\n";
    let found = read(chess, "x.txt", text, None).unwrap();
    assert_eq!((found.len(), shown(chess, &found[0])), (2, (Some("open"), None, moves)));
    let toml = format!("[[opening]]\nname = \"there\"\nposition = \"{position}\"\nmoves = \"Nf3 Nc6\"\n");
    let found = read(chess, "x.toml", &toml, None).unwrap();
    assert_eq!(shown(chess, &found[0]).2, ["g1f3", "b8c6"]);
    let json = "{\"open\": \"e4 e5\"}";
    for (file, text) in [("x.pgn", pgn), ("x.epd", epd), ("x.txt", text), ("x.toml", &toml), ("x.json", json)] {
        let marked = read(chess, file, &format!("\u{feff}{text}"), None);
        assert_eq!(marked, read(chess, file, text, None), "{file} with a byte order mark");
    }
}

#[test]
fn reads_games_of_xiangqi_in_every_notation() {
    let fen = "3k5/9/9/4N4/9/4N4/9/9/9/5K3";
    let games = ["1. C2=5 H8+7 2. H2+3 *", "1.H2-E2 H9-G7 2.H0-G2 *", "1. 炮二平五 馬８進７ 2. 马二进三 *"];
    for game in games {
        let pgn = format!(
            "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n{game}\n\n[Game \"xiangqi\"]\n[FEN \"{fen} r\"]\n\n1. +H-4 *\n"
        );
        let found = read(GameId::Xiangqi, "x.pgn", &pgn, None).unwrap();
        let moves: Vec<_> = found.iter().map(|opening| shown(GameId::Xiangqi, opening).2).collect();
        assert_eq!(moves, [vec!["h2e2", "h9g7", "h0g2"], vec!["e6f4"]], "{game}");
        assert!(found[1].position.as_ref().is_some_and(|position| position.starts_with(fen)));
    }
}

#[test]
fn a_defect_costs_only_its_own_opening() {
    let good = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 0";
    let epd = format!("{good}\nrnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    let toml = "[[opening]]\nmoves = \"e4\"\n[[opening]]\nmoves = \"e5\"\n";
    let json = "{\"good\": \"e4\", \"bad\": \"e4 e4\", \"more\": {\"number\": 3, \"nothing\": null}}";
    let pgn = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n*\n";
    for (file, text, bad) in [
        ("x.epd", &*epd, 1),
        ("x.fen", &*epd, 1),
        ("x.txt", "e4\ne5\n", 1),
        ("x.toml", toml, 1),
        ("x.json", json, 3),
        ("x.pgn", pgn, 2),
    ] {
        let (found, defects) = read_all(GameId::Chess, file, text, None).unwrap();
        assert_eq!((found.len(), defects.skipped.len()), (1, bad), "{file}: {defects:?}");
    }
}

#[test]
fn counts_and_moves_after_a_position_are_not_lost() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let one = |line: &str| read(GameId::Chess, "x.epd", line, None).map(|found| found[0].clone());
    for (counts, expected) in [
        ("", "0 1"),
        ("7 9", "7 9"),
        ("7 9 ; comment", "7 9"),
        ("hmvc 7; fmvn 9;", "7 9"),
        ("id \"hmvc 3\"; fmvn 9; hmvc 7;", "7 9"),
        ("7 9 hmvc 3;", "7 9"),
    ] {
        let found = one(&format!("{board} {counts}")).unwrap();
        assert_eq!(found.position, Some(format!("{board} {expected}")), "{counts}");
    }
    for wrong in ["-5 1", "0 99999999999", "5000000000 1", "7x 1", "hmvc x;"] {
        assert!(one(&format!("{board} {wrong}")).is_err(), "{wrong}");
    }
    let moved = one(&format!("{board} 0 1 moves e2e4 e7e5")).unwrap();
    assert_eq!(shown(GameId::Chess, &moved).2, ["e2e4", "e7e5"]);
    assert!(one(&format!("{board} 0 1 moves e2e5")).is_err());
    // A comment may follow moves, and moves may be numbered.
    for line in ["name: e4 e5 # the open game", "1. e4 e5", "open: 1.e4 1...e5"] {
        let found = read(GameId::Chess, "x.txt", line, None).unwrap();
        assert_eq!(shown(GameId::Chess, &found[0]).2, ["e2e4", "e7e5"], "{line}");
    }
    let found = read(GameId::Checkers, "x.txt", "1. 11-15 23-19 2. 8-11", None).unwrap();
    assert_eq!(shown(GameId::Checkers, &found[0]).2, ["11-15", "23-19", "8-11"]);
}

#[test]
fn symbols_of_pieces_are_pieces() {
    let found = read(GameId::Chess, "x.pgn", "1. e4 e5 2. ♘f3 ♞c6 *", None).unwrap();
    assert_eq!(shown(GameId::Chess, &found[0]).2, ["e2e4", "e7e5", "g1f3", "b8c6"]);
    let error = read(GameId::Chess, "x.pgn", "1. e4 e5 2. Сf3 *", None).unwrap_err();
    assert!(error.to_string().contains("is not legal"), "{error}");
}

#[test]
fn cuts_a_game_that_is_too_long() {
    // The knights go out and back after each pair of pawn moves.
    let pawns = ["a3 a6", "b3 b6", "d3 d6", "e3 e6", "g3 g6", "h3 h6", "a4 a5", "b4 b5", "d4 d5", "g4 g5", "h4 h5"];
    let turns = pawns.map(|pair| format!("{pair} Nf3 Nf6 Nc3 Nc6 Ng1 Ng8 Nb1 Nb8")).join(" ");
    let (found, defects) = read_all(GameId::Chess, "x.pgn", &format!("1. {turns} *\n\n1. d4 *"), None).unwrap();
    let plies: Vec<usize> = found.iter().map(|opening| opening.moves.len()).collect();
    assert_eq!((plies, defects), (vec![MAX_PLIES, 1], Defects { cut: 1, ..Defects::default() }));
}

#[test]
fn leaves_out_an_opening_that_is_over_by_repetition() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    for line in [shuffle.to_owned(), format!("{shuffle} e4")] {
        let (found, defects) = read_all(GameId::Chess, "x.txt", &format!("{line}\ne4 e5\n"), None).unwrap();
        assert_eq!(found.len(), 1, "{line}");
        assert!(skipped(&defects)[0].starts_with("x.txt, line 1: moves: the game is over"), "{defects:?}");
        let only = read(GameId::Chess, "x.txt", &line, None).unwrap_err();
        assert!(only.to_string().contains("the game is over"), "{only}");
    }
    let kings = "1-5 32-28 5-1 28-32";
    let pdn = format!("[FEN \"B:WK32:BK1\"]\n1. {kings} {kings} *\n\n1. 11-15 *\n");
    let (found, defects) = read_all(GameId::Checkers, "x.pdn", &pdn, None).unwrap();
    assert_eq!((found.len(), defects.skipped.len()), (1, 1), "{defects:?}");
    assert!(read(GameId::Chess, "x.txt", "Nf3 Nf6 Ng1 Ng8", None).is_ok(), "the second occurrence is no draw");
}

#[test]
fn tags_and_variants_ignore_case() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let game = |variant: &str| format!("[{variant}]\n[Fen \"{fen}\"]\n\n1. Nf3 *\n\n");
    let known = ["Variant \"Standard\"", "VARIANT \"From Position\"", "variant \"chess\"", "Variant \"?\""];
    for variant in known.into_iter().chain(["Variant \"Chess960\"", "Variant \"fischerandom\""]) {
        let found = read(GameId::Chess, "x.pgn", &game(variant), None).unwrap();
        assert_eq!(found[0].position.as_deref(), Some(fen), "{variant}");
    }
    for variant in ["Variant \"Atomic\"", "variant \"King of the Hill\""] {
        let error = read(GameId::Chess, "x.pgn", &game(variant), None).unwrap_err().to_string();
        let name = variant.split_once('"').map(|(_, name)| name.trim_end_matches('"')).unwrap();
        assert!(error.contains(&format!("the variant \"{name}\" is neither")), "{error}");
    }
    let fen = "W:W25:B22,14";
    let found = read(GameId::Checkers, "x.pdn", &format!("[gametype \"21\"]\n[fen \"{fen}\"]\n*\n"), None);
    assert_eq!(found.unwrap()[0].position.as_deref(), Some(fen));
    let error = read(GameId::Checkers, "x.pdn", "[GAMETYPE \"20\"]\n1. 32-28 *\n", None).unwrap_err();
    assert!(error.to_string().contains("is not English draughts"), "{error}");
}

#[test]
fn reads_draughts_moves_with_blanks() {
    let game = GameId::Checkers;
    let found = read(game, "x.pdn", "1. 11 - 15 23 - 19 2. 8 - 11 22 - 17 *", None).unwrap();
    assert_eq!(shown(game, &found[0]).2, ["11-15", "23-19", "8-11", "22-17"]);
}

#[test]
fn sampling_a_book_parses_only_the_lines_played() {
    // In each group of three lines one is invalid and one repeats an opening.
    let empty = |squares: usize| if squares == 0 { String::new() } else { squares.to_string() };
    // A pawn on each of five ranks, at the files that are the number's digits.
    let board = |number: usize| {
        let files = (0..5).map(|rank| number >> (3 * rank) & 7);
        let ranks: Vec<String> = files.map(|file| format!("{}P{}", empty(file), empty(7 - file))).collect();
        format!("4k3/8/{}/4K3 {} - - 0 1", ranks.join("/"), if number < 1 << 15 { 'w' } else { 'b' })
    };
    let text: String = (0..60_000).map(board).map(|board| format!("{board}\nnonsense\n{board}\n")).collect();
    let options = Options::new();
    let start = GameId::Chess.board(&options, None).unwrap();
    let defects = RefCell::default();
    let reader = Reader { game: GameId::Chess, options: &options, start: &*start, plies: None, defects: &defects };
    let Ok(OpeningsFile::Lines(lines)) = reader.file(&Source { file: "x.epd", text: &text }) else {
        panic!("it has an opening on each line")
    };
    assert_eq!(lines.len(), 180_000);
    let draw = |order, rounds| {
        let drawn = lines.draw(&reader, order, rounds, 7);
        assert_eq!((drawn.openings.len(), drawn.turns.len()), (rounds, rounds));
        assert!(drawn.skipped.len() < 3 * rounds, "{} lines were read in vain", drawn.skipped.len());
        drawn.openings
    };
    let sample = draw(Order::Random, 100);
    assert_eq!(draw(Order::Random, 60), sample[..60], "more turns only add");
    assert_ne!(draw(Order::Sequential, 100), sample);
    let few = LineFile::new(&Source { file: "x.txt", text: "e4\nd4\nzz\ne4\n" }, LineFormat::Text, None);
    let drawn = few.draw(&reader, Order::Random, 7, 3);
    assert_eq!((drawn.openings.len(), drawn.turns.len(), drawn.skipped.len()), (2, 7, 1));
    let both = |turns: &[u32]| turns[0] != turns[1];
    assert!(drawn.turns.chunks_exact(2).all(both), "each is played before one is played again: {:?}", drawn.turns);
}

#[test]
fn reads_draughts_ballots_as_named_positions() {
    let game = GameId::Checkers;
    let fen = "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,13,2,3,4,6,7,8,9";
    let json = format!("{{\"all\": {{\"001 09-13 21-17 05-09\": \"{fen}\"}}}}");
    let found = read(game, "x.json", &json, None).unwrap();
    assert_eq!(shown(game, &found[0]), (Some("001 09-13 21-17 05-09"), Some(fen), vec![]));
    let found = read(game, "x.txt", &format!("ballot 1: {fen}\n{fen}\n"), None).unwrap();
    assert_eq!(shown(game, &found[0]), (Some("ballot 1"), Some(fen), vec![]));
}

#[test]
fn errors_name_line_and_key() {
    let wrong = |file: &str, text: &str| {
        let error = read(GameId::TicTacToe, file, text, None).unwrap_err();
        (error.line, error.key.unwrap_or_default(), error.problem.to_string())
    };
    let (line, key, problem) = wrong("x.txt", "\n\na1 a1\n");
    assert_eq!((line, key.as_str()), (Some(3), "moves"));
    assert!(problem.contains("ply 2: \"a1\" is not legal"), "{problem}");
    let over = super::opening_over().to_string();
    let (line, key, problem) = wrong("x.txt", "a1 b1 a2 b2 a3\n");
    assert_eq!((line, key.as_str(), problem.as_str()), (Some(1), "moves", over.as_str()));
    let (line, _, problem) = wrong("x.txt", "zz\n");
    assert!(
        line == Some(1) && problem.contains("not a legal first move") && problem.contains("not a position"),
        "{problem}"
    );
    let (line, key, _) = wrong("x.toml", "\n[[opening]]\nmoves = \"c9\"\n");
    assert_eq!((line, key.as_str()), (Some(2), "moves"));
    assert!(wrong("x.txt", "# nothing\n").2.contains("no opening"));
    assert!(wrong("x.doc", "a1").2.contains(".epd"));
    assert_eq!(wrong("x.json", "{\n\"a\": 3 4}").0, Some(2));
}
