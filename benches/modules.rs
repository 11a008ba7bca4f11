//! What evaluations in WebAssembly cost: an empty call, an instance, and the nodes per second of a search beside the same
//! evaluation built in. Also what it would add to keep the values of a module by position, which the search does not do.
//!
//! `cargo bench --bench modules`

use std::hint::black_box;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena_bots::module::{ModuleLimits, ModuleSeat};
use arena_games::connect4::ConnectFour;
use arena_games::options::start;
use arena_games::reversi::Reversi;
use arena_games::{ByteEvaluation, Evaluation, Game, Hints, Options, Weights};
use arena_search::trace::NoTrace;
use arena_search::{Budget, Ordering, Pruning, SearchOptions, Searcher};

/// A memory and a buffer in it.
const BUFFER: &str = r#"(memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)"#;
/// Each measurement takes the best of this many runs.
const RUNS: u32 = 5;

/// `centre` of connect four, cell by cell.
const CENTRE: &str = r#"
  (data (i32.const 0) "\00\02\04\06\04\02\00\00\02\04\06\04\02\00\00\02\04\06\04\02\00")
  (data (i32.const 21) "\00\02\04\06\04\02\00\00\02\04\06\04\02\00\00\02\04\06\04\02\00")
  (func (export "evaluate") (result i32) (local $at i32) (local $sum i32) (local $cell i32) (local $worth i32)
    (loop $next
      (local.set $cell (i32.load8_u offset=1024 (local.get $at)))
      (local.set $worth (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $cell) (i32.const 1))
        (then (local.set $sum (i32.add (local.get $sum) (local.get $worth))))
        (else (if (i32.eq (local.get $cell) (i32.const 2))
          (then (local.set $sum (i32.sub (local.get $sum) (local.get $worth)))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 42))))
    (select (i32.sub (i32.const 0) (local.get $sum)) (local.get $sum) (i32.load8_u offset=1066 (i32.const 0))))"#;

/// `centre` of connect four, row by row: the columns of a row that are worth at least 2, 4 and 6 are counted as bits.
const CENTRE_BY_ROWS: &str = r#"
  (func $count (param $row i64) (param $mask i64) (result i64)
    (i64.sub
      (i64.popcnt (i64.and (local.get $row) (local.get $mask)))
      (i64.popcnt (i64.and (local.get $row) (i64.shl (local.get $mask) (i64.const 1))))))
  (func (export "evaluate") (result i32) (local $at i32) (local $sum i64) (local $row i64)
    (loop $next
      (local.set $row (i64.load offset=1024 (local.get $at)))
      (local.set $sum (i64.add (local.get $sum)
        (i64.add (call $count (local.get $row) (i64.const 0x0000010101010100))
          (i64.add (call $count (local.get $row) (i64.const 0x0000000101010000))
            (call $count (local.get $row) (i64.const 0x0000000001000000))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 7))) (i32.const 42))))
    (local.set $at (i32.wrap_i64 (i64.shl (local.get $sum) (i64.const 1))))
    (select (i32.sub (i32.const 0) (local.get $at)) (local.get $at) (i32.load8_u offset=1066 (i32.const 0))))"#;

/// `discs` of reversi, cell by cell.
const DISCS: &str = r#"
  (func (export "evaluate") (result i32) (local $at i32) (local $sum i32) (local $cell i32)
    (loop $next
      (local.set $cell (i32.load8_u offset=1024 (local.get $at)))
      (local.set $sum (i32.add (local.get $sum) (i32.and (local.get $cell) (i32.const 1))))
      (local.set $sum (i32.sub (local.get $sum) (i32.shr_u (local.get $cell) (i32.const 1))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 64))))
    (select (i32.sub (i32.const 0) (local.get $sum)) (local.get $sum) (i32.load8_u offset=1088 (i32.const 0))))"#;

/// `discs` of reversi, row by row.
const DISCS_BY_ROWS: &str = r#"
  (func (export "evaluate") (result i32) (local $at i32) (local $sum i64) (local $row i64)
    (loop $next
      (local.set $row (i64.load offset=1024 (local.get $at)))
      (local.set $sum (i64.add (local.get $sum) (i64.sub
        (i64.popcnt (i64.and (local.get $row) (i64.const 0x0101010101010101)))
        (i64.popcnt (i64.and (local.get $row) (i64.const 0x0202020202020202))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const 64))))
    (local.set $at (i32.wrap_i64 (local.get $sum)))
    (select (i32.sub (i32.const 0) (local.get $at)) (local.get $at) (i32.load8_u offset=1088 (i32.const 0))))"#;

fn seat(body: &str, board: (u32, u32)) -> Arc<dyn ModuleSeat> {
    let wasm = wat::parse_str(format!("(module {BUFFER} {body})")).expect("the module is valid");
    let limits = ModuleLimits { move_fuel: 1 << 50, match_fuel: 1 << 52, ..ModuleLimits::default() };
    let seat = arena_modules::compile(&wasm, limits).expect("the module is accepted").seat(board);
    seat.begin_match();
    seat.begin_turn();
    seat
}

/// Returns the shortest time that `work` takes on average in one of the runs.
fn best(times: u32, mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let began = Instant::now();
        (0..times).for_each(|_| work());
        began.elapsed() / times
    };
    (0..RUNS).map(run).min().expect("there are runs")
}

fn initial<G: Game>() -> G {
    start(&Options::new(), None).expect("the initial position is valid")
}

