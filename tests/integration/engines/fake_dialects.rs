//! Engines of protocols other than UCI, like those of `fake.rs`. They hold a board of the arena and play the first or
//! the last legal move.

use std::io::{BufRead, Write};

use arena_games::board::Board;
use arena_games::{GameId, Options};

use super::fake::say;

/// Speaks the protocol that the mode begins with; the rest selects the misbehaviour. Returns false for an unknown
/// protocol.
pub(super) fn speak(mode: &str) -> bool {
    let (protocol, fault) = mode.split_once('-').unwrap_or((mode, ""));
    let speak = match protocol {
        "xboard" => xboard,
        "gomocup" => gomocup,
        "gtp" => gtp,
        "ucci" => ucci,
        _ => return false,
    };
    speak(fault);
    true
}

struct Held {
    game: GameId,
    options: Options,
    start: Option<String>,
    moves: Vec<String>,
}

impl Held {
    fn new(game: GameId) -> Self {
        Self { game, options: Options::new(), start: None, moves: Vec::new() }
    }

    fn board(&self) -> Box<dyn Board> {
        let mut board = self.game.board(&self.options, self.start.as_deref()).unwrap();
        for (ply, text) in self.moves.iter().enumerate() {
            board.play(self.game.parse_move(text).unwrap(), ply).unwrap();
        }
        board
    }

    /// Plays the last legal move by its text and returns it.
    fn answer(&mut self) -> String {
        let best = self.board().legal().into_iter().map(|code| self.game.move_text(code)).max().unwrap();
        self.moves.push(best.clone());
        best
    }

    fn is_over(&self) -> bool {
        self.board().legal().is_empty()
    }
}

fn lines() -> impl Iterator<Item = String> {
    std::io::stdin().lock().lines().map_while(Result::ok)
}

fn xboard(fault: &str) {
    let mut held = Held::new(GameId::Chess);
    let (mut forced, mut turns) = (true, 0);
    let mut input = lines();
    while let Some(line) = input.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let mut goes = false;
        match word {
            "protover" if fault.starts_with("first") => {}
            "protover" => {
                say("feature done=0");
                let setboard = u8::from(fault != "edits");
                say(&format!("feature ping=1 setboard={setboard} usermove=1 myname=\"Fake \u{7}X\" memory=1 san=0"));
                say("feature option=\"Style -combo Solid /// *Very Risky\" done=1");
            }
            "ping" => say(&format!("pong {rest}")),
            "new" => (held, forced) = (Held::new(GameId::Chess), false),
            "setboard" => held.start = Some(rest.to_owned()),
            "edit" if fault == "edits" => {
                held.start = Some(edited(&mut input, held.moves.len() % 2 == 1));
                held.moves.clear();
            }
            "force" => forced = true,
            "go" => (forced, goes) = (false, true),
            "usermove" => {
                held.moves.push(rest.to_owned());
                goes = !forced;
            }
            "quit" => return,
            // The first version of the protocol sends bare moves.
            _ if GameId::Chess.parse_move(word).is_ok() => {
                held.moves.push(word.to_owned());
                goes = !forced;
            }
            _ => {}
        }
        if !goes || held.is_over() {
            continue;
        }
        turns += 1;
        match (fault, turns) {
            ("resigns", 2) => say("resign"),
            ("claims", 2) => say("1/2-1/2 {I am tired}"),
            ("stalls", 2) => {}
            // At once: with the first version of the protocol, only output that has arrived can be discarded.
            ("first-twice", _) => {
                let best = held.answer();
                say(&format!("move {best}\nmove {best}"));
            }
            ("twice", _) => {
                let best = held.answer();
                say(&format!("move {best}"));
                say(&format!("move {best}"));
            }
            ("first", _) => say(&format!("My move is: {}", held.answer())),
            _ => {
                let best = held.answer();
                say(&format!("3 25 1 77 {best}"));
                say(&format!("move {best}"));
                if held.is_over() {
                    say("1-0 {so I think}");
                }
            }
        }
    }
}

/// Reads a position in edit mode, without castling rights.
fn edited(input: &mut impl Iterator<Item = String>, black_moves: bool) -> String {
    let mut cells = [[' '; 8]; 8];
    let mut black = false;
    for line in input.by_ref().take_while(|line| line != ".") {
        match *line.as_bytes() {
            [b'#'] => cells = [[' '; 8]; 8],
            [b'c'] => black = true,
            [piece, file, rank] => {
                let letter = char::from(if black { piece.to_ascii_lowercase() } else { piece });
                cells[usize::from(b'8' - rank)][usize::from(file - b'a')] = letter;
            }
            _ => panic!("{line:?} is no part of edit mode"),
        }
    }
    let row = |row: &[char; 8]| row.iter().map(|cell| if *cell == ' ' { '1' } else { *cell }).collect::<String>();
    let rows: Vec<String> = cells.iter().map(row).collect();
    let empty = |text: String, count: usize| text.replace(&"1".repeat(count), &count.to_string());
    let placement = (2..=8).rev().fold(rows.join("/"), empty);
    format!("{placement} {} - - 0 1", if black_moves { 'b' } else { 'w' })
}

