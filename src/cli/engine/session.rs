//! The searching side: one game, one position, and the bot's search with its state.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::signals::Signals;
use arena_bots::engine::uci::command::GoCommand;
use arena_bots::evaluator::Evaluator;
use arena_bots::{BotSpec, OwnClock};
use arena_games::conventions::{EnginePlay, EngineProtocol};
use arena_games::options::start;
use arena_games::options::typed;
use arena_games::seed::{Rng, derive};
use arena_games::{Game, GameError, GameMove, Options, Scoring, beginning, with_game};
use arena_search::trace::Trace;
use arena_search::{Budget, MAX_DEPTH, Report, Searched, Searcher, WIN, table_win_in, win_in};
use arena_syzygy::{Tablebases, for_game};

/// Number of random plies before a position of `genfens`, or one more; and attempts to find one that is not over.
const RANDOM_PLIES: usize = 8;
const MOST_ATTEMPTS: u64 = 100;
/// Subtracted from the time for a move, for the delay between this program and the clock.
const OVERHEAD: Duration = Duration::from_millis(5);

/// A session for one game.
pub(super) trait UciSession: Send {
    /// Discards the results of earlier searches.
    fn forget(&mut self);

    /// Discards the results of earlier searches and resets the position to the start.
    fn new_game(&mut self);

    /// Applies the settings of a bot of this game. The position stays the same.
    fn set(&mut self, spec: &BotSpec, lines: u16, shows_wdl: bool);

    /// Sets the tables of endings, used for positions with at most `pieces` pieces. Games without such tables ignore
    /// them.
    fn set_tablebases(&mut self, tablebases: Option<&Arc<Tablebases>>, pieces: usize);

    /// Sets the position after these moves.
    ///
    /// # Errors
    /// An error message; the position is unchanged.
    fn set_position(&mut self, from: Option<&str>, moves: &[String]) -> Result<(), String>;

    /// Returns the board as text.
    fn show(&self) -> String;

    /// Writes random positions that are not over, one per line.
    fn gen_positions(&self, count: usize, seed: u64, out: &mut dyn Write) -> io::Result<()>;

    /// Searches, and writes the results and then the move.
    fn go(&mut self, go: &GoCommand, signals: &Signals, out: &mut dyn Write) -> io::Result<()>;
}

/// Creates the session of a bot's game, with the notation of a protocol.
///
/// # Errors
/// If an option or the evaluation is invalid.
pub(super) fn session(
    spec: &BotSpec,
    options: &Options,
    notation: EngineProtocol,
) -> Result<Box<dyn UciSession>, GameError> {
    Ok(with_game!(spec.game, G => Box::new(Searching::<G>::new(spec, options, notation)?)))
}

struct Searching<G: Searched> {
    spec: BotSpec,
    options: Options,
    play: &'static EnginePlay<G>,
    evaluator: Evaluator<G>,
    searcher: Searcher<G>,
    has_tablebases: bool,
    lines: u16,
    /// True if the chances of a win, a draw and a loss are reported.
    shows_wdl: bool,
    position: G,
    /// Keys of the earlier positions, for games in which repetition matters.
    history: Vec<(u64, G::Move)>,
    plies: u64,
}

impl<G: Searched> Searching<G> {
    fn new(spec: &BotSpec, options: &Options, notation: EngineProtocol) -> Result<Self, GameError> {
        let start: G = start(options, None)?;
        Ok(Self {
            play: EnginePlay::of(notation).unwrap_or(const { &EnginePlay::plain(EngineProtocol::Text) }),
            spec: spec.clone(),
            options: options.clone(),
            evaluator: Evaluator::new(spec, &start)?,
            searcher: Searcher::new(),
            has_tablebases: false,
            lines: 1,
            shows_wdl: false,
            position: start,
            history: Vec::new(),
            plies: 0,
        })
    }

