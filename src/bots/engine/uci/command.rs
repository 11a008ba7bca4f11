//! The commands that a GUI or a manager sends to an engine: read by `arena engine`, written by the manager. Pure.
//!
//! The protocol is Stefan Meyer-Kahlen's "Universal Chess Interface" of 2006. After `fen` it accepts a position of any
//! game.

use std::fmt::{self, Display};
use std::num::IntErrorKind;
use std::time::Duration;

use arena_games::beginning;

/// Maximum number of positions that `genfens` writes.
const MOST_FENS: usize = 1_000_000;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    /// Selects the protocol UCCI.
    Ucci,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    /// Selects the game, with options as JSON. A command of the text protocol.
    Game {
        name: String,
        options: String,
    },
    Position {
        start: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<GoCommand>),
    Stop,
    PonderHit,
    /// Writes random start positions. A convention of OpenBench.
    GenFens {
        count: usize,
        seed: u64,
    },
    /// Shows what the table knows about a position. A command of UCCI.
    Probe,
    /// Shows the board. A convention of many engines.
    Show,
    Quit,
    /// An invalid `position`, with an error message.
    BadPosition(String),
    /// A line that needs no answer, such as an empty one.
    Nothing,
    /// An unknown command, with an error message.
    Unknown(String),
}

/// The limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    /// Remaining time of the first and the second side.
    pub time: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    /// Search for a mate in this many moves.
    pub mate: Option<u16>,
    /// Search only these moves; all if empty.
    pub search_moves: Vec<String>,
    /// Do not search these moves. Not part of UCI.
    pub banned_moves: Vec<String>,
    /// Sentences about arguments that have no effect.
    pub problems: Vec<String>,
}

impl Command {
    /// Parses a line. As the protocol requires, unknown words before the first known one are ignored.
    pub fn read(line: &str) -> Self {
        let mut words = line.split_ascii_whitespace().peekable();
        if words.peek().is_none() {
            return Self::Nothing;
        }
        while let Some(word) = words.next() {
            let rest = || words.clone();
            return match word {
                "uci" => Self::Uci,
                "isready" => Self::IsReady,
                "ucinewgame" => Self::NewGame,
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" => Self::Quit,
                "ucci" => Self::Ucci,
                "probe" => Self::Probe,
                "d" => Self::Show,
                "genfens" => gen_fens(rest()),
                "debug" | "register" => Self::Nothing,
                "setoption" => set_option(rest()),
                "game" => game(rest()),
                // Legal moves, sent for programs that do not know the rules.
                "legal" => Self::Nothing,
                "position" => position(rest()),
                "go" => Self::Go(Box::new(GoCommand::read(rest()))),
                _ => continue,
            };
        }
        let line: String = line.chars().filter(|letter| !letter.is_control()).take(80).collect();
        Self::Unknown(format!("{line:?} is not a command of this protocol"))
    }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let text: Vec<&str> = words.collect();
    let Some(("name", rest)) = text.split_first().map(|(first, rest)| (*first, rest)) else {
        return Command::Unknown("setoption: expected a name first, as \"setoption name Hash value 64\"".to_owned());
    };
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &rest[rest.len()..]),
    };
    Command::SetOption { name: name.join(" "), value: value.join(" ") }
}

/// Reads `genfens N seed S book None`. Books and further words are ignored.
fn gen_fens<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let words: Vec<&str> = words.collect();
    let number = |word: Option<&&str>| word.and_then(|word| word.parse::<u64>().ok());
    let count = number(words.first()).and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= MOST_FENS);
    let at = words.iter().position(|word| *word == "seed").map_or(words.len(), |at| at + 1);
    match (count, number(words.get(at))) {
        (Some(count), Some(seed)) => Command::GenFens { count, seed },
        _ => Command::Unknown(format!(
            "genfens: expected at most {MOST_FENS} and a seed, as \"genfens 100 seed 1 book None\""
        )),
    }
}

