//! The entrants in a file of records. Two players of one name remain two entrants.

use std::collections::HashMap;

use serde_json::Value;
use uuid::Uuid;

use super::from_records::RecordError;
use arena_play::characters::is_unprintable;
use arena_records::SeatRecord;

/// An entrant in a file of records.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedEntrant {
    /// A unique label: the name, with as much of the version and the id as needed.
    pub label: String,
    /// The player, if the records contain it.
    pub player: Option<Uuid>,
    /// The version of the player's program, if versions are separate entrants.
    pub version: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum EntrantIdentity {
    Player(Uuid),
    Name(String),
}

impl EntrantIdentity {
    pub(super) fn of(seat: &SeatRecord) -> Self {
        seat.player.map_or_else(|| Self::Name(seat.name.clone()), Self::Player)
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    who: EntrantIdentity,
    /// The program's version or the bot's configuration, if versions are separate entrants.
    version: Option<String>,
}

struct KnownEntrant {
    name: String,
    seat: SeatRecord,
}

/// The entrants of a file, numbered in the order of their appearance.
#[derive(Default)]
pub(super) struct Recorded {
    by_version: bool,
    known: Vec<KnownEntrant>,
    numbers: HashMap<Key, usize>,
}

impl Recorded {
    /// Treats each version of a player's program, and each configuration of a bot, as a separate entrant.
    pub(super) fn by_version() -> Self {
        Self { by_version: true, ..Self::default() }
    }

    /// Returns the number of the entrant in a seat. Players are identified by id, others by name.
    ///
    /// # Errors
    /// [`RecordError::Renamed`] when the name had another configuration before, and [`RecordError::Unprintable`].
    pub(super) fn number(&mut self, seat: &SeatRecord) -> Result<usize, RecordError> {
        let key = self.key(seat);
        if let Some(&number) = self.numbers.get(&key) {
            let known = &mut self.known[number];
            if known.seat.spec != seat.spec {
                return Err(RecordError::Renamed(seat.name.clone()));
            }
            if known.name != seat.name {
                printable(&seat.name)?;
                known.name.clone_from(&seat.name);
            }
            return Ok(number);
        }
        printable(&seat.name)?;
        seat.version.as_deref().map_or(Ok(()), printable)?;
        let number = self.known.len();
        self.numbers.insert(key, number);
        self.known.push(KnownEntrant { name: seat.name.clone(), seat: seat.clone() });
        Ok(number)
    }

    fn key(&self, seat: &SeatRecord) -> Key {
        let version = || seat.version.clone().or_else(|| seat.spec.as_ref().map(Value::to_string));
        Key { who: EntrantIdentity::of(seat), version: if self.by_version { version() } else { None } }
    }

    /// The configurations of all entrants, by number; `None` for players.
    pub(super) fn specs(&self) -> impl Iterator<Item = Option<&Value>> {
        self.known.iter().map(|known| known.seat.spec.as_ref())
    }

    /// All entrants, by number.
    pub(super) fn entrants(&self) -> Vec<RecordedEntrant> {
        let version = |known: &KnownEntrant| known.seat.version.clone().filter(|_| self.by_version);
        let plain = self.known.iter().map(|known| match version(known) {
            Some(version) => format!("{} {version}", known.name),
            None => known.name.clone(),
        });
        let mut labels: Vec<String> = plain.collect();
        // Ids that were created at about the same time begin alike, so their ends distinguish better.
        self.tell_apart(&mut labels, |known| known.seat.player.map(|id| id.simple().to_string()[24..].to_owned()));
        self.tell_apart(&mut labels, |known| known.seat.player.map(|id| id.to_string()));
        // The remaining duplicates are bots of one name with several configurations, and names that equal another
        // label.
        self.number_apart(&mut labels);
        let entrants = labels.into_iter().zip(&self.known);
        entrants
            .map(|(label, known)| RecordedEntrant { label, player: known.seat.player, version: version(known) })
            .collect()
    }

