//! A tournament whose file has been read and checked: all that its results are a function of.

use std::ops::Range;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::adjudication::Adjudication;
use super::course::Course;
use super::format::Format;
use super::grid::Grid;
use super::limits::Limits;
use super::openings::{BadOpening, Opening, OpeningTerms, Openings, Order};
use super::schedule::{Pairing, Schedule};
use super::tally::{Played, Tally};
use crate::bots::BotSpec;
use crate::games::board::Board;
use crate::games::seed::derive;
use crate::games::{GameError, GameId, MoveCode, Options};
use crate::records::{self, Record, SeatRecord};

/// No tournament has more rounds.
pub const MAX_ROUNDS: u64 = 1_000_000;
/// No tournament has more entrants.
pub const MAX_ENTRANTS: usize = 1_000;
/// No tournament has more matches.
pub const MAX_MATCHES: u64 = 10_000_000;
/// No tournament's openings have more plies in all.
const MAX_OPENING_PLIES: u64 = 20_000_000;

/// What the ids of tournaments are derived from.
const NAMESPACE: Uuid = Uuid::from_u128(0x5e8f_0c8e_8a0e_4c43_9d0b_6f0d_1c3a_27e1);

/// Sets the seeds of parts apart from those of openings and matches.
const PARTS: u64 = 0x7061_7274;

/// A bot in a tournament, under the name in its configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its configuration, narrowed by its limits.
    pub spec: BotSpec,
    /// Its limits.
    pub limits: Limits,
    /// The same as JSON, as records and reports give it.
    pub json: Value,
}

impl Entrant {
    fn new((spec, limits): &(BotSpec, Limits)) -> Self {
        let mut spec = spec.clone();
        limits.narrow(&mut spec);
        Self { json: spec.to_json(), spec, limits: *limits }
    }

    fn written(&self) -> Box<RawValue> {
        to_raw_value(&self.seat()).expect("a seat is plain data with text keys")
    }

    fn seat(&self) -> SeatRecord {
        SeatRecord { name: self.spec.name.clone(), spec: Some(self.json.clone()), clock: self.limits.clock }
    }

    /// The name, which no other entrant has.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Whether its play is a function of position and seed: no clock limits it.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.spec.is_reproducible() && !self.limits.is_timed()
    }

    /// Whether chance may have a part in its play: from the seed, or because it is a program that is not ours.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.spec.engine.is_some() || self.spec.is_random()
    }
}

/// What a tournament is made of, before it is worked out.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// The game's options; those that are not given have their defaults.
    pub options: Options,
    /// Who meets whom.
    pub format: Format,
    /// Rounds: how often each two entrants who meet play an encounter; in a Swiss tournament, how many each plays.
    pub rounds: u64,
    /// What all chance comes from; below 2^53.
    pub seed: u64,
    /// What the matches start from.
    pub openings: OpeningTerms,
    /// The bots, all of the same game, and the limits that are judged while they play.
    pub entrants: Vec<(BotSpec, Limits)>,
    /// When matches are ended before the rules do.
    pub adjudication: Adjudication,
}

/// Why there is no such tournament: the key of its file that is wrong, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct PlanError {
    /// The key.
    pub key: &'static str,
    /// What is wrong and what would be right.
    pub problem: String,
}

/// A tournament ready to be played.
#[derive(Clone)]
pub struct Plan {
    /// What it is made of, options complete.
    pub terms: Terms,
    /// The bots, in the order of the file: their numbers are places here.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// What the ids of its matches are derived from. It belongs to the content of the plan; whoever plays the same plan
    /// twice and keeps both gives each its own.
    pub identity: Uuid,
    /// SHA-256 of everything that the results depend on, in hexadecimal.
    pub hash: String,
    /// The grids among its entrants, for the report.
    pub grids: Vec<Grid>,
    /// Whose rating is fixed in the report, and at what; otherwise the mean of the field is 0.
    pub anchor: Option<(usize, f64)>,
    openings: Openings,
    /// Each entrant's seat as its records write it, written once: it is most of a record.
    seats: Vec<Box<RawValue>>,
}

