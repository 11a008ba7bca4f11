//! Compares moves per second through the server with a relay that only forwards the same bytes, to show the cost of
//! rules, clocks and storage.
//!
//! `cargo bench --bench server -- [--connections 200,1000,5000] [--rounds 3] [--seconds 5] [--rate MOVES] [--data DIR]
//! [--game GAME] [--knee] [--busy] [--floor] [--server PROGRAM]`; Linux only.
//!
//! The command starts everything. `arena serve` and the relay take turns, each as a separate process pinned to the
//! first processor; the load generator is pinned to the second one. Two connections play each match: a random one of
//! tic-tac-toe or GAME, the same each time, to its end. Each move is acknowledged to the mover and sent to the opponent,
//! who answers it. The first measurement is at the maximum rate. The second one is at half of the arena's rate: each
//! move is due at a fixed instant, and its latency is counted from there.
//!
//! With `--busy`, bots think on the arena's processor during the measurement, and a thread of the relay is equally
//! busy. With `--floor`, the relay is also measured with only a log, in which each move is on disk before it is
//! answered. `--server` measures another build of the arena.

#[path = "../help/mod.rs"]
mod help;

#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod driver;
#[cfg(target_os = "linux")]
mod frames;
#[cfg(target_os = "linux")]
mod load;
#[cfg(target_os = "linux")]
mod log;
#[cfg(target_os = "linux")]
mod pairs;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(target_os = "linux")]
mod table;

#[cfg(target_os = "linux")]
fn main() -> anyhow::Result<()> {
    if help::asked(include_str!("main.rs")) {
        return Ok(());
    }
    driver::run()
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("this benchmark pins processes and reads /proc: it needs Linux");
}
