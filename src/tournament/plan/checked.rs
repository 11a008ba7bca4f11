//! A checked tournament, with everything that its results depend on.

mod digest;
mod portable;

use std::ops::Range;

use digest::{content, digest, hash};
pub use portable::PortablePlan;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use uuid::Uuid;

use super::bounds::{MAX_ENTRANTS, MAX_MATCHES, MAX_ROUNDS, entrant_count};
use super::config::TournamentConfig;
use super::entrant::Entrant;
use super::format::Format;
use super::grid::EntrantGrid;
use super::machine::Machine;
use super::openings::spec::OpeningsSource;
use super::openings::{Opening, OpeningTerms, Openings, Order, Per};
use crate::pairing::Pairer;
use crate::pairing::{Pairing, Schedule};
use crate::results::{MatchResult, Tally};
use arena_bots::BotSpec;
use arena_games::board::Board;
use arena_games::seed::derive;
use arena_games::{BySide, Diagnostic, FieldError, GameError, MoveCode, beginning, diagnostic};
use arena_play::MatchSetup;
use arena_records::{self as records, Record, SeatRecord};

/// The most plies of all openings of a tournament together.
const MAX_OPENING_PLIES: u64 = 20_000_000;

/// The namespace of tournament ids.
const NAMESPACE: Uuid = Uuid::from_u128(0x5e8f_0c8e_8a0e_4c43_9d0b_6f0d_1c3a_27e1);

/// Separates the seeds of parts from those of openings and matches.
const PARTS: u64 = 0x7061_7274;

/// Identifies a tournament together with larger ones that only add rounds, or entrants at the end of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lineage {
    /// SHA-256 of everything else that its results depend on.
    pub base: String,
    /// The number of rounds.
    pub rounds: u64,
    /// The first 16 hexadecimal digits of each entrant's SHA-256, which includes its limits.
    pub entrants: Vec<String>,
}

/// A checked tournament that can be played.
#[derive(Clone)]
pub struct Plan {
    /// The configuration, with all options set.
    pub config: TournamentConfig,
    /// The bots, in the order of the file. An entrant's number is its index here.
    pub entrants: Vec<Entrant>,
    /// The schedule of pairings.
    pub schedule: Schedule,
    /// The namespace of the match ids. It is derived from the content of the plan, but a server that keeps two runs of
    /// the same plan gives each its own.
    pub identity: Uuid,
    /// SHA-256 of everything that the results depend on, in hexadecimal.
    pub hash: String,
    /// The grids among the entrants, for the report.
    pub grids: Vec<EntrantGrid>,
    /// The entrant whose rating is fixed in the report, and that rating. Without it the mean of the field is 0.
    pub anchor: Option<(usize, f64)>,
    /// The source of the openings, for the report.
    pub openings_source: OpeningsSource,
    /// The machine that plays the tournament, for the report. Set by the command or server that plays it.
    pub machine: Option<Machine>,
    openings: Openings,
    /// Each entrant's seat as JSON. It is most of a record, so it is serialised only once.
    seats: Vec<Box<RawValue>>,
}

impl Plan {
    /// Checks a tournament and completes its options.
    ///
    /// # Errors
    /// [`FieldError`] when a number is out of range or the openings are invalid.
    pub fn new(mut config: TournamentConfig) -> Result<Self, FieldError> {
        let wrong = |key: &str, problem: Diagnostic| FieldError::new(key, problem);
        let game_error = |error: GameError| wrong("options", Diagnostic::from(&error));
        config.options = config.game.complete_options(&config.options).map_err(game_error)?;
        let start = config.game.board(&config.options, None).map_err(game_error)?;
        if start.outcome().is_some() {
            return Err(wrong(
                "options",
                diagnostic!("game_over_at_start", "the game is over in its initial position"),
            ));
        }
        let (entrants, rounds) = (config.entrants.len(), config.rounds);
        if !(2..=MAX_ENTRANTS).contains(&entrants) {
            return Err(wrong("entrants", entrant_count(entrants)));
        }
        if !(1..=MAX_ROUNDS).contains(&rounds) {
            return Err(wrong("rounds", Diagnostic::range(rounds, 1, MAX_ROUNDS)));
        }
        config.format.check(entrants)?;
        let fits = |schedule: &Schedule| schedule.most().is_some_and(|most| most <= MAX_MATCHES);
        let schedule = config.format.schedule(entrants, rounds).filter(fits).ok_or_else(|| {
            let each = config.format.schedule(entrants, 1).and_then(|one| one.most()).unwrap_or(u64::MAX);
            let most = MAX_MATCHES / each.max(1);
            let problem = diagnostic!(
                "too_many_rounds",
                "{rounds} rounds of up to {each} matches are more than {largest} matches; {entrants} entrants can play at most {most} rounds",
                rounds,
                each,
                largest = MAX_MATCHES,
                entrants,
                most
            );
            wrong("rounds", problem)
        })?;
        let turns = turns(&schedule, config.openings_per);
        if let OpeningTerms::Random { plies } = config.openings
            && turns.saturating_mul(plies as u64) > MAX_OPENING_PLIES
        {
            let problem =
                diagnostic!("too_many_openings", "{turns} openings of this length do not fit into memory", turns);
            return Err(wrong("random_plies", problem));
        }
        Self::complete(config, schedule, start, turns)
    }

