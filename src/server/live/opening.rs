//! Opening of tournaments by the operator, and by players within limits.

use std::time::Instant;

use super::services::Live;
use crate::error::ApiError;
use crate::names::are_alike;
use crate::principals::Requester;
use crate::quota::{self, Holder, Scope};
use crate::settings::Tournaments as Bounds;
use crate::time::{check_ahead, unix_ms};
use arena_games::{Diagnostic, GameId, diagnostic};
use arena_play::match_id::time_ordered;
use arena_play::tournament::{LiveFormat, Terms};
use arena_protocol::live::{LiveView, OpeningBounds, OpeningView};
use arena_protocol::new_match::check_clock;
use arena_store::TournamentRow;
use arena_tournament::live::{Entry, LiveState, Opener};

/// Creates the error for a game of which players may not open tournaments.
pub(crate) fn only_games(games: &[GameId]) -> Diagnostic {
    let games: Vec<&str> = games.iter().map(|game| game.name()).collect();
    let listed = games.join(", ");
    diagnostic!("only_games", "players may only open tournaments of {listed} on this server", games, listed)
}

/// Maximum number of days until a tournament starts.
const FARTHEST_START_DAYS: u64 = 366;

/// Returns the limits on tournaments of players that are not over. The limit of a network falls with each one that is open.
pub(crate) fn quota_bounds(bounds: &Bounds) -> quota::Bounds {
    quota::Bounds {
        per_key: bounds.open_per_player,
        scarce: bounds.open,
        ..quota::Bounds::shared(bounds.open_per_address, bounds.open)
    }
}

/// The player who opens a tournament, the player's networks, and the limits that apply.
struct By<'a> {
    opener: Opener,
    holder: Holder,
    bounds: &'a Bounds,
}

impl Live {
    /// Opens a tournament for the operator. Players can enter it at once.
    ///
    /// # Errors
    /// If the terms are invalid, or the tournament cannot be stored.
    pub async fn open(&self, terms: Terms) -> Result<LiveView, ApiError> {
        self.open_by(terms, None).await
    }

    /// Opens a tournament for a player, within these limits.
    ///
    /// # Errors
    /// Like [`Self::open`], and if the operator does not allow it.
    pub(crate) async fn open_for(
        &self,
        requester: &Requester,
        bounds: &Bounds,
        terms: Terms,
    ) -> Result<LiveView, ApiError> {
        check_opener(requester, bounds)?;
        let opener = Opener {
            player: requester.player.id,
            matches: bounds.matches,
            until_ms: unix_ms().saturating_add(bounds.lasts_ms),
        };
        let terms = within(terms, &opener, bounds)?;
        let holder = Holder::new(opener.player, Some(requester.caller.address));
        self.open_by(terms, Some(By { opener, holder, bounds })).await
    }

    async fn open_by(&self, terms: Terms, by: Option<By<'_>>) -> Result<LiveView, ApiError> {
        terms.check()?;
        check_clock(terms.clock)?;
        let options = terms.game.complete_options(&terms.options)?;
        let terms = Terms { name: terms.name.trim().to_owned(), options, ..terms };
        let opener = by.as_ref().map(|by| by.opener.clone());
        let mut entries = vec![Entry::Opened { terms: Box::new(terms.clone()), by: opener }];
        for name in &terms.bots {
            entries.push(Entry::Entered { seat: self.inner.bots.named(name, terms.game)? });
        }
        let created_ms = unix_ms();
        if let Some(starts_ms) = terms.starts_ms {
            check_ahead(starts_ms, FARTHEST_START_DAYS).map_err(|problem| wrong("starts_ms", problem))?;
        }
        if terms.format == LiveFormat::League && terms.starts_ms.is_none() {
            entries.push(Entry::Began { at_ms: created_ms });
        }
        let state = LiveState::of_log(&entries).map_err(|problem| {
            ApiError::invalid(diagnostic!("bad_tournament", "invalid tournament: {problem}", problem))
        })?;
        let source = toml::to_string(&terms).map_err(ApiError::internal)?;
        let row = TournamentRow {
            id: time_ordered(),
            name: terms.name.clone(),
            game: terms.game,
            format: terms.format.name().word().to_owned(),
            source_toml: source,
            seed: 0,
            total: 0,
            created_ms,
            plan_hash: None,
            by: None,
        };
        let mut openings = self.inner.opening.lock().await;
        if self.running().values().any(|it| it.state().terms().name.eq_ignore_ascii_case(&terms.name)) {
            return Err(wrong(
                "name",
                diagnostic!(
                    "tournament_name_taken",
                    "a tournament {name:?} is already open or running",
                    name = terms.name
                ),
            ));
        }
        if let Some(By { opener, holder, bounds }) = &by {
            self.room(holder, bounds)?;
            openings.today(opener.player, bounds)?;
        }
        let id = row.id;
        self.inner.store.open_live(row, &entries).await?;
        if let Some(by) = &by {
            openings.note(by.opener.player, Instant::now());
        }
        let running = self.run(id, created_ms, state, entries.len() as u64, by.map(|by| by.holder));
        Ok(running.view())
    }

