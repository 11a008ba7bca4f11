//! The requests of the page, as those over HTTP.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{Site, needs_server};
use arena_bots::analysis::{AnalysisLimits, GameToSolve, Question, QuestionError, Setup, SolveError, analyse_within};
use arena_bots::catalog::CatalogView;
use arena_bots::tree::ValueStyle;
use arena_games::{BySide, FieldError, GameId};
use arena_play::host::restored;
use arena_play::{Match, MatchSetup, Timeouts};
use arena_protocol::listing::{BotView, BotsView, EventsView, GameView, GamesView, MatchView, MatchesView};
use arena_protocol::rating::Unrated;
use arena_protocol::view::{MatchSummary, Status};
use arena_protocol::{ErrorBody, bounds, date, strict};
use arena_records::pgn::{ExtraTags, Unwritable};
use arena_records::{Record, of_match, pdn, pgn, so_far};

/// The limits of an analysis: the defaults of a server, with more time, because a page computes more slowly.
const ANALYSIS: AnalysisLimits = AnalysisLimits { nodes: 20_000_000, time: Duration::from_secs(10) };
/// Games with more positions are not solved, as on a server.
const MOST_POSITIONS: usize = 50_000;
/// The greatest number of events in an answer.
const MOST_EVENTS: usize = 256;

/// A request.
#[derive(Debug, Default, Deserialize)]
pub struct Request {
    /// The path, such as `/api/games`.
    pub path: String,
    /// The parameters of the query.
    #[serde(default)]
    pub query: BTreeMap<String, String>,
    /// The body, if there is one.
    pub body: Option<String>,
}

/// An answer: its status and its body, which is JSON except for records in PGN and PDN.
#[derive(Debug)]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The text.
    pub body: String,
}

impl From<QuestionErrorBody> for ErrorBody {
    fn from(QuestionErrorBody(error): QuestionErrorBody) -> Self {
        match error {
            QuestionError::Game(error) => Self::in_question(error),
            QuestionError::Settings(error) => error.into(),
            QuestionError::Bot(problem) => Self::not_found(problem).at("bot"),
            QuestionError::Form(error) => Self::bad_body(error),
        }
    }
}

struct QuestionErrorBody(QuestionError);

fn unsolved(error: SolveError) -> ErrorBody {
    match error {
        SolveError::Game(error) => ErrorBody::in_question(error),
        SolveError::Unsolved(problem) => ErrorBody::invalid(problem),
        SolveError::Form(error) => ErrorBody::bad_body(error),
    }
}

impl Site {
    /// Answers a request.
    #[must_use]
    pub fn request(&self, request: &Request) -> Answer {
        let (status, body) = match self.answer(request) {
            Ok(body) => (200, body),
            Err(error) => (error.status, json(&error)),
        };
        Answer { status, body }
    }

