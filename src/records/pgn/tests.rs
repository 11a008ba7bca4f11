use super::*;
use crate::imported_game::import;
use arena_games::MoveCode;

fn record(json: serde_json::Value) -> Record {
    let mut record = serde_json::json!({
        "id": "00000000-0000-0000-0000-000000000001",
        "game": "chess",
        "options": {},
        "opening": { "moves": [] },
        "seats": [{ "name": "An \"A\"" }, { "name": "B" }],
        "seed": 1,
        "verdict": { "outcome": "second", "by": "rules" },
    });
    for (key, value) in json.as_object().expect("an object") {
        record[key] = value.clone();
    }
    let moves = record["moves"].as_array().map_or(0, Vec::len);
    record["nodes"] = vec![0; moves].into();
    serde_json::from_value(record).expect("a record")
}

#[test]
fn writes_tags_values_and_clocks() {
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
        write(&record, ExtraTags { event: Some("Cup"), round: Some("3.1"), ..ExtraTags::default() }).expect("chess");
    let expected = "[Event \"Cup\"]\n[Site \"minimax-arena\"]\n[Date \"????.??.??\"]\n[Round \"3.1\"]\n\
        [White \"An \\\"A\\\"\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n[Termination \"normal\"]\n\
        [TimeControl \"60+0.500\"]\n\n\
        1. f3 e5 {[%eval 0.31] [%emt 0:00:01.250] [%clk 0:00:59.250]} 2. g4 {[%eval\n\
        0.07] [%emt 0:01:01.000] [%clk 0:00:00.500]} Qh4# {[%emt 0:00:00.003] [%clk\n\
        0:00:59.747]} 0-1\n\n";
    assert_eq!(text, expected);
}

#[test]
fn search_notes_precede_the_value_and_read_back() {
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
    // An illegal move ends the line. A move without a value has no note.
    let line = ["e7e5", "g1h3", "d8h4", "h2h4"].map(code).to_vec();
    let notes = [
        MoveNote { depth: 12, line, ..MoveNote::default() },
        MoveNote { depth: 3, line: vec![code("g2g4")], ..MoveNote::default() },
        MoveNote { depth: 1, ..MoveNote::default() },
    ];
    let text = write(&record, ExtraTags { notes: &notes, ..ExtraTags::default() }).expect("chess");
    let words: Vec<&str> = text.split_whitespace().collect();
    let comment = "e5 {+0.31/12 1.250s, n=31000, nps=24800, pv=\"e5 Nh3 Qh4+\" [%eval -0.31] [%emt 0:00:01.250]} 2. g4 \
                   {[%emt 0:00:00.000]} Qh4# {+M1/1 0.003s, n=5, nps=1666 [%emt 0:00:00.003]} 0-1";
    assert!(words.join(" ").ends_with(comment), "{text}");
    let game = games(&text).next().expect("a game").expect("well formed");
    let (at, search) = &game.searches[0];
    assert_eq!((*at, search.depth, search.nodes, search.ms), (1, 12, Some(31_000), Some(1_250)));
    assert_eq!((search.line.join(" ").as_str(), game.searches.len()), ("e5 Nh3 Qh4+", 2));
}

