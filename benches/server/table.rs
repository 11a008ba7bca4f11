//! Prints the medians of all rounds as a Markdown table.

use super::disk::Appends;
use super::load::Outcome;

/// The measurements at one number of connections, round by round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Size {
    pub(crate) connections: usize,
    pub(crate) arena: Vec<Outcome>,
    pub(crate) relay: Vec<Outcome>,
    /// Measurements of the relay with a log, if requested.
    pub(crate) logged: Vec<Outcome>,
    pub(crate) appends: Vec<Appends>,
    /// Writes (moves and other entries) per commit of the arena.
    pub(crate) commits: Vec<f64>,
}

impl Size {
    /// Returns the measured servers, by name.
    fn servers(&self) -> impl Iterator<Item = (&'static str, &Vec<Outcome>)> {
        let all = [("relay", &self.relay), ("relay with a log", &self.logged), ("arena", &self.arena)];
        all.into_iter().filter(|(_, outcomes)| !outcomes.is_empty())
    }
}

/// Prints all sizes. Each figure is the median of its rounds.
pub(crate) fn print(sizes: &[Size]) {
    println!("| connections | server | moves a second | of the relay's | µs of processor a move (load generator's) |");
    println!("| --- | --- | --- | --- | --- |");
    for size in sizes {
        let relay = median(&size.relay, |outcome| outcome.moves);
        for (name, outcomes) in size.servers() {
            let moves = median(outcomes, |outcome| outcome.moves);
            println!(
                "| {} | {name} | {moves:.0} | {:.0} % | {:.1} ({:.1}) |",
                size.connections,
                100.0 * moves / relay,
                median(outcomes, |outcome| outcome.server),
                median(outcomes, |outcome| outcome.load),
            );
        }
    }
    println!();
    println!(
        "| connections | server | at moves a second | p50 | p99 | p99 of 10 ms at | KiB a connection: idle | \
         playing |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for size in sizes {
        for (name, outcomes) in size.servers() {
            println!(
                "| {} | {name} | {:.0} | {:.2} ms | {:.2} ms | {:.0} | {:.1} | {:.1} |",
                size.connections,
                median(outcomes, |outcome| outcome.rate),
                median(outcomes, |outcome| outcome.p50) / 1e3,
                median(outcomes, |outcome| outcome.p99) / 1e3,
                median(outcomes, |outcome| outcome.knee),
                median(outcomes, |outcome| outcome.idle),
                median(outcomes, |outcome| outcome.playing),
            );
        }
    }
    println!();
    println!("| connections | writes a commit of the arena | append and fdatasync of as many moves, p50 | p99 |");
    println!("| --- | --- | --- | --- |");
    for size in sizes {
        println!(
            "| {} | {:.1} | {:.2} ms | {:.2} ms |",
            size.connections,
            median(&size.commits, |writes| *writes),
            median(&size.appends, |appends| appends.p50) / 1e3,
            median(&size.appends, |appends| appends.p99) / 1e3,
        );
    }
}

fn median<T>(of: &[T], value: impl Fn(&T) -> f64) -> f64 {
    let mut values: Vec<f64> = of.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
