//! The task that owns a tournament. It takes commands, decides which matches to start and stores both. Only then does
//! it reply and start the matches.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use super::matches::{as_entered, forfeited};
use super::runner::Runner;
use super::running::{Command, Running};
use super::services::Live;
use super::view::ends_ms;
use crate::error::ApiError;
use crate::quota::Holder;
use crate::time::{confirmed_ms, unix_ms};
use arena_games::{BySide, Side, diagnostic};
use arena_play::tournament::{LiveFormat, Phase};
use arena_play::{EndDetail, EndReason, GameResult, Verdict};
use arena_protocol::FromServer;
use arena_records::Record;
use arena_store::TournamentState;
use arena_tournament::live::{Entry, EntryEnd, LiveState, UnderWay};
use arena_tournament::pairing::Pairing;

/// Interval at which free entrants are paired and deadlines are checked.
const EVERY: Duration = Duration::from_millis(100);

/// Minimum interval between two messages to subscribers, and the interval for tables of more than [`MANY`] entrants.
const TELL_EVERY: Duration = Duration::from_millis(250);
const TELL_MANY_EVERY: Duration = Duration::from_secs(1);
const MANY: usize = 100;

/// Maximum number of commands that share one write.
const TOGETHER: usize = 256;

/// Capacity of a tournament's command queue. Senders wait when it is full.
const COMMANDS: usize = 1_024;

impl Live {
    /// Starts the task of a tournament.
    pub(super) fn run(
        &self,
        id: Uuid,
        created_ms: u64,
        state: LiveState,
        entries: u64,
        opener: Option<Holder>,
    ) -> Arc<Running> {
        let (commands, waiting) = mpsc::channel(COMMANDS);
        let running = Arc::new(Running {
            id,
            created_ms,
            commands,
            state: Mutex::new(state),
            entries: AtomicU64::new(entries),
            stored: watch::Sender::new(entries),
            newest: Mutex::default(),
            report: tokio::sync::Mutex::default(),
            publishing: false.into(),
        });
        self.running().insert(id, Arc::clone(&running));
        self.permits().extend(opener.map(|opener| (id, self.inner.opened.restore(opener, 1))));
        let runner = Runner::new(self.clone(), Arc::clone(&running), entries);
        self.inner.tasks.spawn(runner.run(waiting));
        running
    }
}

