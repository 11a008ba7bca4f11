//! The state of a live tournament: a fold over its log.

use std::collections::{BTreeMap, HashMap, HashSet};

use uuid::Uuid;

use super::entry::{Entry, EntryEnd, Opener};
use super::live_entrant::{LiveEntrant, UnderWay};
use super::scheduled::{Scheduled, schedule};
use crate::pairing::{AttendanceHistory, Pairer};
use crate::rating::Wdl;
use arena_games::Side;
use arena_play::tournament::{Phase, SeasonRow, Terms};
use arena_play::{EndReason, Seat};

/// The smallest deviation of a rating after a new version.
const NEW_VERSION: f64 = 200.0;

/// The state of a tournament according to its log.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveState {
    terms: Terms,
    opener: Option<Opener>,
    phase: Phase,
    stopped: bool,
    paused: bool,
    began_ms: Option<u64>,
    entrants: Vec<LiveEntrant>,
    by_player: HashMap<Uuid, usize>,
    invited: HashSet<Uuid>,
    scheduled: Option<Scheduled>,
    /// The number of the next match if there is no schedule.
    next: u64,
    /// The time that counts as the beginning of the last match.
    last_beginning_ms: Option<u64>,
    under_way: BTreeMap<u64, UnderWay>,
    playing: HashSet<usize>,
    /// For each pair that met in this season: the number of meetings, and the entrant that last had the first seat.
    met: HashMap<(usize, usize), (u32, usize)>,
    results: u64,
    seasons: Vec<(u64, Vec<SeasonRow>)>,
}

