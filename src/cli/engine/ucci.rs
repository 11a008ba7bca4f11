//! The Universal Chinese Chess Protocol, version 3: its lines as commands of UCI, and answers of UCI as its lines.
//!
//! `ucci` as a first command selects it and the game that is played with it.

use std::time::Duration;

use super::command::{Command, GoCommand};
use super::settings::Settings;
use arena_games::GameId;
use arena_games::conventions::EngineProtocol;
use arena_search::{MAX_TABLE_MB, MAX_THREADS};

/// The value of a mate, from which its distance is subtracted. The protocol has no scores in moves.
const MATE: i64 = 30_000;

/// The parts of a line of results that the protocol has, before the line of play.
const FIGURES: [&str; 4] = ["depth", "score", "nodes", "time"];

/// The reader of commands.
#[derive(Default)]
pub(super) struct Reader {
    /// True after `ucci`.
    pub is_on: bool,
    /// True if times are in milliseconds. They are in seconds first.
    milliseconds: bool,
    /// The moves that must not be played in the present position.
    banned: Vec<String>,
}

impl Reader {
    /// Reads a line of this protocol after `ucci`, and one of UCI before it.
    pub(super) fn read(&mut self, line: &str) -> Command {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["ucci"] => {
                self.is_on = true;
                Command::Ucci
            }
            _ if !self.is_on => Command::read(line),
            ["setoption", "newgame", ..] => Command::NewGame,
            ["setoption", "usemillisec", value] => {
                self.milliseconds = value == "true";
                Command::Nothing
            }
            ["setoption", name, ref value @ ..] if name != "name" => {
                let name = match name {
                    "hashsize" => "Hash",
                    "clearhash" => "Clear Hash",
                    name => name,
                };
                Command::SetOption { name: name.to_owned(), value: value.join(" ") }
            }
            ["banmoves", ref moves @ ..] => {
                self.banned = moves.iter().map(ToString::to_string).collect();
                Command::Nothing
            }
            ["probe", ..] => Command::Probe,
            ["go", ref limits @ ..] => Command::Go(Box::new(self.limits(limits))),
            ["position", ..] => {
                self.banned.clear();
                Command::read(line)
            }
            _ => Command::read(line),
        }
    }

    fn limits(&self, words: &[&str]) -> GoCommand {
        let unit = if self.milliseconds { Duration::from_millis(1) } else { Duration::from_secs(1) };
        let mut go = GoCommand { banned_moves: self.banned.clone(), ..GoCommand::default() };
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                // An offer of a draw is always declined.
                "draw" => {}
                "infinite" => go.infinite = true,
                "depth" | "nodes" | "time" | "movestogo" | "increment" | "opptime" | "oppmovestogo"
                | "oppincrement" => {
                    if word == "depth" && words.next_if_eq(&"infinite").is_some() {
                        go.infinite = true;
                        continue;
                    }
                    let Some(number) = words.next_if(|text| text.parse::<i64>().is_ok()) else {
                        go.problems.push(format!("{word} needs a number"));
                        continue;
                    };
                    // A manager may send a negative time after a late move.
                    let number: u32 =
                        number.parse::<i64>().map_or(0, |number| u32::try_from(number.max(0)).unwrap_or(u32::MAX));
                    let time = unit.saturating_mul(number);
                    // The own time: the side to move is not known here.
                    match word {
                        "depth" => go.depth = Some(u16::try_from(number.max(1)).unwrap_or(u16::MAX)),
                        "nodes" => go.nodes = Some(u64::from(number.max(1))),
                        "time" => go.time = [Some(time); 2],
                        "movestogo" => go.moves_to_go = Some(number).filter(|moves| *moves > 0),
                        "increment" => go.increment = [time; 2],
                        _ => {}
                    }
                }
                other => go.problems.push(format!("{} is ignored", arena_games::beginning(other, 32))),
            }
        }
        go
    }
}

/// Returns the game that is played with this protocol.
pub(super) fn game() -> &'static str {
    let game = GameId::ALL.iter().find(|game| game.is_played_by(EngineProtocol::Ucci));
    game.expect("one game uses this protocol").name()
}