fn game<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    match words.next() {
        Some(name) => Command::Game { name: name.to_owned(), options: words.collect::<Vec<_>>().join(" ") },
        None => Command::Unknown("game: expected the name of a game first, as \"game tictactoe {}\"".to_owned()),
    }
}

fn position<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let words: Vec<&str> = words.collect();
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.iter().skip(at + 1).map(ToString::to_string).collect();
    let start = match words[..at] {
        ["startpos"] => None,
        ["fen", ref text @ ..] if !text.is_empty() => Some(text.join(" ")),
        _ => return Command::BadPosition("expected startpos, or fen and a position".to_owned()),
    };
    Command::Position { start, moves }
}

/// The keywords of `go`. Each ends a list of moves.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "banmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl GoCommand {
    /// Reads the limits. A limit without its number has no effect, because a GUI waits for the move in any case.
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut go = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" | "banmoves" => {
                    let moves = if word == "searchmoves" { &mut go.search_moves } else { &mut go.banned_moves };
                    while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        moves.push(mv.to_owned());
                    }
                }
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                limit if GO_WORDS.contains(&limit) => match words.peek().copied().map(number) {
                    Some(Some(number)) => {
                        words.next();
                        go.limit(limit, number);
                    }
                    _ => {
                        let argument = words.next_if(|word| !GO_WORDS.contains(word));
                        let argument =
                            argument.map_or_else(String::new, |text| format!(", not {:?}", beginning(text, 32)));
                        go.problems.push(format!("{limit} needs a number{argument}"));
                    }
                },
                other => go.problems.push(format!("{} is ignored", beginning(other, 32))),
            }
        }
        go
    }

    fn limit(&mut self, word: &str, number: i64) {
        // Some managers send a negative time after a late move.
        let milliseconds = Duration::from_millis(u64::try_from(number).unwrap_or(0));
        match word {
            "depth" => self.depth = Some(u16::try_from(number.max(1)).unwrap_or(u16::MAX)),
            "nodes" => self.nodes = Some(u64::try_from(number).unwrap_or(0).max(1)),
            "movetime" => self.move_time = Some(milliseconds),
            "wtime" => self.time[0] = Some(milliseconds),
            "btime" => self.time[1] = Some(milliseconds),
            "winc" => self.increment[0] = milliseconds,
            "binc" => self.increment[1] = milliseconds,
            "movestogo" => self.moves_to_go = u32::try_from(number).ok().filter(|moves| *moves > 0),
            "mate" => self.mate = Some(u16::try_from(number.max(1)).unwrap_or(u16::MAX)),
            _ => {}
        }
    }
}

/// Writes the command, without the sentences about its problems.
impl Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (word, is_set) in [("ponder", self.ponder), ("infinite", self.infinite)] {
            if is_set {
                write!(f, " {word}")?;
            }
        }
        for (word, moves) in [("searchmoves", &self.search_moves), ("banmoves", &self.banned_moves)] {
            if !moves.is_empty() {
                write!(f, " {word} {}", moves.join(" "))?;
            }
        }
        let [depth, mate] = [self.depth, self.mate].map(|number| number.map(u128::from));
        let (nodes, time) = (self.nodes.map(u128::from), self.move_time.map(|time| time.as_millis()));
        for (word, number) in [("depth", depth), ("nodes", nodes), ("movetime", time), ("mate", mate)] {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        for ((letter, time), increment) in ['w', 'b'].into_iter().zip(self.time).zip(self.increment) {
            if let Some(time) = time {
                write!(f, " {letter}time {} {letter}inc {}", time.as_millis(), increment.as_millis())?;
            }
        }
        self.moves_to_go.map_or(Ok(()), |moves| write!(f, " movestogo {moves}"))
    }
}