fn calls<G: Game>(board: (u32, u32)) {
    let position: G = initial();
    let empty = seat(r#"(func (export "evaluate") (result i32) i32.const 1)"#, board);
    let call = best(1_000_000, || {
        black_box(empty.evaluate(&|bytes| black_box(&position).encode(bytes)));
    });
    let instance = best(10_000, || {
        empty.begin_turn();
        empty.end_turn().expect("the module does not fail");
    });
    println!("{:<9} empty call with the position {call:>8.0?}   instance {instance:>8.2?}", G::INFO.name);
}

/// The bytes of the last position, and the hashes and values of positions.
type Known = (Vec<u8>, Vec<(u64, i32)>);

/// A module whose values are kept by position, in a table of a million places.
#[derive(Debug)]
struct Kept {
    seat: Arc<dyn ModuleSeat>,
    values: Mutex<Known>,
    counts: Arc<Counts>,
}

/// The calls of all runs, and those whose value was in the table.
#[derive(Debug, Default)]
struct Counts {
    calls: AtomicU64,
    found: AtomicU64,
}

impl Kept {
    fn new(seat: Arc<dyn ModuleSeat>, counts: &Arc<Counts>) -> Self {
        let values = Mutex::new((Vec::new(), vec![(0, 0); 1 << 20]));
        Self { seat, values, counts: Arc::clone(counts) }
    }
}

impl ByteEvaluation for Kept {
    fn evaluate(&self, encode: &dyn Fn(&mut Vec<u8>)) -> i32 {
        let (bytes, values) = &mut *self.values.lock().expect("the search has one thread");
        bytes.clear();
        encode(bytes);
        let word = |part: &[u8]| part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let hash = bytes
            .chunks(8)
            .fold(1, |hash: u64, part| (hash.rotate_left(5) ^ word(part)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let place = &mut values[(hash >> 44) as usize];
        self.counts.calls.fetch_add(1, Relaxed);
        if place.0 == hash {
            self.counts.found.fetch_add(1, Relaxed);
        } else {
            *place = (hash, self.seat.evaluate(encode));
        }
        place.1
    }
}

/// Searches the initial position with a new evaluation in each run. Returns the value, the nodes and the nodes per second.
fn searched<G: Game + Hints>(evaluation: impl Fn() -> G::Evaluation, depth: u16, table_mb: u32) -> (i32, u64, f64) {
    let options = SearchOptions {
        depth,
        table_mb,
        pruning: Pruning::AlphaBeta,
        ordering: vec![Ordering::Killers, Ordering::History],
        ..SearchOptions::default()
    };
    let (position, mut found): (G, _) = (initial(), (0, 0));
    let run = |_| {
        let evaluation = evaluation();
        let began = Instant::now();
        let report = Searcher::new().search(&position, &options, &evaluation, &Budget::UNLIMITED, 1, &mut NoTrace);
        found = (report.value, report.nodes);
        began.elapsed()
    };
    let time = (0..RUNS).map(run).min().expect("there are runs");
    (found.0, found.1, found.1 as f64 / time.as_secs_f64())
}

fn nodes<G: Game + Hints>(name: &str, modules: [(&str, &str); 2], board: (u32, u32), depth: u16) {
    let built_in = || G::Evaluation::named(name, &Weights::new()).expect("the game has this evaluation");
    let (value, count, native) = searched::<G>(built_in, depth, 0);
    println!("{:<9} {name:<7} built in      {:>6.2} million nodes a second", G::INFO.name, native / 1e6);
    for (form, body) in modules {
        let evaluation = || G::Evaluation::from_bytes(seat(body, board) as Arc<dyn ByteEvaluation>);
        let (other, others, speed) = searched::<G>(evaluation, depth, 0);
        assert_eq!((other, others), (value, count), "the module searches the same tree");
        println!(
            "{:<9} {name:<7} {form:<13} {:>6.2} million nodes a second, {:.1} % of built in",
            G::INFO.name,
            speed / 1e6,
            100.0 * speed / native
        );
    }
    for table_mb in [0, 16] {
        let module = || seat(modules[1].1, board);
        let plain = searched::<G>(|| G::Evaluation::from_bytes(module() as Arc<dyn ByteEvaluation>), depth, table_mb);
        let counts = Arc::new(Counts::default());
        let keeps = || G::Evaluation::from_bytes(Arc::new(Kept::new(module(), &counts)) as Arc<dyn ByteEvaluation>);
        let keeping = searched::<G>(keeps, depth, table_mb);
        assert_eq!((plain.0, plain.1), (keeping.0, keeping.1), "the same tree is searched");
        println!(
            "{:<9} {name:<7} values kept, table of {table_mb:>2} MiB: {:>4.1} % of the calls found, {:.2} times as fast",
            G::INFO.name,
            100.0 * counts.found.load(Relaxed) as f64 / counts.calls.load(Relaxed) as f64,
            keeping.2 / plain.2
        );
    }
}

fn main() {
    calls::<ConnectFour>((7, 6));
    calls::<Reversi>((8, 8));
    nodes::<ConnectFour>("centre", [("cell by cell", CENTRE), ("row by row", CENTRE_BY_ROWS)], (7, 6), 11);
    nodes::<Reversi>("discs", [("cell by cell", DISCS), ("row by row", DISCS_BY_ROWS)], (8, 8), 8);
}