impl Runner {
    /// Plays the tournament until it is over or the server stops.
    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        let stop = self.live.inner.stop.clone();
        let under_way: Vec<UnderWay> = self.running.state().under_way().copied().collect();
        let is_resumed = self.running.state().entrants().iter().any(|it| it.here && it.seat.player().is_some());
        if is_resumed {
            self.add(Entry::Restarted);
        }
        for paired in under_way {
            self.live.play(&self.running, paired, false);
        }
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut batch = Vec::with_capacity(TOGETHER);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                _ = ticks.tick() => self.tick(),
                taken = commands.recv_many(&mut batch, TOGETHER) => {
                    if taken == 0 {
                        return;
                    }
                    for command in batch.drain(..) {
                        self.take(command);
                    }
                }
            }
            if !self.commit().await {
                return;
            }
            if self.running.state().phase() == Phase::Closed {
                commands.close();
                return self.close(commands).await;
            }
            self.tell();
        }
    }

    fn take(&mut self, command: Command) {
        let (reply, done) = match command {
            Command::Enter { player, version, link, reply } => (reply, self.enter(&player, version, link)),
            Command::Rest { player, link, reply } => (reply, self.rest(player, link)),
            Command::Quit { player, reply } => (reply, self.quit(player)),
            Command::Forget { player, reply } => (reply, self.forget(player)),
            Command::Invite { players, seats, reply } => (reply, self.invite(players, seats)),
            Command::EnterModule { player, seat, reply } => (reply, self.enter_module(&player, seat)),
            Command::QuitBot { bot, reply } => (reply, self.quit_bot(&bot)),
            Command::Begin { reply } => (reply, self.begin()),
            Command::Pause { paused, reply } => {
                if self.running.state().is_paused() != paused {
                    self.add(Entry::Paused { paused });
                }
                (reply, Ok(()))
            }
            Command::Season { reply } => (reply, self.season()),
            Command::Stop { reply } => {
                self.add(Entry::Closing { stopped: true });
                (reply, Ok(()))
            }
            Command::Over { index, record } => return self.over(index, *record),
        };
        self.replies.push((reply, done));
    }

    fn begin(&mut self) -> Result<(), ApiError> {
        {
            let state = self.running.state();
            if state.phase() != Phase::Registering {
                return Err(ApiError::forbidden(diagnostic!("begun", "the tournament has already begun")));
            }
            state.check_beginning()?;
        }
        self.add(Entry::Began { at_ms: unix_ms() });
        Ok(())
    }

    fn season(&mut self) -> Result<(), ApiError> {
        let format = self.running.state().terms().format;
        if format != LiveFormat::League {
            return Err(ApiError::forbidden(diagnostic!("no_seasons", "only leagues have seasons")));
        }
        self.add(Entry::Season { at_ms: unix_ms() });
        Ok(())
    }

    fn over(&mut self, index: u64, record: Record) {
        let under_way = self.running.state().under_way().find(|it| it.index == index).copied();
        let Some(under_way) = under_way else { return };
        let record = as_entered(&self.running, under_way, record);
        let ending = EntryEnd { outcome: record.verdict.outcome, by: record.verdict.by };
        let idle = idle_side(&record).map(|side| under_way.seats[side]);
        self.result(index, ending, record);
        if let Some(entrant) = idle {
            self.pause_idle(entrant);
        }
    }

    /// Marks a person who made no first move as absent until the person enters again. Otherwise somebody who has left the
    /// page open would lose match after match. Programs, which give a version, go on. A schedule waits for nobody.
    fn pause_idle(&mut self, entrant: usize) {
        let is_person = {
            let state = self.running.state();
            let contender = &state.entrants()[entrant];
            let is_program = contender.version.is_some() || contender.seat.player().is_none();
            !is_program && contender.here && !state.terms().format.is_scheduled()
        };
        if is_person {
            self.links.insert(entrant, Vec::new());
            self.drop_links();
        }
    }

    /// Records a result: at its index in a schedule, otherwise in the order of arrival.
    fn result(&mut self, index: u64, ending: EntryEnd, record: Record) {
        let place = {
            let state = self.running.state();
            if state.terms().format.is_scheduled() { index } else { state.results() }
        };
        self.add(Entry::Ended { index, ending });
        if ending.outcome.is_some() {
            self.results.push((place, record));
        }
    }

    fn tick(&mut self) {
        self.links.values_mut().for_each(|links| links.retain(|(_, queue)| !queue.is_closed()));
        self.drop_links();
        self.look_at_the_time();
        let pairs = self.running.state().choice();
        for seats in pairs {
            let (index, beginning) = {
                let state = self.running.state();
                (state.next_index(), state.beginning(unix_ms()))
            };
            let Some(at_ms) = beginning else { break };
            self.pair(index, seats, at_ms);
        }
        self.play_the_schedule();
    }

    fn look_at_the_time(&mut self) {
        let (phase, starts_ms, ends_ms) = {
            let state = self.running.state();
            (state.phase(), state.terms().starts_ms, ends_ms(&state))
        };
        let now = confirmed_ms();
        if phase == Phase::Registering
            && starts_ms.is_some_and(|starts| starts <= now)
            && let Err(error) = self.begin()
        {
            tracing::warn!(id = %self.running.id, %error, "a tournament cannot begin, and is called off");
            self.add(Entry::Closing { stopped: true });
        }
        let phase = self.running.state().phase();
        if ends_ms.is_some_and(|ends| ends <= now) && matches!(phase, Phase::Registering | Phase::Playing) {
            // A tournament that is still open for registration is cancelled.
            self.add(Entry::Closing { stopped: phase == Phase::Registering });
        }
    }

    fn next_id(&self) -> Uuid {
        // Unique, because the number of entries grows with each match.
        Uuid::new_v5(&self.running.id, &(self.stored + self.fresh.len() as u64).to_be_bytes())
    }

    fn pair(&mut self, index: u64, seats: BySide<usize>, at_ms: u64) {
        let id = self.next_id();
        self.add(Entry::Paired { index, id, seats, at_ms });
        self.to_begin.push(UnderWay { index, id, seats });
    }

    fn play_the_schedule(&mut self) {
        let due = self.running.state().due();
        for pairing in due.ready {
            self.pair(pairing.index, pairing.seats, unix_ms());
        }
        for pairing in due.forfeited {
            self.forfeit(&pairing);
        }
        let patience = Duration::from_millis(self.running.state().terms().absence_ms());
        let before = std::mem::take(&mut self.called);
        for pairing in due.called {
            match before.get(&pairing.index) {
                Some(since) if since.elapsed() >= patience => self.forfeit(&pairing),
                Some(since) => {
                    self.called.insert(pairing.index, *since);
                }
                None => {
                    self.called.insert(pairing.index, Instant::now());
                    self.call(&pairing, patience);
                }
            }
        }
    }

    /// Notifies the connected players of a match that it waits for the opponent.
    fn call(&self, pairing: &Pairing, patience: Duration) {
        for side in Side::BOTH {
            let opponent = self.running.state().entrants()[pairing.seats[!side]].name().to_owned();
            let message = FromServer::Called {
                tournament: self.running.id,
                round: pairing.round + 1,
                opponent,
                within_ms: u64::try_from(patience.as_millis()).unwrap_or(u64::MAX),
            };
            for (_, queue) in self.links.get(&pairing.seats[side]).into_iter().flatten() {
                queue.send(&message);
            }
        }
    }

    /// Scores a match with absent players: a loss for an absent player, a draw if both are absent.
    fn forfeit(&mut self, pairing: &Pairing) {
        let here = pairing.seats.map(|entrant| self.running.state().entrants()[entrant].is_here());
        let outcome = match (here.first, here.second) {
            (true, false) => GameResult::First,
            (false, true) => GameResult::Second,
            _ => GameResult::Draw,
        };
        let by = EndReason::Absence;
        let verdict = Verdict { outcome: Some(outcome), by, detail: Some(EndDetail::NotBegun {}.into()) };
        let record = forfeited(&self.running, self.next_id(), pairing.seats, verdict);
        self.result(pairing.index, EntryEnd { outcome: Some(outcome), by }, record);
    }

    /// Stores what has happened, then sends replies and starts matches. Returns false if the server stops first.
    async fn commit(&mut self) -> bool {
        if !self.fresh.is_empty() {
            let mut pause = Duration::from_millis(100);
            let stop = self.live.inner.stop.clone();
            loop {
                let (id, store) = (self.running.id, &self.live.inner.store);
                match store.append_live(id, self.stored, &self.fresh, &self.results).await {
                    Ok(()) => break,
                    Err(error) => tracing::warn!(%id, %error, "a tournament waits for its storage"),
                }
                tokio::select! {
                    () = stop.cancelled() => return false,
                    () = tokio::time::sleep(pause) => pause = (pause * 2).min(Duration::from_secs(2)),
                }
            }
            self.stored += self.fresh.len() as u64;
            self.running.stored.send_replace(self.stored);
            self.fresh.clear();
            self.results.clear();
        }
        for (reply, done) in self.replies.drain(..) {
            // The receiver may be gone.
            reply.send(done).ok();
        }
        for paired in std::mem::take(&mut self.to_begin) {
            self.live.play(&self.running, paired, true);
        }
        true
    }

    /// Notifies subscribers of changes, at most once per interval.
    fn tell(&mut self) {
        let many = self.running.state().entrants().len() > MANY;
        let every = if many { TELL_MANY_EVERY } else { TELL_EVERY };
        if !self.has_news || self.told.elapsed() < every || !self.live.inner.topics.has_subscribers(self.running.id) {
            return;
        }
        if self.running.publishing.swap(true, Ordering::AcqRel) {
            return;
        }
        (self.has_news, self.told) = (false, Instant::now());
        let (live, running) = (self.live.clone(), Arc::clone(&self.running));
        self.live.inner.tasks.spawn(async move {
            live.publish(&running).await;
            running.publishing.store(false, Ordering::Release);
        });
    }

    /// Answers late commands, stores the end and notifies subscribers.
    async fn close(mut self, mut commands: mpsc::Receiver<Command>) {
        // Commands that arrived too late are still answered.
        while let Ok(command) = commands.try_recv() {
            self.take(command);
        }
        if !self.commit().await {
            return;
        }
        let id = self.running.id;
        let stopped = self.running.state().is_stopped();
        let state = if stopped { TournamentState::Stopped } else { TournamentState::Finished };
        while let Err(error) = self.live.inner.store.set_tournament_state(id, state.clone()).await {
            tracing::warn!(%id, %error, "a tournament's end was not stored yet");
            let stop = self.live.inner.stop.clone();
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
        }
        self.live.publish(&self.running).await;
        self.live.permits().remove(&id);
        self.live.running().remove(&id);
    }
}

/// Returns the side that lost because it made no first move.
fn idle_side(record: &Record) -> Option<Side> {
    let is_idle =
        record.verdict.by == EndReason::Absence && record.verdict.detail == Some(EndDetail::NotBegun {}.into());
    match record.verdict.outcome.filter(|_| is_idle)? {
        GameResult::First => Some(Side::Second),
        GameResult::Second => Some(Side::First),
        GameResult::Draw => None,
    }
}
