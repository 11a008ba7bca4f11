//! The log: which parts of it count after a crash or a failing disk, and that the database reaches the same state
//! however the log is split into batches.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, ffi};
use uuid::Uuid;

use super::{back, bot, ended, id, keep, numbered, person, setup, setup_of, store};
use crate::accounts::Claim;
use crate::log::{self, Disk, Draft, Segments, SystemDisk};
use crate::ratings::MeasuredBot;
use crate::tables::events::NewEvents;
use crate::writer::Connect;
use crate::{Store, directory, group};
use arena_games::seed::derive;
use arena_games::{BySide, GameId, Side};
use arena_play::glicko::Strength;
use arena_play::{Event, EventLog, GameResult, MatchSetup, NumberedEvent};

const GAME: GameId = GameId::TicTacToe;
const DATABASE: Uuid = Uuid::from_u128(8);
const SOON: Duration = Duration::from_millis(2);

/// A database that cannot be opened, so that everything stays in the log.
struct UnopenableDatabase;

impl Connect for UnopenableDatabase {
    fn connect(&self) -> rusqlite::Result<Connection> {
        Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CANTOPEN), None))
    }
}

/// A disk that writes everything but can be switched to report an error.
#[derive(Clone, Default)]
struct FailingDisk(Arc<AtomicBool>);

impl Disk for FailingDisk {
    fn create(&self, path: &Path, room: u64) -> io::Result<File> {
        SystemDisk.create(path, room)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        SystemDisk.write(file, bytes)?;
        if self.0.load(Ordering::SeqCst) { Err(io::Error::from_raw_os_error(5)) } else { Ok(()) }
    }
}

fn draft(from: u64) -> Draft {
    let mut draft = Draft::new(1);
    draft.add_events(&NewEvents::new(id(1), GAME, &back(from, 1)).unwrap(), 0);
    draft
}

/// Creates a log of three groups in one segment, without a mark. Returns its directory, the segment, and its bytes without
/// the preallocated space.
fn three_groups() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let dir = tempfile::tempdir().unwrap();
    let mut segments = Segments::new(SystemDisk, dir.path(), DATABASE, 0, None).unwrap();
    for from in 1..=3 {
        segments.append(draft(from)).unwrap();
    }
    let path = dir.path().join("arena.log-1");
    let mut bytes = fs::read(&path).unwrap();
    assert!(bytes.len() > 1_000_000, "a segment is preallocated");
    bytes.truncate(bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1);
    fs::remove_file(dir.path().join(log::MARK)).unwrap();
    (dir, path, bytes)
}

#[test]
fn acknowledged_groups_that_are_missing_at_the_end_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let mut segments = Segments::new(SystemDisk, dir.path(), DATABASE, 0, None).unwrap();
    segments.append(draft(1)).unwrap();
    let early = fs::read(file(log::MARK)).unwrap();
    segments.append(draft(2)).unwrap();
    segments.leave();
    segments.append(draft(3)).unwrap();
    let late = fs::read(file(log::MARK)).unwrap();
    drop(segments);
    let [first, second] = ["arena.log-1", "arena.log-2"].map(|name| fs::read(file(name)).unwrap());
    let groups = || log::read(dir.path(), DATABASE).map(|contents| contents.groups.len());
    assert_eq!(groups().unwrap(), 3);
    let problem = |words: &str| {
        let sentence = groups().expect_err(words).to_string();
        assert!(sentence.contains(words) && sentence.contains("remove"), "{sentence}");
    };
    // The last line of a segment, from the file and as zeros.
    let written = second.iter().rposition(|byte| *byte != 0).unwrap();
    let last = second[..written].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for cut in [second[..last].to_vec(), [&second[..last], &vec![0; second.len() - last]].concat()] {
        fs::write(file("arena.log-2"), cut).unwrap();
        problem(&format!("it ends at byte {last}, but moves up to its byte {} were", written + 1));
    }
    // The newest segment, and all of them.
    fs::remove_file(file("arena.log-2")).unwrap();
    problem("arena.log-2 cannot be read: it is missing, and the log ends with");
    fs::remove_file(file("arena.log-1")).unwrap();
    problem("arena.log-2 cannot be read: it is missing");
    // The operator goes on without them.
    fs::remove_file(file(log::MARK)).unwrap();
    assert_eq!(groups().unwrap(), 0);
    // After a power failure, the mark is older than the log, and perhaps empty.
    fs::write(file("arena.log-1"), &first).unwrap();
    fs::write(file("arena.log-2"), &second).unwrap();
    for mark in [&early[..], &vec![0; early.len()]] {
        fs::write(file(log::MARK), mark).unwrap();
        assert_eq!(groups().unwrap(), 3);
    }
    fs::write(file(log::MARK), &late[..20]).unwrap();
    problem("is damaged");
    fs::write(file(log::MARK), &late).unwrap();
    // Segments that the database has applied are not missed.
    let end = log::read(dir.path(), DATABASE).unwrap().end;
    let mut segments = Segments::new(SystemDisk, dir.path(), DATABASE, 3, end).unwrap();
    segments.drop_until(3);
    assert_eq!(groups().unwrap(), 0);
    segments.append(draft(4)).unwrap();
    assert_eq!(groups().unwrap(), 1);
}

