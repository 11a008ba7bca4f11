//! Saves a match played here as a record, or in the format that other programs use for the game.

use std::path::Path;

use anyhow::{Context, bail};

use super::setup::Setup;
use arena_games::Side;
use arena_games::conventions::RecordFormat;
use arena_play::match_id::time_ordered;
use arena_play::{EndReason, Match, Verdict};
use arena_records::pgn::ExtraTags;
use arena_records::{Opening, Record, SeatRecord, pdn, pgn};

/// Writes the match in the format given by the file's extension: .pgn, .pdn, or .jsonl for a record.
pub(super) fn write(setup: &Setup, game: &Match, file: &Path) -> anyhow::Result<()> {
    let record = record(setup, game)?;
    let place = ExtraTags { event: Some("Played in a terminal"), ..ExtraTags::default() };
    let suffix = file.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    let text = match (suffix, setup.bot.game.record_format()) {
        ("pgn", Some(RecordFormat::Pgn)) => pgn::write(&record, place)?,
        ("pdn", Some(RecordFormat::Pdn)) => pdn::write(&record, place)?,
        ("jsonl" | "json", _) => serde_json::to_string(&record)? + "\n",
        (_, customary) => {
            let customary =
                customary.map_or_else(String::new, |format| format!(", or as {format} in .{}", suffix_of(format)));
            bail!("{}: unknown file type; a match is written as a record in .jsonl{customary}", file.display());
        }
    };
    std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}

const fn suffix_of(format: RecordFormat) -> &'static str {
    match format {
        RecordFormat::Pgn => "pgn",
        RecordFormat::Pdn => "pdn",
    }
}

/// Converts the match to a record. An unfinished match is void.
fn record(setup: &Setup, game: &Match) -> anyhow::Result<Record> {
    let id = setup.bot.game;
    let person = SeatRecord::named("You");
    // The configuration is omitted: node counts are not stored here, so the moves are only checked against the rules.
    let bot = SeatRecord::named(&setup.bot.name);
    let seats = match setup.side {
        Side::First => [person, bot],
        Side::Second => [bot, person],
    };
    let unfinished = || Verdict { outcome: None, by: EndReason::Aborted, detail: None };
    Ok(Record {
        id: time_ordered(),
        game: id,
        options: id.complete_options(&setup.options)?,
        opening: Opening::default(),
        seats,
        seed: setup.seed,
        moves: game.moves().iter().map(|mv| id.move_text(*mv)).collect(),
        verdict: game.verdict().cloned().unwrap_or_else(unfinished),
        nodes: vec![0; game.moves().len()],
        ms: None,
        values: None,
        not_reproducible: Vec::new(),
        reproducible: None,
        late_ms: None,
        tries: None,
    })
}
