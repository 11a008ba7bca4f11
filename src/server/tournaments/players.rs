//! Tournaments of bots that players compose and start, within the operator's limits.

use std::sync::MutexGuard;
use std::time::{Duration, Instant};

use serde_json::Value;
use uuid::Uuid;

use super::budget::{Asker, Ledger, RemainingBudget, Run, cost};
use super::compose::{reckoned, toml_of, within, written};
use super::turns::Turns;
use super::{LARGEST_FILE, Planned, Tournaments};
use crate::error::ApiError;
use crate::names::are_alike;
use crate::origin::Origin;
use crate::principals::Requester;
use crate::settings::Composing;
use crate::time::{DAY_MS, unix_ms};
use arena_bots::Source;
use arena_games::{GameId, diagnostic};
use arena_play::match_id::time_ordered;
use arena_protocol::compose::{ComposeBody, ComposedView, ComposingBounds, ComposingView, CostView, GuestMatches};
use arena_protocol::listing::TournamentSummary;
use arena_store::{Charged, PlayerKind, Tournament};
use arena_tournament::plan::Engines;
use arena_tournament::{Plan, Tally};

/// A player's tournament that is ready to start.
pub(crate) struct Prepared {
    toml: String,
    planned: Planned,
    needed_ms: u64,
}

impl Prepared {
    /// The tournament's plan.
    pub(crate) const fn plan(&self) -> &Plan {
        &self.planned.plan
    }
}

impl Tournaments {
    /// Returns whether a player may start tournaments of bots, and what is left of the player's allowance.
    pub(crate) fn composable(&self, requester: &Requester, bounds: &Composing) -> ComposingView {
        let (shown, full) = self.shown_bounds(requester, bounds);
        let refusal = check_composer(requester, bounds).err().or(full);
        ComposingView { may: refusal.is_none(), refusal: refusal.map(ApiError::body), bounds: Some(shown) }
    }

    fn shown_bounds(&self, requester: &Requester, bounds: &Composing) -> (ComposingBounds, Option<ApiError>) {
        let by = asker(requester);
        let RemainingBudget { running, ms, guest_matches } = self.ledger().left(&by, bounds);
        let games: &[GameId] = if bounds.games.is_empty() { GameId::ALL } else { &bounds.games };
        let shown = ComposingBounds {
            games: games.iter().map(|game| game.name().to_owned()).collect(),
            entrants: bounds.entrants,
            matches: if by.is_guest { bounds.matches.min(bounds.guest_matches) } else { bounds.matches },
            nodes: bounds.nodes,
            running_left: *running.as_ref().unwrap_or(&0),
            budget_ms: bounds.budget_ms_per_player,
            left_ms: ms,
            guest: by.is_guest.then_some(GuestMatches { left: guest_matches, budget: bounds.guest_matches }),
        };
        (shown, running.err())
    }

    /// Checks a player's file, and returns its plan or its errors, and its cost in the player's budget. `check` finds
    /// other reasons for which the player cannot start the plan now. Blocks.
    ///
    /// # Errors
    /// If neither or both kinds of file are given, or the file is too large. Errors inside the file are part of the
    /// answer.
    pub(crate) fn composed_for(
        &self,
        body: ComposeBody,
        requester: &Requester,
        bounds: &Composing,
        check: impl FnOnce(&Plan) -> Result<(), ApiError>,
    ) -> Result<ComposedView, ApiError> {
        let toml = limited(toml_of(body)?, bounds);
        let mut not_now = None;
        let mut view = self.composed(toml, Some(bounds), |plan| not_now = check(plan).err());
        view.cost = view.plan.as_ref().map(|plan| {
            let needed_ms = cost(milliseconds(plan.seconds, plan.concurrency), plan.matches);
            let affordable = self.ledger().check(&asker(requester), (needed_ms, plan.matches), bounds);
            let refusal = not_now.or(affordable.err());
            CostView {
                needed_ms,
                may: refusal.is_none(),
                refusal: refusal.map(ApiError::body),
                bounds: self.shown_bounds(requester, bounds).0,
            }
        });
        Ok(view)
    }

    /// Prepares a player's tournament. Blocks.
    ///
    /// # Errors
    /// If it is invalid or exceeds the limits for players.
    pub(crate) fn prepared(&self, toml: String, bounds: &Composing) -> Result<Prepared, ApiError> {
        if toml.len() > LARGEST_FILE {
            return Err(ApiError::largest_file(LARGEST_FILE));
        }
        let toml = limited(toml, bounds);
        let source = Source { file: "the tournament", text: &toml };
        let planned = self.inner.configured.planned(&source, Engines::Refused).map_err(ApiError::from)?;
        self.check_sizes(&planned.plan).map_err(ApiError::invalid)?;
        within(&planned, bounds).map_err(|(key, problem)| match key {
            Some(key) => ApiError::invalid(problem).at(key),
            None => ApiError::invalid(problem),
        })?;
        let needed_ms = cost(milliseconds(reckoned(&planned.plan).seconds, 1), planned.plan.schedule.len());
        Ok(Prepared { toml, planned, needed_ms })
    }