    /// Returns a move without a search, from the book or at random, as configured for the bot.
    fn unsearched(&self, rng: &mut Rng) -> Option<G::Move> {
        let legal = self.position.moves();
        if self.spec.random_move > 0.0 && rng.chance(self.spec.random_move) {
            return Some(legal[rng.below(legal.len())]);
        }
        let mut known = self.spec.book.as_ref()?.best(self.position.key());
        known.retain(|code| G::Move::from_code(*code).is_some_and(|mv| legal.contains(&mv)));
        let code = (!known.is_empty()).then(|| known[rng.below(known.len())])?;
        G::Move::from_code(code)
    }

    fn clock(&self, go: &GoCommand) -> Option<OwnClock> {
        let side = self.position.to_move() as usize;
        let remaining = go.time[side]?.saturating_sub(OVERHEAD);
        Some(OwnClock { remaining, increment: go.increment[side], moves_to_go: go.moves_to_go })
    }
}

impl<G: Searched> UciSession for Searching<G> {
    fn forget(&mut self) {
        self.searcher.forget();
    }

    fn new_game(&mut self) {
        self.forget();
        // The start position was just created with these options, so this cannot fail.
        self.set_position(None, &[]).ok();
    }

    fn set(&mut self, spec: &BotSpec, lines: u16, shows_wdl: bool) {
        self.evaluator = Evaluator::new(spec, &self.position).expect("the bot was checked");
        self.spec = spec.clone();
        (self.lines, self.shows_wdl) = (lines, shows_wdl);
    }

    fn set_tablebases(&mut self, tablebases: Option<&Arc<Tablebases>>, pieces: usize) {
        let tablebases = tablebases.and_then(|tablebases| for_game(tablebases, pieces));
        self.has_tablebases = tablebases.is_some();
        self.searcher.set_tablebases(tablebases);
    }

    fn set_position(&mut self, from: Option<&str>, moves: &[String]) -> Result<(), String> {
        let mut position = match from {
            Some(text) => {
                (self.play.read_position)(&typed::<G>(&self.options).map_err(|error| error.to_string())?, text)?
            }
            None => start(&self.options, None).map_err(|error| error.to_string())?,
        };
        let mut history = Vec::new();
        let play_on = |position: &mut G| {
            if let Some(unclaimed) = G::CONVENTIONS.unclaimed.and_then(|unclaimed| unclaimed(position)) {
                *position = unclaimed;
            }
        };
        play_on(&mut position);
        for text in moves {
            let meant = (self.play.read_move)(&position, text).filter(|mv| position.is_legal(*mv));
            let own = || if self.play.refuses_own_texts { None } else { position.read_move(text) };
            let Some(mv) = meant.or_else(own) else {
                return Err(format!("{text} is not a legal move in {}", (self.play.position)(&position)));
            };
            if G::REPETITION.is_some() {
                history.push((position.key(), mv));
            }
            position.play(mv);
            play_on(&mut position);
        }
        (self.position, self.history, self.plies) = (position, history, moves.len() as u64);
        Ok(())
    }

    fn show(&self) -> String {
        let legal = self.position.moves();
        let moves: Vec<String> = legal.iter().map(|mv| (self.play.write_move)(&self.position, *mv)).collect();
        format!("position {}\nlegal {}\n", (self.play.position)(&self.position), moves.join(" "))
    }

