//! Resumes from the journal of a smaller run of the same tournament: with fewer rounds, or without the entrants at the
//! end of the file. A match has a different number in the larger schedule. It is copied if it has the same seats there,
//! and so the same seed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::chain::{Chain, Link};
use super::files::{lock, unlock};
use super::lines::{Header, line_of, read_bytes};
use super::{Journal, JournalError, Opened};
use crate::tournament::pairing::Schedule;
use crate::tournament::plan::{Format, Lineage, Per, Plan};
use crate::tournament::results::MatchResult;

/// The number of bytes that are written at a time.
const PIECE: usize = 1 << 16;

/// Returns the journal of the largest run that this plan continues.
///
/// # Errors
/// [`JournalError::Fixed`] when there is one of a format whose pairings depend on the number of rounds and entrants.
pub(super) fn smaller(
    journals: impl Iterator<Item = PathBuf>,
    plan: &Plan,
) -> Result<Option<(PathBuf, Lineage)>, JournalError> {
    let Some(own) = plan.lineage() else { return Ok(None) };
    let known = journals.filter_map(|path| {
        let header = header_of(&path).filter(|header| header.version == env!("CARGO_PKG_VERSION"))?;
        Some((path, header.lineage?))
    });
    let kin: Vec<(PathBuf, Lineage)> = known.filter(|(_, lineage)| lineage.base == own.base).collect();
    if let (Format::Swiss | Format::Knockout { .. }, Some((path, _))) = (plan.config.format, kin.first()) {
        return Err(JournalError::Fixed { path: path.clone(), format: plan.config.format.name().word() });
    }
    let fits = |(_, lineage): &(PathBuf, Lineage)| {
        let grown = lineage.entrants.len() != own.entrants.len();
        lineage.rounds <= own.rounds
            && own.entrants.starts_with(&lineage.entrants)
            && !(grown && plan.config.openings_per == Per::Encounter)
    };
    Ok(kin.into_iter().filter(fits).max_by_key(|(_, lineage)| (lineage.rounds, lineage.entrants.len())))
}

fn header_of(path: &Path) -> Option<Header> {
    let mut line = Vec::new();
    BufReader::new(File::open(path).ok()?).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(line.split(|byte| *byte == b'\t').next()?).ok()
}

impl Journal {
    /// Begins the journal of a plan with the matches of a smaller run. The journal of that run stays as it is.
    ///
    /// # Errors
    /// As for [`Journal::resume`].
    pub(super) fn grown(data: &Path, plan: &Plan, (old, lineage): &(PathBuf, Lineage)) -> Result<Opened, JournalError> {
        let io = |what, source| JournalError::Io { path: old.clone(), what, source };
        let file = File::open(old).map_err(|error| io("opened", error))?;
        lock(&file, old)?;
        let mut opened = Self::begin(data, plan)?;
        let places = Places::new(plan, lineage);
        let mut chain = Chain::default();
        let mut text = Vec::new();
        for (number, line) in BufReader::new(&file).split(b'\n').enumerate() {
            let line = line.map_err(|error| io("read", error))?;
            let Link::Whole(content) = chain.read(&line) else { continue };
            let played = read_bytes(content).filter(|_| number > 0).and_then(|played| places.of(plan, played));
            let Some(played) = played else { continue };
            opened.matches += 1;
            opened.journal.chain.write(&mut text, line_of(&played).as_bytes());
            if text.len() >= PIECE {
                opened.journal.write_all(&text)?;
                text.clear();
            }
        }
        opened.journal.write_all(&text)?;
        unlock(&file);
        Ok(opened)
    }
}

/// Finds the matches of a smaller schedule in a larger one.
struct Places {
    smaller: Option<Schedule>,
    /// The index of each pair among the encounters of a round of the larger schedule. Empty if both schedules have the
    /// same number of entrants, and so the same indices.
    within: HashMap<(usize, usize), u64>,
    encounters_a_round: u64,
}

impl Places {
    fn new(plan: &Plan, lineage: &Lineage) -> Self {
        let encounters_a_round = plan.schedule.len() / 2 / plan.schedule.rounds().max(1);
        let first_round = || (0..encounters_a_round).filter_map(|at| Some((plan.schedule.get(2 * at)?.pair(), at)));
        let alike = lineage.entrants.len() == plan.entrants.len();
        Self {
            smaller: plan.config.format.schedule(lineage.entrants.len(), lineage.rounds),
            within: if alike { HashMap::new() } else { first_round().collect() },
            encounters_a_round,
        }
    }

    /// Returns the match with its number in the larger schedule, or `None` if that schedule has no such match.
    fn of(&self, plan: &Plan, played: MatchResult) -> Option<MatchResult> {
        let pairing = self.smaller?.get(played.index)?;
        let index = if self.within.is_empty() {
            played.index
        } else {
            let within = self.within.get(&pairing.pair())?;
            2 * (pairing.round * self.encounters_a_round + within) + u64::from(pairing.leg)
        };
        let found = plan.schedule.get(index)?;
        let same = found.seats == pairing.seats && found.round == pairing.round && found.leg == pairing.leg;
        let opened = played.moves.starts_with(&plan.opening(&found).moves);
        (same && opened).then_some(MatchResult { index, ..played })
    }
}