    /// Creates the plan of a configuration that has been checked.
    pub(super) fn complete(
        config: TournamentConfig,
        schedule: Schedule,
        start: Box<dyn Board>,
        turns: u64,
    ) -> Result<Self, FieldError> {
        let openings = Openings::new(config.game, &config.options, start, &config.openings, turns, config.seed)?;
        let longest = openings.all().iter().map(|opening| opening.moves.len()).max().unwrap_or(0);
        if let Some(most) = config.adjudication.max_plies.filter(|most| *most as usize <= longest) {
            let problem = format!("max_plies = {most} leaves nothing to play after an opening of {longest} plies");
            return Err(FieldError::new("adjudication", problem));
        }
        let entrants: Vec<Entrant> = config.entrants.iter().map(Entrant::new).collect();
        let hash = hash(&config, &entrants);
        let identity = Uuid::new_v5(&NAMESPACE, hash.as_bytes());
        let seats = entrants.iter().map(Entrant::written).collect();
        let (grids, anchor, openings_source) = (Vec::new(), None, OpeningsSource::default());
        Ok(Self {
            config,
            entrants,
            schedule,
            identity,
            hash,
            grids,
            anchor,
            openings_source,
            machine: None,
            openings,
            seats,
        })
    }

    /// Returns a tournament over some rounds of this one. It has their openings and other bots of the same game, all
    /// under the limits of this tournament's first entrant.
    #[must_use]
    pub fn part(&self, rounds: Range<u64>, entrants: Vec<BotSpec>) -> Self {
        let openings = self.openings.part(rounds.clone());
        let listed = OpeningTerms::List { openings: openings.all().to_vec(), order: Order::Sequential };
        let TournamentConfig { name, game, options, format, adjudication, .. } = &self.config;
        let limits = self.entrants[0].limits;
        let config = TournamentConfig {
            name: name.clone(),
            game: *game,
            options: options.clone(),
            format: *format,
            rounds: rounds.end - rounds.start,
            seed: derive(self.config.seed, &[PARTS, rounds.start]) >> 11,
            openings: listed,
            openings_per: Per::Round,
            entrants: entrants.into_iter().map(|spec| (spec, limits)).collect(),
            adjudication: *adjudication,
        };
        let entrants: Vec<Entrant> = config.entrants.iter().map(Entrant::new).collect();
        let schedule = format.schedule(entrants.len(), config.rounds).expect("a part is smaller than the whole");
        let hash = hash(&config, &entrants);
        Self {
            schedule,
            identity: Uuid::new_v5(&NAMESPACE, hash.as_bytes()),
            hash,
            grids: Vec::new(),
            anchor: None,
            openings_source: self.openings_source.clone(),
            machine: self.machine.clone(),
            openings,
            seats: entrants.iter().map(Entrant::written).collect(),
            entrants,
            config,
        }
    }

    /// The number of openings to generate, counting repeated ones.
    fn turns(&self) -> u64 {
        turns(&self.schedule, self.config.openings_per)
    }