#[test]
fn torn_last_line_is_ignored_and_reported() {
    let (dir, path, bytes) = three_groups();
    let last = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for cut in last..bytes.len() {
        // Simulates a power failure: the file has its full size, and any sector of the line may be missing.
        for mut torn in [bytes[..cut].to_vec(), [&bytes[..last], &vec![0; cut - last], &bytes[cut..]].concat()] {
            torn.resize(bytes.len() + 100, 0);
            fs::write(&path, &torn).unwrap();
            let contents = log::read(dir.path(), DATABASE).unwrap();
            let complete = if torn.starts_with(&bytes) { 3 } else { 2 };
            assert_eq!(contents.groups.len(), complete, "cut at {cut} of {}", bytes.len());
            let named = contents.torn.map(|(path, _)| path);
            let is_named = complete == 2 && torn[last..].iter().any(|byte| *byte != 0);
            assert_eq!(named, is_named.then(|| path.clone()), "cut at {cut}");
        }
    }
    // Later groups start a new segment, whose header states where the older one ended.
    fs::write(&path, &bytes[..last + 9]).unwrap();
    let contents = log::read(dir.path(), DATABASE).unwrap();
    let mut segments = Segments::new(SystemDisk, dir.path(), DATABASE, 2, contents.end).unwrap();
    segments.append(draft(3)).unwrap();
    let contents = log::read(dir.path(), DATABASE).unwrap();
    assert_eq!((contents.groups.len(), contents.torn), (3, None));
}

#[test]
fn damage_before_the_end_is_reported() {
    let (dir, path, bytes) = three_groups();
    let problem = |place: &str| {
        let sentence = log::read(dir.path(), DATABASE).err().expect("the damage is found").to_string();
        assert!(sentence.contains(place), "{sentence}");
    };
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len);
    let (header, first) = (lines.next().unwrap(), lines.next().unwrap());
    for (at, line) in [(3, "line 1"), (header + 5, "line 2"), (header + first - 2, "line 2")] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(&path, damaged).unwrap();
        problem(&format!("arena.log-1 cannot be read: {line} is damaged"));
    }
    let noise = |n: usize| (n as u8).wrapping_mul(167) | 1;
    fs::write(&path, (0..4_096).map(noise).collect::<Vec<u8>>()).unwrap();
    problem("arena.log-1 cannot be read: line 1 is damaged");
    // The header of a later segment states how much of this one counts.
    fs::write(&path, &bytes).unwrap();
    let end = log::read(dir.path(), DATABASE).unwrap().end;
    Segments::new(SystemDisk, dir.path(), DATABASE, 3, end).unwrap().append(draft(4)).unwrap();
    assert_eq!(log::read(dir.path(), DATABASE).unwrap().groups.len(), 4);
    fs::write(&path, &bytes[..bytes.len() - 4]).unwrap();
    problem("arena.log-1");
    fs::write(&path, &bytes).unwrap();
    let end = log::read(dir.path(), DATABASE).unwrap().end;
    Segments::new(SystemDisk, dir.path(), DATABASE, 4, end).unwrap().append(draft(5)).unwrap();
    fs::remove_file(dir.path().join("arena.log-2")).unwrap();
    problem("arena.log-2");
    // The oldest segments are removed once the database has their entries.
    fs::remove_file(&path).unwrap();
    assert_eq!(log::read(dir.path(), DATABASE).unwrap().groups.len(), 1);
    let other = log::read(dir.path(), Uuid::from_u128(9)).err().unwrap().to_string();
    assert!(other.contains("another database"), "{other}");
}