    /// Appends a number to each label that occurs more than once. The number follows from player, version and
    /// configuration, and not from the order of the file.
    fn number_apart(&self, labels: &mut [String]) {
        let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, label) in labels.iter().enumerate() {
            alike.entry(label.clone()).or_default().push(number);
        }
        for (label, mut numbers) in alike.into_iter().filter(|(_, numbers)| numbers.len() > 1) {
            numbers.sort_by_cached_key(|&number| {
                let SeatRecord { player, version, spec, .. } = &self.known[number].seat;
                (*player, version.clone(), spec.as_ref().map(Value::to_string))
            });
            for (place, number) in (1..).zip(numbers) {
                labels[number] = format!("{label} (#{place})");
            }
        }
    }

    /// Appends the text from `by` to each label that occurs more than once.
    fn tell_apart(&self, labels: &mut [String], by: impl Fn(&KnownEntrant) -> Option<String>) {
        let mut times: HashMap<String, usize> = HashMap::new();
        labels.iter().for_each(|label| *times.entry(label.clone()).or_default() += 1);
        for (number, label) in labels.iter_mut().enumerate() {
            if times[label] > 1
                && let Some(more) = by(&self.known[number])
            {
                *label = format!("{label} ({more})");
            }
        }
    }
}

fn printable(text: &str) -> Result<(), RecordError> {
    if text.chars().any(is_unprintable) { Err(RecordError::Unprintable(text.to_owned())) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, id: u128, version: Option<&str>) -> SeatRecord {
        SeatRecord { player: Some(Uuid::from_u128(id)), version: version.map(str::to_owned), ..SeatRecord::named(name) }
    }

    fn labels(mut recorded: Recorded, seats: &[SeatRecord]) -> (Vec<usize>, Vec<String>) {
        let numbers = seats.iter().map(|seat| recorded.number(seat).expect("it is printable")).collect();
        (numbers, recorded.entrants().into_iter().map(|entrant| entrant.label).collect())
    }

    #[test]
    fn players_are_identified_by_id_and_not_by_name() {
        let seats = [player("Ann", 1, None), player("Ann", 2, None), SeatRecord::named("Ann"), player("Bea", 3, None)];
        let renamed = [player("Cid", 3, Some("2")), player("Ann", 1, Some("2"))];
        let (numbers, labels) = labels(Recorded::default(), &[&seats[..], &renamed[..]].concat());
        assert_eq!(numbers, [0, 1, 2, 3, 3, 0]);
        assert_eq!(labels, ["Ann (00000001)", "Ann (00000002)", "Ann", "Cid"]);
    }

    #[test]
    fn whole_ids_are_shown_if_their_ends_are_equal() {
        let seats = [player("Ann", 7, None), player("Ann", (1 << 64) + 7, None)];
        let (_, labels) = labels(Recorded::default(), &seats);
        assert_ne!(labels[0], labels[1]);
        assert!(labels[1].contains("00000000-0000-0001-0000-000000000007"), "{labels:?}");
    }

    #[test]
    fn by_version_makes_each_version_an_entrant() {
        let bot =
            |depth: u8| SeatRecord { spec: Some(serde_json::json!({ "depth": depth })), ..SeatRecord::named("bot") };
        let seats = [
            player("Ann", 1, Some("1.0")),
            player("Ann", 1, Some("2.0")),
            player("Ann", 2, Some("2.0")),
            bot(3),
            bot(4),
        ];
        let (numbers, labels) = labels(Recorded::by_version(), &seats);
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
        assert_eq!(labels, ["Ann 1.0", "Ann 2.0 (00000001)", "Ann 2.0 (00000002)", "bot (#1)", "bot (#2)"]);
        let mut recorded = Recorded::default();
        recorded.number(&bot(3)).expect("it is new");
        assert_eq!(recorded.number(&bot(4)), Err(RecordError::Renamed("bot".to_owned())));
    }
}