    fn gen_positions(&self, count: usize, seed: u64, out: &mut dyn Write) -> io::Result<()> {
        let empty: G = start(&self.options, None).map_err(io::Error::other)?;
        let mut legal = Vec::new();
        for number in 0..count as u64 {
            for attempt in 0..MOST_ATTEMPTS {
                let mut rng = Rng::new(derive(seed, &[number, attempt]));
                let mut position = empty.clone();
                // Both sides may be to move.
                for _ in 0..RANDOM_PLIES + rng.below(2) {
                    legal.clear();
                    position.legal(&mut legal);
                    if legal.is_empty() {
                        break;
                    }
                    position.play(legal[rng.below(legal.len())]);
                }
                if position.outcome().is_none() {
                    out.write_all(format!("info string genfens {}\n", (self.play.position)(&position)).as_bytes())?;
                    break;
                }
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &GoCommand, signals: &Signals, out: &mut dyn Write) -> io::Result<()> {
        for problem in &go.problems {
            out.write_all(format!("info string go: {}\n", super::output::one_line(problem)).as_bytes())?;
        }
        if let Some(outcome) = self.position.outcome() {
            let side = self.position.to_move();
            let score = match (G::SCORING, outcome.winner()) {
                (Scoring::WinLoss, Some(winner)) if winner != side => "mate 0".to_owned(),
                (Scoring::WinLoss, Some(_)) => format!("cp {WIN}"),
                (Scoring::WinLoss, None) => "cp 0".to_owned(),
                _ => format!("cp {}", outcome.payoff() * side.sign()),
            };
            out.write_all(format!("info depth 0 score {score}\n").as_bytes())?;
            signals.wait_for(go);
            return out.write_all(b"bestmove (none)\n");
        }
        let mut legal = self.position.moves();
        if !go.search_moves.is_empty() {
            let meant: Vec<_> =
                go.search_moves.iter().map(|text| (self.play.read_move)(&self.position, text)).collect();
            for (text, _) in
                go.search_moves.iter().zip(&meant).filter(|(_, mv)| !mv.is_some_and(|mv| legal.contains(&mv)))
            {
                let shown = super::output::one_line(&beginning(text, 32));
                out.write_all(format!("info string go searchmoves: {shown} is not a legal move\n").as_bytes())?;
            }
            legal.retain(|mv| meant.contains(&Some(*mv)));
        }
        if !go.banned_moves.is_empty() {
            let read = |text: &String| (self.play.read_move)(&self.position, text);
            let banned: Vec<_> = go.banned_moves.iter().filter_map(read).collect();
            legal.retain(|mv| !banned.contains(mv));
        }
        let among = !go.search_moves.is_empty() || !go.banned_moves.is_empty();
        if among {
            if legal.is_empty() {
                signals.wait_for(go);
                return out.write_all(b"bestmove 0000\n");
            }
            // The table would take the value of some moves for the value of the position.
            self.forget();
        }
        let mut rng = Rng::new(derive(self.spec.seed, &[self.plies]));
        let analyses = go.infinite || go.ponder || self.lines > 1 || go.mate.is_some() || among;
        if !analyses && let Some(mv) = self.unsearched(&mut rng) {
            let mv = (self.play.write_move)(&self.position, mv);
            return out.write_all(format!("info string without search\nbestmove {mv}\n").as_bytes());
        }
        let clock = self.clock(go);
        let allotted = clock.map(OwnClock::allot);
        let move_time = go.move_time.map(|time| time.saturating_sub(OVERHEAD).max(Duration::from_millis(1)));
        let own_time = self.spec.time_ms.map(Duration::from_millis);
        let mut search = self.spec.search.clone();
        search.lines = self.lines;
        search.deepening |= go.infinite || go.ponder || clock.is_some() || move_time.is_some() || go.nodes.is_some();
        if go.infinite {
            search.depth = MAX_DEPTH;
        }
        if let Some(moves) = go.mate {
            // Search to the last ply of the mate, without selective pruning.
            search.depth = moves.saturating_mul(2).saturating_sub(1).min(MAX_DEPTH);
            (search.null_move, search.lmr, search.futility, search.width) = (false, false, None, None);
            search.deepening = true;
        }
        search.depth = go.depth.map_or(search.depth, |depth| if go.infinite { depth } else { depth.min(search.depth) });
        let nodes = if go.infinite { go.nodes } else { self.spec.nodes.into_iter().chain(go.nodes).min() };
        let time = [own_time.filter(|_| !go.infinite), move_time, allotted.map(|time| time.hard)];
        let budget = Budget {
            nodes,
            time: time.into_iter().flatten().min(),
            soft: allotted.map(|time| time.soft),
            clock: Some(signals),
            stop: Some(&signals.stop),
            failed: self.evaluator.failed(),
            ..Budget::UNLIMITED
        };
        let mut teller = InfoPrinter {
            out,
            root: (self.play, self.position.clone()),
            shows_wdl: self.shows_wdl,
            has_tablebases: self.has_tablebases,
            began: Instant::now(),
            nodes: 0,
            table_per_mille: None,
            is_short: false,
            failed: None,
        };
        let searcher = self.searcher.with_history(&self.history);
        let (root, seed) = ((&self.position, legal), rng.next_u64());
        self.evaluator.begin_turn();
        let report = G::search_among(searcher, root, &search, &self.evaluator.evaluation, &budget, seed, &mut teller);
        // A module that fails loses a match of the arena. Here the best move until then is played.
        if let Err(failure) = self.evaluator.end_turn() {
            teller.out.write_all(format!("info string {failure}\n").as_bytes())?;
        }
        // Report nodes searched after the last complete depth, so that managers count all of them, and the complete
        // line of a mate.
        if (report.nodes > teller.nodes || teller.is_short) && report.depth > 0 {
            teller.tell(&report);
        }
        if let Some(error) = teller.failed {
            return Err(error);
        }
        if among {
            self.searcher.forget();
        }
        signals.wait_for(go);
        // A search always returns a move if the game is not over.
        let best = report.best.expect("the game is not over");
        let line = if report.line.first() == Some(&best) { &report.line[..report.line.len().min(2)] } else { &[best] };
        let line = written(self.play, &self.position, line).join(" ponder ");
        out.write_all(format!("bestmove {line}\n").as_bytes())
    }
}

impl Signals {
    /// Delays the move of an infinite or pondering search until `stop` or `ponderhit`.
    pub(super) fn wait_for(&self, go: &GoCommand) {
        if (go.infinite || go.ponder) && !self.stop.load(Ordering::Relaxed) {
            self.wait(go.infinite);
        }
    }
}

/// Writes a line of moves in the notation of the protocol.
fn written<G: Game>(play: &EnginePlay<G>, from: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = from.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for mv in moves {
        texts.push((play.write_move)(&position, *mv));
        position.play(*mv);
    }
    texts
}

/// Reports the result after each depth.
struct InfoPrinter<'a, G: Game> {
    out: &'a mut dyn Write,
    root: (&'static EnginePlay<G>, G),
    shows_wdl: bool,
    has_tablebases: bool,
    began: Instant,
    /// Number of nodes in the last report.
    nodes: u64,
    /// The share of the table in use, as last reported.
    table_per_mille: Option<u16>,
    /// True if the last report omitted an incomplete line to the end of the game.
    is_short: bool,
    failed: Option<io::Error>,
}

impl<G: Game> InfoPrinter<'_, G> {
    fn tell(&mut self, report: &Report<G::Move>) {
        self.nodes = report.nodes;
        self.is_short = is_short::<G>(report.value, &report.line)
            || report.lines.iter().any(|variation| is_short::<G>(variation.value, &variation.moves));
        self.table_per_mille = report.table_per_mille.or(self.table_per_mille);
        let hits = self.has_tablebases.then_some(report.tablebase_hits);
        let lines = info(report, &self.root, (self.shows_wdl, self.table_per_mille, hits), self.began.elapsed());
        if let Err(error) = self.out.write_all(lines.as_bytes()).and_then(|()| self.out.flush()) {
            self.failed = Some(error);
        }
    }
}

impl<G: Game> Trace<G> for InfoPrinter<'_, G> {
    fn listens(&self) -> bool {
        false
    }