    fn answer(&self, request: &Request) -> Result<String, ErrorBody> {
        let parts: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).collect();
        let question = || -> Result<Value, ErrorBody> {
            let body = strict::parse(request.body.as_deref().unwrap_or_default());
            let body = body.map_err(|problem| ErrorBody::bad_body(FieldError::whole(problem)))?;
            bounds::check_question(&body)?;
            Ok(body)
        };
        Ok(match parts[..] {
            ["api", "games"] => json(&games()),
            ["api", "bots"] => json(&self.bots(request.query.get("game"))?),
            ["api", "catalog"] => json(&CatalogView::all()),
            ["api", "position"] => {
                let setup = Setup::from_json(question()?).map_err(|error| ErrorBody::from(QuestionErrorBody(error)))?;
                json(&setup.view())
            }
            ["api", "analyse"] => self.analyse(Question::from_json(question()?, &self.roster))?,
            ["api", "trace"] => self.analyse(Question::of_steps(question()?, &self.roster))?,
            ["api", "solve"] => {
                let game = GameToSolve::from_json(question()?).map_err(unsolved)?;
                json(&game.solve(MOST_POSITIONS).map_err(unsolved)?)
            }
            ["api", "matches"] => json(&self.matches(&request.query)?),
            ["api", "matches", id] => json(&self.view(id)?),
            ["api", "matches", id, "events"] => {
                let (setup, core) = self.replayed(id)?;
                let since = request.query.get("since").and_then(|since| since.parse().ok()).unwrap_or(0);
                json(&EventsView::page(&setup, &core, since, MOST_EVENTS)?)
            }
            ["api", "matches", id, "record.pgn"] => self.record(id, pgn::write)?,
            ["api", "matches", id, "record.pdn"] => self.record(id, pdn::write)?,
            _ => return Err(needs_server()),
        })
    }

    fn bots(&self, game: Option<&String>) -> Result<BotsView, ErrorBody> {
        let only: Option<GameId> = game.map(|game| game.parse()).transpose()?;
        let mut bots = Vec::new();
        for game in GameId::ALL.iter().filter(|game| only.is_none_or(|only| only == **game)) {
            bots.extend(self.roster.of(*game).zip(1..).map(|(spec, level)| BotView {
                name: spec.name.clone(),
                game: game.name().to_owned(),
                about: spec.about.clone(),
                level,
                spec: spec.public_json(),
                summary: spec.summary(),
                rating: None,
                engine: false,
                module: false,
            }));
        }
        Ok(BotsView { bots, here: Vec::new() })
    }

    fn analyse(&self, question: Result<Question, QuestionError>) -> Result<String, ErrorBody> {
        let mut question = question.map_err(QuestionErrorBody)?;
        question.bot = Self::of_one_thread(question.bot);
        let answer = analyse_within(question, ANALYSIS.turn(), &self.memory).map_err(|error| {
            error.of_question().map_or_else(|reason| ErrorBody::new(503, reason), ErrorBody::in_question)
        })?;
        Ok(json(&answer))
    }

    /// Returns the match after all its events.
    fn replayed(&self, id: &str) -> Result<(MatchSetup, Match), ErrorBody> {
        let id: Uuid = id.parse().map_err(|_| ErrorBody::no_such_match(format!("{id:?}")))?;
        let (setup, events) = self.events.get(id).ok_or_else(|| ErrorBody::no_such_match(id))?;
        let core = restored(&setup, events, Timeouts::ENDLESS, Instant::now())?;
        Ok((setup, core))
    }

    fn matches(&self, query: &BTreeMap<String, String>) -> Result<MatchesView, ErrorBody> {
        let wanted = |key: &str, value: &str| query.get(key).is_none_or(|wanted| wanted == value);
        let limit = query.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(50);
        let mut matches = Vec::new();
        for id in self.events.ids() {
            let (setup, core) = self.replayed(&id.to_string())?;
            let summary = summary(&setup, &core);
            let status = match summary.status {
                Status::Open => "open",
                Status::Live => "live",
                Status::Finished => "finished",
            };
            let is_players = wanted("player", &self.player.id.to_string());
            if is_players && wanted("game", setup.game.name()) && wanted("status", status) && matches.len() < limit {
                matches.push(summary.brief());
            }
        }
        Ok(MatchesView { matches, next: None })
    }

    fn view(&self, id: &str) -> Result<MatchView, ErrorBody> {
        let (setup, core) = self.replayed(id)?;
        let record = of_match(&setup, &core).and_then(|record| serde_json::to_value(record).ok());
        let unrated = Some(Unrated::NotAgreed);
        Ok(MatchView { summary: summary(&setup, &core), tournament: None, unrated, ratings: None, record })
    }

    fn record(&self, id: &str, write: Writer) -> Result<String, ErrorBody> {
        let (setup, core) = self.replayed(id)?;
        let date = date::format(setup.created_ms, "%Y.%m.%d");
        let tags = ExtraTags { date: Some(&date), ..ExtraTags::default() };
        write(&so_far(&setup, &core), tags).map_err(|error| ErrorBody::bad_request(error.diagnostic()))
    }
}

type Writer = fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>;

fn games() -> GamesView {
    let scale = |game: GameId| ValueStyle::without_distances(game).scale();
    GamesView { games: GameId::ALL.iter().map(|game| GameView::of(*game, scale(*game))).collect() }
}

fn summary(setup: &MatchSetup, core: &Match) -> MatchSummary {
    let away = BySide::from_fn(|side| core.is_away(side));
    MatchSummary::new(setup, core.seats(), away, core.phase(), core.moves().len())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers have only string keys")
}