fn gomocup(fault: &str) {
    let mut stones: Vec<(usize, usize)> = Vec::new();
    let (mut columns, mut rows, mut turns) = (0, 0, 0);
    let mut input = lines();
    let read = |text: &str| {
        let mut numbers = text.split(',').map(|word| word.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    while let Some(line) = input.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ABOUT" => say("name=\"Fake\", version=\"2\", author=\"nobody\""),
            "START" | "RECTSTART" => {
                let size = if word == "START" { format!("{rest},{rest}") } else { rest.to_owned() };
                (columns, rows) = read(&size);
                stones.clear();
                say("MESSAGE 1,2 is no move");
                say(match fault {
                    "refuses" => "ERROR too large",
                    "loose" => "ok - it begins\r",
                    _ => "OK",
                });
                continue;
            }
            "RESTART" => {
                stones.clear();
                say("OK");
                continue;
            }
            "BEGIN" => {}
            "TURN" => stones.push(read(rest)),
            "BOARD" => {
                stones.clear();
                stones.extend(input.by_ref().take_while(|line| line != "DONE").map(|line| read(&line)));
            }
            "END" => return,
            "INFO" if fault == "grumbles" => {
                say("ERROR unknown command: timeout_turn");
                continue;
            }
            _ => continue,
        }
        if ["BEGIN", "TURN", "BOARD"].contains(&word) {
            turns += 1;
            let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
            let free = all.into_iter().find(|point| !stones.contains(point)).unwrap();
            stones.push(free);
            match (fault, turns) {
                ("lies", 2) => say("0,0"),
                ("fails", 2) => say("ERROR out of ideas"),
                ("misses", 2) => say("5 5"),
                ("twice", _) => (0..2).for_each(|_| say(&format!("{},{}", free.0, free.1))),
                ("returns", _) => {
                    print!("MESSAGE a line that ends with CR\r{},{}\r", free.0, free.1);
                    std::io::stdout().flush().unwrap();
                }
                _ => say(&format!("{},{}", free.0, free.1)),
            }
        }
    }
}

fn gtp(fault: &str) {
    let mut held = Held::new(GameId::Reversi);
    let mut turns = 0;
    for line in lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["name"] => say("= Fake\n"),
            ["version"] => say("= 3\n"),
            ["boardsize", "8"] => say("=\n"),
            ["clear_board"] => {
                held = Held::new(GameId::Reversi);
                say("= \n");
            }
            ["play", _, mv] => {
                held.moves.push(mv.to_owned());
                say("= \n");
            }
            ["genmove", _] => {
                turns += 1;
                match (fault, turns) {
                    ("resigns", 2) => say("= resign\n"),
                    ("twice", _) => {
                        let best = held.answer().to_uppercase();
                        (0..2).for_each(|_| say(&format!("= {best}\n")));
                    }
                    _ => say(&format!("= {}\n", held.answer().to_uppercase())),
                }
            }
            ["quit"] => return say("=\n"),
            _ => say("? unknown command\n"),
        }
    }
}

fn ucci(fault: &str) {
    let mut held = Held::new(GameId::Xiangqi);
    let mut turns = 0;
    for line in lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ucci" => {
                say("id name Fake");
                if fault != "seconds" {
                    say("option usemillisec type check default false");
                }
                say("ucciok");
            }
            "isready" => say("readyok"),
            "position" => {
                let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                held.start = Some(start.strip_prefix("fen ").unwrap().to_owned());
                held.moves = moves.split_ascii_whitespace().map(str::to_owned).collect();
            }
            "go" => {
                let limit = if fault == "seconds" { "time 5 movestogo 1" } else { "time 5000 movestogo 1" };
                assert!(rest.is_empty() || rest == limit, "{rest}");
                turns += 1;
                match (fault, turns) {
                    ("resigns", 2) => say("nobestmove"),
                    ("none", 2) => say("bestmove (none)"),
                    _ => {
                        let best = held.answer();
                        say(&format!("info depth 1 score 7 pv {best}\nbestmove {best}"));
                    }
                }
            }
            "quit" => return say("bye"),
            _ => {}
        }
    }
}
