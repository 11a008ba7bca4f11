//! Stress tests: a server process under attack, or killed repeatedly, while people play.
//!
//! `cargo test` runs a short version of each. `cargo test --release --test integration server::bars -- --ignored
//! --nocapture --test-threads 1` runs the long ones (`FLOOD=Readers` selects one kind of flood, `KILLS=20` the number
//! of kills); `docs/benchmarks.md` has their results.

mod beside;
mod floods;
mod kills;
mod pairs;
mod people;
