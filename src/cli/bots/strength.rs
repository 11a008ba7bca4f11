//! The measured strength of the bots: the results of each game's ladder, as written by `arena tournament`.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use serde_json::{Value, json};

use crate::terminal::beside;
use crate::{CommandResult, Failure};
use arena_bots::Roster;
use arena_bots::embedded::Files;
use arena_games::GameId;
use arena_tournament::rating::ladder::{Rung, rungs};
use arena_tournament::report::number_format::{grouped, percent, with_error};
use arena_tournament::report::{Fold, Table};

/// A game's ladder, the strongest bot first.
pub(super) struct Ladder {
    game: GameId,
    /// The command that measured the ladder, if it was measured.
    command: Option<String>,
    rungs: Vec<Rung>,
}

impl Ladder {
    /// Reads `strength/GAME.csv` of the configuration, from the folder or else the embedded file.
    pub(super) fn read(game: GameId, config: Option<&Path>) -> Result<Self, Failure> {
        let name = format!("strength/{game}.csv");
        let Some((file, text)) = Files::over(config).one(&name)? else {
            return Ok(Self { game, command: None, rungs: Vec::new() });
        };
        let rungs = rungs(&text).map_err(|problem| Failure::Usage(anyhow!("{file}: {problem}")))?;
        Ok(Self { game, command: Some(format!("arena tournament {game}-ladder --csv config/{name}")), rungs })
    }
}

/// Prints the ladders, as JSON or wrapped to `columns`.
pub(super) fn print(
    out: &mut impl Write,
    ladders: &[Ladder],
    roster: &Roster,
    as_json: bool,
    columns: usize,
) -> CommandResult {
    if as_json {
        let all: Vec<Value> = ladders.iter().map(|ladder| ladder.to_json(roster)).collect();
        writeln!(out, "{}", json!({ "ladders": all }))?;
        return Ok(());
    }
    for (place, ladder) in ladders.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        out.write_all(ladder.shown(roster, columns).as_bytes())?;
    }
    Ok(())
}

impl Ladder {
    fn unmeasured<'a>(&'a self, roster: &'a Roster) -> impl Iterator<Item = &'a str> {
        let measured = |name: &str| self.rungs.iter().any(|rung| rung.name == name);
        roster.of(self.game).map(|bot| bot.name.as_str()).filter(move |name| !measured(name))
    }

    fn to_json(&self, roster: &Roster) -> Value {
        let rungs = self.rungs.iter().map(|Rung { name, games, score, rating }| {
            let (rating, error) = rating.unzip();
            json!({"name": name, "games": games, "score": score, "elo": rating, "elo_error": error})
        });
        let unmeasured: Vec<&str> = self.unmeasured(roster).collect();
        let rungs: Vec<Value> = rungs.collect();
        json!({"game": self.game, "measured_by": self.command, "bots": rungs, "unmeasured": unmeasured})
    }

    fn shown(&self, roster: &Roster, columns: usize) -> String {
        let mut text = beside("", self.game.info().title, columns);
        if let Some(command) = &self.command {
            text += &beside("  measured by ", command, columns);
            let cells = |Rung { name, games, score, rating }: &Rung| {
                let elo = rating.map(|(rating, error)| with_error(Some(rating), Some(error), 0));
                let elo = elo.unwrap_or_else(|| "unrated".to_owned());
                vec![name.clone(), elo, grouped(*games), percent(Some(*score))]
            };
            let table = Table::new(["Bot", "Elo", "Games", "Score"], self.rungs.iter().map(cells));
            text += &Table { text: 0, fold: Fold::NEVER, ..table }.to_text(columns);
        }
        if self.rungs.iter().any(|rung| rung.rating.is_none()) {
            let unrated = "won or lost every match against those below or above, so the distance is unknown";
            text += &beside("  unrated: ", unrated, columns);
        }
        let unmeasured: Vec<&str> = self.unmeasured(roster).collect();
        if !unmeasured.is_empty() {
            text += &beside("  not measured: ", &unmeasured.join(", "), columns);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ladders_fit_terminals_of_60_80_and_120_columns() {
        let roster = Roster::load(None).expect("the embedded bots are valid");
        for columns in [60, 80, 120] {
            for game in GameId::ALL {
                let ladder = Ladder::read(*game, None).unwrap_or_else(|error| panic!("{game}: {error:?}"));
                let shown = ladder.shown(&roster, columns);
                let width = arena_tournament::report::text_width::width;
                assert!(shown.lines().all(|line| width(line) <= columns), "{columns}: {shown}");
                if *game == GameId::ConnectFour {
                    insta::assert_snapshot!(format!("ladder-{columns}"), shown);
                }
            }
        }
    }

    #[test]
    fn every_embedded_ladder_is_readable_and_names_existing_bots() {
        let roster = Roster::load(None).expect("the embedded bots are valid");
        let mut measured = 0;
        for game in GameId::ALL {
            let ladder = Ladder::read(*game, None).unwrap_or_else(|error| panic!("{game}: {error:?}"));
            assert!(!ladder.rungs.is_empty(), "{game} was not measured");
            for rung in &ladder.rungs {
                let known = roster.of(*game).any(|bot| rung.bot() == bot.name);
                assert!(known, "{game}: {}", rung.name);
                measured += 1;
            }
        }
        assert!(measured > 20, "{measured}");
    }
}