    fn deepened(&mut self, report: &dyn Fn() -> Report<G::Move>) {
        self.tell(&report());
    }
}

/// Formats the `info` lines, one per variation.
fn info<G: Game>(
    report: &Report<G::Move>,
    (play, from): &(&EnginePlay<G>, G),
    (shows_wdl, table_per_mille, tablebase_hits): (bool, Option<u16>, Option<u64>),
    elapsed: Duration,
) -> String {
    let ms = elapsed.as_millis();
    let nps = u128::from(report.nodes) * 1_000 / ms.max(1);
    let line = |place: usize, depth: u16, value: i32, moves: &[G::Move]| {
        let (score, nodes, line) = (score::<G>(value), report.nodes, written(play, from, moves).join(" "));
        let line = if is_short::<G>(value, moves) { String::new() } else { format!(" pv {line}") };
        let seldepth = report.selective_depth.max(depth);
        let wdl = if shows_wdl { format!(" wdl {}", wdl::<G>(value)) } else { String::new() };
        let hashfull = table_per_mille.map_or_else(String::new, |share| format!(" hashfull {share}"));
        let tbhits = tablebase_hits.map_or_else(String::new, |hits| format!(" tbhits {hits}"));
        format!(
            "info depth {depth} seldepth {seldepth} multipv {place} score {score}{wdl} nodes {nodes} nps {nps}\
             {hashfull}{tbhits} time {ms}{line}\n"
        )
    };
    if report.lines.is_empty() {
        return line(1, report.depth, report.value, &report.line);
    }
    report
        .lines
        .iter()
        .enumerate()
        .map(|(n, variation)| line(n + 1, variation.depth, variation.value, &variation.moves))
        .collect()
}