#[test]
fn written_moves_read_back() {
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
fn writes_clocks_with_periods() {
    let clock = serde_json::json!({ "initial_ms": 60_000, "moves": 2 });
    let record = record(serde_json::json!({
        "moves": ["g2g3", "g7g6", "f2f3", "f7f6"],
        "seats": [{ "name": "A", "clock": clock }, { "name": "B", "clock": clock }],
        "ms": [10_000, 0, 5_000, 1_000],
    }));
    let text = write(&record, ExtraTags::default()).expect("chess");
    assert!(text.contains("[TimeControl \"2/60\"]"), "{text}");
    let clocks: Vec<&str> = text.split("%clk").skip(1).filter_map(|rest| rest.trim_start().split(']').next()).collect();
    assert_eq!(clocks, ["0:00:50.000", "0:01:00.000", "0:01:45.000", "0:01:59.000"]);
}

#[test]
fn evaluations_are_of_the_position_after_the_move() {
    // White mates in two: the values are plies from the win, for the side to move before the move.
    let position = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    let record = record(serde_json::json!({
        "opening": { "position": position, "moves": [] },
        "moves": ["a2a7", "h8g8", "b1b8"],
        "values": [999_997, -999_998, 999_999],
        "verdict": { "outcome": "first", "by": "rules" },
    }));
    let text = write(&record, ExtraTags::default()).expect("chess");
    assert!(text.contains("1. Ra7 {[%eval #1]} Kg8 {[%eval #1]} 2. Rb8# 1-0"), "{text}");
    let mate = |moves| Some(Score::Mate { won: true, moves });
    assert_eq!(evals(&record), [mate(1), mate(1), None]);
}

#[test]
fn usual_start_needs_no_tags() {
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (position, tags) in [(usual, 0), (&*format!("{usual} 0 1"), 0), (&*format!("{usual} 0 7"), 2)] {
        let record = record(serde_json::json!({ "opening": { "position": position, "moves": [] }, "moves": ["e2e4"] }));
        let text = write(&record, ExtraTags::default()).expect("chess");
        let count = text.lines().filter(|line| line.starts_with("[SetUp") || line.starts_with("[FEN")).count();
        assert_eq!(count, tags, "{position}");
    }
}

#[test]
fn chess960_has_variant_and_start_tags() {
    let written = |json: serde_json::Value| {
        let text = write(&record(json), ExtraTags::default()).expect("chess");
        let game = games(&text).next().expect("a game").expect("well formed");
        assert_eq!(import(GameId::Chess, &game).expect("legal").moves.len(), game.moves.len(), "{text}");
        let tags: Vec<&str> = ["Variant", "SetUp", "FEN"].into_iter().filter_map(|name| game.tag(name)).collect();
        tags.join(" ")
    };
    // X-FEN, which programs read that do not know Shredder-FEN.
    let start = |number: u32| serde_json::json!({ "options": { "chess960": number }, "moves": ["g2g3", "g7g6"] });
    assert_eq!(written(start(0)), "Chess960 1 bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(written(start(518)), "", "the usual chess");
    // The rook's file is needed if another rook stands further out.
    for (castling, expected) in [("GAga", "KQkq"), ("GQgq", "KQkq"), ("FBkq", "FBkq"), ("Qf", "Qf"), ("-", "-")] {
        let fen = format!("rr2krr1/8/8/8/8/8/8/RR2KRR1 w {castling} - 0 1");
        let pgn = written(serde_json::json!({
            "options": { "chess960": 0 }, "opening": { "position": fen, "moves": [] }, "moves": [],
        }));
        assert!(pgn.contains(&format!(" w {expected} - 0 1")), "{castling}: {pgn}");
    }
}

#[test]
fn player_and_version_round_trip() {
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
fn rejects_invalid_games_with_their_line() {
    let wrong = |text: &str| {
        import(GameId::Chess, &games(text).next().expect("one").expect("well formed")).expect_err("it is wrong")
    };
    let refused = |text: &str| wrong(text).to_string();
    assert_eq!(refused("1. e4 e5\n2. Ke3"), "line 2: \"Ke3\" is not a legal move here, or is ambiguous (ply 2)");
    assert!(refused("[Variant \"Atomic\"]\n1. e4").contains("\"Atomic\" is neither"));
    assert!(refused("[Variant \"Chess960\"]\n1. e4").contains("needs the tag FEN"));
    assert!(refused("[FEN \"nonsense\"]\n1. e4").starts_with("line 1: the tag FEN:"));
    assert_eq!(wrong("1. e2e4 e7e5 2. Ng1f3 O-O").line, 1);
    let bones = Record { game: GameId::Bones, ..record(serde_json::json!({ "moves": [] })) };
    assert!(write(&bones, ExtraTags::default()).unwrap_err().to_string().contains("PGN is for chess"));
}

#[test]
fn games_name_their_players_by_their_sides_and_are_read_back() {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
    let xiangqi = Record { game: GameId::Xiangqi, ..record(serde_json::json!({ "moves": moves })) };
    let text = write(&xiangqi, ExtraTags::default()).expect("it is xiangqi");
    assert!(text.contains("[Red \"An \\\"A\\\"\"]\n[Black \"B\"]\n"), "{text}");
    assert!(text.contains("[Game \"Chinese Chess\"]\n") && !text.contains("White"), "{text}");
    assert!(text.ends_with("\n\n1. C2=5 H8+7 2. H2+3 R9=8 0-1\n\n"), "{text}");
    let read = |text: &str| import(GameId::Xiangqi, &games(text).next().expect("one").expect("well formed"));
    let codes: Vec<MoveCode> = moves.iter().map(|mv| GameId::Xiangqi.parse_move(mv).expect("a move")).collect();
    assert_eq!(read(&text).expect("it is legal").moves, codes);
    assert_eq!(read("[Game \"Chinese Chess\"]\n\n1.炮二平五 馬8進7 2.馬二進三 車9平8 *").expect("legal").moves, codes);
    assert!(read("[Game \"Chess\"]\n\n1. e4").unwrap_err().to_string().contains("not Chinese Chess"));
}
