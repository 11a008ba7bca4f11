//! Searches endings in which draws depend on the path to a position, with tables and without, and checks that all values
//! agree.
//!
//! Run with `cargo bench --bench endings -- [--endings N] [--chess N] [--seed N] [--deepest N] [--chess-deepest N]
//! [--threads N] [--part I/N] [--journal FILE]`.
//!
//! `--endings` is the number of endings with one or two kings a side in English draughts (default 1,760), and `--chess`
//! that of king and one piece against king in chess (default 0). They have all distances from the draw by count. Known
//! positions of both games are added. Each is searched to every depth from 4 to the deepest (default 12 in draughts, 8
//! in chess), with every pruning method and with tables of 1 and 16 MiB that are kept between depths. The reference is
//! alpha-beta without a table. The exit code is 1 if a value differs.
//!
//! Depths from 9 on take long in chess, so the progress is printed on standard error. With `--journal`, each finished
//! position becomes a line of that file, and positions that are in the file with sufficient depth are not searched
//! again. `--part 2/5` searches every fifth position, starting with the second. Journals of parts can be concatenated.

mod help;

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering as Memory};
use std::time::Instant;

use minimax_arena::games::checkers::Checkers;
use minimax_arena::games::chess::Chess;
use minimax_arena::games::seed::Rng;
use minimax_arena::games::{Evaluation, Game, Hints, Weights};
use minimax_arena::search::trace::NoTrace;
use minimax_arena::search::{Budget, Ordering, Pruning, SearchOptions, Searcher, Ties};

/// Number of positions between progress reports.
const TELL_EVERY: usize = 20;
/// Why the lock is not poisoned.
const UNHARMED: &str = "no thread panics while it holds this";
/// The smallest depth.
const FROM: u16 = 4;
/// Positions for which a table that ignores the path gives some wrong values.
const OF_DRAUGHTS: [&str; 1] = ["B:WK25:BK27,K9:H70"];
const OF_CHESS: [&str; 4] = [
    "8/8/2R5/8/4K3/8/8/6k1 w - - 94 100",
    "5k2/8/8/8/5K2/8/8/1Q6 w - - 92 100",
    "7k/8/8/8/8/8/r5PP/6K1 b - - 0 1",
    "8/8/8/8/8/3k4/8/3KQ3 b - - 90 100",
];

/// The command line options.
struct Asked {
    endings: usize,
    chess: usize,
    seed: u64,
    deepest: u16,
    chess_deepest: u16,
    threads: usize,
    /// Index and number of parts, with the index from 0.
    part: (usize, usize),
    journal: Option<PathBuf>,
}

impl Asked {
    fn parse() -> Result<Self, String> {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let (part, journal) = ((0, 1), None);
        let mut asked =
            Self { endings: 1_760, chess: 0, seed: 17, deepest: 12, chess_deepest: 8, threads, part, journal };
        let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
        while let Some(arg) = args.next() {
            let value = args.next().ok_or_else(|| format!("{arg} needs a value"))?;
            let number = || value.parse::<u32>().map_err(|error| format!("{arg} {value}: {error}"));
            let depth = || u16::try_from(number()?).map_err(|error| format!("{arg} {value}: {error}"));
            match arg.as_str() {
                "--endings" => asked.endings = number()? as usize,
                "--chess" => asked.chess = number()? as usize,
                "--seed" => asked.seed = number()?.into(),
                "--deepest" => asked.deepest = depth()?,
                "--chess-deepest" => asked.chess_deepest = depth()?,
                "--threads" => asked.threads = (number()? as usize).max(1),
                "--part" => asked.part = part_of(&value).ok_or_else(|| format!("{arg} {value}: it is written 2/5"))?,
                "--journal" => asked.journal = Some(PathBuf::from(&value)),
                _ => return Err(format!("{arg} is no option; --help lists them")),
            }
        }
        Ok(asked)
    }
}

/// The results so far.
struct Progress {
    positions: usize,
    searches: usize,
    wrong: usize,
    journal: Journal,
}

impl Progress {
    fn words(&self) -> String {
        let Self { positions, searches, wrong, .. } = self;
        format!("{positions} positions, {searches} searches with tables, {wrong} other values")
    }
}

