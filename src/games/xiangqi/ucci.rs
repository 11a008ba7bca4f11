//! The Universal Chinese Chess Protocol, version 3, as other words for UCI. Lines have no line ends here.

use std::borrow::Cow;

use crate::Side;

/// The value of a mate, from which its distance is subtracted. The protocol has no scores in moves.
const MATE: i64 = 30_000;

/// The parts of a line of results that the protocol has, before the line of play.
const FIGURES: [&str; 3] = ["depth", "nodes", "time"];

/// Options with a name of their own: in UCI, here.
const OPTIONS: [(&str, &str); 4] =
    [("Hash", "hashsize"), ("Threads", "threads"), ("Ponder", "ponder"), ("Clear Hash", "clearhash")];

/// A translator between UCI and this protocol, for a manager or for an engine.
#[derive(Debug, Default)]
pub struct Ucci {
    /// Whether times are in milliseconds. They are in seconds until `usemillisec true`.
    milliseconds: bool,
    /// The moves that must not be played in the present position.
    banned: String,
}

impl Ucci {
    /// The option that lets times be in milliseconds.
    pub const MILLISECONDS: &'static str = "usemillisec";

    /// For an engine: returns a manager's command as one of UCI, which is empty if UCI needs none. `go` may have the words
    /// `banmoves MOVES`.
    pub fn read_command(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["setoption", "newgame", ..] => "ucinewgame".to_owned(),
            ["setoption", Self::MILLISECONDS, value] => {
                self.milliseconds = value == "true";
                String::new()
            }
            ["setoption", name, ref value @ ..] if name != "name" => {
                let uci = OPTIONS.iter().find(|(_, own)| *own == name).map_or(name, |(uci, _)| *uci);
                format!("setoption name {uci} value {}", value.join(" "))
            }
            ["banmoves", ref moves @ ..] => {
                self.banned = moves.join(" ");
                String::new()
            }
            ["go", ref limits @ ..] => self.read_limits(limits),
            ["position", ..] => {
                self.banned.clear();
                line.to_owned()
            }
            _ => line.to_owned(),
        }
    }

    /// The own time is that of both sides, because the side to move is not known here. An offer of a draw is always
    /// declined.
    fn read_limits(&self, limits: &[&str]) -> String {
        let mut go = "go".to_owned();
        let mut words = limits.iter().copied();
        while let Some(word) = words.next() {
            match word {
                "draw" => {}
                "opptime" | "oppincrement" | "oppmovestogo" => drop(words.next()),
                "depth" if words.clone().next() == Some("infinite") => {}
                "time" | "increment" => {
                    let text = words.next().unwrap_or_default();
                    let time = text.parse::<i64>().map_or(text.to_owned(), |time| {
                        (if self.milliseconds { time } else { time.saturating_mul(1_000) }).to_string()
                    });
                    let kind = if word == "time" { "time" } else { "inc" };
                    go += &format!(" w{kind} {time} b{kind} {time}");
                }
                word => go += &format!(" {word}"),
            }
        }
        if self.banned.is_empty() { go } else { format!("{go} banmoves {}", self.banned) }
    }

    /// For an engine: returns an answer of UCI in this protocol, with a line end; empty if the protocol has none.
    #[must_use]
    pub fn write_answer(line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["uciok"] => {
                format!("option {} type check default false\noption newgame type button\nucciok\n", Self::MILLISECONDS)
            }
            ["option", "name", ..] => OPTIONS
                .iter()
                .find_map(|(uci, own)| line["option name ".len()..].strip_prefix(uci).map(|rest| (own, rest)))
                .map_or_else(String::new, |(own, rest)| format!("option {own}{rest}\n")),
            ["bestmove", "(none)" | "0000", ..] => "nobestmove\n".to_owned(),
            ["info", "string", ref text @ ..] => format!("info message {}\n", text.join(" ")),
            ["info", ref figures @ ..] => format!("info{}\n", write_figures(figures)),
            _ => format!("{line}\n"),
        }
    }

    /// For a manager: returns a command of UCI for the side to move in this protocol. Only one limit is allowed, and the
    /// time is the one that loses a match. Whole seconds are rounded down for the same reason.
    #[must_use]
    pub fn write_command(&self, line: &str, mover: Side) -> String {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["uci"] => "ucci".to_owned(),
            ["ucinewgame"] => "setoption newgame".to_owned(),
            ["setoption", ..] => line.replacen(" name ", " ", 1).replacen(" value ", " ", 1),
            ["go", ref limits @ ..] => {
                let limit = |word: &str| {
                    let at = limits.iter().position(|limit| *limit == word)?;
                    limits.get(at + 1)?.parse::<u64>().ok()
                };
                let time = |word: &str| limit(word).map(|ms| if self.milliseconds { ms } else { ms / 1_000 });
                let ponder = if limits.contains(&"ponder") { " ponder" } else { "" };
                let (own, other) = if mover == Side::First { ('w', 'b') } else { ('b', 'w') };
                let clock = |side: char| Some((time(&format!("{side}time"))?, time(&format!("{side}inc"))?));
                let limit = match (time("movetime"), clock(own), clock(other)) {
                    (Some(time), ..) => format!(" time {time} movestogo 1"),
                    (_, Some((time, increment)), Some((other, other_increment))) => {
                        let period = match limit("movestogo") {
                            Some(moves) => format!("movestogo {moves}"),
                            None => format!("increment {increment}"),
                        };
                        format!(" time {time} {period} opptime {other} oppincrement {other_increment}")
                    }
                    _ => {
                        let first = ["depth", "nodes"].into_iter().find_map(|word| Some((word, limit(word)?)));
                        first.map_or_else(String::new, |(word, number)| format!(" {word} {number}"))
                    }
                };
                format!("go{ponder}{limit}")
            }
            _ => line.to_owned(),
        }
    }

    /// For a manager: returns an engine's answer as one of UCI. A move `(none)` resigns.
    pub fn read_answer<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["ucciok"] => "uciok".into(),
            ["nobestmove", ..] => "bestmove (none)".into(),
            ["option", name, ref rest @ ..] if name != "name" => {
                format!("option name {name} {}", rest.join(" ")).into()
            }
            ["info", ..] => {
                // `cp` is left out.
                let score = words.iter().position(|word| *word == "score").map_or(words.len(), |at| at + 1);
                match words.get(score).is_some_and(|score| score.parse::<i64>().is_ok()) {
                    true => format!("{} cp {}", words[..score].join(" "), words[score..].join(" ")).into(),
                    false => line.into(),
                }
            }
            _ => line.into(),
        }
    }

    /// For a manager: sends times in milliseconds from now on, and returns the command of UCI for it.
    pub fn use_milliseconds(&mut self) -> String {
        self.milliseconds = true;
        format!("setoption name {} value true\n", Self::MILLISECONDS)
    }
}

