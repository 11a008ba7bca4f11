//! Compares the moves of a connect four bot with the exact solution, or prints the opening book of the shipped bot.
//!
//! Run with `cargo bench --bench connect4 -- [--positions N] [--plies FROM TO] [--seed N] [--bot NAME] [--each]
//! [MOVES…]`. Each position is reached by random moves; the number of plies is equally likely from FROM to TO. MOVES
//! are the columns, 1 to 7, that lead to a position to check instead. A move is an error if its exact score is below
//! that of the position, so a slower win counts as an error too. The exact solver uses bisection and a table of its
//! own; `cargo bench --bench solve` compares it with published scores. `--each` prints every position with its score,
//! so that another solver can check them.
//!
//! `--book PLIES` prints `config/books/connect4.toml`, solved by bisection with a table of 1 GiB: the positions of up to
//! PLIES plies in which the side to move has followed the book so far.

mod help;

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arena_bots::{Roster, TurnLimits, make_player};
use arena_games::connect4::{Column, ConnectFour};
use arena_games::seed::Rng;
use arena_games::{Evaluation, Game, GameMove, NoOptions, Options, Symmetry, Weights, play_all};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, SearchOptions, Searcher, Ties, win_in};

/// The value of each first move, as Allis and Allen found in 1988.
const FIRST_MOVES: &str = "a = -2, b = -1, c = 0, d = 1, e = 0, f = -1, g = -2";

struct Args {
    positions: usize,
    plies: (usize, usize),
    seed: u64,
    bot: String,
    each: bool,
    book: Option<usize>,
    given: Vec<String>,
}

impl Args {
    fn read() -> Result<Self, String> {
        let bot = "connect4-master".to_owned();
        let mut args =
            Self { positions: 10_000, plies: (8, 41), seed: 1, bot, each: false, book: None, given: Vec::new() };
        // Cargo adds `--bench`.
        let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("{word} takes a whole number, not {text:?}"));
            match word.as_str() {
                "--positions" => args.positions = number(value()?)?,
                "--plies" => args.plies = (number(value()?)?, number(value()?)?),
                "--seed" => args.seed = number(value()?)? as u64,
                "--bot" => args.bot = value()?,
                "--each" => args.each = true,
                "--book" => args.book = Some(number(value()?)?),
                moves if moves.bytes().all(|byte| (b'1'..=b'7').contains(&byte)) => args.given.push(word),
                _ => {
                    return Err(format!(
                        "{word:?} is unknown; there are --positions, --plies, --seed, --bot, --each and --book"
                    ));
                }
            }
        }
        if args.plies.0 > args.plies.1 || args.plies.1 > 41 {
            return Err("--plies takes two numbers in order, at most 41".to_owned());
        }
        Ok(args)
    }
}

/// The exact solver.
struct Solver {
    searcher: Searcher<ConnectFour>,
    options: SearchOptions,
    evaluation: <ConnectFour as Game>::Evaluation,
}

impl Solver {
    fn new(table_mb: u32) -> Self {
        let options = SearchOptions {
            depth: 42,
            pruning: Pruning::Bisection,
            ordering: vec![Ordering::Static],
            hints: true,
            symmetry: true,
            table_mb,
            ties: Ties::First,
            whole_line: false,
            ..SearchOptions::default()
        };
        let evaluation = Evaluation::named("zero", &Weights::new()).expect("every game has this evaluation");
        Self { searcher: Searcher::new(), options, evaluation }
    }

    /// Returns the score of the position, which is 22 minus the number of the winner's stones at the end, and a best
    /// move.
    fn solve(&mut self, position: &ConnectFour) -> (i32, Column) {
        let (options, evaluation) = (&self.options, &self.evaluation);
        let report = self.searcher.search(position, options, evaluation, &Budget::UNLIMITED, 0, &mut NoTrace);
        let win = win_in::<ConnectFour>(report.value).unwrap_or(0);
        let plies = position.plies().cast_signed() + win.abs();
        let best = report.best.expect("the game is not over");
        (win.signum() * (22 - (plies + 1) / 2), best)
    }

    /// Returns the score, for the side to move in `position`, of this move.
    fn score(&mut self, position: &ConnectFour, mv: Column) -> i32 {
        let mut child = position.clone();
        child.play(mv);
        match child.outcome() {
            // A move never loses the game at once.
            Some(outcome) => outcome.winner().map_or(0, |_| 22 - (child.plies().cast_signed() + 1) / 2),
            None => -self.solve(&child).0,
        }
    }
}

fn legal(position: &ConnectFour) -> Vec<Column> {
    let mut moves = Vec::new();
    position.legal(&mut moves);
    moves
}

fn start() -> ConnectFour {
    ConnectFour::initial(&NoOptions {}).expect("the game has no options")
}

/// Plays `plies` random moves.
fn random_moves(plies: usize, rng: &mut Rng) -> Vec<Column> {
    let (mut position, mut path) = (start(), Vec::new());
    while path.len() < plies && position.outcome().is_none() {
        let moves = legal(&position);
        let mv = moves[rng.below(moves.len())];
        position.play(mv);
        path.push(mv);
    }
    path
}

/// Returns the columns that are written as 1 to 7.
fn columns(text: &str) -> Vec<Column> {
    text.bytes().filter_map(|digit| Column::all().nth(usize::from(digit - b'1'))).collect()
}

/// Returns the moves as columns 1 to 7.
fn numbers(path: &[Column]) -> String {
    path.iter().map(|mv| char::from(b'1' + mv.index())).collect()
}

