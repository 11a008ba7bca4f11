//! The bars of safety: a server process that strangers flood, or that is killed again and again, while people play on it.
//!
//! `cargo test` runs a short version of each. The long ones are run by
//! `cargo test --release --test integration server::bars -- --ignored --nocapture --test-threads 1`
//! (with `FLOOD=Readers` in the environment, floods of that kind alone; with `KILLS=20`, so many kills); what they found stands in `docs/benchmarks.md`.

mod beside;
mod floods;
mod kills;
mod pairs;
mod people;
