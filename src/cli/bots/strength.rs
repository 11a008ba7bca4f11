//! How strong the bots were measured to be: the results of each game's ladder, as `arena tournament` wrote them.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use serde_json::{Value, json};

use crate::bots::Roster;
use crate::bots::embedded::Files;
use crate::bots::tree::grouped;
use crate::cli::{CommandResult, Failure};
use crate::games::GameId;
use crate::tournament::rating::ladder::{Rung, rungs};
use crate::tournament::report::text_width::{padded, width};

/// A game's ladder, the strongest first.
pub(super) struct Ladder {
    game: GameId,
    /// The command that measured it; none where nothing was measured.
    command: Option<String>,
    rungs: Vec<Rung>,
}

impl Ladder {
    /// Reads `strength/GAME.csv` of the configuration: what ships, or what a folder has in its place.
    pub(super) fn read(game: GameId, config: Option<&Path>) -> Result<Self, Failure> {
        let name = format!("strength/{game}.csv");
        let Some((file, text)) = Files::over(config).one(&name)? else {
            return Ok(Self { game, command: None, rungs: Vec::new() });
        };
        let rungs = rungs(&text).map_err(|problem| Failure::Usage(anyhow!("{file}: {problem}")))?;
        Ok(Self { game, command: Some(format!("arena tournament {game}-ladder --csv config/{name}")), rungs })
    }
}

pub(super) fn print(out: &mut impl Write, ladders: &[Ladder], roster: &Roster, as_json: bool) -> CommandResult {
    if as_json {
        let all: Vec<Value> = ladders.iter().map(|ladder| ladder.to_json(roster)).collect();
        writeln!(out, "{}", json!({ "ladders": all }))?;
        return Ok(());
    }
    for (place, ladder) in ladders.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        ladder.write(out, roster)?;
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

    fn write(&self, out: &mut impl Write, roster: &Roster) -> std::io::Result<()> {
        writeln!(out, "{}", self.game.info().title)?;
        if let Some(command) = &self.command {
            writeln!(out, "  measured by {command}")?;
            let columns = self.rungs.iter().map(|rung| width(&rung.name)).max().unwrap_or(0).max(3);
            writeln!(out, "  {}     Elo        Games  Score", padded("Bot", columns))?;
            for Rung { name, games, score, rating } in &self.rungs {
                let elo = rating
                    .map_or_else(|| "unrated".to_owned(), |(rating, error)| format!("{} ±{error:.0}", signed(rating)));
                let (elo, games) = (padded(&elo, 12), grouped(*games));
                writeln!(out, "  {}  {elo} {games:>6}  {:>5.1}%", padded(name, columns), score * 100.0)?;
            }
        }
        if self.rungs.iter().any(|rung| rung.rating.is_none()) {
            writeln!(out, "  unrated: won or lost all against those below or above, which tells no distance")?;
        }
        let unmeasured: Vec<&str> = self.unmeasured(roster).collect();
        if !unmeasured.is_empty() {
            writeln!(out, "  not measured: {}", unmeasured.join(", "))?;
        }
        Ok(())
    }
}

/// A whole number with its sign; the minus is as wide as the plus.
fn signed(value: f64) -> String {
    format!("{value:+.0}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ladder_that_ships_can_be_read_and_names_bots_that_there_are() {
        let roster = Roster::load(None).expect("the bots that ship");
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
