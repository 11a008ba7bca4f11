//! Three nodes that show one lobby, with matches that are played through all of them while nodes are killed: whether anything is
//! lost, told twice or stuck, and what it costs to watch from another node.
//!
//! `cargo bench --features cluster --bench nodes -- [--matches 100] [--seconds 60] [--every 10] [--lasts 5] [--troubles kill]
//! [--delay 0] [--seed 1] [--program ARENA] [--said FOLDER] [--subjects]`; Linux, PostgreSQL's programs and nats-server. One command starts
//! everything: PostgreSQL and NATS, nodes on 127.0.0.2 to 127.0.0.4, and a proxy on each link between them, which takes
//! `--delay` milliseconds each way. Matches of connect four make a move a second each; both players and a watcher come to three
//! different nodes, and to another one when theirs takes nobody. A second watcher comes to the node where the match was made,
//! for comparison. `--every` so many seconds one of `--troubles`, in their order, befalls a node by chance: `kill`, `leader`
//! (the one that leads is killed), `stop` (it stands still for `--lasts` seconds), `postgres`, `nats`, `inner` (a link is cut
//! for as long; that to the other nodes). `--said` keeps what the nodes print. With `--subjects` each event is also passed on over a subject
//! of NATS from a node's link to those of the two others, and it is told how late it is there. The whole of it is
//! `--matches 1000 --seconds 300`, and then `--lasts 60 --troubles postgres,nats,stop`.
//!
//! Ends with 1 where an acknowledged move is missing, an event came twice, out of order or not at all, or a move took more than
//! five seconds to be made.

#[path = "../help/mod.rs"]
mod help;

#[cfg(unix)]
mod line;
#[cfg(unix)]
mod place;
#[cfg(unix)]
#[path = "../../tests/integration/cluster/postgres.rs"]
#[allow(clippy::unwrap_used, reason = "it is a part of the tests")]
mod postgres;
#[cfg(unix)]
#[path = "../../tests/integration/cluster/proxy.rs"]
#[allow(clippy::unwrap_used, reason = "it is a part of the tests")]
mod proxy;
#[cfg(unix)]
#[path = "../../tests/integration/cluster/server.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "it is a part of the tests, which use more of it")]
mod server;
#[cfg(unix)]
mod subjects;
#[cfg(unix)]
mod sums;
#[cfg(unix)]
mod table;

use std::time::Duration;

/// So long PostgreSQL and NATS may take to start.
const LONG: Duration = Duration::from_secs(60);

#[cfg(unix)]
#[derive(Clone, Debug, clap::Parser)]
struct Args {
    #[arg(long, default_value_t = 100)]
    matches: usize,
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    #[arg(long, default_value_t = 10)]
    every: u64,
    #[arg(long, default_value_t = 5)]
    lasts: u64,
    #[arg(long, value_delimiter = ',', default_value = "kill")]
    troubles: Vec<place::Trouble>,
    #[arg(long, default_value_t = 0)]
    delay: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = env!("CARGO_BIN_EXE_arena"))]
    program: std::path::PathBuf,
    #[arg(long)]
    said: Option<std::path::PathBuf>,
    #[arg(long)]
    subjects: bool,
    /// What cargo adds.
    #[arg(long, hide = true)]
    bench: bool,
}

#[cfg(unix)]
fn main() -> anyhow::Result<std::process::ExitCode> {
    use clap::Parser;

    if help::asked(include_str!("main.rs")) {
        return Ok(std::process::ExitCode::SUCCESS);
    }
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(args))
}

#[cfg(not(unix))]
fn main() {
    let _ = (help::asked(include_str!("main.rs")), LONG);
    eprintln!("this benchmark starts and stops processes by signals: it needs Linux");
}

/// Plays, with trouble, and says what came of it.
#[cfg(unix)]
async fn run(args: Args) -> anyhow::Result<std::process::ExitCode> {
    use std::process::ExitCode;
    use std::sync::Arc;

    let mut place = place::Place::start(&args).await?;
    let sums = Arc::new(sums::Sums::new());
    let subjects = if args.subjects { Some(place.subjects(&sums).await?) } else { None };
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let nodes = place.nodes();
    let tables: Vec<_> = (0..args.matches)
        .map(|number| {
            let table =
                table::Table::new(number, args.matches, Arc::clone(&nodes), Arc::clone(&sums), subjects.clone());
            tokio::spawn(table.play(stopped.clone()))
        })
        .collect();
    let befallen = place.trouble(&args, &sums).await?;
    stop.send_replace(true);
    let mut played = Vec::new();
    for table in tables {
        played.extend(table.await?);
    }
    let wrong = sums.compare(&played, &nodes).await;
    sums.print(&args, befallen, &wrong);
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