/// Returns true for a segment that is in use: neither the preallocated one nor the mark.
fn is_segment(file: &fs::DirEntry) -> bool {
    file.file_name().to_string_lossy().strip_prefix("arena.log-").is_some_and(|number| number != "next")
}

#[test]
fn removes_segments_that_the_database_has_applied() {
    let dir = tempfile::tempdir().unwrap();
    let liar = FailingDisk::default();
    let mut segments = Segments::new(liar.clone(), dir.path(), DATABASE, 0, None).unwrap();
    for from in 1..=3 {
        segments.append(draft(from)).unwrap();
        liar.0.store(true, Ordering::SeqCst);
        // The segment is abandoned, and the next group starts a new one.
        segments.append(draft(from + 1)).unwrap_err();
        liar.0.store(false, Ordering::SeqCst);
    }
    let left = || fs::read_dir(dir.path()).unwrap().filter(|file| is_segment(file.as_ref().unwrap())).count();
    assert_eq!(left(), 3);
    segments.drop_until(1);
    assert_eq!(left(), 2);
    // The second and the third group remain, and also the last one, whose write failed: it was not acknowledged, and no
    // later segment excludes it.
    assert_eq!(log::read(dir.path(), DATABASE).unwrap().groups.len(), 3);
    segments.drop_until(3);
    assert_eq!(left(), 0);
}

#[tokio::test]
async fn data_written_despite_an_error_does_not_count() {
    let dir = tempfile::tempdir().unwrap();
    let liar = FailingDisk::default();
    let away = |seq| numbered(seq, [Event::Away { side: Side::First, grace_ms: 1 }]);
    {
        let store = Store::open_with(dir.path(), UnopenableDatabase, liar.clone(), SOON).await.unwrap();
        store.create(&setup(1)).await.unwrap();
        for seq in [1, 2] {
            liar.0.store(true, Ordering::SeqCst);
            let sentence = store.append(id(1), GAME, away(seq)).await.unwrap_err().to_string();
            assert!(sentence.contains("error 5"), "{sentence}");
            assert!(store.health().is_err());
            liar.0.store(false, Ordering::SeqCst);
            store.append(id(1), GAME, back(seq, 1)).await.unwrap();
        }
        assert_eq!(store.events(id(1)).await.unwrap(), back(1, 2));
    }
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 2));
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn store_continues_after_a_torn_end() {
    let dir = tempfile::tempdir().unwrap();
    for round in 1..=3 {
        {
            let store = Store::open_with(dir.path(), UnopenableDatabase, SystemDisk, SOON).await.unwrap();
            if round == 1 {
                store.create(&setup(1)).await.unwrap();
            }
            assert_eq!(store.events(id(1)).await.unwrap(), back(1, round - 1));
            store.append(id(1), GAME, back(round, 1)).await.unwrap();
        }
        let newest = dir.path().join(format!("arena.log-{round}"));
        let mut bytes = fs::read(&newest).unwrap();
        let end = bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1;
        bytes[end..end + 9].copy_from_slice(b"{\"at\":17,");
        fs::write(newest, bytes).unwrap();
    }
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 3));
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
    store.close().await.unwrap();
    let logs = fs::read_dir(dir.path())
        .unwrap()
        .filter(|file| file.as_ref().unwrap().file_name().to_string_lossy().starts_with("arena.log-"));
    assert_eq!(logs.count(), 0, "after a clean shutdown everything is in the database");
}