/// Returns the answer to `ucci`.
pub(super) fn introduction(settings: &Settings) -> String {
    let (spec, version) = (settings.spec(), env!("CARGO_PKG_VERSION"));
    let search = &spec.search;
    format!(
        "id name {} (minimax-arena {version})\nid author the minimax-arena authors\n\
         option usemillisec type check default false\n\
         option hashsize type spin min 0 max {MAX_TABLE_MB} default {}\n\
         option threads type spin min 1 max {MAX_THREADS} default {}\n\
         option ponder type check default false\n\
         option clearhash type button\n\
         option newgame type button\n\
         ucciok\n",
        spec.name, search.table_mb, search.threads
    )
}

/// Returns lines of UCI as lines of this protocol.
pub(super) fn answers(text: &str) -> String {
    text.lines().map(|line| answer(line) + "\n").collect()
}

fn answer(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["bestmove", "(none)" | "0000", ..] => "nobestmove".to_owned(),
        ["info", "string", ref text @ ..] => format!("info message {}", text.join(" ")),
        ["info", ref figures @ ..] => {
            let mut answer = "info".to_owned();
            let mut figures = figures.iter().copied();
            while let Some(word) = figures.next() {
                match word {
                    "score" => {
                        let (unit, number) = (figures.next(), figures.next().unwrap_or("0"));
                        let moves: i64 = number.parse().unwrap_or(0);
                        match unit {
                            Some("mate") if moves > 0 => answer += &format!(" score {}", MATE - moves),
                            Some("mate") => answer += &format!(" score {}", -MATE - moves),
                            _ => answer += &format!(" score {number}"),
                        }
                    }
                    "pv" => {
                        answer = figures.fold(answer + " pv", |answer, mv| answer + " " + mv);
                        break;
                    }
                    word if FIGURES.contains(&word) => answer += &format!(" {word} {}", figures.next().unwrap_or("0")),
                    _ => {
                        figures.next();
                    }
                }
            }
            answer
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_seconds_until_milliseconds_are_chosen() {
        let mut reader = Reader::default();
        assert_eq!(reader.read("ucci"), Command::Ucci);
        let mut own = |line: &str| {
            let Command::Go(go) = reader.read(line) else { panic!("{line} is a go") };
            (go.time[0], go.increment[1], go.moves_to_go, go.depth)
        };
        let (second, ms) = (Duration::from_secs(1), Duration::from_millis(1));
        assert_eq!(
            own("go draw time 60 increment 2 opptime 50 oppincrement 2"),
            (Some(60 * second), 2 * second, None, None)
        );
        assert_eq!(own("go depth 5"), (None, Duration::ZERO, None, Some(5)));
        assert_eq!(reader.read("setoption usemillisec true"), Command::Nothing);
        let Command::Go(go) = reader.read("go time 250 movestogo 1") else { panic!("it is a go") };
        assert_eq!((go.time, go.moves_to_go), ([Some(250 * ms); 2], Some(1)));
        assert!(matches!(reader.read("go depth infinite"), Command::Go(go) if go.infinite));
    }

    #[test]
    fn commands_before_the_first_one_are_those_of_uci() {
        let mut reader = Reader::default();
        let hash = || Command::SetOption { name: "Hash".to_owned(), value: "16".to_owned() };
        assert!(matches!(reader.read("setoption hashsize 16"), Command::Unknown(_)));
        reader.read("ucci");
        assert_eq!(reader.read("setoption hashsize 16"), hash());
        assert_eq!(reader.read("setoption name Hash value 16"), hash());
        assert_eq!(reader.read("setoption newgame"), Command::NewGame);
        let start = Command::Position { start: None, moves: vec!["h2e2".to_owned()] };
        assert_eq!(reader.read("position startpos moves h2e2"), start);
    }

    #[test]
    fn answers_have_the_words_of_the_protocol() {
        for (uci, expected) in [
            ("bestmove h2e2 ponder h9g7", "bestmove h2e2 ponder h9g7"),
            ("bestmove (none)", "nobestmove"),
            ("bestmove 0000", "nobestmove"),
            ("info string go: fast is ignored", "info message go: fast is ignored"),
            (
                "info depth 3 seldepth 5 multipv 1 score cp -7 nodes 90 nps 9 hashfull 1 time 10 pv h2e2 h9g7",
                "info depth 3 score -7 nodes 90 time 10 pv h2e2 h9g7",
            ),
            ("info depth 3 score mate 2 time 1", "info depth 3 score 29998 time 1"),
            ("info depth 0 score mate 0", "info depth 0 score -30000"),
            ("info depth 4 score mate -1", "info depth 4 score -29999"),
            ("readyok", "readyok"),
        ] {
            assert_eq!(answers(uci), format!("{expected}\n"));
        }
    }
}