/// Parses a part such as `2/5`, the second of five.
fn part_of(text: &str) -> Option<(usize, usize)> {
    let (part, parts) = text.split_once('/')?;
    let (part, parts): (usize, usize) = (part.parse().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&part).then(|| (part - 1, parts))
}

/// The result of one position.
#[derive(Clone, Copy, Default)]
struct Finished {
    deepest: u16,
    searches: usize,
    wrong: usize,
}

/// The file of finished positions, one per line: depth, number of searches with tables, number of wrong values,
/// seconds, position.
struct Journal {
    known: HashMap<String, Finished>,
    file: Option<File>,
}

impl Journal {
    fn open(path: Option<&PathBuf>) -> std::io::Result<Self> {
        let Some(path) = path else { return Ok(Self { known: HashMap::new(), file: None }) };
        let file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        let mut known: HashMap<String, Finished> = HashMap::new();
        for line in std::fs::read_to_string(path)?.lines() {
            let fields: Vec<&str> = line.splitn(5, '\t').collect();
            let [deepest, searches, wrong, _, text] = fields[..] else { continue };
            let (Ok(deepest), Ok(searches), Ok(wrong)) = (deepest.parse(), searches.parse(), wrong.parse()) else {
                continue;
            };
            let before = known.entry(text.to_owned()).or_default();
            if deepest >= before.deepest {
                *before = Finished { deepest, searches, wrong };
            }
        }
        Ok(Self { known, file: Some(file) })
    }

    /// Returns the result of a position that was searched to at least this depth.
    fn get(&self, text: &str, deepest: u16) -> Option<Finished> {
        self.known.get(text).copied().filter(|known| known.deepest >= deepest)
    }

    fn add(&mut self, text: &str, Finished { deepest, searches, wrong }: Finished, seconds: f64) {
        if let Some(file) = &mut self.file {
            let line = format!("{deepest}\t{searches}\t{wrong}\t{seconds:.1}\t{text}\n");
            file.write_all(line.as_bytes()).expect("write the journal");
        }
    }
}

/// Generates endings of a few kings, in PDN notation.
fn king_endings(asked: &Asked) -> Vec<String> {
    let mut rng = Rng::new(asked.seed);
    let mut ending = || {
        let mut squares: Vec<u32> = (1..=32).collect();
        rng.shuffle(&mut squares);
        let (white, black) = (1 + rng.below(2), 1 + rng.below(2));
        let kings = |squares: &[u32]| squares.iter().map(|at| format!("K{at}")).collect::<Vec<_>>().join(",");
        let side = ["B", "W"][rng.below(2)];
        let quiet = [0, 60, 66, 68, 70, 72, 74, 76][rng.below(8)];
        format!("{side}:W{}:B{}:H{quiet}", kings(&squares[..white]), kings(&squares[white..white + black]))
    };
    (0..asked.endings).map(|_| ending()).collect()
}

/// Generates chess endings of king and one piece against king, as FEN. Positions that are over, or in which the side
/// not to move is in check, are replaced.
fn chess_endings(asked: &Asked) -> Vec<String> {
    let mut rng = Rng::new(asked.seed);
    let mut ending = || {
        let mut squares: Vec<usize> = (0..64).collect();
        rng.shuffle(&mut squares);
        let piece = ['Q', 'R', 'P'][rng.below(3)];
        let mut board = [[' '; 8]; 8];
        for (at, letter) in squares.into_iter().zip(['K', 'k', piece]) {
            board[at / 8][at % 8] = letter;
        }
        let rank = |cells: [char; 8]| cells.map(|cell| if cell == ' ' { '1' } else { cell }).iter().collect::<String>();
        let side = ["w", "b"][rng.below(2)];
        let quiet = [0, 84, 88, 90, 92, 94, 96][rng.below(7)];
        format!("{} {side} - - {quiet} 100", board.map(rank).join("/"))
    };
    let is_live = |text: &String| {
        let position = Chess::parse(&<Chess as Game>::Options::default(), text);
        position.is_ok_and(|position| position.outcome().is_none())
    };
    std::iter::repeat_with(&mut ending).filter(is_live).take(asked.chess).collect()
}

