use super::*;
use crate::Roster;
use arena_games::Side;

fn book(text: &str) -> Book {
    Book::read(&Source { file: "book.toml", text }).expect("the book is valid")
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn searched_book_round_trips_and_is_deterministic() {
    let roster = Roster::load(None).expect("the shipped bots are valid");
    let bot = roster.find("tictactoe-perfect").or_else(|| roster.all().first()).expect("there are bots").clone();
    let searched = Searched { bot, plies: 2, width: 2, nodes: 20_000 };
    let draft = searched.build(|_| ()).expect("the book is small");
    assert_eq!(draft.lines.len(), 3, "the initial position and those after its two best moves");
    assert!(draft.lines.iter().all(|line| line.known.len() == 2));
    assert_eq!(searched.build(|_| ()).expect("the book is small"), draft);
    let read = book(&draft.to_toml("made \"here\"", "by search", "arena book build"));
    assert_eq!((read.name.as_str(), &read.lines), ("made \"here\"", &draft.lines));
    let start = draft.game.board(&Options::new(), None).expect("the initial position is valid");
    let best = read.best(start.key()).into_iter().map(|code| draft.game.move_text(code)).collect::<Vec<_>>();
    assert!(best.contains(&draft.lines[0].known[0].mv), "{best:?}");
}

#[test]
fn rejects_a_node_limit_that_completes_no_depth() {
    let roster = Roster::load(None).expect("the shipped bots are valid");
    let bot = roster.of(GameId::Chess).last().expect("there are bots").clone();
    let error = Searched { bot, plies: 1, width: 1, nodes: 3 }.build(|_| ()).expect_err("no depth is completed");
    assert!(error.to_string().contains("3 nodes"), "{error}");
}

#[test]
fn counts_matches_by_position_and_discounts_rare_moves() {
    let mut harvest = Harvest::new(GameId::TicTacToe, 3);
    for _ in 0..20 {
        harvest.add(&words("b2 a1 c3 a3"), Some(Side::First)).expect("the moves are legal");
    }
    harvest.add(&words("a1 b2 c3"), Some(Side::First)).expect("the moves are legal");
    harvest.add(&words("c3 b2 a1"), None).expect("the moves are legal");
    let draft = harvest.draft(1).expect("there are moves");
    let start: Vec<_> =
        draft.lines[0].known.iter().map(|known| (known.mv.as_str(), known.value, known.count)).collect();
    assert_eq!(start, [("b2", 954, Some(20)), ("a1", 666, Some(1)), ("c3", 500, Some(1))]);
    let read = book(&draft.to_toml("played", "from matches", "a command\nof two lines"));
    assert_eq!(read.lines[0].known[0].count, Some(20));
    assert!(harvest_of_nothing().draft(1).is_err());
}

fn harvest_of_nothing() -> Harvest {
    Harvest::new(GameId::Chess, 4)
}

#[test]
fn digest_depends_only_on_positions_and_values() {
    let head = "name = \"x\"\ngame = \"tictactoe\"\n";
    let start = "[[position]]\nmoves = \"\"\nvalues = { b2 = 4, a1 = 3 }\n";
    let second = "[[position]]\nmoves = \"b2\"\nvalues = { a1 = 1 }\n";
    let plain = book(&format!("{head}{start}{second}")).digest;
    assert_eq!(book(&format!("{head}{second}{start}counts = {{ b2 = 7 }}\n")).digest, plain);
    assert_ne!(book(&format!("{head}{start}")).digest, plain);
    assert_ne!(book(&format!("{head}{}{second}", start.replace('4', "2"))).digest, plain);
    assert_eq!(plain.len(), 16);
}

#[test]
fn rejects_a_count_without_a_value() {
    let text =
        "name = \"x\"\ngame = \"tictactoe\"\n[[position]]\nmoves = \"\"\nvalues = { b2 = 4 }\ncounts = { a1 = 2 }";
    let error = Book::read(&Source { file: "book.toml", text }).expect_err("a1 has no value");
    assert!(error.to_string().contains("counts: a1 is counted"), "{error}");
}