    /// Returns what a player may open, and what is left of the player's allowance.
    pub(crate) async fn openable(&self, requester: &Requester, bounds: &Bounds) -> OpeningView {
        let player = requester.player.id;
        let room = self.room(&Holder::new(player, Some(requester.caller.address)), bounds);
        let today = self.inner.opening.lock().await.today(player, bounds);
        let full = room.as_ref().err().or(today.as_ref().err()).cloned();
        let refusal = check_opener(requester, bounds).err().or(full);
        OpeningView {
            may: refusal.is_none(),
            refusal: refusal.map(ApiError::body),
            bounds: Some(OpeningBounds {
                games: names(if bounds.games.is_empty() { GameId::ALL } else { &bounds.games }),
                entrants: bounds.entrants,
                matches: bounds.matches,
                lasts_ms: bounds.lasts_ms,
                open_left: room.unwrap_or(0),
                today_left: today.unwrap_or(0),
            }),
        }
    }

    /// Returns how many more unfinished tournaments a player may have.
    ///
    /// # Errors
    /// If none are left.
    fn room(&self, holder: &Holder, bounds: &Bounds) -> Result<usize, ApiError> {
        let opened = &self.inner.opened;
        opened.room(holder, &quota_bounds(bounds), 0).map_err(|full| {
            ApiError::over_limit(match full {
                Scope::Key => diagnostic!(
                    "own_tournaments",
                    "you already have {most} unfinished tournaments, the limit",
                    most = bounds.open_per_player
                ),
                Scope::Network => diagnostic!(
                    "address_tournaments",
                    "your address already has {most} unfinished tournaments, the limit",
                    most = opened.held_at(holder)
                ),
                Scope::Total => diagnostic!(
                    "server_tournaments",
                    "players already have {most} unfinished tournaments, the limit",
                    most = bounds.open
                ),
            })
        })
    }
}

/// Checks that the operator lets this player open tournaments.
fn check_opener(requester: &Requester, bounds: &Bounds) -> Result<(), ApiError> {
    if bounds.open == 0 {
        return Err(ApiError::forbidden(diagnostic!(
            "operator_opens",
            "only the operator can open tournaments on this server; if you run it, open the operator link that it prints at its start"
        )));
    }
    let player = requester.person()?;
    if bounds.openers.is_empty() || bounds.openers.iter().any(|name| are_alike(name, &player.name)) {
        return Ok(());
    }
    Err(ApiError::forbidden(diagnostic!("others_open", "you are not allowed to open tournaments on this server")))
}

fn names(games: &[GameId]) -> Vec<String> {
    games.iter().map(|game| game.name().to_owned()).collect()
}

fn wrong(key: &'static str, problem: Diagnostic) -> ApiError {
    ApiError::invalid(problem).at(key)
}

/// Checks the terms against the limits for players, and fills in the number of entrants.
fn within(terms: Terms, opener: &Opener, bounds: &Bounds) -> Result<Terms, ApiError> {
    if !bounds.games.is_empty() && !bounds.games.contains(&terms.game) {
        return Err(wrong("game", only_games(&bounds.games)));
    }
    if let Some(most) = terms.most.filter(|most| *most > bounds.entrants) {
        return Err(wrong("most", Diagnostic::range(most, 2, bounds.entrants)));
    }
    if terms.starts_ms.is_some_and(|starts| starts >= opener.until_ms) {
        return Err(wrong(
            "starts_ms",
            diagnostic!(
                "starts_after_end",
                "a tournament of a player must start and end within {lasts_ms} ms on this server",
                lasts_ms = bounds.lasts_ms
            ),
        ));
    }
    Ok(Terms { most: terms.most.or(Some(bounds.entrants)), ..terms })
}
