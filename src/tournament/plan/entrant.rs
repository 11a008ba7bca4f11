//! A bot of a tournament, as its records and reports know it.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use uuid::Uuid;

use super::limits::Limits;
use crate::bots::BotSpec;
use crate::records::SeatRecord;

/// A bot in a tournament, under the name in its configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its configuration, narrowed by its limits.
    pub spec: BotSpec,
    /// Its limits.
    pub limits: Limits,
    /// The same as JSON, as records and reports give it.
    pub json: Value,
    /// The name that an external engine announced, usually with its version, where it was probed.
    pub program: Option<String>,
    /// The player who plays, a person or a program of theirs; of its configuration only the name counts then.
    pub player: Option<Uuid>,
    /// As which versions the player's program has played, and how many matches each; none where it told no version.
    pub versions: Vec<(Option<String>, u64)>,
}

impl Entrant {
    pub(super) fn new((spec, limits): &(BotSpec, Limits)) -> Self {
        let mut spec = spec.clone();
        limits.narrow(&mut spec);
        Self { json: spec.to_json(), spec, limits: *limits, program: None, player: None, versions: Vec::new() }
    }

    /// The same entrant, played by a player.
    pub(super) fn played_by(self, player: Uuid) -> Self {
        let json = json!({ "name": self.spec.name, "player": player });
        Self { json, player: Some(player), ..self }
    }

    /// Counts a match of the player's program, as that version.
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

    /// The name, which no other entrant has.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Whether its play is a function of position and seed: no clock limits it.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.player.is_none() && self.spec.is_reproducible() && !self.limits.is_timed()
    }

    /// How many bytes its search holds in this process; 0 for an engine, which is a process of its own.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        if self.spec.engine.is_some() { 0 } else { self.spec.search.memory_bytes() }
    }

    /// Whether the arena counts the positions that it searches. It does not see into other programs; an engine may say a number.
    #[must_use]
    pub const fn counts_nodes(&self) -> bool {
        self.player.is_none() && self.spec.engine.is_none()
    }

    /// Whether its play may be random: by the seed, or because it is an external program.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.player.is_some() || self.spec.engine.is_some() || self.spec.is_random()
    }
}
