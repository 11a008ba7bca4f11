//! Checks before the first match that the engines of a tournament file can play it.

use std::collections::HashSet;

use toml::Spanned;
use toml::de::DeValue;

use super::checked::Plan;
use super::limits::Limits;
use arena_bots::engine::{EngineSpec, Probe, Refused, probe};
use arena_bots::toml_file::Located;
use arena_bots::{BotSpec, FileError, Source};
use arena_games::{Diagnostic, GameId, Options};

/// Whether a tournament file may name external engines. An engine is a program that this computer runs, so a file from
/// an untrusted client must not name one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// Engines are rejected.
    #[default]
    Refused,
    /// Engines are accepted without checking that their programs exist.
    Unseen,
    /// Engines are accepted. Each is started once, and rejected if it is missing or lacks an option.
    Probed,
}

/// Checks the engines of one file.
pub struct Inspector {
    engines: Engines,
    game: GameId,
    options: Options,
    /// The engines that have been started.
    seen: Vec<(EngineSpec, Probe)>,
}

impl Inspector {
    /// Creates an inspector for a tournament of a game with these options.
    #[must_use]
    pub const fn new(engines: Engines, game: GameId, options: Options) -> Self {
        Self { engines, game, options, seen: Vec::new() }
    }

    /// Rejects an engine that this file may not name or that has no limit. If engines are probed, also rejects one that
    /// is missing or lacks an option. Returns the name that a probed engine announced.
    ///
    /// # Errors
    /// [`FileError`] with line and key.
    pub fn look(
        &mut self,
        source: &Source<'_>,
        table: &Located<'_>,
        spec: &BotSpec,
        limits: &Limits,
    ) -> Result<Option<String>, FileError> {
        let Some(engine) = &spec.engine else { return Ok(None) };
        if self.engines == Engines::Refused {
            let problem = "external engines play in tournaments whose files lie on the computer that runs them";
            return Err(source.wrong(table, "engine", problem));
        }
        let mut narrowed = spec.clone();
        limits.narrow(&mut narrowed);
        let narrowed_engine = narrowed.engine.as_ref();
        let depth = narrowed_engine.and_then(|engine| engine.depth);
        if let Some(problem) =
            narrowed_engine.and_then(|engine| engine.unsupported_limit(narrowed.nodes, narrowed.time_ms))
        {
            return Err(source.wrong(table, "engine", problem));
        }
        if depth.is_none() && narrowed.nodes.is_none() && narrowed.time_ms.is_none() && limits.clock.is_none() {
            let problem = "no limit: give depth, nodes or time_ms, or a clock in limits";
            return Err(source.wrong(table, "engine", problem));
        }
        if self.engines == Engines::Unseen {
            return Ok(None);
        }
        if let Some(probe) = self.seen(engine) {
            return Ok(Some(probe.name.clone()));
        }
        let variant = self.game.engine_variant(engine.protocol, &self.options);
        let probe = probe(engine, variant).map_err(|refused| place(source, table, refused))?;
        let name = probe.name.clone();
        self.seen.push((engine.clone(), probe));
        Ok(Some(name).filter(|name| !name.is_empty()))
    }

    fn seen(&self, engine: &EngineSpec) -> Option<&Probe> {
        let program = |other: &EngineSpec| {
            (other.protocol, &other.command, &other.dir, &other.options, other.ponder)
                == (engine.protocol, &engine.command, &engine.dir, &engine.options, engine.ponder)
        };
        self.seen.iter().find(|(other, _)| program(other)).map(|(_, probe)| probe)
    }

    /// Rejects a plan with an opening that a probed engine cannot be given. It would lose every match from there.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_openings(&self, plan: &Plan) -> Result<(), Diagnostic> {
        let positions: HashSet<Option<&str>> =
            plan.openings().all().iter().map(|opening| opening.position.as_deref()).collect();
        let mut positions: Vec<Option<&str>> = positions.into_iter().collect();
        positions.sort_unstable();
        let mut checked: Vec<&EngineSpec> = Vec::new();
        for entrant in &plan.entrants {
            let Some(engine) = &entrant.spec.engine else { continue };
            if checked.contains(&engine) {
                continue;
            }
            checked.push(engine);
            let Some(probe) = self.seen(engine) else { continue };
            for position in &positions {
                probe.check_start(self.game, &self.options, *position).map_err(|problem| {
                    let name = entrant.name();
                    Diagnostic::from(match position {
                        Some(position) => format!("{name} cannot play from the position {position:?}: {problem}"),
                        None => format!("{name} cannot play these matches: {problem}"),
                    })
                })?;
            }
        }
        Ok(())
    }
}

/// Locates the error at the engine's option, or at its command.
fn place(source: &Source<'_>, table: &Located<'_>, refused: Refused) -> FileError {
    let Some(engine) = inner(table, "engine") else { return source.wrong(table, "engine", refused.problem) };
    match (refused.option, inner(&engine, "options")) {
        (Some(option), Some(options)) if options.get_ref().contains_key(option.as_str()) => {
            source.wrong(&options, &option, refused.problem)
        }
        // A tuned option is set elsewhere in the file.
        (Some(option), _) => source.wrong(table, "engine", format!("{option}: {}", refused.problem)),
        (None, _) => source.wrong(&engine, "command", refused.problem),
    }
}

fn inner<'a>(table: &Located<'a>, key: &str) -> Option<Located<'a>> {
    let value = table.get_ref().get(key)?;
    match value.get_ref() {
        DeValue::Table(inner) => Some(Spanned::new(value.span(), inner.clone())),
        _ => None,
    }
}