/// Returns the moves as in a book, or their mirror image.
fn letters(path: &[Column], mirrored: bool) -> String {
    let letter = |mv: &Column| char::from(b'a' + if mirrored { 6 - mv.index() } else { mv.index() });
    path.iter().map(letter).map(String::from).collect::<Vec<_>>().join(" ")
}

/// Lets the bot play in random positions. Returns the number of errors.
fn check(args: &Args) -> Result<usize, String> {
    let roster = Roster::load(None).map_err(|error| error.to_string())?;
    let bot = roster.find(&args.bot).ok_or_else(|| format!("there is no bot {}", args.bot))?;
    let mut player = make_player(bot, &Options::new(), None).map_err(|error| error.to_string())?;
    let mut solver = Solver::new(256);
    let mut rng = Rng::new(args.seed);
    let mut random = || {
        let plies = args.plies.0 + rng.below(args.plies.1 - args.plies.0 + 1);
        random_moves(plies, &mut rng)
    };
    let positions = if args.given.is_empty() { args.positions } else { args.given.len() };
    let (mut checked, mut errors, mut from_book) = (0, 0, 0);
    let (mut nodes, mut longest, mut time, began) = (0, 0, Duration::ZERO, Instant::now());
    while checked < positions {
        let path = args.given.get(checked).map_or_else(&mut random, |text| columns(text));
        let position = play_all(&start(), path.iter().copied()).map_err(|error| error.to_string())?;
        if position.outcome().is_some() {
            if args.given.is_empty() {
                continue;
            }
            return Err(format!("{}: the game is over", numbers(&path)));
        }
        let moves: Vec<_> = path.iter().map(|mv| mv.code()).collect();
        player.begin(checked as u64);
        let asked = Instant::now();
        let choice = player.choose(&moves, TurnLimits::default()).map_err(|error| error.to_string())?;
        let choice = choice.expect("the game is not over");
        time += asked.elapsed();
        nodes += choice.thought.nodes;
        longest = longest.max(choice.thought.nodes);
        from_book += usize::from(choice.thought.nodes == 0);
        let mv = Column::from_code(choice.mv).expect("the bot plays legal moves");
        let (best, solution) = solver.solve(&position);
        // The table still holds most of the child's solution.
        let score = if mv == solution { best } else { solver.score(&position, mv) };
        if args.each {
            println!("{} {best}", numbers(&path));
        }
        if score != best {
            println!("{}: plays {}, score {score}, best {best}", numbers(&path), mv.index() + 1);
            errors += 1;
        }
        checked += 1;
        if checked % 1_000 == 0 {
            eprintln!("{checked} positions, {errors} errors, {:.0} s", began.elapsed().as_secs_f64());
        }
    }
    println!(
        "{}: {errors} errors in {checked} positions, {from_book} from the book; {:.2} M nodes in the mean, at most {:.1} M; \
         {:.3} s for a move, {:.3} s to check it",
        args.bot,
        nodes as f64 / 1e6 / checked as f64,
        longest as f64 / 1e6,
        time.as_secs_f64() / checked as f64,
        (began.elapsed() - time).as_secs_f64() / checked as f64,
    );
    Ok(errors)
}

/// A position of the book, and the moves that lead to it.
struct Entry {
    position: ConnectFour,
    path: Vec<Column>,
}

impl Entry {
    fn after(&self, moves: &[Column]) -> Self {
        let mut after = Self { position: self.position.clone(), path: [&self.path, moves].concat() };
        moves.iter().for_each(|mv| after.position.play(*mv));
        after
    }

    fn print(&self, best: Column, score: i32) {
        let mirror_image = &self.position.symmetric_positions()[0];
        for mirrored in [false, true].into_iter().take(1 + usize::from(*mirror_image != self.position)) {
            let (moves, best) = (letters(&self.path, mirrored), letters(&[best], mirrored));
            println!("\n[[position]]\nmoves = \"{moves}\"\nvalues = {{ {best} = {score} }}");
        }
    }
}

/// Prints the book of positions of up to `plies` plies.
fn print_book(plies: usize) {
    println!("# Made by: cargo bench --bench connect4 -- --book {plies}");
    println!(
        "# A value is 22 minus the number of the winner's stones at the end. It is negative if the opponent wins."
    );
    println!("name = \"solved\"\ngame = \"connect4\"");
    println!("about = \"a best move for each of the first {plies} plies, whatever the opponent answers\"");
    println!("\n[[position]]\nmoves = \"\"\nvalues = {{ {FIRST_MOVES} }}");
    let mut solver = Solver::new(1_024);
    let mut seen = HashSet::new();
    let empty = Entry { position: start(), path: Vec::new() };
    let mut next: Vec<Entry> = legal(&empty.position).into_iter().map(|mv| empty.after(&[mv])).collect();
    let centre = Column::all().nth(3).expect("there are seven columns");
    let mut before = vec![(empty, centre)];
    for _ in 1..=plies {
        let entries = std::mem::take(&mut next);
        for (entry, best) in &before {
            let answers = legal(&entry.after(&[*best]).position);
            next.extend(answers.into_iter().map(|mv| entry.after(&[*best, mv])));
        }
        before.clear();
        for entry in entries {
            if entry.position.outcome().is_none() && seen.insert(entry.position.canonical_key()) {
                let (score, best) = solver.solve(&entry.position);
                entry.print(best, score);
                before.push((entry, best));
            }
        }
    }
}

fn main() -> ExitCode {
    if help::asked(include_str!("connect4.rs")) {
        return ExitCode::SUCCESS;
    }
    let done = Args::read().and_then(|args| match args.book {
        Some(plies) => {
            print_book(plies);
            Ok(0)
        }
        None => check(&args),
    });
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