fn write_figures(figures: &[&str]) -> String {
    let mut text = String::new();
    let mut figures = figures.iter().copied();
    while let Some(word) = figures.next() {
        let figure = figures.next().unwrap_or("0");
        match word {
            "score" => {
                let number = figures.next().unwrap_or("0");
                let moves: i64 = number.parse().unwrap_or(0);
                match figure {
                    "mate" if moves > 0 => text += &format!(" score {}", MATE - moves),
                    "mate" => text += &format!(" score {}", -MATE - moves),
                    _ => text += &format!(" score {number}"),
                }
            }
            "pv" => {
                text += &format!(" pv {figure}");
                text.extend(figures.by_ref().flat_map(|mv| [" ", mv]));
            }
            word if FIGURES.contains(&word) => text += &format!(" {word} {figure}"),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_manager_become_those_of_uci() {
        let mut ucci = Ucci::default();
        for (own, uci) in [
            ("isready", "isready"),
            ("setoption hashsize 16", "setoption name Hash value 16"),
            ("setoption name Hash value 16", "setoption name Hash value 16"),
            ("setoption clearhash", "setoption name Clear Hash value "),
            ("setoption newgame", "ucinewgame"),
            ("position startpos moves h2e2", "position startpos moves h2e2"),
            ("go draw time 60 increment 2 opptime 50 oppincrement 2", "go wtime 60000 btime 60000 winc 2000 binc 2000"),
            ("go depth 5", "go depth 5"),
            ("go depth infinite", "go infinite"),
            ("go ponder time -1 movestogo 3", "go ponder wtime -1000 btime -1000 movestogo 3"),
            ("go time soon", "go wtime soon btime soon"),
            ("banmoves h2e2 h2d2", ""),
            ("go depth 1", "go depth 1 banmoves h2e2 h2d2"),
            ("position startpos", "position startpos"),
            ("setoption usemillisec true", ""),
            ("go time 250 movestogo 1", "go wtime 250 btime 250 movestogo 1"),
        ] {
            assert_eq!(ucci.read_command(own), uci, "{own}");
        }
    }

    #[test]
    fn answers_of_an_engine_have_the_words_of_the_protocol() {
        for (uci, own) in [
            ("bestmove h2e2 ponder h9g7", "bestmove h2e2 ponder h9g7\n"),
            ("bestmove (none)", "nobestmove\n"),
            ("bestmove 0000", "nobestmove\n"),
            ("info string go: fast is ignored", "info message go: fast is ignored\n"),
            (
                "info depth 3 seldepth 5 multipv 1 score cp -7 nodes 90 nps 9 hashfull 1 time 10 pv h2e2 h9g7",
                "info depth 3 score -7 nodes 90 time 10 pv h2e2 h9g7\n",
            ),
            ("info depth 3 score mate 2 time 1", "info depth 3 score 29998 time 1\n"),
            ("info depth 0 score mate 0", "info depth 0 score -30000\n"),
            ("info depth 4 score mate -1", "info depth 4 score -29999\n"),
            (
                "option name Hash type spin default 16 min 0 max 99",
                "option hashsize type spin default 16 min 0 max 99\n",
            ),
            ("option name MultiPV type spin default 1 min 1 max 9", ""),
            ("readyok", "readyok\n"),
        ] {
            assert_eq!(Ucci::write_answer(uci), own, "{uci}");
        }
    }

    #[test]
    fn commands_of_uci_become_those_of_a_manager_with_one_limit() {
        let mut ucci = Ucci::default();
        let clocks = "go wtime 61500 winc 2000 btime 50000 binc 1000 depth 9";
        for (uci, own) in [
            ("uci", "ucci"),
            ("ucinewgame", "setoption newgame"),
            ("setoption name hashsize value 16", "setoption hashsize 16"),
            (clocks, "go time 61 increment 2 opptime 50 oppincrement 1"),
            ("go wtime 9000 winc 0 btime 8000 binc 0 movestogo 4", "go time 9 movestogo 4 opptime 8 oppincrement 0"),
            ("go ponder nodes 7 depth 3", "go ponder depth 3"),
            ("go nodes 7", "go nodes 7"),
        ] {
            assert_eq!(ucci.write_command(uci, Side::First), own, "{uci}");
        }
        let command = ucci.use_milliseconds();
        assert_eq!(ucci.write_command(&command, Side::First), "setoption usemillisec true\n");
        let own = "go time 50000 increment 1000 opptime 61500 oppincrement 2000";
        assert_eq!(ucci.write_command(clocks, Side::Second), own);
        assert_eq!(ucci.write_command("go depth 2 movetime 250", Side::First), "go time 250 movestogo 1");
    }

    #[test]
    fn answers_of_the_protocol_become_those_of_uci() {
        for (own, uci) in [
            ("ucciok", "uciok"),
            ("nobestmove", "bestmove (none)"),
            ("bestmove h2e2", "bestmove h2e2"),
            ("option usemillisec type check default false", "option name usemillisec type check default false"),
            ("option name Hash type button", "option name Hash type button"),
            ("info depth 3 score -7 pv h2e2", "info depth 3 score cp -7 pv h2e2"),
            ("info depth 3 score cp 5", "info depth 3 score cp 5"),
            ("info depth 3", "info depth 3"),
        ] {
            assert_eq!(Ucci::default().read_answer(own), uci, "{own}");
        }
    }
}
