use super::*;

const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "*"];

fn all(text: &str) -> Vec<TaggedGame> {
    games(text, RESULTS).collect::<Result<_, _>>().expect("well formed")
}

fn moves(game: &TaggedGame) -> Vec<&str> {
    game.moves.iter().map(|(mv, _)| mv.as_str()).collect()
}

#[test]
fn keeps_only_the_main_line() {
    let text = "%ignored\n[Event \"a \\\"b\\\" \\\\\"]\n[Site \"?\"]\n\n1.e4 e5!? 2. Nf3$1 (2. f4 {King's (} (2. d4) ; x )\n exf4) \
                2... Nc6 {good; [%eval 0.3]} 3 Bb5 ; Spanish 4. O-O\n a6 ?! +- 1-0\n\n\n[White \"x\"]\n*";
    let games = all(text.trim_end());
    assert_eq!(games.len(), 2);
    assert_eq!(moves(&games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(games[0].tags[0], ("Event".to_owned(), "a \"b\" \\".to_owned()));
    assert_eq!((games[0].tag("Site"), games[0].result.as_deref(), games[0].line), (None, Some("1-0"), 2));
    assert_eq!(games[0].moves[5].1, 7);
}

#[test]
fn joins_moves_with_blanks_around_a_dash_or_cross() {
    let games = |text| super::games(text, &["1-0", "0-1", "*"]).collect::<Result<Vec<_>, _>>().expect("well formed");
    let text = "1. 11 - 15 23 - 19 2. 8- 11 22 -17\n3. 15 x 24 28x 19 4. 7 x 16 x 23 1 - 0\n\n1. 9-13 *";
    let found = games(text);
    let expected = ["11-15", "23-19", "8-11", "22-17", "15x24", "28x19", "7x16x23"];
    assert_eq!((moves(&found[0]), found[0].result.as_deref()), (expected.to_vec(), Some("1-0")));
    assert_eq!((moves(&found[1]), found[1].line), (vec!["9-13"], 4));
    // Numbers and judgements do not belong to moves.
    assert_eq!(moves(&games("1 11-15 2 23-19 -+ 3 8-11 - 4 22-17 *")[0]), ["11-15", "23-19", "8-11", "22-17"]);
}

#[test]
fn results_and_moves_have_customary_spellings() {
    let ends = |result: &str| {
        let games = all(&format!("1. e4 e5 {result}\n\n[White \"x\"]\n\n1. d4 *\n"));
        assert_eq!((games.len(), moves(&games[0])), (2, vec!["e4", "e5"]), "{result}");
        games[0].result.clone()
    };
    for draw in ["1/2", "1/2 - 1/2", "½-½", "½ – ½", "½", "1/2–1/2"] {
        assert_eq!(ends(draw).as_deref(), Some("1/2-1/2"), "{draw}");
    }
    assert_eq!((ends("1–0").as_deref(), ends("0–1").as_deref()), (Some("1-0"), Some("0-1")));
    assert_eq!(moves(&all("1. exd6e.p. e.p. cxd6ep ep *")[0]), ["exd6", "cxd6"]);
}

#[test]
fn annotations_of_all_programs_are_removed() {
    let signs = [
        "!", "?", "!!", "??", "!?", "?!", "=", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "+−", "−+", "+--",
        "~", "±", "∓", "⩲", "⩱", "□", "∞", "=∞", "=/∞", "⨀", "⊙", "○", "●", "↑", "→", "⇆", "⟳", "⊕", "△", "∆", "⌓",
        "/\\", "<=>", "->", "^", "⯹", "N", "TN", "$1", "$146", "!$7", "!N", "□!", ",",
    ];
    for sign in signs {
        for text in [format!("1. e4{sign} e5 {sign} 2. Nf3 *"), format!("1.e4 {sign} e5{sign} 2.Nf3{sign} *")] {
            assert_eq!(moves(&all(&text)[0]), ["e4", "e5", "Nf3"], "{text}");
        }
    }
    let text = "1.e4 1…e5 2. Bc4 D Nc6 TN 3.Qh5+= a6?? 4.Qxf7#!! *";
    assert_eq!(moves(&all(text)[0]), ["e4", "e5", "Bc4", "Nc6", "Qh5", "a6", "Qxf7#"]);
    // A check is no judgement, and a promotion to a knight is no novelty.
    let text = "1. Nf3+ Kf8N 2. e8N O-ON 3. e8=N+ e1(N)+ 4. e8=♘ bxa1Q! \
                5. e8(Q)N (5. e8(R)) a8=NN exd6+e.p. 6. exd6e.p.+ d4ep *";
    let expected =
        ["Nf3+", "Kf8", "e8N", "O-O", "e8=N+", "e1(N)+", "e8=♘", "bxa1Q", "e8(Q)", "a8=N", "exd6+", "exd6", "d4"];
    assert_eq!(moves(&all(text)[0]), expected);
    assert_eq!(moves(&all("1. d D 2. N c *")[0]), ["d", "D", "N", "c"], "moves of one letter");
}

#[test]
fn null_moves_are_kept_so_that_they_are_refused() {
    assert_eq!(
        moves(&all("1. e4 -- 2. d4 Z0 3. c4 0000 4. @@@@ - *")[0]),
        ["e4", "--", "d4", "Z0", "c4", "0000", "@@@@"]
    );
}

#[test]
fn tags_may_have_quotes_inside() {
    for (line, value) in [
        (r#"[White "Tal "Misha" M."]"#, r#"Tal "Misha" M."#),
        (r#"[White "Tal \"Misha\" M."]"#, r#"Tal "Misha" M."#),
        (r#"[White ""Misha""]"#, r#""Misha""#),
        (r#"[White "a "b"] c" ]  "#, r#"a "b"] c"#),
        (r#"[White "C:\Games\"]"#, r"C:\Games\"),
        (r#"[White "C:\Games\\"]"#, r"C:\Games\"),
        (r#"[White ""]"#, ""),
        (r#"[White "one"] [Site "two"]"#, "one"),
        (r#"[White "one"] 1. e4 {[%x "y"]}"#, "one"),
        (r#"[White"one"]"#, "one"),
    ] {
        let found = all(&format!("{line}\n[Black-Team+2 \"b\"]\n\n*\n"));
        assert_eq!(found[0].tags[0], ("White".to_owned(), value.to_owned()), "{line}");
        assert!(found.last().expect("a game").tags.contains(&("Black-Team+2".to_owned(), "b".to_owned())), "{line}");
    }
}

#[test]
fn names_are_compared_without_blanks_and_in_composed_letters() {
    let name = |name: &str| all(&format!("[White \"{name}\"]\n\n*"))[0].seat("White").map(|seat| seat.name);
    for same in [" Müller", "Müller\u{a0}", "Mu\u{308}ller"] {
        assert_eq!(name(same).as_deref(), Some("Müller"), "{same:?}");
    }
    assert_eq!((name("Möller").as_deref(), name(" "), name(" ? ")), (Some("Möller"), None, None));
}

#[test]
fn castling_with_zeros_ends_no_game() {
    let games = |text| {
        let found = super::games(text, crate::pdn::RESULTS).collect::<Result<Vec<_>, _>>().expect("well formed");
        found.iter().map(|game| (moves(game).len(), game.result.clone())).collect::<Vec<_>>()
    };
    let ended = |plies: usize, result: &str| (plies, Some(result.to_owned()));
    assert_eq!(games("[Result \"1-0\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 {x} 0-0 1-0\n"), [ended(8, "1-0")]);
    assert_eq!(games("1. Nf3 Nf6 2. 0-0 d5 *"), [ended(4, "*")]);
    assert_eq!(games("[Result \"0-0\"]\n\n1. 11-15 0-0 1. 9-13 0-0"), [ended(1, "0-0"), ended(1, "0-0")]);
    assert_eq!(games("1. 11-15 0-0\n\n[White \"x\"]\n\n1. 9-13 0-0"), [ended(1, "0-0"), ended(1, "0-0")]);
}

#[test]
fn tag_names_ignore_case() {
    let games = all("[Fen \"x\"]\n[SETUP \"1\"]\n[white \"Ann\"]\n[WHITEPLAYERID \"?\"]\n\n1. e4 *");
    let tags = ["FEN", "SetUp", "White"].map(|name| games[0].tag(name));
    assert_eq!(tags, [Some("x"), Some("1"), Some("Ann")]);
    assert_eq!(games[0].seat("White").map(|seat| seat.name), Some("Ann".to_owned()));
}

#[test]
fn reads_games_without_results_and_files_without_games() {
    let games = all("1. d4 d5\n[Event \"b\"]\n1. c4 *\n[Event \"c\"]\n\n");
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), [vec!["d4", "d5"], vec!["c4"], vec![]]);
    assert_eq!(games[0].result, None);
    assert!(all(" \n% nothing\n").is_empty());
}

#[test]
fn malformed_games_are_reported_with_their_line() {
    let refused = |text: &str| games(text, RESULTS).collect::<Result<Vec<_>, _>>().unwrap_err().to_string();
    assert_eq!(refused("\n[Event a]"), "line 2: a tag is written [Name \"value\"]");
    assert_eq!(refused("[Event \"a\n\"]"), "line 1: a tag is written [Name \"value\"]");
    assert_eq!(refused("1. e4\n{ never closed"), "line 2: a comment is not closed by }");
    assert_eq!(refused("1. e4 (1. d4 (1. c4)"), "line 1: a variation is not closed by )");
    assert_eq!(refused("1. e4 )"), "line 1: ')' closes nothing");
    assert!(refused(&"(".repeat(100_000)).contains("not closed"));
}

#[test]
fn reading_continues_after_a_malformed_game() {
    let text = "[Event a]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 { open\n\n[Event \"c\"]\n\n1. c4 *\n)\n";
    let found: Vec<_> = games(text, RESULTS).map(|game| game.map(|game| game.line).map_err(|bad| bad.line)).collect();
    assert_eq!(found, [Err(1), Err(7), Ok(9), Err(12)]);
}
