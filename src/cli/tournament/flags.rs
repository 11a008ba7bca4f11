//! The flags of commands that play a tournament.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use arena_tournament::plan::MAX_CONCURRENCY;

// Flags of a run. No doc comment: it would replace that of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct RunFlags {
    /// Concurrent matches [default: from the file, or one per core; half as many if engines ponder]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_CONCURRENCY as i64))]
    pub(super) concurrency: Option<u16>,
    /// Pin each concurrent match, with its engines, to one processor: on or off [default: on if engines play, all with
    /// Threads = 1, and there are at least as many processors as concurrent matches]
    #[arg(long, value_name = "ON|OFF", value_parser = on_or_off, num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    pub(super) affinity: Option<bool>,
    /// Write the results as JSON; - is standard output, instead of the table.
    #[arg(long, value_name = "OUT")]
    pub(super) json: Option<PathBuf>,
    /// Write the entrants' results as CSV, one row each; - is standard output.
    #[arg(long, value_name = "OUT")]
    pub(super) csv: Option<PathBuf>,
    /// Write the report as Markdown; - is standard output.
    #[arg(long, value_name = "OUT")]
    pub(super) markdown: Option<PathBuf>,
    /// Write the report with plots as a self-contained HTML file; - is standard output.
    #[arg(long, value_name = "OUT")]
    pub(super) html: Option<PathBuf>,
    /// Write every match's record as a line of JSON, in the order of the schedule; - is standard output.
    #[arg(long, value_name = "OUT")]
    pub(super) records: Option<PathBuf>,
    /// Write every match as Portable Game Notation, for games that use it, in the order of the schedule; - is standard
    /// output.
    #[arg(long, value_name = "OUT")]
    pub(super) pgn: Option<PathBuf>,
    /// Write every match as Portable Draughts Notation, for games that use it; - is standard output.
    #[arg(long, value_name = "OUT")]
    pub(super) pdn: Option<PathBuf>,
    /// Show the run on a read-only page while it is played [default address: 127.0.0.1 and a free port]
    #[arg(long, value_name = "ADDR:PORT", num_args = 0..=1, require_equals = true, default_missing_value = "127.0.0.1:0")]
    pub(super) serve: Option<SocketAddr>,
    /// Log the communication with engines, one line each, with the milliseconds since the start.
    #[arg(long, value_name = "OUT")]
    pub(super) log: Option<PathBuf>,
    /// Folders with Syzygy tables, separated as in the PATH, for the rule `adjudication.tablebase`.
    #[arg(long, value_name = "FOLDERS")]
    pub(super) tb: Option<OsString>,
    /// Add the conditions and explanations of the figures to the table.
    #[arg(long)]
    pub(super) explain: bool,
    /// Add times in milliseconds to the output; they differ between runs.
    #[arg(long)]
    pub(super) timings: bool,
    /// Data folder: every run keeps a journal in its subfolder tournaments.
    #[arg(long, value_name = "DIR", env = "ARENA_DATA", default_value = "data")]
    pub(super) data: PathBuf,
    /// Continue an interrupted run from its journal.
    #[arg(long)]
    pub(super) resume: bool,
    /// Let workers (arena worker) at this NATS server play all matches, such as nats://127.0.0.1:4222. The results are
    /// the same.
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["concurrency", "affinity", "log"])]
    pub(super) nats: Option<String>,
    /// Use this seed instead of the file's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    pub(super) seed: Option<u64>,
    /// Play N rounds instead of the file's number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) rounds: Option<u64>,
    /// Fix this entrant's rating at 0, or at ELO with NAME=ELO; without it, the mean of the field is 0.
    #[arg(long, value_name = "NAME")]
    pub(super) anchor: Option<String>,
    /// Print the progress as JSON lines on standard output instead of the table, one event per line: started, match (in
    /// the order of the schedule), standings (once per second), done.
    #[arg(long)]
    pub(super) json_lines: bool,
    /// Reject a file of openings with an invalid or overlong one instead of skipping or cutting it.
    #[arg(long)]
    pub(super) strict: bool,
    /// Show no progress.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl RunFlags {
    /// True if `--tb` names Syzygy tables.
    pub(crate) const fn has_tablebases(&self) -> bool {
        self.tb.is_some()
    }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}
