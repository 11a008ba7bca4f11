//! A short text by which two programs know whether they play alike.

use std::fmt::Write;
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::bots::RawBot;
use crate::games::{GameId, Options};
use crate::tournament::plan::openings::Per;
use crate::tournament::run::{Control, Finished, ResultSink, RunOptions, SinkError};
use crate::tournament::{Adjudication, Batch, Format, Limits, OpeningTerms, Plan, TournamentConfig};

/// Counts up when messages change their meaning.
const MESSAGES: u32 = 1;
/// So many plies of each match are played.
const PLIES: u32 = 6;

/// The signature of this program: a digest of its version and of short matches of every game, with their nodes and values,
/// between searches that use most of what a search has. Two programs with the same one give the same results.
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
            write!(text, "{byte:02x}").expect("a text takes whatever is written");
            text
        })
    })
}

/// The records of an encounter of the game, cut short.
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
        let raw: RawBot = serde_json::from_value(spec).expect("the keys are those of a bot");
        let base = RawBot { game: Some(game), ..RawBot::default() };
        (raw.over(base).check(&[]).expect("its values are within their bounds"), Limits::default())
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
    // A game that cannot be played so is known by its name alone.
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
    fn every_game_is_played_and_always_alike() {
        for &game in GameId::ALL {
            let records = sample(game);
            assert!(records.contains("\"nodes\"") && records == sample(game), "{game}: {records}");
        }
        assert_eq!(signature().len(), 16);
    }
}
