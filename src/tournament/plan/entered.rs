//! The plan of a tournament that people and programs enter, from which its reports are made.

use uuid::Uuid;

use super::adjudication::Adjudication;
use super::checked::Plan;
use super::config::TournamentConfig;
use super::format::Format;
use super::limits::Limits;
use super::openings::{OpeningTerms, Per};
use crate::live::LiveState;
use crate::pairing::Schedule;
use crate::results::Tally;
use arena_bots::{BotSpec, RawBot};
use arena_games::{Diagnostic, FieldError, diagnostic};
use arena_play::tournament::{LiveFormat, Terms};

impl Plan {
    /// Builds the plan of the live tournament `identity` in its present state. The entrants are those of its schedule,
    /// in that order. `bot` returns the configuration of a bot's seat, if that bot still exists.
    ///
    /// # Errors
    /// [`FieldError`] when this version does not accept an entrant or the schedule.
    pub fn entered(
        state: &LiveState,
        identity: Uuid,
        bot: impl Fn(&serde_json::Value) -> Option<BotSpec>,
    ) -> Result<Self, FieldError> {
        let terms = state.terms();
        let wrong = |key: &str, problem: Diagnostic| FieldError::new(key, problem);
        let limits = Limits { clock: Some(terms.clock), ..Limits::default() };
        let (mut entrants, mut players) = (Vec::new(), Vec::new());
        for entrant in state.field() {
            let seat = &state.entrants()[entrant].seat;
            let spec = match seat {
                arena_play::Seat::Bot { spec, .. } => bot(spec),
                _ => None,
            };
            let spec = spec.map_or_else(|| nobody(state.entrants()[entrant].name(), terms), Ok)?;
            let name = state.entrants()[entrant].name().to_owned();
            entrants.push((BotSpec { name, ..spec }, limits));
            players.push(seat.player());
        }
        let count = entrants.len();
        let rounds = terms.rounds_of(count);
        let format = format(terms);
        let schedule = match state.began_ms() {
            Some(_) => format.schedule(count, rounds).ok_or_else(|| {
                wrong("rounds", diagnostic!("schedule_too_large", "the schedule has too many matches"))
            })?,
            None => Schedule::open(count),
        };
        let game_error = |error: arena_games::GameError| wrong("options", Diagnostic::from(&error));
        let start = terms.game.board(&terms.options, None).map_err(game_error)?;
        let config = TournamentConfig {
            name: terms.name.clone(),
            game: terms.game,
            options: terms.options.clone(),
            format,
            rounds,
            seed: 0,
            openings: OpeningTerms::Random { plies: 0 },
            openings_per: Per::Round,
            entrants,
            adjudication: Adjudication::default(),
        };
        let turns = schedule.rounds().max(1);
        let mut plan = Self::complete(config, schedule, start, turns)?;
        plan.identity = identity;
        Ok(plan.played_by(&players))
    }

    /// Returns the sums of the live tournament `state`, of which this is the plan, before its first result.
    #[must_use]
    pub fn entered_tally(&self, state: &LiveState) -> Tally {
        let tally = self.tally();
        match state.pairer() {
            Some(pairer) => tally.paired_by(pairer),
            None => tally,
        }
    }

    /// Ranks the entrants of a report as the live tournament does.
    pub fn rank_as_entered(&self, tally: &mut Tally, state: &LiveState) {
        // All other formats rank by results alone.
        if self.config.format == Format::League {
            tally.rank(state.ranking());
        }
    }
}

/// A placeholder configuration for a player, or for an engine that no longer exists. Only the name is shown.
fn nobody(name: &str, terms: &Terms) -> Result<BotSpec, FieldError> {
    let raw = RawBot { name: Some("a player".to_owned()), game: Some(terms.game), ..RawBot::default() };
    let problem = |error: FieldError| FieldError::new("entrants", format!("{name}: {error}"));
    raw.check(&[]).map_err(problem)
}

fn format(terms: &Terms) -> Format {
    match terms.format {
        LiveFormat::RoundRobin => Format::RoundRobin,
        LiveFormat::Gauntlet => Format::Gauntlet { champions: terms.champions.unwrap_or(1) as usize },
        LiveFormat::Swiss => Format::Swiss,
        LiveFormat::Knockout => Format::Knockout { extra: crate::live::EXTRA, third_place: false },
        LiveFormat::Arena => Format::Arena,
        LiveFormat::League => Format::League,
    }
}
