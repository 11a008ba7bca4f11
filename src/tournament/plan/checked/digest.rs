//! A digest of everything that the results of a plan depend on. Equal digests mean equal plans.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::plan::config::TournamentConfig;
use crate::plan::entrant::Entrant;
use crate::plan::limits::Limits;
use crate::plan::openings::{Opening, OpeningTerms, Per};

/// SHA-256, in hexadecimal, of everything that the results depend on.
pub(super) fn hash(config: &TournamentConfig, entrants: &[Entrant]) -> String {
    digest(&content(config, entrants))
}

/// SHA-256 of a value's JSON text, in hexadecimal.
pub(super) fn digest(content: &Value) -> String {
    Sha256::digest(content.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Everything that the results depend on.
pub(super) fn content(config: &TournamentConfig, entrants: &[Entrant]) -> Value {
    let timed = |entrant: &Entrant| {
        let Limits { time_ms, clock, margin_ms, .. } = entrant.limits;
        // The margin also applies to a time limit in the entrant's own configuration.
        let has_margin = entrant.spec.time_ms.is_some() && margin_ms != Limits::default().margin_ms;
        (entrant.limits.is_timed() || has_margin).then(|| json!([time_ms, clock, margin_ms]))
    };
    let timed: Vec<Option<Value>> = entrants.iter().map(timed).collect();
    let entrants: Vec<&Value> = entrants.iter().map(|entrant| &entrant.json).collect();
    let openings = match &config.openings {
        OpeningTerms::Random { plies } => json!({ "random_plies": plies }),
        OpeningTerms::List { openings, order } => {
            let codes = |opening: &Opening| opening.moves.iter().map(|mv| mv.0).collect::<Vec<_>>();
            let list: Vec<Value> = openings.iter().map(|it| json!([it.name, it.position, codes(it)])).collect();
            json!({ "order": order, "list": list })
        }
        OpeningTerms::File { file, order } => {
            let (format, plies, digest) = file.content();
            json!({ "order": order, "file": digest, "format": format, "plies": plies })
        }
    };
    let mut content = json!({
        "name": config.name,
        "game": config.game,
        "options": config.options,
        "format": config.format.content(),
        "rounds": config.rounds,
        "seed": config.seed,
        "openings": openings,
        "entrants": entrants,
        "timed": timed,
        "adjudication": config.adjudication,
    });
    // The default, `Per::Round`, is left out.
    if config.openings_per == Per::Encounter {
        content["openings_per"] = json!(config.openings_per);
    }
    content
}