impl Plan {
    /// Works a tournament out.
    ///
    /// # Errors
    /// [`PlanError`] with the key when a number is out of range or there are no such openings.
    pub fn new(mut terms: Terms) -> Result<Self, PlanError> {
        let wrong = |key, problem: String| PlanError { key, problem };
        let game_error = |error: GameError| wrong("options", error.to_string());
        terms.options = terms.game.complete_options(&terms.options).map_err(game_error)?;
        let start = terms.game.board(&terms.options, None).map_err(game_error)?;
        if start.outcome().is_some() {
            return Err(wrong("options", "the game is over at its start: nobody would move".to_owned()));
        }
        let (entrants, rounds) = (terms.entrants.len(), terms.rounds);
        if !(2..=MAX_ENTRANTS).contains(&entrants) {
            return Err(wrong("entrants", format!("there are {entrants}; a tournament has 2 to {MAX_ENTRANTS}")));
        }
        if !(1..=MAX_ROUNDS).contains(&rounds) {
            return Err(wrong("rounds", format!("{rounds} is outside 1 to {MAX_ROUNDS}")));
        }
        terms.format.check(entrants)?;
        let fits = |schedule: &Schedule| schedule.most().is_some_and(|most| most <= MAX_MATCHES);
        let schedule = terms.format.schedule(entrants, rounds).filter(fits).ok_or_else(|| {
            let a_round = terms.format.schedule(entrants, 1).and_then(|one| one.most()).unwrap_or(u64::MAX);
            let most = MAX_MATCHES / a_round.max(1);
            let problem = format!(
                "{rounds} rounds of up to {a_round} matches each are more than the {MAX_MATCHES} matches of the \
                 largest tournament; with {entrants} entrants it has at most {most} rounds"
            );
            wrong("rounds", problem)
        })?;
        let rounds = schedule.rounds();
        if let OpeningTerms::Random { plies } = terms.openings
            && rounds.saturating_mul(plies as u64) > MAX_OPENING_PLIES
        {
            return Err(wrong("random_plies", format!("{rounds} openings of that many plies are too many to hold")));
        }
        let openings =
            Openings::new(terms.game, &terms.options, start, &terms.openings, rounds, terms.seed).map_err(|error| {
                match error {
                    BadOpening::Random(error) => wrong("random_plies", error.to_string()),
                    other => wrong("openings", other.to_string()),
                }
            })?;
        let entrants: Vec<Entrant> = terms.entrants.iter().map(Entrant::new).collect();
        let hash = hash(&terms, &entrants);
        let identity = Uuid::new_v5(&NAMESPACE, hash.as_bytes());
        let seats = entrants.iter().map(Entrant::written).collect();
        let (grids, anchor) = (Vec::new(), None);
        Ok(Self { terms, entrants, schedule, identity, hash, grids, anchor, openings, seats })
    }

    /// A tournament of its own over some rounds of this one: with their openings, and other bots of the same game, all
    /// under the limits of the first entrant here.
    #[must_use]
    pub fn part(&self, rounds: Range<u64>, entrants: Vec<BotSpec>) -> Self {
        let openings = self.openings.part(rounds.clone());
        let listed = OpeningTerms::List { openings: openings.all().to_vec(), order: Order::Sequential };
        let Terms { name, game, options, format, adjudication, .. } = &self.terms;
        let limits = self.entrants[0].limits;
        let terms = Terms {
            name: name.clone(),
            game: *game,
            options: options.clone(),
            format: *format,
            rounds: rounds.end - rounds.start,
            seed: derive(self.terms.seed, &[PARTS, rounds.start]) >> 11,
            openings: listed,
            entrants: entrants.into_iter().map(|spec| (spec, limits)).collect(),
            adjudication: *adjudication,
        };
        let entrants: Vec<Entrant> = terms.entrants.iter().map(Entrant::new).collect();
        let schedule = format.schedule(entrants.len(), terms.rounds).expect("a part is smaller than the whole");
        let hash = hash(&terms, &entrants);
        Self {
            schedule,
            identity: Uuid::new_v5(&NAMESPACE, hash.as_bytes()),
            hash,
            grids: Vec::new(),
            anchor: None,
            openings,
            seats: entrants.iter().map(Entrant::written).collect(),
            entrants,
            terms,
        }
    }