    /// Starts a player's tournament.
    ///
    /// # Errors
    /// If the player's budget is not sufficient, or the tournament cannot be stored.
    pub(crate) async fn start_for(
        &self,
        requester: &Requester,
        prepared: Prepared,
        bounds: &Composing,
    ) -> Result<TournamentSummary, ApiError> {
        let Prepared { toml, planned, needed_ms } = prepared;
        let (id, by) = (time_ordered(), asker(requester));
        {
            let mut ledger = self.ledger();
            let matches = planned.plan.schedule.len();
            ledger.check(&by, (needed_ms, matches), bounds)?;
            let at_ms = unix_ms();
            ledger.note(Run {
                tournament: id,
                by,
                at_ms,
                charged_ms: needed_ms,
                used_ms: 0,
                matches,
                played: 0,
                is_under_way: true,
            });
        }
        let charged = Charged { player: by.player, charged_ms: needed_ms };
        let begun = self.begin(id, toml, planned, Some(charged)).await;
        if begun.is_err() {
            self.ledger().forget(id);
        }
        begun
    }

    /// Returns the player who started a tournament of bots.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub(crate) async fn composer(&self, id: Uuid) -> Result<Option<Uuid>, ApiError> {
        Ok(self.get(id).await?.row.by.map(|by| by.player))
    }

    /// Loads the tournaments that players started within the last day.
    pub(super) async fn load_ledger(&self) -> Result<(), ApiError> {
        let since = unix_ms().saturating_sub(DAY_MS);
        for known in self.inner.store.charged_tournaments(since).await? {
            self.note_stored(&known)?;
        }
        Ok(())
    }

    fn note_stored(&self, known: &Tournament) -> Result<(), ApiError> {
        let Some(Charged { player, charged_ms }) = known.row.by else { return Ok(()) };
        let known_player = self.inner.store.player_origin(player)?;
        let is_guest = known_player.as_ref().is_some_and(|it| it.is_guest);
        let origin = known_player.and_then(|it| Origin::from_bytes(&it.network?));
        let (tournament, at_ms) = (known.row.id, known.row.created_ms);
        let is_under_way = known.state.is_under_way();
        let by = Asker { player, origin, is_guest };
        let (matches, played) = (known.row.total, known.played);
        self.ledger().note(Run {
            tournament,
            by,
            at_ms,
            charged_ms,
            used_ms: charged_ms,
            matches,
            played,
            is_under_way,
        });
        Ok(())
    }

    /// Updates the actual cost of a running tournament. Returns false if its budget is exhausted.
    pub(super) fn charge(&self, id: Uuid, tally: &Tally) -> bool {
        let micros: u64 = tally.standings().iter().map(|standing| standing.micros).sum();
        let bounds = &self.inner.bots.settings.get().composing;
        self.take_turns();
        self.ledger().used(id, (cost(micros / 1_000, tally.played()), tally.played()), bounds)
    }

    /// Returns the number of concurrent matches of a tournament that asks for `requested`.
    pub(super) fn concurrency_of(&self, requested: Option<usize>, by: Option<Charged>) -> usize {
        let most = by.map_or(usize::MAX, |_| self.inner.bots.settings.get().composing.concurrency);
        super::concurrency(requested).min(most)
    }

    /// Gives the places of players' tournaments to those whose turn it is.
    pub(super) fn take_turns(&self) {
        let settings = self.inner.bots.settings.get();
        let Composing { running, turn_ms, .. } = settings.composing;
        // Those that began before the operator stopped to allow any are played to their end.
        self.turns().assign(running.max(1), Duration::from_millis(turn_ms), Instant::now());
    }

    pub(super) fn turns(&self) -> MutexGuard<'_, Turns> {
        self.inner.turns.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(super) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.inner.ledger.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Checks that the operator lets this player start tournaments of bots.
///
/// # Errors
/// The reason why the player may not.
pub(crate) fn check_composer(requester: &Requester, bounds: &Composing) -> Result<(), ApiError> {
    if bounds.running == 0 {
        return Err(ApiError::forbidden(diagnostic!(
            "operator_composes",
            "only the operator can start bot tournaments on this server"
        )));
    }
    if bounds.guest_matches > 0 && bounds.composers.is_empty() && requester.player.kind == PlayerKind::Guest {
        return Ok(());
    }
    let player = requester.person()?;
    if bounds.composers.is_empty() || bounds.composers.iter().any(|name| are_alike(name, &player.name)) {
        return Ok(());
    }
    Err(ApiError::forbidden(diagnostic!(
        "others_compose",
        "you are not allowed to start bot tournaments on this server"
    )))
}

fn asker(requester: &Requester) -> Asker {
    Asker {
        player: requester.player.id,
        origin: Some(Origin::of(requester.caller.address)),
        is_guest: requester.player.kind == PlayerKind::Guest,
    }
}

/// Processor time of a run of this duration with this number of concurrent matches.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a rough figure"
)]
fn milliseconds(seconds: f64, at_a_time: usize) -> u64 {
    (seconds * at_a_time as f64 * 1e3).ceil() as u64
}

/// Sets the node limit for players in a file that has none or a higher one. An invalid file stays unchanged, because
/// its parser reports the errors.
fn limited(toml: String, bounds: &Composing) -> String {
    let Ok(file) = toml::from_str::<toml::Table>(&toml) else { return toml };
    let given = file.get("limits").and_then(|limits| limits.get("nodes"));
    let is_within = |nodes: &toml::Value| nodes.as_integer().is_none_or(|nodes| nodes.unsigned_abs() <= bounds.nodes);
    if given.is_some_and(is_within) || file.get("limits").is_some_and(|limits| !limits.is_table()) {
        return toml;
    }
    let Ok(Value::Object(mut file)) = serde_json::to_value(file) else { return toml };
    let limits = file.entry("limits").or_insert_with(|| Value::Object(serde_json::Map::new()));
    limits["nodes"] = bounds.nodes.into();
    written(&file)
}