/// Reads a number. One that is too large becomes the largest.
fn number(text: &str) -> Option<i64> {
    text.parse().map_or_else(
        |error: std::num::ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed_as_the_protocol_defines_them() {
        assert_eq!(Command::read("uci"), Command::Uci);
        assert_eq!(Command::read("  joho isready "), Command::IsReady);
        assert_eq!(Command::read(""), Command::Nothing);
        let option = |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        assert_eq!(Command::read("setoption name Hash value 64"), option("Hash", "64"));
        assert_eq!(Command::read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(
            Command::read("position startpos moves e2e4 e7e5"),
            Command::Position { start: None, moves: vec!["e2e4".into(), "e7e5".into()] }
        );
        assert_eq!(
            Command::read("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1"),
            Command::Position { start: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()), moves: vec![] }
        );
        let far = Command::read("go nodes 999999999999999999999 wtime 99999999999999999999");
        assert!(matches!(&far, Command::Go(go) if go.nodes == Some(i64::MAX as u64)), "{far:?}");
        for wrong in ["position", "position fen", "position fen moves a1"] {
            assert!(matches!(Command::read(wrong), Command::BadPosition(_)), "{wrong}");
        }
        assert_eq!(Command::read("genfens 9 seed 7 book None"), Command::GenFens { count: 9, seed: 7 });
        for wrong in ["castle", "setoption Hash 3", "genfens", "genfens 9", "genfens x seed 1"] {
            assert!(matches!(Command::read(wrong), Command::Unknown(_)), "{wrong}");
        }
    }

    #[test]
    fn limits_are_parsed_in_any_order_and_negative_times_become_zero() {
        let Command::Go(go) = Command::read(
            "go wtime 1000 btime -20 winc 10 binc 20 movestogo 5 depth 7 searchmoves e2e4 d2d4 nodes 9 mate 3 fast",
        ) else {
            panic!("it is a go");
        };
        let ms = Duration::from_millis;
        assert_eq!((go.time, go.increment), ([Some(ms(1_000)), Some(ms(0))], [ms(10), ms(20)]));
        assert_eq!((go.moves_to_go, go.depth, go.nodes), (Some(5), Some(7), Some(9)));
        assert_eq!((go.search_moves, go.mate), (vec!["e2e4".to_owned(), "d2d4".to_owned()], Some(3)));
        assert_eq!(go.problems, ["fast is ignored"]);
    }

    #[test]
    fn what_a_manager_writes_is_what_an_engine_reads() {
        let clock = GoCommand {
            time: [Some(Duration::from_secs(61)), Some(Duration::ZERO)],
            increment: [Duration::from_millis(10), Duration::ZERO],
            moves_to_go: Some(5),
            ponder: true,
            ..GoCommand::default()
        };
        let limits = GoCommand {
            depth: Some(7),
            nodes: Some(9),
            move_time: Some(Duration::from_millis(3)),
            mate: Some(2),
            infinite: true,
            search_moves: vec!["e2e4".to_owned()],
            banned_moves: vec!["d2d4".to_owned(), "a2a3".to_owned()],
            ..GoCommand::default()
        };
        assert_eq!(clock.to_string(), "go ponder wtime 61000 winc 10 btime 0 binc 0 movestogo 5");
        for go in [clock, limits, GoCommand::default()] {
            assert_eq!(Command::read(&go.to_string()), Command::Go(Box::new(go)));
        }
    }

    #[test]
    fn a_limit_without_a_number_has_no_effect() {
        for (line, problems, nodes) in [
            ("go depth", vec!["depth needs a number"], None),
            ("go depth x nodes 7", vec!["depth needs a number, not \"x\""], Some(7)),
            ("go depth nodes 7", vec!["depth needs a number"], Some(7)),
            ("go wtime 1.5 btime", vec!["wtime needs a number, not \"1.5\"", "btime needs a number"], None),
        ] {
            let Command::Go(go) = Command::read(line) else { panic!("{line} is a go") };
            assert_eq!(
                (go.problems, go.nodes, go.depth, go.time),
                (problems.into_iter().map(str::to_owned).collect(), nodes, None, [None; 2])
            );
        }
    }
}