/// Creates players with claimed names and a bot as the anchor of ratings.
async fn field(store: &Store) {
    for n in 1..=4 {
        store.create_player(id(n), &format!("person {n}"), [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
        let claim = Claim {
            player: id(n),
            name: format!("person {n}"),
            looks: vec![format!("look {n}")],
            owner: None,
            password: None,
            codes: Vec::new(),
            token: None,
            at_ms: 7,
            rated_ms: 7,
        };
        store.claim(claim).await.unwrap();
    }
    let beginner = MeasuredBot { game: GAME, bot: "beginner".to_owned(), strength: Strength::measured(150.0, 60.0) };
    store.set_anchors(vec![beginner]).await.unwrap();
}

/// A match with a few moves, possibly a seat that is taken late, and possibly an end.
fn story(n: u64) -> (MatchSetup, Vec<NumberedEvent>) {
    let random = |what| derive(n, &[what]);
    let second = match random(1) % 3 {
        0 => bot("beginner"),
        1 => arena_play::Seat::Open,
        _ => person(1 + random(2) % 4),
    };
    let setup = MatchSetup { rated: true, ..setup_of(n, GAME, person(1 + random(3) % 4), second.clone()) };
    let seated = (!second.is_taken()).then(|| Event::Seated { side: Side::Second, seat: person(1 + random(4) % 4) });
    let moved = (0..).zip(["a1", "b2", "c3"]).map(|(ply, text)| {
        let side = if ply % 2 == 0 { Side::First } else { Side::Second };
        Event::Moved { ply, side, mv: GAME.parse_move(text).unwrap(), clocks: None }
    });
    let outcomes = [None, Some(GameResult::Draw), Some(GameResult::First), Some(GameResult::Second)];
    let end = (random(5) % 6 > 0).then(|| ended(outcomes[usize::try_from(random(6) % 4).unwrap()]));
    let after = Event::Back { side: Side::First };
    let events = seated.into_iter().chain([Event::Started { clocks: None }]).chain(moved).chain(end).chain([after]);
    (setup, numbered(1, events))
}

/// Reads the tables for lists, tallies and ratings.
fn views(path: &Path) -> Vec<Vec<Value>> {
    let connection = Connection::open(path).unwrap();
    let mut rows = Vec::new();
    for table in ["matches", "cards", "standings", "meetings", "ratings", "rated_matches"] {
        let mut select = connection.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2, 3, 4")).unwrap();
        let columns = select.column_count();
        let selected = select.query_map([], |row| (0..columns).map(|column| row.get(column)).collect()).unwrap();
        let selected: Vec<Vec<Value>> = selected.map(Result::unwrap).collect();
        assert!(selected.len() > 2, "{table} has too few rows");
        rows.extend(selected);
    }
    rows
}

#[tokio::test]
async fn batch_size_does_not_affect_the_derived_tables() {
    let (dir, store) = store().await;
    field(&store).await;
    store.close().await.unwrap();
    drop(store);
    let before = dir.path().join("before.sqlite");
    fs::copy(directory::database(dir.path()), &before).unwrap();

    // Many concurrent matches, all of them only in the log.
    let stories: Vec<_> = (100..160).map(story).collect();
    {
        let store = Store::open_with(dir.path(), UnopenableDatabase, SystemDisk, SOON).await.unwrap();
        for (setup, _) in &stories {
            store.create(setup).await.unwrap();
        }
        for at in 0..8 {
            for (setup, events) in stories.iter().filter(|(setup, _)| derive(setup.seed, &[at]) % 3 != 1) {
                let known = store.events(setup.id).await.unwrap().len();
                let some = events[known..].iter().take(2).cloned().collect();
                store.append(setup.id, GAME, some).await.unwrap();
            }
        }
        for (setup, events) in &stories {
            store.append(setup.id, GAME, events.clone()).await.unwrap();
        }
    }
    let database: Uuid =
        Connection::open(&before).unwrap().query_row("SELECT id FROM log_of", [], |row| row.get(0)).unwrap();
    let all = log::read(dir.path(), database).unwrap().groups.len();
    assert!(all > 100, "{all}");
    let taken_by = |portion: usize| {
        let path = dir.path().join(format!("by-{portion}.sqlite"));
        fs::copy(&before, &path).unwrap();
        let mut groups = log::read(dir.path(), database).unwrap().groups.into_iter().peekable();
        let mut connection = Connection::open(&path).unwrap();
        while groups.peek().is_some() {
            group::apply(&mut connection, groups.by_ref().take(portion).collect()).unwrap();
        }
        views(&path)
    };
    let singly = taken_by(1);
    for portion in [2, 7, 50, all] {
        assert_eq!(taken_by(portion).len(), singly.len());
        assert!(taken_by(portion) == singly, "batches of {portion} lead to a different state");
    }
    // The store reaches the same state when it opens, and the integrity check passes.
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
    assert!(views(&directory::database(dir.path())) == singly);
    for (setup, events) in stories {
        assert_eq!(store.events(setup.id).await.unwrap(), events);
    }
    let seats = BySide::new(person(1), person(2));
    keep(&store, &MatchSetup { seats, ..setup(7) }, [ended(None)]).await;
}
