//! Signature by which two programs verify that they play identically.

use std::fmt::Write;
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::bots::RawBot;
use crate::games::{GameId, Options};
use crate::tournament::plan::openings::Per;
use crate::tournament::run::{Control, Finished, ResultSink, RunOptions, SinkError};
use crate::tournament::{Adjudication, Batch, Format, Limits, OpeningTerms, Plan, TournamentConfig};

/// Version of the messages. It must be incremented when their meaning changes.
const MESSAGES: u32 = 1;
/// Number of plies to play in each match.
const PLIES: u32 = 6;

/// Returns the signature of this program. It is a digest of the program's version and of short matches in every game,
/// including their node counts and values. The searches in these matches use most of the search options. Programs with
/// the same signature produce the same results.
#[must_use]
pub fn signature() -> &'static str {
    static SIGNATURE: OnceLock<String> = OnceLock::new();
    SIGNATURE.get_or_init(|| {
        let mut digest = Sha256::new();
        digest.update(format!("{} {MESSAGES}", env!("CARGO_PKG_VERSION")));
        for &game in GameId::ALL {
            digest.update(sample(game));
        }
        digest.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a string succeeds");
            text
        })
    })
}

/// Plays a short encounter in the game and returns its records.
fn sample(game: GameId) -> String {
    struct Records(String);
    impl ResultSink for Records {
        fn keep(&mut self, _: &Batch) -> Result<(), SinkError> {
            Ok(())
        }
        fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
            self.0.push_str(finished.record.as_deref().unwrap_or_default());
            Ok(())
        }
    }
    let bot = |spec: serde_json::Value| {
        let raw: RawBot = serde_json::from_value(spec).expect("the keys are valid");
        let base = RawBot { game: Some(game), ..RawBot::default() };
        (raw.over(base).check(&[]).expect("the values are valid"), Limits::default())
    };
    let refined = serde_json::json!({
        "name": "refined", "depth": 2, "pruning": "pvs", "table_mb": 1, "hints": true, "quiescence": true, "ties": "random",
        "ordering": ["table", "killers", "static", "history"], "deepening": true, "nodes": 150,
    });
    let plain = serde_json::json!({ "name": "plain", "depth": 2, "ties": "random", "nodes": 150 });
    let config = TournamentConfig {
        name: "signature".to_owned(),
        game,
        options: Options::new(),
        format: Format::RoundRobin,
        rounds: 1,
        seed: 1,
        openings: OpeningTerms::Random { plies: 0 },
        openings_per: Per::Round,
        entrants: vec![bot(refined), bot(plain)],
        adjudication: Adjudication { max_plies: Some(PLIES), ..Adjudication::default() },
    };
    // A game that does not support these options contributes only its name.
    let Ok(plan) = Plan::new(config) else { return game.name().to_owned() };
    let options = RunOptions { concurrency: 1, records: true, timings: false, notes: false, affinity: false };
    let mut records = Records(String::new());
    let outcome =
        crate::tournament::run(&plan, options, std::iter::empty(), &mut records, &mut |_| {}, &Control::default());
    outcome.map_or_else(|error| format!("{game}: {error}"), |_| records.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_all_games_are_reproducible() {
        for &game in GameId::ALL {
            let records = sample(game);
            assert!(records.contains("\"nodes\"") && records == sample(game), "{game}: {records}");
        }
        assert_eq!(signature().len(), 16);
    }
}
