//! A tournament whose file has been read and checked: all that its results are a function of.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::course::Course;
use super::knockout::KnockoutRules;
use super::openings::{BadOpening, Opening, OpeningTerms, Openings};
use super::schedule::{Pairing, Schedule};
use super::sequential::SequentialTerms;
use super::tally::{Played, Tally};
use crate::bots::BotSpec;
use crate::games::board::Board;
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

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Format {
    /// In every round each two entrants play an encounter.
    #[default]
    RoundRobin,
    /// In every round the first entrants play an encounter with each of the others.
    Gauntlet {
        /// How many meet all others.
        champions: usize,
    },
    /// In every round each entrant plays an encounter with one of about as many points.
    Swiss,
    /// Who loses a tie of so many rounds is out.
    Knockout {
        /// At most so many more encounters while a tie is even.
        extra: u64,
        /// Whether there is a tie for the third place.
        third_place: bool,
    },
    /// Two entrants, until the rounds are over or a test has decided.
    Match {
        /// The test.
        test: Option<SequentialTerms>,
    },
}

impl Format {
    /// As it is written in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout { .. } => "knockout",
            Self::Match { .. } => "match",
        }
    }

    /// What the schedule of so many entrants and rounds is; none when it is too large to count.
    fn schedule(self, entrants: usize, rounds: u64) -> Option<Schedule> {
        match self {
            Self::RoundRobin | Self::Match { .. } => Schedule::round_robin(entrants, rounds),
            Self::Gauntlet { champions } => Schedule::gauntlet(entrants, champions, rounds),
            Self::Swiss => Schedule::swiss(entrants, rounds),
            Self::Knockout { extra, third_place } => {
                Schedule::knockout(entrants, KnockoutRules { encounters: rounds, extra, third_place })
            }
        }
    }

    /// Whether so many entrants fit it.
    fn check(self, entrants: usize) -> Result<(), PlanError> {
        match self {
            Self::Gauntlet { champions } if !(1..entrants).contains(&champions) => Err(PlanError {
                key: "champions",
                problem: format!("{champions} is outside 1 to {}: somebody is left to be met", entrants - 1),
            }),
            Self::Match { .. } if entrants != 2 => Err(PlanError {
                key: "entrants",
                problem: format!("a match has two entrants, not {entrants}; a gauntlet has more"),
            }),
            _ => Ok(()),
        }
    }

    /// All of it that results depend on.
    fn content(self) -> Value {
        match self {
            Self::RoundRobin | Self::Swiss => json!(self.name()),
            Self::Gauntlet { champions } => json!([self.name(), champions]),
            Self::Knockout { extra, third_place } => json!([self.name(), extra, third_place]),
            Self::Match { test } => json!([self.name(), test.map(|test| format!("{test:?}"))]),
        }
    }
}

impl serde::Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A bot in a tournament, under the name in its configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its configuration.
    pub spec: BotSpec,
    /// The same as JSON, as records and reports give it.
    pub json: Value,
}

impl Entrant {
    /// The name, which no other entrant has.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Whether its play is a function of position and seed: no clock limits it.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.spec.is_reproducible()
    }

    /// Whether chance, from the seed, has a part in its play.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.spec.is_random()
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
    /// The bots; all of the same game.
    pub entrants: Vec<BotSpec>,
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
    openings: Openings,
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
        let entrants: Vec<Entrant> =
            terms.entrants.iter().map(|spec| Entrant { json: spec.to_json(), spec: spec.clone() }).collect();
        let hash = hash(&terms, &entrants);
        let identity = Uuid::new_v5(&NAMESPACE, hash.as_bytes());
        Ok(Self { terms, entrants, schedule, identity, hash, openings })
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
        let text = |codes: &[MoveCode]| codes.iter().map(|&code| self.terms.game.move_text(code)).collect();
        let seat = |entrant: usize| {
            let entrant = &self.entrants[entrant];
            SeatRecord { name: entrant.name().to_owned(), spec: Some(entrant.json.clone()) }
        };
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
        }
    }
}

/// SHA-256, in hexadecimal, of what the results depend on.
fn hash(terms: &Terms, entrants: &[Entrant]) -> String {
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
    });
    Sha256::digest(content.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}
