//! Tournaments that people, their programs, bots and engines enter while the server runs.
//!
//! Each tournament is played by one task (`task.rs`), which owns its state. Each change is an entry of the
//! tournament's log. The task stores an entry before it replies, notifies subscribers and acts on it. After a restart
//! the state is rebuilt from the log, and the task follows the running matches again. The matches themselves are
//! ordinary matches.

mod entering;
mod matches;
mod opening;
mod openings;
mod report;
mod runner;
mod running;
mod services;
mod task;
mod view;

use std::sync::Arc;

use uuid::Uuid;

use super::error::ApiError;
use super::origin::Origin;
use super::queue::Queue;
use super::quota::Holder;
use arena_games::diagnostic;
use arena_play::Seat;
use arena_play::link::LinkId;
use arena_protocol::live::{LiveView, SeasonView};
use arena_store::accounts::deleted_entrant;
use arena_store::{PlayerRow, StoreError, TournamentState};
use arena_tournament::live::LiveState;
pub(crate) use opening::only_games;
#[cfg(test)]
pub(crate) use opening::quota_bounds;
pub(super) use report::shown;
use running::{Command, LiveReport, Running};
pub use services::Live;

impl Live {
    /// Resumes the tournaments that were not over when the server stopped.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn resume(&self) -> Result<(), ApiError> {
        for id in self.inner.store.live_tournaments().await? {
            let Some(known) = self.inner.store.tournament(id).await? else { continue };
            let is_blocked = matches!(known.state, TournamentState::Blocked(_));
            if !known.state.is_under_way() && !is_blocked {
                continue;
            }
            let read = match self.inner.store.live_log(id).await {
                Ok(log) => LiveState::of_log(&log).map(|state| (state, log.len() as u64)),
                Err(error) => Err(error.to_string()),
            };
            match read {
                Ok((state, entries)) => {
                    if is_blocked {
                        self.inner.store.set_tournament_state(id, TournamentState::Running).await?;
                    }
                    let opener = state.opener().map(|opener| opener.player);
                    let player = opener.map(|opener| self.inner.store.player_origin(opener)).transpose()?.flatten();
                    let origin = player.and_then(|it| Origin::from_bytes(&it.network?));
                    let holder = opener.map(|opener| Holder { key: Some(opener), origin });
                    drop(self.run(id, known.row.created_ms, state, entries, holder));
                }
                Err(reason) => {
                    tracing::error!(%id, reason, "cannot resume a tournament");
                    let unread = diagnostic!("tournament_log", "{sentence}", sentence = reason);
                    self.inner.store.set_tournament_state(id, TournamentState::Blocked(unread)).await?;
                }
            }
        }
        Ok(())
    }

    /// Returns the unfinished tournament with this id or name.
    fn named(&self, text: &str) -> Result<Arc<Running>, ApiError> {
        let text = text.trim();
        let found = match text.parse::<Uuid>() {
            Ok(id) => self.get(id),
            Err(_) => {
                let running = self.running();
                running.values().find(|it| it.state().terms().name.eq_ignore_ascii_case(text)).cloned()
            }
        };
        let shown: String = text.chars().take(80).collect();
        found.ok_or_else(|| ApiError::no_such_tournament(format!("{shown:?}")))
    }

    /// True if the match belongs to a tournament and is not over.
    pub(super) fn holds(&self, id: Uuid) -> bool {
        self.matches().contains(&id)
    }

    /// Returns the tournament of a match that is being played.
    pub(super) fn tournament_of(&self, id: Uuid) -> Option<Uuid> {
        if !self.holds(id) {
            return None;
        }
        let running = self.running();
        running.values().find(|it| it.state().under_way().any(|one| one.id == id)).map(|it| it.id)
    }

    /// Returns the current or final state of a tournament that people enter.
    ///
    /// # Errors
    /// [`ApiError`] if there is no such tournament.
    pub(super) async fn view(&self, id: Uuid) -> Result<LiveView, ApiError> {
        if let Some(running) = self.get(id) {
            let view = running.view();
            running.wait_stored().await;
            return Ok(view);
        }
        let (state, created_ms) = self.ended(id).await?;
        Ok(view::of_state(id, created_ms, &state))
    }

    /// Returns the closed seasons of a league.
    ///
    /// # Errors
    /// [`ApiError`] if there is no such tournament.
    pub(super) async fn seasons(&self, id: Uuid) -> Result<Vec<SeasonView>, ApiError> {
        let seasons = match self.get(id) {
            Some(running) => running.state().seasons().to_vec(),
            None => self.ended(id).await?.0.seasons().to_vec(),
        };
        let view = |(number, (closed_ms, table))| SeasonView { number, closed_ms, table };
        Ok((1..).zip(seasons).map(view).collect())
    }

    /// Enters a player into the tournament with this id or name, or marks a returning player as present. With a link,
    /// the player is ready to play.
    ///
    /// # Errors
    /// If there is no such tournament, or the player may not enter.
    pub(super) async fn enter(
        &self,
        tournament: &str,
        player: &PlayerRow,
        version: Option<String>,
        link: Option<(LinkId, Queue)>,
    ) -> Result<Uuid, ApiError> {
        let running = self.named(tournament)?;
        let version = version.map(|version| shown_version(&version)).filter(|version| !version.is_empty());
        let player = player.clone();
        running.ask(|reply| Command::Enter { player, version, link, reply }).await?;
        Ok(running.id)
    }

    /// Marks a player as not ready on this link.
    ///
    /// # Errors
    /// If there is no such tournament, or the player has not entered it.
    pub(super) async fn rest(&self, tournament: &str, player: Uuid, link: LinkId) -> Result<(), ApiError> {
        self.named(tournament)?.ask(|reply| Command::Rest { player, link, reply }).await
    }

    /// Removes a player from a tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the player has not entered it.
    pub(super) async fn quit(&self, tournament: &str, player: Uuid) -> Result<(), ApiError> {
        self.named(tournament)?.ask(|reply| Command::Quit { player, reply }).await
    }

    /// Removes a deleted account from unfinished tournaments. The account leaves them, and its name and version are
    /// forgotten. Stored entries stay unchanged.
    async fn forget(&self, player: Uuid) {
        let running: Vec<Arc<Running>> = self.running().values().cloned().collect();
        for tournament in running {
            let is_known = {
                let state = tournament.state();
                state.entrant_of(player).is_some_and(|it| state.entrants()[it].name() != deleted_entrant(player))
            };
            // A tournament that has just ended is read from the store the next time.
            if is_known && tournament.ask(|reply| Command::Forget { player, reply }).await.is_ok() {
                *tournament.report.lock().await = LiveReport::default();
            }
        }
    }

    /// Removes the names of deleted accounts from their matches and tournaments where that is still pending.
    ///
    /// # Errors
    /// If the store fails. The next start of the server continues.
    pub(super) async fn finish_deletions(&self) -> Result<(), StoreError> {
        loop {
            let pending = self.inner.store.deletions().await?;
            if pending.is_empty() {
                return Ok(());
            }
            for player in pending {
                // Done first, so that no record with the name is written after the stored records have been changed.
                self.forget(player).await;
                self.inner.store.go_on_deleting(player).await?;
            }
        }
    }

    /// Invites players, and enters bots and engines of the server.
    ///
    /// # Errors
    /// If there is no such tournament, player or bot.
    pub(super) async fn invite(&self, tournament: &str, players: Vec<Uuid>, bots: &[String]) -> Result<Uuid, ApiError> {
        let running = self.named(tournament)?;
        for player in &players {
            if self.inner.store.player(*player).await?.is_none() {
                return Err(ApiError::no_such_player(player));
            }
        }
        let game = running.state().terms().game;
        let seats: Vec<Seat> = bots.iter().map(|name| self.inner.bots.named(name, game)).collect::<Result<_, _>>()?;
        running.ask(|reply| Command::Invite { players, seats, reply }).await?;
        Ok(running.id)
    }

    /// Enters the bot of a player's module.
    ///
    /// # Errors
    /// If there is no such tournament or bot, or it may not enter.
    pub(super) async fn enter_module(&self, tournament: &str, player: &PlayerRow, bot: &str) -> Result<(), ApiError> {
        let running = self.named(tournament)?;
        let seat = self.inner.bots.named(bot, running.state().terms().game)?;
        let player = player.clone();
        running.ask(|reply| Command::EnterModule { player, seat, reply }).await
    }

    /// Removes the bot of a module from a tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the bot has not entered it.
    pub(super) async fn quit_bot(&self, tournament: &str, bot: &str) -> Result<(), ApiError> {
        let bot = bot.to_owned();
        self.named(tournament)?.ask(|reply| Command::QuitBot { bot, reply }).await
    }

    /// Removes bots that are no more from all unfinished tournaments.
    pub(super) async fn withdraw_bots(&self, bots: &[String]) {
        let running: Vec<Arc<Running>> = self.running().values().cloned().collect();
        for tournament in running {
            for bot in bots {
                // Most have not entered, and a tournament that has just ended needs no change.
                tournament.ask(|reply| Command::QuitBot { bot: bot.clone(), reply }).await.ok();
            }
        }
    }

    /// Returns the player who opened an unfinished tournament, or `None` if the operator did.
    pub(super) fn opener(&self, id: Uuid) -> Option<Uuid> {
        self.get(id)?.state().opener().map(|opener| opener.player)
    }

    /// Returns the name of an unfinished tournament, given its id or name.
    pub(super) fn title(&self, tournament: &str) -> Result<String, ApiError> {
        Ok(self.named(tournament)?.state().terms().name.clone())
    }

    /// Ends registration and starts play.
    ///
    /// # Errors
    /// If there is no such tournament, it has already begun, or too few players have entered.
    pub(super) async fn begin(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Begin { reply }).await
    }

    /// Closes the season of a league.
    ///
    /// # Errors
    /// If there is no such league.
    pub(super) async fn close_season(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Season { reply }).await
    }

    /// Pauses or resumes a tournament.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub(super) async fn pause(&self, id: Uuid, paused: bool) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Pause { paused, reply }).await
    }

    /// Starts no further matches. The tournament ends when the running ones are over.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub(super) async fn stop(&self, id: Uuid) -> Result<(), ApiError> {
        self.named(&id.to_string())?.ask(|reply| Command::Stop { reply }).await
    }

    /// Stops all tasks at shutdown. The next start resumes the tournaments.
    pub async fn halt(&self) {
        self.inner.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
    }
}

/// Sanitises the name of a version for display.
fn shown_version(given: &str) -> String {
    let plain = given.chars().filter(|letter| !arena_play::characters::is_hidden(*letter));
    let text: String = plain.take(arena_protocol::live::LONGEST_VERSION).collect();
    text.trim().to_owned()
}
