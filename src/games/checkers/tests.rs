//! Published counts and positions, and special cases of the rules.

use super::Checkers;
use super::rules::CheckersOptions;
use crate::perft::perft;
use crate::{Diagram, Game, Outcome, Side, play_all};

fn position(text: &str) -> Checkers {
    Checkers::parse(&CheckersOptions {}, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start() -> Checkers {
    Checkers::initial(&CheckersOptions {}).expect("there are no options")
}

fn legal(position: &Checkers) -> Vec<String> {
    let moves = position.moves();
    assert_eq!(moves.len(), position.count_legal(), "{position:?}");
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn played(position: &Checkers, moves: &str) -> Checkers {
    let moves = moves.split(' ').map(|text| text.parse().expect("the text is a move"));
    play_all(position, moves).unwrap_or_else(|error| panic!("{error}"))
}

/// Counts by Aart Bik (talkchess.com, thread 27814; OEIS A133046), which count captures by different paths separately.
#[test]
fn perft_matches_the_published_counts() {
    let counts = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&start(), depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "takes seconds in a release build: the first depth at which merging captures of the same men would show"]
fn perft_counts_captures_by_different_paths_separately_to_depth_12() {
    assert_eq!(perft(&start(), 12), 388_623_673);
}

#[test]
fn initial_position_round_trips_through_pdn() {
    let text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(start().notation(), text);
    for same in [text, "B:B1-12:W21-32", "B:W21-32:B1-12:H0:F1", "B:W21-32:B1-12."] {
        assert_eq!(position(same), start(), "{same}");
    }
    assert_eq!(legal(&start()), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
}

/// Three-move ballots of the American Checker Federation, as listed by the package pydraughts (MIT).
#[test]
fn published_ballots_match_their_moves() {
    for (moves, text) in [
        ("9-13 21-17 5-9", "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,13,2,3,4,6,7,8,9"),
        ("9-13 21-17 10-14", "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,11,12,13,14,2,3,4,5,6,7,8"),
        ("9-13 22-18 11-15", "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,10,12,13,15,2,3,4,5,6,7,8"),
        ("9-13 23-18 5-9", "W:W18,21,22,24,25,26,27,28,29,30,31,32:B1,10,11,12,13,2,3,4,6,7,8,9"),
    ] {
        assert_eq!(played(&start(), moves), position(text), "{moves}");
    }
}

#[test]
fn captures_are_mandatory_complete_and_freely_chosen() {
    assert_eq!(legal(&position("B:W18:B14,15,1")), ["14x23", "15x22"]);
    assert_eq!(legal(&position("B:W18,26:B15,1")), ["15x22x31"]);
    assert_eq!(legal(&position("B:W10,11:B15")), ["15-18", "15-19"], "a man does not capture backwards");
    assert_eq!(legal(&position("B:W10,11:BK15")), ["15x6", "15x8"]);
}

#[test]
fn crowning_ends_the_move() {
    let crowned = position("W:W11:B7,6,8");
    assert_eq!(legal(&crowned), ["11x2", "11x4"]);
    let after = played(&crowned, "11x2");
    assert_eq!(after.notation(), "B:WK2:B6,8");
}

#[test]
fn king_may_return_to_its_start_and_captures_no_man_twice() {
    let circle = position("W:WK14:B10,11,18,19");
    assert_eq!(legal(&circle), ["14x23x16x7x14", "14x7x16x23x14"]);
    assert_eq!(played(&circle, "14x7x16x23x14").notation(), "B:WK14:B");
}

#[test]
fn side_without_a_move_loses() {
    let blocked = position("W:W5:B1");
    assert_eq!((blocked.outcome(), legal(&blocked).len()), (Some(Outcome::win(Side::First)), 0));
    let bare = position("W:W:B1");
    assert_eq!(bare.outcome(), Some(Outcome::win(Side::First)));
}

#[test]
fn eighty_quiet_plies_draw_and_a_man_resets_the_count() {
    let late = position("W:WK30:BK3:H79");
    let drawn = played(&late, "30-25");
    assert_eq!((drawn.outcome(), legal(&drawn).len()), (Some(Outcome::DRAW), 0));
    assert_eq!(drawn.notation(), "B:WK25:BK3:H80");
    assert_ne!(position("W:WK30:BK3:H79"), position("W:WK30:BK3"));
    assert_eq!(position("W:WK30:BK3:H79").key(), position("W:WK30:BK3").key());
    let man = played(&position("W:WK30,20:BK3:H79"), "20-16");
    assert_eq!((man.outcome(), man.reversible_plies()), (None, 0));
    // The eightieth ply takes black's last move.
    let won = played(&position("W:W5,10,K2:B1:H79"), "2-6");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::Second)));
}

#[test]
fn rejects_invalid_moves() {
    for text in
        ["", "11", "11-", "11-14-18", "11-15x22", "11-20", "0-5", "29-33", "011-15", "11x15", "1x10x1x10", "+1-5"]
    {
        let error = text.parse::<super::CheckersMove>().expect_err(text).to_string();
        assert!(error.contains("11-15"), "{error}");
    }
}

#[test]
fn rejects_invalid_positions_with_a_reason() {
    for (text, reason) in [
        ("", "expected the side"),
        ("B", "expected the side"),
        ("X:W1:B2", "expected the side"),
        ("B:W21", "expected the side"),
        ("B:W21:B1:Q", "expected the side"),
        ("B:W21:B33", "squares are 1 to 32"),
        ("B:W21:Bx", "squares are 1 to 32"),
        ("B:W21:B1,1", "black lists the square 1 twice"),
        ("B:W21:B21", "both sides have a piece on 21"),
        ("B:W21:W22:B1", "white is listed twice"),
        ("B:W21:B1-13", "at most 12"),
        ("B:W21:B30", "K30"),
        ("B:W1:B5", "K1"),
        ("B:W:B5", "white has no pieces"),
        ("B:W21:B5:H81", "0 to 80"),
        ("B:é21:B5", "expected the side"),
    ] {
        let error = Checkers::parse(&CheckersOptions {}, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let long = format!("B:W21:B{}", "1,".repeat(1 << 19));
    assert!(Checkers::parse(&CheckersOptions {}, &long).expect_err("the text is too long").to_string().contains("300"));
}

#[test]
fn diagram_has_square_1_at_the_top_left_and_names_only_dark_squares() {
    let mv = "22x15x8".parse().expect("the text is a capture");
    let diagram = position("B:WK8,32:B5,K1").diagram(Some(mv));
    let Diagram::Grid { grid, points, line, .. } = diagram else { panic!("the diagram is not a grid") };
    assert_eq!((grid.columns, grid.rows, grid.cells.len(), points.len(), line.len()), (8, 8, 64, 64, 0));
    assert_eq!(points[..10], ["", "1", "", "2", "", "3", "", "4", "5", ""]);
    assert_eq!((&*points[63], &*points[62], &*points[56]), ("", "32", "29"));
    let at = |name: &str| &*grid.cells[points.iter().position(|point| point == name).expect("the square has a name")];
    assert_eq!([at("1"), at("5"), at("8"), at("32"), at("9")], ["k", "m", "K", "M", ""]);
    assert_eq!(grid.last, ["22", "15", "8"]);
}

#[test]
fn reads_customary_move_texts() {
    let read = |board: &str, text: &str| position(board).read_move(text).map(|mv| mv.to_string());
    let some = |text: &str| Some(text.to_owned());
    let usual = start().notation();
    assert_eq!(read(&usual, "10x14"), some("10-14"));
    assert_eq!(read(&usual, "09-13"), some("9-13"));
    assert_eq!((read(&usual, "11-14"), read(&usual, "11"), read(&usual, "11-"), read(&usual, "")), Default::default());
    // Two jumps over 22 and 14, written in full, in part, and with another sign.
    for text in ["25x18x9", "25x9", "25-9", "25-18-9", "25:9"] {
        assert_eq!(read("W:W25:B22,14", text), some("25x18x9"), "{text}");
    }
    assert_eq!(read("W:W25:B22,14", "25x18"), None, "the capture is not complete");
    // The end square distinguishes captures that begin alike.
    let two = "W:WK32:B27,26,18,19";
    assert_eq!(legal(&position(two)), ["32x23x14", "32x23x16", "32x23x30"]);
    assert_eq!(read(two, "32x16"), some("32x23x16"));
}
