//! A bot of a tournament, as its records and reports show it.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use uuid::Uuid;

use super::limits::Limits;
use arena_bots::BotSpec;
use arena_records::SeatRecord;

/// A bot in a tournament, under the name in its configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The configuration, narrowed by the limits.
    pub spec: BotSpec,
    pub limits: Limits,
    /// The configuration as JSON, as in records and reports.
    pub json: Value,
    /// The name that an external engine announced when it was probed, usually with its version.
    pub program: Option<String>,
    /// The player, a person or a person's program. If set, only the name of the configuration applies.
    pub player: Option<Uuid>,
    /// The versions of the player's program and how many matches each played. `None` stands for an unknown version.
    pub versions: Vec<(Option<String>, u64)>,
}

impl Entrant {
    pub(super) fn new((spec, limits): &(BotSpec, Limits)) -> Self {
        let mut spec = spec.clone();
        limits.narrow(&mut spec);
        Self { json: spec.to_json(), spec, limits: *limits, program: None, player: None, versions: Vec::new() }
    }

    /// Returns the entrant as played by a player.
    pub(super) fn played_by(self, player: Uuid) -> Self {
        let json = json!({ "name": self.spec.name, "player": player });
        Self { json, player: Some(player), ..self }
    }

    /// Counts a match of the player's program under `version`.
    pub fn count_version(&mut self, version: Option<String>) {
        match self.versions.iter_mut().find(|(known, _)| *known == version) {
            Some((_, matches)) => *matches += 1,
            None => self.versions.push((version, 1)),
        }
    }

    pub(super) fn written(&self) -> Box<RawValue> {
        to_raw_value(&self.seat()).expect("a seat is plain data with text keys")
    }

    pub(super) fn seat(&self) -> SeatRecord {
        let spec = Some(self.json.clone()).filter(|_| self.player.is_none());
        SeatRecord { player: self.player, spec, clock: self.limits.clock, ..SeatRecord::named(self.name()) }
    }

    /// The name, which is unique in the tournament.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// True if its play is a function of the position and the seed. Players and time limits exclude that.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.player.is_none() && self.spec.is_reproducible() && !self.limits.is_timed()
    }

    /// False for a bot of this arena that always plays at random.
    #[must_use]
    pub const fn searches(&self) -> bool {
        self.player.is_some() || self.spec.engine.is_some() || self.spec.random_move < 1.0
    }

    /// The bytes that its search needs in this process. An engine is a separate process and counts 0.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        if self.spec.engine.is_some() { 0 } else { self.spec.search.memory_bytes() + self.spec.module_bytes() }
    }

    /// True if the arena counts the positions that it searches. The arena cannot count inside other programs; the
    /// number that an engine reports is the engine's own.
    #[must_use]
    pub fn counts_nodes(&self) -> bool {
        self.player.is_none() && self.spec.engine.is_none() && !self.spec.chooses_by_module()
    }

    /// True if its play may be random, because of its configuration or because it is an external program or a player.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.player.is_some() || self.spec.engine.is_some() || self.spec.is_random()
    }
}