    /// Parses `NAME` (rating 0) or `NAME=ELO` and returns the entrant and its rating.
    ///
    /// # Errors
    /// A problem when there is no such entrant, or the rating is not a number between -1,000,000 and 1,000,000.
    pub fn anchor_named(&self, text: &str) -> Result<(usize, f64), Diagnostic> {
        let find = |name: &str| self.entrants.iter().position(|entrant| entrant.name() == name);
        // A name may contain an equals sign.
        if let Some(entrant) = find(text) {
            return Ok((entrant, 0.0));
        }
        let (name, elo) = text.rsplit_once('=').unwrap_or((text, "0"));
        let Some(entrant) = find(name.trim_end()) else {
            let known = self.entrants.iter().take(20).map(Entrant::name).collect::<Vec<_>>().join(", ");
            let given = beginning(name, 80);
            return Err(diagnostic!(
                "unknown_entrant",
                "there is no entrant {given:?}; there are {known}",
                given,
                known
            ));
        };
        let elo = elo.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1e6);
        elo.map(|elo| (entrant, elo))
            .ok_or_else(|| diagnostic!("anchor_rating", "a rating must be a number, as {name}=2000", name))
    }

    /// Returns what this tournament shares with a larger one that continues it. Returns `None` if the results depend on
    /// more than the tournament's own file, as in a tuning.
    #[must_use]
    pub fn lineage(&self) -> Option<Lineage> {
        if self.hash != hash(&self.config, &self.entrants) {
            return None;
        }
        let mut content = content(&self.config, &self.entrants);
        let mut taken = |key: &str| content[key].take();
        let (entrants, timed) = (taken("entrants"), taken("timed"));
        taken("rounds");
        let list = |value: Value| if let Value::Array(list) = value { list } else { Vec::new() };
        let each = list(entrants).into_iter().zip(list(timed));
        let entrants = each.map(|(entrant, timed)| digest(&json!([entrant, timed]))[..16].to_owned()).collect();
        Some(Lineage { base: digest(&content), rounds: self.config.rounds, entrants })
    }

    /// Assigns players to the entrants that people or their programs play.
    pub(super) fn played_by(mut self, players: &[Option<Uuid>]) -> Self {
        let entrants = self.entrants.into_iter().zip(players);
        let played = |(entrant, player): (Entrant, &Option<Uuid>)| match player {
            Some(player) => entrant.played_by(*player),
            None => entrant,
        };
        self.entrants = entrants.map(played).collect();
        self.seats = self.entrants.iter().map(Entrant::written).collect();
        self
    }

    /// The openings of the matches.
    #[must_use]
    pub const fn openings(&self) -> &Openings {
        &self.openings
    }

    /// The opening of a pairing. All pairings of a round share it, unless each encounter has its own.
    #[must_use]
    pub fn opening(&self, pairing: &Pairing) -> &Opening {
        self.openings.of(pairing.turn(self.config.openings_per == Per::Encounter))
    }

    /// The position at which a pairing's opening begins.
    #[must_use]
    pub fn start(&self, pairing: &Pairing) -> &dyn Board {
        self.openings.board(self.opening(pairing))
    }

    /// True if every result is a function of the plan.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.entrants.iter().all(Entrant::is_reproducible)
    }

    /// Returns the pairer before the first match.
    pub(crate) fn pairer(&self) -> Pairer {
        let test = match self.config.format {
            Format::Match { test } => test,
            _ => None,
        };
        Pairer::new(self.schedule, test)
    }

    /// Returns the tally before the first match.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::new(self.entrants.iter().map(Entrant::is_random).collect())
            .with_openings_by_encounter(self.config.openings_per == Per::Encounter)
            .ranked_by_points(self.config.format == Format::Arena)
            .paired_by(self.pairer())
    }

    /// Returns the id of a match. It depends on the tournament, the round, the entrants and the leg.
    #[must_use]
    pub fn match_id(&self, pairing: &Pairing) -> Uuid {
        let (a, b) = pairing.pair();
        let mut name = [0; 25];
        name[..8].copy_from_slice(&pairing.round.to_be_bytes());
        name[8..16].copy_from_slice(&(a as u64).to_be_bytes());
        name[16..24].copy_from_slice(&(b as u64).to_be_bytes());
        name[24] = pairing.leg;
        Uuid::new_v5(&self.identity, &name)
    }

    /// Returns the record of a finished match.
    #[must_use]
    pub fn record(&self, pairing: &Pairing, played: &MatchResult, timings: bool) -> Record {
        self.record_with(pairing, played, timings, |entrant| self.entrants[entrant].seat())
    }

    /// Returns the record as one line of JSON, without a line break.
    #[must_use]
    pub fn record_line(&self, pairing: &Pairing, played: &MatchResult, timings: bool) -> String {
        let record = self.record_with(pairing, played, timings, |entrant| &*self.seats[entrant]);
        serde_json::to_string(&record).expect("a record is plain data with text keys")
    }

    /// Returns an entrant's seat as it is read back from a record.
    pub(crate) fn recorded_seat(&self, entrant: usize) -> SeatRecord {
        serde_json::from_str(self.seats[entrant].get()).expect("it was written by this program")
    }

    /// Returns the opening of a pairing as written in records.
    pub(crate) fn recorded_opening(&self, pairing: &Pairing) -> records::Opening {
        let Opening { position, moves, .. } = self.opening(pairing);
        let text = |&code: &MoveCode| self.config.game.move_text(code);
        records::Opening { position: position.clone(), moves: moves.iter().map(text).collect() }
    }

    /// Returns the setup of a match. Without a clock, because records have none.
    #[must_use]
    pub fn setup(&self, pairing: &Pairing, created_ms: u64) -> MatchSetup {
        let records::Opening { position, moves } = self.recorded_opening(pairing);
        MatchSetup {
            id: self.match_id(pairing),
            game: self.config.game,
            options: self.config.options.clone(),
            position,
            opening: moves,
            seats: pairing.seats.map(|entrant| self.entrants[entrant].seat().seat()),
            clock: None,
            rated: false,
            seed: pairing.seed(self.config.seed),
            created_ms,
            made_by: None,
            listed: false,
        }
    }

    fn record_with<S>(
        &self,
        pairing: &Pairing,
        played: &MatchResult,
        timings: bool,
        seat: impl Fn(usize) -> S,
    ) -> Record<S> {
        let text = |codes: &[MoveCode]| codes.iter().map(|&code| self.config.game.move_text(code)).collect();
        let opening = self.opening(pairing);
        let costs = |cost: fn(&crate::results::MoveCost) -> u64| {
            std::iter::repeat_n(0, opening.moves.len()).chain(played.costs.iter().map(cost)).collect::<Vec<u64>>()
        };
        Record {
            id: self.match_id(pairing),
            game: self.config.game,
            options: self.config.options.clone(),
            opening: self.recorded_opening(pairing),
            seats: [seat(pairing.seats.first), seat(pairing.seats.second)],
            seed: pairing.seed(self.config.seed),
            moves: text(&played.moves),
            verdict: played.verdict.in_words(),
            late_ms: played.late_ms,
            tries: (played.tries != BySide::default()).then(|| played.tries.into_array()),
            nodes: costs(|cost| cost.nodes),
            ms: timings.then(|| costs(|cost| cost.micros / 1_000)),
            values: played.costs.iter().any(|cost| cost.value.is_some()).then(|| {
                let values = played.costs.iter().map(|cost| cost.value);
                std::iter::repeat_n(None, opening.moves.len()).chain(values).collect()
            }),
            not_reproducible: Vec::new(),
            reproducible: None,
        }
    }
}