/// Returns the number of searches, and a message for each wrong value.
fn differences<G: Game + Hints>(text: &str, evaluation: &str, deepest: u16) -> (usize, Vec<String>) {
    let position = G::parse(&G::Options::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judge = G::Evaluation::named(evaluation, &Weights::default()).expect("the game has this evaluation");
    let value = |searcher: &mut Searcher<G>, options: &SearchOptions| {
        searcher.search(&position, options, &judge, &Budget::UNLIMITED, 0, &mut NoTrace).value
    };
    let base = SearchOptions { ties: Ties::First, ..SearchOptions::default() };
    let ordering = vec![Ordering::Killers, Ordering::History, Ordering::Static];
    let plain =
        |depth: u16| value(&mut Searcher::new(), &SearchOptions { depth, ordering: ordering.clone(), ..base.clone() });
    let expected: Vec<i32> = (FROM..=deepest).map(plain).collect();
    let ordering = vec![Ordering::Table, Ordering::Killers, Ordering::History, Ordering::Static];
    let (mut searches, mut wrong) = (0, Vec::new());
    let with_tables = Pruning::ALL.iter().filter(|pruning| **pruning != Pruning::None);
    for (&pruning, table_mb) in with_tables.flat_map(|pruning| [1, 16].map(|table_mb| (pruning, table_mb))) {
        let mut searcher = Searcher::new();
        for (depth, expected) in (FROM..=deepest).zip(&expected) {
            let options = SearchOptions { depth, pruning, table_mb, ordering: ordering.clone(), ..base.clone() };
            let found = value(&mut searcher, &options);
            searches += 1;
            if found != *expected {
                let how = format!("{pruning:?}, {table_mb} MiB");
                wrong.push(format!("{text} at depth {depth}, {how}: {found}, not {expected}"));
            }
        }
    }
    (searches, wrong)
}

fn main() -> ExitCode {
    if help::asked(include_str!("endings.rs")) {
        return ExitCode::SUCCESS;
    }
    let asked = match Asked::parse() {
        Ok(asked) => asked,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let journal = match Journal::open(asked.journal.as_ref()) {
        Ok(journal) => journal,
        Err(error) => {
            eprintln!("{}: {error}", asked.journal.unwrap_or_default().display());
            return ExitCode::from(2);
        }
    };
    let began = Instant::now();
    let chess = OF_CHESS.iter().map(|&text| text.to_owned()).chain(chess_endings(&asked));
    let draughts = OF_DRAUGHTS.iter().map(|&text| text.to_owned()).chain(king_endings(&asked));
    let (part, parts) = asked.part;
    let positions: Vec<(String, bool)> =
        chess.map(|text| (text, true)).chain(draughts.map(|text| (text, false))).skip(part).step_by(parts).collect();
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Progress { positions: 0, searches: 0, wrong: 0, journal }));
    let work = || {
        while let Some((text, is_chess)) = positions.get(next.fetch_add(1, Memory::Relaxed)) {
            let deepest = if *is_chess { asked.chess_deepest } else { asked.deepest };
            let known = all.lock().expect(UNHARMED).journal.get(text, deepest);
            let searched = Instant::now();
            let found = known.unwrap_or_else(|| {
                let (searches, wrong) = match is_chess {
                    true => differences::<Chess>(text, "material", deepest),
                    false => differences::<Checkers>(text, "advanced", deepest),
                };
                wrong.iter().for_each(|line| println!("{line}"));
                Finished { deepest, searches, wrong: wrong.len() }
            });
            let mut all = all.lock().expect(UNHARMED);
            if known.is_none() {
                all.journal.add(text, found, searched.elapsed().as_secs_f64());
            }
            all.positions += 1;
            all.searches += found.searches;
            all.wrong += found.wrong;
            if known.is_none() && all.positions.is_multiple_of(TELL_EVERY) {
                eprintln!("{}", all.words());
            }
        }
    };
    std::thread::scope(|scope| (0..asked.threads).for_each(|_| drop(scope.spawn(work))));
    let all = all.into_inner().expect(UNHARMED);
    println!("{}, {:.0} s", all.words(), began.elapsed().as_secs_f64());
    if all.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