/// True if a line should reach the end of the game but stops earlier.
fn is_short<G: Game>(value: i32, line: &[G::Move]) -> bool {
    win_in::<G>(value).is_some_and(|plies| usize::try_from(plies.abs()).is_ok_and(|plies| line.len() < plies))
}

/// The score of a position that tables of endings know as won, as Stockfish has it.
const TABLE_WIN: i32 = 20_000;

/// Formats a value for the side to move: in hundredths of a pawn, or in moves to the end of the game.
fn score<G: Game>(value: i32) -> String {
    if let Some(plies) = table_win_in::<G>(value) {
        return format!("cp {}", value.signum() * (TABLE_WIN - plies.abs()));
    }
    match win_in::<G>(value) {
        // Without `distance`, the number of moves is unknown.
        Some(plies) if plies != 0 && plies.abs() < i32::from(MAX_DEPTH) => {
            let moves = if plies > 0 { (plies + 1) / 2 } else { plies / 2 };
            format!("mate {moves}")
        }
        _ => format!("cp {}", value.clamp(-WIN, WIN)),
    }
}

/// Formats the chances of a win, a draw and a loss for the side to move, in thousandths.
///
/// Each chance is a logistic function of the value. The constants are the most likely ones for 50 matches of the bot
/// chess-strong against itself at 500 nodes a move.
fn wdl<G: Game>(value: i32) -> String {
    const EVEN_CHANCE: f64 = 400.0;
    const SPREAD: f64 = 525.0;
    if let Some(plies) = win_in::<G>(value) {
        return if plies > 0 { "1000 0 0" } else { "0 0 1000" }.to_owned();
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 1000")]
    let chance = |value: f64| (1_000.0 / (1.0 + ((EVEN_CHANCE - value) / SPREAD).exp())).round() as u32;
    let (win, loss) = (chance(value.into()), chance((-value).into()));
    format!("{win} {} {loss}", 1_000 - win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::chess::Chess;
    use arena_games::reversi::Reversi;

    #[test]
    fn wins_are_scored_in_moves_and_other_values_in_centipawns() {
        assert_eq!(score::<Chess>(WIN - 1), "mate 1");
        assert_eq!(score::<Chess>(WIN - 3), "mate 2");
        assert_eq!(score::<Chess>(2 - WIN), "mate -1");
        assert_eq!(score::<Chess>(-37), "cp -37");
        assert_eq!(score::<Reversi>(12), "cp 12");
    }

    #[test]
    fn chances_add_up_and_follow_the_value() {
        let chances = |value| {
            let numbers: Vec<u32> =
                wdl::<Chess>(value).split(' ').map(|number| number.parse().expect("a number")).collect();
            assert_eq!(numbers.iter().sum::<u32>(), 1_000, "{value}");
            (numbers[0], numbers[2])
        };
        assert_eq!([WIN - 3, 2 - WIN].map(chances), [(1_000, 0), (0, 1_000)]);
        let (win, loss) = chances(0);
        assert!(win == loss && win < 400, "{win}");
        assert_eq!(chances(90), (chances(-90).1, chances(-90).0));
        assert!((-900..900).step_by(50).all(|value| chances(value).0 <= chances(value + 50).0));
    }
}
