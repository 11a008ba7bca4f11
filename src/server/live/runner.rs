//! The task that owns a tournament. It takes commands, decides which matches to start and stores both. Only then does
//! it reply and start the matches.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use super::matches::{as_entered, forfeited};
use super::{Live, Running};
use crate::error::ApiError;
use crate::origin::Origin;
use crate::queue::Queue;
use crate::rate::Rate;
use crate::time::{confirmed_ms, unix_ms};
use arena_games::{BySide, Side, diagnostic};
use arena_play::link::LinkId;
use arena_play::tournament::{LiveFormat, Phase};
use arena_play::{EndDetail, EndReason, GameResult, Seat, Verdict};
use arena_protocol::FromServer;
use arena_records::Record;
use arena_store::{PlayerRow, TournamentState};
use arena_tournament::live::{Entry, EntryEnd, UnderWay};
use arena_tournament::pairing::Pairing;

/// Maximum number of times per minute that an entrant may enter, connect or submit a version. Each adds entries to the
/// log.
const COMES: u32 = 60;
const MINUTE: Duration = Duration::from_secs(60);

/// Interval at which free entrants are paired and deadlines are checked.
const EVERY: Duration = Duration::from_millis(100);

/// Minimum interval between two messages to subscribers, and the interval for tables of more than [`MANY`] entrants.
const TELL_EVERY: Duration = Duration::from_millis(250);
const TELL_MANY_EVERY: Duration = Duration::from_secs(1);
const MANY: usize = 100;

/// Maximum number of commands that share one write.
const TOGETHER: usize = 256;

/// Receives the result of a command after its effects are stored.
pub(super) type Reply = oneshot::Sender<Result<(), ApiError>>;

/// A command to the runner of a tournament.
pub(super) enum Command {
    /// A player enters or returns.
    Enter { player: PlayerRow, version: Option<String>, link: Option<(LinkId, Queue)>, reply: Reply },
    /// A player is not ready on this link.
    Rest { player: Uuid, link: LinkId, reply: Reply },
    /// A player leaves.
    Quit { player: Uuid, reply: Reply },
    /// A player's account was deleted.
    Forget { player: Uuid, reply: Reply },
    /// Invites players and enters bots.
    Invite { players: Vec<Uuid>, seats: Vec<Seat>, reply: Reply },
    /// Starts play.
    Begin { reply: Reply },
    /// Pauses or resumes.
    Pause { paused: bool, reply: Reply },
    /// Closes the season of a league.
    Season { reply: Reply },
    /// Starts no further matches.
    Stop { reply: Reply },
    /// A match is over.
    Over { index: u64, record: Box<Record> },
}

/// State of the task.
pub(super) struct Runner {
    pub(super) live: Live,
    pub(super) running: Arc<Running>,
    /// Number of stored entries.
    stored: u64,
    /// Entries and results of the next write.
    fresh: Vec<Entry>,
    results: Vec<(u64, Record)>,
    /// Replies to send and matches to start after that write.
    replies: Vec<(Reply, Result<(), ApiError>)>,
    to_begin: Vec<UnderWay>,
    /// The connections of each entrant, newest last.
    pub(super) links: HashMap<usize, Vec<(LinkId, Queue)>>,
    /// The networks of each entrant and the set of guests. Both cover entries since the server started.
    pub(super) origins: HashMap<usize, Option<Origin>>,
    pub(super) guests: BTreeSet<usize>,
    /// How often each entrant enters or connects.
    pub(super) comes: Rate<usize>,
    /// For each match that waits for an absent player, the time since when it has waited.
    called: HashMap<u64, Instant>,
    told: Instant,
    has_news: bool,
}

impl Runner {
    pub(super) fn new(live: Live, running: Arc<Running>, stored: u64) -> Self {
        Self {
            live,
            running,
            stored,
            fresh: Vec::new(),
            results: Vec::new(),
            replies: Vec::new(),
            to_begin: Vec::new(),
            links: HashMap::new(),
            origins: HashMap::new(),
            guests: BTreeSet::new(),
            comes: Rate::new(COMES, MINUTE),
            called: HashMap::new(),
            told: Instant::now(),
            has_news: false,
        }
    }

    /// Plays the tournament until it is over or the server stops.
    pub(super) async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
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

    /// Applies an entry, and stores it with the next write.
    pub(super) fn add(&mut self, entry: Entry) {
        match self.running.apply(&entry) {
            Ok(()) => {
                self.has_news = true;
                self.fresh.push(entry);
            }
            Err(problem) => tracing::error!(id = %self.running.id, problem, "an entry of a tournament does not fit"),
        }
    }

    fn take(&mut self, command: Command) {
        let (reply, done) = match command {
            Command::Enter { player, version, link, reply } => (reply, self.enter(&player, version, link)),
            Command::Rest { player, link, reply } => (reply, self.rest(player, link)),
            Command::Quit { player, reply } => (reply, self.quit(player)),
            Command::Forget { player, reply } => (reply, self.forget(player)),
            Command::Invite { players, seats, reply } => (reply, self.invite(players, seats)),
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

    /// Marks entrants without connections as absent.
    pub(super) fn drop_links(&mut self) {
        let gone: Vec<usize> =
            self.links.iter().filter(|(_, links)| links.is_empty()).map(|(entrant, _)| *entrant).collect();
        for entrant in gone {
            self.links.remove(&entrant);
            self.running.newest().remove(&entrant);
            self.add(Entry::Went { entrant });
        }
    }

    fn look_at_the_time(&mut self) {
        let (phase, starts_ms, ends_ms) = {
            let state = self.running.state();
            (state.phase(), state.terms().starts_ms, super::view::ends_ms(&state))
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