impl LiveState {
    /// Creates a tournament that was just opened.
    #[must_use]
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            opener: None,
            phase: Phase::Registering,
            stopped: false,
            paused: false,
            began_ms: None,
            entrants: Vec::new(),
            by_player: HashMap::new(),
            invited: HashSet::new(),
            scheduled: None,
            next: 0,
            last_beginning_ms: None,
            under_way: BTreeMap::new(),
            playing: HashSet::new(),
            met: HashMap::new(),
            results: 0,
            seasons: Vec::new(),
        }
    }

    /// Builds the state from a whole log.
    ///
    /// # Errors
    /// A message when the log is invalid.
    pub fn of_log<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, String> {
        let mut entries = entries.into_iter();
        let Some(Entry::Opened { terms, by }) = entries.next() else {
            return Err("it does not begin with the tournament's terms".to_owned());
        };
        let mut state = Self { opener: by.clone(), ..Self::new((**terms).clone()) };
        entries.try_for_each(|entry| state.apply(entry))?;
        Ok(state)
    }

    /// Applies the next entry of the log.
    ///
    /// # Errors
    /// A message when the entry does not fit the entries before it.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        let count = self.entrants.len();
        let none = |entrant: usize| format!("there is no entrant {entrant}");
        let known = |entrant: usize| (entrant < count).then_some(entrant).ok_or_else(|| none(entrant));
        match entry {
            Entry::Opened { .. } => return Err("it was opened twice".to_owned()),
            Entry::Invited { player } => {
                self.invited.insert(*player);
            }
            Entry::Entered { seat } => {
                if let Some(player) = seat.player() {
                    self.by_player.insert(player, self.entrants.len());
                }
                self.entrants.push(LiveEntrant::new(seat.clone()));
            }
            Entry::Returned { entrant } => {
                self.entrants[known(*entrant)?].left = false;
                self.attend(*entrant);
            }
            Entry::Version { entrant, version } => {
                let contender = &mut self.entrants[known(*entrant)?];
                // The log of a removed player keeps each version as an empty text.
                contender.version = Some(version.clone()).filter(|version| !version.is_empty());
                contender.strength.deviation = contender.strength.deviation.max(NEW_VERSION);
            }
            Entry::Came { entrant } => {
                let contender = &mut self.entrants[known(*entrant)?];
                (contender.here, contender.missed) = (true, false);
                self.attend(*entrant);
            }
            Entry::Went { entrant } => {
                self.entrants[known(*entrant)?].here = false;
                self.attend(*entrant);
            }
            Entry::Left { entrant } => {
                self.entrants[known(*entrant)?].left = true;
                self.attend(*entrant);
            }
            Entry::Restarted => {
                for entrant in 0..count {
                    self.entrants[entrant].here = matches!(self.entrants[entrant].seat, Seat::Bot { .. });
                    self.attend(entrant);
                }
            }
            Entry::Began { at_ms } => self.begin(*at_ms)?,
            Entry::Paused { paused } => self.paused = *paused,
            Entry::Paired { index, id, seats, at_ms } => {
                known(seats.first.max(seats.second))?;
                self.last_beginning_ms = Some(*at_ms);
                self.next = self.next.max(index + 1);
                self.under_way.insert(*index, UnderWay { index: *index, id: *id, seats: *seats });
                self.playing.extend(seats.into_array());
            }
            Entry::Ended { index, ending } => self.end(*index, *ending)?,
            Entry::Season { at_ms } => self.close_season(*at_ms),
            Entry::Closing { stopped } => {
                self.stopped |= stopped;
                self.phase = Phase::Closing;
            }
        }
        let is_enough = self.opener.as_ref().is_some_and(|opener| self.results >= opener.matches);
        let is_over = is_enough || self.scheduled.as_ref().is_some_and(|it| it.pairer.is_over());
        if self.phase == Phase::Playing && is_over {
            self.phase = Phase::Closing;
        }
        if self.phase == Phase::Closing && self.under_way.is_empty() {
            self.phase = Phase::Closed;
        }
        Ok(())
    }

    fn begin(&mut self, at_ms: u64) -> Result<(), String> {
        let field: Vec<usize> = (0..self.entrants.len()).filter(|&entrant| !self.entrants[entrant].left).collect();
        let schedule = schedule(&self.terms, field.len()).map_err(|error| error.to_string())?;
        self.scheduled = schedule.map(|schedule| {
            let attendance = field.iter().map(|&entrant| self.entrants[entrant].attendance()).collect();
            let pairer = Pairer::attended(schedule, None, AttendanceHistory::new(attendance));
            Scheduled::new(pairer, field)
        });
        self.began_ms = Some(at_ms);
        self.phase = Phase::Playing;
        Ok(())
    }

    /// Notes the attendance of an entrant for the pairings of a schedule.
    fn attend(&mut self, entrant: usize) {
        let attendance = self.entrants[entrant].attendance();
        if let Some(scheduled) = &mut self.scheduled {
            scheduled.attend(entrant, attendance);
        }
    }

    fn end(&mut self, index: u64, ending: EntryEnd) -> Result<(), String> {
        let begun = self.under_way.remove(&index).map(|it| it.seats);
        let scheduled = self.scheduled.as_ref().and_then(|it| it.get(index)).map(|pairing| pairing.seats);
        let Some(seats) = begun.or(scheduled) else { return Err(format!("there is no match {index}")) };
        if self.scheduled.as_ref().is_some_and(|it| it.has(index)) {
            return Err(format!("match {index} ended twice"));
        }
        if begun.is_some() {
            self.playing.retain(|entrant| !seats.into_array().contains(entrant));
        }
        self.next = self.next.max(index + 1);
        for (entrant, other) in [(seats.first, seats.second), (seats.second, seats.first)] {
            let contender = &mut self.entrants[entrant];
            contender.in_a_row = if contender.last == Some(other) { contender.in_a_row + 1 } else { 1 };
            contender.last = Some(other);
        }
        // A void match does not count. In a schedule it is played again.
        let Some(outcome) = ending.outcome else { return Ok(()) };
        self.results += 1;
        for (side, &entrant) in seats.iter() {
            let contender = &mut self.entrants[entrant];
            if ending.by == EndReason::Absence && outcome.winner() != Some(side) && !contender.here {
                contender.missed = true;
                self.attend(entrant);
            }
        }
        if let Some(scheduled) = &mut self.scheduled {
            scheduled.add(index, outcome);
        }
        let met = self.met.entry((seats.first.min(seats.second), seats.first.max(seats.second))).or_default();
        *met = (met.0 + 1, seats.first);
        let before = seats.map(|entrant| self.entrants[entrant].strength);
        let is_player = seats.map(|entrant| !self.entrants[entrant].is_bot());
        for side in Side::BOTH {
            let won = outcome.winner().map(|winner| winner == side);
            let contender = &mut self.entrants[seats[side]];
            contender.with_players += u32::from(is_player[!side]);
            contender.surplus += if side == Side::First { 1 } else { -1 };
            contender.season = contender.season
                + match won {
                    Some(true) => Wdl { wins: 1, ..Wdl::default() },
                    None => Wdl { draws: 1, ..Wdl::default() },
                    Some(false) => Wdl { losses: 1, ..Wdl::default() },
                };
            if ending.by == EndReason::Absence {
                // A match that a side missed says nothing about strength.
                contender.absences += u64::from(won != Some(true));
            } else {
                contender.strength = before[side].after_match(before[!side], won);
            }
        }
        Ok(())
    }

    fn close_season(&mut self, at_ms: u64) {
        let rows = self.ranking().into_iter().map(|(_, entrant)| {
            let LiveEntrant { strength, season, absences, .. } = &self.entrants[entrant];
            SeasonRow {
                name: self.entrants[entrant].name().to_owned(),
                player: self.entrants[entrant].seat.player(),
                rating: strength.rating.round(),
                deviation: strength.deviation.round(),
                wins: season.wins,
                draws: season.draws,
                losses: season.losses,
                absences: *absences,
            }
        });
        self.seasons.push((at_ms, rows.collect()));
        self.met.clear();
        for contender in &mut self.entrants {
            (contender.season, contender.absences, contender.with_players) = (Wdl::default(), 0, 0);
        }
    }

    /// Replaces the name of a removed player everywhere, as in the log.
    pub fn rename(&mut self, player: Uuid, anonymous: &str) {
        if let Some(&entrant) = self.by_player.get(&player) {
            let contender = &mut self.entrants[entrant];
            contender.seat = Seat::person(player, anonymous.to_owned());
            contender.version = None;
        }
        let rows = self.seasons.iter_mut().flat_map(|(_, table)| table);
        rows.filter(|row| row.player == Some(player)).for_each(|row| anonymous.clone_into(&mut row.name));
    }

    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The player who opened it; `None` if the operator did.
    #[must_use]
    pub const fn opener(&self) -> Option<&Opener> {
        self.opener.as_ref()
    }

    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// True if it was stopped before its end.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// True if it is paused, so that no matches begin.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The time when play began, in Unix milliseconds.
    #[must_use]
    pub const fn began_ms(&self) -> Option<u64> {
        self.began_ms
    }

    /// True if matches can begin now.
    #[must_use]
    pub fn begins_matches(&self) -> bool {
        self.phase == Phase::Playing && !self.paused
    }

    /// The entrants, by their numbers.
    #[must_use]
    pub fn entrants(&self) -> &[LiveEntrant] {
        &self.entrants
    }

    /// The number of a player who has entered.
    #[must_use]
    pub fn entrant_of(&self, player: Uuid) -> Option<usize> {
        self.by_player.get(&player).copied()
    }

    /// True if the player was invited.
    #[must_use]
    pub fn is_invited(&self, player: Uuid) -> bool {
        self.invited.contains(&player)
    }

    /// The number of invited players.
    #[must_use]
    pub fn invited(&self) -> usize {
        self.invited.len()
    }

    /// True if the entrant could play now.
    #[must_use]
    pub fn is_free(&self, entrant: usize) -> bool {
        self.entrants[entrant].is_here() && !self.is_playing(entrant)
    }

    /// True if the entrant is playing.
    #[must_use]
    pub fn is_playing(&self, entrant: usize) -> bool {
        self.playing.contains(&entrant)
    }

    /// The matches in progress.
    pub fn under_way(&self) -> impl Iterator<Item = &UnderWay> {
        self.under_way.values()
    }

    /// True if the match is in progress.
    #[must_use]
    pub fn is_under_way(&self, index: u64) -> bool {
        self.under_way.contains_key(&index)
    }

    /// The number of the next match if there is no schedule.
    #[must_use]
    pub const fn next_index(&self) -> u64 {
        self.next
    }

    /// The time that counts as the beginning of the last match, in Unix milliseconds.
    pub(super) const fn last_beginning_ms(&self) -> Option<u64> {
        self.last_beginning_ms
    }

    /// The number of matches that count so far.
    #[must_use]
    pub const fn results(&self) -> u64 {
        self.results
    }

    /// The number of matches in the whole schedule, as known so far. `None` without a schedule.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.scheduled.as_ref().map(|scheduled| scheduled.pairer.total())
    }

    /// The closed seasons, each with its closing time and its table.
    #[must_use]
    pub fn seasons(&self) -> &[(u64, Vec<SeasonRow>)] {
        &self.seasons
    }

    /// The entrants by their numbers in the schedule. All entrants if there is no schedule.
    #[must_use]
    pub fn field(&self) -> Vec<usize> {
        self.scheduled.as_ref().map_or_else(|| (0..self.entrants.len()).collect(), |it| it.field().to_vec())
    }

    pub(super) const fn scheduled(&self) -> Option<&Scheduled> {
        self.scheduled.as_ref()
    }

    /// The number of meetings of two entrants in this season.
    #[must_use]
    pub fn meetings(&self, a: usize, b: usize) -> u32 {
        self.met.get(&(a.min(b), a.max(b))).map_or(0, |(times, _)| *times)
    }

    pub(super) fn last_first(&self, a: usize, b: usize) -> Option<usize> {
        self.met.get(&(a.min(b), a.max(b))).map(|(_, first)| *first)
    }

    /// True if each of the two met the other in its last match, and in at least `times` matches in a row.
    pub(super) fn have_just_met(&self, a: usize, b: usize, times: u32) -> bool {
        let last = |entrant: usize| (self.entrants[entrant].last, self.entrants[entrant].in_a_row);
        matches!((last(a), last(b)), ((Some(of_a), met), (Some(of_b), _)) if of_a == b && of_b == a && met >= times)
    }
}