/// The number of rounds or encounters that have an opening of their own.
fn turns(schedule: &Schedule, per: Per) -> u64 {
    match per {
        Per::Round => schedule.rounds(),
        Per::Encounter => schedule.most().unwrap_or(MAX_MATCHES) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::super::adjudication::Adjudication;
    use super::super::limits::Limits;
    use super::*;
    use crate::results::MoveCost;
    use arena_bots::RawBot;
    use arena_games::{GameId, Options};
    use arena_play::{EndReason, GameResult, Verdict};

    #[test]
    fn record_line_is_the_serialised_record() {
        let bot = |name: &str| {
            let raw = RawBot { name: Some(name.to_owned()), game: Some(GameId::TicTacToe), ..RawBot::default() };
            (raw.check(&[]).unwrap(), Limits::default())
        };
        let config = TournamentConfig {
            name: "two \"lines\"".to_owned(),
            game: GameId::TicTacToe,
            options: Options::new(),
            format: Format::RoundRobin,
            rounds: 2,
            seed: 3,
            openings: OpeningTerms::Random { plies: 1 },
            openings_per: Per::Round,
            entrants: vec![bot("a, \"quoted\""), bot("b")],
            adjudication: Adjudication::default(),
        };
        let plan = Plan::new(config).unwrap();
        for pairing in plan.schedule.iter() {
            let cost = MoveCost { side: arena_games::Side::Second, nodes: 7, micros: 4_200, value: Some(-3) };
            let moves = plan.opening(&pairing).moves.iter().copied().chain([MoveCode(4)]).collect();
            let detail = Some("said so".into());
            let verdict = Verdict { outcome: Some(GameResult::Draw), by: EndReason::Crash, detail };
            let (index, notes, late_ms) = (pairing.index, Vec::new(), Some(12));
            let played = MatchResult {
                index,
                moves,
                costs: vec![cost],
                notes,
                late_ms,
                tries: Default::default(),
                verdict,
                voided: 0,
            };
            for timings in [false, true] {
                let whole = serde_json::to_string(&plan.record(&pairing, &played, timings)).unwrap();
                assert_eq!(plan.record_line(&pairing, &played, timings), whole);
            }
        }
    }
}
