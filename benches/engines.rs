//! Measures matches per second between external engines, and the arena's share of the processor time. An engine plays
//! against itself at depth 1, so that the engine's own share is small.
//!
//! `cargo bench --bench engines -- stockfish 200 2`: the program, the number of encounters, and the concurrency.

mod help;

use std::time::Instant;

use minimax_arena::bots::{Roster, Source};
use minimax_arena::tournament::plan::Engines;
use minimax_arena::tournament::plan::file::{Overrides, read};
use minimax_arena::tournament::run::affinity::advisable;
use minimax_arena::tournament::{Control, NoSink, RunOptions, run};

/// Returns the processor time of this process and of its finished children, in ticks, if the system reports it.
fn ticks() -> Option<(u64, u64)> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<u64> =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4).map_while(|field| field.parse().ok()).collect();
    match fields[..] {
        [user, system, child_user, child_system] => Some((user + system, child_user + child_system)),
        _ => None,
    }
}

fn main() {
    if help::asked(include_str!("engines.rs")) {
        return;
    }
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let program = arguments.next().unwrap_or_else(|| "stockfish".to_owned());
    let mut number = |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (encounters, concurrency): (usize, usize) = (number(100), number(2));
    let mut text = format!("name = \"engines\"\ngame = \"chess\"\nrounds = {encounters}\nseed = 1\n");
    text += "openings = { random_plies = 4 }\nlimits = { depth = 1 }\n";
    for name in ["one", "other"] {
        text += &format!(
            "[[entrants]]\nname = \"{name}\"\nengine = {{ protocol = \"uci\", command = [\"{program}\"], options = {{ Hash = \
             16, Threads = 1 }} }}\n"
        );
    }
    let overrides = Overrides { engines: Engines::Probed, ..Overrides::default() };
    let roster = Roster::load(None).expect("the embedded files are valid");
    let file = match read(&Source { file: "bench", text: &text }, &roster, overrides) {
        Ok(file) => file,
        Err(error) => return eprintln!("{error}"),
    };
    let (before, began) = (ticks(), Instant::now());
    let affinity = advisable(&file.plan, concurrency);
    let setting = RunOptions { concurrency, records: false, timings: false, notes: false, affinity };
    let outcome = run(&file.plan, setting, std::iter::empty(), &mut NoSink, &mut |_| {}, &Control::default());
    let (elapsed, after) = (began.elapsed().as_secs_f64(), ticks());
    let outcome = outcome.expect("the run succeeds");
    let (matches, moves) = (outcome.tally.played(), outcome.tally.standings().iter().map(|it| it.moves).sum::<u64>());
    #[expect(clippy::cast_precision_loss, reason = "no bench plays 2^52 matches")]
    let rate = |count: u64| count as f64 / elapsed;
    println!(
        "{matches} matches, {moves} moves in {elapsed:.2} s: {:.0} matches, {:.0} moves a second",
        rate(matches),
        rate(moves)
    );
    for (by, count) in outcome.tally.ends() {
        println!("  {count} by {by:?}");
    }
    if let Some(((own, theirs), (own_then, theirs_then))) = after.zip(before) {
        let (own, theirs) = (own - own_then, theirs - theirs_then);
        #[expect(clippy::cast_precision_loss, reason = "a bench takes no 2^52 ticks")]
        let share = 100.0 * own as f64 / (own + theirs).max(1) as f64;
        println!("processor time: {own} ticks of the arena, {theirs} of the engines: a share of {share:.1} %");
    }
}
