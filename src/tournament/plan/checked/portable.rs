//! A plan in the form that is sent to another process. It contains what the matches depend on, but no pairings.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{Format, NAMESPACE, OpeningTerms, Plan, TournamentConfig};
use crate::pairing::Schedule;
use crate::plan::openings::{Order, Per};
use crate::plan::{Adjudication, Entrant, Limits, Opening, Openings, OpeningsSource};
use arena_bots::book::Draft;
use arena_bots::module::ModuleRuntime;
use arena_bots::{Book, BotSpec, RawBot, Source};
use arena_games::{GameId, MoveCode, Options};
use arena_play::json::from_json;

/// Everything that the matches of a plan depend on, for another process of the same build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortablePlan {
    name: String,
    game: GameId,
    options: Options,
    seed: u64,
    openings: PortableOpenings,
    /// The number of openings to generate: one per round or per encounter.
    turns: u64,
    openings_per: Per,
    /// Each bot's configuration as JSON, with its limits.
    entrants: Vec<(Value, Limits)>,
    /// The books of these bots, as file contents.
    books: Vec<String>,
    adjudication: Adjudication,
    hash: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum PortableOpenings {
    Random { plies: usize },
    List { order: Order, list: Vec<PortableOpening> },
}

/// Name, position and moves.
type PortableOpening = (Option<String>, Option<String>, Vec<u32>);

impl PortablePlan {
    /// Extracts everything that the matches of this plan depend on.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let TournamentConfig { name, game, options, seed, openings, openings_per, entrants, adjudication, .. } =
            &plan.config;
        let codes = |opening: &Opening| opening.moves.iter().map(|mv| mv.0).collect();
        let portable = |it: &Opening| (it.name.clone(), it.position.clone(), codes(it));
        let openings = match openings {
            OpeningTerms::Random { plies } => PortableOpenings::Random { plies: *plies },
            OpeningTerms::List { openings, order } => {
                PortableOpenings::List { order: *order, list: openings.iter().map(portable).collect() }
            }
            OpeningTerms::File { .. } => {
                let list = plan.openings.in_turn().map(portable).collect();
                PortableOpenings::List { order: Order::Sequential, list }
            }
        };
        let mut books: Vec<&Arc<Book>> = Vec::new();
        for book in entrants.iter().filter_map(|(spec, _)| spec.book.as_ref()) {
            if !books.contains(&book) {
                books.push(book);
            }
        }
        Self {
            name: name.clone(),
            game: *game,
            options: options.clone(),
            seed: *seed,
            openings,
            turns: plan.turns(),
            openings_per: *openings_per,
            entrants: entrants.iter().map(|(spec, limits)| (spec.to_json(), *limits)).collect(),
            books: books.into_iter().map(|book| written(book)).collect(),
            adjudication: *adjudication,
            hash: plan.hash.clone(),
        }
    }

    /// The configurations of the bots.
    pub fn bots(&self) -> impl Iterator<Item = &Value> {
        self.entrants.iter().map(|(bot, _)| bot)
    }

    /// Rebuilds a plan with the same matches. Its schedule differs from that of the original. `modules` has the modules of
    /// its bots.
    ///
    /// # Errors
    /// A message when this build cannot read the plan, or would play it differently.
    pub fn plan(&self, modules: &dyn ModuleRuntime) -> Result<Plan, String> {
        let books = self.books.iter().map(|text| read_book(text)).collect::<Result<Vec<_>, _>>()?;
        let entrants = self.entrants.iter().map(|(spec, limits)| Ok((read_bot(spec, &books, modules)?, *limits)));
        let entrants = entrants.collect::<Result<Vec<_>, String>>()?;
        let openings = match &self.openings {
            PortableOpenings::Random { plies } => OpeningTerms::Random { plies: *plies },
            PortableOpenings::List { order, list } => {
                let read = |(name, position, codes): &PortableOpening| Opening {
                    name: name.clone(),
                    position: position.clone(),
                    moves: codes.iter().copied().map(MoveCode).collect(),
                };
                OpeningTerms::List { openings: list.iter().map(read).collect(), order: *order }
            }
        };
        let start = self.game.board(&self.options, None).map_err(|error| error.to_string())?;
        let worked_out = Openings::new(self.game, &self.options, start, &openings, self.turns, self.seed);
        let config = TournamentConfig {
            name: self.name.clone(),
            game: self.game,
            options: self.options.clone(),
            format: Format::RoundRobin,
            rounds: 1,
            seed: self.seed,
            openings,
            openings_per: self.openings_per,
            entrants,
            adjudication: self.adjudication,
        };
        let entrants: Vec<Entrant> = config.entrants.iter().map(Entrant::new).collect();
        let plan = Plan {
            schedule: Schedule::round_robin(entrants.len(), 1).ok_or("it has too many entrants")?,
            identity: Uuid::new_v5(&NAMESPACE, self.hash.as_bytes()),
            hash: self.hash.clone(),
            grids: Vec::new(),
            anchor: None,
            openings_source: OpeningsSource::default(),
            machine: None,
            openings: worked_out.map_err(|error| error.to_string())?,
            seats: entrants.iter().map(Entrant::written).collect(),
            entrants,
            config,
        };
        // A build that writes the plan differently may also play it differently.
        let again = Self { turns: self.turns, ..Self::of(&plan) };
        if again == *self { Ok(plan) } else { Err("this build reads its bots or openings differently".to_owned()) }
    }
}

fn read_bot(spec: &Value, books: &[Arc<Book>], modules: &dyn ModuleRuntime) -> Result<BotSpec, String> {
    let mut raw: RawBot = from_json(spec).map_err(|error| error.to_string())?;
    raw.load_modules(Some(modules)).map_err(|error| error.to_string())?;
    raw.check_entrant(books).map_err(|error| error.to_string())
}

fn written(book: &Book) -> String {
    Draft { game: book.game, lines: book.lines.clone() }.to_toml(&book.name, &book.about, "arena book build")
}

fn read_book(text: &str) -> Result<Arc<Book>, String> {
    let book = Book::read(&Source { file: "a book of the tournament", text });
    book.map(Arc::new).map_err(|error| error.to_string())
}
