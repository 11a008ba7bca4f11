//! Moves a second through the server beside a relay that only passes the same bytes on: what rules, clocks and storage
//! cost on top of the wire.
//!
//! `cargo bench --bench server -- [--connections 200,1000,5000] [--rounds 3] [--seconds 5] [--rate MOVES] [--data DIR]
//! [--versions 1,2] [--knee] [--busy] [--floor] [--server PROGRAM]`; Linux only. One command starts everything: in turns `arena serve`
//! and the relay, each a process of its own pinned to the first processor, and the load generator, pinned to the second. Two
//! connections a match, tic-tac-toe scripted to its end after seven moves, each acknowledged to the mover and shown to the
//! opponent, who answers it. First as fast as they can, then at half of the arena's rate, each move due at an instant that is
//! fixed beforehand and its latency counted from there. With `--busy` bots think meanwhile on the arena's processor, and a
//! thread of the relay is as busy. With `--floor` the relay is measured as well with nothing but a log, on whose disk each move is
//! before it is answered. `--server` measures another build of the arena.

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