    /// The entrant and rating that `NAME` (at 0) or `NAME=ELO` stands for.
    ///
    /// # Errors
    /// A sentence when there is no such entrant or the rating is no number within a million.
    pub fn anchor_named(&self, text: &str) -> Result<(usize, f64), String> {
        let find = |name: &str| self.entrants.iter().position(|entrant| entrant.name() == name);
        // A name may have an equals sign of its own.
        if let Some(entrant) = find(text) {
            return Ok((entrant, 0.0));
        }
        let (name, elo) = text.rsplit_once('=').unwrap_or((text, "0"));
        let Some(entrant) = find(name.trim_end()) else {
            let known: Vec<&str> = self.entrants.iter().take(20).map(Entrant::name).collect();
            return Err(format!("there is no entrant {name:?}; there are {}", known.join(", ")));
        };
        let elo = elo.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1e6);
        elo.map(|elo| (entrant, elo)).ok_or_else(|| format!("a rating is a number, as {name}=2000"))
    }

    /// What the matches start from.
    #[must_use]
    pub const fn openings(&self) -> &Openings {
        &self.openings
    }

    /// The opening of a pairing: the same for all pairings of a round.
    #[must_use]
    pub fn opening(&self, pairing: &Pairing) -> &Opening {
        self.openings.of(pairing.round)
    }

    /// The position that a pairing's opening begins at.
    #[must_use]
    pub fn start(&self, pairing: &Pairing) -> &dyn Board {
        self.openings.board(self.opening(pairing))
    }

    /// Whether every result is a function of the plan: no clock limits a bot.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.entrants.iter().all(Entrant::is_reproducible)
    }

    /// A tally of this tournament before its first match.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let test = match self.terms.format {
            Format::Match { test } => test,
            _ => None,
        };
        let course = Course::new(self.schedule, test);
        Tally::new(self.entrants.iter().map(Entrant::is_random).collect()).on(course)
    }

    /// The id of a match: it belongs to the tournament and the meeting.
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

    /// The record of a finished match.
    #[must_use]
    pub fn record(&self, pairing: &Pairing, played: &Played, timings: bool) -> Record {
        self.record_with(pairing, played, timings, |entrant| self.entrants[entrant].seat())
    }

    /// The same as one line of JSON, without the line's end.
    #[must_use]
    pub fn record_line(&self, pairing: &Pairing, played: &Played, timings: bool) -> String {
        let record = self.record_with(pairing, played, timings, |entrant| &*self.seats[entrant]);
        serde_json::to_string(&record).expect("a record is plain data with text keys")
    }

    fn record_with<S>(
        &self,
        pairing: &Pairing,
        played: &Played,
        timings: bool,
        seat: impl Fn(usize) -> S,
    ) -> Record<S> {
        let text = |codes: &[MoveCode]| codes.iter().map(|&code| self.terms.game.move_text(code)).collect();
        let opening = self.opening(pairing);
        let costs = |cost: fn(&super::tally::Effort) -> u64| {
            std::iter::repeat_n(0, opening.moves.len()).chain(played.efforts.iter().map(cost)).collect::<Vec<u64>>()
        };
        Record {
            id: self.match_id(pairing),
            game: self.terms.game,
            options: self.terms.options.clone(),
            opening: records::Opening { position: opening.position.clone(), moves: text(&opening.moves) },
            seats: [seat(pairing.seats.first), seat(pairing.seats.second)],
            seed: pairing.seed(self.terms.seed),
            moves: text(&played.moves),
            verdict: played.verdict.clone(),
            nodes: costs(|effort| effort.nodes),
            ms: timings.then(|| costs(|effort| effort.micros / 1_000)),
            values: played.efforts.iter().any(|effort| effort.value.is_some()).then(|| {
                let values = played.efforts.iter().map(|effort| effort.value);
                std::iter::repeat_n(None, opening.moves.len()).chain(values).collect()
            }),
        }
    }
}

/// SHA-256, in hexadecimal, of what the results depend on.
fn hash(terms: &Terms, entrants: &[Entrant]) -> String {
    let timed = |entrant: &Entrant| {
        let Limits { time_ms, clock, margin_ms, .. } = entrant.limits;
        entrant.limits.is_timed().then(|| json!([time_ms, clock, margin_ms]))
    };
    let timed: Vec<Option<Value>> = entrants.iter().map(timed).collect();
    let entrants: Vec<&Value> = entrants.iter().map(|entrant| &entrant.json).collect();
    let openings = match &terms.openings {
        OpeningTerms::Random { plies } => json!({ "random_plies": plies }),
        OpeningTerms::List { openings, order } => {
            let codes = |opening: &Opening| opening.moves.iter().map(|mv| mv.0).collect::<Vec<_>>();
            let list: Vec<Value> = openings.iter().map(|it| json!([it.name, it.position, codes(it)])).collect();
            json!({ "order": order, "list": list })
        }
    };
    let content = json!({
        "name": terms.name,
        "game": terms.game,
        "options": terms.options,
        "format": terms.format.content(),
        "rounds": terms.rounds,
        "seed": terms.seed,
        "openings": openings,
        "entrants": entrants,
        "timed": timed,
        "adjudication": terms.adjudication,
    });
    Sha256::digest(content.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::RawBot;
    use crate::play::{By, Ended, Verdict};
    use crate::tournament::tally::Effort;

    #[test]
    fn a_line_says_what_the_record_says() {
        let bot = |name: &str| {
            let raw = RawBot { name: Some(name.to_owned()), game: Some(GameId::TicTacToe), ..RawBot::default() };
            (raw.check(&[]).unwrap(), Limits::default())
        };
        let terms = Terms {
            name: "two \"lines\"".to_owned(),
            game: GameId::TicTacToe,
            options: Options::new(),
            format: Format::RoundRobin,
            rounds: 2,
            seed: 3,
            openings: OpeningTerms::Random { plies: 1 },
            entrants: vec![bot("a, \"quoted\""), bot("b")],
            adjudication: Adjudication::default(),
        };
        let plan = Plan::new(terms).unwrap();
        for pairing in plan.schedule.iter() {
            let effort = Effort { side: crate::games::Side::Second, nodes: 7, micros: 4_200, value: Some(-3) };
            let moves = plan.opening(&pairing).moves.iter().copied().chain([MoveCode(4)]).collect();
            let detail = Some("said so".to_owned());
            let verdict = Verdict { outcome: Some(Ended::Draw), by: By::Crash, detail };
            let played = Played { index: pairing.index, moves, efforts: vec![effort], verdict, voided: 0 };
            for timings in [false, true] {
                let whole = serde_json::to_string(&plan.record(&pairing, &played, timings)).unwrap();
                assert_eq!(plan.record_line(&pairing, &played, timings), whole);
            }
        }
    }
}
